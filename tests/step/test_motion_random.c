/* The midpoint rule on classes of random models, the same everywhere: what floats keeps its momenta and
   energy, what hangs its energy; frames, coordinates and units of mass do not matter; dampers and servos
   are stable at any stiffness. Energies and momenta are sums over the bodies, by hand. */
#include "step/simulate.h"
#include "step/turning.h"

#include "dynamics/mechanisms.h"
#include "dynamics/random_tree.h"

/* --- running --------------------------------------------------------------------------------------- */

static void step(scene *s) {
  if (rg_step(s->sim) != RG_SOLVED)
    fail_msg("at %g s: %s", rg_sim_report(s->sim)->time, rg_sim_report(s->sim)->reason);
}

/* a simulation of a model, which it owns */
static scene start_model(rg_model *model, rg_integrator rule, rg_coordinates coordinates,
                         double dt) {
  scene s = {model, NULL};
  rg_error error;
  memset(&error, 0, sizeof error);
  assert_non_null(model);
  rg_sim_options options = scene_options(model);
  options.integrator = rule;
  options.coordinates = coordinates;
  options.dt = dt;
  if (rg_sim_new(&s.sim, model, &options, &error) != RG_OK)
    fail_msg("rg_sim_new: %s", error.reason);
  return s;
}

static scene start_default(rg_model *model, double dt) {
  return start_model(model, RG_MIDPOINT, RG_MINIMAL, dt);
}

/* another random state, the same in all simulations with this seed */
static void draw_state(scene *s, uint64_t seed, double speed) {
  tree_random_state(s->model, rg_sim_data(s->sim), &seed);
  for (int i = 0; i < s->model->nv; i++) scene_qvel(s)[i] *= speed;
}

/* --- by hand --------------------------------------------------------------------------------------- */

static double norm(const double a[3]) { return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

static double apart(const double a[3], const double b[3]) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return norm(d);
}

/* what a motion has; sizes: sums without signs */
typedef struct motion {
  double kinetic, potential;
  double linear[3], angular[3]; /* about the origin */
  double linear_size, angular_size;
} motion;

/* sums over the bodies, from their poses and velocities */
static motion motion_of(scene *s) {
  const rg_model *model = s->model;
  rg_data *data = rg_sim_data(s->sim);
  motion m;
  memset(&m, 0, sizeof m);
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  for (int b = 1; b < model->nbody; b++) {
    const double *w = data->xvel + 6 * b, *x = data->xipos + 3 * b, *R = data->ximat + 9 * b;
    double arm[3], v[3], spin[3] = {0}, orbit[3], mass = model->body_mass[b];
    for (int k = 0; k < 3; k++) arm[k] = x[k] - data->xpos[3 * b + k];
    cross(w, arm, v);
    for (int k = 0; k < 3; k++) v[k] += w[3 + k];
    for (int a = 0; a < 3; a++) { /* along the principal axes: columns of R */
      double own = R[a] * w[0] + R[3 + a] * w[1] + R[6 + a] * w[2];
      double moment = model->body_inertia[3 * b + a];
      m.kinetic += 0.5 * moment * own * own;
      for (int k = 0; k < 3; k++) spin[k] += moment * own * R[3 * k + a];
    }
    cross(x, v, orbit);
    m.linear_size += mass * norm(v);
    m.angular_size += mass * norm(orbit) + norm(spin);
    for (int k = 0; k < 3; k++) {
      m.kinetic += 0.5 * mass * v[k] * v[k];
      m.potential -= mass * model->option.gravity[k] * x[k];
      m.linear[k] += mass * v[k];
      m.angular[k] += mass * orbit[k] + spin[k];
    }
  }
  for (int i = 0; i < model->nv; i++)
    m.kinetic += 0.5 * model->dof_armature[i] * scene_qvel(s)[i] * scene_qvel(s)[i];
  return m;
}

/* --- random trees ---------------------------------------------------------------------------------- */

typedef struct losses {
  double energy, linear, angular;
} losses;

/* what a random tree in flight loses in `seconds`, relative */
static losses fly(tree_shape shape, tree_joints joints, int links, uint64_t seed, double seconds,
                  double dt) {
  losses worst = {0, 0, 0};
  uint64_t draw = seed;
  rg_model *model = tree_build(shape, joints, links, 1, 0, &draw);
  memset(model->option.gravity, 0, sizeof model->option.gravity);
  scene s = start_default(model, dt);
  draw_state(&s, seed, 1);
  motion first = motion_of(&s);
  for (long k = 0; k < lround(seconds / dt); k++) {
    step(&s);
    motion now = motion_of(&s);
    worst.energy = fmax(worst.energy, fabs(now.kinetic / first.kinetic - 1));
    worst.linear = fmax(worst.linear, apart(now.linear, first.linear) / first.linear_size);
    worst.angular = fmax(worst.angular, apart(now.angular, first.angular) / first.angular_size);
  }
  scene_end(&s);
  return worst;
}

/* half the step, a quarter of the error; what the bias at the mean velocity is settled to adds up to UNSETTLED */
static void assert_second_order(const char *what, double one, double half) {
  static const double UNSETTLED = 1e-9;
  assert_at_most(what, half, one / 3 + UNSETTLED);
}

static void trees_in_flight(void **state) {
  (void)state;
  static const char *const name[] = {"hinges", "balls", "slides", "mixed"};
  double seconds = SANITIZED ? 0.1 : 2;
  for (int k = 0; k < (SANITIZED ? 4 : 16); k++) {
    tree_joints joints = (tree_joints)(k < 4 ? k : JOINTS_MIXED);
    tree_shape shape = (tree_shape)((k / 4 + k) % 4);
    int links = 3 + k % 6;
    losses one = fly(shape, joints, links, 100 + (uint64_t)k, seconds, 1e-3);
    losses half = fly(shape, joints, links, 100 + (uint64_t)k, seconds, 5e-4);
    print_message(
        "tree of %d links, %s: energy off by %.2g; momentum by %.2g, at half the step %.2g; "
        "angular momentum by %.2g, %.2g\n",
        links, name[joints], one.energy, one.linear, half.linear, one.angular, half.angular);
    assert_at_most("energy", one.energy, 1e-9);
    assert_at_most("momentum", one.linear, 2e-9);
    assert_at_most("angular momentum", one.angular, 2e-9);
    assert_second_order("momentum at half the step", one.linear, half.linear);
    assert_second_order("angular momentum at half the step", one.angular, half.angular);
  }
}

/* on a fixed base, with gravity and rotors: energy relative to the largest kinetic one */
static void trees_on_a_base(void **state) {
  (void)state;
  double seconds = SANITIZED ? 0.1 : 2;
  for (int k = 0; k < (SANITIZED ? 4 : 16); k++) {
    tree_joints joints = (tree_joints)(k < 2 ? k : JOINTS_MIXED);
    uint64_t seed = 200 + (uint64_t)k, draw = seed;
    rg_model *model = tree_build((tree_shape)(k % 4), joints, 2 + k % 7, 0, k % 2 ? 0.1 : 0, &draw);
    scene s = start_default(model, 1e-3);
    draw_state(&s, seed, 1);
    motion first = motion_of(&s);
    double most = first.kinetic, off = 0;
    for (long i = 0; i < lround(seconds / 1e-3); i++) {
      step(&s);
      motion now = motion_of(&s);
      most = fmax(most, now.kinetic);
      off = fmax(off, fabs(now.kinetic + now.potential - first.kinetic - first.potential));
    }
    print_message("hanging tree of %d links, %d velocities: energy off by %.2g of %.3g J\n",
                  2 + k % 7, s.model->nv, off / most, most);
    assert_at_most("energy", off / most, 1e-9);
    scene_end(&s);
  }
}

/* --- frames ---------------------------------------------------------------------------------------- */

static void apply_back(const double R[9], const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = R[k] * a[0] + R[3 + k] * a[1] + R[6 + k] * a[2];
}

/* one shape over a floor, seen from a frame at `offset` from its centre, turned by `quat`; floor 0: in flight */
static rg_model *shape_model(rg_geom_type type, const double offset[3], const double quat[4],
                             int floor) {
  rg_spec *spec = rg_spec_new("shape");
  rg_spec_body *world = rg_spec_world(spec), *body = rg_spec_add_body(spec, world, "body", NULL);
  rg_joint_spec joint = rg_joint_spec_default();
  rg_geom_spec geom = rg_geom_spec_default();
  const double size[3] = {0.2, 0.15, 0.1}, back[4] = {quat[0], -quat[1], -quat[2], -quat[3]};
  double P[9];
  joint.type = RG_JOINT_FREE;
  rg_spec_add_joint(spec, body, &joint);
  geom.type = type;
  memcpy(geom.size, size, sizeof size);
  memcpy(geom.pose.quat, back, sizeof back);
  rotation(quat, P);
  apply_back(P, offset, geom.pose.pos);
  for (int k = 0; k < 3; k++) geom.pose.pos[k] *= -1;
  geom.mass = 2;
  geom.friction[0] = 0.4;
  rg_spec_add_geom(spec, body, &geom);
  if (floor) {
    geom = rg_geom_spec_default();
    geom.type = RG_GEOM_PLANE;
    geom.friction[0] = 0.4;
    rg_spec_add_geom(spec, world, &geom);
  }
  return mechanism_compile(spec);
}

/* The same motion seen from another frame of the body: it is put at pose and velocity of the centre, and
   read back there. */
typedef struct seen {
  scene s;
  double offset[3], turn[9], quat[4];
} seen;

static void quat_product(const double a[4], const double b[4], double c[4]) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  c[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

static seen look(rg_geom_type type, const double offset[3], const double quat[4], int floor,
                 double e, const double *qpos, const double *qvel) {
  seen f = {.s = {shape_model(type, offset, quat, floor), NULL}};
  rg_sim_options options = scene_options(f.s.model);
  rg_error error;
  options.dt = 1e-3;
  options.restitution = e;
  assert_int_equal(options.integrator, RG_MIDPOINT);
  assert_int_equal(rg_sim_new(&f.s.sim, f.s.model, &options, &error), RG_OK);
  memcpy(f.offset, offset, sizeof f.offset);
  memcpy(f.quat, quat, sizeof f.quat);
  rotation(quat, f.turn);
  double R[9], arm[3], turn[3], v[3], *q = scene_qpos(&f.s), *u = scene_qvel(&f.s);
  rotation(qpos + 3, R);
  apply(R, offset, arm);
  cross(qvel + 3, offset, turn);
  apply(R, turn, v);
  for (int k = 0; k < 3; k++) q[k] = qpos[k] + arm[k], u[k] = qvel[k] + v[k];
  quat_product(qpos + 3, quat, q + 3);
  apply_back(f.turn, qvel + 3, u + 3);
  return f;
}

/* centre and axes of the shape */
static void read_shape(seen *f, double centre[3], double R[9]) {
  double body[9], arm[3];
  rotation(scene_qpos(&f->s) + 3, body);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      R[3 * r + c] = 0;
      for (int k = 0; k < 3; k++) R[3 * r + c] += body[3 * r + k] * f->turn[3 * c + k];
    }
  apply(R, f->offset, arm);
  for (int k = 0; k < 3; k++) centre[k] = scene_qpos(&f->s)[k] - arm[k];
}

static double frames_apart(seen *a, seen *b) {
  double x[3], y[3], R[9], S[9], worst = 0;
  read_shape(a, x, R);
  read_shape(b, y, S);
  for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(x[k] - y[k]));
  for (int k = 0; k < 9; k++) worst = fmax(worst, fabs(R[k] - S[k]));
  return worst;
}

/* how far the two motions come apart in a second; the number of steps with contacts */
static double see_twice(rg_geom_type type, uint64_t *seed, int floor, double e, int *touching) {
  const double none[3] = {0, 0, 0}, straight[4] = {1, 0, 0, 0};
  double offset[3], quat[4], qpos[7], qvel[6], size = 0, start = 0, worst = 0;
  for (int k = 0; k < 3; k++) offset[k] = 0.5 * tree_draw(seed);
  for (int k = 0; k < 4; k++) quat[k] = tree_draw(seed), size += quat[k] * quat[k];
  for (int k = 0; k < 4; k++) quat[k] /= sqrt(size);
  for (int k = 0; k < 3; k++) qpos[k] = k == 2 ? 0.4 : 0;
  for (int k = 0; k < 4; k++) qpos[3 + k] = tree_draw(seed), start += qpos[3 + k] * qpos[3 + k];
  for (int k = 0; k < 4; k++) qpos[3 + k] /= sqrt(start);
  for (int k = 0; k < 6; k++) qvel[k] = (k < 3 ? 1 : 4) * tree_draw(seed);
  qvel[2] = -1;
  seen a = look(type, none, straight, floor, e, qpos, qvel);
  seen b = look(type, offset, quat, floor, e, qpos, qvel);
  *touching = 0;
  for (int k = 0; k < (SANITIZED ? 200 : 1000); k++) {
    step(&a.s);
    step(&b.s);
    *touching += rg_sim_report(b.s.sim)->contacts > 0;
    worst = fmax(worst, frames_apart(&a, &b));
  }
  scene_end(&a.s);
  scene_end(&b.s);
  return worst;
}

/* To rounding in flight. Contacts are solved to 1e-10, and what follows an impact knows of the frame by
   something of the second order; edges and corners make more of it. */
static void frames_do_not_matter(void **state) {
  (void)state;
  static const struct {
    rg_geom_type type;
    const char *name;
    double most;
  } shape[] = {{RG_GEOM_BOX, "box", 1e-2},
               {RG_GEOM_SPHERE, "sphere", 1e-4},
               {RG_GEOM_CAPSULE, "capsule", 1e-3},
               {RG_GEOM_ELLIPSOID, "ellipsoid", 1e-4},
               {RG_GEOM_CYLINDER, "cylinder", 1e-2}};
  uint64_t seed = 31;
  for (int k = 0; k < 5; k++) {
    double flight = 0, slide = 0, bounce = 0;
    int none, slides = 0, bounces = 0, touching;
    for (int i = 0; i < (SANITIZED ? 1 : 4); i++) {
      flight = fmax(flight, see_twice(shape[k].type, &seed, 0, 0, &none));
      slide = fmax(slide, see_twice(shape[k].type, &seed, 1, 0, &touching)), slides += touching;
      bounce = fmax(bounce, see_twice(shape[k].type, &seed, 1, 0.5, &touching)),
      bounces += touching;
    }
    print_message(
        "%s from two frames: %.2g apart in flight, %.2g sliding (%d steps), %.2g bouncing "
        "(%d steps)\n",
        shape[k].name, flight, slide, slides, bounce, bounces);
    assert_at_most("in flight", flight, 1e-12);
    assert_at_most("sliding", slide, shape[k].most);
    assert_at_most("bouncing", bounce, shape[k].most);
    assert_at_least("steps with contacts", slides, SANITIZED ? 10 : 1000);
  }
}

/* --- all rules, all coordinates -------------------------------------------------------------------- */

static const rg_integrator RULES[] = {RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU,
                                      RG_MIDPOINT};

/* largest kinetic and potential energy in a second over what it was, relative to the kinetic one */
static double gain(const char *file, const char *key, rg_integrator rule,
                   rg_coordinates coordinates, double *loss) {
  scene s = start_model(scene_model(file), rule, coordinates, 1e-3);
  rg_error error;
  double most = 0;
  assert_int_equal(rg_sim_reset(s.sim, rg_model_find(s.model, RG_OBJECT_KEY, key), &error), RG_OK);
  motion first = motion_of(&s), now = first;
  for (int k = 0; k < (SANITIZED ? 100 : 1000); k++) {
    step(&s);
    now = motion_of(&s);
    most = fmax(most, now.kinetic + now.potential - first.kinetic - first.potential);
  }
  *loss = (first.kinetic + first.potential - now.kinetic - now.potential) / first.kinetic;
  scene_end(&s);
  return most / first.kinetic;
}

static void no_rule_gains(void **state) {
  (void)state;
  const struct {
    const char *file, *key;
  } one[] = {{"tumble.xml", "spin"}, {"gyro_offset.xml", "spin"}, {"heavy_top.xml", "precesses"}};
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 5; r++) {
      double most = 0, least = HUGE_VAL, lost = 0, loss;
      for (int c = RG_MINIMAL; c <= RG_EMBEDDED; c++) {
        double g = gain(one[k].file, one[k].key, RULES[r], (rg_coordinates)c, &loss);
        most = fmax(most, g), least = fmin(least, g), lost = fmax(lost, loss);
      }
      print_message("%s, %s: gains %.2g of its energy in 1 s, loses %.2g\n", one[k].file,
                    rg_integrator_name(RULES[r]), most, lost);
      assert_at_most("gain", most, 1e-3);
    }
}

/* --- coordinates ----------------------------------------------------------------------------------- */

/* A random tree over a floor: joints of all kinds, a shape on each body that touches the floor alone;
   its last body pinned to the first, or to the world; springs and dampers in its joints. */
enum { PIN = 1, SHAPES = 2, FLOATS = 4, SPRUNG = 8 };

/* lowers the tree until its lowest shape, at the state of this seed, is 5 mm over the floor */
static void lower(rg_model *model, int kind, uint64_t seed) {
  rg_data *data = rg_data_new(model);
  double lowest = HUGE_VAL;
  assert_non_null(data);
  if (!model->nequality) tree_random_state(model, data, &seed);
  rg_kinematics(model, data);
  for (int g = 0; g < model->ngeom; g++)
    if (model->geom_body[g])
      lowest = fmin(lowest, data->geom_xpos[3 * g + 2] - model->geom_radius[g]);
  model->body_pos[3 * 1 + 2] -= lowest - 5e-3;
  if (kind & FLOATS) model->qpos0[2] -= lowest - 5e-3;
  rg_data_free(data);
}

static rg_model *random_model(int links, int kind, uint64_t seed) {
  enum { MOST = 16 };
  rg_spec_body *body[MOST];
  char name[MOST][32];
  uint64_t draw = seed;
  rg_spec *spec = rg_spec_new("random");
  rg_geom_spec geom = rg_geom_spec_default();
  assert_true(links <= MOST);
  geom.type = RG_GEOM_PLANE;
  geom.friction[0] = 0.5;
  if (kind & SHAPES) rg_spec_add_geom(spec, rg_spec_world(spec), &geom);
  for (int i = 0; i < links; i++) {
    rg_pose pose = tree_pose(&draw, 0.5);
    rg_spec_body *parent = i ? body[tree_parent(TREE_RANDOM, i, &draw)] : rg_spec_world(spec);
    snprintf(name[i], sizeof name[i], "body%d", i);
    body[i] = rg_spec_add_body(spec, parent, name[i], &pose);
    tree_add_inertia(spec, body[i], &draw);
    if (i == 0 && kind & FLOATS) tree_add_joint(spec, body[0], RG_JOINT_FREE, 0, &draw);
    else tree_add_joints(spec, body[i], JOINTS_MIXED, i, 0.05, &draw);
    geom.type = i % 2 ? RG_GEOM_SPHERE : RG_GEOM_CAPSULE;
    geom.size[0] = 0.1, geom.size[1] = 0.15;
    geom.pose = tree_pose(&draw, 0.1);
    geom.contype = 2, geom.conaffinity = 1;
    if (kind & SHAPES) rg_spec_add_geom(spec, body[i], &geom);
  }
  rg_equality_spec pin = rg_equality_spec_default();
  pin.type = RG_EQUALITY_CONNECT;
  pin.object1 = name[links - 1];
  pin.object2 = kind & FLOATS ? name[0] : NULL;
  for (int k = 0; k < 3; k++) pin.anchor[k] = 0.2 * tree_draw(&draw);
  if (kind & PIN) rg_spec_add_equality(spec, &pin);
  rg_model *model = mechanism_compile(spec);
  assert_non_null(model);
  for (int j = 0; j < model->njoint && kind & SPRUNG; j++) {
    if (model->joint_type[j] == RG_JOINT_FREE) continue;
    model->joint_stiffness[j] = 20 + 10 * tree_draw(&draw);
    for (int d = 0; d < (model->joint_type[j] == RG_JOINT_BALL ? 3 : 1); d++)
      model->dof_damping[model->joint_dof[j] + d] = 0.5;
  }
  if (kind & SHAPES) lower(model, kind, seed);
  return model;
}

/* joints that equalities couple go to where these are closed */
static void close_joints(scene *s) {
  const rg_model *model = s->model;
  for (int e = 0; e < model->nequality; e++)
    if (model->equality_type[e] == RG_EQUALITY_JOINT)
      scene_qpos(s)[model->joint_qpos[model->equality_object1[e]]] += model->equality_data[11 * e];
}

/* The same 100 steps in all coordinates from one state; where a loop forbids most velocities there are
   pushes instead. How far redundant and embedded ones come from minimal ones, positions; steps with contacts. */
static int views_apart(rg_model *(*build)(int, int, uint64_t), int links, int kind, uint64_t seed,
                       double off[3]) {
  scene s[3];
  int contacts = 0;
  for (int c = 0; c < 3; c++) {
    uint64_t draw = seed;
    s[c] = start_model(build(links, kind, seed), RG_MIDPOINT, (rg_coordinates)c, 1e-3);
    rg_data *data = rg_sim_data(s[c].sim);
    off[c] = 0;
    close_joints(&s[c]);
    if (!s[c].model->nequality) draw_state(&s[c], seed, 1);
    else
      for (int i = 0; i < s[c].model->nv; i++) data->qfrc_applied[i] = 5 * tree_draw(&draw);
    if (kind & FLOATS && kind & SHAPES) data->qvel[2] = -1; /* towards the floor */
  }
  for (int k = 0; k < 100; k++)
    for (int c = 0; c < 3; c++) {
      step(&s[c]);
      contacts += c == 0 && rg_sim_report(s[c].sim)->contacts > 0;
      for (int i = 0; i < s[c].model->nq; i++)
        off[c] = fmax(off[c], fabs(scene_qpos(&s[c])[i] - scene_qpos(&s[0])[i]));
    }
  for (int c = 0; c < 3; c++) scene_end(&s[c]);
  return contacts;
}

static rg_model *mechanism(int which, int kind, uint64_t seed) {
  (void)kind, (void)seed;
  switch (which) {
  case 0: return mechanism_four_bar(0);
  case 1: return mechanism_four_bar(1);
  case 2: return mechanism_slider_crank();
  case 3: return mechanism_gear(1);
  case 4: return mechanism_on_base();
  default: return mechanism_stewart();
  }
}

/* Mechanisms and trees to rounding; loops that float within 1e-7. What is expected of contacts after an
   impact is not quite the same in all coordinates. */
static void coordinates_do_not_matter(void **state) {
  (void)state;
  static const char *const name[] = {"four-bar", "four-bar, weld", "slider-crank",
                                     "gear",     "on a base",      "Stewart platform"};
  static const int kinds[] = {0,
                              PIN,
                              SHAPES,
                              FLOATS | PIN,
                              FLOATS | SHAPES,
                              FLOATS | PIN | SHAPES,
                              SPRUNG,
                              SPRUNG | PIN,
                              SPRUNG | FLOATS | SHAPES};
  double off[3];
  int touched = 0;
  for (int k = 0; k < 6; k++) {
    views_apart(mechanism, k, 0, 41, off);
    print_message("%s: redundant %.2g, embedded %.2g from minimal\n", name[k], off[1], off[2]);
    assert_at_most("redundant", off[1], 1e-9);
    assert_at_most("embedded", off[2], 1e-9);
  }
  for (int k = 0; k < (SANITIZED ? 9 : 36); k++) {
    int kind = kinds[k % 9], links = 5 + k % 5;
    int contacts = views_apart(random_model, links, kind, 500 + (uint64_t)k, off);
    touched += contacts > 0;
    print_message(
        "random, %d links%s%s%s%s: %d steps with contacts, redundant %.2g, embedded %.2g from "
        "minimal\n",
        links, kind & FLOATS ? ", floating" : "", kind & PIN ? ", a loop" : "",
        kind & SHAPES ? ", shapes" : "", kind & SPRUNG ? ", springs" : "", contacts, off[1],
        off[2]);
    assert_at_most("redundant", off[1], contacts ? 1e-5 : 1e-10);
    assert_at_most("embedded", off[2], contacts ? 1e-6 : 1e-7);
  }
  assert_at_least("scenes with contacts", touched, SANITIZED ? 1 : 10);
}

/* --- units ----------------------------------------------------------------------------------------- */

/* masses, moments and rotors times a power of two: all forces are those of inertia and gravity */
static void make_heavy(rg_model *model, int power) {
  double factor = ldexp(1, power);
  for (int i = 0; i < model->nbody; i++) model->body_mass[i] *= factor;
  for (int i = 0; i < 3 * model->nbody; i++) model->body_inertia[i] *= factor;
  for (int i = 0; i < model->nv; i++) model->dof_armature[i] *= factor;
}

/* how far the heavy one comes from the light one; `same`: to the last bit */
static double heavy_apart(int kind, int power, uint64_t seed, int steps, int *same, int *contacts) {
  scene s[2];
  double worst = 0;
  *same = 1, *contacts = 0;
  for (int k = 0; k < 2; k++) {
    rg_model *model = random_model(5, kind, seed);
    if (k) make_heavy(model, power);
    s[k] = start_default(model, 1e-3);
    draw_state(&s[k], seed, 1);
    if (kind & FLOATS && kind & SHAPES) scene_qvel(&s[k])[2] = -1; /* towards the floor */
  }
  for (int i = 0; i < steps; i++) {
    for (int k = 0; k < 2; k++) step(&s[k]);
    *contacts += rg_sim_report(s[0].sim)->contacts > 0;
    size_t bytes = (size_t)s[0].model->nq * sizeof(double);
    *same &= memcmp(scene_qpos(&s[0]), scene_qpos(&s[1]), bytes) == 0;
    for (int q = 0; q < s[0].model->nq; q++)
      worst = fmax(worst, fabs(scene_qpos(&s[0])[q] - scene_qpos(&s[1])[q]));
  }
  for (int k = 0; k < 2; k++) scene_end(&s[k]);
  return worst;
}

/* The same bits without contacts. With them tons, not thousands of them: the certificate has a unit
   (docs/certificate.md, Scale), and what slides with 2^20 kg is known to 1e-10 m/s at best. */
static void units_do_not_matter(void **state) {
  (void)state;
  int same, contacts, steps = SANITIZED ? 50 : 500, touched = 0, equal = 0;
  double worst = 0;
  for (int k = 0; k < 8; k++) {
    int kind = k % 2 ? FLOATS : 0;
    heavy_apart(kind, 20, 700 + (uint64_t)k, steps, &same, &contacts);
    if (!same) fail_msg("2^20 as heavy, seed %d: not the same bits", 700 + k);
    worst =
        fmax(worst, heavy_apart(kind | SHAPES, 10, 700 + (uint64_t)k, steps / 5, &same, &contacts));
    touched += contacts > 0;
    equal += same && contacts;
  }
  print_message(
      "2^20 as heavy without contacts: the same bits; 2^10 with them: %.2g apart, the same "
      "bits in %d scenes of %d\n",
      worst, equal, touched);
  assert_at_most("apart", worst, 1e-9);
  assert_at_least("scenes with contacts", touched, 2);
}

/* --- dampers, springs, servos ---------------------------------------------------------------------- */

static scene start_text(const char *mjcf, double dt) {
  return start_default(scene_parse(mjcf), dt);
}

/* a hinge of 0.5 kg m^2 with a damper D, without gravity, at 2 rad/s */
static scene start_damped(double D, double dt) {
  char mjcf[512];
  snprintf(mjcf, sizeof mjcf,
           "<mujoco><option gravity='0 0 0'/><worldbody><body><joint axis='0 0 1' damping='%.17g'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='0.5 0.5 0.5'/></body></worldbody></mujoco>",
           D);
  scene s = start_text(mjcf, dt);
  scene_qvel(&s)[0] = 2;
  return s;
}

/* w = 2 exp(-t D / I), angle 2 I / D (1 - exp(-t D / I)) */
static double damped_error(double D, double dt) {
  double z = D / 0.5, worst;
  scene s = start_damped(D, dt);
  for (long k = 0; k < lround(1 / dt); k++) step(&s);
  worst =
      fmax(fabs(scene_qvel(&s)[0] - 2 * exp(-z)), fabs(scene_qpos(&s)[0] - 2 / z * (1 - exp(-z))));
  scene_end(&s);
  return worst;
}

/* x = cos(w t) exp(-d t) and its kin: a slide of 1 kg, spring 40 N/m, damper 1 N s/m, from 0.3 m */
static double sprung_error(double dt) {
  scene s =
      start_text("<mujoco><option gravity='0 0 0'/><worldbody><body>"
                 "<joint type='slide' axis='0 0 1' stiffness='40' damping='1'/>"
                 "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>",
                 dt);
  scene_qpos(&s)[0] = 0.3;
  for (long k = 0; k < lround(1 / dt); k++) step(&s);
  double d = 0.5, w = sqrt(40 - d * d), x = 0.3 * exp(-d) * (cos(w) + d / w * sin(w));
  double off = fabs(scene_qpos(&s)[0] - x);
  scene_end(&s);
  return off;
}

/* two slides of 1 and 3 kg in two trees; the tendon's length is their distance */
static scene start_tendon(double stiffness, double damping, double dt) {
  char mjcf[1024];
  snprintf(mjcf, sizeof mjcf,
           "<mujoco><option gravity='0 0 0'/><worldbody>"
           "<body><joint name='a' type='slide' axis='1 0 0'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
           "<body><joint name='b' type='slide' axis='1 0 0'/>"
           "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></worldbody>"
           "<tendon><fixed stiffness='%.17g' damping='%.17g' springlength='0'>"
           "<joint joint='a' coef='1'/><joint joint='b' coef='-1'/></fixed></tendon></mujoco>",
           stiffness, damping);
  return start_text(mjcf, dt);
}

/* a - b from 1 m/s decays with D / (3/4 kg), their momentum stays */
static double tendon_error(double D, double dt) {
  scene s = start_tendon(0, D, dt);
  double *v = scene_qvel(&s), z = D / 0.75;
  v[0] = 1, v[1] = 0;
  for (long k = 0; k < lround(1 / dt); k++) step(&s);
  assert_near("momentum", v[0] + 3 * v[1], 1, 1e-12);
  double off = fabs(v[0] - v[1] - exp(-z));
  scene_end(&s);
  return off;
}

static double weak_damper(double dt) { return damped_error(1.5, dt); }
static double tendon_damper(double dt) { return tendon_error(1.5, dt); }

static void dampers_are_second_order(void **state) {
  (void)state;
  const struct {
    const char *name;
    double (*error)(double);
  } one[] = {{"damped hinge", weak_damper},
             {"damped spring", sprung_error},
             {"tendon damper", tendon_damper}};
  for (int k = 0; k < 3; k++) {
    double e[3];
    for (int i = 0; i < 3; i++) e[i] = one[k].error(0.02 / (1 << i));
    print_message("%s after 1 s: off by %.3g at 20 ms, then %.3g, %.3g: ratios %.2f, %.2f\n",
                  one[k].name, e[0], e[1], e[2], e[0] / e[1], e[1] / e[2]);
    for (int i = 0; i < 2; i++) assert_at_least("ratio", e[i] / e[i + 1], 3.3);
  }
}

/* dt D / M = 1e3, and all between: what is left after a step is a tenth at most, whatever its sign */
static void stiff_dampers_do_not_ring(void **state) {
  (void)state;
  const double z[] = {3, 10, 100, 1e3, 1e6, 1e9};
  for (int k = 0; k < 6; k++) {
    scene s = start_damped(0.5 * z[k] / 1e-3, 1e-3), t = start_tendon(0, 0.75 * z[k] / 1e-3, 1e-3);
    double left = 0, before = 2, apart_left = 0, apart_before = 1;
    scene_qvel(&t)[0] = 1;
    for (int i = 0; i < 5; i++) {
      step(&s), step(&t);
      double now = fabs(scene_qvel(&s)[0]), d = fabs(scene_qvel(&t)[0] - scene_qvel(&t)[1]);
      if (before > 1e-12) left = fmax(left, now / before);
      if (apart_before > 1e-12) apart_left = fmax(apart_left, d / apart_before);
      before = now, apart_before = d;
    }
    print_message("dt D / M = %g: a step leaves %.3g of the velocity, the tendon's %.3g\n", z[k],
                  left, apart_left);
    assert_at_most("left", left, z[k] >= 1e3 ? 0.01 : 0.1);
    assert_at_most("left, tendon", apart_left, z[k] >= 1e3 ? 0.01 : 0.1);
    double momentum = scene_qvel(&t)[0] + 3 * scene_qvel(&t)[1];
    assert_near("momentum", momentum, 1, 1e-12 + 1e-15 * z[k]); /* rounding of D against M */
    scene_end(&s), scene_end(&t);
  }
}

/* a servo on a hinge of 1 kg m^2, dt^2 kp / M = 10, from 0.1 rad off: largest angle and energy in a second, of what
   they were, and the angle at the end */
static void servo(double kv, double *angle, double *energy, double *end) {
  char mjcf[1024];
  double kp = 10 / (1e-3 * 1e-3);
  snprintf(mjcf, sizeof mjcf,
           "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 0 1'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody>"
           "<actuator><position joint='j' kp='%.17g' kv='%.17g'/></actuator></mujoco>",
           kp, kv);
  scene s = start_text(mjcf, 1e-3);
  scene_qpos(&s)[0] = 0.1;
  double first = 0.5 * kp * 0.1 * 0.1;
  *angle = *energy = 0;
  for (int k = 0; k < 1000; k++) {
    step(&s);
    double q = scene_qpos(&s)[0], v = scene_qvel(&s)[0];
    *angle = fmax(*angle, fabs(q) / 0.1);
    *energy = fmax(*energy, (0.5 * v * v + 0.5 * kp * q * q) / first);
  }
  *end = fabs(scene_qpos(&s)[0]);
  scene_end(&s);
}

static void stiff_servos_are_stable(void **state) {
  (void)state;
  const double kv[] = {0, 100, 1e4};
  for (int k = 0; k < 3; k++) {
    double angle, energy, end;
    servo(kv[k], &angle, &energy, &end);
    print_message("servo, dt^2 kp / M = 10, dt kv / M = %g: at most %.6f of the angle, %.6f of the "
                  "energy, %.3g rad after 1 s\n",
                  kv[k] * 1e-3, angle, energy, end);
    assert_at_most("angle", angle, 1 + 1e-9);
    assert_at_most("energy", energy, 1 + 1e-9);
    if (kv[k] > 0) assert_at_most("angle at the end", end, 1e-3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_in_flight),           cmocka_unit_test(trees_on_a_base),
      cmocka_unit_test(frames_do_not_matter),      cmocka_unit_test(no_rule_gains),
      cmocka_unit_test(coordinates_do_not_matter), cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(dampers_are_second_order),  cmocka_unit_test(stiff_dampers_do_not_ring),
      cmocka_unit_test(stiff_servos_are_stable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
