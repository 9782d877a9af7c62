/* Steps that change nothing. A step is a function of the state, of what is told from outside, and of what the steps
   before have left. Where all of that is after a step what it was before, to the last bit, the next step has
   the same outcome, and need not be done: only time goes on. Islands that stand still (rest.c) are such
   states, once nothing else moves and nothing is told anew.

   What the last steps have left is in the arrays that are compared here; answers, impulses and what else belongs to contacts
   do not change while all islands go on with theirs and their contacts are the same (rg_sim_keep_resting). A
   simulation that is loaded does its first steps in full, with the same bits. */
#include "step/sim.h"

#include <string.h>

enum {
  SURE = 2 /* steps that changed nothing before one is left out: marks of answers change once */
};

typedef void visitor(rg_standing *standing, const void *data, size_t size);

static void count(rg_standing *s, const void *data, size_t size) {
  (void)data;
  s->at += size;
}

static void compare(rg_standing *s, const void *data, size_t size) {
  if (size && s->same) s->same = memcmp(s->seen + s->at, data, size) == 0;
  s->at += size;
}

/* compares, and notes what is there now */
static void exchange(rg_standing *s, const void *data, size_t size) {
  size_t at = s->at;
  compare(s, data, size);
  if (size) memcpy(s->seen + at, data, size);
}

/* the state, what is told, what the step before has left */
static void visit_all(rg_sim *sim, visitor *visit) {
  const rg_model *m = sim->model;
  const rg_data *d = sim->data;
  const rg_balance *b = &sim->balance;
  rg_standing *s = &sim->standing;
  size_t number = sizeof(double), nv = (size_t)m->nv, bodies = 6 * (size_t)m->nbody;
  size_t trees = (size_t)b->trees, geoms = (size_t)m->ngeom;
  const struct {
    const double *data;
    size_t count;
  } part[] = {{d->qpos, (size_t)m->nq},
              {d->qvel, nv},
              {d->act, (size_t)m->nact},
              {d->ctrl, (size_t)m->nactuator},
              {d->qfrc_applied, nv},
              {d->xfrc_applied, bodies},
              {d->mocap_pos, 3 * (size_t)m->nmocap},
              {d->mocap_quat, 4 * (size_t)m->nmocap},
              {sim->surface, 3 * geoms},
              {sim->drive_velocity, nv},
              {sim->drive_limit, nv},
              {sim->expected, nv},
              {sim->change, nv},
              {b->twist, bodies},
              {b->change, bodies},
              {b->kinetic, trees},
              {b->potential, trees},
              {b->momentum, 6 * trees},
              {b->floats, trees},
              {b->gained, trees},
              {b->peak, trees}};
  s->at = 0;
  for (size_t k = 0; k < sizeof part / sizeof *part; k++)
    visit(s, part[k].data, part[k].count * number);
}

int rg_standing_new(rg_sim *sim) {
  visit_all(sim, count);
  sim->standing.seen = RG_RAW(&sim->arena, char, sim->standing.at + 1);
  sim->standing.steps = 0;
  return !sim->arena.failed;
}

void rg_sim_note_standing(rg_sim *sim) {
  rg_standing *s = &sim->standing;
  int kept = sim->has_problem && sim->rest.all && sim->memory.unchanged && !sim->arrives;
  if (sim->report.status || !kept || sim->options.accuracy > 0) {
    s->steps = 0;
    return;
  }
  /* the first of them has nothing to compare with */
  s->same = s->steps > 0;
  visit_all(sim, exchange);
  s->steps = s->same ? s->steps + 1 : 1;
}

int rg_sim_stands(rg_sim *sim) {
  rg_standing *s = &sim->standing;
  if (s->steps <= SURE) return 0;
  s->same = 1;
  visit_all(sim, compare);
  return s->same;
}
