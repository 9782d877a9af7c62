/* The motion as comma-separated lines: time, qpos, qvel, energy, contacts, natural map, iterations, balance. 17 digits, so that
   every number reads back to the same bits. */
#include <rigor/record.h>

#include "record/trajectory_lines.h"

#include <stdio.h>
#include <stdlib.h>

struct rg_trajectory {
  rg_lines lines;
  int nq, nv;
};

enum { FIELDS = 20 }; /* besides positions and velocities */

static void put_balance(rg_lines *lines, const rg_step_balance *b) {
  static const rg_step_balance none;
  if (!b) b = &none;
  const double all[] = {b->kinetic,   b->potential,    b->gravity, b->springs,  b->dampers,
                        b->actuators, b->applied,      b->drives,  b->contacts, b->friction,
                        b->limits,    b->dry_friction, b->loops,   b->residual, b->corrected};
  rg_lines_reals(lines, all, sizeof all / sizeof *all);
}

static char *make_header(const rg_model *model) {
  size_t fields = (size_t)model->nq + (size_t)model->nv + FIELDS;
  char *header = malloc(fields * RG_LINES_NUMBER);
  if (!header) return NULL;
  char *p = header;
  p += sprintf(p, "time");
  for (int i = 0; i < model->nq; i++) p += sprintf(p, ",qpos%d", i);
  for (int i = 0; i < model->nv; i++) p += sprintf(p, ",qvel%d", i);
  sprintf(p,
          ",energy,contacts,natural_map,iterations,kinetic,potential,gravity,springs,dampers,"
          "actuators,applied,drives,contact_work,friction_work,limits,dry_friction,loops,residual,"
          "corrected");
  return header;
}

rg_status rg_trajectory_open(rg_trajectory **trajectory, const char *path, const rg_model *model,
                             const double *after, long *kept, rg_error *error) {
  rg_trajectory *t = calloc(1, sizeof *t);
  char *header = make_header(model);
  size_t longest = ((size_t)model->nq + (size_t)model->nv + FIELDS) * RG_LINES_NUMBER;
  long lines = 0;
  rg_status status = RG_OK;
  if (!t || !header) status = rg_fail(error, RG_NO_MEMORY, "", "no memory for the record");
  else if (after)
    status = rg_lines_continue(&t->lines, path, header, longest, *after, &lines, error);
  else status = rg_lines_open(&t->lines, path, header, longest, error);
  if (kept) *kept = lines;
  free(header);
  if (status == RG_OK) {
    t->nq = model->nq;
    t->nv = model->nv;
  } else {
    free(t);
    t = NULL;
  }
  *trajectory = t;
  return status;
}

rg_status rg_trajectory_write(rg_trajectory *trajectory, const rg_trajectory_line *line,
                              rg_error *error) {
  rg_lines *lines = &trajectory->lines;
  rg_lines_real(lines, line->time);
  rg_lines_reals(lines, line->qpos, trajectory->nq);
  rg_lines_reals(lines, line->qvel, trajectory->nv);
  rg_lines_real(lines, line->energy);
  rg_lines_whole(lines, line->contacts);
  rg_lines_real(lines, line->natural_map);
  rg_lines_whole(lines, line->iterations);
  put_balance(lines, line->balance);
  return rg_lines_end(lines, error);
}

rg_status rg_trajectory_flush(rg_trajectory *trajectory, rg_error *error) {
  return rg_lines_flush(&trajectory->lines, error);
}

rg_status rg_trajectory_close(rg_trajectory *trajectory, rg_error *error) {
  if (!trajectory) return RG_OK;
  rg_status status = rg_lines_close(&trajectory->lines, error);
  free(trajectory);
  return status;
}
