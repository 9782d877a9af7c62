/* Measures: numbers that a simulation has after each step, and what of their course goes into the row. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum measured {
  TIME,
  STEPS,
  UNSOLVED,
  QPOS,
  QVEL,
  SENSOR,
  ENERGY,
  SLIP,
  SLIP_SPEED,
  SPEED,
  FORCE,
  FRICTION,
  CERTIFICATE,
  OVERLAP,
  CLOSURE,
  CONTACTS,
  ITERATIONS,
  KINDS
} measured;

/* what a measure may be of */
typedef enum belongs { OF_NOTHING, OF_A_JOINT, OF_A_SENSOR, OF_GEOMS } belongs;

static const struct {
  const char *name;
  sweep_take usual;
  belongs of;
} table[KINDS] = {[TIME] = {"time", SWEEP_END, OF_NOTHING},
                  [STEPS] = {"steps", SWEEP_END, OF_NOTHING},
                  [UNSOLVED] = {"unsolved", SWEEP_END, OF_NOTHING},
                  [QPOS] = {"qpos", SWEEP_END, OF_A_JOINT},
                  [QVEL] = {"qvel", SWEEP_END, OF_A_JOINT},
                  [SENSOR] = {"sensor", SWEEP_END, OF_A_SENSOR},
                  [ENERGY] = {"energy", SWEEP_END, OF_NOTHING},
                  [SLIP] = {"slip", SWEEP_END, OF_NOTHING},
                  [SLIP_SPEED] = {"slip_speed", SWEEP_END, OF_NOTHING},
                  [SPEED] = {"speed", SWEEP_END, OF_NOTHING},
                  [FORCE] = {"force", SWEEP_END, OF_GEOMS},
                  [FRICTION] = {"friction", SWEEP_END, OF_GEOMS},
                  [CERTIFICATE] = {"certificate", SWEEP_MAX, OF_NOTHING},
                  [OVERLAP] = {"overlap", SWEEP_MAX, OF_NOTHING},
                  [CLOSURE] = {"closure", SWEEP_MAX, OF_NOTHING},
                  [CONTACTS] = {"contacts", SWEEP_MEAN, OF_NOTHING},
                  [ITERATIONS] = {"iterations", SWEEP_MEAN, OF_NOTHING}};

int sweep_measure_find(const char *name) {
  for (int k = 0; k < KINDS; k++)
    if (strcmp(table[k].name, name) == 0) return k;
  return -1;
}

const char *sweep_measure_name_at(int kind) { return kind < KINDS ? table[kind].name : NULL; }

sweep_take sweep_measure_usual(int kind) { return table[kind].usual; }

/* --- what of a model it is of ------------------------------------------------------------------------- */

static const int JOINT_QPOS[] = {7, 4, 1, 1}, JOINT_QVEL[] = {6, 3, 1, 1};

static int refuse_name(const sweep_measure *m, const char *what, const char *name,
                       rg_error *error) {
  rg_fail(error, RG_BAD_INPUT, m->label, "the model has no %s '%.60s'", what, name);
  return 0;
}

static int state_width(const sweep_measure *m, const rg_model *model, rg_error *error) {
  int width = m->kind == QPOS ? model->nq : model->nv;
  if (m->objects == 0 && width == 0)
    rg_fail(error, RG_BAD_INPUT, m->label, "nothing in the model can move");
  if (m->objects == 0) return width;
  int joint = rg_model_find(model, RG_OBJECT_JOINT, m->of[0]);
  if (joint < 0) return refuse_name(m, "joint", m->of[0], error);
  return (m->kind == QPOS ? JOINT_QPOS : JOINT_QVEL)[model->joint_type[joint]];
}

int sweep_measure_width(const sweep_measure *m, const rg_model *model, rg_error *error) {
  belongs wanted = table[m->kind].of;
  int most = wanted == OF_NOTHING ? 0 : wanted == OF_GEOMS ? 2 : 1;
  if (m->objects > most) {
    rg_fail(error, RG_BAD_INPUT, m->label, "is of at most %d things", most);
    return 0;
  }
  if (wanted == OF_A_JOINT) return state_width(m, model, error);
  if (wanted == OF_A_SENSOR) {
    int sensor = m->objects ? rg_model_find(model, RG_OBJECT_SENSOR, m->of[0]) : -1;
    if (!m->objects) rg_fail(error, RG_BAD_INPUT, m->label, "of is missing: which sensor?");
    else if (sensor < 0) refuse_name(m, "sensor", m->of[0], error);
    return sensor < 0 ? 0 : model->sensor_size[sensor];
  }
  for (int k = 0; k < m->objects; k++)
    if (rg_model_find(model, RG_OBJECT_GEOM, m->of[k]) < 0)
      return refuse_name(m, "geom", m->of[k], error);
  return 1;
}

/* --- the course of a simulation --------------------------------------------------------------------------- */

struct sweep_gauge {
  const sweep *s;
  double *now, *kept; /* width: after this step; what goes into the row */
  int *first;         /* a measure: where its values begin in the state or the sensors */
  int (*geom)[2];     /* a measure */
  int slip_geom[2];
  int wants_contacts, wants_energy;
  long steps, unsolved;
  double begin, last;      /* times */
  double slip, slip_speed; /* of contacts that count */
  int slipped, rests;      /* 1: it has slipped; it rests since rest_since */
  double rest_since;
};

sweep_gauge *sweep_gauge_new(const sweep *s) {
  sweep_gauge *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  g->s = s;
  g->now = calloc((size_t)s->width, sizeof *g->now);
  g->kept = calloc((size_t)s->width, sizeof *g->kept);
  g->first = calloc((size_t)s->measures, sizeof *g->first);
  g->geom = calloc((size_t)s->measures, sizeof *g->geom);
  int slips = s->until == SWEEP_AT_SLIP;
  for (int k = 0; k < s->measures; k++) {
    const sweep_measure *m = &s->measure[k];
    slips |= m->kind == SLIP || m->kind == SLIP_SPEED || m->take == SWEEP_AT_SLIP;
    g->wants_energy |= m->kind == ENERGY;
  }
  g->wants_contacts = slips;
  if (g->now && g->kept && g->first && g->geom) return g;
  sweep_gauge_free(g);
  return NULL;
}

void sweep_gauge_free(sweep_gauge *g) {
  if (!g) return;
  free(g->now);
  free(g->kept);
  free(g->first);
  free(g->geom);
  free(g);
}

static int geom_of(const rg_model *model, int objects, const char *const *of, int which) {
  return which < objects ? rg_model_find(model, RG_OBJECT_GEOM, of[which]) : -1;
}

static int first_of(const sweep_measure *m, const rg_model *model) {
  if (m->objects == 0) return 0;
  if (m->kind == SENSOR)
    return model->sensor_start[rg_model_find(model, RG_OBJECT_SENSOR, m->of[0])];
  int joint = rg_model_find(model, RG_OBJECT_JOINT, m->of[0]);
  return m->kind == QPOS ? model->joint_qpos[joint] : model->joint_dof[joint];
}

void sweep_gauge_begin(sweep_gauge *g, rg_sim *sim) {
  const sweep *s = g->s;
  const rg_model *model = rg_sim_model(sim);
  for (int k = 0; k < s->measures; k++) {
    const sweep_measure *m = &s->measure[k];
    belongs is = table[m->kind].of;
    if (is == OF_A_JOINT || is == OF_A_SENSOR) g->first[k] = first_of(m, model);
    for (int i = 0; i < 2 && is == OF_GEOMS; i++)
      g->geom[k][i] = geom_of(model, m->objects, m->of, i);
  }
  for (int i = 0; i < 2; i++) g->slip_geom[i] = geom_of(model, s->slip_objects, s->slip_of, i);
  for (int k = 0; k < s->width; k++) g->kept[k] = (double)NAN;
  g->steps = g->unsolved = 0;
  g->slip = g->slip_speed = 0;
  g->slipped = g->rests = 0;
  g->begin = g->last = rg_sim_data(sim)->time;
}

/* 1 where the contact is one of these geoms (-1: any) */
static int is_between(const rg_step_contact *c, const int geom[2]) {
  int a = c->contact.geom1, b = c->contact.geom2;
  if (geom[0] < 0) return 1;
  if (geom[1] < 0) return a == geom[0] || b == geom[0];
  return (a == geom[0] && b == geom[1]) || (a == geom[1] && b == geom[0]);
}

static double sum_forces(rg_sim *sim, const int geom[2], int along) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(sim, &contact);
  double part = rg_sim_contacts_dt(sim), sum = 0;
  for (int k = 0; k < count && part > 0; k++) {
    const double *p = contact[k].impulse;
    if (is_between(&contact[k], geom)) sum += (along ? hypot(p[1], p[2]) : p[0]) / part;
  }
  return sum;
}

static double fastest(rg_sim *sim, const int geom[2]) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(sim, &contact);
  double most = 0;
  for (int k = 0; k < count; k++)
    if (contact[k].impulse[0] > 0 && is_between(&contact[k], geom))
      most = fmax(most, hypot(contact[k].velocity[1], contact[k].velocity[2]));
  return most;
}

static double largest(const double *x, int count) {
  double most = 0;
  for (int k = 0; k < count; k++) most = fmax(most, fabs(x[k]));
  return most;
}

/* the numbers of one measure after a step; their number in this model, the rest stays as it is */
static int look(const sweep_gauge *g, int which, rg_sim *sim, double *x) {
  const sweep_measure *m = &g->s->measure[which];
  const rg_model *model = rg_sim_model(sim);
  const rg_data *data = rg_sim_data(sim);
  const rg_step_report *report = rg_sim_report(sim);
  const double *from = NULL;
  int width = 1;
  switch ((measured)m->kind) {
  case TIME: *x = data->time; break;
  case STEPS: *x = (double)g->steps; break;
  case UNSOLVED: *x = (double)g->unsolved; break;
  case QPOS:
  case QVEL:
    from = (m->kind == QPOS ? data->qpos : data->qvel) + g->first[which];
    width = state_width(m, model, NULL);
    break;
  case SENSOR:
    from = data->sensordata + g->first[which];
    width = model->sensor_size[rg_model_find(model, RG_OBJECT_SENSOR, m->of[0])];
    break;
  case ENERGY: *x = rg_sim_energy(sim); break;
  case SLIP: *x = g->slip; break;
  case SLIP_SPEED: *x = g->slip_speed; break;
  case SPEED: *x = largest(data->qvel, model->nv); break;
  case FORCE: *x = g->steps ? sum_forces(sim, g->geom[which], 0) : (double)NAN; break;
  case FRICTION: *x = g->steps ? sum_forces(sim, g->geom[which], 1) : (double)NAN; break;
  case CERTIFICATE: *x = g->steps ? report->certificate.law_residual : 0; break;
  case OVERLAP: *x = g->steps ? report->penetration : 0; break;
  case CLOSURE: *x = g->steps ? report->closure : 0; break;
  case CONTACTS: *x = report->contacts; break;
  case ITERATIONS: *x = report->iterations; break;
  case KINDS: break;
  }
  if (from) memcpy(x, from, (size_t)width * sizeof *x);
  return width;
}

/* what of a step stays; `event`: SWEEP_AT_SLIP, SWEEP_AT_REST, else an ordinary step */
static void keep(sweep_gauge *g, rg_sim *sim, sweep_take event) {
  for (int k = 0; k < g->s->measures; k++) {
    const sweep_measure *m = &g->s->measure[k];
    int each = m->take == SWEEP_MAX || m->take == SWEEP_MIN || m->take == SWEEP_MEAN;
    if (event == SWEEP_END ? !each : m->take != event) continue;
    double *kept = g->kept + m->start, *now = g->now + m->start;
    int width = look(g, k, sim, now);
    for (int i = 0; i < width; i++) {
      int first = isnan(kept[i]);
      if (!each || first) kept[i] = now[i];
      else if (m->take == SWEEP_MAX) kept[i] = fmax(kept[i], now[i]);
      else if (m->take == SWEEP_MIN) kept[i] = fmin(kept[i], now[i]);
      else kept[i] += now[i]; /* divided at the end */
    }
  }
}

/* what held for a moment only was no rest */
static void forget_rest(sweep_gauge *g) {
  for (int k = 0; k < g->s->measures; k++)
    if (g->s->measure[k].take == SWEEP_AT_REST)
      for (int i = 0; i < g->s->measure[k].width; i++)
        g->kept[g->s->measure[k].start + i] = (double)NAN;
}

static int look_for_rest(sweep_gauge *g, rg_sim *sim) {
  const rg_data *data = rg_sim_data(sim);
  int slow = largest(data->qvel, rg_sim_model(sim)->nv) < g->s->rest_below;
  if (slow && !g->rests) {
    g->rest_since = data->time;
    keep(g, sim, SWEEP_AT_REST);
  }
  if (!slow && g->rests) forget_rest(g);
  g->rests = slow;
  /* a step more or less of rounding does not matter */
  return slow && data->time - g->rest_since >= g->s->rest_for * (1 - 1e-9);
}

int sweep_gauge_step(sweep_gauge *g, rg_sim *sim, rg_status status) {
  double time = rg_sim_data(sim)->time;
  if (status != RG_SOLVED) g->unsolved++;
  if (time == g->last) return 0; /* it was taken back */
  g->steps++;
  if (g->wants_contacts) {
    g->slip_speed = fastest(sim, g->slip_geom);
    g->slip += g->slip_speed * (time - g->last);
  }
  g->last = time;
  keep(g, sim, SWEEP_END);
  if (!g->slipped && g->slip_speed > g->s->slip_above) {
    g->slipped = 1;
    keep(g, sim, SWEEP_AT_SLIP);
  }
  int rests = look_for_rest(g, sim);
  return (g->s->until == SWEEP_AT_SLIP && g->slipped) || (g->s->until == SWEEP_AT_REST && rests);
}

void sweep_gauge_end(sweep_gauge *g, rg_sim *sim, double *value) {
  const sweep *s = g->s;
  /* too short a rest is none */
  if (g->rests && g->last - g->rest_since < s->rest_for * (1 - 1e-9)) forget_rest(g);
  for (int k = 0; k < s->measures; k++) {
    const sweep_measure *m = &s->measure[k];
    double *kept = g->kept + m->start;
    if (m->take == SWEEP_END) look(g, k, sim, kept);
    for (int i = 0; i < m->width && m->take == SWEEP_MEAN && g->steps; i++)
      kept[i] /= (double)g->steps;
  }
  memcpy(value, g->kept, (size_t)s->width * sizeof *value);
}
