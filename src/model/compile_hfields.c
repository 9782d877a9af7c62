/* Height fields: elevations from a picture, a binary file or the model file, brought to 0 .. 1.

   A binary file has two ints, rows and columns, and a float for each point, row after row along y. A
   picture and the numbers of a model file begin with the row of the largest y. (MuJoCo's XML reference,
   "hfield".) */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "model/compile.h"

#ifdef RIGOR_HAVE_PNG
#include <png.h>
#endif

enum { MOST_POINTS = 1 << 24 };

typedef struct elevations {
  int nrow, ncol;
  double *z; /* in scratch memory, first row at the least y */
} elevations;

static rg_status field_error(rg_compilation *c, const rg_spec_hfield *field, const char *reason) {
  return rg_spec_error(c->error, &field->source, "hfield", field->name, "%s%s%s",
                       field->file ? field->file : "", field->file ? ": " : "", reason);
}

static rg_status take_points(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  if (e->nrow < 2 || e->ncol < 2) return field_error(c, field, "it needs two rows and two columns");
  if ((long long)e->nrow * e->ncol > MOST_POINTS) return field_error(c, field, "it is too large");
  e->z = RG_NEW(&c->scratch, double, (size_t)e->nrow *(size_t)e->ncol);
  return e->z ? RG_OK : RG_NO_MEMORY;
}

static rg_status read_binary(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  char *data;
  size_t size;
  int head[2];
  rg_error inner;
  rg_status status = rg_file_load(field->file, &data, &size, &inner);
  if (status) return status == RG_NO_MEMORY ? status : field_error(c, field, inner.reason);
  status = size < sizeof head ? field_error(c, field, "the file is cut") : RG_OK;
  if (!status) {
    memcpy(head, data, sizeof head);
    e->nrow = head[0], e->ncol = head[1];
    status = take_points(c, field, e);
  }
  size_t points = status ? 0 : (size_t)e->nrow * (size_t)e->ncol;
  if (!status && size != sizeof head + points * sizeof(float))
    status = field_error(c, field, "its size is not that of its head");
  for (size_t k = 0; !status && k < points; k++) {
    float z;
    memcpy(&z, data + sizeof head + k * sizeof z, sizeof z);
    if (!isfinite(z)) status = field_error(c, field, "an elevation is not a finite number");
    e->z[k] = (double)z;
  }
  free(data);
  return status;
}

#ifdef RIGOR_HAVE_PNG
static rg_status read_picture(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, field->file))
    return field_error(c, field, image.message);
  image.format = PNG_FORMAT_GRAY;
  rg_status status = RG_BAD_INPUT;
  if (image.width > MOST_POINTS || image.height > MOST_POINTS)
    status = field_error(c, field, "it is too large");
  else {
    e->nrow = (int)image.height, e->ncol = (int)image.width;
    status = take_points(c, field, e);
  }
  unsigned char *grey = status ? NULL : RG_RAW(&c->scratch, unsigned char, PNG_IMAGE_SIZE(image));
  if (!status && !grey) status = RG_NO_MEMORY;
  if (!status && !png_image_finish_read(&image, NULL, grey, 0, NULL))
    status = field_error(c, field, image.message);
  png_image_free(&image);
  for (int r = 0; !status && r < e->nrow; r++)
    for (int k = 0; k < e->ncol; k++)
      e->z[(e->nrow - 1 - r) * e->ncol + k] = (double)grey[r * e->ncol + k];
  return status;
}
#else
static rg_status read_picture(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  (void)e;
  return field_error(c, field, "this build of rigor reads no PNG files");
}
#endif

static rg_status take_numbers(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  e->nrow = field->nrow, e->ncol = field->ncol;
  rg_status status = take_points(c, field, e);
  if (status) return status;
  if (field->nelevation && field->nelevation != e->nrow * e->ncol)
    return field_error(c, field, "elevation does not have a number for each row and column");
  for (int r = 0; field->nelevation && r < e->nrow; r++)
    for (int k = 0; k < e->ncol; k++) {
      double z = field->elevation[r * e->ncol + k];
      if (!isfinite(z)) return field_error(c, field, "an elevation is not a finite number");
      e->z[(e->nrow - 1 - r) * e->ncol + k] = z;
    }
  return RG_OK;
}

static rg_status read_field(rg_compilation *c, const rg_spec_hfield *field, elevations *e) {
  size_t length = field->file ? strlen(field->file) : 0;
  for (int k = 0; k < 4; k++)
    if (!(field->size[k] > 0 && isfinite(field->size[k])))
      return field_error(c, field, "every size must be positive");
  if (!field->file) return take_numbers(c, field, e);
  if (length > 4 && strcasecmp(field->file + length - 4, ".png") == 0)
    return read_picture(c, field, e);
  return read_binary(c, field, e);
}

/* least 0, largest 1; a flat one is 0 */
static void normalize(const elevations *e) {
  int n = e->nrow * e->ncol;
  double low = e->z[0], high = e->z[0];
  for (int k = 0; k < n; k++) low = fmin(low, e->z[k]), high = fmax(high, e->z[k]);
  for (int k = 0; k < n; k++) e->z[k] = high > low ? (e->z[k] - low) / (high - low) : 0;
}

rg_status rg_compile_hfields(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_hfield *f = c->spec->hfields; f; f = f->next) m->nhfield++;
  int n = m->nhfield, i = 0, total = 0;
  elevations *all = RG_NEW(&c->scratch, elevations, n);
  c->hfield_names = rg_names_new(&c->scratch, n);
  m->hfield_name = RG_NEW(c->memory, const char *, n);
  m->hfield_nrow = RG_NEW(c->memory, int, n);
  m->hfield_ncol = RG_NEW(c->memory, int, n);
  m->hfield_start = RG_NEW(c->memory, int, n);
  m->hfield_size = RG_NEW(c->memory, double, 4 * n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_hfield *f = c->spec->hfields; f; f = f->next, i++) {
    rg_status status = rg_compile_check_name(c, &c->hfield_names, &f->source, "hfield", f->name, i);
    if (!status) status = read_field(c, f, &all[i]);
    if (status) return status;
    if (all[i].nrow * all[i].ncol > INT_MAX - total)
      return field_error(c, f, "all height fields together are too large");
    normalize(&all[i]);
    m->hfield_name[i] = rg_compile_text(c, f->name);
    m->hfield_nrow[i] = all[i].nrow;
    m->hfield_ncol[i] = all[i].ncol;
    m->hfield_start[i] = total;
    for (int k = 0; k < 4; k++) m->hfield_size[4 * i + k] = f->size[k];
    total += all[i].nrow * all[i].ncol;
  }
  m->hfield_data = RG_NEW(c->memory, double, total);
  if (c->memory->failed) return RG_NO_MEMORY;
  for (i = 0; i < n; i++)
    memcpy(m->hfield_data + m->hfield_start[i], all[i].z,
           (size_t)all[i].nrow * (size_t)all[i].ncol * sizeof(double));
  return RG_OK;
}
