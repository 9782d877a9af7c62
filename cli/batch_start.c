/* rigor batch: where each simulation starts, and what is random about it. */
#include "batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* numbers of different things do not follow from each other: each has a seed of its own */
enum { SALT_QPOS = 1, SALT_QVEL, SALT_CTRL, SALT_PARAMETER };

static uint64_t seed_of(const batch_request *request, int salt) {
  return ((uint64_t)request->simulation.seed << 8) + (uint64_t)salt;
}

/* in [-1, 1) */
static double draw(const batch_request *request, int salt, int simulation, int entry) {
  return 2 * rg_batch_draw(seed_of(request, salt), (uint64_t)simulation, 0, (uint64_t)entry) - 1;
}

void take_random(batch_request *request, char *text) {
  rg_error *e = &request->simulation.error;
  char *equals = strchr(text, '=');
  if (request->parts == MOST_RANDOM) {
    refuse_option(e, "--random", "is given more than %d times", MOST_RANDOM);
    return;
  }
  random_part *part = &request->random[request->parts++];
  *part = (random_part){text, 1};
  if (strcmp(text, "ctrl") == 0) return;
  if (!equals) {
    refuse_option(e, "--random", "'%.60s' has no size: NAME=X", text);
    return;
  }
  *equals = 0;
  int control = strcmp(text, "ctrl") == 0;
  take_real(e, "--random", equals + 1, control ? 1 : 0, control, HUGE_VAL, 0, &part->size);
}

/* --- the start ------------------------------------------------------------------------------------ */

static void copy_rows(rg_batch *batch, rg_batch_array array, const double *from) {
  int width;
  double *to = rg_batch_values(batch, array, &width);
  for (int i = 0; i < rg_batch_count(batch) && width; i++)
    memcpy(to + (size_t)i * (size_t)width, from, (size_t)width * sizeof *to);
}

/* all as the pattern is, which has its keyframe and its controls */
static void copy_pattern(rg_batch *batch, rg_sim *pattern) {
  const rg_data *data = rg_sim_data(pattern);
  copy_rows(batch, RG_BATCH_TIME, &data->time);
  copy_rows(batch, RG_BATCH_QPOS, data->qpos);
  copy_rows(batch, RG_BATCH_QVEL, data->qvel);
  copy_rows(batch, RG_BATCH_ACT, data->act);
  copy_rows(batch, RG_BATCH_CTRL, data->ctrl);
}

static rg_status move_starts(batch_request *request, const rg_model *model, rg_batch *batch,
                             double size) {
  double *amount = malloc((size_t)model->nv * sizeof *amount), *qpos;
  if (!amount) return refuse_option(&request->simulation.error, "--random", "no memory is left");
  qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL);
  for (int i = 0; i < rg_batch_count(batch); i++) {
    for (int k = 0; k < model->nv; k++) amount[k] = size * draw(request, SALT_QPOS, i, k);
    rg_integrate_position(model, qpos + (size_t)i * (size_t)model->nq, amount, 1);
  }
  free(amount);
  return RG_OK;
}

static void push_starts(const batch_request *request, rg_batch *batch, double size) {
  int nv;
  double *qvel = rg_batch_values(batch, RG_BATCH_QVEL, &nv);
  for (int i = 0; i < rg_batch_count(batch); i++)
    for (int k = 0; k < nv; k++)
      qvel[(size_t)i * (size_t)nv + (size_t)k] += size * draw(request, SALT_QVEL, i, k);
}

/* --- parameters ----------------------------------------------------------------------------------- */

/* what has no size of its own keeps what it has: planes, meshes, height fields */
static int is_left_out(const rg_model *model, const char *name, int entry) {
  if (strcmp(name, "size") != 0) return 0;
  int type = model->geom_type[entry / 3];
  return type == RG_GEOM_PLANE || type == RG_GEOM_MESH || type == RG_GEOM_HFIELD;
}

/* values times 1 + size * [-1, 1); `each`: numbers that share a draw; restitution from 0 to size */
static rg_status scale_parameter(batch_request *request, const rg_model *model, rg_batch *batch,
                                 const char *name, const char *drawn_as, double size, int each) {
  int width, salt = SALT_PARAMETER;
  double *value = rg_batch_parameter(batch, name, &width, &request->simulation.error);
  if (!value) return request->simulation.error.status;
  for (const char *c = drawn_as; *c; c++) salt = 31 * (salt & 0xffff) + *c;
  for (int i = 0; i < rg_batch_count(batch); i++)
    for (int k = 0; k < width; k++) {
      if (is_left_out(model, name, k)) continue;
      double *v = value + (size_t)i * (size_t)width + k, x = draw(request, salt, i, k / each);
      if (strcmp(name, "restitution") == 0) *v = size * 0.5 * (x + 1);
      else *v *= 1 + size * x;
    }
  return RG_OK;
}

static int is_state(const char *name) {
  return strcmp(name, "qpos") == 0 || strcmp(name, "qvel") == 0 || strcmp(name, "ctrl") == 0;
}

static rg_status draw_parameters(batch_request *request, const rg_model *model, rg_batch *batch) {
  rg_status status = RG_OK;
  for (int k = 0; k < request->parts && !status; k++) {
    const random_part *part = &request->random[k];
    if (is_state(part->name)) continue;
    status = scale_parameter(request, model, batch, part->name, part->name, part->size, 1);
    /* what is heavier is as much harder to turn */
    if (!status && strcmp(part->name, "mass") == 0)
      status = scale_parameter(request, model, batch, "inertia", "mass", part->size, 3);
  }
  return status;
}

rg_status start_batch(batch_request *request, rg_batch *batch, rg_sim *pattern) {
  rg_error *e = &request->simulation.error;
  rg_status status = draw_parameters(request, rg_sim_model(pattern), batch);
  if (!status) status = rg_batch_reset(batch, NULL, -1, e);
  if (status) return status;
  copy_pattern(batch, pattern);
  for (int k = 0; k < request->parts && !status; k++) {
    const random_part *part = &request->random[k];
    if (strcmp(part->name, "qpos") == 0)
      status = move_starts(request, rg_sim_model(pattern), batch, part->size);
    if (strcmp(part->name, "qvel") == 0) push_starts(request, batch, part->size);
    if (strcmp(part->name, "ctrl") == 0)
      rg_batch_draw_controls(batch, seed_of(request, SALT_CTRL), (int)fmin(part->size, 1e9));
  }
  return status;
}
