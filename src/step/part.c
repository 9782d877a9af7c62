/* Part of a problem out of the whole and its answer back into it, and the certificate of the
   whole. */
#include "step/sim.h"

#include "base/disjoint.h"
#include "base/error.h"
#include "math/power.h"
#include "solve/cone/body_sweep.h"
#include "solve/cone/primal.h"
#include "solve/front/cone_job.h"

#include <math.h>
#include <string.h>

int rg_part_new(rg_part *part, rg_arena *arena, int most_rows, int most_contacts) {
  size_t rows = (size_t)most_rows, contacts = (size_t)most_contacts;
  *part = (rg_part){0};
  part->chosen = RG_RAW(arena, unsigned char, rows + contacts);
  part->unknown = RG_RAW(arena, int, rows + 3 * contacts);
  part->c = RG_RAW(arena, double, rows + 3 * contacts);
  part->start = RG_RAW(arena, double, rows + 3 * contacts);
  part->mu = RG_RAW(arena, double, contacts);
  part->target = RG_RAW(arena, double, contacts);
  part->leeway = RG_RAW(arena, double, 2 * contacts);
  part->lower = RG_RAW(arena, double, rows);
  part->upper = RG_RAW(arena, double, rows);
  return !arena->failed;
}

/* which units are left, and the numbers of their unknowns; returns how many rows these begin
   with */
static int choose(rg_sim *sim) {
  rg_part *part = &sim->part;
  const rg_rest *rest = &sim->rest;
  const rg_problem *whole = &sim->problem;
  int n = 0, rows = 0;
  for (int u = 0; u < whole->rows + whole->contacts; u++) {
    int contact = u - whole->rows, first = contact < 0 ? u : whole->rows + 3 * contact;
    part->chosen[u] = !rest->list[rest->island[u]].held;
    for (int k = 0; k < (contact < 0 ? 1 : 3) && part->chosen[u]; k++)
      part->unknown[n++] = first + k;
    if (contact < 0) rows = n;
  }
  part->problem = *whole;
  part->problem.rows = rows;
  part->problem.contacts = (n - rows) / 3;
  return rows;
}

/* which contact of the whole is contact i of the part */
static int whole_contact(const rg_sim *sim, int i) {
  return (sim->part.unknown[sim->part.problem.rows + 3 * i] - sim->problem.rows) / 3;
}

void rg_sim_part_targets(rg_sim *sim) {
  rg_part *part = &sim->part;
  for (int i = 0; i < part->problem.contacts; i++) {
    int contact = whole_contact(sim, i);
    part->target[i] = sim->target[contact];
    memcpy(part->leeway + 2 * i, sim->leeway + 2 * contact, 2 * sizeof(double));
  }
}

void rg_sim_take_part(rg_sim *sim) {
  rg_part *part = &sim->part;
  const rg_problem *whole = &sim->problem;
  size_t bytes = (size_t)rg_problem_size(whole) * sizeof(double);
  if (!sim->assembly->matrix || whole->A.storage != RG_NONE) { /* all or nothing */
    rg_sim_rest_none(sim);
    return;
  }
  int rows = choose(sim), n = rg_problem_size(&part->problem);
  for (int i = 0; i < n; i++) {
    part->c[i] = whole->c[part->unknown[i]];
    part->start[i] = sim->impulse[part->unknown[i]];
  }
  for (int i = 0; i < rows; i++) {
    part->lower[i] = whole->lower[part->unknown[i]];
    part->upper[i] = whole->upper[part->unknown[i]];
  }
  for (int i = 0; i < part->problem.contacts; i++)
    part->mu[i] = whole->mu[(part->unknown[rows + 3 * i] - whole->rows) / 3];
  rg_sim_part_targets(sim);
  part->problem.c = part->c;
  part->problem.mu = part->mu;
  part->problem.target = part->target;
  part->problem.leeway = part->leeway;
  part->problem.lower = part->lower;
  part->problem.upper = part->upper;
  part->active = 1;

  /* what is at rest is solved already */
  memcpy(sim->start, sim->impulse, bytes);
  memcpy(sim->impulse, sim->rest.answer, bytes);
  memcpy(sim->velocity, sim->rest.velocity, bytes);
}

/* what the islands that are to be solved are like; no islands where they are not known */
static rg_island_counts count_islands(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  rg_island_counts counts = {0};
  for (int k = 0; k < rest->count; k++) rest->list[k].contacts = rest->list[k].coordinates = 0;
  for (int i = 0; i < sim->problem.contacts && rest->count; i++)
    rest->list[rest->island[sim->problem.rows + i]].contacts++;
  for (int i = 0; i < sim->model->nv && rest->count; i++) {
    int k = rest->number[rg_find_root(rest->parent, rest->dof_tree[i])];
    if (k >= 0) rest->list[k].coordinates++;
  }
  for (int k = 0; k < rest->count; k++) {
    const rg_rest_island *island = rest->list + k;
    if (island->held) continue;
    counts.islands++;
    if (island->contacts > counts.largest) counts.largest = island->contacts;
    if (rg_primal_fits(island->coordinates, 3 * island->contacts))
      counts.heaped += island->contacts;
  }
  return counts;
}

/* 1 where A was left out and rows will do: throngs of free bodies, heaps and what lies beside them */
static int take_rows(rg_sim *sim, rg_data *data, rg_problem *problem, const unsigned char *chosen) {
  const rg_assembly_kind *kind = sim->assembly;
  if (!kind->rows || problem->rows > 0) return 0;
  rg_island_counts counts = count_islands(sim);
  if (!rg_solver_goes_by_rows(problem, &sim->options.solve, &counts)) return 0;
  rg_matrix A;
  if (kind->rows(sim->assembly_state, sim->model, data, chosen, &A, NULL)) return 0;
  const rg_row_factor *factor = kind->factor(sim->assembly_state);
  if (!factor || (counts.largest > RG_THRONG && !rg_body_sweeps_fit(factor))) return 0;
  problem->A = A;
  return 1;
}

rg_status rg_sim_complete(rg_sim *sim, rg_data *data, rg_error *error) {
  rg_part *part = &sim->part;
  rg_problem *problem = part->active ? &part->problem : &sim->problem;
  const unsigned char *chosen = part->active ? part->chosen : NULL;
  rg_error_clear(error);
  if (problem->A.storage != RG_NONE || !sim->assembly->matrix) return RG_OK;
  if (take_rows(sim, data, problem, chosen)) return RG_OK;
  return sim->assembly->matrix(sim->assembly_state, sim->model, data, chosen, &problem->A, error);
}

void rg_sim_read_part(rg_sim *sim) {
  const rg_part *part = &sim->part;
  const double *impulse = rg_impulse(sim->solver), *velocity = rg_velocity(sim->solver);
  for (int i = 0; i < rg_problem_size(&part->problem); i++) {
    sim->impulse[part->unknown[i]] = impulse[i];
    sim->velocity[part->unknown[i]] = velocity[i];
  }
}

void rg_sim_note_start(rg_sim *sim) {
  const rg_part *part = &sim->part;
  const double *start = rg_solver_start(sim->solver);
  int n = rg_problem_size(part->active ? &part->problem : &sim->problem);
  for (int i = 0; i < n; i++) sim->start[part->active ? part->unknown[i] : i] = start[i];
}

void rg_sim_read_responses(rg_sim *sim) {
  const rg_part *part = &sim->part;
  const rg_problem *whole = &sim->problem;
  double *read = part->active ? sim->scaled_response : sim->response;
  rg_solver_responses(sim->solver, read);
  for (int u = 0, k = 0; u < whole->rows + whole->contacts && part->active; u++)
    if (part->chosen[u]) sim->response[u] = read[k++];
  rg_sim_problem_measure(sim);
}

/* the larger of ||c|| and ||c - target||, with every unit in its response and as it is; bounds of a step allow no
   impulses */
static void find_reference(const rg_problem *p, rg_measure *m) {
  double free = 0, driven = 0, plain_free = 0, plain_driven = 0;
  for (int i = 0; i < p->rows; i++) {
    plain_free += p->c[i] * p->c[i];
    free += p->c[i] * p->c[i] / m->response[i];
  }
  driven = free, plain_driven = plain_free;
  for (int i = 0; i < p->contacts; i++) {
    const double *c = p->c + p->rows + 3 * i;
    double along = c[1] * c[1] + c[2] * c[2], u = c[0] - p->target[i];
    plain_free += c[0] * c[0] + along;
    plain_driven += u * u + along;
    free += (c[0] * c[0] + along) / m->typical;
    driven += (u * u + along) / m->typical;
  }
  m->reference = sqrt(fmax(driven, free));
  m->plain = sqrt(fmax(plain_driven, plain_free));
}

rg_measure rg_sim_problem_measure(rg_sim *sim) {
  int units = sim->problem.rows + sim->problem.contacts;
  rg_measure m = {.unit = units ? rg_power_below(sim->response[0]) : 1,
                  .response = sim->scaled_response,
                  .typical = sim->problem.contacts ? 0 : 1,
                  .tol = sim->options.solve.tol};
  for (int u = 0; u < units; u++) {
    sim->scaled_response[u] = sim->response[u] / m.unit;
    if (u >= sim->problem.rows) m.typical += sim->scaled_response[u] / sim->problem.contacts;
  }
  sim->typical_response = m.unit * m.typical;
  find_reference(&sim->problem, &m);
  return m;
}

void rg_sim_certify(rg_sim *sim, const rg_certificate *part, rg_certificate *certificate) {
  rg_measure measure = rg_sim_problem_measure(sim);
  rg_certificate_compute(&sim->problem, sim->impulse, NULL, 2, &measure, sim->velocity, NULL,
                         certificate);
  if (part && certificate->energy > 0)
    certificate->rounding = part->rounding * part->energy / certificate->energy;
}
