/* SDFormat: poses against products of matrices made here, robots against the same robots in URDF and MJCF,
   surfaces and worlds against closed forms, mistakes by line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/scratch.h"

#include <rigor/dynamics.h>
#include <rigor/model.h>
#include <rigor/step.h>

#include <math.h>

#define SDF(inside)   "<sdf version='1.9'>" inside "</sdf>"
#define MODEL(inside) SDF("<model name='m'>" inside "</model>")
#define MASS                                                                                       \
  "<inertial><mass>2</mass><inertia><ixx>0.2</ixx><iyy>0.3</iyy><izz>0.4</izz></inertia></"        \
  "inertial>"
#define BALL(name, radius)                                                                         \
  "<collision name='" name "'><geometry><sphere><radius>" radius                                   \
  "</radius></sphere></geometry></collision>"

static rg_model *load(const char *path, const rg_load_options *options) {
  rg_model *model;
  rg_error error;
  char text[1024];
  if (rg_model_load(&model, path, options, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

static rg_model *parse(const char *text) {
  rg_model *model = NULL;
  rg_error error;
  char buffer[1024];
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s\n%s", rg_error_text(&error, buffer, sizeof buffer), text);
  return model;
}

static int find(const rg_model *model, rg_object type, const char *name) {
  int index = rg_model_find(model, type, name);
  if (index < 0) fail_msg("there is no '%s'", name);
  return index;
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

static int notices_with(const rg_model *model, const char *word) {
  int count = 0;
  for (int i = 0; i < model->nnotice; i++) count += strstr(model->notice[i], word) != NULL;
  return count;
}

/* --- random numbers, 4 x 4 matrices ------------------------------------------------------------ */

static uint64_t seed = 1;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static int below(int n) { return (int)uniform(0, n) % n; }

typedef struct frame {
  double m[4][4];
} frame;

/* x y z roll pitch yaw, by the entries of Rz Ry Rx */
static frame frame_of(const double v[6]) {
  double cr = cos(v[3]), sr = sin(v[3]), cp = cos(v[4]), sp = sin(v[4]), cy = cos(v[5]),
         sy = sin(v[5]);
  frame f = {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, v[0]},
              {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, v[1]},
              {-sp, cp * sr, cp * cr, v[2]},
              {0, 0, 0, 1}}};
  return f;
}

static frame times(const frame *a, const frame *b) {
  frame r = {{{0}}};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++) r.m[i][j] += a->m[i][k] * b->m[k][j];
  return r;
}

static frame inverse(const frame *a) {
  frame r = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      r.m[i][j] = a->m[j][i];
      r.m[i][3] -= a->m[j][i] * a->m[j][3];
    }
  r.m[3][3] = 1;
  return r;
}

static void random_pose(double v[6]) {
  for (int k = 0; k < 3; k++) v[k] = uniform(-1, 1), v[3 + k] = uniform(-1.5, 1.5);
}

static void expect_at(const rg_model *model, const rg_data *data, const char *name,
                      const frame *expected) {
  int b = find(model, RG_OBJECT_BODY, name);
  for (int i = 0; i < 3; i++) {
    near(data->xpos[3 * b + i], expected->m[i][3], 1e-12);
    for (int j = 0; j < 3; j++) near(data->xmat[9 * b + 3 * i + j], expected->m[i][j], 1e-12);
  }
}

/* --- poses ------------------------------------------------------------------------------------- */

/* links and frames of one model in any order, each given in any other that does not lead back to it */
static void poses_in_frames(void **state) {
  (void)state;
  enum { N = 12 };
  for (int round = 0; round < 200; round++) {
    frame world[N];
    int order[N], base[N];
    double v[N][6], base_pose[6];
    random_pose(base_pose);
    frame model = frame_of(base_pose);
    for (int i = 0; i < N; i++) {
      random_pose(v[i]);
      base[i] = i == 0 ? -1 : below(i + 1) - 1;
      frame own = frame_of(v[i]);
      world[i] = times(base[i] < 0 ? &model : &world[base[i]], &own);
      order[i] = i;
    }
    for (int i = N - 1; i > 0; i--) {
      int j = below(i + 1), t = order[i];
      order[i] = order[j], order[j] = t;
    }
    char text[8192];
    int size = snprintf(text, sizeof text,
                        "<sdf version='1.7'><model name='m'><pose>%.17g %.17g %.17g %.17g %.17g "
                        "%.17g</pose>",
                        base_pose[0], base_pose[1], base_pose[2], base_pose[3], base_pose[4],
                        base_pose[5]);
    for (int k = 0; k < N; k++) {
      int i = order[k];
      char to[64] = "";
      if (base[i] >= 0)
        snprintf(to, sizeof to, " relative_to='%s%d'", base[i] % 3 == 2 ? "f" : "l", base[i]);
      else if (below(2)) snprintf(to, sizeof to, " relative_to='__model__'");
      const char *what = i % 3 == 2 ? "frame" : "link";
      size += snprintf(text + size, sizeof text - (size_t)size,
                       "<%s name='%c%d'><pose%s>%.17g %.17g %.17g %.17g %.17g %.17g</pose>%s</%s>",
                       what, what[0], i, to, v[i][0], v[i][1], v[i][2], v[i][3], v[i][4], v[i][5],
                       what[0] == 'l' ? MASS : "", what);
    }
    snprintf(text + size, sizeof text - (size_t)size, "</model></sdf>");
    rg_model *m = parse(text);
    rg_data *data = rg_data_new(m);
    rg_kinematics(m, data);
    for (int i = 0; i < N; i++) {
      char name[16];
      snprintf(name, sizeof name, "l%d", i);
      if (i % 3 != 2) expect_at(m, data, name, &world[i]);
    }
    rg_data_free(data);
    rg_model_free(m);
  }
}

static void ways_to_write_a_turn(void **state) {
  (void)state;
  rg_model *m = parse(MODEL(
      "<link name='a'><pose>1 2 3 0.3 -0.4 0.5</pose>" MASS "</link>"
      "<link name='b'><pose degrees='true'>1 2 3 17.188733853924695 -22.918311805232932 "
      "28.647889756541161</pose>" MASS "</link>"
      "<link name='c'><pose rotation_format='quat_xyzw'>1 2 3 0 0 3 4</pose>" MASS "</link>"));
  double given[6] = {1, 2, 3, 0.3, -0.4, 0.5}, turned[6] = {1, 2, 3, 0, 0, 2 * atan2(3, 4)};
  frame first = frame_of(given), last = frame_of(turned);
  rg_data *data = rg_data_new(m);
  rg_kinematics(m, data);
  expect_at(m, data, "a", &first);
  expect_at(m, data, "b", &first);
  expect_at(m, data, "c", &last);
  rg_data_free(data);
  rg_model_free(m);
}

/* the pose of a model is that of its placement frame, at any depth */
static void placement_frames(void **state) {
  (void)state;
  for (int round = 0; round < 50; round++) {
    double outer[6], inner[6], link[6], grip[6];
    random_pose(outer), random_pose(inner), random_pose(link), random_pose(grip);
    char text[2048];
#define SIX     "%.17g %.17g %.17g %.17g %.17g %.17g"
#define LIST(v) v[0], v[1], v[2], v[3], v[4], v[5]
    snprintf(text, sizeof text,
             "<sdf version='1.9'><world name='w'><model name='o' placement_frame='i::grip'>"
             "<pose>" SIX "</pose><model name='i' placement_frame='part'><pose>" SIX
             "</pose><link name='part'><pose>" SIX "</pose>" MASS
             "</link><frame name='grip' attached_to='part'><pose>" SIX
             "</pose></frame></model></model></world></sdf>",
             LIST(outer), LIST(inner), LIST(link), LIST(grip));
    /* grip lies where the pose of o says: X_part = X_outer X_grip^-1 */
    frame O = frame_of(outer), G = frame_of(grip), back = inverse(&G), part = times(&O, &back);
    rg_model *m = parse(text);
    rg_data *data = rg_data_new(m);
    rg_kinematics(m, data);
    expect_at(m, data, "o::i::part", &part);
    rg_data_free(data);
    rg_model_free(m);
  }
}

/* --- the same robot in three formats ----------------------------------------------------------- */

typedef struct robot_link {
  int parent; /* -1: the world */
  int type;   /* 0 revolute, 1 prismatic, 2 fixed, 3 continuous */
  double at[6], axis[3], mass, centre[6], moments[3], products[3];
  double lower, upper, damping, friction;
} robot_link;

static void random_robot(robot_link *link, int count) {
  for (int i = 0; i < count; i++) {
    robot_link *l = link + i;
    l->parent = below(i + 1) - 1;
    l->type = below(4);
    random_pose(l->at), random_pose(l->centre);
    for (int k = 0; k < 3; k++) l->axis[k] = uniform(0.1, 1) * (below(2) ? 1 : -1);
    l->mass = uniform(0.5, 3);
    for (int k = 0; k < 3; k++)
      l->moments[k] = uniform(0.1, 0.15), l->products[k] = uniform(-0.01, 0.01);
    l->lower = uniform(-2, -0.1), l->upper = uniform(0.1, 2);
    l->damping = uniform(0, 1), l->friction = uniform(0, 0.5);
  }
}

static const char *const types[] = {"revolute", "prismatic", "fixed", "continuous"};

/* in SDFormat the link has its pose in the parent, the axis may be given in a frame of its own */
static const char *write_sdf(const robot_link *link, int count, int in_model) {
  static char text[32768];
  int n = snprintf(text, sizeof text, "<sdf version='1.8'><model name='r'>");
  for (int i = 0; i < count; i++) {
    const robot_link *l = link + i;
    char above[32] = "__model__";
    if (l->parent >= 0) snprintf(above, sizeof above, "l%d", l->parent);
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<link name='l%d'><pose relative_to='%s'>" SIX "</pose><inertial><pose>" SIX
                  "</pose><mass>%.17g</mass><inertia><ixx>%.17g</ixx><iyy>%.17g</iyy><izz>%.17g"
                  "</izz><ixy>%.17g</ixy><ixz>%.17g</ixz><iyz>%.17g</iyz></inertia></inertial>"
                  "</link><joint name='j%d' type='%s'><parent>%s</parent><child>l%d</child>",
                  i, above, LIST(l->at), LIST(l->centre), l->mass, l->moments[0], l->moments[1],
                  l->moments[2], l->products[0], l->products[1], l->products[2], i, types[l->type],
                  l->parent < 0 ? "world" : above, i);
    if (l->type != 2)
      n += snprintf(text + n, sizeof text - (size_t)n,
                    "<axis><xyz%s>%.17g %.17g %.17g</xyz><limit><lower>%.17g</lower><upper>%.17g"
                    "</upper></limit><dynamics><damping>%.17g</damping><friction>%.17g</friction>"
                    "</dynamics></axis>",
                    in_model ? " expressed_in='axes'" : "", l->axis[0], l->axis[1], l->axis[2],
                    l->lower, l->upper, l->damping, l->friction);
    n += snprintf(text + n, sizeof text - (size_t)n, "</joint>");
  }
  // a frame that is turned as the child of the only joint that uses it: one link robots
  if (in_model)
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<frame name='axes'><pose relative_to='l0'>5 5 5 0 0 0</pose></frame>");
  snprintf(text + n, sizeof text - (size_t)n, "</model></sdf>");
  return text;
}

static const char *write_urdf(const robot_link *link, int count) {
  static char text[32768];
  int n = snprintf(text, sizeof text, "<robot name='r'><link name='world'/>");
  for (int i = 0; i < count; i++) {
    const robot_link *l = link + i;
    char above[32] = "world";
    if (l->parent >= 0) snprintf(above, sizeof above, "l%d", l->parent);
    n += snprintf(
        text + n, sizeof text - (size_t)n,
        "<link name='l%d'><inertial><origin xyz='%.17g %.17g %.17g' rpy='%.17g %.17g %.17g'/>"
        "<mass value='%.17g'/><inertia ixx='%.17g' iyy='%.17g' izz='%.17g' ixy='%.17g' "
        "ixz='%.17g' iyz='%.17g'/></inertial></link><joint name='j%d' type='%s'>"
        "<origin xyz='%.17g %.17g %.17g' rpy='%.17g %.17g %.17g'/><parent link='%s'/>"
        "<child link='l%d'/><axis xyz='%.17g %.17g %.17g'/>"
        "<limit lower='%.17g' upper='%.17g' effort='0' velocity='0'/>"
        "<dynamics damping='%.17g' friction='%.17g'/></joint>",
        i, LIST(l->centre), l->mass, l->moments[0], l->moments[1], l->moments[2], l->products[0],
        l->products[1], l->products[2], i, types[l->type], LIST(l->at), above, i, l->axis[0],
        l->axis[1], l->axis[2], l->lower, l->upper, l->damping, l->friction);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</robot>");
  return text;
}

/* mass matrix, bias and passive forces at a state are the same, joint by joint */
static void expect_same_motion(rg_model *a, rg_model *b) {
  assert_int_equal(a->nv, b->nv);
  assert_int_equal(a->njoint, b->njoint);
  int nv = a->nv;
  rg_data *one = rg_data_new(a), *two = rg_data_new(b);
  double *M1 = calloc((size_t)(nv * nv) + 1, sizeof(double)),
         *M2 = calloc((size_t)(nv * nv) + 1, sizeof(double));
  int *to = calloc((size_t)nv + 1, sizeof(int));
  for (int j = 0; j < a->njoint; j++) {
    int k = find(b, RG_OBJECT_JOINT, a->joint_name[j]);
    assert_int_equal(a->joint_type[j], b->joint_type[k]);
    assert_int_equal(a->joint_limited[j], b->joint_limited[k]);
    for (int i = 0; i < 2; i++)
      if (a->joint_limited[j]) near(a->joint_range[2 * j + i], b->joint_range[2 * k + i], 1e-14);
    to[a->joint_dof[j]] = b->joint_dof[k];
    near(a->dof_frictionloss[a->joint_dof[j]], b->dof_frictionloss[b->joint_dof[k]], 1e-14);
    one->qpos[a->joint_qpos[j]] = two->qpos[b->joint_qpos[k]] = uniform(-1, 1);
    one->qvel[a->joint_dof[j]] = two->qvel[b->joint_dof[k]] = uniform(-1, 1);
  }
  for (int k = 0; k < 3; k++) b->option.gravity[k] = a->option.gravity[k];
  rg_forward(a, one), rg_forward(b, two);
  rg_mass_dense(a, one, M1), rg_mass_dense(b, two, M2);
  for (int i = 0; i < nv; i++) {
    near(one->qfrc_bias[i], two->qfrc_bias[to[i]], 1e-10);
    near(one->qfrc_passive[i], two->qfrc_passive[to[i]], 1e-12);
    for (int j = 0; j < nv; j++) near(M1[i * nv + j], M2[to[i] * nv + to[j]], 1e-11);
  }
  free(M1), free(M2), free(to);
  rg_data_free(one), rg_data_free(two);
}

static void same_as_urdf(void **state) {
  (void)state;
  int joints = 0;
  for (int round = 0; round < 200; round++) {
    robot_link link[8];
    int count = 1 + below(8);
    random_robot(link, count);
    rg_model *a = parse(write_sdf(link, count, count == 1)), *b = parse(write_urdf(link, count));
    joints += a->nv;
    expect_same_motion(a, b);
    rg_model_free(a), rg_model_free(b);
  }
  assert_true(joints > 400);
}

/* joints away from the origin of the child, universal, ball: beside MJCF */
static void same_as_mjcf(void **state) {
  (void)state;
  static const char mass[] = "<inertial pos='0 0 0' mass='2' diaginertia='0.2 0.3 0.4'/>";
  for (int round = 0; round < 100; round++) {
    double at[6], joint[6], axis[3] = {uniform(-1, 1), uniform(-1, 1), 1},
                            axis2[3] = {1, uniform(-1, 1), uniform(-1, 1)};
    random_pose(at), random_pose(joint);
    frame J = frame_of(joint);
    double in_body[2][3] = {{0}};
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) {
        in_body[0][i] += J.m[i][k] * axis[k];
        in_body[1][i] += J.m[i][k] * axis2[k];
      }
    char sdf[2048], mjcf[2048];
    const char *type = round % 2 ? "universal" : "revolute2";
    snprintf(sdf, sizeof sdf,
             "<sdf version='1.11'><model name='m'><link name='b'><pose>" SIX "</pose>" MASS
             "</link><joint name='u' type='%s'><pose>" SIX
             "</pose><parent>world</parent><child>b</child><axis><xyz>%.17g %.17g %.17g</xyz>"
             "<dynamics><spring_stiffness>3</spring_stiffness><spring_reference>0.2"
             "</spring_reference></dynamics></axis><axis2><xyz>%.17g %.17g %.17g</xyz><limit>"
             "<lower>-1</lower><upper>inf</upper></limit></axis2></joint></model></sdf>",
             LIST(at), type, LIST(joint), axis[0], axis[1], axis[2], axis2[0], axis2[1], axis2[2]);
    snprintf(mjcf, sizeof mjcf,
             "<mujoco><compiler angle='radian' eulerseq='XYZ'/><worldbody><body name='b' "
             "pos='%.17g %.17g %.17g' euler='%.17g %.17g %.17g'>%s"
             "<joint name='u' pos='%.17g %.17g %.17g' axis='%.17g %.17g %.17g' stiffness='3' "
             "springref='0.2'/><joint name='u_2' pos='%.17g %.17g %.17g' axis='%.17g %.17g %.17g' "
             "range='-1 1e10'/></body></worldbody></mujoco>",
             LIST(at), mass, joint[0], joint[1], joint[2], in_body[0][0], in_body[0][1],
             in_body[0][2], joint[0], joint[1], joint[2], in_body[1][0], in_body[1][1],
             in_body[1][2]);
    rg_model *a = parse(sdf), *b = parse(mjcf);
    expect_same_motion(a, b);
    rg_model_free(a), rg_model_free(b);
  }
  rg_model *m =
      parse(MODEL("<link name='a'>" MASS "</link><link name='b'><pose>0 0 1 0 0 0</pose>" MASS
                  "</link><joint name='j' type='ball'><parent>a</parent><child>b</child>"
                  "<pose relative_to='a'>0 0 0.25 0 0 0</pose></joint>"));
  int j = find(m, RG_OBJECT_JOINT, "j");
  assert_int_equal(m->joint_type[j], RG_JOINT_BALL);
  near(m->joint_pos[3 * j + 2], -0.75, 1e-15);
  assert_int_equal(m->nv, 9); /* a floats */
  rg_model_free(m);
}

/* axes before 1.7: of the model where a switch says so, and always before 1.5 */
static void axes_of_old_files(void **state) {
  (void)state;
  static const struct {
    const char *version, *more;
    double axis[3];
  } cases[] = {{"1.4", "", {0, -1, 0}},
               {"1.6", "", {1, 0, 0}},
               {"1.6", "<use_parent_model_frame>1</use_parent_model_frame>", {0, -1, 0}},
               {"1.7", "", {1, 0, 0}}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "<sdf version='%s'><model name='m'><link name='a'>"
             "<pose>0 0 0 0 0 1.5707963267948966</pose>" MASS
             "</link><joint name='a_joint' type='revolute'><parent>world</parent>"
             "<child>a</child><axis><xyz>1 0 0</xyz>%s</axis></joint></model></sdf>",
             cases[k].version, cases[k].more);
    rg_model *m = parse(text);
    for (int i = 0; i < 3; i++) near(m->joint_axis[i], cases[k].axis[i], 1e-15);
    rg_model_free(m);
  }
}

/* --- surfaces ---------------------------------------------------------------------------------- */

/* two surfaces: the smaller coefficient, of all pairs of a crowd */
static void smaller_friction_counts(void **state) {
  (void)state;
  static const char *const mu[5] = {"0.1", "0.5", "0.9", "0", "1.7"};
  char text[8192];
  int n =
      snprintf(text, sizeof text, "<sdf version='1.7'><world name='w'><gravity>0 0 -10</gravity>");
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 2; k++) {
      char friction[128];
      if (i % 2)
        snprintf(friction, sizeof friction, "<bullet><friction>%s</friction></bullet>", mu[i]);
      else snprintf(friction, sizeof friction, "<ode><mu>%s</mu><mu2>%s</mu2></ode>", mu[i], mu[i]);
      n += snprintf(text + n, sizeof text - (size_t)n,
                    "<model name='m%d%d'>%s<pose>%d 0 %g 0 0 0</pose><link name='l'>" MASS
                    "<collision name='c'><geometry><box><size>%s</size></box></geometry>"
                    "<surface><friction>%s</friction></surface></collision></link></model>",
                    i, k, k ? "" : "<static>true</static>", 0, k ? 1.0 + 10 * i : 0.5 + 10 * i,
                    k ? "0.2 0.2 0.5" : "8 8 0.5", friction);
    }
  snprintf(text + n, sizeof text - (size_t)n, "</world></sdf>");
  rg_model *m = parse(text);
  /* bring every box onto every plate */
  rg_sim *sim;
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&sim, m, &options, NULL), RG_OK);
  for (int plate = 0; plate < 5; plate++) {
    rg_sim_reset(sim, -1, NULL);
    double *q = rg_sim_data(sim)->qpos;
    for (int i = 0; i < 5; i++) q[7 * i] = i - 2.0, q[7 * i + 2] = 1.0 + 10 * plate;
    assert_int_equal(rg_step(sim), RG_SOLVED);
    const rg_step_contact *contact;
    int count = rg_sim_contacts(sim, &contact), seen = 0;
    for (int c = 0; c < count; c++) {
      const char *name[2] = {m->geom_name[contact[c].contact.geom1],
                             m->geom_name[contact[c].contact.geom2]};
      double a = atof(mu[name[0][1] - '0']), b = atof(mu[name[1][1] - '0']);
      near(contact[c].mu, fmin(a, b), 0);
      seen++;
    }
    assert_true(seen >= 15);
  }
  rg_sim_free(sim);
  rg_model_free(m);
}

/* a block on a slope: a = g (sin - mu cos) */
static void block_on_a_slope(void **state) {
  (void)state;
  const double angle = 0.5, mu = 0.2, g = 9.8, t = 0.5;
  rg_model *m = parse(
      SDF("<world name='w'><physics name='p' type='ode'><max_step_size>0.002</max_step_size>"
          "</physics><model name='slope'><static>true</static><pose>0 0 0 0 0.5 0</pose>"
          "<link name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal></plane>"
          "</geometry><surface><friction><ode><mu>0.2</mu><mu2>0.2</mu2></ode></friction></surface>"
          "</collision></link></model><model name='block'>"
          "<pose relative_to='slope'>0 0 0.1 0 0 0</pose><link name='l'>" MASS
          "<collision name='c'><geometry><box><size>0.4 0.4 0.2</size></box></geometry></collision>"
          "</link></model></world>"));
  near(m->option.gravity[2], -9.8, 0);
  near(m->option.timestep, 0.002, 0);
  rg_sim *sim;
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&sim, m, &options, NULL), RG_OK);
  for (int k = 0; k < 250; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
  const double *v = rg_sim_data(sim)->qvel;
  near(hypot(v[0], v[2]), g * (sin(angle) - mu * cos(angle)) * t, 1e-9);
  rg_sim_free(sim);
  rg_model_free(m);
}

/* a ball that keeps 0.6 of its speed */
static void bounce(void **state) {
  (void)state;
  rg_model *m = parse(SDF(
      "<world name='w'><model name='floor'><static>1</static><link name='l'><collision name='c'>"
      "<geometry><plane/></geometry></collision></link></model><model name='ball'>"
      "<pose>0 0 1.1 0 0 0</pose><link name='l'>" MASS "<collision name='c'><geometry><sphere>"
      "<radius>0.1</radius></sphere></geometry><surface><bounce><restitution_coefficient>0.6"
      "</restitution_coefficient><threshold>0</threshold></bounce></surface></collision></link>"
      "</model></world>"));
  assert_non_null(rg_model_setting(m, "rigor.restitution:ball::l::c"));
  near(rg_model_setting(m, "rigor.restitution:ball::l::c")->data[0], 0.6, 0);
  rg_sim *sim;
  rg_sim_options options;
  assert_int_equal(rg_sim_options_from_model(m, &options, NULL), RG_OK);
  assert_int_equal(rg_sim_new(&sim, m, &options, NULL), RG_OK);
  double before = 0, after = 0;
  for (int k = 0; k < 600 && after <= 0; k++) {
    before = rg_sim_data(sim)->qvel[2];
    assert_int_equal(rg_step(sim), RG_SOLVED);
    after = rg_sim_data(sim)->qvel[2];
  }
  near(after, -0.6 * before, 0.02);
  rg_sim_free(sim);
  rg_model_free(m);
}

/* masks as the format says: (category 1 & mask 2) or (category 2 & mask 1) */
static void masks(void **state) {
  (void)state;
  rg_model *m = parse(MODEL(
      "<link name='a'>" MASS "<collision name='c'><geometry><sphere><radius>1</radius></sphere>"
      "</geometry><surface><contact><collide_bitmask>0x06</collide_bitmask></contact></surface>"
      "</collision><collision name='d'><geometry><capsule><radius>1</radius><length>3</length>"
      "</capsule></geometry><surface><contact><category_bitmask>8</category_bitmask>"
      "<collide_bitmask>1</collide_bitmask></contact></surface></collision>"
      "<collision name='e'><geometry><ellipsoid><radii>1 2 3</radii></ellipsoid></geometry>"
      "</collision><collision name='f'><geometry><empty/></geometry></collision></link>"));
  assert_int_equal(m->ngeom, 3);
  assert_int_equal(m->geom_contype[0], 6), assert_int_equal(m->geom_conaffinity[0], 6);
  assert_int_equal(m->geom_contype[1], 8), assert_int_equal(m->geom_conaffinity[1], 1);
  assert_int_equal(m->geom_contype[2], 65535);
  near(m->geom_size[3], 1, 0), near(m->geom_size[4], 1.5, 0);
  near(m->geom_size[6], 1, 0), near(m->geom_size[7], 2, 0), near(m->geom_size[8], 3, 0);
  rg_model_free(m);
}

/* links of one model touch only where one of them says so; neighbours never */
static void self_collision(void **state) {
  (void)state;
  static const struct {
    const char *model, *first;
    int excluded;
  } cases[] = {{"", "", 3},
               {"<self_collide>true</self_collide>", "", 1},
               {"", "<self_collide>1</self_collide>", 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "<sdf version='1.7'><model name='m'>%s<link name='a'>%s" MASS BALL(
            "c", "1") "</link><link name='b'>" MASS BALL("c", "1") "</link><link name='c'>" MASS
            BALL("c", "1") "</link><joint name='ab' "
                           "type='ball'><parent>a</parent><child>b</child></joint></model>"
                           "</sdf>",
        cases[k].model, cases[k].first);
    rg_model *m = parse(text);
    int pairs[3][3] = {{0}}, count = 0;
    for (int e = 0; e < m->nexclude; e++) {
      const char *one = m->body_name[m->exclude_body1[e]], *two = m->body_name[m->exclude_body2[e]];
      pairs[one[0] - 'a'][two[0] - 'a'] = 1;
    }
    for (int i = 0; i < 9; i++) count += pairs[i / 3][i % 3];
    assert_int_equal(count, cases[k].excluded);
    assert_int_equal(pairs[0][1], 1);
    rg_model_free(m);
  }
}

/* --- mass -------------------------------------------------------------------------------------- */

static void masses(void **state) {
  (void)state;
  rg_model *m = parse(
      SDF("<model name='m'><link name='none'/><link name='auto'><inertial auto='true'>"
          "<density>500</density></inertial><collision name='a'><geometry><box><size>1 2 3</size>"
          "</box></geometry></collision><collision name='b'><pose>0 0 4 0 0 0</pose><density>1000"
          "</density><geometry><box><size>1 1 1</size></box></geometry></collision></link>"
          "<link name='light'><gravity>false</gravity><inertial><mass>3</mass></inertial></link>"
          "</model>"));
  int none = find(m, RG_OBJECT_BODY, "none"), self = find(m, RG_OBJECT_BODY, "auto"),
      light = find(m, RG_OBJECT_BODY, "light");
  near(m->body_mass[none], 1, 0), near(m->body_inertia[3 * none], 1, 0);
  assert_int_equal(notices_with(m, "1 kg"), 1);
  near(m->body_mass[self], 3000 + 1000, 1e-9);
  near(m->body_ipos[3 * self + 2], 1000 * 4 / 4000.0, 1e-12);
  near(m->body_mass[light], 3, 0);
  /* it floats, the others fall */
  rg_data *data = rg_data_new(m);
  rg_forward(m, data);
  for (int b = 1; b < m->nbody; b++)
    near(data->qacc_smooth[m->body_dof[b] + 2], b == light ? 0 : -9.8, 1e-12);
  rg_data_free(data);
  rg_model_free(m);
}

/* --- models in models, files ------------------------------------------------------------------- */

static void write_arm(const char *folder, const char *config) {
  char command[256], name[128];
  snprintf(command, sizeof command, "mkdir -p %s/%s", scratch_folder, folder);
  assert_int_equal(system(command), 0);
  snprintf(name, sizeof name, "%s/arm.sdf", folder);
  scratch_text(name, SDF("<model name='arm'><pose>0 0 9 0 0 0</pose><link name='base'/>"
                         "<link name='tip'><pose>1 0 0 0 0 0</pose></link><joint name='turn' "
                         "type='revolute'><parent>base</parent><child>tip</child><axis>"
                         "<xyz>0 1 0</xyz></axis></joint><frame name='grip' attached_to='tip'>"
                         "<pose>0.5 0 0 0 0 0</pose></frame></model>"));
  snprintf(name, sizeof name, "%s/model.config", folder);
  if (config) scratch_text(name, config);
}

static void includes(void **state) {
  (void)state;
  write_arm("lib/arm",
            "<?xml version='1.0'?><model><name>Arm</name><sdf version='1.5'>old.sdf</sdf>"
            "<sdf version='1.9'>arm.sdf</sdf></model>");
  const char *text = SDF(
      "<world name='w'><frame name='table'><pose>0 0 1 0 0 0</pose></frame>"
      "<include><uri>model://arm</uri><name>left</name><pose relative_to='table'>1 0 0 0 0 0</pose>"
      "</include><include><uri>model://arm</uri><name>right</name><static>true</static>"
      "<placement_frame>grip</placement_frame><pose>5 5 5 0 0 0</pose></include>"
      "<include><uri>lib/arm/arm.sdf</uri></include>"
      "<joint name='hold' type='fixed'><parent>left::tip</parent><child>arm</child></joint>"
      "</world>");
  char root[128];
  snprintf(root, sizeof root, "%s/lib", scratch_folder);
  const char *const roots[] = {"/nonexistent", root, NULL};
  rg_load_options options = {.package_path = roots};
  rg_model *m = load(scratch_text("world.sdf", text), &options);
  assert_int_equal(m->nbody, 7);
  /* left floats and turns, arm hangs on it and turns, right is static */
  assert_int_equal(m->nv, 6 + 1 + 1);
  assert_int_equal(m->body_parent[find(m, RG_OBJECT_BODY, "arm::base")],
                   find(m, RG_OBJECT_BODY, "left::tip"));
  rg_data *data = rg_data_new(m);
  rg_kinematics(m, data);
  static const struct {
    const char *name;
    double at[3];
  } places[] = {{"left::base", {1, 0, 1}},
                {"left::tip", {2, 0, 1}},
                {"right::base", {3.5, 5, 5}},
                {"arm::base", {0, 0, 9}},
                {"arm::tip", {1, 0, 9}}};
  for (size_t k = 0; k < sizeof places / sizeof *places; k++)
    for (int i = 0; i < 3; i++)
      near(data->xpos[3 * find(m, RG_OBJECT_BODY, places[k].name) + i], places[k].at[i], 1e-14);
  rg_data_free(data);
  rg_model_free(m);

  /* merged: names and frames without the model */
  text =
      SDF("<model name='m'><link name='foot'/><include merge='true'><uri>lib/arm/arm.sdf</uri>"
          "<pose relative_to='foot'>0 0 2 0 0 0</pose></include><joint name='ankle' type='fixed'>"
          "<parent>foot</parent><child>base</child></joint><joint name='world_joint' "
          "type='fixed'><parent>world</parent><child>foot</child></joint></model>");
  m = load(scratch_text("merged.sdf", text), NULL);
  assert_int_equal(m->nv, 1);
  find(m, RG_OBJECT_BODY, "tip"), find(m, RG_OBJECT_JOINT, "turn");
  data = rg_data_new(m);
  rg_kinematics(m, data);
  near(data->xpos[3 * find(m, RG_OBJECT_BODY, "tip") + 2], 2, 1e-15);
  rg_data_free(data);
  rg_model_free(m);
}

/* files that include themselves, that are not there, that are something else */
static void bad_includes(void **state) {
  (void)state;
  static const struct {
    const char *text, *word;
  } cases[] = {
      {SDF("<world name='w'><include><uri>model://nobody</uri></include></world>"),
       "--package-path"},
      {SDF("<world name='w'><include><uri>https://example.org/x</uri></include></world>"),
       "download"},
      {SDF("<model name='m'><include><uri>bad.sdf</uri></include></model>"), "itself"},
      {SDF("<world name='w'><include><uri>other.sdf</uri></include></world>"), "<robot>"},
      {SDF("<world name='w'><include><pose>0 0 0 0 0 0</pose></include></world>"), "<uri>"},
  };
  scratch_text("other.sdf", "<robot name='r'><link name='l'/></robot>");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    rg_model *m;
    rg_error error;
    assert_int_equal(rg_model_load(&m, scratch_text("bad.sdf", cases[k].text), NULL, &error),
                     RG_BAD_INPUT);
    if (!strstr(error.reason, cases[k].word)) fail_msg("%s", error.reason);
    assert_int_equal(error.line, 1);
  }
}

/* --- loops, mimic ------------------------------------------------------------------------------ */

/* a parallelogram: the coupler does not turn, and the loop stays closed */
static void four_bars(void **state) {
  (void)state;
  static const char *const last[] = {
      "<joint name='d' type='ball'><parent>right</parent><child>bar</child>"
      "<pose relative_to='right'>0 0 1 0 0 0</pose></joint>",
      "<joint name='d' type='revolute'><parent>right</parent><child>bar</child>"
      "<pose relative_to='right'>0 0 1 0 0 0</pose><axis><xyz>0 1 0</xyz></axis></joint>"};
  for (int k = 0; k < 2; k++) {
    char text[4096];
    snprintf(
        text, sizeof text,
        "<sdf version='1.7'><model name='m'><link name='left'>" MASS "</link><link name='right'>"
        "<pose>2 0 0 0 0 0</pose>" MASS "</link><link name='bar'><pose>0 0 1 0 0 0</pose>" MASS
        "</link><joint name='a' type='revolute'><parent>world</parent><child>left</child><axis>"
        "<xyz>0 1 0</xyz></axis></joint><joint name='b' type='revolute'><parent>world</parent>"
        "<child>right</child><axis><xyz>0 1 0</xyz></axis></joint><joint name='c' "
        "type='continuous'><parent>left</parent><child>bar</child><axis><xyz>0 1 0</xyz></axis>"
        "</joint>%s</model></sdf>",
        last[k]);
    rg_model *m = parse(text);
    assert_int_equal(m->nv, 3);
    assert_int_equal(m->nequality, k + 1);
    rg_sim *sim;
    rg_sim_options options = rg_sim_options_default();
    assert_int_equal(rg_sim_new(&sim, m, &options, NULL), RG_OK);
    rg_data *data = rg_sim_data(sim);
    int a = m->joint_dof[find(m, RG_OBJECT_JOINT, "a")],
        b = m->joint_dof[find(m, RG_OBJECT_JOINT, "b")],
        c = m->joint_dof[find(m, RG_OBJECT_JOINT, "c")];
    data->qvel[a] = data->qvel[b] = 1, data->qvel[c] = -1;
    for (int i = 0; i < 300; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
    assert_true(data->qpos[a] > 0.2);
    near(data->qpos[a], data->qpos[b], 1e-7);
    near(data->qpos[a], -data->qpos[c], 1e-7);
    rg_sim_free(sim);
    rg_model_free(m);
  }
}

static void mimic_and_lock(void **state) {
  (void)state;
  rg_model *m = parse(
      SDF("<model name='m'><link name='a'/><link name='b'/><link name='c'/>"
          "<joint name='lead' type='revolute'><parent>world</parent><child>a</child><axis/></joint>"
          "<joint name='follow' type='prismatic'><parent>a</parent><child>b</child><axis><mimic "
          "joint='lead'><multiplier>0.5</multiplier><offset>0.25</offset><reference>0.1</reference>"
          "</mimic></axis></joint><joint name='still' "
          "type='revolute'><parent>b</parent><child>c</child>"
          "<axis><limit><lower>0.3</lower><upper>0.3</upper></limit></axis></joint></model>"));
  assert_int_equal(m->nequality, 2);
  for (int e = 0; e < 2; e++) {
    const double *p = m->equality_data + 11 * e;
    int follows = m->equality_object1[e] == find(m, RG_OBJECT_JOINT, "follow");
    near(p[0], follows ? 0.25 - 0.05 : 0.3, 1e-15);
    near(p[1], follows ? 0.5 : 0, 0);
    assert_int_equal(m->equality_object2[e], follows ? find(m, RG_OBJECT_JOINT, "lead") : -1);
  }
  rg_model_free(m);
}

/* --- mistakes ---------------------------------------------------------------------------------- */

#define TWO "<link name='a'/><link name='b'/>"
#define JOIN(type, more)                                                                           \
  "<joint name='j' type='" type "'><parent>a</parent><child>b</child>" more "</joint>"

static const struct {
  const char *text, *word;
  int line;
  int refused; /* lenient takes it */
} mistakes[] = {
    {"<sdf version='1.9'>\n</sdf>", "neither", 1, 0},
    {"<sdf>\n<model name='m'/></sdf>", "version", 1, 0},
    {"<sdf version='2.0'>\n<model name='m'/></sdf>", "1.4", 1, 0},
    {"<sdf version='1.9'><model name='m'/>\n<model name='n'/></sdf>", "one model", 2, 0},
    {MODEL("\n<link/>"), "name", 2, 0},
    {MODEL("<link name='a'/>\n<link name='a'/>"), "second", 2, 0},
    {MODEL("<link name='a'/>\n<frame name='a'/>"), "second", 2, 0},
    {MODEL("<link name='a'>\n<pose relative_to='x'/></link>"), "no link, joint", 2, 0},
    {MODEL("<link name='a'><pose>0 0 0</pose></link>"), "3 numbers", 1, 0},
    {MODEL("<link name='a'>\n<pose>0 0 0 0 0 x</pose></link>"), "a number", 2, 0},
    {MODEL("<link name='a'>\n<pose relative_to='b'/></link><link name='b'>"
           "<pose relative_to='a'/></link>"),
     "itself", 2, 0},
    {MODEL("<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>\n"), "itself", 1, 0},
    {MODEL(TWO "\n" JOIN("screw", "<axis/>")), "screw", 2, 1},
    {MODEL(TWO "\n" JOIN("gearbox", "<axis/>")), "gearbox", 2, 1},
    {MODEL(TWO "\n" JOIN("rope", "")), "rope", 2, 0},
    {MODEL(TWO "\n" JOIN("revolute", "")), "<axis>", 2, 0},
    {MODEL(TWO "\n" JOIN("revolute", "<axis>\n<xyz>0 0 0</xyz></axis>")), "direction", 3, 0},
    {MODEL(TWO JOIN("revolute", "<axis>\n<limit><lower>2</lower><upper>1</upper></limit></axis>")),
     "above", 2, 0},
    {MODEL("<link name='a'/><joint name='j' type='fixed'><parent>a</parent>\n<child>world</child>"
           "</joint>"),
     "world", 2, 0},
    {MODEL("<link name='a'/>\n<joint name='j' type='fixed'><child>a</child></joint>"), "<parent>",
     2, 0},
    {MODEL("<link name='a'/>\n<joint name='j' "
           "type='fixed'><parent>a</parent><child>a</child></joint>"),
     "itself", 2, 0},
    {MODEL(TWO
           "\n" JOIN("fixed", "") "<joint name='k' type='fixed'><parent>b</parent><child>a</child>"
                                  "</joint>"),
     "below", 2, 0},
    {MODEL(TWO "<joint name='k' type='fixed'><parent>world</parent><child>b</child></joint>\n" JOIN(
         "prismatic", "<axis/>")),
     "loop", 2, 1},
    {MODEL("<link name='a'>\n<teapot/></link>"), "SDFormat", 2, 1},
    {MODEL("<link name='a' colour='red'/>"), "SDFormat", 1, 1},
    {MODEL("<link name='a'><inertial><mass>1</mass>\n<mass>1</mass></inertial></link>"), "twice", 2,
     0},
    {MODEL("<link name='a'><collision name='c'>\n</collision></link>"), "geometry", 1, 0},
    {MODEL("<link name='a'><collision "
           "name='c'><geometry>\n<heightmap/></geometry></collision></link>"),
     "not supported", 2, 1},
    {MODEL(
         "<link name='a'><collision name='c'><geometry>\n<sphere/></geometry></collision></link>"),
     "<radius>", 2, 0},
    {MODEL("<link name='a'><collision name='c'><geometry><mesh><uri>model://a/b.ply</uri></mesh>"
           "</geometry></collision></link>"),
     ".stl", 1, 1},
    {MODEL("<link name='a'><collision name='c'><geometry><sphere><radius>1</radius></sphere>"
           "</geometry><surface><friction>\n<ode><slip1>1</slip1></ode></friction></surface>"
           "</collision></link>"),
     "slip1", 2, 1},
    {MODEL("<link name='a'><collision name='c'><geometry><sphere><radius>1</radius></sphere>"
           "</geometry><surface>\n<bounce><restitution_coefficient>0.5</restitution_coefficient>"
           "<threshold>0.01</threshold></bounce></surface></collision></link>"),
     "threshold", 2, 1},
    {MODEL("<link name='a'>\n<pose frame='b'>0 0 0 0 0 0</pose></link><link name='b'/>"),
     "relative_to", 2, 1},
    {MODEL("<link name='a'/>\n<drake:joint name='j' type='planar'/>"), "not supported", 2, 1},
    {MODEL("\n<link name='a'><kinematic>true</kinematic></link>"), "kinematic", 2, 1},
    {MODEL("\n<link name='a'><gravity>maybe</gravity></link>"), "true or false", 2, 0},
    {MODEL("<link name='a'>\n<velocity_decay><linear>1</linear></velocity_decay></link>"), "slowed",
     2, 1},
};

static void each_mistake(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    const char *text = mistakes[k].text;
    rg_model *m = NULL;
    rg_error error;
    assert_int_equal(rg_model_parse(&m, text, strlen(text), NULL, &error), RG_BAD_INPUT);
    assert_null(m);
    if (!strstr(error.reason, mistakes[k].word) || error.line != mistakes[k].line ||
        !error.element[0])
      fail_msg("%s\n%d: %s: %s", text, error.line, error.element, error.reason);
    rg_load_options options = {.lenient = 1};
    rg_status status = rg_model_parse(&m, text, strlen(text), &options, &error);
    if ((status == RG_OK) != mistakes[k].refused) fail_msg("lenient: %s\n%s", text, error.reason);
    if (m) assert_true(m->nnotice > 0);
    rg_model_free(m);
  }
}

static void what_is_passed_over(void **state) {
  (void)state;
  rg_model *m = parse(SDF(
      "<world name='w'><scene><sky/></scene><light name='sun'/><gui/>\n<plugin filename='x' "
      "name='y'>"
      "<a/></plugin><model name='m'><plugin filename='x' name='y'/><link name='a'><visual name='v'>"
      "<geometry><box><size>1 1 1</size></box></geometry></visual><sensor name='s' type='imu'/>"
      "</link></model></world>"));
  assert_int_equal(notices_with(m, "<plugin>"), 1);
  assert_int_equal(notices_with(m, "<sensor>"), 1);
  assert_int_equal(notices_with(m, "<light>") + notices_with(m, "<visual>"), 0);
  rg_model_free(m);
}

/* shapes of <visual>: no mass, no touch, colours; planes as far as they are of use */
static void visuals(void **state) {
  (void)state;
  rg_model *m = parse(SDF(
      "<world name='w'><model name='floor'><static>1</static><link name='l'><collision name='c'>"
      "<geometry><plane/></geometry></collision><visual name='v'><geometry><plane/></geometry>"
      "</visual></link></model><model name='m'><pose>0 0 5 0 0 0</pose><link name='a'>"
      "<inertial auto='true'/><visual name='c'><pose>0 0 1 0 0 0</pose><geometry><box><size>2 4 6"
      "</size></box></geometry><material><ambient>0 0 0 1</ambient><diffuse>0 0.5 1</diffuse>"
      "</material><transparency>0.25</transparency></visual><visual name='d'><geometry><plane/>"
      "</geometry></visual><visual name='e'><geometry><heightmap/></geometry></visual>"
      "<visual name='f'><geometry><mesh><uri>gone.stl</uri></mesh></geometry></visual>"
      "<collision name='c'><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>"
      "</link></model></world>"));
  assert_int_equal(m->ngeom, 3);
  int ball = find(m, RG_OBJECT_GEOM, "m::a::c"), seen = ball + 1;
  near(m->body_mass[m->geom_body[ball]], 1000 * 4 / 3.0 * acos(-1) * 0.125, 1e-9);
  assert_int_equal(m->geom_group[ball], 3);
  assert_int_equal(m->geom_group[seen], 2);
  assert_int_equal(m->geom_contype[seen] | m->geom_conaffinity[seen], 0);
  static const double colour[4] = {0, 0.5, 1, 0.75}, size[3] = {1, 2, 3};
  for (int k = 0; k < 4; k++) near((double)m->geom_rgba[4 * seen + k], colour[k], 1e-7);
  for (int k = 0; k < 3; k++) near(m->geom_size[3 * seen + k], size[k], 0);
  near(m->geom_pos[3 * seen + 2], 1, 0);
  assert_int_equal(notices_with(m, "<plane>: of a <visual> that moves"), 1);
  assert_int_equal(notices_with(m, "<heightmap>"), 1);
  assert_int_equal(notices_with(m, "gone.stl"), 1);
  rg_model_free(m);
}

/* frames in a row, as long as somebody may write: no recursion */
static void long_chains(void **state) {
  (void)state;
  enum { N = 20000 };
  size_t room = (size_t)N * 90 + 1000;
  char *text = malloc(room);
  size_t n = (size_t)sprintf(text,
                             "<sdf version='1.7'><model name='m'><link name='l'>"
                             "<pose relative_to='f%d'/></link>",
                             N - 1);
  for (int i = N - 1; i > 0; i--)
    n += (size_t)sprintf(
        text + n, "<frame name='f%d'><pose relative_to='f%d'>1 0 0 0 0 0</pose></frame>", i, i - 1);
  sprintf(text + n, "<frame name='f0'><pose>1 0 0 0 0 0</pose></frame></model></sdf>");
  rg_model *m = NULL;
  rg_error error;
  rg_status status = rg_model_parse(&m, text, strlen(text), NULL, &error);
  free(text);
  if (status != RG_OK) fail_msg("%s", error.reason);
  near(m->qpos0[0], N, 1e-9);
  rg_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(poses_in_frames),
                                     cmocka_unit_test(ways_to_write_a_turn),
                                     cmocka_unit_test(placement_frames),
                                     cmocka_unit_test(same_as_urdf),
                                     cmocka_unit_test(same_as_mjcf),
                                     cmocka_unit_test(axes_of_old_files),
                                     cmocka_unit_test(smaller_friction_counts),
                                     cmocka_unit_test(block_on_a_slope),
                                     cmocka_unit_test(bounce),
                                     cmocka_unit_test(masks),
                                     cmocka_unit_test(self_collision),
                                     cmocka_unit_test(masses),
                                     cmocka_unit_test(includes),
                                     cmocka_unit_test(bad_includes),
                                     cmocka_unit_test(four_bars),
                                     cmocka_unit_test(mimic_and_lock),
                                     cmocka_unit_test(each_mistake),
                                     cmocka_unit_test(what_is_passed_over),
                                     cmocka_unit_test(visuals),
                                     cmocka_unit_test(long_chains)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
