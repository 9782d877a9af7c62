/* Checkpoints: the state, the inputs and the memory of the last step as JSON text
   (docs/checkpoint.md). %.17g gives every double back bit for bit, so that a motion that goes
   on from a checkpoint is the same, bit for bit, as one that was never interrupted. */
#include "base/file.h"
#include "base/json_numbers.h"
#include "base/plain_locale.h"
#include "step/sim.h"

#include <jansson.h>

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 8, FIELDS = 25 };

/* --- what is kept ----------------------------------------------------------------------------- */

typedef struct field {
  const char *key;
  double *values;
  int count;
  int infinite; /* 1: may hold infinities */
} field;

static void fields_of(const rg_sim *sim, field list[FIELDS]) {
  const rg_model *model = sim->model;
  rg_data *data = sim->data;
  const field all[FIELDS] = {{"time", &data->time, 1, 0},
                             {"clock", (double *)sim->clock, 2, 0},
                             {"qpos", data->qpos, model->nq, 0},
                             {"qvel", data->qvel, model->nv, 0},
                             {"ctrl", data->ctrl, model->nactuator, 0},
                             {"act", data->act, model->nact, 0},
                             {"mocap_pos", data->mocap_pos, 3 * model->nmocap, 0},
                             {"mocap_quat", data->mocap_quat, 4 * model->nmocap, 0},
                             {"qfrc_applied", data->qfrc_applied, model->nv, 0},
                             {"xfrc_applied", data->xfrc_applied, 6 * model->nbody, 0},
                             {"surface", sim->surface, 3 * model->ngeom, 0},
                             {"drive_velocity", sim->drive_velocity, model->nv, 0},
                             {"drive_limit", sim->drive_limit, model->nv, 1},
                             {"adaptive_halvings", (double *)&sim->adapt.halvings, 1, 0},
                             {"expected", sim->expected, model->nv, 0},
                             {"change", sim->change, model->nv, 0},
                             {"energy_known", (double *)&sim->balance.known, 1, 0},
                             {"twist", sim->balance.twist, 6 * model->nbody, 0},
                             {"twist_change", sim->balance.change, 6 * model->nbody, 0},
                             {"kinetic", sim->balance.kinetic, sim->balance.trees, 0},
                             {"potential", sim->balance.potential, sim->balance.trees, 0},
                             {"momentum", sim->balance.momentum, 6 * sim->balance.trees, 0},
                             {"floats", sim->balance.floats, sim->balance.trees, 0},
                             {"gained", sim->balance.gained, sim->balance.trees, 0},
                             {"peak", sim->balance.peak, sim->balance.trees, 0}};
  memcpy(list, all, sizeof all);
}

/* --- options: those that the next bits depend on, as text ------------------------------------- */

typedef struct option_text {
  const char *key;
  char text[64];
} option_text;

enum { OPTIONS = 40 };

static void note(option_text *option, const char *key, const char *format, ...) {
  va_list arguments;
  option->key = key;
  va_start(arguments, format);
  vsnprintf(option->text, sizeof option->text, format, arguments);
  va_end(arguments);
}

static void options_of(const rg_sim *sim, option_text list[OPTIONS]) {
  const rg_sim_options *o = &sim->options;
  option_text *at = list;
  note(at++, "dt", "%.17g", o->dt);
  note(at++, "coordinates", "%s", rg_coordinates_name(o->coordinates));
  note(at++, "integrator", "%s", rg_integrator_name(o->integrator));
  note(at++, "solver", "%s", sim->solver_name);
  note(at++, "law", "%s", rg_law_name(o->solve.law.law));
  note(at++, "directions", "%d", o->solve.law.directions);
  note(at++, "aligned", "%d", o->solve.law.aligned);
  note(at++, "angle", "%.17g", o->solve.law.angle);
  note(at++, "split", "%d", (int)o->solve.split);
  note(at++, "tol", "%.17g", o->solve.tol);
  note(at++, "aim", "%.17g", o->solve.aim);
  note(at++, "restitution_law", "%s", rg_restitution_name(o->restitution_law));
  note(at++, "restitution", "%.17g", o->restitution);
  note(at++, "friction", "%.17g", o->friction);
  note(at++, "moments", "%s", rg_moments_name(o->moments));
  note(at++, "contacts", "%s", rg_stabilize_name(o->contacts));
  note(at++, "closures", "%s", rg_stabilize_name(o->closures));
  note(at++, "push", "%.17g", o->push);
  note(at++, "relax_period", "%.17g", o->relax_period);
  note(at++, "relax_damping", "%.17g", o->relax_damping);
  note(at++, "warm_start", "%d", o->warm_start);
  note(at++, "accuracy", "%.17g", o->accuracy);
  note(at++, "sweep", "%d", o->sweep);
  note(at++, "gap_accuracy", "%.17g", o->gap_accuracy);
  note(at++, "step_iterations", "%d", o->step_iterations);
  note(at++, "max_iterations", "%d", o->solve.max_iterations);
  note(at++, "implicit_rounds", "%d", o->implicit_rounds);
  note(at++, "implicit_tol", "%.17g", o->implicit_tol);
  note(at++, "exact_corners", "%d", o->exact_corners);
  note(at++, "parents_touch", "%d", o->parents_touch);
  note(at++, "contact_rates", "%d", o->contact_rates);
  note(at++, "law_memory", "%d", o->law_memory);
  note(at++, "contact_stiffness", "%.17g", o->contact_stiffness);
  note(at++, "contact_damping", "%.17g", o->contact_damping);
  note(at++, "bristle_stiffness", "%.17g", o->bristle_stiffness);
  note(at++, "bristle_damping", "%.17g", o->bristle_damping);
  note(at++, "threshold", "%.17g", o->solve.law.threshold);
  note(at++, "mu_static", "%.17g", o->solve.law.mu_static);
  note(at++, "phantom", "%.17g", o->solve.law.phantom);
  note(at, "lateral", "%d", o->solve.law.lateral);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* lists of `keys` integers and `reals` numbers, one line each */
static void put_table(FILE *stream, const char *name, int count, int keys, const int *key,
                      int reals, const double *real) {
  fprintf(stream, ",\n  \"%s\": [", name);
  for (int i = 0; i < count; i++) {
    fputs(i ? ",\n   [" : "\n   [", stream);
    for (int k = 0; k < keys; k++) fprintf(stream, "%d, ", key[i * keys + k]);
    for (int k = 0; k < reals; k++) {
      if (k) fputs(", ", stream);
      rg_json_real(stream, real[i * reals + k]);
    }
    fputc(']', stream);
  }
  fputc(']', stream);
}

static void put_memory(FILE *stream, const rg_memory *memory, const rg_rest *rest, int nq) {
  fprintf(stream, ",\n \"memory\": {\n  \"dt\": %.17g", memory->dt);
  put_table(stream, "contacts", memory->contacts, 3, memory->key, 6, memory->world);
  put_table(stream, "rows", memory->rows, 3, memory->row_key, 1, memory->row);
  fputs(",\n  \"extra\": ", stream);
  rg_json_reals(stream, memory->extra_row, (size_t)memory->extra);
  rg_rest_clear_others(rest);
  put_table(stream, "answers", rest->units, 1, rest->mark, RG_REST_NUMBERS, rest->record);
  if (memory->has_moments)
    put_table(stream, "moments", memory->contacts, 0, NULL, 3, memory->moment);
  if (rest->has_moments && rest->units)
    put_table(stream, "answers_moments", rest->units, 0, NULL, RG_REST_MOMENTS, rest->moment);
  fputs(",\n  \"answers_qpos\": ", stream);
  rg_json_reals(stream, rest->qpos, (size_t)nq);
  fputs("}", stream);
}

static void put_sim(FILE *stream, const rg_sim *sim) {
  char mark[17];
  option_text options[OPTIONS];
  field fields[FIELDS];
  options_of(sim, options);
  rg_model_fingerprint(sim->model, mark);
  fprintf(stream, "{\"format\": \"rigor-checkpoint\", \"version\": %d,\n", VERSION);
  fprintf(stream, " \"fingerprint\": \"%s\",\n \"options\": {", mark);
  for (int k = 0; k < OPTIONS; k++)
    fprintf(stream, "%s\n  \"%s\": \"%s\"", k ? "," : "", options[k].key, options[k].text);
  fprintf(stream, "},\n \"steps\": %ld,\n \"deep\": %d,\n \"stuck\": %d", sim->steps, sim->deep,
          sim->stuck);
  fields_of(sim, fields);
  for (int k = 0; k < FIELDS; k++) {
    fprintf(stream, ",\n \"%s\": ", fields[k].key);
    rg_json_reals(stream, fields[k].values, (size_t)fields[k].count);
  }
  put_memory(stream, &sim->memory, &sim->rest, sim->model->nq);
}

/* --- checksum: the last member, over every byte before it ------------------------------------- */

typedef char signature[64];

/* FNV-1a with 64 bits: one byte that differs always shows, since every round can be undone */
static void sign(const char *bytes, size_t size, signature text) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t k = 0; k < size; k++) h = (h ^ (unsigned char)bytes[k]) * 0x100000001b3u;
  snprintf(text, sizeof(signature), ",\n \"checksum\": \"%016llx\"}\n", (unsigned long long)h);
}

static void put_signed(FILE *stream, const char *bytes, size_t size) {
  signature end;
  sign(bytes, size, end);
  fwrite(bytes, 1, size, stream);
  fputs(end, stream);
}

static int is_signed(const char *bytes, size_t size) {
  signature end;
  sign("", 0, end);
  size_t tail = strlen(end);
  if (size < tail) return 0;
  sign(bytes, size - tail, end);
  return memcmp(bytes + size - tail, end, tail) == 0;
}

/* a state that cannot be gone on from is not worth a file */
static rg_status check_fields(const rg_sim *sim, const char *path, rg_error *error) {
  field fields[FIELDS];
  fields_of(sim, fields);
  for (int f = 0; f < FIELDS; f++)
    for (int k = 0; k < fields[f].count; k++) {
      double x = fields[f].values[k];
      if (!isnan(x) && (isfinite(x) || fields[f].infinite)) continue;
      return rg_fail_at(error, RG_BAD_INPUT, path, 0, 0, fields[f].key,
                        "entry %d is not a finite number", k);
    }
  return RG_OK;
}

rg_status rg_sim_save(const rg_sim *sim, const char *path, rg_error *error) {
  rg_output output;
  rg_error_clear(error);
  rg_balance_check((rg_sim *)sim);
  rg_status status = check_fields(sim, path, error);
  if (status == RG_OK) status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (memory) {
    rg_plain_locale locale = rg_plain_locale_enter();
    put_sim(memory, sim);
    rg_plain_locale_leave(locale);
  }
  int failed = !memory || ferror(memory);
  if (memory && fclose(memory) != 0) failed = 1;
  if (failed) status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "", "no memory for the text");
  else put_signed(output.stream, text, size);
  free(text);
  return rg_output_close(&output, status, error);
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct reader {
  const char *path, *bytes;
  size_t size;
  rg_arena arena; /* everything is read into it first: a bad file changes nothing */
  json_t *root;
  rg_error *error;
  rg_status status;
} reader;

/* line of a key; the first one where it does not occur */
static int line_of(const reader *r, const char *key) {
  char quoted[64];
  int line = 1;
  snprintf(quoted, sizeof quoted, "\"%s\"", key);
  const char *found = strstr(r->bytes, quoted);
  for (const char *c = r->bytes; found && c < found; c++) line += *c == '\n';
  return line;
}

#define REFUSE(r, key, ...)                                                                        \
  ((r)->status == RG_OK ? (r)->status = rg_fail_at((r)->error, RG_BAD_INPUT, (r)->path,            \
                                                   line_of((r), (key)), 0, (key), __VA_ARGS__)     \
                        : (r)->status)

static double as_real(reader *r, const json_t *value, const char *key, size_t index, int infinite) {
  const char *text = infinite ? json_string_value(value) : NULL;
  if (json_is_number(value)) return json_number_value(value);
  if (text && strcmp(text, "inf") == 0) return HUGE_VAL;
  if (text && strcmp(text, "-inf") == 0) return -HUGE_VAL;
  REFUSE(r, key, "entry %zu is not a finite number", index);
  return 0;
}

static long as_whole(reader *r, const json_t *value, const char *key, double low, double high) {
  double x = json_number_value(value);
  if (json_is_number(value) && x == floor(x) && x >= low && x <= high) return (long)x;
  REFUSE(r, key, "must be a whole number from %g to %g", low, high);
  return 0;
}

static json_t *member(reader *r, const json_t *object, const char *key) {
  json_t *value = json_object_get(object, key);
  if (!value) REFUSE(r, key, "is missing");
  return value;
}

/* an array of `count` numbers; NULL where it is not */
static double *read_reals(reader *r, const json_t *object, const char *key, int count,
                          int infinite) {
  const json_t *array = member(r, object, key);
  if (r->status != RG_OK) return NULL;
  if (!json_is_array(array) || json_array_size(array) != (size_t)count) {
    REFUSE(r, key, "must be an array of %d numbers, has %zu", count, json_array_size(array));
    return NULL;
  }
  double *x = RG_NEW(&r->arena, double, count);
  for (size_t k = 0; x && k < (size_t)count; k++)
    x[k] = as_real(r, json_array_get(array, k), key, k, infinite);
  return x;
}

/* lists of `keys` integers and `reals` numbers; returns how many */
static int read_table(reader *r, const json_t *object, const char *key, int most, int keys,
                      int **integers, int reals, double **numbers) {
  const json_t *array = member(r, object, key);
  size_t count = json_array_size(array), width = (size_t)(keys + reals);
  if (r->status != RG_OK) return 0;
  if (!json_is_array(array) || count > (size_t)most) {
    REFUSE(r, key, "must be an array of at most %d entries, has %zu", most, count);
    return 0;
  }
  *integers = RG_NEW(&r->arena, int, count *(size_t)keys);
  *numbers = RG_NEW(&r->arena, double, count *(size_t)reals);
  for (size_t i = 0; i < count && !r->arena.failed && r->status == RG_OK; i++) {
    const json_t *line = json_array_get(array, i);
    if (!json_is_array(line) || json_array_size(line) != width) {
      REFUSE(r, key, "entry %zu must have %zu numbers", i, width);
      return 0;
    }
    for (size_t k = 0; k < (size_t)keys; k++)
      (*integers)[i * (size_t)keys + k] =
          (int)as_whole(r, json_array_get(line, k), key, INT_MIN, INT_MAX);
    for (size_t k = 0; k < (size_t)reals; k++)
      (*numbers)[i * (size_t)reals + k] =
          as_real(r, json_array_get(line, (size_t)keys + k), key, i, 0);
  }
  return (int)count;
}

static void check_head(reader *r, const rg_model *model) {
  const char *format = json_string_value(json_object_get(r->root, "format"));
  const char *mark = json_string_value(json_object_get(r->root, "fingerprint"));
  char wanted[17];
  if (!format || strcmp(format, "rigor-checkpoint") != 0) {
    REFUSE(r, "format", "this is not a checkpoint of rigor");
    return;
  }
  as_whole(r, member(r, r->root, "version"), "version", VERSION, VERSION);
  rg_model_fingerprint(model, wanted);
  if (!mark || strcmp(mark, wanted) != 0)
    REFUSE(r, "fingerprint", "belongs to another model: it is %.32s, that of this model is %s",
           mark ? mark : "missing", wanted);
}

/* a table of numbers that is there where contacts have moments; 1 where it is */
static int read_moments(reader *r, const json_t *object, const char *key, int count, int reals,
                        double **numbers) {
  int *none;
  if (r->status != RG_OK || !json_object_get(object, key)) return 0;
  int lines = read_table(r, object, key, count, 0, &none, reals, numbers);
  if (r->status == RG_OK && lines != count)
    REFUSE(r, key, "must have %d entries, has %d", count, lines);
  return r->status == RG_OK;
}

/* one memory of the last step, in the reader's arena */
static rg_memory read_memory(reader *r, const rg_memory *room) {
  rg_memory memory = *room;
  const json_t *object = member(r, r->root, "memory");
  memory.dt = 0;
  if (r->status != RG_OK) return memory;
  memory.dt = as_real(r, member(r, object, "dt"), "memory", 0, 0);
  if (!(memory.dt >= 0)) REFUSE(r, "memory", "its dt is negative");
  memory.contacts =
      read_table(r, object, "contacts", room->most_contacts, 3, &memory.key, 6, &memory.world);
  memory.has_moments = read_moments(r, object, "moments", memory.contacts, 3, &memory.moment);
  memory.rows = read_table(r, object, "rows", room->most_rows, 3, &memory.row_key, 1, &memory.row);
  size_t extra = json_array_size(member(r, object, "extra"));
  if (extra > INT_MAX) REFUSE(r, "extra", "has too many entries");
  if (r->status != RG_OK) return memory;
  memory.extra = (int)extra;
  memory.extra_row = read_reals(r, object, "extra", memory.extra, 0);
  return memory;
}

/* answers for islands at rest: none, or one for each unit of the memory */
static rg_rest read_rest(reader *r, const rg_rest *room, const rg_memory *memory, int nq) {
  rg_rest rest = *room;
  const json_t *object = member(r, r->root, "memory");
  rest.units = 0;
  if (r->status != RG_OK) return rest;
  int units = read_table(r, object, "answers", room->most_units, 1, &rest.mark, RG_REST_NUMBERS,
                         &rest.record);
  rest.has_moments =
      read_moments(r, object, "answers_moments", units, RG_REST_MOMENTS, &rest.moment);
  rest.qpos = read_reals(r, object, "answers_qpos", nq, 0);
  if (r->status != RG_OK || r->arena.failed) return rest;
  if (units && units != memory->extra + memory->rows + memory->contacts)
    REFUSE(r, "answers", "has %d entries for %d rows and contacts", units,
           memory->extra + memory->rows + memory->contacts);
  for (int u = 0; u < units; u++)
    if (rest.mark[u] < RG_REST_NONE || rest.mark[u] > RG_REST_SOLVED)
      REFUSE(r, "answers", "entry %d begins with %d", u, rest.mark[u]);
  rest.units = units;
  return rest;
}

static void copy(void *to, const void *from, size_t count, size_t size) {
  if (count) memcpy(to, from, count * size);
}

/* extra rows that the coordinates of this simulation do not have are left out */
static void take_memory(rg_memory *to, const rg_memory *from, int extra) {
  to->dt = from->dt;
  to->contacts = from->contacts;
  to->rows = from->rows;
  to->extra = from->extra == extra ? extra : 0;
  copy(to->key, from->key, 3 * (size_t)from->contacts, sizeof *to->key);
  copy(to->world, from->world, 6 * (size_t)from->contacts, sizeof *to->world);
  to->has_moments = from->has_moments;
  if (from->has_moments)
    copy(to->moment, from->moment, 3 * (size_t)from->contacts, sizeof *to->moment);
  copy(to->row_key, from->row_key, 3 * (size_t)from->rows, sizeof *to->row_key);
  copy(to->row, from->row, (size_t)from->rows, sizeof *to->row);
  copy(to->extra_row, from->extra_row, (size_t)to->extra, sizeof *to->extra_row);
  rg_memory_index(to);
}

static void take_rest(rg_rest *to, const rg_rest *from, int nq) {
  to->units = from->units;
  copy(to->mark, from->mark, (size_t)from->units, sizeof *to->mark);
  copy(to->record, from->record, RG_REST_NUMBERS * (size_t)from->units, sizeof *to->record);
  copy(to->qpos, from->qpos, (size_t)nq, sizeof *to->qpos);
  to->has_moments = from->has_moments;
  if (from->has_moments)
    copy(to->moment, from->moment, RG_REST_MOMENTS * (size_t)from->units, sizeof *to->moment);
}

/* other options are allowed, but not in silence; answers that were found with them are not gone
   on with */
static void note_other_options(const reader *r, rg_sim *sim) {
  option_text options[OPTIONS];
  options_of(sim, options);
  const json_t *stored = json_object_get(r->root, "options");
  sim->report.reason[0] = '\0';
  for (int k = 0; k < OPTIONS; k++) {
    const char *text = json_string_value(json_object_get(stored, options[k].key));
    if (text && strcmp(text, options[k].text) == 0) continue;
    rg_rest_forget(&sim->rest);
    snprintf(sim->report.reason, sizeof sim->report.reason,
             "goes on with other options than the checkpoint: %s is %s, was %.40s", options[k].key,
             options[k].text, text ? text : "not known");
    return;
  }
}

static void read_sim(reader *r, rg_sim *sim) {
  field fields[FIELDS];
  double *values[FIELDS];
  check_head(r, sim->model);
  if (r->status != RG_OK) return;
  fields_of(sim, fields);
  int extra = rg_sim_extra_rows(sim);
  long steps = as_whole(r, member(r, r->root, "steps"), "steps", 0, 9e15);
  int deep = (int)as_whole(r, member(r, r->root, "deep"), "deep", 0, INT_MAX);
  int stuck = (int)as_whole(r, member(r, r->root, "stuck"), "stuck", 0, 1);
  for (int k = 0; k < FIELDS; k++)
    values[k] = read_reals(r, r->root, fields[k].key, fields[k].count, fields[k].infinite);
  rg_memory memory = read_memory(r, &sim->memory);
  rg_rest rest = read_rest(r, &sim->rest, &memory, sim->model->nq);
  if (!is_signed(r->bytes, r->size))
    REFUSE(r, "checksum", "does not fit: the file was damaged or changed after it was written");
  if (r->status == RG_OK && r->arena.failed)
    r->status = rg_fail_at(r->error, RG_NO_MEMORY, r->path, 0, 0, "", "too large for the memory");
  if (r->status != RG_OK) return;

  /* everything is there: now the simulation changes */
  for (int k = 0; k < FIELDS; k++)
    copy(fields[k].values, values[k], (size_t)fields[k].count, sizeof(double));
  rg_balance_adopt(sim);
  take_memory(&sim->memory, &memory, extra);
  take_rest(&sim->rest, &rest, sim->model->nq);
  sim->steps = steps;
  sim->deep = deep;
  sim->stuck = stuck;
  sim->has_problem = sim->ncontacts = 0;
  memset(&sim->report, 0, sizeof sim->report);
  sim->report.step = steps;
  sim->report.time = sim->data->time;
  note_other_options(r, sim);
}

rg_status rg_sim_load(rg_sim *sim, const char *path, rg_error *error) {
  char *bytes;
  size_t size;
  json_error_t trouble;
  rg_error_clear(error);
  rg_status status = rg_file_load(path, &bytes, &size, error);
  if (status != RG_OK) return status;
  reader r = {.path = path, .bytes = bytes, .size = size, .error = error, .status = RG_OK};
  r.root = json_loadb(bytes, size, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &trouble);
  if (!r.root)
    r.status =
        rg_fail_at(error, RG_BAD_INPUT, path, trouble.line < 1 ? 1 : trouble.line,
                   trouble.column < 1 ? 1 : trouble.column, "checkpoint", "%s", trouble.text);
  else read_sim(&r, sim);
  sim->standing.steps = 0;
  json_decref(r.root);
  rg_arena_free(&r.arena);
  free(bytes);
  return r.status;
}
