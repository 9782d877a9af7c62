/* Model, options and state of a simulation as bytes, and back. Little-endian, as the machines that pages are made on
   and WebAssembly are:

       u64 bytes of the model, padded to 8; the model as of rg_model_pack
       f64 each option of the tables below; u64 settings of the solver; for each a text and f64; a text: the solver
       f64 time and numbers of the state

   A text is 64 bytes, filled with zeros. */
#include "scene/engine_data.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 64 };

/* --- states ------------------------------------------------------------------------------------------- */

typedef struct part {
  double *at;
  size_t count;
} part;

enum { PARTS = 8 };

static void parts_of(const rg_model *m, rg_data *d, part list[PARTS]) {
  const part all[PARTS] = {{d->qpos, (size_t)m->nq},
                           {d->qvel, (size_t)m->nv},
                           {d->act, (size_t)m->nact},
                           {d->ctrl, (size_t)m->nactuator},
                           {d->mocap_pos, 3 * (size_t)m->nmocap},
                           {d->mocap_quat, 4 * (size_t)m->nmocap},
                           {d->qfrc_applied, (size_t)m->nv},
                           {d->xfrc_applied, 6 * (size_t)m->nbody}};
  memcpy(list, all, sizeof all);
}

size_t rg_engine_numbers(const rg_model *m) {
  return (size_t)m->nq + 2 * (size_t)m->nv + (size_t)m->nact + (size_t)m->nactuator +
         7 * (size_t)m->nmocap + 6 * (size_t)m->nbody;
}

void rg_engine_keep(const rg_sim *sim, rg_engine_state *state) {
  rg_data *data = rg_sim_data((rg_sim *)sim);
  part list[PARTS];
  double *to = state->numbers;
  parts_of(rg_sim_model(sim), data, list);
  state->time = data->time;
  for (int k = 0; k < PARTS; to += list[k++].count)
    if (list[k].count) memcpy(to, list[k].at, list[k].count * sizeof *to);
}

rg_status rg_engine_begin(rg_sim *sim, const rg_engine_state *state, rg_error *error) {
  part list[PARTS];
  const double *from = state->numbers;
  rg_status status = rg_sim_reset(sim, -1, error);
  if (status != RG_OK) return status;
  parts_of(rg_sim_model(sim), rg_sim_data(sim), list);
  rg_sim_data(sim)->time = state->time;
  for (int k = 0; k < PARTS; from += list[k++].count)
    if (list[k].count) memcpy(list[k].at, from, list[k].count * sizeof *from);
  return RG_OK;
}

/* --- options ------------------------------------------------------------------------------------------ */

typedef struct entry {
  size_t at;
  int is_real;
} entry;

#define REAL(member)                                                                               \
  { offsetof(rg_sim_options, member), 1 }
#define WHOLE(member)                                                                              \
  { offsetof(rg_sim_options, member), 0 }

/* memory and threads are the page's own; own solvers and clocks have no place there */
static const entry table[] = {REAL(dt),
                              WHOLE(coordinates),
                              WHOLE(integrator),
                              WHOLE(restitution_law),
                              REAL(restitution),
                              REAL(friction),
                              WHOLE(moments),
                              WHOLE(contacts),
                              WHOLE(closures),
                              REAL(push),
                              REAL(relax_period),
                              REAL(relax_damping),
                              REAL(contact_stiffness),
                              REAL(contact_damping),
                              REAL(bristle_stiffness),
                              REAL(bristle_damping),
                              WHOLE(law_memory),
                              WHOLE(contact_rates),
                              WHOLE(parents_touch),
                              WHOLE(on_failure),
                              WHOLE(halvings),
                              REAL(accuracy),
                              WHOLE(sweep),
                              WHOLE(warm_start),
                              WHOLE(exact_corners),
                              WHOLE(step_iterations),
                              WHOLE(implicit_rounds),
                              REAL(implicit_tol),
                              REAL(gap_accuracy),
                              WHOLE(most_contacts),
                              WHOLE(solve.law.law),
                              WHOLE(solve.law.directions),
                              WHOLE(solve.law.aligned),
                              REAL(solve.law.angle),
                              REAL(solve.law.phantom),
                              REAL(solve.law.mu_static),
                              REAL(solve.law.threshold),
                              WHOLE(solve.law.lateral),
                              REAL(solve.law.relax_normal),
                              REAL(solve.law.relax_tangent),
                              REAL(solve.law.drag),
                              WHOLE(solve.law.repeats),
                              WHOLE(solve.split),
                              REAL(solve.tol),
                              REAL(solve.aim),
                              WHOLE(solve.max_iterations),
                              WHOLE(solve.islands)};
enum { ENTRIES = sizeof table / sizeof *table };

static double get(const rg_sim_options *o, const entry *e) {
  const void *from = (const char *)o + e->at;
  return e->is_real ? *(const double *)from : (double)*(const int *)from;
}

static void set(rg_sim_options *o, const entry *e, double value) {
  void *to = (char *)o + e->at;
  if (e->is_real) *(double *)to = value;
  else *(int *)to = fabs(value) < 2e9 ? (int)value : 0;
}

/* --- out ---------------------------------------------------------------------------------------------- */

static uint8_t *put(uint8_t *to, const void *from, size_t size) {
  if (size) memcpy(to, from, size);
  return to + size;
}

static uint8_t *put_real(uint8_t *to, double value) { return put(to, &value, sizeof value); }

static uint8_t *put_count(uint8_t *to, uint64_t value) { return put(to, &value, sizeof value); }

static uint8_t *put_text(uint8_t *to, const char *text) {
  char room[TEXT] = "";
  for (size_t k = 0; text && text[k] && k + 1 < TEXT; k++) room[k] = text[k];
  return put(to, room, TEXT);
}

static uint8_t *put_options(uint8_t *to, const rg_sim_options *o) {
  for (int k = 0; k < ENTRIES; k++) to = put_real(to, get(o, &table[k]));
  to = put_count(to, (uint64_t)o->solve.settings);
  for (int k = 0; k < o->solve.settings; k++) {
    to = put_text(to, o->solve.setting[k].name);
    to = put_real(to, o->solve.setting[k].value);
  }
  return put_text(to, o->solve.solver);
}

rg_status rg_engine_pack(rg_sim *sim, void **bytes, size_t *size, rg_error *error) {
  const rg_model *model = rg_sim_model(sim);
  const rg_sim_options *options = rg_sim_used_options(sim);
  size_t numbers = rg_engine_numbers(model), length;
  void *packed;
  *bytes = NULL;
  *size = 0;
  rg_status status = rg_model_pack(model, &packed, &length, error);
  if (status != RG_OK) return status;
  size_t padded = (length + 7) / 8 * 8;
  size_t most = 8 + padded + 8 * (ENTRIES + 1) + (size_t)options->solve.settings * (TEXT + 8) +
                TEXT + 8 * (1 + numbers);
  uint8_t *data = calloc(most, 1), *to = data;
  rg_engine_state state = {.numbers = malloc(numbers * sizeof(double) + 1)};
  if (data && state.numbers) {
    rg_engine_keep(sim, &state);
    to = put_count(to, length);
    put(to, packed, length);
    to = put_options(to + padded, options);
    to = put_real(to, state.time);
    to = put(to, state.numbers, numbers * sizeof(double));
    *bytes = data;
    *size = (size_t)(to - data);
  } else {
    free(data);
    status = rg_fail(error, RG_NO_MEMORY, "", "no memory for the page");
  }
  free(state.numbers);
  free(packed);
  return status;
}

/* --- in ----------------------------------------------------------------------------------------------- */

typedef struct reader {
  const uint8_t *at, *end;
  int cut;
} reader;

static void take(reader *r, void *to, size_t size) {
  memset(to, 0, size);
  if (r->cut || (size_t)(r->end - r->at) < size) {
    r->cut = 1;
    return;
  }
  memcpy(to, r->at, size);
  r->at += size;
}

static double take_real(reader *r) {
  double value;
  take(r, &value, sizeof value);
  return value;
}

static uint64_t take_count(reader *r) {
  uint64_t value;
  take(r, &value, sizeof value);
  return value;
}

static rg_status take_options(reader *r, rg_sim_options *o, char solver[TEXT], rg_error *error) {
  *o = rg_sim_options_default();
  for (int k = 0; k < ENTRIES; k++) set(o, &table[k], take_real(r));
  rg_status status = RG_OK;
  for (uint64_t settings = take_count(r); settings > 0 && !r->cut && status == RG_OK; settings--) {
    char name[TEXT];
    take(r, name, TEXT);
    name[TEXT - 1] = 0;
    status = rg_options_set(&o->solve, name, take_real(r), error);
  }
  take(r, solver, TEXT);
  solver[TEXT - 1] = 0;
  o->solve.solver = solver[0] ? solver : NULL;
  return status;
}

static rg_status make(reader *r, rg_model **model, rg_sim **sim, rg_engine_state *start,
                      rg_error *error) {
  static char solver[TEXT]; // the simulation keeps the name
  rg_sim_options options;
  uint64_t length = take_count(r), padded = (length + 7) / 8 * 8;
  if (r->cut || length > (uint64_t)(r->end - r->at) || padded > (uint64_t)(r->end - r->at))
    return rg_fail(error, RG_BAD_INPUT, "page", "what it simulates is cut off");
  rg_status status = rg_model_unpack(model, r->at, (size_t)length, error);
  r->at += padded;
  if (status == RG_OK) status = take_options(r, &options, solver, error);
  if (status != RG_OK) return status;
  size_t numbers = rg_engine_numbers(*model);
  start->numbers = malloc(numbers * sizeof(double) + 1);
  if (!start->numbers) return rg_fail(error, RG_NO_MEMORY, "", "no memory for the state");
  start->time = take_real(r);
  take(r, start->numbers, numbers * sizeof(double));
  if (r->cut) return rg_fail(error, RG_BAD_INPUT, "page", "what it simulates is cut off");
  status = rg_sim_new(sim, *model, &options, error);
  return status == RG_OK ? rg_engine_begin(*sim, start, error) : status;
}

rg_status rg_engine_unpack(const void *bytes, size_t size, rg_model **model, rg_sim **sim,
                           rg_engine_state *start, rg_error *error) {
  reader r = {.at = bytes, .end = (const uint8_t *)bytes + size};
  *model = NULL;
  *sim = NULL;
  *start = (rg_engine_state){0};
  rg_status status = make(&r, model, sim, start, error);
  if (status == RG_OK) return RG_OK;
  rg_sim_free(*sim);
  rg_model_free(*model);
  free(start->numbers);
  *model = NULL;
  *sim = NULL;
  *start = (rg_engine_state){0};
  return status;
}
