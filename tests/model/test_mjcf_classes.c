/* Default classes beside MuJoCo: random trees of classes that say random things, bodies with and without childclass,
   elements with and without a class of their own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dynamics/random_xml.h"
#include "record/scratch.h"

#include <rigor/model.h>

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

enum { CLASSES = 7, BODIES = 8 };

/* each of the attributes with a chance of one in three; numbers are above 0 */
static void some(xml_text *x, const char *const *name, const int *count, int n) {
  for (int k = 0; k < n; k++) {
    if (xml_pick(x, 3)) continue;
    xml_put(x, " %s=\"", name[k]);
    // no blank behind the last: version 2.2.2 would read it as one more number
    for (int i = 0; i < count[k]; i++)
      xml_put(x, "%s%.4f", i ? " " : "", 1 + i + 0.4 * xml_draw(x));
    xml_put(x, "\"");
  }
}

static void joint_values(xml_text *x) {
  static const char *const name[] = {"damping", "armature",  "frictionloss", "stiffness",
                                     "range",   "springref", "margin",       "axis"};
  static const int count[] = {1, 1, 1, 1, 2, 1, 1, 3};
  some(x, name, count, 8);
}

static void geom_values(xml_text *x) {
  static const char *const name[] = {"friction", "margin", "gap", "density", "rgba", "size", "pos"};
  int count[] = {1 + xml_pick(x, 3), 1, 1, 1, 4, 3, 3};
  some(x, name, count, 7);
  if (!xml_pick(x, 3)) xml_put(x, " condim=\"%d\"", xml_pick(x, 2) ? 1 : 3);
  if (!xml_pick(x, 3)) xml_put(x, " priority=\"%d\" group=\"%d\"", xml_pick(x, 5), xml_pick(x, 5));
  if (!xml_pick(x, 3)) xml_put(x, " type=\"%s\"", xml_pick(x, 2) ? "box" : "ellipsoid");
}

static void actuator_values(xml_text *x, const char *kind) {
  static const char *const name[] = {"gear", "ctrlrange", "forcerange"};
  int count[] = {1 + xml_pick(x, 6), 2, 2};
  some(x, name, count, 3);
  if (kind[0] == 'p' && !xml_pick(x, 2)) xml_put(x, " kp=\"%.4f\"", 3 + xml_draw(x));
  if (kind[0] == 'v' && !xml_pick(x, 2)) xml_put(x, " kv=\"%.4f\"", 3 + xml_draw(x));
}

/* one kind in a model: what a servo takes from a class of another kind changed with version 3 */
static const char *actuator_kind(uint64_t seed) {
  static const char *const kinds[] = {"motor", "position", "velocity"};
  return kinds[seed % 3];
}

static void put_class(xml_text *x, const int *parent, int c, const char *kind) {
  static const char *const tendon[] = {"stiffness", "damping", "range", "frictionloss", "margin"};
  static const int tendon_count[] = {1, 1, 2, 1, 1};
  xml_put(x, "<default class=\"c%d\">", c);
  if (xml_pick(x, 3)) xml_put(x, "<joint"), joint_values(x), xml_put(x, "/>");
  if (xml_pick(x, 3)) xml_put(x, "<geom"), geom_values(x), xml_put(x, "/>");
  if (xml_pick(x, 3)) xml_put(x, "<tendon"), some(x, tendon, tendon_count, 5), xml_put(x, "/>");
  if (xml_pick(x, 2)) {
    xml_put(x, "<%s", kind), actuator_values(x, kind), xml_put(x, "/>");
  }
  for (int k = c + 1; k < CLASSES; k++)
    if (parent[k] == c) put_class(x, parent, k, kind);
  xml_put(x, "</default>");
}

static void maybe(xml_text *x, const char *attribute) {
  if (xml_pick(x, 2)) xml_put(x, " %s=\"c%d\"", attribute, xml_pick(x, CLASSES));
}

static void put_body(xml_text *x, const int *parent, int b) {
  xml_put(x, "<body");
  maybe(x, "childclass");
  xml_put(x, "><joint name=\"j%d\"", b), maybe(x, "class"), joint_values(x);
  xml_put(x, "/><geom size=\"0.1 0.2 0.3\""), maybe(x, "class");
  if (xml_pick(x, 2)) xml_put(x, " friction=\"0.7\"");
  xml_put(x, "/><geom"), maybe(x, "class"), xml_put(x, " type=\"sphere\" size=\"0.1\"/>");
  for (int k = b + 1; k < BODIES; k++)
    if (parent[k] == b) put_body(x, parent, k);
  xml_put(x, "</body>");
}

static void random_model(xml_text *x, uint64_t seed) {
  int above[CLASSES], parent[BODIES];
  const char *kind = actuator_kind(seed);
  *x = (xml_text){.seed = seed};
  for (int c = 0; c < CLASSES; c++) above[c] = c ? xml_pick(x, c) : -1;
  for (int b = 0; b < BODIES; b++) parent[b] = xml_pick(x, b + 1) - 1;
  xml_put(x, "<mujoco><compiler angle=\"radian\" autolimits=\"true\"/>");
  put_class(x, above, 0, kind);
  xml_put(x, "<worldbody>");
  for (int b = 0; b < BODIES; b++)
    if (parent[b] < 0) put_body(x, parent, b);
  xml_put(x, "</worldbody><tendon>");
  for (int t = 0; t < 4; t++) {
    xml_put(x, "<fixed"), maybe(x, "class");
    xml_put(x, "><joint joint=\"j%d\" coef=\"1\"/></fixed>", t);
  }
  xml_put(x, "</tendon><actuator>");
  for (int a = 0; a < 8; a++) {
    xml_put(x, "<%s joint=\"j%d\"", kind, a), maybe(x, "class"), actuator_values(x, kind);
    xml_put(x, "/>");
  }
  xml_put(x, "</actuator></mujoco>");
}

static void same(const char *what, const double *theirs, const double *mine, int count,
                 const char *text) {
  for (int k = 0; k < count; k++)
    if (!(fabs(theirs[k] - mine[k]) <= 1e-12 * fmax(1, fabs(theirs[k]))))
      fail_msg("%s[%d]: %.17g in MuJoCo, %.17g here\n%s", what, k, theirs[k], mine[k], text);
}

static void same_whole(const char *what, const int *theirs, const int *mine, int count,
                       const char *text) {
  for (int k = 0; k < count; k++)
    if (theirs[k] != mine[k])
      fail_msg("%s[%d]: %d in MuJoCo, %d here\n%s", what, k, theirs[k], mine[k], text);
}

static void compare(const mjModel *m, const rg_model *model, const char *text) {
#define REALS(theirs, mine, count) same(#mine, m->theirs, model->mine, count, text)
  REALS(dof_damping, dof_damping, m->nv);
  REALS(dof_armature, dof_armature, m->nv);
  REALS(dof_frictionloss, dof_frictionloss, m->nv);
  REALS(jnt_stiffness, joint_stiffness, m->njnt);
  REALS(jnt_range, joint_range, 2 * m->njnt);
  REALS(jnt_margin, joint_margin, m->njnt);
  REALS(jnt_axis, joint_axis, 3 * m->njnt);
  REALS(qpos_spring, qpos_spring, m->nq);
  REALS(geom_friction, geom_friction, 3 * m->ngeom);
  REALS(geom_margin, geom_margin, m->ngeom);
  REALS(geom_gap, geom_gap, m->ngeom);
  REALS(geom_pos, geom_pos, 3 * m->ngeom);
  REALS(body_mass, body_mass, m->nbody);
  REALS(tendon_stiffness, tendon_stiffness, m->ntendon);
  REALS(tendon_damping, tendon_damping, m->ntendon);
  REALS(tendon_range, tendon_range, 2 * m->ntendon);
  REALS(tendon_frictionloss, tendon_frictionloss, m->ntendon);
  REALS(tendon_margin, tendon_margin, m->ntendon);
  for (int a = 0; a < m->nu; a++) // a hinge has one
    same("gear", m->actuator_gear + 6 * a, model->actuator_gear + 6 * a, 1, text);
  REALS(actuator_ctrlrange, actuator_ctrlrange, 2 * m->nu);
  REALS(actuator_forcerange, actuator_forcerange, 2 * m->nu);
  same_whole("geom_condim", m->geom_condim, model->geom_condim, m->ngeom, text);
  same_whole("geom_priority", m->geom_priority, model->geom_priority, m->ngeom, text);
  same_whole("geom_group", m->geom_group, model->geom_group, m->ngeom, text);
  for (int k = 0; k < 4 * m->ngeom; k++) assert_true(m->geom_rgba[k] == model->geom_rgba[k]);
  for (int j = 0; j < m->njnt; j++) assert_int_equal(m->jnt_limited[j], model->joint_limited[j]);
  for (int t = 0; t < m->ntendon; t++)
    assert_int_equal(m->tendon_limited[t], model->tendon_limited[t]);
  for (int a = 0; a < m->nu; a++) {
    assert_int_equal(m->actuator_ctrllimited[a], model->actuator_ctrllimited[a]);
    same("gain", m->actuator_gainprm + mjNGAIN * a, model->actuator_gain + a, 1, text);
    double none[3] = {0};
    same("bias", m->actuator_biastype[a] == mjBIAS_NONE ? none : m->actuator_biasprm + mjNBIAS * a,
         model->actuator_bias + 3 * a, 3, text);
  }
}

static void random_classes(void **state) {
  (void)state;
  int compared = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    xml_text x;
    random_model(&x, seed);
    char reason[1000] = "";
    rg_model *model = NULL;
    rg_error error;
    mjModel *m = mj_loadXML(scratch_text("m.xml", x.text), NULL, reason, sizeof reason);
    rg_status status = rg_model_parse(&model, x.text, strlen(x.text), NULL, &error);
    if ((m != NULL) != (status == RG_OK))
      fail_msg("MuJoCo: %s\nhere: %s\n%s", reason, status == RG_OK ? "read" : error.reason, x.text);
    if (m) compare(m, model, x.text), compared++;
    mj_deleteModel(m);
    rg_model_free(model);
    free(x.text);
  }
  assert_true(compared > 250);
}

#else

static void random_classes(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_classes)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
