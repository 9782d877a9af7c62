/* A compiled model as bytes, for a reader without any parser: a page that simulates, or a program that starts quickly.

   Little-endian. 16 bytes "rigor model" and zeros; u32 version; u32 0; u64 size of what follows up to the checksum. Then
   sizes (u32 each, rg_model_sizes), the name, numbers of the medium, the arrays of rg_model_fields in order, settings.
   A text is its length (u32) and its bytes; an array has no head. Last u64 FNV-1a of everything before: it shows damage,
   not forgery. What is read is checked until no index can lead anywhere else: model_check.c. */
#include "base/arena.h"
#include "base/file.h"
#include "model/compile.h"
#include "model/model_check.h"
#include "model/model_fields.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 3, HEAD = 32, TAIL = 8, MEDIUM = 12, MOST = 1 << 28 };
static const char magic[16] = "rigor model";

static uint64_t checksum(const unsigned char *byte, size_t size) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t k = 0; k < size; k++) hash = (hash ^ byte[k]) * 0x100000001b3u;
  return hash;
}

/* --- out ------------------------------------------------------------------------------------------ */

typedef struct writer {
  unsigned char *data; /* NULL: only counted */
  size_t used;
} writer;

static void put(writer *w, uint64_t value, int bytes) {
  for (int k = 0; k < bytes; k++, w->used++)
    if (w->data) w->data[w->used] = (unsigned char)(value >> 8 * k);
}

static void put_real(writer *w, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(w, bits, 8);
}

static void put_float(writer *w, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(w, bits, 4);
}

static void put_text(writer *w, const char *text) {
  size_t length = text ? strlen(text) : 0;
  put(w, length, 4);
  for (size_t k = 0; k < length; k++) put(w, (unsigned char)text[k], 1);
}

static int size_at(const rg_model_extent *x, size_t at) {
  return *(const int *)((const char *)x + at);
}

static void put_field(writer *w, const rg_model_extent *x, const rg_model_field *f) {
  const void *from = *(void *const *)((const char *)x + f->at);
  long count = (long)size_at(x, f->count) * f->width;
  for (long k = 0; k < count; k++) switch (f->type) {
    case RG_FIELD_NAME: put_text(w, ((const char *const *)from)[k]); break;
    case RG_FIELD_INT: put(w, (uint32_t)((const int *)from)[k], 4); break;
    case RG_FIELD_FLOAT: put_float(w, ((const float *)from)[k]); break;
    default: put_real(w, ((const double *)from)[k]); break;
    }
}

/* numbers of the medium: 12 and a flag */
static double *medium_of(rg_model_option *o, int k) {
  double *const at[MEDIUM] = {&o->timestep,  &o->gravity[0],  &o->gravity[1],  &o->gravity[2],
                              &o->wind[0],   &o->wind[1],     &o->wind[2],     &o->density,
                              &o->viscosity, &o->magnetic[0], &o->magnetic[1], &o->magnetic[2]};
  return at[k];
}

static void put_settings(writer *w, const rg_model *m) {
  for (int i = 0; i < m->nsetting; i++) {
    const rg_setting *s = &m->setting[i];
    put_text(w, s->name);
    put(w, s->text != NULL, 4);
    put_text(w, s->text);
    put(w, (uint32_t)(s->text ? 0 : s->size), 4);
    for (int k = 0; !s->text && k < s->size; k++) put_real(w, s->data[k]);
  }
}

static void put_all(writer *w, rg_model_extent *x) {
  for (const size_t *at = rg_model_sizes; *at; at++) put(w, (uint32_t)size_at(x, *at), 4);
  put_text(w, x->model.name);
  for (int k = 0; k < MEDIUM; k++) put_real(w, *medium_of(&x->model.option, k));
  put(w, (uint32_t)x->model.option.parents_touch, 4);
  for (const rg_model_field *f = rg_model_fields; f->name; f++) put_field(w, x, f);
  put_settings(w, &x->model);
}

/* lengths that the model has in its arrays */
static rg_model_extent extent_of(const rg_model *model) {
  rg_model_extent x = {.model = *model};
  for (int i = 0; i < model->nmesh; i++) {
    x.vertices += model->mesh_nvertex[i];
    x.triangles += model->mesh_nface[i];
  }
  x.starts = x.vertices + 1;
  x.neighbours = model->mesh_neighbour_start ? model->mesh_neighbour_start[x.vertices] : 0;
  if (!model->mesh_neighbour_start) x.starts = 0;
  for (int i = 0; i < model->nhfield; i++)
    x.heights += model->hfield_nrow[i] * model->hfield_ncol[i];
  x.key_qpos = model->nkey * model->nq;
  x.key_qvel = model->nkey * model->nv;
  x.key_act = model->nkey * model->nact;
  x.key_ctrl = model->nkey * model->nactuator;
  x.key_mocap = model->nkey * model->nmocap;
  return x;
}

rg_status rg_model_pack(const rg_model *model, void **bytes, size_t *size, rg_error *error) {
  rg_model_extent x = extent_of(model);
  writer count = {0};
  rg_error_clear(error);
  *bytes = NULL;
  *size = 0;
  put_all(&count, &x);
  size_t whole = HEAD + count.used + TAIL;
  unsigned char *data = calloc(whole, 1);
  if (!data) return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  memcpy(data, magic, sizeof magic);
  writer w = {.data = data, .used = sizeof magic};
  put(&w, VERSION, 4);
  put(&w, 0, 4);
  put(&w, count.used, 8);
  put_all(&w, &x);
  put(&w, checksum(data, w.used), 8);
  *bytes = data;
  *size = whole;
  return RG_OK;
}

rg_status rg_model_write(const rg_model *model, const char *path, rg_error *error) {
  void *bytes;
  size_t size;
  rg_output output;
  rg_status status = rg_model_pack(model, &bytes, &size, error);
  if (status != RG_OK) return status;
  status = rg_output_open(&output, path, error);
  if (status == RG_OK) {
    fwrite(bytes, 1, size, output.stream);
    status = rg_output_close(&output, RG_OK, error);
  }
  free(bytes);
  return status;
}

/* --- in ------------------------------------------------------------------------------------------- */

typedef struct reader {
  const unsigned char *data;
  size_t used, size;
  rg_arena *memory;
  rg_error *error;
  rg_status status; /* once it is not RG_OK everything read is 0 */
} reader;

static void refuse(reader *r, const char *what, const char *why) {
  if (r->status == RG_OK) r->status = rg_fail(r->error, RG_BAD_INPUT, what, "%s", why);
}

static uint64_t take(reader *r, int bytes) {
  uint64_t value = 0;
  if (r->status == RG_OK && r->size - r->used < (size_t)bytes) refuse(r, "model", "is cut off");
  for (int k = 0; r->status == RG_OK && k < bytes; k++)
    value |= (uint64_t)r->data[r->used++] << 8 * k;
  return value;
}

static double take_real(reader *r) {
  uint64_t bits = take(r, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static float take_float(reader *r) {
  uint32_t bits = (uint32_t)take(r, 4);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* room for `count` things of `each` bytes that stand in the file as `stored` each; never more than the file can hold */
static void *room(reader *r, const char *what, uint64_t count, size_t each, size_t stored) {
  if (r->status == RG_OK && count > (r->size - r->used) / stored) refuse(r, what, "is cut off");
  if (r->status != RG_OK) return NULL;
  void *memory = rg_arena_alloc(r->memory, (size_t)count, each);
  if (!memory && count > 0) r->status = rg_fail(r->error, RG_NO_MEMORY, what, "out of memory");
  return r->status == RG_OK ? memory : NULL;
}

static const char *take_text(reader *r, const char *what) {
  uint64_t length = take(r, 4);
  if (r->status == RG_OK && length > r->size - r->used) refuse(r, what, "is cut off");
  char *text = r->status == RG_OK ? rg_arena_alloc(r->memory, (size_t)length + 1, 1) : NULL;
  if (r->status == RG_OK && !text)
    r->status = rg_fail(r->error, RG_NO_MEMORY, what, "out of memory");
  if (!text) return "";
  memcpy(text, r->data + r->used, (size_t)length);
  r->used += (size_t)length;
  if (strlen(text) != length) refuse(r, what, "a text has a zero in it");
  return text;
}

static int in_range(const rg_model_field *f, const rg_model_extent *x, int value) {
  long most = f->most ? (long)size_at(x, f->most) + f->high : f->high;
  return value >= f->low && value < most;
}

static void take_numbers(reader *r, rg_model_extent *x, const rg_model_field *f, long count,
                         void *to) {
  for (long k = 0; k < count && r->status == RG_OK; k++) {
    if (f->type == RG_FIELD_INT) {
      int value = ((int *)to)[k] = (int)(uint32_t)take(r, 4);
      if (!in_range(f, x, value)) refuse(r, f->name, "has a number that cannot be");
    } else if (f->type == RG_FIELD_FLOAT) {
      float value = ((float *)to)[k] = take_float(r);
      if (!isfinite(value)) refuse(r, f->name, "has a number that is not finite");
    } else {
      double value = ((double *)to)[k] = take_real(r);
      if (isnan(value) || (f->type == RG_FIELD_REAL && !isfinite(value)))
        refuse(r, f->name, "has a number that is not finite");
    }
  }
}

static void take_field(reader *r, rg_model_extent *x, const rg_model_field *f) {
  static const size_t each[] = {sizeof(char *), sizeof(int), sizeof(double), sizeof(double),
                                sizeof(float)};
  static const size_t stored[] = {4, 4, 8, 8, 4};
  long count = (long)size_at(x, f->count) * f->width;
  void *to = room(r, f->name, (uint64_t)count, each[f->type], stored[f->type]);
  *(void **)((char *)x + f->at) = to;
  if (r->status != RG_OK) return;
  if (f->type != RG_FIELD_NAME) take_numbers(r, x, f, count, to);
  for (long k = 0; f->type == RG_FIELD_NAME && k < count && r->status == RG_OK; k++)
    ((const char **)to)[k] = take_text(r, f->name);
}

static void take_settings(reader *r, rg_model *m) {
  m->setting = room(r, "setting", (uint64_t)m->nsetting, sizeof *m->setting, 16);
  for (int i = 0; i < m->nsetting && r->status == RG_OK; i++) {
    rg_setting *s = &m->setting[i];
    s->name = take_text(r, "setting");
    int is_text = take(r, 4) != 0;
    const char *text = take_text(r, "setting");
    s->text = is_text ? text : NULL;
    uint64_t size = take(r, 4);
    double *data = room(r, "setting", size, sizeof *data, 8);
    for (uint64_t k = 0; k < size && r->status == RG_OK; k++) data[k] = take_real(r);
    s->data = data;
    s->size = (int)size;
  }
}

static void take_sizes(reader *r, rg_model_extent *x) {
  for (const size_t *at = rg_model_sizes; *at; at++) {
    uint64_t size = take(r, 4);
    if (size > MOST) refuse(r, "model", "a size is too large");
    *(int *)((char *)x + *at) = r->status == RG_OK ? (int)size : 0;
  }
}

/* triangles that are only looked at stay outside: there are none */
static void forget_seen(reader *r, rg_model *m) {
  int **table[] = {&m->mesh_seen_vertex, &m->mesh_seen_nvertex, &m->mesh_seen_face,
                   &m->mesh_seen_nface};
  for (int k = 0; k < 4; k++) *table[k] = RG_NEW(r->memory, int, m->nmesh);
  m->seen_vertex = RG_NEW(r->memory, float, 0);
  m->seen_face = RG_NEW(r->memory, int, 0);
  if (r->memory->failed && r->status == RG_OK)
    r->status = rg_fail(r->error, RG_NO_MEMORY, "mesh", "out of memory");
}

static void take_all(reader *r, rg_model_extent *x) {
  take_sizes(r, x);
  x->model.name = take_text(r, "model");
  for (int k = 0; k < MEDIUM; k++) {
    double value = *medium_of(&x->model.option, k) = take_real(r);
    if (!isfinite(value)) refuse(r, "option", "has a number that is not finite");
  }
  x->model.option.parents_touch = take(r, 4) != 0;
  if (r->status == RG_OK && !(x->model.option.timestep > 0))
    refuse(r, "timestep", "must be above 0");
  for (const rg_model_field *f = rg_model_fields; f->name && r->status == RG_OK; f++)
    take_field(r, x, f);
  take_settings(r, &x->model);
  if (r->status == RG_OK) forget_seen(r, &x->model);
  if (r->status == RG_OK && r->used != r->size)
    refuse(r, "model", "there is more than belongs to it");
}

/* what says that this is a model, whole, and of this version */
static void take_head(reader *r, size_t size) {
  if (size < HEAD + TAIL || memcmp(r->data, magic, sizeof magic) != 0) {
    refuse(r, "model", "this is no compiled model of rigor");
    return;
  }
  r->used = sizeof magic;
  uint64_t version = take(r, 4);
  take(r, 4);
  uint64_t body = take(r, 8);
  if (version != VERSION)
    r->status = rg_fail(r->error, RG_BAD_INPUT, "version",
                        "is %u, this library reads %d: compile the model again", (unsigned)version,
                        (int)VERSION);
  else if (body != size - HEAD - TAIL) refuse(r, "model", "is cut off, or more follows");
  uint64_t known = 0;
  for (int k = 0; k < TAIL; k++) known |= (uint64_t)r->data[size - TAIL + (size_t)k] << 8 * k;
  if (r->status == RG_OK && known != checksum(r->data, size - TAIL))
    refuse(r, "checksum", "the bytes are damaged");
}

rg_status rg_model_unpack(rg_model **model, const void *bytes, size_t size, rg_error *error) {
  rg_arena memory = {0};
  rg_error ignored = {0};
  reader r = {.data = bytes, .size = size, .memory = &memory, .error = error ? error : &ignored};
  rg_error_clear(error);
  *model = NULL;
  take_head(&r, size);
  r.size = size - TAIL;
  rg_model_extent x = {0};
  if (r.status == RG_OK) take_all(&r, &x);
  if (r.status == RG_OK) r.status = rg_model_check(&x, r.error);
  // what tendons and actuators act on follows from the rest
  rg_compilation c = {.model = &x.model, .memory = &memory, .error = r.error};
  if (r.status == RG_OK) r.status = rg_compile_moments(&c);
  rg_arena_free(&c.scratch);
  rg_model *made = r.status == RG_OK ? RG_NEW(&memory, rg_model, 1) : NULL;
  rg_arena *owner = made ? RG_NEW(&memory, rg_arena, 1) : NULL;
  if (r.status == RG_OK && !owner) r.status = RG_NO_MEMORY;
  if (r.status != RG_OK) {
    rg_arena_free(&memory);
    if (r.status == RG_NO_MEMORY) rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
    return r.status;
  }
  // the arena moves into its own memory
  *made = x.model;
  *owner = memory;
  made->owner = owner;
  *model = made;
  return RG_OK;
}

rg_status rg_model_read(rg_model **model, const char *path, rg_error *error) {
  char *bytes;
  size_t size;
  *model = NULL;
  rg_error_clear(error);
  rg_status status = rg_file_load(path, &bytes, &size, error);
  if (status != RG_OK) return status;
  status = rg_model_unpack(model, bytes, size, error);
  if (status != RG_OK && error && !error->file[0])
    snprintf(error->file, sizeof error->file, "%s", path);
  free(bytes);
  return status;
}
