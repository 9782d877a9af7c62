/* MuJoCo through its C API. Variants: newton-elliptic, newton-pyramidal, cg-elliptic,
   cg-pyramidal; everything else as the model file says. */
#include "runner.h"

#include <mujoco/mujoco.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static mjModel *model;
static mjData *data;
static int key = -1;
static double *told; /* controls from every start on; NULL: those of the keyframe */
static bench_contact *contacts;
static int room;
static runner_engine engine;

static void stop(const char *message) { runner_refuse("%s", message); }
static void ignore(const char *message) { (void)message; }

static void reset(void) {
  if (key >= 0) mj_resetDataKeyframe(model, data, key);
  else mj_resetData(model, data);
  for (int i = 0; told && i < model->nu; i++) data->ctrl[i] = told[i];
}

static int control(long actuator, double value) {
  if (actuator < 0 || actuator >= model->nu) return 0;
  if (!told) {
    told = calloc((size_t)model->nu, sizeof *told);
    if (!told) return 0;
    for (int i = 0; key >= 0 && i < model->nu; i++) told[i] = model->key_ctrl[key * model->nu + i];
  }
  told[actuator] = value;
  return 1;
}

static void step(void) { mj_step(model, data); }

/* velocity of the point of a body; cvel is about the centre of mass of its tree */
static void point_velocity(int body, const mjtNum *point, mjtNum *v) {
  const mjtNum *twist = data->cvel + 6 * body,
               *centre = data->subtree_com + 3 * model->body_rootid[body];
  mjtNum arm[3], turn[3];
  mju_sub3(arm, point, centre);
  mju_cross(turn, twist, arm);
  mju_add3(v, twist + 3, turn);
}

static void read_contact(int i, bench_contact *out) {
  const mjContact *c = &data->contact[i];
  mjtNum force[6], v1[3], v2[3], relative[3];
  int body1 = model->geom_bodyid[c->geom1], body2 = model->geom_bodyid[c->geom2];
  mj_contactForce(model, data, i, force);
  point_velocity(body1, c->pos, v1);
  point_velocity(body2, c->pos, v2);
  mju_sub3(relative, v2, v1);
  // the rows of the frame are its axes
  for (int k = 0; k < 3; k++) out->velocity[k] = mju_dot3(c->frame + 3 * k, relative);
  for (int k = 0; k < 3; k++) out->force[k] = k < c->dim ? force[k] : 0;
  out->mu = c->dim > 1 ? c->friction[0] : 0;
  out->gap = c->dist;
}

/* positions and frames are those at the start of the step; velocities become those at its end */
static int list_contacts(const bench_contact **list) {
  int count = 0;
  if (data->ncon > room) {
    room = 2 * data->ncon;
    contacts = realloc(contacts, (size_t)room * sizeof *contacts);
    if (!contacts) exit(3);
  }
  mj_comVel(model, data);
  for (int i = 0; i < data->ncon; i++)
    if (data->contact[i].efc_address >= 0) read_contact(i, &contacts[count++]);
  *list = contacts;
  return count;
}

static double fastest(void) {
  double most = 0;
  for (int i = 0; i < model->nv; i++) most = fmax(most, fabs(data->qvel[i]));
  return most;
}

#if mjVERSION_HEADER < 230
/* rows of limits, dry friction and equalities, at most */
static double other_rows(void) {
  double rows = 6.0 * model->neq + 2.0 * model->ntendon + 10;
  for (int i = 0; i < model->njnt; i++) rows += 2 * model->jnt_limited[i];
  for (int i = 0; i < model->nv; i++) rows += model->dof_frictionloss[i] > 0;
  return rows;
}
#endif

/* before 2.3 the room for contacts is fixed by the file, 100 by default, and what does not fit
   is dropped: a dozen a geom, or as many as fit into the 2 GiB that mjData may have (pages that
   are not used cost nothing) */
static void make_room(void) {
#if mjVERSION_HEADER < 230
  double nv = model->nv, rows = 0, most = 12.0 * model->ngeom + 100, bytes = HUGE_VAL;
  for (; bytes > 1.9e9 && most > 100; most *= 0.98) {
    rows = (model->opt.cone == mjCONE_ELLIPTIC ? 3 : 4) * most + other_rows();
    bytes = 12 * rows * (rows + 2 * nv) + 1000 * most; // values and indices
  }
  if (model->nconmax < most) model->nconmax = (int)most;
  if (model->njmax < rows) model->njmax = (int)rows;
  double stack = fmin(2.4e8, 2 * rows * (nv + 64) + 4 * nv * nv + 1e6);
  if (model->nstack < stack) model->nstack = (int)stack;
#endif
}

/* what MuJoCo warned of: dropped contacts, bad states */
static const char *notice(void) {
  static char text[128];
  text[0] = 0;
  for (int k = 0; k < mjNWARNING && !text[0]; k++)
    if (data->warning[k].number > 0)
      snprintf(text, sizeof text, "%.100s", mju_warningText(k, data->warning[k].lastinfo));
  text[strcspn(text, "\n")] = 0;
  return text;
}

static void choose(const runner_arguments *a) {
  int newton = strncmp(a->variant, "newton", 6) == 0;
  int elliptic = strstr(a->variant, "elliptic") != NULL;
  model->opt.solver = newton ? mjSOL_NEWTON : mjSOL_CG;
  model->opt.cone = elliptic ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  if (a->dt > 0) model->opt.timestep = a->dt;
  snprintf(engine.name, sizeof engine.name, "MuJoCo %s", mj_versionString());
  snprintf(engine.options, sizeof engine.options,
           "%s, %s, %d it, tol %g, impratio %g, dt %g ms, %s", newton ? "Newton" : "CG",
           elliptic ? "elliptic" : "pyramidal", model->opt.iterations, model->opt.tolerance,
           model->opt.impratio, 1e3 * model->opt.timestep,
           model->opt.integrator == mjINT_EULER ? "Euler" : "other integrator");
}

/* by its name, or #0, #1, ...; -1: there is none */
static int find_key(const char *name) {
  int number = name[0] == '#' ? atoi(name + 1) : mj_name2id(model, mjOBJ_KEY, name);
  return number < model->nkey ? number : -1;
}

int main(int argc, char **argv) {
  runner_arguments a = runner_read_arguments(argc, argv);
  char error[1000] = "";
  mju_user_error = stop;
  mju_user_warning = ignore;
  model = mj_loadXML(a.model, NULL, error, sizeof error);
  if (!model) runner_refuse("%s", error);
  if (strcmp(a.key, "-") != 0 && (key = find_key(a.key)) < 0)
    runner_refuse("no keyframe '%s'", a.key);
  choose(&a);
  make_room();
  data = mj_makeData(model);
  if (!data) runner_refuse("out of memory");
  engine.reset = reset;
  engine.step = step;
  engine.contacts = list_contacts;
  engine.fastest = fastest;
  engine.control = control;
  engine.notice = notice;
  int result = runner_serve(&engine);
  mj_deleteData(data);
  mj_deleteModel(model);
  free(contacts);
  free(told);
  return result;
}
