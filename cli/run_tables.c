/* Lines of contacts, and of sensors and actuators.

   The force of a contact on body 1 in the world:  (r_n n + r_t1 t1 + r_t2 t2) / dt. Moments in N m, in the frame of the
   contact. */
#include "run_tables.h"

#include "labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 32 };

/* --- contacts ----------------------------------------------------------------------------------- */

#define CONTACT_COLUMNS                                                                            \
  "time,geom1,geom2,x,y,z,normal_x,normal_y,normal_z,gap,impulse_n,impulse_t1,impulse_t2,"         \
  "slip_t1,slip_t2,slip,mode,tangent1_x,tangent1_y,tangent1_z,body1,body2,"                        \
  "force_x,force_y,force_z,force_n,force_t"

/* moments, of models that can have any */
static const char contacts_header[] = CONTACT_COLUMNS,
                  moments_header[] = CONTACT_COLUMNS ",moment_n,moment_t1,moment_t2,"
                                                     "turn_n,turn_t1,turn_t2";

rg_status contacts_open(rg_table **table, const char *path, const rg_model *model,
                        const double *after, rg_error *error) {
  size_t longest = 4 * (2 * LABEL + 3) + 38 * NUMBER;
  int moments = rg_model_contact_dim(model, NULL, 0) > 3;
  return rg_table_open(table, path, moments ? moments_header : contacts_header, longest, after,
                       NULL, error);
}

static rg_status write_contact(rg_table *table, const rg_model *model, int moments, double time,
                               double dt, const rg_step_contact *c, rg_error *error) {
  const rg_contact *at = &c->contact;
  double force[3], slip = hypot(c->velocity[1], c->velocity[2]);
  for (int k = 0; k < 3; k++)
    force[k] = (at->frame[k] * c->impulse[0] + at->frame[3 + k] * c->impulse[1] +
                at->frame[6 + k] * c->impulse[2]) /
               dt;
  double sizes[2] = {c->impulse[0] / dt, hypot(c->impulse[1], c->impulse[2]) / dt};
  char label[LABEL];
  rg_table_reals(table, &time, 1);
  rg_table_text(table, geom_label(model, at->geom1, label));
  rg_table_text(table, geom_label(model, at->geom2, label));
  rg_table_reals(table, at->position, 3);
  rg_table_reals(table, at->frame, 3);
  rg_table_reals(table, &at->gap, 1);
  rg_table_reals(table, c->impulse, 3);
  rg_table_reals(table, c->velocity + 1, 2);
  rg_table_reals(table, &slip, 1);
  rg_table_text(table, rg_mode_name(c->mode));
  rg_table_reals(table, at->frame + 3, 3);
  rg_table_text(table, body_label(model, at->body1, label));
  rg_table_text(table, body_label(model, at->body2, label));
  rg_table_reals(table, force, 3);
  rg_table_reals(table, sizes, 2);
  if (moments) {
    double moment[3] = {c->moment[0] / dt, c->moment[1] / dt, c->moment[2] / dt};
    rg_table_reals(table, moment, 3);
    rg_table_reals(table, c->turning, 3);
  }
  return rg_table_end(table, error);
}

rg_status contacts_write(rg_table *table, const rg_sim *sim, rg_error *error) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(sim, &contact);
  double time = rg_sim_report(sim)->time, dt = rg_sim_contacts_dt(sim);
  const rg_model *model = rg_sim_model(sim);
  int moments = rg_model_contact_dim(model, NULL, 0) > 3;
  rg_status status = RG_OK;
  for (int i = 0; i < count && status == RG_OK; i++)
    status = write_contact(table, model, moments, time, dt, contact + i, error);
  return status;
}

/* --- sensors and actuators ---------------------------------------------------------------------- */

/* text in quotes where it has a comma, a quote or a line break */
static void put_name(FILE *out, const char *name, const char *ending) {
  int quoted = name[strcspn(name, ",\"\r\n")] != 0;
  fputs(quoted ? ",\"" : ",", out);
  for (const char *c = name; *c; c++) {
    if (*c == '"') fputc('"', out);
    fputc(*c == '\n' || *c == '\r' ? ' ' : *c, out);
  }
  fprintf(out, "%s%s", ending, quoted ? "\"" : "");
}

static void put_sensor(FILE *out, const rg_model *model, int sensor) {
  static const char *const three[] = {"_x", "_y", "_z"}, *const four[] = {"_w", "_x", "_y", "_z"},
                           *const six[] = {"_x1", "_y1", "_z1", "_x2", "_y2", "_z2"};
  char label[LABEL];
  int size = model->sensor_size[sensor];
  sensor_label(model, sensor, label);
  for (int k = 0; k < size; k++)
    put_name(out, label, size == 3 ? three[k] : size == 4 ? four[k] : size == 6 ? six[k] : "");
}

/* the names of all columns; free() it; NULL where memory ran out */
static char *sensors_header(const rg_model *model) {
  char *text = NULL, label[LABEL];
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  fputs("time", out);
  for (int i = 0; i < model->nsensor; i++) put_sensor(out, model, i);
  for (int i = 0; i < model->nactuator; i++)
    put_name(out, actuator_label(model, i, label), "_ctrl");
  for (int i = 0; i < model->nactuator; i++)
    put_name(out, actuator_label(model, i, label), "_force");
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

rg_status sensors_open(rg_table **table, const char *path, const rg_model *model,
                       const double *after, long *kept, rg_error *error) {
  if (model->nsensor + model->nactuator == 0)
    return refuse_option(error, "--sensors", "the model has neither sensors nor actuators");
  char *header = sensors_header(model);
  if (!header) {
    refuse_option(error, "--sensors", "no memory is left");
    return error->status = RG_NO_MEMORY;
  }
  size_t longest = NUMBER * (size_t)(model->nsensordata + 2 * model->nactuator + 2);
  rg_status status = rg_table_open(table, path, header, longest, after, kept, error);
  free(header);
  return status;
}

rg_status sensors_write(rg_table *table, rg_sim *sim, int first, rg_error *error) {
  const rg_model *model = rg_sim_model(sim);
  rg_data *data = rg_sim_data(sim);
  // a step has measured already; forces of actuators are those of this state
  if (first) rg_sim_sense(sim);
  else rg_forward(model, data);
  rg_table_reals(table, &data->time, 1);
  rg_table_reals(table, data->sensordata, model->nsensordata);
  rg_table_reals(table, data->ctrl, model->nactuator);
  rg_table_reals(table, data->actuator_force, model->nactuator);
  return rg_table_end(table, error);
}
