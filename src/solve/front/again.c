/* One solver for many problems: the arena is rewound, not freed, between them. */
#include "solve/front/again.h"
#include "base/error.h"
#include "solve/front/state.h"

#include <stdlib.h>

rg_solver *rg_solver_reserved(size_t bytes) {
  rg_solver *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->broken = 1;
  s->room_size = bytes / 2;
  s->arena = rg_arena_reserved(bytes);
  if (!s->arena.failed) return s;
  rg_free(s);
  return NULL;
}

rg_status rg_setup_again(rg_solver *s, const rg_problem *problem, const rg_options *options,
                         rg_error *error) {
  rg_error_clear(error);
  if (!s) return rg_fail(error, RG_BAD_INPUT, "solver", "is NULL");
  rg_arena_rewind(&s->arena);
  rg_solver_careful(s, NULL, NULL);
  rg_status status = rg_solver_setup(s, problem, options, 1, error);
  s->factor = NULL;
  return status;
}

void rg_solver_use_factor(rg_solver *s, const rg_row_factor *factor) { s->factor = factor; }

void rg_solver_careful(rg_solver *s, rg_careful careful, void *context) {
  s->careful = careful;
  s->careful_context = context;
}

void rg_solver_brief(rg_solver *s, int iterations) { s->brief = iterations; }

void rg_solver_responses(const rg_solver *s, double *response) {
  const rg_measure *m = &s->measure;
  for (int i = 0; i < s->raw.rows + s->raw.contacts; i++)
    response[i] = m->response ? m->unit * m->response[i] : 1;
}

long rg_solver_grown(const rg_solver *s) {
  if (!s) return 0;
  long grown = s->arena.grown;
  for (int i = 0; i < s->room_count; i++) grown += s->rooms[i].grown;
  return grown;
}
