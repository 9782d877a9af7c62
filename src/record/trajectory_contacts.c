/* The contacts of each step as comma-separated lines, one a contact. */
#include <rigor/record.h>

#include "record/trajectory_lines.h"

#include <math.h>
#include <stdlib.h>

struct rg_contact_log {
  rg_lines lines;
  const rg_model *model;
};

static const char header[] =
    "time,geom1,geom2,x,y,z,normal_x,normal_y,normal_z,gap,impulse_n,impulse_t1,impulse_t2,"
    "slip_t1,slip_t2,slip,mode,tangent1_x,tangent1_y,tangent1_z";

/* two names and 20 numbers */
static size_t longest_line(const rg_model *model) {
  size_t name = RG_LINES_NUMBER;
  for (int i = 0; i < model->ngeom; i++) {
    size_t size = rg_lines_text_size(model->geom_name[i]);
    if (size > name) name = size;
  }
  return 2 * name + (size_t)20 * RG_LINES_NUMBER;
}

rg_status rg_contact_log_open(rg_contact_log **log, const char *path, const rg_model *model,
                              const double *after, rg_error *error) {
  rg_contact_log *l = calloc(1, sizeof *l);
  long kept;
  rg_status status = RG_OK;
  if (!l) status = rg_fail(error, RG_NO_MEMORY, "", "no memory for the record");
  else if (after)
    status = rg_lines_continue(&l->lines, path, header, longest_line(model), *after, &kept, error);
  else status = rg_lines_open(&l->lines, path, header, longest_line(model), error);
  if (status == RG_OK) l->model = model;
  else {
    free(l);
    l = NULL;
  }
  *log = l;
  return status;
}

/* its name, or its number where it has none */
static void put_geom(rg_contact_log *log, int geom) {
  int named = geom >= 0 && geom < log->model->ngeom && log->model->geom_name[geom][0];
  if (named) rg_lines_text(&log->lines, log->model->geom_name[geom]);
  else rg_lines_whole(&log->lines, geom);
}

static rg_status put_contact(rg_contact_log *log, double time, const rg_step_contact *c,
                             rg_error *error) {
  rg_lines *lines = &log->lines;
  rg_lines_real(lines, time);
  put_geom(log, c->contact.geom1);
  put_geom(log, c->contact.geom2);
  rg_lines_reals(lines, c->contact.position, 3);
  rg_lines_reals(lines, c->contact.frame, 3);
  rg_lines_real(lines, c->contact.gap);
  rg_lines_reals(lines, c->impulse, 3);
  rg_lines_reals(lines, c->velocity + 1, 2);
  rg_lines_real(lines, hypot(c->velocity[1], c->velocity[2]));
  rg_lines_text(lines, rg_mode_name(c->mode));
  rg_lines_reals(lines, c->contact.frame + 3, 3);
  return rg_lines_end(lines, error);
}

rg_status rg_contact_log_write(rg_contact_log *log, double time, const rg_step_contact *contacts,
                               int count, rg_error *error) {
  rg_status status = RG_OK;
  for (int i = 0; i < count && status == RG_OK; i++)
    status = put_contact(log, time, &contacts[i], error);
  return status;
}

rg_status rg_contact_log_flush(rg_contact_log *log, rg_error *error) {
  return rg_lines_flush(&log->lines, error);
}

rg_status rg_contact_log_close(rg_contact_log *log, rg_error *error) {
  if (!log) return RG_OK;
  rg_status status = rg_lines_close(&log->lines, error);
  free(log);
  return status;
}
