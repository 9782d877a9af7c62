/* One contact problem of a step: rows and contacts, assembly, warm start, solve, restitution, the new
   velocity, and the check of the problem against the motion. */
#include "step/sim.h"

#include "contact/contact_rows.h"
#include "contact/reach.h"
#include "dynamics/work.h"
#include "math/vector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- shape of the problem: extra rows, rows, contacts ------------------------------------------ */

int rg_sim_extra_rows(const rg_sim *sim) {
  return sim->assembly->extra_rows ? sim->assembly->extra_rows(sim->assembly_state) : 0;
}

const int *rg_sim_row_map(const rg_sim *sim) {
  return sim->assembly->row_map ? sim->assembly->row_map(sim->assembly_state) : NULL;
}

/* --- certificate and status -------------------------------------------------------------------- */

/* the worst of all solves of a step, each figure by itself: an answer within the leeway of its targets obeys the laws, and
   has moved them all the same */
static void join_certificate(rg_sim *sim, const rg_certificate *certificate) {
  rg_step_report *r = &sim->report;
  rg_certificate before = r->certificate, *joined = &r->certificate;
  int first = before.energy == 0; /* nothing was judged yet */
  int worse = first || certificate->law_residual > before.law_residual;
  const rg_certificate *other = worse ? &before : certificate;
  r->solves++;
  if (worse) *joined = *certificate;
  joined->dynamics = before.dynamics;
  if (first) return;
  if (other->moved > joined->moved)
    joined->moved = other->moved, joined->moved_at = other->moved_at;
  if (other->residual > joined->residual)
    joined->residual = other->residual, joined->residual_at = other->residual_at;
}

static void join_report(rg_sim *sim, const rg_report *solved) {
  rg_step_report *r = &sim->report;
  join_certificate(sim, &solved->certificate);
  r->iterations += solved->iterations;
  if (solved->status)
    snprintf(r->reason, sizeof r->reason, "%.255s", solved->reason), r->notice = RG_NOTICE_NONE;
  else if (solved->reason[0]) rg_sim_note(sim, RG_NOTICE_SPLIT, "%.255s", solved->reason);
}

/* 1 where unknown i has a compliance: u of the problem then is not that of the bodies */
static int is_relaxed(const rg_sim *sim, int i) {
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows;
  if (i < extra) return 0;
  if (i >= rows) return c->contact_compliance[(i - rows) / sim->problem.dim] != 0;
  int row = map ? map[i - extra] : i - extra;
  return c->compliance[row] != 0 || c->softness[row] != 0;
}

/* response that the velocity of unknown i is measured by (solve/certificate/certificate.h); a moment is an impulse over
   the length of its contact */
static double response_of(const rg_sim *sim, int i) {
  int k = i - sim->problem.rows, dim = sim->problem.dim;
  if (k < 0) return sim->response[i];
  double length = k % dim > 2 ? sim->moment_length[k / dim] : 1;
  return sim->typical_response / (length * length);
}

/* how far G v+ of the motion is from the velocity that the problem promised */
static void check_motion(rg_sim *sim) {
  int n = rg_problem_size(&sim->problem);
  double sum = 0, *error = sim->check;
  double moving = 1e-6 * sqrt(sim->mass) * sim->constraints->fastest; /* c may be rounding alone */
  double size = fmax(sim->report.certificate.energy, moving);
  sim->assembly->contact_velocity(sim->assembly_state, sim->model, sim->data, sim->v, sim->check);
  for (int i = 0; i < n; i++) {
    error[i] -= sim->velocity[i];
    if (!is_relaxed(sim, i)) sum += error[i] * error[i] / response_of(sim, i);
  }
  double worst = size > 0 ? sqrt(sum) / size : sqrt(sum);
  if (worst > sim->report.certificate.dynamics) sim->report.certificate.dynamics = worst;
}

/* --- solving ----------------------------------------------------------------------------------- */

static void read_solution(rg_sim *sim) {
  size_t bytes = (size_t)rg_problem_size(&sim->problem) * sizeof(double);
  const rg_measure *m = rg_solver_found(sim->solver).measure;
  for (int u = 0; u < sim->problem.rows + sim->problem.contacts; u++)
    sim->response[u] = m->unit * m->response[u];
  sim->typical_response = m->unit * m->typical;
  if (sim->problem.dim > 3 && sim->problem.contacts)
    memcpy(sim->moment_length, m->length, (size_t)sim->problem.contacts * sizeof(double));
  if (!bytes) return;
  memcpy(sim->impulse, rg_solver_impulse(sim->solver), bytes);
  memcpy(sim->velocity, rg_solver_velocity(sim->solver), bytes);
}

/* what is left where nothing could be solved: the free motion */
static void no_impulses(rg_sim *sim) {
  size_t bytes = (size_t)rg_problem_size(&sim->problem) * sizeof(double);
  if (!bytes) return;
  memset(sim->impulse, 0, bytes);
  for (int u = 0; u < sim->problem.rows + sim->problem.contacts; u++) sim->response[u] = 1;
  for (int i = 0; i < sim->problem.contacts; i++) sim->moment_length[i] = 1;
  sim->typical_response = 1;
  memcpy(sim->velocity, sim->problem.c, bytes);
}

/* the springs and dampers of contacts as compliances of a step, and what the law remembers */
static void relax_law(const rg_sim *sim, rg_law_options *law) {
  const rg_sim_options *o = &sim->options;
  double h = sim->law_dt;
  double normal = h * (h * o->contact_stiffness + o->contact_damping);
  double tangent = h * (h * o->bristle_stiffness + o->bristle_damping);
  if (normal > 0) law->relax_normal = 1 / normal;
  if (tangent > 0) law->relax_tangent = 1 / tangent;
  if (!o->law_memory) return;
  law->last_impulse = sim->last;
  if (tangent > 0) law->drag = h * o->bristle_damping;
}

/* 1 where no entry of c is larger than the rounding of forces and kinematics, or than `known`, m/s at the fastest points */
static int is_noise(const rg_sim *sim, double known) {
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  int rows = sim->problem.rows;
  double rounding = rg_constraints_noise(c, sim->model, -1);
  double factor = known > rounding && rounding > 0 ? known / rounding : 1;
  int extra = rg_sim_extra_rows(sim);
  for (int i = 0; i < extra; i++) {
    double noise = sim->assembly->extra_noise(sim->assembly_state, c, i);
    if (!(fabs(sim->problem.c[i]) <= factor * noise)) return 0;
  }
  for (int i = extra; i < rg_problem_size(&sim->problem); i++) {
    int row = i >= rows ? -1 : map ? map[i - extra] : i - extra;
    int turns = i >= rows && (i - rows) % sim->problem.dim > 2;
    double noise = rg_constraints_noise(c, sim->model, row);
    if (turns) noise *= c->fastest > 0 ? c->turning / c->fastest : 0;
    if (!(fabs(sim->problem.c[i]) <= factor * noise)) return 0;
  }
  return 1;
}

/* m/s: what gaps are known to, in a step */
static double known_speed(const rg_sim *sim) {
  return sim->options.gap_accuracy * sim->constraints->smallest / sim->options.dt;
}

static rg_options present_options(rg_sim *sim) {
  static const double LOOSE =
      1e-8; /* a split is a matter of digits that a larger tolerance drops */
  rg_options options = sim->options.solve;
  if (options.split == RG_SPLIT_COMPLIANT && options.tol > LOOSE) options.split = RG_SPLIT_ANY;
  if (sim->constraints->quiet || is_noise(sim, known_speed(sim)))
    options.split = RG_SPLIT_ANY; /* of nothing */
  int exact = options.law.law == RG_LAW_CONE || options.law.law == RG_LAW_AUTO;
  if (!exact) { /* laws that look at the slip before the step */
    for (int i = 0; i < 2 * sim->problem.contacts; i++)
      sim->slip[i] = sim->constraints->before[3 * (i / 2) + 1 + i % 2];
    options.law.slip = sim->slip;
    relax_law(sim, &options.law);
    if (options.split == RG_SPLIT_EVEN) options.split = RG_SPLIT_ANY;
    if (options.law.relax_normal > 0) options.split = RG_SPLIT_ANY; /* springs choose it */
  }
  return options;
}

/* 1 where targets part overlaps, as far as that is possible */
static int pushes(const rg_sim *sim) {
  const rg_sim_options *o = &sim->options;
  return o->contacts == RG_STABILIZE_TARGET && !rg_contacts_are_soft(o);
}

/* overlaps that are to part */
static int count_pushed(const rg_sim *sim) {
  int count = 0;
  if (!pushes(sim)) return 0;
  for (int i = 0; i < sim->problem.contacts; i++) count += sim->target[i] > 0;
  return count;
}

/* 1 where what is asked for is less than what gaps are known to: it counts as quiet where it takes more than a few steps */
static int is_slight(const rg_sim *sim) {
  return !sim->constraints->quiet && is_noise(sim, known_speed(sim));
}

/* 1 where another problem stands behind this one, and answers far away are not looked for: the slight one counts as quiet,
   overlaps in a jam need not part in this very step, and euler takes the place of the middle. */
static int has_other(const rg_sim *sim) {
  int at_end = sim->constraints->at_end && sim->problem.contacts > 0;
  return at_end || is_slight(sim) || count_pushed(sim);
}

/* Iterations that the next search may take: what the step has left, and a few where it has none, so that what is nearly
   solved is. A search that has another behind it leaves half of them. */
int rg_sim_allowance(const rg_sim *sim) {
  enum { LITTLE = 40, LAST = 100 };
  int most = sim->options.step_iterations, left = most - (sim->report.iterations - sim->spent);
  if (is_slight(sim)) return LITTLE;
  if (!most) return 0;
  if (has_other(sim)) left /= 2;
  return left < LAST ? LAST : left;
}

static void limit_search(rg_sim *sim) {
  sim->mechanics.budget = rg_sim_allowance(sim);
  sim->mechanics.brief = has_other(sim);
}

/* a search that ended because the step has no iterations left says so */
static rg_status note_end(rg_sim *sim, rg_status status) {
  int most = sim->options.step_iterations;
  if (status != RG_LIMIT || !most || sim->report.iterations - sim->spent < most) return status;
  snprintf(sim->report.reason, sizeof sim->report.reason,
           "the step has used up its %d iterations: %.180s", most,
           rg_solver_found(sim->solver).report->reason);
  return status;
}

static rg_status solve_problem(rg_sim *sim) {
  rg_error error;
  rg_options options = present_options(sim);
  limit_search(sim);
  rg_status status = rg_solver_take(sim->solver, &sim->problem, &sim->mechanics, &options, &error);
  if (status) {
    rg_error_text(&error, sim->report.reason, sizeof sim->report.reason);
    no_impulses(sim);
    return status;
  }
  memcpy(sim->recalled, sim->impulse, (size_t)rg_problem_size(&sim->problem) * sizeof(double));
  rg_solver_start(sim->solver, sim->impulse);
  status = rg_solver_solve(sim->solver);
  read_solution(sim);
  join_report(sim, rg_solver_found(sim->solver).report);
  return note_end(sim, status);
}

rg_status rg_sim_solve_problem(rg_sim *sim) {
  int before = rg_stopwatch_enter(&sim->watch, RG_ROOM_SOLVE);
  rg_status status = solve_problem(sim);
  rg_stopwatch_enter(&sim->watch, before);
  return status;
}

static rg_status solve_targets(rg_sim *sim) {
  rg_status status = rg_solver_update_target(sim->solver, sim->target);
  if (status) return status;
  limit_search(sim);
  status = rg_solver_solve(sim->solver);
  read_solution(sim);
  join_report(sim, rg_solver_found(sim->solver).report);
  return note_end(sim, status);
}

rg_status rg_sim_solve_targets(rg_sim *sim) {
  int before = rg_stopwatch_enter(&sim->watch, RG_ROOM_SOLVE);
  rg_status status = solve_targets(sim);
  rg_stopwatch_enter(&sim->watch, before);
  return status;
}

/* --- contacts for the caller -------------------------------------------------------------------- */

/* m/s: below it a contact stays closed, and sticks */
static double loose_speed(const rg_sim *sim) {
  return 1e-9 * sim->report.certificate.energy * sqrt(sim->typical_response);
}

/* where what was solved is not as exact as that, as loose as it is */
int rg_sim_pushes_at(const rg_sim *sim, int contact) {
  int first = rg_sim_first(sim, contact);
  const rg_certificate *c = &sim->report.certificate;
  double loose = fmax(loose_speed(sim), c->residual * c->energy * sqrt(sim->typical_response));
  return sim->impulse[first] > 0 && !(sim->velocity[first] - sim->target[contact] > loose);
}

static rg_mode mode_of(const rg_sim *sim, int i, const double *r, const double *u) {
  double loose = sim->loose;
  if (r[0] <= 0 || u[0] - sim->target[i] > loose) return RG_MODE_BREAK;
  return u[1] * u[1] + u[2] * u[2] > loose * loose ? RG_MODE_SLIP : RG_MODE_STICK;
}

static void publish_contacts(rg_sim *sim, double dt) {
  sim->ncontacts = sim->constraints->contacts;
  sim->contacts_dt = dt;
  sim->contacts_shown = 0;
  sim->loose = loose_speed(sim);
  rg_sim_keep_limits(sim, dt);
}

void rg_sim_show_contacts(rg_sim *sim) {
  const rg_constraints *c = sim->constraints;
  int first = sim->problem.rows;
  if (sim->contacts_shown || sim->ncontacts == 0) return;
  sim->contacts_shown = 1;
  for (int i = 0; i < c->contacts; i++) {
    rg_step_contact *out = &sim->contacts[i];
    int dim = sim->problem.dim, width = rg_contact_width(c, i);
    const double *r = sim->impulse + first + dim * i, *u = sim->velocity + first + dim * i;
    out->contact = c->contact[i];
    out->mu = c->mu[i];
    out->restitution = c->restitution[i];
    out->target = sim->target[i];
    rg_v3_copy(out->impulse, r);
    rg_v3_copy(out->velocity, u);
    for (int k = 1; k < 3 && c->slides[i]; k++) out->velocity[k] *= 0.5;
    out->spin = dim > 3 ? c->spin[i] : 0;
    out->roll = dim > 3 ? c->roll[i] : 0;
    int mean = c->slides[i] && rg_contact_turns_with_slip(c, i);
    for (int k = 0; k < 3; k++) {
      int has = k + 3 < width;
      out->moment[k] = has ? r[3 + k] : 0;
      out->turning[k] = has ? (mean ? 0.5 : 1) * u[3 + k] : 0;
    }
    out->mode = mode_of(sim, i, r, u);
  }
}

/* --- energy ------------------------------------------------------------------------------------- */

/* what unknown k of the contacts has beside the velocity of the bodies: surfaces and turns */
static double added_velocity(const rg_sim *sim, int k) {
  const rg_constraints *c = sim->constraints;
  if (c->dim == 3) return c->surface[k] + c->turn[k];
  int i = k / c->dim, e = k % c->dim;
  if (e < 3) return c->surface[3 * i + e] + c->turn[3 * i + e];
  return e < rg_contact_width(c, i) ? c->turn_angular[3 * i + e - 3] : 0;
}

/* work of the impulses over the step: sum of x times the mean of the velocities before and after,
   those of the bodies, without targets and surfaces; rows of joints do none. Needs sim->v. */
static double work_of_impulses(rg_sim *sim, const double *start) {
  int rows = sim->problem.rows, extra = rg_sim_extra_rows(sim), n = rg_problem_size(&sim->problem);
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  double sum = 0, *mean = sim->work;
  for (int i = 0; i < sim->model->nv; i++) mean[i] = 0.5 * (start[i] + sim->v[i]);
  sim->assembly->contact_velocity(sim->assembly_state, sim->model, sim->data, mean, sim->check);
  for (int i = extra; i < n; i++) {
    int row = i < rows ? (map ? map[i - extra] : i - extra) : 0;
    double shift = i < rows ? c->target[row] : -added_velocity(sim, i - rows);
    sum += sim->impulse[i] * (sim->check[i] + shift);
  }
  return sum;
}

double rg_sim_driven_work_of(const rg_sim *sim, int u) {
  int rows = sim->problem.rows, extra = rg_sim_extra_rows(sim), i = u - rows;
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  if (u < extra) return 0;
  if (u < rows) {
    int row = map ? map[u - extra] : u - extra;
    return c->kind[row] == RG_ROW_DRIVE ? sim->impulse[u] * c->target[row] : 0;
  }
  return -rg_v3_dot(sim->impulse + rg_sim_first(sim, i), c->surface + 3 * i);
}

double rg_sim_driven_work(const rg_sim *sim) {
  double sum = 0;
  for (int u = 0; u < sim->problem.rows + sim->problem.contacts; u++)
    sum += rg_sim_driven_work_of(sim, u);
  return sum;
}

/* Velocity with which the midpoint rule takes back the overlap that a contact makes by its own travel within the step:
   that is no push */
static double own_travel(const rg_sim *sim, int i) {
  return sim->constraints->at_end ? 2 * fabs(sim->constraints->turn[3 * i]) : 0;
}

/* The overlaps stay as they are. The search begins where the one that failed did: what that led to are the impulses of a
   jam, which are large, and lead nowhere. */
static rg_status solve_without_pushes(rg_sim *sim) {
  rg_constraints *c = sim->constraints;
  for (int i = 0; i < sim->problem.contacts; i++) {
    double pushed = fmax(c->contact_target[i] - own_travel(sim, i), 0);
    sim->target[i] = c->contact_target[i] -= pushed;
  }
  rg_solver_start(sim->solver, sim->recalled);
  return rg_sim_solve_targets(sim);
}

void rg_sim_forget(rg_sim *sim, const rg_step_report *before) {
  rg_step_report failed = sim->report;
  sim->report = *before;
  sim->report.solves = failed.solves;
  sim->report.iterations = failed.iterations;
  sim->report.overflow = failed.overflow;
}

int rg_is_unsolved(rg_status status) {
  return status == RG_STALLED || status == RG_LIMIT || status == RG_NO_SOLUTION ||
         status == RG_ROUNDED;
}

/* Not solved, and overlaps are to part: the step goes without that, and says so. */
static rg_status give_up_pushes(rg_sim *sim, const rg_step_report *before, rg_status status) {
  if (!rg_is_unsolved(status) || !count_pushed(sim)) return status;
  rg_sim_forget(sim, before);
  status = solve_without_pushes(sim);
  if (!status) rg_sim_note(sim, RG_NOTICE_OVERLAPS, "%s", rg_notice_text(RG_NOTICE_OVERLAPS));
  return status;
}

/* 1 where contact i is an overlap of bodies that no joint links, stays since its target does not part it, and counts */
static int is_deep(const rg_sim *sim, int i) {
  static const double DEEP = 1e-3; /* of the smallest shape */
  const rg_constraints *c = sim->constraints;
  const rg_contact *contact = &c->contact[i];
  const int *tree = sim->rest.body_tree;
  return contact->gap < -DEEP * c->smallest && sim->target[i] <= 0 &&
         tree[contact->body1] != tree[contact->body2];
}

static int count_deep(const rg_sim *sim) {
  int count = 0;
  for (int i = 0; i < sim->constraints->contacts; i++) count += is_deep(sim, i);
  return count;
}

/* 1 where it is proved that no impulses part them all; nothing is solved for it, and what the step starts from stays */
static int are_stuck(rg_sim *sim, double dt) {
  const rg_constraints *c = sim->constraints;
  rg_step_report before = sim->report;
  rg_options usual = sim->options.solve;
  size_t bytes = (size_t)rg_problem_size(&sim->problem) * sizeof(double);
  memcpy(sim->compression, sim->impulse, bytes);
  for (int i = 0; i < c->contacts; i++)
    if (is_deep(sim, i)) sim->target[i] = -c->contact[i].gap / dt;
  sim->options.solve.solver = "auto";
  sim->options.solve.law = rg_law_options_default();
  sim->options.solve.split = RG_SPLIT_ANY;
  sim->mechanics.only_proof = 1;
  rg_status status = rg_sim_solve_problem(sim);
  sim->mechanics.only_proof = 0;
  sim->options.solve = usual;
  sim->report = before;
  memcpy(sim->target, c->contact_target, (size_t)c->contacts * sizeof(double));
  memcpy(sim->impulse, sim->compression, bytes);
  return status == RG_NO_SOLUTION;
}

/* Overlaps that lie there stay as they are, as they are told to. Where nothing could part them the report says so; that is
   looked for whenever there are more of them than before. */
static void note_stuck(rg_sim *sim, double dt) {
  enum { MOST = 1000 }; /* contacts that are worth a problem of their own */
  int deep = pushes(sim) && sim->problem.contacts <= MOST ? count_deep(sim) : 0;
  if (deep == 0) sim->deep = sim->stuck = 0;
  if (deep > sim->deep) {
    sim->deep = deep;
    sim->stuck = are_stuck(sim, dt);
  }
  if (sim->stuck) rg_sim_note(sim, RG_NOTICE_OVERLAPS, "%s", rg_notice_text(RG_NOTICE_OVERLAPS));
}

/* The same where closures are eliminated and do work that no row has, as where a start tears them: all that changed the
   motion beside forces, v_m'(M (v+ - v-) - dt f). */
static double work_beside_forces(rg_sim *sim, const double *start, double dt) {
  const rg_data *data = sim->data;
  int nv = sim->model->nv;
  double sum = 0, *change = sim->work, *push = sim->work + nv;
  for (int i = 0; i < nv; i++) change[i] = sim->v[i] - start[i];
  rg_mass_multiply(sim->model, data, change, push);
  for (int i = 0; i < nv; i++)
    sum += (start[i] + 0.5 * change[i]) * (push[i] - dt * data->qfrc_smooth[i]);
  return sum;
}

/* 1 where contacts and closures do more work than drives and belts put in, and so much more */
static int creates_energy(rg_sim *sim, const double *start, double dt, double more) {
  sim->assembly->velocity(sim->assembly_state, sim->model, sim->data, sim->impulse, sim->v);
  int eliminates = sim->options.coordinates == RG_EMBEDDED && sim->closure->rows > 0;
  double work = eliminates ? work_beside_forces(sim, start, dt) : work_of_impulses(sim, start);
  return work > rg_sim_driven_work(sim) + more;
}

/* work that velocities of the size of the tolerance do */
static double work_of_tolerance(const rg_sim *sim) {
  double sum = 0;
  for (int i = 0; i < rg_problem_size(&sim->problem); i++)
    sum += response_of(sim, i) * sim->impulse[i] * sim->impulse[i];
  return sim->options.solve.tol * sim->report.certificate.energy * sqrt(sum);
}

/* Overlaps that part: with friction between linked bodies even a slow parting may create energy, more
   than drives and belts put in. Where it does they stay as they are. */
static rg_status forbid_creation(rg_sim *sim, const double *start, double dt) {
  rg_constraints *c = sim->constraints;
  int pushed = 0;
  for (int i = 0; i < c->contacts; i++) {
    double root = sqrt(sim->typical_response);
    double push = c->contact_target[i] - own_travel(sim, i);
    if (push > 1e-9 * sim->report.certificate.energy * root) pushed++;
  }
  if (!pushed || !pushes(sim)) return RG_OK;
  return creates_energy(sim, start, dt, work_of_tolerance(sim)) ? solve_without_pushes(sim) : RG_OK;
}

/* --- the whole ---------------------------------------------------------------------------------- */

/* xvel of the start velocity at data's positions; data's own xvel where that is the same */
static const double *xvel_of_start(rg_sim *sim, const double *start, rg_place place) {
  rg_data *data = sim->data;
  size_t nv = (size_t)sim->model->nv;
  if (place == RG_PLACE_MEAN) { /* data's own are those of the mean */
    rg_body_velocities(sim->model, data, start, sim->xvel_before);
    return sim->xvel_before;
  }
  if (place == RG_PLACE_EXPLICIT || nv == 0) return data->xvel;
  memcpy(sim->work, data->qvel, nv * sizeof(double));
  memcpy(data->qvel, start, nv * sizeof(double));
  rg_velocity_stage(sim->model, data);
  memcpy(sim->xvel_before, data->xvel, 6 * (size_t)sim->model->nbody * sizeof(double));
  memcpy(data->qvel, sim->work, nv * sizeof(double));
  rg_velocity_stage(sim->model, data);
  return sim->xvel_before;
}

static rg_constraint_input collect(rg_sim *sim, double dt, const double *start, rg_place place) {
  rg_constraint_input input = {.model = sim->model,
                               .data = sim->data,
                               .collider = sim->collider,
                               .closure = sim->closure,
                               .options = &sim->options,
                               .place = place,
                               .before = start,
                               .xvel_before = xvel_of_start(sim, start, place),
                               .twist = sim->body_force,
                               .dt = dt,
                               .surface = sim->surface,
                               .drive_velocity = sim->drive_velocity,
                               .drive_limit = sim->drive_limit,
                               .geom_restitution = sim->geom_restitution,
                               .pairs = sim->pair,
                               .npairs = sim->npair,
                               .restitution = sim->restitution,
                               .watch = &sim->watch};
  if (sim->closure->rows) {
    rg_closure_rows(sim->closure, sim->model, sim->data);
    if (sim->needs_mass)
      rg_closure_choose(sim->closure, sim->model, sim->data, sim->options.solve.tol);
  }
  sim->ncontacts = 0;
  rg_constraints_collect(sim->constraints, &input);
  rg_step_report *r = &sim->report;
  r->contacts = sim->constraints->contacts;
  r->overflow |= sim->constraints->overflow;
  r->penetration = sim->constraints->deepest;
  return input;
}

/* nothing touches: the free motion */
static rg_status solve_free(rg_sim *sim, double dt, const double *start) {
  for (int i = 0; i < sim->model->nv; i++) sim->v[i] = start[i] + dt * sim->data->qacc_smooth[i];
  sim->has_problem = sim->ncontacts = 0;
  sim->report.rows = sim->report.size = 0;
  rg_memory_clear(&sim->memory);
  sim->rest.units = 0;
  return RG_OK;
}

rg_status rg_sim_make_rows(rg_sim *sim, rg_data *data, int all, rg_error *error) {
  const rg_assembly_kind *kind = sim->assembly;
  rg_status status = kind->rows(sim->assembly_state, sim->model, data, all ? NULL : sim->chosen,
                                &sim->mechanics.rows, error);
  sim->all_rows = !status && all;
  return status;
}

rg_status rg_sim_make_entries(rg_sim *sim, rg_error *error) {
  rg_entries A;
  int n = rg_problem_size(&sim->problem);
  rg_arena_rewind(&sim->entries);
  sim->entries.failed = 0;
  if (!rg_rows_pattern(&sim->entries, sim->mechanics.rows, &A))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "no memory for the matrix");
  rg_rows_fill(sim->mechanics.rows, &A);
  sim->problem.A = rg_matrix_sparse(n, n, A.row_start, A.column, A.value);
  return RG_OK;
}

/* 1 where all rows are made at once: impulses need them to become motion, or the projection of positions forgets the
   constraints */
static int makes_all_rows(const rg_sim *sim) {
  const rg_assembly_kind *kind = sim->assembly;
  return sim->projection || !kind->needs_rows || kind->needs_rows(sim->assembly_state);
}

/* what the medium adds to the inertia of bodies, for an A that is asked for later */
static void keep_drag(rg_sim *sim) {
  const rg_work *work = rg_work_of(sim->data);
  size_t bytes = RG_ARTICULATED * (size_t)sim->model->nbody * sizeof(double);
  if (!sim->problem_drag) return;
  if (work->dragged) memcpy(sim->problem_drag, work->drag, bytes);
  else memset(sim->problem_drag, 0, bytes);
}

static rg_status assemble(rg_sim *sim, double dt, const double *start) {
  rg_error error;
  rg_status status = sim->assembly->assemble(sim->assembly_state, sim->model, sim->data,
                                             sim->constraints, start, dt, &sim->problem, &error);
  sim->mechanics = (rg_mechanics){0};
  sim->all_rows = 0;
  if (!status && makes_all_rows(sim)) status = rg_sim_make_rows(sim, sim->data, 1, &error);
  if (sim->model->nq)
    memcpy(sim->problem_qpos, sim->data->qpos, (size_t)sim->model->nq * sizeof(double));
  if (sim->model->nv)
    memcpy(sim->problem_inertia, rg_work_of(sim->data)->dof_inertia,
           (size_t)sim->model->nv * sizeof(double));
  keep_drag(sim);
  sim->has_problem = status == RG_OK;
  if (status) {
    rg_error_text(&error, sim->report.reason, sizeof sim->report.reason);
    return status;
  }
  sim->report.rows = sim->problem.rows;
  sim->report.size = rg_problem_size(&sim->problem);
  if (!sim->problem.contacts) return RG_OK;

  /* the problem goes by our own targets, which restitution changes, and outlives the constraints */
  size_t bytes = (size_t)sim->problem.contacts * sizeof(double);
  memcpy(sim->target, sim->problem.target, bytes);
  memcpy(sim->leeway, sim->constraints->contact_leeway, 2 * bytes);
  memcpy(sim->mu, sim->problem.mu, bytes);
  if (sim->problem.spin) memcpy(sim->spin, sim->problem.spin, bytes);
  if (sim->problem.roll) memcpy(sim->roll, sim->problem.roll, bytes);
  if (sim->problem.spin) sim->problem.spin = sim->spin;
  if (sim->problem.roll) sim->problem.roll = sim->roll;
  sim->problem.target = sim->target;
  sim->problem.leeway = sim->leeway;
  sim->problem.mu = sim->mu;
  return RG_OK;
}

static void recall(rg_sim *sim, double dt) {
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows - extra;
  size_t impulses =
      3 * (size_t)sim->problem.contacts * sizeof(double); /* for laws without moments */
  if (!sim->options.warm_start && !sim->options.law_memory) rg_memory_clear(&sim->memory);
  rg_memory_recall(&sim->memory, sim->constraints, extra, rows, rg_sim_row_map(sim), dt,
                   sim->impulse);
  sim->law_dt = dt;
  if (impulses && sim->problem.dim == 3)
    memcpy(sim->last, sim->impulse + sim->problem.rows, impulses);
}

/* 1 where what was solved may be gone on with: the exact law, and nothing to be said about it */
static int is_good(const rg_sim *sim) {
  const rg_report *report = rg_solver_found(sim->solver).report;
  return report->law.law == RG_LAW_CONE && !report->reason[0] && !sim->report.reason[0];
}

static void remember(rg_sim *sim, double dt) {
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows - extra;
  if (sim->rest.all && sim->memory.unchanged) {
    rg_sim_keep_resting(sim);
    return;
  }
  rg_sim_keep_answers(sim, dt, is_good(sim));
  rg_memory_store(&sim->memory, sim->constraints, extra, rows, rg_sim_row_map(sim), dt,
                  sim->options.law_memory ? sim->impulse : sim->start);
}

/* faces of corners among which one is chosen */
static int find_corners(rg_sim *sim, const rg_constraint_input *in) {
  const rg_constraints *c = sim->constraints;
  int nv = sim->model->nv;
  double *back = sim->work;
  if (!sim->corners || c->contacts == 0) return 0;
  for (int i = 0; i < nv; i++) {
    double now = sim->data->qvel[i];
    back[i] = in->place == RG_PLACE_END ? now : 0.5 * (now - in->before[i]);
  }
  rg_corner_step step = {
      sim->model, sim->data,
      c->contact, c->contacts,
      c->free,    in->place == RG_PLACE_END || in->place == RG_PLACE_MIDDLE ? back : NULL,
      in->dt};
  return rg_corners_find(sim->corners, &step);
}

/* there is no problem: nothing changes */
static rg_status give_up(rg_sim *sim, const double *start, rg_status status) {
  sim->has_problem = 0;
  for (int i = 0; i < sim->model->nv; i++) sim->v[i] = start[i];
  return status;
}

/* units of islands that are solved have rows, the others their answer and its velocity */
static rg_status hand_over(rg_sim *sim) {
  const rg_rest *rest = &sim->rest;
  const rg_problem *p = &sim->problem;
  rg_error error;
  rg_status status = RG_OK;
  memcpy(sim->start, sim->impulse, (size_t)rg_problem_size(p) * sizeof(double));
  for (int u = 0; u < p->rows + p->contacts; u++) {
    int row = u < p->rows, first = row ? u : p->rows + p->dim * (u - p->rows);
    sim->chosen[u] = !rest->count || !rest->held[rest->island[u]];
    if (sim->chosen[u]) continue;
    memcpy(sim->impulse + first, rest->answer + first, (size_t)(row ? 1 : p->dim) * sizeof(double));
  }
  if (!sim->all_rows) status = rg_sim_make_rows(sim, sim->data, 0, &error);
  if (status) rg_error_text(&error, sim->report.reason, sizeof sim->report.reason);
  sim->mechanics.islands = rest->count;
  sim->mechanics.island = rest->island;
  sim->mechanics.held = rest->count ? rest->held : NULL;
  sim->mechanics.velocity = rest->velocity;
  sim->mechanics.response = sim->response;
  sim->mechanics.length = sim->moment_length;
  return status;
}

/* where to start the next step from */
static void note_start(rg_sim *sim) {
  const double *start = rg_solver_found(sim->solver).start;
  const rg_problem *p = &sim->problem;
  for (int u = 0; u < p->rows + p->contacts; u++) {
    int row = u < p->rows, first = row ? u : p->rows + p->dim * (u - p->rows);
    if (sim->chosen[u])
      memcpy(sim->start + first, start + first, (size_t)(row ? 1 : p->dim) * sizeof(double));
  }
}

/* Contacts whose mean slip has turned round, or vanished, within the step: they may stop in it. Returns
   their number. */
static int stop_slides(rg_sim *sim) {
  rg_constraints *c = sim->constraints;
  int count = 0;
  for (int i = 0; i < c->contacts; i++) {
    const double *u = sim->velocity + rg_sim_first(sim, i);
    if (!c->slides[i] || !rg_constraints_turned_round(c, i, u)) continue;
    rg_constraints_stop(c, i);
    count++;
  }
  return count;
}

/* what one unit of a limit's way is: rad, or the model's length */
static double limit_unit(const rg_sim *sim, int row) {
  const rg_constraints *c = sim->constraints;
  int tendon = c->kind[row] == RG_ROW_TENDON_LIMIT;
  int slides = tendon || sim->model->joint_type[c->object[row]] == RG_JOINT_SLIDE;
  return slides ? sim->length : 1;
}

/* rate of a limit's distance where the step began */
static double limit_rate(const rg_sim *sim, int row) {
  const rg_constraints *c = sim->constraints;
  double sum = 0;
  for (int e = c->start[row]; e < c->start[row + 1]; e++)
    sum += c->value[e] * sim->v_start[c->dof[e]];
  return sum;
}

/* Joints beyond their range are held where they are. Where loops move them on all the same, at a dead point, no impulse
   can do that, and near one only enormous ones: such limits become dampers, as strong as what they hold is inert. Limits
   that are passed by more than `by` (rad, and of the model's length) and what may have come in a step. 1 where there are
   some that were not. */
static int soften_limits(rg_sim *sim, double by, double dt) {
  rg_constraints *c = sim->constraints;
  int count = 0;
  if (!sim->closure->rows) return 0;
  for (int i = 0; i < c->rows; i++) {
    int limit = c->kind[i] == RG_ROW_LIMIT || c->kind[i] == RG_ROW_TENDON_LIMIT;
    if (!limit || c->compliance[i] > 0) continue;
    if (!(c->gap[i] < -by * limit_unit(sim, i) - dt * fmax(-limit_rate(sim, i), 0))) continue;
    c->compliance[i] = 1;
    count++;
  }
  return count;
}

/* impulses of the present rows and contacts; `may_rest`: islands may go on with the last ones */
static rg_status solve_once(rg_sim *sim, double dt, const double *start, int may_rest) {
  rg_status status = assemble(sim, dt, start);
  /* a robot that falls with its joints at rest has nothing to solve but the rounding of its fall, and impulses of 1e-16
     that obey the laws to ten digits need not exist */
  if (!status && !sim->constraints->quiet && is_noise(sim, 0)) {
    sim->constraints->quiet = 1;
    status = assemble(sim, dt, start);
  }
  if (status) return give_up(sim, start, status);
  recall(sim, dt);
  rg_sim_rest(sim, dt, may_rest);
  status = hand_over(sim);
  if (status) return give_up(sim, start, status);
  note_stuck(sim, dt);
  rg_step_report before = sim->report;
  status = rg_sim_solve_problem(sim);
  if (status) status = give_up_pushes(sim, &before, status);
  else status = forbid_creation(sim, start, dt);
  if (!status) note_start(sim);
  /* the rounding of many steps: it contradicts itself, and is less than what gaps are known to */
  if (rg_is_unsolved(status) && !sim->constraints->quiet && is_noise(sim, known_speed(sim))) {
    rg_sim_forget(sim, &before);
    sim->constraints->quiet = 1;
    status = solve_once(sim, dt, start, 0);
    sim->report.within = fmax(sim->report.within, dt * known_speed(sim));
    return status;
  }
  if (rg_is_unsolved(status) && soften_limits(sim, 0, 0)) {
    rg_sim_forget(sim, &before);
    status = solve_once(sim, dt, start, 0);
    if (!status) rg_sim_note(sim, RG_NOTICE_LIMITS, "%s", rg_notice_text(RG_NOTICE_LIMITS));
    return status;
  }
  if (stop_slides(sim)) {
    rg_sim_forget(sim, &before);
    return solve_once(sim, dt, start, 0);
  }
  return status;
}

/* the same with one face of each corner, until the choice is consistent; the report speaks of the
   last trial, its counts of all */
static rg_status solve_corners(rg_sim *sim, const rg_constraint_input *in) {
  const rg_contact *list;
  rg_status status;
  int solves = 0, iterations = 0, again;
  rg_step_report clean = sim->report;
  do {
    int n = rg_corners_contacts(sim->corners, &list);
    sim->report = clean;
    rg_constraints_set_contacts(sim->constraints, in, list, n);
    status = solve_once(sim, in->dt, in->before, 0);
    if (!status)
      sim->assembly->velocity(sim->assembly_state, sim->model, sim->data, sim->impulse, sim->v);
    again = rg_corners_next(sim->corners, sim->model, sim->data, status ? NULL : sim->v,
                            sim->impulse + sim->problem.rows);
    solves += sim->report.solves - clean.solves;
    iterations += sim->report.iterations - clean.iterations;
  } while (again);
  sim->report.solves = clean.solves + solves;
  sim->report.iterations = clean.iterations + iterations;
  sim->report.contacts = sim->constraints->contacts;
  sim->report.overflow |= sim->constraints->overflow;
  if (!status && rg_corners_unresolved(sim->corners))
    rg_sim_note(sim, RG_NOTICE_CORNERS, "at %d corners no face is consistent",
                rg_corners_unresolved(sim->corners));
  return status;
}

/* The bias at the mean velocity of the step, which impulses like those of the last step are
   expected to change, and rows and contacts as they are at its end. */
static void go_to_mean(rg_sim *sim, const rg_constraint_input *in) {
  const rg_balance *b = &sim->balance;
  rg_mean_motion(&sim->mean, sim->model, sim->data, in->dt, in->before, sim->guess,
                 rg_sim_expect(sim, in->dt));
  if (sim->closure->rows) rg_closure_bias(sim->closure, sim->model, sim->data);
  for (int k = 0; k < 6 * sim->model->nbody; k++)
    sim->body_force[k] = b->twist[k] + 0.5 * in->dt * b->change[k];
  rg_constraints_turn(sim->constraints, in);
  sim->report.penetration = sim->constraints->deepest;
  sim->arrives = rg_constraints_arrive(sim->constraints, in);
}

/* redundant coordinates have a bias of their own, about the origins of the bodies: what they get as
   forces is the rest */
static void bias_of_bodies(rg_sim *sim) {
  if (sim->options.coordinates != RG_REDUNDANT) return;
  rg_velocity_stage(sim->model, sim->data);
  rg_bias(sim->model, sim->data);
}

/* What contacts do on the way to the end of the step (turn) may contradict itself, in deep overlaps that turn fast, and
   then no impulses are right. Where the step began there always are some: it goes by euler from there. */
static rg_status leave_middle(rg_sim *sim, const rg_step_report *before) {
  rg_sim_forget(sim, before);
  sim->arrives = RG_ARRIVES_UNSOLVED;
  return RG_OK;
}

/* 1 where the motion that impulses lead to is looked at: what goes on without rows was judged by it already */
static int moves_on(const rg_sim *sim) { return !sim->rest.all || sim->all_rows; }

static void find_motion(rg_sim *sim) {
  sim->assembly->velocity(sim->assembly_state, sim->model, sim->data, sim->impulse, sim->v);
}

/* 1 where that motion reaches more contacts than were looked for. A row of bodies one behind the other asks again for each
   of them: what is farther than these is met in the next step. */
static int outruns(rg_sim *sim, const rg_constraint_input *in) {
  enum { MOST = 8 };
  if (sim->outruns >= MOST || !rg_reach_outrun(sim->constraints, in, sim->v)) return 0;
  sim->outruns++;
  return 1;
}

static rg_status solve_step(rg_sim *sim, double dt, const double *start, rg_place place) {
  static const double BEYOND =
      1e-3; /* and what came in the step: so far no step drives a joint, it was put there */
  rg_step_report before = sim->report;
  rg_constraint_input input = collect(sim, dt, start, place);
  sim->arrives = sim->outrun = 0;
  if (place == RG_PLACE_MEAN) go_to_mean(sim, &input);
  if (sim->arrives) return RG_OK;
  soften_limits(sim, BEYOND, dt);
  bias_of_bodies(sim);
  if (sim->constraints->rows + sim->constraints->contacts + rg_sim_extra_rows(sim) == 0)
    return solve_free(sim, dt, start);
  rg_status status =
      find_corners(sim, &input) ? solve_corners(sim, &input) : solve_once(sim, dt, start, 1);
  if (!sim->has_problem) {
    sim->ncontacts = 0;
    return status;
  }
  if (moves_on(sim)) {
    find_motion(sim);
    sim->outrun = !status && outruns(sim, &input);
  }
  if (sim->outrun) {
    rg_sim_forget(sim, &before);
    return RG_OK;
  }
  if (!status) remember(sim, dt); /* before restitution: what holds, not what bounces */
  if (!status) status = rg_sim_restitution(sim, dt, start);
  if (moves_on(sim)) {
    if (sim->report.impacts > before.impacts) find_motion(sim);
    check_motion(sim);
  }
  if (!status) rg_sim_stand_still(sim, dt);
  sim->report.within = fmax(sim->report.within, dt * sim->report.certificate.moved);
  publish_contacts(sim, dt);
  int agrees = sim->report.certificate.dynamics <= 1e-6 || sim->report.certificate.energy == 0;
  if (!status && !agrees) {
    snprintf(
        sim->report.reason, sizeof sim->report.reason,
        "the motion differs from the contact problem by %.2e: its matrix is too ill-conditioned",
        sim->report.certificate.dynamics);
    status = RG_STALLED;
  }
  if (place == RG_PLACE_MEAN && rg_is_unsolved(status) && sim->constraints->contacts > 0)
    return leave_middle(sim, &before);
  if (rg_is_unsolved(status)) rg_sim_blame(sim);
  return status;
}

rg_status rg_sim_solve(rg_sim *sim, double dt, const double *start, rg_place place) {
  int before = rg_stopwatch_enter(&sim->watch, RG_ROOM_CONTACT);
  rg_step_report clean = sim->report;
  rg_status status = solve_step(sim, dt, start, place);
  int counts = !status || sim->options.on_failure == RG_ON_FAILURE_CONTINUE;
  if (!sim->arrives && !sim->outrun && counts) {
    if (sim->options.integrator == RG_MIDPOINT) rg_sim_keep_expected(sim, dt);
    rg_balance_work(sim, dt, start);
    int bounces = sim->report.impacts > clean.impacts; /* that may give energy back */
    int creates = rg_balance_creates(sim, place == RG_PLACE_MEAN, bounces);
    if (creates) {
      rg_sim_forget(sim, &clean);
      sim->arrives = creates;
    }
  }
  rg_stopwatch_enter(&sim->watch, before);
  return status;
}
