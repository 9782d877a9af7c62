/* Where a step that was not solved is stuck, by name: the contact and the row that carry and miss the most, both as the
   kinetic energy of an impulse alone. In a jam these are what holds and what drives. */
#include "step/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 24 }; /* of a name, with quotes */

static const char *name_of(const rg_sim *sim, rg_object type, int index, char text[NAME]) {
  const char *name = rg_model_name(sim->model, type, index);
  if (name && name[0]) snprintf(text, NAME, "'%.20s'", name);
  else snprintf(text, NAME, "%d", index);
  return text;
}

static void say_row(const rg_sim *sim, int row, char *text, size_t size) {
  const rg_constraints *c = sim->constraints;
  int object = c->object[row];
  char name[NAME];
  switch (c->kind[row]) {
  case RG_ROW_CLOSURE:
    snprintf(text, size, "the equality %s", name_of(sim, RG_OBJECT_EQUALITY, object, name));
    return;
  case RG_ROW_DRIVE:
    object = sim->model->dof_joint[object];
    snprintf(text, size, "the drive of joint %s", name_of(sim, RG_OBJECT_JOINT, object, name));
    return;
  case RG_ROW_FRICTION:
    object = sim->model->dof_joint[object];
    snprintf(text, size, "dry friction of joint %s", name_of(sim, RG_OBJECT_JOINT, object, name));
    return;
  case RG_ROW_LIMIT:
    snprintf(text, size, "the limit of joint %s", name_of(sim, RG_OBJECT_JOINT, object, name));
    return;
  case RG_ROW_TENDON_FRICTION:
  case RG_ROW_TENDON_LIMIT:
    snprintf(text, size, "tendon %s", name_of(sim, RG_OBJECT_TENDON, object, name));
    return;
  default: snprintf(text, size, "a spring or damper");
  }
}

static void say_contact(const rg_sim *sim, int i, char *text, size_t size) {
  const rg_contact *contact = sim->constraints->contact + i;
  char one[NAME], two[NAME];
  name_of(sim, RG_OBJECT_BODY, contact->body1, one),
      name_of(sim, RG_OBJECT_BODY, contact->body2, two);
  snprintf(text, size, "the contact of bodies %s and %s", one, two);
}

/* velocity that a contact or a row without bounds lacks */
static double missing(const rg_sim *sim, int u) {
  const rg_problem *p = &sim->problem;
  if (u >= p->rows)
    return fmax(0, sim->target[u - p->rows] - sim->velocity[rg_sim_first(sim, u - p->rows)]);
  int free = isinf(p->lower[u]) && isinf(p->upper[u]);
  return free ? fabs(sim->velocity[u]) : 0;
}

void rg_sim_blame(rg_sim *sim) {
  const rg_problem *p = &sim->problem;
  const int *map = rg_sim_row_map(sim);
  int extra = rg_sim_extra_rows(sim), row = -1, contact = -1;
  double most_row = 0, most_contact = 0;
  char what[2][96] = {"", ""}, why[sizeof sim->report.reason];
  if (!sim->has_problem) return;
  for (int u = extra; u < p->rows + p->contacts; u++) {
    int at = u < p->rows ? u : rg_sim_first(sim, u - p->rows), n = u < p->rows ? 1 : 3;
    double speed = missing(sim, u), response = sim->response[u];
    double sum = response > 0 ? speed * speed / response : 0;
    double *most = n == 1 ? &most_row : &most_contact;
    for (int k = at; k < at + n; k++) sum += response * sim->impulse[k] * sim->impulse[k];
    int of = map && n == 1 ? map[u - extra] : u - extra;
    int drives = n == 1 && row < 0 && sim->constraints->kind[of] == RG_ROW_DRIVE; /* in any case */
    if (!isfinite(sum) || (!(sum > *most) && !drives)) continue;
    *most = sum;
    if (n == 1) row = of;
    else contact = u - p->rows;
  }
  if (contact >= 0) say_contact(sim, contact, what[0], sizeof what[0]);
  if (row >= 0) say_row(sim, row, what[contact >= 0], sizeof what[0]);
  if (contact < 0 && row < 0) return;
  memcpy(why, sim->report.reason, sizeof why);
  snprintf(sim->report.reason, sizeof sim->report.reason, "%.116s; it is stuck at %.72s%s%.44s",
           why, what[0], what[1][0] ? " and " : "", what[1]);
}
