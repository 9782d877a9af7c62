/* The file that people read, made from the rows: HDF5 as arrays, or comma-separated lines. Whole, beside, then renamed. The same
   rows give the same bytes. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef RIGOR_HAVE_FCLIB
#include <hdf5.h>
#endif

int sweep_results_kind(const char *path, rg_error *error) {
  const char *dot = strrchr(path, '.');
  if (dot && strcasecmp(dot, ".csv") == 0) return 'c';
  if (dot && (strcasecmp(dot, ".h5") == 0 || strcasecmp(dot, ".hdf5") == 0)) {
#ifdef RIGOR_HAVE_FCLIB
    return 'h';
#else
    rg_fail(error, RG_BAD_INPUT, "--output",
            "this build has no HDF5: install libhdf5 and build it again, or end the name in .csv");
    return 0;
#endif
  }
  rg_fail(error, RG_BAD_INPUT, "--output", "'%.200s' ends in none of .h5 .hdf5 .csv", path);
  return 0;
}

/* --- lines ---------------------------------------------------------------------------------------------- */

/* in quotes where it needs them */
static void put_text(FILE *stream, const char *text) {
  if (!strpbrk(text, ",\"\n\r")) {
    fputs(text, stream);
    return;
  }
  putc('"', stream);
  for (; *text; text++) {
    if (*text == '"') putc('"', stream);
    putc(*text, stream);
  }
  putc('"', stream);
}

static void put_header(FILE *stream, const sweep *s) {
  fputs("task,model,option,point,repeat,state", stream);
  for (int k = 0; k < s->parameters; k++) {
    putc(',', stream);
    put_text(stream, s->parameter[k].label);
  }
  for (int k = 0; k < s->measures; k++)
    for (int i = 0; i < s->measure[k].width; i++) {
      char label[SWEEP_LABEL + 16];
      snprintf(label, sizeof label, s->measure[k].width > 1 ? "%s[%d]" : "%s", s->measure[k].label,
               i);
      putc(',', stream);
      put_text(stream, label);
    }
  fputs(",reason\n", stream);
}

static void put_real(FILE *stream, double x) {
  if (isfinite(x)) fprintf(stream, ",%.17g", x);
  else fputs(isnan(x) ? ",nan" : x > 0 ? ",inf" : ",-inf", stream);
}

static void put_row(FILE *stream, const sweep *s, const sweep_rows *rows, long t) {
  sweep_task task = sweep_task_at(s, t);
  fprintf(stream, "%ld,", t);
  put_text(stream, s->model_name[task.model]);
  fprintf(stream, ",%ld,%ld,%ld,%s", task.combination, task.point, task.repeat,
          sweep_state_name(rows->state[t]));
  for (int k = 0; k < s->parameters; k++) put_real(stream, sweep_value(s, k, task.point));
  for (int k = 0; k < s->width; k++)
    put_real(stream, rows->value[(size_t)t * (size_t)s->width + (size_t)k]);
  putc(',', stream);
  put_text(stream, rows->reason[t] ? rows->reason[t] : "");
  putc('\n', stream);
}

static int write_lines(const sweep *s, const sweep_rows *rows, FILE *stream) {
  put_header(stream, s);
  for (long t = 0; t < s->tasks; t++)
    if (rows->state[t] != SWEEP_MISSING) put_row(stream, s, rows, t);
  return !ferror(stream);
}

/* --- arrays --------------------------------------------------------------------------------------------- */

#ifdef RIGOR_HAVE_FCLIB

/* an array of `width` numbers a task (1: no second dimension); 1 where it is in the file */
static int put_array(hid_t place, const char *name, hid_t on_disk, hid_t in_memory, long count,
                     int width, const void *values) {
  hsize_t size[2] = {(hsize_t)count, (hsize_t)width};
  hid_t space = H5Screate_simple(width > 1 ? 2 : 1, size, NULL),
        how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(how, 0); /* the same rows, the same bytes */
  hid_t set = H5Dcreate2(place, name, on_disk, space, H5P_DEFAULT, how, H5P_DEFAULT);
  int done = set >= 0 && H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  if (set >= 0) H5Dclose(set);
  H5Pclose(how);
  H5Sclose(space);
  return done;
}

/* texts of one length, ended by 0 */
static int put_texts(hid_t place, const char *name, long count,
                     const char *(*text_at)(const void *, long), const void *context) {
  size_t longest = 1;
  for (long k = 0; k < count; k++) {
    size_t length = strlen(text_at(context, k)) + 1;
    if (length > longest) longest = length;
  }
  char *all = calloc((size_t)(count > 0 ? count : 1), longest);
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, longest);
  H5Tset_cset(type, H5T_CSET_UTF8);
  for (long k = 0; all && k < count; k++) strcpy(all + (size_t)k * longest, text_at(context, k));
  int done = all && put_array(place, name, type, type, count, 1, all);
  H5Tclose(type);
  free(all);
  return done;
}

static const char *reason_at(const void *context, long t) {
  const sweep_rows *rows = context;
  return rows->reason[t] ? rows->reason[t] : "";
}
static const char *model_at(const void *context, long k) {
  return ((const sweep *)context)->model_name[k];
}
static const char *option_at(const void *context, long k) {
  static char text[1024];
  return sweep_combination_text(context, k, text, sizeof text);
}
static const char *state_at(const void *context, long k) {
  (void)context;
  return sweep_state_name((sweep_state)k);
}
static const char *itself(const void *context, long k) {
  (void)k;
  return context;
}

/* which task each row is */
static int put_tasks(hid_t file, const sweep *s, const sweep_rows *rows) {
  static const char *const names[] = {"task", "model", "option", "point", "repeat", "state"};
  long long *column = malloc((size_t)s->tasks * sizeof *column);
  int done = column != NULL;
  for (int k = 0; k < 6 && done; k++) {
    for (long t = 0; t < s->tasks; t++) {
      sweep_task task = sweep_task_at(s, t);
      const long long facts[] = {t,          task.model,  task.combination,
                                 task.point, task.repeat, rows->state[t]};
      column[t] = facts[k];
    }
    done = put_array(file, names[k], k == 5 ? H5T_STD_I32LE : H5T_STD_I64LE, H5T_NATIVE_LLONG,
                     s->tasks, 1, column);
  }
  free(column);
  return done && put_texts(file, "reason", s->tasks, reason_at, rows);
}

static hid_t make_group(hid_t file, const char *name) {
  hid_t how = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_obj_track_times(how, 0);
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Pclose(how);
  return group;
}

static int put_parameters(hid_t file, const sweep *s) {
  double *column = malloc((size_t)s->tasks * sizeof *column);
  hid_t group = make_group(file, "parameters");
  int done = column && group >= 0;
  for (int k = 0; k < s->parameters && done; k++) {
    for (long t = 0; t < s->tasks; t++) column[t] = sweep_value(s, k, sweep_task_at(s, t).point);
    done = put_array(group, s->parameter[k].label, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, s->tasks, 1,
                     column);
  }
  if (group >= 0) H5Gclose(group);
  free(column);
  return done;
}

static int put_measures(hid_t file, const sweep *s, const sweep_rows *rows) {
  hid_t group = make_group(file, "measures");
  int done = group >= 0;
  for (int k = 0; k < s->measures && done; k++) {
    const sweep_measure *m = &s->measure[k];
    size_t width = (size_t)m->width;
    double *column = malloc((size_t)s->tasks * width * sizeof *column);
    for (long t = 0; t < s->tasks && column; t++)
      memcpy(column + (size_t)t * width,
             rows->value + (size_t)t * (size_t)s->width + (size_t)m->start, width * sizeof *column);
    done = column && put_array(group, m->label, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, s->tasks,
                               m->width, column);
    free(column);
  }
  if (group >= 0) H5Gclose(group);
  return done;
}

static int put_all(hid_t file, const sweep *s, const sweep_rows *rows) {
  return put_tasks(file, s, rows) && put_parameters(file, s) && put_measures(file, s, rows) &&
         put_texts(file, "models", s->models, model_at, s) &&
         put_texts(file, "options", s->combinations, option_at, s) &&
         put_texts(file, "states", SWEEP_STATES, state_at, NULL) &&
         put_texts(file, "spec", 1, itself, s->text) &&
         put_texts(file, "version", 1, itself, rg_version());
}

/* the file as it will be, in memory; NULL where that failed */
static void *make_image(const sweep *s, const sweep_rows *rows, size_t *size) {
  void *image = NULL;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 20, 0);
  hid_t file = H5Fcreate("sweep", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (file >= 0 && put_all(file, s, rows) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) {
    ssize_t bytes = H5Fget_file_image(file, NULL, 0);
    image = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (image && H5Fget_file_image(file, image, (size_t)bytes) != bytes) free(image), image = NULL;
    *size = image ? (size_t)bytes : 0;
  }
  if (file >= 0) H5Fclose(file);
  H5Pclose(access);
  return image;
}

static rg_status write_arrays(const sweep *s, const sweep_rows *rows, FILE *stream, int *written,
                              rg_error *error) {
  size_t size = 0;
  void *image = make_image(s, rows, &size);
  if (!image) return rg_fail(error, RG_NO_MEMORY, "--output", "no memory is left for the file");
  *written = fwrite(image, 1, size, stream) == size;
  free(image);
  return RG_OK;
}

#endif

rg_status sweep_results_write(const sweep *s, const sweep_rows *rows, const char *path,
                              rg_error *error) {
  rg_output output;
  int kind = sweep_results_kind(path, error), written = 0;
  if (!kind) return RG_BAD_INPUT;
  rg_status status = rg_output_open(&output, path, error);
  if (status) return status;
  if (kind == 'c') written = write_lines(s, rows, output.stream);
#ifdef RIGOR_HAVE_FCLIB
  else status = write_arrays(s, rows, output.stream, &written, error);
#endif
  if (!status && !written) /* the stream knows why, and closing says it */
    fflush(output.stream);
  rg_status closed = rg_output_close(&output, status, error);
  if (!status && !closed && !written)
    closed = rg_fail_at(error, RG_IO, path, 0, 0, "", "could not be written");
  return status ? status : closed;
}
