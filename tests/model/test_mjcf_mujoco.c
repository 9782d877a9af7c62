/* MJCF beside MuJoCo: the same file, read by both, gives the same tables; so does what rg_model_save
   writes. MuJoCo 2.2.2 knows less than the files at hand: <size> is left out for it, and a file that
   it still cannot read is compared only as we save it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef RIGOR_HAVE_MUJOCO

int main(void) {
  print_message("MuJoCo is not installed: skipped\n");
  return 77;
}

#else

#include "record/scratch.h"

#include <rigor/model.h>

#include <math.h>
#include <mujoco/mujoco.h>

static const char *current; /* file */

static void compare(const char *what, const double *theirs, const double *ours, int count,
                    double tolerance) {
  for (int k = 0; k < count; k++)
    if (!(fabs(theirs[k] - ours[k]) <= tolerance * fmax(1, fabs(theirs[k]))))
      fail_msg("%s: %s[%d]: %.17g in MuJoCo, %.17g here", current, what, k, theirs[k], ours[k]);
}

static void compare_ints(const char *what, const int *theirs, const int *ours, int count) {
  for (int k = 0; k < count; k++)
    if (theirs[k] != ours[k])
      fail_msg("%s: %s[%d]: %d in MuJoCo, %d here", current, what, k, theirs[k], ours[k]);
}

/* the inertia as a matrix in the body frame, in units of its trace: principal axes of equal moments
   are not unique, and MuJoCo finds axes to about 1e-8 */
static void inertia_matrix(const double *quat, const double *moments, double full[9]) {
  double R[9], trace = fmax(moments[0] + moments[1] + moments[2], 1e-300);
  mju_quat2Mat(R, quat);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      full[3 * i + j] = 0;
      for (int k = 0; k < 3; k++)
        full[3 * i + j] += R[3 * i + k] * moments[k] / trace * R[3 * j + k];
    }
}

static void compare_bodies(const mjModel *m, const rg_model *model, int inertia) {
  int n = model->nbody;
  compare("body_pos", m->body_pos, model->body_pos, 3 * n, 1e-12);
  compare("body_quat", m->body_quat, model->body_quat, 4 * n, 1e-12);
  compare_ints("body_parent", m->body_parentid, model->body_parent, n);
  for (int i = 1; inertia && i < n; i++) {
    double theirs[9], ours[9];
    inertia_matrix(m->body_iquat + 4 * i, m->body_inertia + 3 * i, theirs);
    inertia_matrix(model->body_iquat + 4 * i, model->body_inertia + 3 * i, ours);
    compare("inertia", theirs, ours, 9, 1e-7);
    compare("body_inertia", m->body_inertia + 3 * i, model->body_inertia + 3 * i, 3, 1e-9);
    compare("body_ipos", m->body_ipos + 3 * i, model->body_ipos + 3 * i, 3, 1e-9);
    compare("body_mass", m->body_mass + i, model->body_mass + i, 1, 1e-9);
  }
}

static void compare_joints(const mjModel *m, const rg_model *model) {
  int n = model->njoint;
  compare_ints("jnt_type", m->jnt_type, model->joint_type, n);
  compare("jnt_pos", m->jnt_pos, model->joint_pos, 3 * n, 1e-12);
  compare("jnt_axis", m->jnt_axis, model->joint_axis, 3 * n, 1e-12);
  compare("jnt_range", m->jnt_range, model->joint_range, 2 * n, 1e-12);
  compare("jnt_stiffness", m->jnt_stiffness, model->joint_stiffness, n, 1e-12);
  compare("jnt_margin", m->jnt_margin, model->joint_margin, n, 1e-12);
  compare("dof_armature", m->dof_armature, model->dof_armature, model->nv, 1e-12);
  compare("dof_damping", m->dof_damping, model->dof_damping, model->nv, 1e-12);
  compare("dof_frictionloss", m->dof_frictionloss, model->dof_frictionloss, model->nv, 1e-12);
  compare_ints("dof_parent", m->dof_parentid, model->dof_parent, model->nv);
  compare("qpos0", m->qpos0, model->qpos0, model->nq, 1e-12);
  compare("qpos_spring", m->qpos_spring, model->qpos_spring, model->nq, 1e-12);
  for (int i = 0; i < n; i++) assert_int_equal(m->jnt_limited[i], model->joint_limited[i]);
}

/* meshes have their own frames, which need not be the same */
static void compare_geoms(const mjModel *m, const rg_model *model) {
  static const int sizes[] = {3, 1, 2, 3, 2, 3}; /* that count, by type */
  int n = model->ngeom;
  for (int i = 0; i < n; i++) {
    if (model->geom_type[i] == RG_GEOM_MESH) continue;
    compare("geom_pos", m->geom_pos + 3 * i, model->geom_pos + 3 * i, 3, 1e-12);
    compare("geom_quat", m->geom_quat + 4 * i, model->geom_quat + 4 * i, 4, 1e-12);
    compare("geom_size", m->geom_size + 3 * i, model->geom_size + 3 * i, sizes[model->geom_type[i]],
            1e-12);
  }
  compare("geom_friction", m->geom_friction, model->geom_friction, 3 * n, 1e-12);
  compare("geom_margin", m->geom_margin, model->geom_margin, n, 1e-12);
  compare("geom_gap", m->geom_gap, model->geom_gap, n, 1e-12);
  compare_ints("geom_contype", m->geom_contype, model->geom_contype, n);
  compare_ints("geom_conaffinity", m->geom_conaffinity, model->geom_conaffinity, n);
  compare_ints("geom_condim", m->geom_condim, model->geom_condim, n);
  compare_ints("geom_priority", m->geom_priority, model->geom_priority, n);
  compare_ints("geom_group", m->geom_group, model->geom_group, n);
  compare("site_pos", m->site_pos, model->site_pos, 3 * model->nsite, 1e-12);
  for (int k = 0; k < model->nsite; k++) // MuJoCo counts height fields between planes and spheres
    if (m->site_type[k] != model->site_type[k] + 1) fail_msg("%s: site_type[%d]", current, k);
  compare("site_size", m->site_size, model->site_size, 3 * model->nsite, 1e-12);
  compare("site_quat", m->site_quat, model->site_quat, 4 * model->nsite, 1e-12);
}

static void compare_links(const mjModel *m, const rg_model *model) {
  static const int used[] = {6, 11, 5};
  for (int i = 0; i < model->nactuator; i++) {
    static const double none[3] = {0};
    const double *bias =
        m->actuator_biastype[i] == mjBIAS_NONE ? none : m->actuator_biasprm + mjNBIAS * i;
    compare("gear", m->actuator_gear + 6 * i, model->actuator_gear + 6 * i, 6, 1e-12);
    compare("gain", m->actuator_gainprm + mjNGAIN * i, model->actuator_gain + i, 1, 1e-12);
    compare("bias", bias, model->actuator_bias + 3 * i, 3, 1e-12);
    int type = m->actuator_trntype[i];
    assert_int_equal(m->actuator_trnid[2 * i], type == mjTRN_TENDON ? model->actuator_tendon[i]
                                               : type == mjTRN_BODY ? model->actuator_body[i]
                                               : type >= mjTRN_SLIDERCRANK
                                                   ? model->actuator_site[i]
                                                   : model->actuator_joint[i]);
    assert_int_equal(m->actuator_ctrllimited[i], model->actuator_ctrllimited[i]);
    assert_int_equal(m->actuator_forcelimited[i], model->actuator_forcelimited[i]);
  }
  compare("ctrlrange", m->actuator_ctrlrange, model->actuator_ctrlrange, 2 * model->nactuator,
          1e-12);
  for (int i = 0; i < model->nequality; i++)
    compare("eq_data", m->eq_data + mjNEQDATA * i, model->equality_data + 11 * i,
            used[model->equality_type[i]], 1e-9);
  compare("key_qpos", m->key_qpos, model->key_qpos, model->nkey * model->nq, 1e-12);
  compare("key_qvel", m->key_qvel, model->key_qvel, model->nkey * model->nv, 1e-12);
}

static void compare_tendons(const mjModel *m, const rg_model *model) {
  int n = model->ntendon;
  assert_int_equal(m->nwrap, model->ntendonjoint + model->npath);
  for (int i = 0; i < n; i++) {
    const int *theirs = m->wrap_objid + m->tendon_adr[i];
    int joints = model->tendon_count[i], path = model->tendon_npath[i];
    assert_int_equal(m->tendon_num[i], joints + path);
    compare_ints("wrap_objid", theirs, model->tendon_joint + model->tendon_start[i], joints);
    compare_ints("wrap_objid", theirs, model->path_object + model->tendon_path[i], path);
    compare("wrap_prm", m->wrap_prm + m->tendon_adr[i], model->tendon_coef + model->tendon_start[i],
            joints, 1e-12);
  }
  compare("tendon_range", m->tendon_range, model->tendon_range, 2 * n, 1e-12);
  compare("tendon_margin", m->tendon_margin, model->tendon_margin, n, 1e-12);
  compare("tendon_stiffness", m->tendon_stiffness, model->tendon_stiffness, n, 1e-12);
  compare("tendon_damping", m->tendon_damping, model->tendon_damping, n, 1e-12);
  compare("tendon_frictionloss", m->tendon_frictionloss, model->tendon_frictionloss, n, 1e-12);
  for (int i = 0; i < n; i++) {
    assert_int_equal(m->tendon_limited[i], model->tendon_limited[i]);
    compare("tendon_lengthspring", m->tendon_lengthspring + i, model->tendon_springlength + 2 * i,
            1, 1e-12);
  }
}

static void compare_models(const mjModel *m, const rg_model *model, int inertia) {
  assert_int_equal(m->nq, model->nq);
  assert_int_equal(m->nv, model->nv);
  assert_int_equal(m->nbody, model->nbody);
  assert_int_equal(m->njnt, model->njoint);
  assert_int_equal(m->ngeom, model->ngeom);
  assert_int_equal(m->nsite, model->nsite);
  assert_int_equal(m->neq, model->nequality);
  compare_bodies(m, model, inertia);
  compare_joints(m, model);
  compare_geoms(m, model);
  if (m->nu == model->nactuator) compare_links(m, model);
  if (m->ntendon == model->ntendon) compare_tendons(m, model);
}

/* the file for MuJoCo 2.2.2: without the first <size .../> */
static mjModel *read_for_mujoco(const char *path) {
  char reason[1000] = "";
  mjModel *m = mj_loadXML(path, NULL, reason, sizeof reason);
  size_t size = 0;
  char *text = m ? NULL : scratch_load(path, &size);
  char *start = text ? strstr(text, "<size") : NULL, *end = start ? strstr(start, "/>") : NULL;
  if (end) {
    memset(start, ' ', (size_t)(end - start) + 2);
    m = mj_loadXML(scratch_bytes("plain.xml", text, size), NULL, reason, sizeof reason);
  }
  free(text);
  if (!m) print_message("%s: MuJoCo: %s\n", path, reason);
  return m;
}

/* returns 1 where MuJoCo could read the file */
static int compare_file(const char *path, int inertia) {
  current = path;
  rg_model *model;
  rg_error error;
  char message[1024], reason[1000] = "";
  if (rg_model_load(&model, path, &(rg_load_options){.lenient = 1}, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  mjModel *original = read_for_mujoco(path);
  if (original) compare_models(original, model, inertia);
  const char *file = scratch_path("saved.xml");
  assert_int_equal(rg_model_save(model, file, &error), RG_OK);
  mjModel *saved = mj_loadXML(file, NULL, reason, sizeof reason);
  if (!saved) fail_msg("%s: MuJoCo does not read what we save: %s", path, reason);
  compare_models(saved, model, 1);
  if (original) mj_deleteModel(original);
  mj_deleteModel(saved);
  rg_model_free(model);
  return original != NULL;
}

static void own_models(void **state) {
  (void)state;
  static const char *const names[] = {"acc_bounce",  "acc_cube",     "acc_sphere",
                                      "box_pile100", "box_tower100", "box_wall100",
                                      "four_bar",    "pend12_ball",  "pend12_ball_wallfar",
                                      "pend12_pin",  "slider_crank", "stewart_platform"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    char path[512];
    snprintf(path, sizeof path, RIGOR_SOURCE_DIR "/models/%s.xml", names[k]);
    assert_true(compare_file(path, 1));
  }
}

static void foreign_models(void **state) {
  (void)state;
  if (access(RIGOR_SHARED_DATA "/models", R_OK) != 0) {
    print_message("no models in " RIGOR_SHARED_DATA ": skipped\n");
    skip();
  }
  static const struct {
    const char *file;
    int readable; /* by MuJoCo 2.2.2 */
    int inertia;  /* 0: from meshes that are not convex, whose mass is a matter of definition */
  } files[] = {
      {"gymnasium/half_cheetah.xml", 1, 1},
      {"gymnasium/hopper.xml", 1, 1},
      {"gymnasium/walker2d.xml", 1, 1},
      {"gymnasium/ant.xml", 1, 1},
      {"mujoco/humanoid/humanoid.xml", 1, 1},
      {"mujoco/humanoid/humanoid100.xml", 0, 1},
      {"mujoco/humanoid/22_humanoids.xml", 0, 1},
      {"mujoco/slider_crank/slider_crank.xml", 1, 1},
      {"mujoco/replicate/stonehenge.xml", 0, 1},
      {"mujoco/sleep/dominos.xml", 0, 1},
      {"mujoco/replicate/newton_cradle.xml", 0, 1},
      {"menagerie/wonik_allegro/scene_right.xml", 1, 0},
      {"menagerie/robotiq_2f85/scene.xml", 1, 0},
      {"menagerie/anybotics_anymal_c/anymal_c_mjx.xml", 0, 1},
  };
  for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
    char path[512];
    snprintf(path, sizeof path, RIGOR_SHARED_DATA "/models/%s", files[k].file);
    assert_int_equal(compare_file(path, files[k].inertia), files[k].readable);
  }
}

/* notations that both know, in one file */
static void notations(void **state) {
  (void)state;
  const char *text =
      "<mujoco><compiler eulerseq='zYx' inertiafromgeom='auto' boundmass='0.1'/>"
      "<default><geom friction='0.4 0.1' density='500'/><default class='a'><geom type='box' "
      "size='1 2 3'/><joint axis='1 1 1' damping='2'/></default></default><worldbody>"
      "<body euler='10 20 30' childclass='a'><joint limited='true' range='-20 30'/><geom/>"
      "<geom type='capsule' size='0.3' fromto='1 2 3 -1 0 2'/><geom type='ellipsoid' size='0.2' "
      "fromto='0 0 1 1 1 1'/><body xyaxes='1 1 0 0 1 1' pos='1 0 0'><geom zaxis='1 2 3' "
      "friction='0.7'/><joint type='slide' pos='1 1 1'/><joint type='ball'/></body></body>"
      "<body axisangle='1 2 3 40'><inertial mass='2' pos='1 2 3' fullinertia='2 3 4 0.1 0.2 0.3'/>"
      "<freejoint/></body><body zaxis='0 0 -1'><geom type='cylinder' size='1 2' axisangle='1 0 0 "
      "90' mass='3'/><joint name='h' ref='20' springref='10' stiffness='1' type='hinge'/></body>"
      "<body name='pad'><joint name='s' type='slide' springref='.3'/><geom size='1' margin='.2' "
      "gap='.1'/></body></worldbody>"
      "<tendon><fixed name='t' stiffness='3' margin='.2' damping='1' frictionloss='2'>"
      "<joint joint='h' coef='2'/><joint joint='s' coef='-3'/></fixed>"
      "<fixed limited='true' range='-20 30' springlength='4'><joint joint='s' coef='1'/></fixed>"
      "</tendon><actuator><motor joint='h'/><position tendon='t' kp='4' gear='3'/>"
      "<adhesion body='pad' ctrlrange='0 2' gain='7'/></actuator>"
      "</mujoco>";
  assert_true(compare_file(scratch_text("notations.xml", text), 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(own_models), cmocka_unit_test(foreign_models),
                                     cmocka_unit_test(notations)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

#endif
