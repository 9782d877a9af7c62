/* Every stage against MuJoCo at random states: the models of shared/data that MuJoCo reads, and a
   model that has every joint type, several joints a body, springs, dampers, tendons, a medium and
   motors.
   Skipped where MuJoCo is not installed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifndef RIGOR_HAVE_MUJOCO

int main(void) {
  puts("skipped: MuJoCo is not installed");
  return 77;
}

#else

#include <rigor/dynamics.h>

#include "from_mujoco.h"
#include "random_xml.h"

static const char *const files[] = {
    "gymnasium/ant.xml",
    "gymnasium/half_cheetah.xml",
    "gymnasium/hopper.xml",
    "gymnasium/walker2d.xml",
    "menagerie/anybotics_anymal_c/anymal_c.xml",
    "menagerie/robotiq_2f85/2f85.xml",
    "menagerie/robotiq_2f85/scene.xml",
    "menagerie/wonik_allegro/left_hand.xml",
    "menagerie/wonik_allegro/scene_right.xml",
    "mujoco/car/car.xml",
    "mujoco/humanoid/humanoid.xml",
    "mujoco/humanoid/humanoid100.xml",
    "mujoco/humanoid/22_humanoids.xml",
    "mujoco/replicate/newton_cradle.xml",
    "mujoco/replicate/stonehenge.xml",
    "mujoco/sleep/dominos.xml",
    "mujoco/slider_crank/slider_crank.xml",
    "urdf/double_pendulum_description/urdf/double_pendulum.urdf",
    "urdf/double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "urdf/double_pendulum_description/urdf/double_pendulum_simple.urdf",
    "urdf/simple_humanoid_description/urdf/simple_humanoid.urdf",
    "urdf/simple_humanoid_description/urdf/simple_humanoid_classical.urdf",
};

static const char everything[] =
    "<mujoco><option density='1.2' viscosity='0.3' wind='1 -2 0.5' gravity='0.3 0.2 -9.81'/>"
    "<worldbody><body pos='0 0 1'><freejoint/>"
    "<geom type='box' size='.1 .2 .3' pos='.05 .1 0' euler='10 20 30'/><site pos='1 2 3' "
    "name='tip'/>"
    "<body pos='.3 .1 .2' euler='30 10 50'>"
    "<joint type='ball' pos='.1 0 .05' stiffness='3' damping='.2' armature='.01' name='ball'/>"
    "<geom type='capsule' size='.05 .2' pos='0 .1 .1'/>"
    "<body pos='0 0 .4'><geom type='sphere' size='.03' pos='.01 0 0'/>"
    "<body pos='0 .1 .4'>"
    "<joint type='hinge' axis='1 2 3' pos='.02 .03 .01' damping='.1' ref='20' name='h1'/>"
    "<joint type='slide' axis='0 1 1' stiffness='20' springref='.3' armature='.2' name='s1'/>"
    "<joint type='hinge' axis='0 1 0' pos='0 .05 .01' stiffness='5' springref='30'/>"
    "<geom type='ellipsoid' size='.05 .1 .2' pos='.1 0 .2'/></body></body></body>"
    "<body pos='-.3 0 0' name='leg'><site name='toe' pos='.1 0 .1' euler='20 10 5'/><joint "
    "type='hinge' axis='0 1 0' name='h2'/>"
    "<joint type='hinge' axis='1 0 0'/><geom type='cylinder' size='.06 .2' pos='0 0 -.2'/>"
    "<body pos='0 0 -.4'><joint type='slide' axis='1 0 0' pos='.1 .2 .3'/>"
    "<joint type='ball' pos='0 .02 0' stiffness='2'/>"
    "<geom type='box' size='.1 .1 .1' name='foot' pos='.1 0 0' euler='0 20 10'/></body>"
    "</body></body>"
    "<body pos='3 0 1'><joint type='free' stiffness='4' damping='.3' name='free'/>"
    "<geom type='box' size='.2 .1 .3' pos='.1 .1 .1'/></body></worldbody>"
    "<tendon><fixed name='pull' stiffness='7' damping='.4'><joint joint='h1' coef='.5'/>"
    "<joint joint='s1' coef='-2'/></fixed><fixed name='rest' stiffness='3' springlength='.2'>"
    "<joint joint='h2' coef='1.5'/></fixed></tendon>"
    "<actuator><motor tendon='pull' gear='2'/><position tendon='rest' kp='4' gear='-3'/>"
    "<motor joint='h1' gear='3' ctrllimited='true' ctrlrange='-.5 .5'/>"
    "<position joint='s1' kp='30' forcelimited='true' forcerange='-2 2'/>"
    "<velocity joint='h2' kv='4' gear='2'/><position joint='ball' kp='3' gear='1 2 3'/>"
    "<motor joint='free' gear='1 2 3 4 5 6' name='rocket'/></actuator><sensor>"
    "<jointpos joint='h1'/><jointvel joint='s1'/><ballquat joint='ball'/><ballangvel joint='ball'/>"
    "<tendonpos tendon='pull'/><tendonvel tendon='pull'/>"
    "<actuatorpos actuator='rocket'/><actuatorvel actuator='rocket'/><actuatorfrc "
    "actuator='rocket'/>"
    "<framepos objtype='site' objname='tip'/><framepos objtype='body' objname='leg'/>"
    "<framepos objtype='xbody' objname='leg' reftype='site' refname='tip'/>"
    "<framequat objtype='geom' objname='foot'/>"
    "<framequat objtype='geom' objname='foot' reftype='body' refname='leg'/>"
    "<framexaxis objtype='geom' objname='foot'/>"
    "<frameyaxis objtype='body' objname='leg' reftype='site' refname='tip'/>"
    "<framezaxis objtype='xbody' objname='leg'/>"
    "<framelinvel objtype='geom' objname='foot'/><frameangvel objtype='body' objname='leg'/>"
    "<framelinvel objtype='geom' objname='foot' reftype='site' refname='tip'/>"
    "<frameangvel objtype='geom' objname='foot' reftype='site' refname='tip' cutoff='.5'/>"
    "<velocimeter site='tip'/><gyro site='tip'/><subtreecom body='leg'/>"
    "<subtreelinvel body='leg'/><subtreeangmom body='leg'/><clock/>"
    "<accelerometer site='tip'/><framelinacc objtype='geom' objname='foot' cutoff='9'/>"
    "<frameangacc objtype='body' objname='leg'/><force site='tip'/><torque site='tip'/>"
    "<force site='toe'/><torque site='toe'/><touch site='tip'/></sensor></mujoco>";

static double uniform(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* 1 where both have the same numbers; where both have read a file themselves MuJoCo's principal axes are good to some 1e-8,
   and may be other axes than ours where moments are equal */
static double slack = 1;

static double difference(const double *a, const double *b, int n) {
  double worst = 0, scale = 1e-6;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
    scale = fmax(scale, fabs(b[i]));
  }
  return worst / scale;
}
#define close_to(ours, theirs, n, tolerance)                                                       \
  do {                                                                                             \
    double d_ = difference(ours, theirs, n);                                                       \
    if (!(d_ <= slack * (tolerance))) print_error("%s: relative difference %g\n", #ours, d_);      \
    assert_true(d_ <= slack * (tolerance));                                                        \
  } while (0)

/* the same random state in both; quaternions are deliberately not normalized in ours */
static void random_state(const mjModel *m, mjData *d, const rg_model *model, rg_data *data) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + uniform();
  for (int j = 0; j < m->njnt; j++) {
    double *q = d->qpos + m->jnt_qposadr[j];
    if (m->jnt_type[j] == mjJNT_FREE) q += 3;
    else if (m->jnt_type[j] != mjJNT_BALL) continue;
    for (int i = 0; i < 4; i++) q[i] = uniform();
    q[0] += 0.1;
  }
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 3 * uniform();
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = uniform();
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = uniform();
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = uniform();
  memcpy(data->qpos, d->qpos, (size_t)m->nq * sizeof(double));
  memcpy(data->qvel, d->qvel, (size_t)m->nv * sizeof(double));
  memcpy(data->qfrc_applied, d->qfrc_applied, (size_t)m->nv * sizeof(double));
  memcpy(data->xfrc_applied, d->xfrc_applied, (size_t)m->nbody * 6 * sizeof(double));
  memcpy(data->ctrl, d->ctrl, (size_t)model->nactuator * sizeof(double)); /* none: switched off */
}

/* what the contacts, limits and other constraints do is another room's business; unknown kinds of
   motors are switched off in both */
static void smooth_only(mjModel *m, rg_model *model) {
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  m->opt.enableflags |= mjENBL_ENERGY;
  int known = m->nu == model->nactuator;
  for (int a = 0; a < m->nu; a++) known = known && actuator_known(m, a);
  if (known) return;
  m->opt.disableflags |= mjDSBL_ACTUATION;
  model->nactuator = 0;
}

/* each reader centres a mesh in its own way: the frame of a mesh is no business of the dynamics */
static void compare_geoms(const mjModel *m, const mjData *d, const rg_model *model,
                          const rg_data *data) {
  for (int g = 0; g < m->ngeom; g++) {
    if (model->geom_mesh && model->geom_mesh[g] >= 0) continue;
    close_to(data->geom_xpos + 3 * g, d->geom_xpos + 3 * g, 3, 1e-12);
    close_to(data->geom_xmat + 9 * g, d->geom_xmat + 9 * g, 9, 1e-12);
  }
}

static void compare_poses(const mjModel *m, const mjData *d, const rg_data *data) {
  close_to(data->xpos, d->xpos, 3 * m->nbody, 1e-12);
  close_to(data->xmat, d->xmat, 9 * m->nbody, 1e-12);
  close_to(data->xquat, d->xquat, 4 * m->nbody, 1e-12);
  close_to(data->xipos, d->xipos, 3 * m->nbody, 1e-12);
  if (slack == 1) close_to(data->ximat, d->ximat, 9 * m->nbody, 1e-12);
  close_to(data->xanchor, d->xanchor, 3 * m->njnt, 1e-12);
  close_to(data->xaxis, d->xaxis, 3 * m->njnt, 1e-12);
  close_to(data->site_xpos, d->site_xpos, 3 * m->nsite, 1e-12);
  close_to(data->site_xmat, d->site_xmat, 9 * m->nsite, 1e-12);
}

static void compare_mass(const mjModel *m, const mjData *d, const rg_model *model, rg_data *data) {
  size_t square = (size_t)m->nv * (size_t)m->nv + 1;
  double *ours = malloc(square * sizeof(double)), *theirs = malloc(square * sizeof(double));
  double *x = malloc(square * sizeof(double)), *y = malloc(square * sizeof(double));
  mj_fullM(m, theirs, d->qM);
  rg_mass_dense(model, data, ours);
  close_to(ours, theirs, m->nv * m->nv, 1e-11);
  for (int i = 0; i < m->nv; i++) x[i] = uniform();
  mj_mulM(m, d, theirs, x);
  rg_mass_multiply(model, data, x, ours);
  close_to(ours, theirs, m->nv, 1e-11);
  /* the solve takes it back */
  memcpy(y, ours, (size_t)m->nv * sizeof(double));
  rg_mass_solve_tree(model, data, y);
  close_to(y, x, m->nv, 1e-9);
  free(ours);
  free(theirs);
  free(x);
  free(y);
}

static void compare_forces(const mjModel *m, mjData *d, rg_data *data) {
  close_to(data->qfrc_bias, d->qfrc_bias, m->nv, 1e-10);
  close_to(data->qfrc_passive, d->qfrc_passive, m->nv, 1e-10);
  if (!(m->opt.disableflags & mjDSBL_ACTUATION)) {
    close_to(data->actuator_length, d->actuator_length, m->nu, 1e-11);
    close_to(data->actuator_velocity, d->actuator_velocity, m->nu, 1e-11);
    close_to(data->actuator_force, d->actuator_force, m->nu, 1e-11);
  }
  close_to(data->qfrc_actuator, d->qfrc_actuator, m->nv, 1e-11);
  close_to(data->qfrc_smooth, d->qfrc_smooth, m->nv, 1e-10);
  close_to(data->qacc_smooth, d->qacc_smooth, m->nv, 1e-9);
}

static void compare_sums(const mjModel *m, mjData *d, const rg_model *model, rg_data *data) {
  double energy[2] = {rg_energy_potential(model, data), rg_energy_kinetic(model, data)}, com[3];
  close_to(energy, d->energy, 2, 1e-10);
  for (int b = 0; b < m->nbody; b += 1 + m->nbody / 10) {
    rg_centre_of_mass(model, data, b, com);
    close_to(com, d->subtree_com + 3 * b, 3, 1e-11);
  }
}

/* numbers of very different size: each sensor on its own scale */
static void compare_sensors(const mjModel *m, const mjData *d, const rg_model *model,
                            rg_data *data) {
  data->time = d->time;
  rg_sensors(model, data, NULL);
  for (int s = 0; s < model->nsensor; s++) {
    const double *ours = data->sensordata + m->sensor_adr[s];
    double error = difference(ours, d->sensordata + m->sensor_adr[s], m->sensor_dim[s]);
    // angular momentum about the moving centre is what is left over of larger numbers
    double most = (model->sensor_type[s] == RG_SENSOR_SUBTREEANGMOM ? 1e-7 : 1e-8) * slack;
    if (!(error <= most))
      print_error("sensor %d of type %d: %g\n", s, model->sensor_type[s], error);
    assert_true(error <= most);
  }
}

static void compare_jacobian(const mjModel *m, const mjData *d, const rg_model *model,
                             rg_data *data) {
  int n = 3 * m->nv, body = rand() % m->nbody;
  size_t bytes = (size_t)n * sizeof(double) + 8;
  double point[3] = {uniform(), uniform(), uniform()};
  double *linear = malloc(bytes), *angular = malloc(bytes), *jacp = malloc(bytes),
         *jacr = malloc(bytes);
  mj_jac(m, d, jacp, jacr, point, body);
  rg_jacobian(model, data, body, point, linear, angular);
  close_to(linear, jacp, n, 1e-11);
  close_to(angular, jacr, n, 1e-11);
  free(linear);
  free(angular);
  free(jacp);
  free(jacr);
}

static void compare_positions(const mjModel *m, mjData *d, const rg_model *model, rg_data *data) {
  double *v = calloc((size_t)m->nv + 1, sizeof(double)), *q1 = calloc((size_t)m->nq + 1, 8),
         *w = calloc((size_t)m->nv + 1, sizeof(double));
  memcpy(q1, d->qpos, (size_t)m->nq * sizeof(double));
  memcpy(data->qpos, d->qpos, (size_t)m->nq * sizeof(double));
  mj_integratePos(m, d->qpos, d->qvel, 0.1);
  rg_integrate_position(model, data->qpos, data->qvel, 0.1);
  close_to(data->qpos, d->qpos, m->nq, 1e-12);
  mj_differentiatePos(m, v, 0.1, q1, d->qpos);
  rg_difference_position(model, q1, data->qpos, 0.1, w);
  close_to(w, v, m->nv, 1e-11);
  free(v);
  free(q1);
  free(w);
}

static void compare_model(mjModel *m, rg_model *model, int states) {
  smooth_only(m, model);
  mjData *d = mj_makeData(m);
  rg_data *data = rg_data_new(model);
  assert_non_null(data);
  assert_int_equal(model->nv, m->nv);
  assert_int_equal(model->nbody, m->nbody);
  for (int s = 0; s < states; s++) {
    random_state(m, d, model, data);
    mj_forward(m, d);
    rg_forward(model, data);
    compare_poses(m, d, data);
    compare_geoms(m, d, model, data);
    compare_mass(m, d, model, data);
    compare_forces(m, d, data);
    compare_sums(m, d, model, data);
    compare_jacobian(m, d, model, data);
    compare_sensors(m, d, model, data);
    rg_forward_articulated(model, data);
    close_to(data->qacc_smooth, d->qacc_smooth, m->nv, 1e-9);
    compare_positions(m, d, model, data);
  }
  rg_data_free(data);
  mj_deleteData(d);
}

static int states_for(const mjModel *m) { return m->nv > 300 ? 1 : 20; }

/* the same compiled numbers in both */
static int compare_borrowed(const char *path) {
  char why[500] = "";
  mjModel *m = mj_loadXML(path, NULL, why, sizeof why);
  if (!m) return 0;
  rg_model *model = model_from_mujoco(m);
  compare_model(m, model, states_for(m));
  free_borrowed(model);
  mj_deleteModel(m);
  return 1;
}

static void switch_off_newer(rg_model *model) {
  for (int j = 0; j < model->njoint; j++) {
    model->joint_forcelimited[j] = 0;
    model->joint_forcerange[2 * j] = model->joint_forcerange[2 * j + 1] = 0;
  }
  for (int b = 0; b < model->nbody; b++) model->body_gravcomp[b] = 0;
  for (int s = 0; s < model->nsensor; s++)
    if (model->sensor_type[s] == RG_SENSOR_JOINTACTUATORFRC) model->nsensor = 0;
}

/* rigor's own reader; MuJoCo reads what rigor writes, so that files newer than it are compared too.
   What MuJoCo 2.2 does not have is switched off. */
static int compare_written(const char *path) {
  char scratch[] = "/tmp/rigor-dynamics-XXXXXX", why[500] = "";
  rg_load_options options = rg_load_options_default();
  rg_model *model = NULL;
  rg_error error;
  options.lenient = 1;
  if (rg_model_load(&model, path, &options, &error) != RG_OK) return 0;
  switch_off_newer(model);
  int file = mkstemp(scratch);
  assert_true(file >= 0);
  close(file);
  assert_int_equal(rg_model_save(model, scratch, &error), RG_OK);
  mjModel *m = mj_loadXML(scratch, NULL, why, sizeof why);
  remove(scratch);
  if (!m) print_error("%s\n", why);
  assert_non_null(m);
  assert_int_equal(model->nsensor, m->nsensor);
  compare_model(m, model, states_for(m));
  mj_deleteModel(m);
  rg_model_free(model);
  return 1;
}

static void every_joint_type(void **state) {
  (void)state;
  mjVFS vfs;
  char why[500] = "";
  mj_defaultVFS(&vfs);
  int size = (int)sizeof everything - 1;
  assert_int_equal(mj_makeEmptyFileVFS(&vfs, "everything.xml", size), 0);
  memcpy(vfs.filedata[0], everything, (size_t)size);
  mjModel *m = mj_loadXML("everything.xml", &vfs, why, sizeof why);
  mj_deleteVFS(&vfs);
  if (!m) print_error("%s\n", why);
  assert_non_null(m);
  rg_model *model = model_from_mujoco(m);
  assert_true(model->nsensor == m->nsensor && m->nsensor > 30);
  compare_model(m, model, 50);
  free_borrowed(model);
  mj_deleteModel(m);
}

static void files_of_others(void **state) {
  (void)state;
  int compared = 0;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char path[1000];
    snprintf(path, sizeof path, "%s/models/%s", RIGOR_SHARED_DATA, files[i]);
    int borrowed = compare_borrowed(path), written = compare_written(path);
    print_message("%s: %s%s\n", files[i], borrowed ? "read by MuJoCo" : "not read by MuJoCo",
                  written ? ", written by rigor" : ", not read by rigor");
    compared += borrowed + written;
  }
  if (compared) return;
  print_message("skipped: no models under %s\n", RIGOR_SHARED_DATA);
  skip();
}

/* --- random files ------------------------------------------------------------------------------ */

enum { RANDOM_BODIES = 7 };

/* orientation of one kind or another, in degrees */
static void put_turn(xml_text *x) {
  switch (xml_pick(x, 5)) {
  case 0:
    xml_put(x, " euler=\"%.4f %.4f %.4f\"", 90 * xml_draw(x), 90 * xml_draw(x), 90 * xml_draw(x));
    break;
  case 1:
    xml_put(x, " axisangle=\"%.4f %.4f %.4f %.4f\"", 1.2 + xml_draw(x), xml_draw(x), xml_draw(x),
            170 * xml_draw(x));
    break;
  case 2:
    xml_put(x, " zaxis=\"%.4f %.4f %.4f\"", xml_draw(x), 1.2 + xml_draw(x), xml_draw(x));
    break;
  case 3:
    xml_put(x, " xyaxes=\"%.4f %.4f 0 %.4f %.4f 1\"", 1.2 + xml_draw(x), xml_draw(x), xml_draw(x),
            1.2 + xml_draw(x));
    break;
  default: xml_numbers(x, "quat", 4, 1); break;
  }
}

static void put_place(xml_text *x, double reach) {
  xml_numbers(x, "pos", 3, reach);
  put_turn(x);
}

static void put_sizes(xml_text *x, double size) {
  xml_put(x, " size=\"%.4f %.4f %.4f\"", size * (1.5 + xml_draw(x)), size * (1.5 + xml_draw(x)),
          size * (1.5 + xml_draw(x)));
}

/* joints of a body: one or two scalar ones with all that a joint has, or a ball */
static void put_joints(xml_text *x, int body) {
  int ball = xml_pick(x, 4) == 0;
  for (int k = 0; k < (ball ? 1 : 1 + xml_pick(x, 2)); k++) {
    xml_put(x, "<joint name=\"j%d_%d\" type=\"%s\"", body, k,
            ball             ? "ball"
            : xml_pick(x, 2) ? "hinge"
                             : "slide");
    xml_numbers(x, "pos", 3, 0.2);
    if (!ball) xml_put(x, " axis=\"%.4f %.4f %.4f\"", xml_draw(x), xml_draw(x), 1.2 + xml_draw(x));
    if (!ball && xml_pick(x, 2)) xml_put(x, " ref=\"%.3f\"", xml_draw(x));
    if (!ball && xml_pick(x, 2)) xml_put(x, " springref=\"%.3f\"", xml_draw(x));
    if (xml_pick(x, 2)) xml_put(x, " stiffness=\"%.3f\"", 2 + xml_draw(x));
    if (xml_pick(x, 2)) xml_put(x, " damping=\"%.3f\"", 2 + xml_draw(x));
    xml_put(x, " armature=\"%.4f\"/>", 0.02 + 0.01 * xml_draw(x));
  }
}

/* geoms that give the mass: primitives, by density, mass or segment; `newer`: shapes fitted to meshes made by a rule */
static void put_geoms(xml_text *x, int body, int newer) {
  static const char *const types[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};
  static const char *const meshes[] = {"ball", "cone", "egg", "ring"};
  for (int k = 0; k < 2; k++) {
    int type = xml_pick(x, 5);
    xml_put(x, "<geom name=\"g%d_%d\" type=\"%s\"", body, k, types[type]);
    if (newer && xml_pick(x, 2))
      xml_put(x, " mesh=\"%s\"", meshes[xml_pick(x, 4)]), put_place(x, 0.2);
    else if (type > 0 && xml_pick(x, 3) == 0)
      xml_put(x, " size=\"%.4f\" fromto=\"0 0 0 %.4f %.4f %.4f\"", 0.1 + 0.05 * xml_draw(x),
              xml_draw(x), xml_draw(x), 1.2 + xml_draw(x));
    else put_sizes(x, 0.1), put_place(x, 0.2);
    if (xml_pick(x, 2)) xml_put(x, " density=\"%.2f\"", 500 + 300 * xml_draw(x));
    else if (xml_pick(x, 2)) xml_put(x, " mass=\"%.4f\"", 2 + xml_draw(x));
    xml_put(x, "/>");
  }
  for (int k = 0; k < 2; k++) {
    xml_put(x, "<site name=\"s%d_%d\" type=\"%s\"", body, k, types[xml_pick(x, 5)]);
    put_sizes(x, 0.1);
    put_place(x, 0.3);
    xml_put(x, "/>");
  }
}

static void put_tree(xml_text *x, const int *parent, int body, int newer) {
  xml_put(x, "<body name=\"b%d\"", body);
  put_place(x, 0.5);
  xml_put(x, ">");
  if (parent[body] < 0 && body % 2) xml_put(x, "<freejoint name=\"j%d_0\"/>", body);
  else put_joints(x, body);
  put_geoms(x, body, newer);
  for (int child = body + 1; child < RANDOM_BODIES; child++)
    if (parent[child] == body) put_tree(x, parent, child, newer);
  xml_put(x, "</body>");
}

/* the names of hinges and slides stand in the text: each gets an actuator of some kind */
static void put_actuators(xml_text *x, int newer) {
  static const char *const old[] = {
      "motor", "position kp=\"3\"", "velocity kv=\"2\"",
      "general gainprm=\"2\" biastype=\"affine\" biasprm=\"1 -2 -3\""};
  static const char *const late[] = {
      "dcmotor motorconst=\".3\" resistance=\"2\"", "dcmotor nominal=\"12 3 40\" saturation=\".1\"",
      "motor damping=\".3\" armature=\".02\"", "position kp=\"3\" kv=\".5\" damping=\".1\""};
  char name[16], wanted[64];
  xml_put(x, "<actuator>");
  for (int j = 0; j < 2 * RANDOM_BODIES; j++) {
    snprintf(name, sizeof name, "j%d_%d", j / 2, j % 2);
    snprintf(wanted, sizeof wanted, "\"%s\" type=\"hinge", name);
    int scalar = strstr(x->text, wanted) != NULL;
    snprintf(wanted, sizeof wanted, "\"%s\" type=\"slide", name);
    if (!scalar && !strstr(x->text, wanted)) continue;
    xml_put(x, "<%s joint=\"%s\" gear=\"%.3f\"", (newer ? late : old)[xml_pick(x, 4)], name,
            2 * xml_draw(x));
    if (xml_pick(x, 3) == 0) xml_put(x, " ctrllimited=\"true\" ctrlrange=\"-.5 .3\"");
    xml_put(x, "/>");
  }
  xml_put(x, "</actuator>");
}

static void put_sensors(xml_text *x) {
  static const char *const of_site[] = {"velocimeter", "gyro",   "accelerometer",
                                        "force",       "torque", "touch"};
  static const char *const of_frame[] = {"framepos",    "framequat",   "framexaxis",
                                         "framezaxis",  "framelinvel", "frameangvel",
                                         "framelinacc", "frameangacc"};
  static const char *const of_body[] = {"subtreecom", "subtreelinvel", "subtreeangmom"};
  xml_put(x, "<sensor>");
  for (int b = 0; b < RANDOM_BODIES; b++) {
    xml_put(x, "<%s site=\"s%d_%d\"/>", of_site[xml_pick(x, 6)], b, xml_pick(x, 2));
    int kind = xml_pick(x, 8);
    xml_put(x, "<%s objtype=\"geom\" objname=\"g%d_0\"", of_frame[kind], b);
    if (kind < 6 && xml_pick(x, 2))
      xml_put(x, " reftype=\"site\" refname=\"s%d_0\"", xml_pick(x, RANDOM_BODIES));
    xml_put(x, "/><%s body=\"b%d\"/>", of_body[xml_pick(x, 3)], b);
  }
  xml_put(x, "</sensor>");
}

static void random_file(xml_text *x, uint64_t seed, int newer) {
  int parent[RANDOM_BODIES];
  *x = (xml_text){.seed = seed};
  for (int b = 0; b < RANDOM_BODIES; b++) parent[b] = xml_pick(x, b + 1) - 1;
  xml_put(x, "<mujoco><compiler angle=\"degree\" autolimits=\"true\" eulerseq=\"%s\"%s/><option",
          xml_pick(x, 2) ? "xyz" : "ZYX", newer && xml_pick(x, 2) ? " fitaabb=\"true\"" : "");
  xml_numbers(x, "gravity", 3, 9);
  // the drag of a box turns with its axes, which are not unique where moments are equal
  if (newer && xml_pick(x, 2)) xml_put(x, " density=\"1.2\" viscosity=\".01\" wind=\"1 2 3\"");
  xml_put(x, "/>");
  if (newer)
    xml_put(x, "<asset><mesh name=\"ball\" builtin=\"sphere\" params=\"1\" scale=\".1 .2 .3\"/>"
               "<mesh name=\"cone\" builtin=\"cone\" params=\"5 .4\" scale=\".2 .2 .1\"/>"
               "<mesh name=\"egg\" builtin=\"supersphere\" params=\"8 .5 1.5\" scale=\".3 .1 .2\"/>"
               "<mesh name=\"ring\" builtin=\"supertorus\" params=\"8 .3 1 1\" scale=\".1 .2 .1\" "
               "inertia=\"exact\"/></asset>");
  xml_put(x, "<worldbody>");
  for (int b = 0; b < RANDOM_BODIES; b++)
    if (parent[b] < 0) put_tree(x, parent, b, newer);
  xml_put(x, "</worldbody>");
  put_actuators(x, newer);
  put_sensors(x);
  xml_put(x, "</mujoco>");
}

/* Random files: those that MuJoCo 2.2 knows all of are read by both; the others are read here and saved, and MuJoCo reads
   what was saved. Masses, forces, energies, sensors at random states. */
static void random_files(void **state) {
  (void)state;
  int read = 0, saved = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    int newer = seed % 2 == 0;
    char path[] = "/tmp/rigor-random-XXXXXX", why[500] = "";
    xml_text x;
    rg_model *model = NULL;
    rg_error error;
    random_file(&x, seed, newer);
    if (rg_model_parse(&model, x.text, x.size, NULL, &error) != RG_OK)
      fail_msg("%s\n%s", error.reason, x.text);
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(newer || write(file, x.text, x.size) == (ssize_t)x.size);
    close(file);
    if (newer) assert_int_equal(rg_model_save(model, path, &error), RG_OK);
    mjModel *m = mj_loadXML(path, NULL, why, sizeof why);
    remove(path);
    if (!m) fail_msg("%s\n%s", why, x.text);
    assert_int_equal(model->nsensor, m->nsensor);
    for (int k = 0; k < model->nsite; k++) // MuJoCo counts height fields between planes and spheres
      assert_int_equal(model->site_type[k] + 1, m->site_type[k]);
    close_to(model->site_size, m->site_size, 3 * model->nsite, 1e-12);
    slack = newer ? 1 : 1e5;
    compare_model(m, model, 5);
    slack = 1;
    (newer ? saved++ : read++);
    mj_deleteModel(m);
    rg_model_free(model);
    free(x.text);
  }
  assert_true(read == 30 && saved == 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_joint_type),
      cmocka_unit_test(random_files),
      cmocka_unit_test(files_of_others),
  };
  srand(7);
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
