/* The stepping functions of the engines. */
#include "toss_engines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

enum { LAWS = RG_RESTITUTION_POISSON + 1 };

/* 0.37 kg, 8.1e-4 kg m^2 about each axis: shared/data/tosses/README.md */
static void write_model(char *text, size_t size) {
  snprintf(text, size,
           "<mujoco><option timestep='%.17g' gravity='0 0 %g' cone='elliptic'/><worldbody>"
           "<geom type='plane' size='0 0 1'/><body><freejoint/>"
           "<inertial pos='0 0 0' mass='.37' diaginertia='8.1e-4 8.1e-4 8.1e-4'/>"
           "<geom type='box' size='%g %g %g'/></body></worldbody></mujoco>",
           1 / TOSS_RATE / TOSS_SUBSTEPS, -TOSS_GRAVITY, TOSS_HALF, TOSS_HALF, TOSS_HALF);
}

/* --- rigor --- */

static rg_model *model;
static rg_sim *sim;
static rg_sim_options options;

static void rigor_set(const toss_engine *engine, const double *values) {
  rg_error error;
  options.restitution_law = engine->law;
  options.friction = values[1], options.restitution = values[2];
  if (rg_sim_change(sim, &options, &error) == RG_OK) return;
  fprintf(stderr, "rg_sim_change: %s\n", error.reason);
  exit(1);
}

static void rigor_start(const double qpos[7], const double qvel[6]) {
  rg_sim_reset(sim, -1, NULL);
  memcpy(rg_sim_data(sim)->qpos, qpos, 7 * sizeof *qpos);
  memcpy(rg_sim_data(sim)->qvel, qvel, 6 * sizeof *qvel);
}

/* the first failures are told: where they are, another run finds them again */
static int rigor_step(void) {
  static int told;
  if (rg_step(sim) == RG_SOLVED) return 1;
  if (told++ < 10)
    fprintf(stderr, "not solved: %s, mu %.17g, e %.17g, step %ld: %s\n",
            rg_restitution_name(options.restitution_law), options.friction, options.restitution,
            rg_sim_report(sim)->step + 1, rg_sim_report(sim)->reason);
  return 0;
}

static const double *rigor_qpos(void) { return rg_sim_data(sim)->qpos; }

static int open_rigor(const char *text, rg_integrator integrator) {
  rg_error error;
  char why[1024];
  options = rg_sim_options_default();
  options.integrator = integrator;
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) == RG_OK &&
      rg_sim_new(&sim, model, &options, &error) == RG_OK)
    return 1;
  fprintf(stderr, "%s\n", rg_error_text(&error, why, sizeof why));
  return 0;
}

static toss_engine rigor_engine(rg_restitution law) {
  toss_engine e = {.count = 3, .law = law};
  e.parameters[0] = (toss_parameter){"unit", 0.0515, 0.0555, 0.0535, 0};
  e.parameters[1] = (toss_parameter){"mu", 0.02, 0.6, 0.18, 1};
  e.parameters[2] = (toss_parameter){"e", 0, 0.8, 0.2, 0};
  e.set = rigor_set, e.start = rigor_start, e.step = rigor_step, e.qpos = rigor_qpos;
  snprintf(e.name, sizeof e.name, "rigor %s", rg_restitution_name(law));
  return e;
}

/* --- MuJoCo --- */

#ifdef RIGOR_HAVE_MUJOCO

static mjModel *peer;
static mjData *peer_data;

/* both geoms alike, so that it does not matter how they are mixed */
static void mujoco_set(const toss_engine *engine, const double *values) {
  (void)engine;
  for (int g = 0; g < peer->ngeom; g++) {
    peer->geom_friction[3 * g] = values[1];
    peer->geom_solref[mjNREF * g] = values[2];
    peer->geom_solref[mjNREF * g + 1] = values[3];
    peer->geom_solimp[mjNIMP * g + 2] = values[4];
  }
}

/* Euler's rule takes a velocity that is half a step older: its flights are then exact */
static void mujoco_start(const double qpos[7], const double qvel[6]) {
  mj_resetData(peer, peer_data);
  memcpy(peer_data->qpos, qpos, 7 * sizeof *qpos);
  memcpy(peer_data->qvel, qvel, 6 * sizeof *qvel);
  peer_data->qvel[2] += TOSS_GRAVITY * peer->opt.timestep / 2;
}

static int mujoco_step(void) {
  mj_step(peer, peer_data);
  return 1;
}

static const double *mujoco_qpos(void) { return peer_data->qpos; }

static int open_mujoco(const char *text) {
  char scratch[] = "/tmp/rigor-bench-XXXXXX", why[500] = "";
  int file = mkstemp(scratch);
  if (file < 0) return 0;
  if (write(file, text, strlen(text)) == (ssize_t)strlen(text))
    peer = mj_loadXML(scratch, NULL, why, sizeof why);
  close(file);
  remove(scratch);
  peer_data = peer ? mj_makeData(peer) : NULL;
  if (!peer_data) fprintf(stderr, "MuJoCo: %s\n", why);
  return peer_data != NULL;
}

static toss_engine mujoco_engine(void) {
  toss_engine e = {.count = 5};
  e.parameters[0] = (toss_parameter){"unit", 0.0515, 0.0555, 0.0535, 0};
  e.parameters[1] = (toss_parameter){"mu", 0.02, 0.6, 0.18, 1};
  e.parameters[2] = (toss_parameter){"timeconst", 0.002, 0.05, 0.01, 1};
  e.parameters[3] = (toss_parameter){"dampratio", 0.1, 2, 0.8, 1};
  e.parameters[4] = (toss_parameter){"width", 1e-4, 1e-2, 1e-3, 1};
  e.set = mujoco_set, e.start = mujoco_start, e.step = mujoco_step, e.qpos = mujoco_qpos;
  snprintf(e.name, sizeof e.name, "MuJoCo %s", mj_versionString());
  return e;
}

static void close_mujoco(void) {
  mj_deleteData(peer_data);
  mj_deleteModel(peer);
}

#endif

/* --- both --- */

int toss_engines(toss_engine *list, int most, rg_integrator integrator) {
  char text[700];
  int count = 0;
  write_model(text, sizeof text);
  if (!open_rigor(text, integrator)) return 0;
  for (int law = 0; law < LAWS && count < most; law++)
    list[count++] = rigor_engine((rg_restitution)law);
#ifdef RIGOR_HAVE_MUJOCO
  if (count < most && open_mujoco(text)) list[count++] = mujoco_engine();
#endif
  return count;
}

void toss_engines_free(void) {
  rg_sim_free(sim);
  rg_model_free(model);
#ifdef RIGOR_HAVE_MUJOCO
  close_mujoco();
#endif
}
