/* The simulation object: options, memory, state, energy. */
#include "step/sim.h"

#include "dynamics/medium.h"
#include "dynamics/work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_HALVINGS = 50, /* dt / 2^50 is rounding of dt */
  MOST_CONTACTS = 100000000
};

rg_sim_options rg_sim_options_default(void) {
  rg_sim_options o;
  memset(&o, 0, sizeof o);
  o.solve = rg_options_default();
  o.solve.tol = 1e-10;
  o.solve.aim = 1e-13;
  o.solve.split = RG_SPLIT_COMPLIANT;
  o.restitution = o.friction = (double)NAN;
  o.integrator = RG_MIDPOINT;
  o.closures = RG_STABILIZE_PROJECT;
  o.push = 0.2;
  o.relax_damping = 1;
  o.halvings = 6;
  o.warm_start = 1;
  o.sweep = 1;
  o.step_iterations = 60000;
  o.implicit_rounds = 50;
  o.implicit_tol = 1e-9;
  o.gap_accuracy = 1e-9;
  o.threads = 1;
  o.parents_touch = -1;
  return o;
}

/* --- set-up ----------------------------------------------------------------------------------- */

static rg_status check_number(const char *name, int ok, double value, const char *what,
                              rg_error *error) {
  return ok ? RG_OK : rg_fail(error, RG_BAD_INPUT, name, "%g is not %s", value, what);
}

static rg_status check_choices(const rg_sim_options *o, rg_error *error) {
  if (!rg_coordinates_name(o->coordinates))
    return rg_fail(error, RG_BAD_INPUT, "coordinates", "%d is not known", (int)o->coordinates);
  if (!rg_integrator_name(o->integrator))
    return rg_fail(error, RG_BAD_INPUT, "integrator", "%d is not known", (int)o->integrator);
  if (!rg_restitution_name(o->restitution_law))
    return rg_fail(error, RG_BAD_INPUT, "restitution_law", "%d is not known",
                   (int)o->restitution_law);
  if (!rg_stabilize_name(o->contacts) || !rg_stabilize_name(o->closures))
    return rg_fail(error, RG_BAD_INPUT, "stabilize", "is not known");
  if (!rg_on_failure_name(o->on_failure))
    return rg_fail(error, RG_BAD_INPUT, "on_failure", "%d is not known", (int)o->on_failure);
  if (!rg_moments_name(o->moments))
    return rg_fail(error, RG_BAD_INPUT, "moments", "%d is not known", (int)o->moments);
  if (o->solve.solver && !rg_solver_find(o->solve.solver))
    return rg_fail(error, RG_BAD_INPUT, "solver", "there is no solver named '%s'", o->solve.solver);
  return RG_OK;
}

/* springs of contacts need a law with rows of its own; rates of contacts a step that begins at them */
static rg_status check_soft(const rg_sim_options *o, rg_error *error) {
  const double value[4] = {o->contact_stiffness, o->contact_damping, o->bristle_stiffness,
                           o->bristle_damping};
  static const char *const name[4] = {"contact_stiffness", "contact_damping", "bristle_stiffness",
                                      "bristle_damping"};
  int exact = o->solve.law.law == RG_LAW_CONE || o->solve.law.law == RG_LAW_AUTO;
  for (int k = 0; k < 4; k++) {
    rg_status s = check_number(name[k], value[k] >= 0 && isfinite(value[k]), value[k],
                               "a number from 0 on", error);
    if (s) return s;
    if (value[k] > 0 && exact)
      return rg_fail(error, RG_BAD_INPUT, name[k],
                     "the exact cone has no springs: name a linear law, as nonsingular:4");
  }
  if (o->contact_rates && o->integrator != RG_EULER)
    return rg_fail(error, RG_BAD_INPUT, "contact_rates", "goes with the integrator euler only");
  return RG_OK;
}

static rg_status check_options(const rg_sim_options *o, rg_error *error) {
  rg_status s = check_number("dt", o->dt > 0 && isfinite(o->dt), o->dt, "a positive number", error);
  if (!s) s = check_choices(o, error);
  if (!s)
    s = check_number("restitution",
                     isnan(o->restitution) || (o->restitution >= 0 && o->restitution <= 1),
                     o->restitution, "within [0, 1]", error);
  if (!s)
    s = check_number("friction", isnan(o->friction) || (o->friction >= 0 && isfinite(o->friction)),
                     o->friction, "a number from 0 on", error);
  if (!s) s = check_number("push", o->push > 0 && o->push <= 1, o->push, "within (0, 1]", error);
  if (!s)
    s = check_number("relax_period", o->relax_period >= 0 && isfinite(o->relax_period),
                     o->relax_period, "a number from 0 on", error);
  if (!s)
    s = check_number("relax_damping", o->relax_damping >= 0 && isfinite(o->relax_damping),
                     o->relax_damping, "a number from 0 on", error);
  if (!s)
    s = check_number("halvings", o->halvings >= 0 && o->halvings <= MOST_HALVINGS, o->halvings,
                     "from 0 to 50", error);
  if (!s)
    s = check_number("step_iterations", o->step_iterations >= 0, o->step_iterations, "from 0 on",
                     error);
  if (!s)
    s = check_number("implicit_rounds", o->implicit_rounds > 0, o->implicit_rounds, "positive",
                     error);
  if (!s)
    s = check_number("gap_accuracy", o->gap_accuracy >= 0 && o->gap_accuracy <= 1, o->gap_accuracy,
                     "in [0, 1]", error);
  if (!s) s = check_number("implicit_tol", o->implicit_tol > 0, o->implicit_tol, "positive", error);
  if (!s)
    s = check_number("accuracy", o->accuracy >= 0 && isfinite(o->accuracy), o->accuracy,
                     "a number from 0 on", error);
  if (!s) s = check_soft(o, error);
  if (!s)
    s = check_number("parents_touch", o->parents_touch >= -1 && o->parents_touch <= 1,
                     o->parents_touch, "-1, 0 or 1", error);
  if (!s) s = check_number("threads", o->threads > 0, o->threads, "positive", error);
  if (!s)
    s = check_number("most_contacts", o->most_contacts >= 0 && o->most_contacts <= MOST_CONTACTS,
                     o->most_contacts, "from 0 to 100,000,000", error);
  return s;
}

/* contacts that a model of that many shapes is given room for: 32 for each, as in walls of bricks, in crowds 16 */
static int default_most_contacts(const rg_model *model) {
  enum { FEW = 10000 };
  int few = model->ngeom < FEW ? model->ngeom : FEW;
  return model->ngeom < 2 ? 1 : 512 + 16 * (model->ngeom + few);
}

/* room for contact problems: a few contacts for a robot, a few dozen for each body of a heap; what a
   machine might refuse to promise is asked for when it is needed */
static size_t default_reserve(const rg_model *model) {
  size_t mebi = (size_t)1 << 20, small = 4 * mebi, most = 1024 * mebi;
  size_t wanted = small + (size_t)model->ngeom * (mebi / 8);
  return wanted < most ? wanted : most;
}

static const rg_assembly_kind *kind_of(rg_coordinates coordinates) {
  return coordinates == RG_REDUNDANT  ? &rg_assembly_redundant
         : coordinates == RG_EMBEDDED ? &rg_assembly_embedded
                                      : &rg_assembly_minimal;
}

static rg_status no_memory(rg_error *error) {
  return rg_fail(error, RG_NO_MEMORY, "simulation", "out of memory");
}

/* The solver's options, judged by the solver itself, on contacts that have nothing to do with each
   other: as many as make it take the memory that islands need, which no step should have to. */
static rg_status check_solver(rg_sim *sim, rg_error *error) {
  enum { CONTACTS = 16, SIZE = 3 * CONTACTS };
  double one[SIZE], c[SIZE], mu[CONTACTS];
  int start[SIZE + 1], column[SIZE];
  rg_problem problem = rg_problem_default();
  rg_options options = sim->options.solve;
  options.law.slip = options.law.last_impulse =
      NULL; /* as long as the steps' contacts, not these */
  for (int i = 0; i < SIZE; i++) {
    start[i] = column[i] = i;
    one[i] = 1;
    c[i] = i % 3 ? 0 : -1;
    mu[i / 3] = 0.5;
  }
  start[SIZE] = SIZE;
  problem.dim = 3;
  problem.contacts = CONTACTS;
  problem.A = rg_matrix_sparse(SIZE, SIZE, start, column, one);
  problem.c = c;
  problem.mu = mu;
  return rg_solver_take(sim->solver, &problem, NULL, &options, error);
}

/* Contacts with moments need the exact cone, and a solver that knows them. */
static rg_status check_moments(const rg_sim *sim, rg_error *error) {
  const rg_sim_options *o = &sim->options;
  char what[80] = "";
  int condim =
      o->moments == RG_MOMENTS_NONE ? 3 : rg_model_contact_dim(sim->model, what, sizeof what);
  const rg_solver_info *solver = rg_solver_find(sim->solver_name);
  int exact = o->solve.law.law == RG_LAW_CONE || o->solve.law.law == RG_LAW_AUTO;
  int knows =
      strcmp(sim->solver_name, "auto") == 0 || (solver && (solver->handles & RG_HANDLES_ROLLING));
  if (condim == 3 || (exact && knows && !o->exact_corners)) return RG_OK;
  const char *without = "; --moments none (rigor.moments) takes it as condim 3";
  if (o->exact_corners)
    return rg_fail(error, RG_BAD_INPUT, what, "condim %d: exact corners know no moments%s", condim,
                   without);
  if (!exact)
    return rg_fail(error, RG_BAD_INPUT, what, "condim %d: the law %s knows no moments%s", condim,
                   rg_law_name(o->solve.law.law), without);
  return rg_fail(error, RG_BAD_INPUT, what, "condim %d: solver %s knows no moments%s", condim,
                 sim->solver_name, without);
}

static rg_status set_up_assembly(rg_sim *sim, rg_error *error) {
  int rows = sim->constraints->most_rows, contacts = sim->constraints->most_contacts;
  rg_error_clear(error);
  sim->assembly = kind_of(sim->options.coordinates);
  sim->needs_mass = sim->assembly == &rg_assembly_embedded || rg_minimal_needs_mass(sim->model);
  sim->assembly_state = sim->assembly->setup(&sim->arena, sim->model, rows, contacts, error);
  if (sim->assembly_state && (sim->closure->rows || sim->options.contacts == RG_STABILIZE_PROJECT))
    sim->projection = rg_assembly_minimal.setup(&sim->arena, sim->model, rows, contacts, error);
  if (sim->arena.failed) return no_memory(error);
  if (sim->assembly_state) return RG_OK;
  return error && error->status ? error->status : RG_BAD_INPUT;
}

/* what positions are measured by, whatever the units: never 0 */
static double length_of(const rg_model *model) {
  double length = 0;
  for (int b = 1; b < model->nbody; b++) {
    const double *I = model->body_inertia + 3 * b;
    if (!model->body_weld[b]) continue;
    if (model->body_mass[b] > 0)
      length = fmax(length, sqrt(0.5 * (I[0] + I[1] + I[2]) / model->body_mass[b]));
    if (model->body_parent[b]) length = fmax(length, rg_v3_norm(model->body_pos + 3 * b));
    length = fmax(length, rg_v3_norm(model->body_ipos + 3 * b));
  }
  return length > 0 ? length : 1;
}

static int set_up_arrays(rg_sim *sim) {
  const rg_model *model = sim->model;
  rg_arena *arena = &sim->arena;
  int contacts = sim->constraints->most_contacts, rows = sim->constraints->most_rows;
  int extra = rg_sim_extra_rows(sim);
  size_t units = (size_t)extra + (size_t)rows + (size_t)contacts;
  size_t unknowns = units + 5 * (size_t)contacts;
  for (int b = 1; b < model->nbody; b++) sim->mass += model->body_mass[b];
  sim->length = length_of(model);
  sim->impulse = RG_RAW(arena, double, unknowns);
  sim->recalled = RG_RAW(arena, double, unknowns);
  sim->start = RG_RAW(arena, double, unknowns);
  sim->velocity = RG_RAW(arena, double, unknowns);
  sim->response = RG_NEW(arena, double, units);
  sim->chosen = RG_NEW(arena, unsigned char, units);
  sim->check = RG_RAW(arena, double, unknowns);
  sim->compression = RG_RAW(arena, double, unknowns);
  sim->compression_velocity = RG_RAW(arena, double, unknowns);
  sim->expansion = RG_RAW(arena, double, unknowns);
  sim->left_lower = RG_RAW(arena, double, (size_t)extra + (size_t)rows);
  sim->left_upper = RG_RAW(arena, double, (size_t)extra + (size_t)rows);
  sim->last = RG_RAW(arena, double, 3 * (size_t)contacts);
  sim->returns = RG_RAW(arena, double, contacts);
  sim->share = RG_RAW(arena, double, contacts);
  sim->given = RG_RAW(arena, unsigned char, contacts);
  sim->target = RG_RAW(arena, double, contacts);
  sim->mu = RG_RAW(arena, double, contacts);
  sim->spin = RG_RAW(arena, double, contacts);
  sim->roll = RG_RAW(arena, double, contacts);
  sim->moment_length = RG_RAW(arena, double, contacts);
  sim->leeway = RG_RAW(arena, double, 2 * (size_t)contacts);
  sim->slip = RG_RAW(arena, double, 2 * (size_t)contacts);
  sim->contacts = RG_RAW(arena, rg_step_contact, contacts);
  sim->problem_qpos = RG_NEW(arena, double, model->nq);
  sim->problem_inertia = RG_NEW(arena, double, model->nv);
  sim->estimate = RG_NEW(arena, double, model->nv);
  if (rg_has_medium(model))
    sim->problem_drag = RG_NEW(arena, double, RG_ARTICULATED *(size_t)model->nbody);
  sim->qpos_start = RG_NEW(arena, double, model->nq);
  sim->qvel_start = RG_NEW(arena, double, model->nv);
  sim->act_start = RG_NEW(arena, double, model->nact);
  sim->qpos_step = RG_RAW(arena, double, (size_t)model->nq *(size_t)(sim->options.halvings + 1));
  sim->qvel_step = RG_RAW(arena, double, (size_t)model->nv *(size_t)(sim->options.halvings + 1));
  sim->v = RG_NEW(arena, double, model->nv);
  sim->v_last = RG_NEW(arena, double, model->nv);
  sim->qpos_middle = RG_NEW(arena, double, model->nq);
  sim->v_start = RG_NEW(arena, double, model->nv);
  sim->expected = RG_NEW(arena, double, model->nv);
  sim->change = RG_NEW(arena, double, model->nv);
  sim->guess = RG_NEW(arena, double, model->nv);
  sim->accounts = RG_NEW(arena, double, 2 * (size_t)model->nv + 2);
  sim->work = RG_NEW(arena, double, 2 * (size_t)model->nv);
  if (!rg_mean_setup(&sim->mean, arena, model, sim->needs_mass)) return 0;
  return rg_memory_new(&sim->memory, arena, rows, contacts, extra) &&
         rg_rest_new(&sim->rest, arena, model, rows, contacts, extra) &&
         rg_balance_setup(&sim->balance, arena, model, sim->rest.trees, sim->rest.body_tree,
                          sim->rest.dof_tree) &&
         (sim->impact = RG_NEW(arena, rg_impact_island, (size_t)sim->rest.trees + 1)) &&
         (!(sim->options.accuracy > 0) || rg_adapt_setup(&sim->adapt, arena, sim));
}

static int set_up_inputs(rg_sim *sim) {
  const rg_model *model = sim->model;
  sim->surface = RG_NEW(&sim->arena, double, 3 * (size_t)model->ngeom);
  sim->drive_velocity = RG_NEW(&sim->arena, double, model->nv);
  sim->drive_limit = RG_NEW(&sim->arena, double, model->nv);
  sim->geom_restitution = RG_NEW(&sim->arena, double, model->ngeom);
  sim->pair = RG_NEW(&sim->arena, rg_pair_restitution, model->nsetting);
  sim->body_force = RG_NEW(&sim->arena, double, 6 * (size_t)model->nbody);
  sim->xvel_before = RG_NEW(&sim->arena, double, 6 * (size_t)model->nbody);
  sim->touch = RG_NEW(&sim->arena, double, model->nsensor);
  sim->limit_force = RG_NEW(&sim->arena, double, (size_t)model->njoint + (size_t)model->ntendon);
  sim->nearest = RG_NEW(&sim->arena, double, 7 * (size_t)model->nsensor);
  return !sim->arena.failed;
}

static void take_options(rg_sim *sim, const rg_sim_options *options, const char *solver) {
  sim->options = *options;
  if (solver != sim->solver_name)
    snprintf(sim->solver_name, sizeof sim->solver_name, "%s", solver ? solver : "auto");
  sim->options.solve.solver = sim->solver_name;
  sim->options.solve.threads = sim->options.threads;
}

static rg_status set_up(rg_sim *sim, const rg_sim_options *options, rg_error *error) {
  const rg_model *model = sim->model;
  rg_sim_options chosen = *options;
  if (chosen.dt == 0) chosen.dt = model->option.timestep;
  rg_status status = check_options(&chosen, error);
  if (status) return status;
  take_options(sim, &chosen, chosen.solve.solver);
  int most = options->most_contacts > 0 ? options->most_contacts : default_most_contacts(model);
  sim->data = rg_data_new(model);
  sim->collider = rg_collider_new(model, most);
  sim->closure = rg_closure_new(&sim->arena, model);
  if (!sim->data || !sim->collider || !sim->closure) return no_memory(error);
  rg_collider_set_parents(sim->collider, sim->model, sim->options.parents_touch);
  sim->workers = rg_workers_new(sim->options.threads); /* fewer than asked for will do */
  if (!rg_collider_set_workers(sim->collider, sim->workers)) return no_memory(error);
  sim->constraints = rg_constraints_new(&sim->arena, model, sim->closure->rows, most);
  if (!sim->constraints || !rg_sim_new_grips(sim) || !set_up_inputs(sim)) return no_memory(error);
  if (sim->options.exact_corners) {
    sim->corners = rg_corners_new(&sim->arena, model, most, error);
    if (!sim->corners) return sim->arena.failed ? no_memory(error) : RG_BAD_INPUT;
  }
  status = set_up_assembly(sim, error);
  if (status) return status;
  sim->solver =
      rg_solver_reserved(options->reserve > 0 ? options->reserve : default_reserve(model));
  if (!sim->solver || !set_up_arrays(sim) || !rg_standing_new(sim)) return no_memory(error);
  status = check_moments(sim, error);
  return status ? status : check_solver(sim, error);
}

rg_status rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                     rg_error *error) {
  rg_sim_options defaults;
  rg_error_clear(error);
  if (!sim || !model) return rg_fail(error, RG_BAD_INPUT, sim ? "model" : "sim", "is NULL");
  *sim = NULL;
  if (!options) {
    rg_status status = rg_sim_options_from_model(model, &defaults, error);
    if (status) return status;
  }
  rg_sim *s = calloc(1, sizeof *s);
  if (!s) return no_memory(error);
  s->model = model;
  rg_status status = set_up(s, options ? options : &defaults, error);
  if (!status) status = rg_sim_reset(s, -1, error);
  if (status) {
    rg_sim_free(s);
    return status;
  }
  *sim = s;
  return RG_OK;
}

void rg_sim_free(rg_sim *sim) {
  if (!sim) return;
  rg_arena_free(&sim->entries);
  if (sim->settler && sim->settler != sim->projection) rg_assembly_minimal.release(sim->settler);
  if (sim->projection) rg_assembly_minimal.release(sim->projection);
  if (sim->assembly_state) sim->assembly->release(sim->assembly_state);
  rg_solver_free(sim->solver);
  rg_buffer_free(&sim->uncoupled);
  rg_collider_free(sim->collider);
  rg_workers_free(sim->workers);
  rg_data_free(sim->data);
  rg_data_free(sim->again);
  rg_arena_free(&sim->arena);
  free(sim);
}

rg_status rg_sim_reset(rg_sim *sim, int key, rg_error *error) {
  rg_error_clear(error);
  if (key < -1 || key >= sim->model->nkey)
    return rg_fail(error, RG_BAD_INPUT, "key", "%d: the model has %d keyframes", key,
                   sim->model->nkey);
  rg_status status = rg_sim_settings(sim, error);
  if (status) return status;
  rg_data_reset(sim->model, sim->data, key);
  rg_memory_clear(&sim->memory);
  sim->deep = sim->stuck = 0;
  rg_rest_forget(&sim->rest);
  sim->standing.steps = 0;
  rg_collider_forget(sim->collider);
  if (sim->model->nv) {
    memset(sim->expected, 0, (size_t)sim->model->nv * sizeof(double));
    memset(sim->change, 0, (size_t)sim->model->nv * sizeof(double));
  }
  sim->balance.known = 0;
  sim->adapt.halvings = 0;
  memset(&sim->report, 0, sizeof sim->report);
  sim->report.time = sim->data->time;
  sim->report.dt = sim->options.dt;
  sim->steps = 0;
  memset(sim->clock, 0, sizeof sim->clock);
  sim->ncontacts = sim->has_problem = 0;
  return RG_OK;
}

/* --- other options while it runs -------------------------------------------------------------- */

static rg_status check_same(const rg_sim_options *old, const rg_sim_options *new, rg_error *error) {
  const char *name = new->coordinates != old->coordinates       ? "coordinates"
                     : new->contacts != old->contacts           ? "contacts"
                     : new->closures != old->closures           ? "closures"
                     : new->halvings != old->halvings           ? "halvings"
                     : new->exact_corners != old->exact_corners ? "exact_corners"
                     : new->most_contacts != old->most_contacts ? "most_contacts"
                     : new->reserve != old->reserve             ? "reserve"
                     : new->threads != old->threads             ? "threads"
                     : new->accuracy != old->accuracy           ? "accuracy"
                     : new->parents_touch != old->parents_touch ? "parents_touch"
                                                                : NULL;
  return name ? rg_fail(error, RG_BAD_INPUT, name, "cannot change while the simulation runs")
              : RG_OK;
}

rg_status rg_sim_change(rg_sim *sim, const rg_sim_options *options, rg_error *error) {
  rg_sim_options old = sim->options, new = *options;
  char old_solver[sizeof sim->solver_name];
  rg_error_clear(error);
  if (new.dt == 0) new.dt = sim->model->option.timestep;
  rg_status status = check_same(&old, &new, error);
  if (!status) status = check_options(&new, error);
  if (status) return status;
  memcpy(old_solver, sim->solver_name, sizeof old_solver);
  take_options(sim, &new, new.solve.solver);
  status = check_moments(sim, error);
  if (!status) status = check_solver(sim, error);
  if (status) take_options(sim, &old, old_solver);
  else rg_rest_forget(&sim->rest);
  sim->standing.steps = 0;
  return status;
}

/* --- what can be read and written ------------------------------------------------------------- */

rg_data *rg_sim_data(rg_sim *sim) { return sim->data; }
const rg_model *rg_sim_model(const rg_sim *sim) { return sim->model; }
const rg_sim_options *rg_sim_used_options(const rg_sim *sim) { return &sim->options; }
double *rg_sim_surface(rg_sim *sim) { return sim->surface; }
double *rg_sim_drive_velocity(rg_sim *sim) { return sim->drive_velocity; }
double *rg_sim_drive_limit(rg_sim *sim) { return sim->drive_limit; }
const rg_step_report *rg_sim_report(const rg_sim *sim) { return &sim->report; }
const double *rg_sim_impulse(const rg_sim *sim) { return sim->has_problem ? sim->impulse : NULL; }

/* data as they were when the problem was made; NULL without memory */
static rg_data *data_of_problem(rg_sim *sim) {
  if (!sim->again) sim->again = rg_data_new(sim->model);
  if (!sim->again) return NULL;
  if (sim->model->nq)
    memcpy(sim->again->qpos, sim->problem_qpos, (size_t)sim->model->nq * sizeof(double));
  if (sim->model->nv)
    memcpy(rg_work_of(sim->again)->dof_inertia, sim->problem_inertia,
           (size_t)sim->model->nv * sizeof(double));
  rg_work *work = rg_work_of(sim->again);
  work->dragged = sim->problem_drag && work->drag;
  if (work->dragged)
    memcpy(work->drag, sim->problem_drag,
           RG_ARTICULATED * (size_t)sim->model->nbody * sizeof(double));
  rg_kinematics(sim->model, sim->again);
  rg_mass(sim->model, sim->again);
  return sim->again;
}

/* rows of what is at rest too, which the step did not need */
static int complete_rows(rg_sim *sim) {
  if (sim->all_rows) return 1;
  rg_data *data = data_of_problem(sim);
  return data && !rg_sim_make_rows(sim, data, 1, NULL);
}

/* A, which the step did not need, is made when somebody asks */
const rg_problem *rg_sim_problem(const rg_sim *sim) {
  rg_sim *mine = (rg_sim *)sim;
  if (!sim->has_problem) return NULL;
  if (sim->problem.A.storage != RG_NONE) return &sim->problem;
  if (!complete_rows(mine)) return NULL;
  return rg_sim_make_entries(mine, NULL) ? NULL : &sim->problem;
}

const rg_problem *rg_sim_problem_global(const rg_sim *sim) {
  rg_sim *mine = (rg_sim *)sim;
  rg_problem *global = &mine->global;
  if (!sim->has_problem || !complete_rows(mine)) return NULL;
  mine->problem.A = (rg_matrix){0}; /* its memory is taken */
  rg_arena_rewind(&mine->entries);
  *global = sim->problem;
  if (!rg_rows_global(&mine->entries, sim->mechanics.rows, &global->M, &global->G)) return NULL;
  double *f = RG_NEW(&mine->entries, double, global->M.rows);
  global->f = f;
  global->guess = sim->recalled;
  return f ? global : NULL;
}

int rg_sim_contacts(const rg_sim *sim, const rg_step_contact **contacts) {
  if (contacts) rg_sim_show_contacts((rg_sim *)sim);
  if (contacts) *contacts = sim->contacts;
  return sim->ncontacts;
}

double rg_sim_energy(rg_sim *sim) {
  rg_kinematics(sim->model, sim->data);
  rg_velocity_stage(sim->model, sim->data);
  return rg_energy_kinetic(sim->model, sim->data) + rg_energy_potential(sim->model, sim->data);
}

double rg_sim_filtered(rg_sim *sim, int geom[2]) {
  rg_kinematics(sim->model, sim->data);
  rg_collider_set_margin(sim->collider, 0);
  return rg_collide_filtered(sim->collider, sim->model, sim->data, geom);
}

double rg_sim_penetration(rg_sim *sim) {
  const rg_contact *contact;
  double deepest = 0;
  rg_kinematics(sim->model, sim->data);
  rg_collider_set_margin(sim->collider, 0);
  int n = rg_collide(sim->collider, sim->model, sim->data, &contact, NULL);
  for (int i = 0; i < n; i++)
    if (-contact[i].gap > deepest) deepest = -contact[i].gap;
  return deepest;
}
