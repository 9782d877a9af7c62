/* Torsional and rolling friction in steps (docs/rolling.md), against closed forms: what spins and what rolls stops in time and
   stays, slopes hold up to tan = q / R, a foot that drills gives way as its cone says, and both decay together as
   Contensou's law has it. Random scenes with contacts of every condim: their laws part by part, coordinates, checkpoints,
   the problem by itself, other frames, and neighbours that must not notice. */
#include "step/sim.h"

#include "step/simulate.h"

#include "record/scratch.h"

#include <rigor/solve.h>

static const double S = 0.02, Q = 0.01, R = 0.1, MASS = 2; /* m, m, m, kg */

/* --- scenes --------------------------------------------------------------------------------------------------- */

static scene begin(const char *mjcf, rg_moments cone, double dt) {
  scene s = {scene_parse(mjcf), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error = {0};
  options.moments = cone;
  if (dt > 0) options.dt = dt;
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK)
    fail_msg("%s: %s", error.element, error.reason);
  return s;
}

static void step(scene *s) {
  rg_status status = rg_step(s->sim);
  const rg_step_report *r = rg_sim_report(s->sim);
  if (status) fail_msg("step %ld: %s: %s", r->step, rg_status_text(status), r->reason);
}

static void near(const char *what, double value, double right, double tolerance) {
  if (!(fabs(value - right) <= tolerance)) fail_msg("%s: %.17g, not %.17g", what, value, right);
}

/* a full ball on a floor that is tilted by gravity */
static scene ball(int condim, double slope, rg_moments cone) {
  char text[1024];
  snprintf(text, sizeof text,
           "<mujoco><option timestep='0.01' gravity='%.17g 0 %.17g'/><worldbody>"
           "<geom type='plane' size='9 9 1' friction='0 0 0'/>"
           "<body pos='0 0 %g'><freejoint/><geom type='sphere' size='%g' mass='%g' condim='%d' "
           "friction='1 %g %g'/></body></worldbody></mujoco>",
           GRAVITY * sin(slope), -GRAVITY * cos(slope), R, R, MASS, condim, S, Q);
  return begin(text, cone, 0);
}

/* --- spinning and rolling ---------------------------------------------------------------------------------------- */

static void a_ball_that_spins(void **state) {
  (void)state;
  const double w0 = 10, rate = S * MASS * GRAVITY / (0.4 * MASS * R * R);
  for (int condim = 4; condim <= 6; condim += 2)
    for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
      scene s = ball(condim, 0, (rg_moments)cone);
      const rg_step_contact *contact;
      double *v = scene_qvel(&s), dt = 0.01;
      v[5] = w0;
      for (int k = 1; k * dt < 1.2 * w0 / rate; k++) {
        step(&s);
        double right = fmax(0, w0 - rate * k * dt);
        near("spin", v[5], right, 1e-11 * w0);
        assert_int_equal(rg_sim_contacts(s.sim, &contact), 1);
        double sign = contact->contact.frame[2] * (contact->contact.body1 == 1 ? 1 : -1);
        if (right > 0)
          near("moment", sign * contact->moment[0], -S * MASS * GRAVITY * dt, 1e-11 * MASS);
        near("spin that is told", sign * contact->turning[0], right, 1e-10 * w0);
      }
      assert_true(fabs(v[5]) <= 1e-12 * w0);
      scene_end(&s);
    }
}

static void a_ball_that_rolls(void **state) {
  (void)state;
  const double v0 = 1;
  for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
    /* under one bound the force that brakes, f = M / (1.4 R), takes its part, and the ball creeps by q^2 / (1.4 R^2) */
    double share = cone == RG_MOMENTS_ELLIPSOID ? 1 / hypot(1, Q / (1.4 * R)) : 1;
    double rate = 5.0 / 7 * share * Q * GRAVITY / R, off = share < 1 ? 0.02 : 1e-10;
    scene s = ball(6, 0, (rg_moments)cone);
    double *v = scene_qvel(&s), dt = 0.01, place[7];
    v[0] = 0.6 * v0, v[1] = 0.8 * v0, v[3] = -0.8 * v0 / R, v[4] = 0.6 * v0 / R;
    for (int k = 1; k * dt < 1.1 * v0 / rate; k++) {
      step(&s);
      near("speed", hypot(v[0], v[1]), fmax(0, v0 - rate * k * dt), off);
    }
    near("way", hypot(scene_qpos(&s)[0], scene_qpos(&s)[1]), 0.5 * v0 * v0 / rate,
         fmax(v0 * dt * rate * dt, off)); /* it stops within a step */
    for (int k = 0; k < 100; k++) step(&s);
    memcpy(place, scene_qpos(&s), sizeof place);
    for (int k = 0; k < 100; k++) step(&s);
    memcpy(place, scene_qpos(&s), sizeof place);
    for (int k = 0; k < 100; k++) step(&s);
    for (int k = 0; k < 7; k++) near("where it came to rest", scene_qpos(&s)[k], place[k], 1e-12);
    near("at rest", scene_speed(&s), 0, 1e-12);
    scene_end(&s);
  }
}

/* what is at rest stays, to the last bit */
static void a_ball_at_rest(void **state) {
  (void)state;
  for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
    scene s = ball(6, 0, (rg_moments)cone);
    double place[7];
    memcpy(place, scene_qpos(&s), sizeof place);
    for (int k = 0; k < 200; k++) step(&s);
    for (int k = 0; k < 7; k++) { /* the height is as well known as a fall is taken back */
      if (k == 2) near("height", scene_qpos(&s)[k], place[k], 1e-12);
      else assert_true(scene_qpos(&s)[k] == place[k]);
    }
    scene_end(&s);
  }
}

/* rests where tan(slope) <= q / R, rolls down with 5/7 (g sin - q / R g cos) above; under one bound the slope is
   tan = 1 / |(R / q, 1 / mu)| */
static void a_ball_on_a_slope(void **state) {
  (void)state;
  for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++)
    for (int k = 0; k < 2; k++) {
      int shared =
          cone == RG_MOMENTS_ELLIPSOID; /* the force along the slope, mu = 1, takes its part */
      double slope = atan(1 / hypot(R / Q, shared)) * (k ? 1.001 : 0.999);
      scene s = ball(6, slope, (rg_moments)cone);
      for (int i = 0; i < 100; i++) step(&s);
      double wanted = 5.0 / 7 * GRAVITY * (sin(slope) - Q / R * cos(slope));
      if (k && shared) assert_true(scene_qvel(&s)[0] > 1e-4);
      else near("speed after a second", scene_qvel(&s)[0], k ? wanted : 0, 1e-9);
      scene_end(&s);
    }
}

/* what bounces is braked by as much spin as the impact has impulse */
static void a_bounce(void **state) {
  (void)state;
  scene s = ball(4, 0, RG_MOMENTS_PRODUCT);
  rg_sim_options options = *rg_sim_used_options(s.sim);
  options.restitution = 0.5;
  assert_int_equal(rg_sim_change(s.sim, &options, NULL), RG_OK);
  double *v = scene_qvel(&s), fall = 3, w0 = 1000;
  v[2] = -fall, v[5] = w0;
  step(&s);
  assert_true(v[2] > 1.4);
  near("spin", v[5], w0 - S * (v[2] + fall + GRAVITY * 0.01) / (0.4 * R * R), 1e-9 * w0);
  scene_end(&s);
}

/* --- a foot that drills -------------------------------------------------------------------------------------------- */

/* a point foot that slides and turns about the vertical; its inertia */
static scene foot(double inertia, rg_moments cone, double dt) {
  char text[1024];
  snprintf(text, sizeof text,
           "<mujoco><worldbody><geom type='plane' size='9 9 1' friction='0 0 0'/>"
           "<body pos='0 0 %g'><inertial pos='0 0 0' mass='%g' diaginertia='1 1 %.17g'/>"
           "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
           "<joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 0 1'/>"
           "<geom type='sphere' size='%g' condim='4' friction='0.5 %g 0'/></body></worldbody>"
           "</mujoco>",
           R, MASS, inertia, R, S);
  return begin(text, cone, dt);
}

/* under a push: rests where spin has a bound of its own; where it shares one moves with f = mu^2 N v / |(mu v, s w)| */
static void a_drill(void **state) {
  (void)state;
  const double mu = 0.5, w = 7, N = MASS * GRAVITY, f = 0.6 * mu * N;
  for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
    scene s = foot(0.05, (rg_moments)cone, 0.01);
    rg_sim_drive_velocity(s.sim)[3] = w;
    rg_sim_drive_limit(s.sim)[3] = HUGE_VAL;
    rg_sim_data(s.sim)->qvel[3] = w;
    rg_sim_data(s.sim)->qfrc_applied[0] = f;
    for (int k = 0; k < 400; k++) step(&s);
    double v = S * w * f / (mu * sqrt(mu * mu * N * N - f * f));
    near("speed", scene_qvel(&s)[0], cone == RG_MOMENTS_ELLIPSOID ? v : 0, 1e-9);
    scene_end(&s);
  }
}

/* slip and spin of a foot that is let go: apart from each other, each to its end */
static void decay_apart(void **state) {
  (void)state;
  const double mu = 0.5, v0 = 2, w0 = 30, inertia = 0.02, dt = 0.01;
  scene s = foot(inertia, RG_MOMENTS_PRODUCT, dt);
  double *v = scene_qvel(&s);
  v[0] = v0, v[3] = w0;
  for (int k = 1; k < 160; k++) {
    step(&s);
    near("slip", v[0], fmax(0, v0 - mu * GRAVITY * k * dt), 1e-10);
    near("spin", v[3], fmax(0, w0 - S * MASS * GRAVITY / inertia * k * dt), 1e-9);
  }
  scene_end(&s);
}

/* under one bound with I / m = (s / mu)^2: both fall on straight lines and end at T = m |(mu v, s w)| / (mu^2 N) */
static void decay_together(void **state) {
  (void)state;
  const double mu = 0.5, v0 = 2, w0 = 40, dt = 0.01, inertia = MASS * S * S / (mu * mu);
  double T = MASS * hypot(mu * v0, S * w0) / (mu * mu * MASS * GRAVITY);
  scene s = foot(inertia, RG_MOMENTS_ELLIPSOID, dt);
  double *v = scene_qvel(&s);
  v[0] = 0.6 * v0, v[1] = -0.8 * v0, v[3] = w0;
  for (int k = 1; k * dt < 1.2 * T; k++) {
    double left = fmax(0, 1 - k * dt / T);
    step(&s);
    near("slip", hypot(v[0], v[1]), left * v0, 1e-9);
    near("spin", v[3], left * w0, 1e-8);
  }
  scene_end(&s);
}

/* of any inertia v / v0 = (w / w0)^p, p = mu^2 I / (s^2 m): how far from it after a while */
static double off_the_curve(double dt) {
  const double mu = 0.5, v0 = 2, w0 = 40, p = 2, inertia = p * MASS * S * S / (mu * mu);
  scene s = foot(inertia, RG_MOMENTS_ELLIPSOID, dt);
  double *v = scene_qvel(&s);
  v[0] = v0, v[3] = w0;
  for (int k = 0; k < lround(0.32 / dt); k++) step(&s);
  double off = fabs(v[0] / v0 - pow(v[3] / w0, p));
  assert_true(v[3] > 0.2 * w0 && v[3] < 0.8 * w0);
  scene_end(&s);
  return off;
}

static void coupled_decay_of_second_order(void **state) {
  (void)state;
  double coarse = off_the_curve(0.02), fine = off_the_curve(0.01), finer = off_the_curve(0.005);
  print_message("off the curve by %.2e, %.2e, %.2e\n", coarse, fine, finer);
  assert_true(finer < 1e-4 && fine < 0.3 * coarse && finer < 0.3 * fine);
}

/* --- random scenes ------------------------------------------------------------------------------------------------- */

static double uniform(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low) * ((double)(*seed >> 11) / 9007199254740992.0);
}

enum { TEXT = 1 << 14 };

/* shapes of every condim above a floor, one of them with an arm; `turn`: quaternion of the frame all is seen in */
static void random_text(uint64_t seed, const double turn[4], char *text) {
  static const char *const types[] = {"box", "ellipsoid", "capsule", "cylinder", "sphere"};
  static const int condims[] = {1, 3, 4, 6};
  double w = turn[0], x = turn[1], y = turn[2], z = turn[3];
  double up[3] = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
  size_t used = (size_t)snprintf(
      text, TEXT,
      "<mujoco><option timestep='0.004' gravity='%.17g %.17g %.17g'/><worldbody>"
      "<body quat='%.17g %.17g %.17g %.17g'><geom type='plane' size='9 9 1' friction='0.6 .001 0'/>"
      "</body>",
      -9.81 * up[0], -9.81 * up[1], -9.81 * up[2], w, x, y, z);
  int bodies = 3 + (int)uniform(&seed, 0, 4);
  for (int b = 0; b < bodies; b++) {
    double at[3], q[4], p[3] = {uniform(&seed, -.1, .1), uniform(&seed, -.1, .1), .1 + .13 * b};
    double own[4] = {1, uniform(&seed, -.5, .5), uniform(&seed, -.5, .5), uniform(&seed, -1, 1)};
    double size = sqrt(1 + own[1] * own[1] + own[2] * own[2] + own[3] * own[3]);
    for (int k = 0; k < 4; k++) own[k] /= size;
    double c[3] = {y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]};
    at[0] = p[0] + 2 * (w * c[0] + y * c[2] - z * c[1]);
    at[1] = p[1] + 2 * (w * c[1] + z * c[0] - x * c[2]);
    at[2] = p[2] + 2 * (w * c[2] + x * c[1] - y * c[0]);
    q[0] = w * own[0] - x * own[1] - y * own[2] - z * own[3];
    q[1] = w * own[1] + x * own[0] + y * own[3] - z * own[2];
    q[2] = w * own[2] - x * own[3] + y * own[0] + z * own[1];
    q[3] = w * own[3] + x * own[2] - y * own[1] + z * own[0];
    used += (size_t)snprintf(
        text + used, TEXT - used,
        "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'><freejoint/><geom type='%s' "
        "size='.06 .05 .04' mass='%g' condim='%d' friction='%g %g %g'/>%s</body>",
        at[0], at[1], at[2], q[0], q[1], q[2], q[3], types[(int)uniform(&seed, 0, 5)],
        uniform(&seed, .2, 3), condims[(b + (int)uniform(&seed, 0, 4)) % 4], uniform(&seed, .2, 1),
        uniform(&seed, .001, .03), uniform(&seed, .001, .01),
        b ? ""
          : "<body pos='.1 0 0'><joint type='hinge' axis='0 1 0' frictionloss='.01'/>"
            "<geom type='capsule' size='.03 .04' mass='.3' condim='6' friction='.7 .01 .004'/>"
            "</body>");
  }
  snprintf(text + used, TEXT - used, "</worldbody></mujoco>");
}

static const double STRAIGHT[4] = {1, 0, 0, 0};

static scene random_scene(uint64_t seed, rg_moments cone) {
  char text[TEXT];
  random_text(seed, STRAIGHT, text);
  return begin(text, cone, 0);
}

/* one part of friction: under its bound, and where it moves at the bound against it */
static void check_part(const char *what, int count, const double *r, const double *u, double bound,
                       double impulse, double speed) {
  double size = 0, slip = 0, dot = 0;
  for (int k = 0; k < count; k++) size += r[k] * r[k], slip += u[k] * u[k], dot += r[k] * u[k];
  size = sqrt(size), slip = sqrt(slip);
  if (!(size <= bound + impulse)) fail_msg("%s: %g beyond %g", what, size, bound);
  if (slip > speed && !(fabs(dot + bound * slip) <= impulse * slip + size * speed))
    fail_msg("%s: %g against %g at %g", what, dot / slip, bound, slip);
}

static void check_laws(scene *s, rg_moments cone) {
  const rg_step_contact *list;
  int count = rg_sim_contacts(s->sim, &list);
  for (int i = 0; i < count; i++) {
    const rg_step_contact *c = &list[i];
    double n = c->impulse[0], small = 1e-8, slow = 1e-7;
    assert_true(n >= -small);
    if (c->spin == 0 && c->roll == 0) assert_true(c->moment[0] == 0 && c->turning[0] == 0);
    if (cone == RG_MOMENTS_PRODUCT || (c->spin == 0 && c->roll == 0)) {
      check_part("slip", 2, c->impulse + 1, c->velocity + 1, c->mu * n, small, slow);
      check_part("spin", 1, c->moment, c->turning, c->spin * n, small, slow / .01);
      check_part("rolling", 2, c->moment + 1, c->turning + 1, c->roll * n, small, slow / .01);
      continue;
    }
    double D[5] = {c->mu, c->mu, c->spin, c->roll, c->roll}, r[5], u[5];
    for (int k = 0; k < 5; k++) { /* coefficient 0: no moment */
      double impulse = k < 2 ? c->impulse[1 + k] : c->moment[k - 2];
      double speed = k < 2 ? c->velocity[1 + k] : c->turning[k - 2];
      if (D[k] == 0) near("a moment that cannot be", impulse, 0, 1e-12);
      r[k] = D[k] > 0 ? impulse / D[k] : 0;
      u[k] = D[k] * speed;
    }
    check_part("friction", 5, r, u, n, 1e-6, slow);
  }
}

/* every step solved, every contact within its laws, energy lost */
static void laws_of_random_scenes(void **state) {
  (void)state;
  int moments = 0, plain = 0;
  for (uint64_t seed = 1; seed <= (SANITIZED ? 4 : 20); seed++)
    for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
      scene s = random_scene(seed, (rg_moments)cone);
      double energy = rg_sim_energy(s.sim), friction = 0;
      for (int k = 0; k < 120; k++) {
        const rg_step_contact *list;
        step(&s);
        check_laws(&s, (rg_moments)cone);
        const rg_step_balance *b = &rg_sim_report(s.sim)->balance;
        friction += b->friction;
        for (int i = rg_sim_contacts(s.sim, &list) - 1; i >= 0; i--)
          *(list[i].spin > 0 || list[i].roll > 0 ? &moments : &plain) += 1;
      }
      assert_true(friction <= 0 && rg_sim_energy(s.sim) < energy);
      scene_end(&s);
    }
  print_message("%d contacts with moments, %d without\n", moments, plain);
  assert_true(moments > 1000 && plain > 100);
}

/* minimal, redundant and embedded coordinates are the same discretization */
static void coordinates_agree(void **state) {
  (void)state;
  for (uint64_t seed = 30; seed < 34; seed++)
    for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
      double first[100];
      for (int kind = RG_MINIMAL; kind <= RG_EMBEDDED; kind++) {
        char text[TEXT];
        random_text(seed, STRAIGHT, text);
        scene s = {scene_parse(text), NULL};
        rg_sim_options options = scene_options(s.model);
        options.moments = (rg_moments)cone, options.coordinates = (rg_coordinates)kind;
        options.integrator = RG_EULER;
        assert_int_equal(rg_sim_new(&s.sim, s.model, &options, NULL), RG_OK);
        for (int k = 0; k < 25; k++) step(&s);
        for (int i = 0; i < s.model->nv; i++) {
          if (kind) near("velocity", scene_qvel(&s)[i], first[i], 1e-8);
          else first[i] = scene_qvel(&s)[i];
        }
        scene_end(&s);
      }
    }
}

/* the whole scene turned: every body as fast, and its frame turned with it */
static void frames_agree(void **state) {
  (void)state;
  for (uint64_t seed = 40; seed < 46; seed++) {
    uint64_t draw = seed;
    double turn[4], size = 0;
    for (int k = 0; k < 4; k++) turn[k] = uniform(&draw, -1, 1), size += turn[k] * turn[k];
    for (int k = 0; k < 4; k++) turn[k] /= sqrt(size);
    char text[TEXT];
    rg_moments cone = seed % 2 ? RG_MOMENTS_PRODUCT : RG_MOMENTS_ELLIPSOID;
    scene a = random_scene(seed, cone);
    random_text(seed, turn, text);
    scene b = begin(text, cone, 0);
    for (int k = 0; k < 25; k++) step(&a), step(&b);
    for (int j = 0; j < a.model->njoint; j++) {
      int at = a.model->joint_dof[j], free = a.model->joint_type[j] == RG_JOINT_FREE;
      const double *v = scene_qvel(&a) + at, *u = scene_qvel(&b) + at;
      if (!free) near("joint", u[0], v[0], 1e-7);
      if (!free) continue;
      near("speed", hypot(hypot(u[0], u[1]), u[2]), hypot(hypot(v[0], v[1]), v[2]), 1e-7);
      for (int k = 3; k < 6; k++) near("turning, in the frame of the body", u[k], v[k], 1e-6);
    }
    scene_end(&a);
    scene_end(&b);
  }
}

/* a run that is resumed has the bits of one that never stopped */
static void checkpoints(void **state) {
  (void)state;
  char path[256];
  snprintf(path, sizeof path, "%s", scratch_path("moments.json"));
  for (uint64_t seed = 50; seed < 54; seed++) {
    scene a = random_scene(seed, RG_MOMENTS_PRODUCT), b = random_scene(seed, RG_MOMENTS_PRODUCT);
    rg_error error = {0};
    for (int k = 0; k < 60; k++) step(&a);
    assert_int_equal(rg_sim_save(a.sim, path, NULL), RG_OK);
    if (rg_sim_load(b.sim, path, &error) != RG_OK) fail_msg("%s: %s", error.element, error.reason);
    for (int k = 0; k < 60; k++) step(&a), step(&b);
    assert_memory_equal(scene_qpos(&a), scene_qpos(&b), (size_t)a.model->nq * sizeof(double));
    assert_memory_equal(scene_qvel(&a), scene_qvel(&b), (size_t)a.model->nv * sizeof(double));
    scene_end(&a);
    scene_end(&b);
  }
}

/* the problem of a step, solved by itself, gives the bits of the step */
static void problems_by_themselves(void **state) {
  (void)state;
  int same = 0;
  for (uint64_t seed = 60; seed < 68; seed++) {
    scene s = random_scene(seed, seed % 2 ? RG_MOMENTS_PRODUCT : RG_MOMENTS_ELLIPSOID);
    for (int k = 0; k < 80; k++) {
      step(&s);
      const rg_problem *p = rg_sim_problem_global(s.sim);
      int whole = p && p->dim > 3 && rg_sim_report(s.sim)->solves == 1;
      for (int i = 0; i < s.sim->rest.count; i++) whole &= !s.sim->rest.held[i];
      if (!whole) continue;
      rg_error error = {0};
      rg_solver *solver;
      size_t bytes = (size_t)rg_problem_size(p) * sizeof(double);
      if (rg_solver_new(&solver, p, &s.sim->options.solve, &error) != RG_OK)
        fail_msg("%s: %s", error.element, error.reason);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
      if (memcmp(rg_solver_impulse(solver), rg_sim_impulse(s.sim), bytes) != 0)
        fail_msg("seed %d, step %d: other bits, %d and %d iterations", (int)seed, k,
                 rg_solver_report(solver)->iterations, rg_sim_report(s.sim)->iterations);
      rg_solver_free(solver);
      same++;
    }
    scene_end(&s);
  }
  print_message("%d problems\n", same);
  assert_true(same > 100);
}

/* boxes that know of no moments fall and hit with the same bits with and without a ball far away that does; later, at rest,
   what is nothing is measured by all that moves */
static void neighbours_do_not_notice(void **state) {
  (void)state;
  static const char pile[] =
      "<geom type='plane' size='9 9 1'/>"
      "<body pos='0 0 .06'><freejoint/><geom type='box' size='.1 .1 .05'/></body>"
      "<body pos='.02 0 .17'><freejoint/><geom type='box' size='.1 .1 .05'/></body>"
      "<body pos='0 .03 .3'><freejoint/><geom type='sphere' size='.06'/></body>";
  char text[2048];
  scene one, two;
  snprintf(text, sizeof text, "<mujoco><worldbody>%s</worldbody></mujoco>", pile);
  one = begin(text, RG_MOMENTS_PRODUCT, 0);
  snprintf(text, sizeof text,
           "<mujoco><worldbody>%s<body pos='5 0 .1'><freejoint/><geom type='sphere' size='.1' "
           "condim='6' friction='1 .01 .01'/></body></worldbody></mujoco>",
           pile);
  two = begin(text, RG_MOMENTS_PRODUCT, 0);
  scene_qvel(&two)[18] = 1;
  for (int k = 0; k < 30; k++) {
    step(&one), step(&two);
    assert_memory_equal(scene_qpos(&one), scene_qpos(&two), 21 * sizeof(double));
    assert_memory_equal(scene_qvel(&one), scene_qvel(&two), 18 * sizeof(double));
  }
  scene_end(&one);
  scene_end(&two);
}

/* --- what is refused ------------------------------------------------------------------------------------------------ */

static void refuse(const rg_model *model, const rg_sim_options *options, const char *reason) {
  rg_sim *sim = NULL;
  rg_error error = {0};
  assert_int_equal(rg_sim_new(&sim, model, options, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "geom 'wheel'");
  if (!strstr(error.reason, reason)) fail_msg("%s", error.reason);
}

static void mistakes_are_named(void **state) {
  (void)state;
  rg_model *model = scene_parse(
      "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .1'><freejoint/>"
      "<geom name='wheel' type='sphere' size='.1' condim='6'/></body></worldbody></mujoco>");
  rg_sim_options options = scene_options(model);
  options.solve.law.law = RG_LAW_PYRAMID;
  refuse(model, &options, "law pyramid knows no moments");
  options = scene_options(model), options.solve.solver = "psor";
  refuse(model, &options, "solver psor knows no moments");
  rg_sim *sim = NULL;
  options.moments = RG_MOMENTS_NONE;
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  rg_sim_data(sim)->qvel[0] = 1, rg_sim_data(sim)->qvel[4] = 10;
  for (int k = 0; k < 100; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
  near("speed", rg_sim_data(sim)->qvel[0], 1, 1e-9);
  rg_sim_free(sim);
  options = scene_options(model), options.solve.solver = "nsgs";
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  for (int k = 0; k < 10; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* --- beside MuJoCo --------------------------------------------------------------------------------------------------- */

/* a ball that rolls at 1 m/s or spins at 10 rad/s: time until a twentieth is left */
enum { ROLL, SPIN };

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>

static const char wheel[] =
    "<mujoco><option timestep='0.001' cone='elliptic' solver='Newton' tolerance='1e-12' "
    "iterations='200'/>"
    "<default><geom solref='0.004 1' condim='6' friction='1 .02 .01'/></default>"
    "<worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .1'><freejoint/>"
    "<geom type='sphere' size='.1' mass='2'/></body></worldbody></mujoco>";

static double time_of_ours(int what) {
  scene s = begin(wheel, RG_MOMENTS_ELLIPSOID, 0);
  double *v = scene_qvel(&s), first = what == ROLL ? 1 : 10, *speed = v + (what == ROLL ? 0 : 5);
  if (what == ROLL) v[0] = 1, v[4] = 10;
  else v[5] = 10;
  int k = 0;
  for (; fabs(*speed) > 0.05 * first && k < 5000; k++) step(&s);
  scene_end(&s);
  return k * 1e-3;
}

static double time_of_mujoco(int what) {
  char error[500];
  mjModel *m = mj_loadXML(scratch_text("wheel.xml", wheel), NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData *d = mj_makeData(m);
  for (int k = 0; k < 500; k++) mj_step(m, d); /* it sinks in first */
  d->qvel[0] = what == ROLL, d->qvel[4] = what == ROLL ? 10 : 0, d->qvel[5] = what == SPIN ? 10 : 0;
  double first = what == ROLL ? 1 : 10, *speed = d->qvel + (what == ROLL ? 0 : 5);
  int k = 0;
  for (; fabs(*speed) > 0.05 * first && k < 5000; k++) mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return k * 1e-3;
}

static void beside_mujoco(void **state) {
  (void)state;
  for (int what = ROLL; what <= SPIN; what++) {
    double ours = time_of_ours(what), theirs = time_of_mujoco(what);
    print_message("%s: %.3f s, MuJoCo %.3f s\n", what == ROLL ? "rolling" : "spinning", ours,
                  theirs);
    near("time until a twentieth is left", theirs, ours, 0.03 * ours);
  }
}
#else
static void beside_mujoco(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball_that_spins),
                                     cmocka_unit_test(a_ball_that_rolls),
                                     cmocka_unit_test(a_ball_at_rest),
                                     cmocka_unit_test(a_ball_on_a_slope),
                                     cmocka_unit_test(a_bounce),
                                     cmocka_unit_test(a_drill),
                                     cmocka_unit_test(decay_apart),
                                     cmocka_unit_test(decay_together),
                                     cmocka_unit_test(coupled_decay_of_second_order),
                                     cmocka_unit_test(laws_of_random_scenes),
                                     cmocka_unit_test(coordinates_agree),
                                     cmocka_unit_test(frames_agree),
                                     cmocka_unit_test(checkpoints),
                                     cmocka_unit_test(problems_by_themselves),
                                     cmocka_unit_test(neighbours_do_not_notice),
                                     cmocka_unit_test(beside_mujoco),
                                     cmocka_unit_test(mistakes_are_named)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
