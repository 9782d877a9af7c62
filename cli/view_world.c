/* Steps, springs, and what those who watch may change. */
#include "view_world.h"

#include "tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

rg_status world_begin(view_world *w, rg_error *error) {
  char method[512];
  rg_status status = set_start(w->request, w->sim);
  if (status != RG_OK) {
    *error = w->request->error;
    return status;
  }
  method_text(rg_sim_used_options(w->sim), method, sizeof method);
  for (int k = 0; k < MOST_SPRINGS; k++) w->spring[k].body = -1;
  w->notice[0] = 0;
  w->single = 0;
  w->epoch++;
  w->changed = 1;
  return rg_scene_live_begin(w->live, w->sim, method, error);
}

/* --- springs ---------------------------------------------------------------------------------- */

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int k = 0; k < 3; k++)
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The mass that the point shows to whoever pulls at it, the mean over all directions of what it
   yields: 3 / trace of the linear part of J M^-1 J'. 0: it cannot be moved. */
static double point_mass(view_world *w, int body, const double place[3]) {
  double lambda[36];
  rg_node node = {.body = body, .point = {place[0], place[1], place[2]}};
  if (rg_osi_compute(w->osi, w->model, rg_sim_data(w->sim), 1, &node, RG_OSI_RECURSION, lambda) !=
      RG_OK)
    return 0;
  double trace = lambda[21] + lambda[28] + lambda[35];
  return trace > 0 && isfinite(trace) ? 3 / trace : 0;
}

/* A spring of a few oscillations a second for the mass that it meets, damped so that it does not
   swing: F = m (w^2 (to - p) - 2 w v). Slower where the time step asks for it: a direction may be
   lighter than the mean by a factor of three. */
static void pull(view_world *w, const view_spring *s) {
  const double usual = 25; /* rad/s */
  rg_data *d = rg_sim_data(w->sim);
  double dt = rg_sim_used_options(w->sim)->dt, arm[3], place[3], turning[3], force[3], moment[3];
  const double *R = d->xmat + 9 * s->body, *v = d->xvel + 6 * s->body;
  for (int k = 0; k < 3; k++) {
    arm[k] = R[3 * k] * s->point[0] + R[3 * k + 1] * s->point[1] + R[3 * k + 2] * s->point[2];
    place[k] = d->xpos[3 * s->body + k] + arm[k];
  }
  double mass = point_mass(w, s->body, place);
  double frequency = fmin(usual * sqrt(s->strength), 0.15 / dt);
  cross(v, arm, turning);
  for (int k = 0; k < 3; k++)
    force[k] = mass * frequency * (frequency * (s->to[k] - place[k]) - 2 * (v[3 + k] + turning[k]));
  // about the centre of mass
  for (int k = 0; k < 3; k++) arm[k] = place[k] - d->xipos[3 * s->body + k];
  cross(arm, force, moment);
  for (int k = 0; k < 3; k++) {
    d->xfrc_applied[6 * s->body + k] += force[k];
    d->xfrc_applied[6 * s->body + 3 + k] += moment[k];
  }
}

static void pull_all(view_world *w) {
  memset(rg_sim_data(w->sim)->xfrc_applied, 0, 6 * (size_t)w->model->nbody * sizeof(double));
  for (int k = 0; k < MOST_SPRINGS; k++)
    if (w->spring[k].body >= 0) pull(w, &w->spring[k]);
}

static int drag(view_world *w, const view_command *c, char *why, size_t room) {
  view_spring *free_one = NULL, *own = NULL;
  for (int k = 0; k < MOST_SPRINGS; k++) {
    view_spring *s = &w->spring[k];
    if (s->body < 0) free_one = s;
    else if (s->client == c->client) own = s;
  }
  if (!own) own = free_one;
  if (c->body >= w->model->nbody || w->model->body_weld[c->body] == 0)
    return snprintf(why, room, "the model has no body %d that moves", c->body), 0;
  if (!own) return snprintf(why, room, "too many pull already"), 0;
  *own = (view_spring){.client = c->client, .body = c->body, .strength = c->strength};
  memcpy(own->point, c->point, sizeof own->point);
  memcpy(own->to, c->to, sizeof own->to);
  return 1;
}

static void drop(view_world *w, unsigned client) {
  for (int k = 0; k < MOST_SPRINGS; k++)
    if (w->spring[k].client == client) w->spring[k].body = -1;
}

void world_let_go(view_world *w, view_server *server) {
  for (int k = 0; k < MOST_SPRINGS; k++)
    if (w->spring[k].body >= 0 && !server_has_client(server, w->spring[k].client)) {
      w->spring[k].body = -1;
      w->changed = 1;
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

void world_step(view_world *w) {
  pull_all(w);
  rg_status solved = next_step(w->request, w->sim);
  if (solved != RG_SOLVED && rg_interrupted()) return; // it was taken back
  // where there is no memory for it, this step has no record on the page
  rg_scene_live_add(w->live, w->sim, NULL);
  w->steps++;
  if (w->single > 0) w->single--;
  if (solved == RG_SOLVED) return;
  w->unsolved++;
  if (can_go_on(w->sim, solved)) return;
  const rg_step_report *report = rg_sim_report(w->sim);
  snprintf(w->notice, sizeof w->notice, "step not solved: %s%s%s", rg_status_text(solved),
           report->reason[0] ? ": " : "", report->reason);
  w->paused = w->changed = 1;
  w->single = 0;
}

/* --- commands --------------------------------------------------------------------------------- */

/* what the command line would say about the same choice */
static int change(view_world *w, const rg_sim_options *wanted, rg_error *error, char *why,
                  size_t room) {
  if (error->status == RG_OK) rg_sim_change(w->sim, wanted, error);
  if (error->status == RG_OK) return w->changed = 1;
  snprintf(why, room, "%.200s", error->reason);
  return 0;
}

static int change_method(view_world *w, const view_command *c, char *why, size_t room) {
  rg_sim_options wanted = *rg_sim_used_options(w->sim);
  rg_error error = {0};
  switch (c->deed) {
  case DO_SOLVER: take_solver(&error, c->name, &wanted.solve); break;
  case DO_LAW: take_law(&error, c->name, &wanted.solve); break;
  case DO_FRICTION: wanted.friction = c->value; break;
  default: wanted.restitution = c->value; break;
  }
  return change(w, &wanted, &error, why, room);
}

static int restart(view_world *w, char *why, size_t room) {
  rg_error error = {0};
  if (world_begin(w, &error) == RG_OK) return 1;
  return snprintf(why, room, "%.200s", error.reason), 0;
}

/* begins again from another keyframe; where that cannot be, from the old one */
static int choose_key(view_world *w, int index, char *why, size_t room) {
  const char *before = w->request->key;
  if (index >= w->model->nkey) return snprintf(why, room, "the model has no keyframe %d", index), 0;
  snprintf(w->key, sizeof w->key, "%d", index);
  w->request->key = index < 0 ? NULL : w->key;
  if (restart(w, why, room)) return 1;
  char nobody[8];
  w->request->error = (rg_error){0};
  w->request->key = before == w->key ? NULL : before;
  restart(w, nobody, sizeof nobody);
  return 0;
}

/* what an actuator is told from now on; a table of controls goes before it */
static int set_control(view_world *w, const view_command *c, char *why, size_t room) {
  if (c->index >= w->model->nactuator)
    return snprintf(why, room, "the model has no actuator %d", c->index), 0;
  rg_sim_data(w->sim)->ctrl[c->index] = c->value;
  return w->changed = 1;
}

static int go(view_world *w, int paused, int single) {
  w->paused = paused;
  w->single = single;
  w->notice[0] = 0;
  return w->changed = 1;
}

int world_obey(view_world *w, const view_command *c, char *why, size_t room) {
  switch (c->deed) {
  case DO_RUN: return go(w, 0, 0);
  case DO_PAUSE: return go(w, 1, 0);
  case DO_STEP: return go(w, 1, c->count);
  case DO_RESET: return restart(w, why, room);
  case DO_SPEED: w->speed = c->value; return w->changed = 1;
  case DO_DRAG: return drag(w, c, why, room);
  case DO_DROP: drop(w, c->client); return 1;
  case DO_CONTROL: return set_control(w, c, why, room);
  case DO_KEY: return choose_key(w, c->index, why, room);
  default: return change_method(w, c, why, room);
  }
}
