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

static void pull_all(view_world *w) {
  memset(rg_sim_data(w->sim)->xfrc_applied, 0, 6 * (size_t)w->model->nbody * sizeof(double));
  for (int k = 0; k < MOST_SPRINGS; k++)
    if (w->spring[k].body >= 0) spring_pull(&w->spring[k], w->osi, w->sim);
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
