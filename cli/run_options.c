/* Options of a simulation. They are checked when they are met, and applied once the model is read, because its own settings come
   first. */
#include "run_options.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  KEY_SOLVER = 's',
  KEY_LAW = 'l',
  KEY_TOL = 't',
  KEY_QUIET = 'q',
  KEY_DT = 512,
  KEY_COORDINATES,
  KEY_INTEGRATOR,
  KEY_ANGLE,
  KEY_UNALIGNED,
  KEY_PHANTOM,
  KEY_LATERAL,
  KEY_THRESHOLD,
  KEY_STATIC,
  KEY_LAW_MEMORY,
  KEY_CONTACT_STIFFNESS,
  KEY_CONTACT_DAMPING,
  KEY_BRISTLE_STIFFNESS,
  KEY_BRISTLE_DAMPING,
  KEY_PARENTS,
  KEY_RATES,
  KEY_SPLIT,
  KEY_AIM,
  KEY_ITERATIONS,
  KEY_SECONDS,
  KEY_SET,
  KEY_FRICTION,
  KEY_RESTITUTION,
  KEY_RESTITUTION_LAW,
  KEY_STABILIZE,
  KEY_CLOSURES,
  KEY_PUSH,
  KEY_ACCURACY,
  KEY_NO_SWEEP,
  KEY_RELAX_PERIOD,
  KEY_RELAX_DAMPING,
  KEY_ON_FAILURE,
  KEY_MOMENTS,
  KEY_HALVINGS,
  KEY_COLD,
  KEY_CORNERS,
  KEY_ROUNDS,
  KEY_STEP_ITERATIONS,
  KEY_IMPLICIT_TOL,
  KEY_GAP_ACCURACY,
  KEY_THREADS,
  KEY_LAST_SETTING,
  KEY_TIME,
  KEY_STEPS,
  KEY_KEY,
  KEY_PERTURB,
  KEY_SETTLE,
  KEY_CTRL,
  KEY_CTRL_INTERPOLATE,
  KEY_HOLD,
  KEY_SEED,
  KEY_LENIENT,
  KEY_PACKAGES,
  KEY_MEMORY,
  KEY_JSON
};

static const struct argp_option options[] = {
    {.doc = "How long, and from where:", .group = 1},
    {"time", KEY_TIME, "S", 0, "Simulate S seconds, from 0 (default: 1)", 1},
    {"steps", KEY_STEPS, "N", 0, "Simulate N steps instead, from 0", 1},
    {"key", KEY_KEY, "NAME|INDEX", 0,
     "Start from this keyframe: its time, positions, velocities and controls (default: the "
     "model's reference position at rest)",
     1},
    {"hold", KEY_HOLD, "NAME|INDEX", 0,
     "Controls that hold this keyframe: servos of position get the lengths that they have there, "
     "other actuators its controls",
     1},
    {"ctrl", KEY_CTRL, "NAME=VALUE|FILE", 0,
     "Control of an actuator, as often as there are actuators; or a table: time and names of "
     "actuators in its first line, numbers below, each line held until the next",
     1},
    {"ctrl-interpolate", KEY_CTRL_INTERPOLATE, NULL, 0,
     "Controls go straight from one line of the table to the next", 1},
    {"settle", KEY_SETTLE, 0, 0,
     "Move bodies out of overlaps, close loops and bring joints into their ranges before the "
     "start, "
     "by as little as possible; velocities stay",
     1},
    {"perturb", KEY_PERTURB, "SIZE", 0,
     "Move every degree of freedom of the start by a random amount of up to SIZE, m or rad "
     "(default: 0)",
     1},
    {"seed", KEY_SEED, "N", 0, "Number that the random amounts follow from, from 0 (default: 0)",
     1},
    {.doc = "How the motion goes on:", .group = 2},
    {"dt", KEY_DT, "S", 0, "Time step in s, above 0 (default: the model's)", 2},
    {"integrator", KEY_INTEGRATOR, "NAME", 0,
     "midpoint, euler, moreau, implicit-euler, implicit-moreau or explicit-euler (default: "
     "midpoint)",
     2},
    {"coordinates", KEY_COORDINATES, "NAME", 0, "minimal, redundant or embedded (default: minimal)",
     2},
    {"friction", KEY_FRICTION, "MU", 0,
     "Coefficient of friction of all pairs, from 0 (default: the model's)", 2},
    {"moments", KEY_MOMENTS, "CONE", 0,
     "Torsional and rolling friction of contacts of condim 4 and 6: product (a bound each), "
     "ellipsoid "
     "(one bound) or none (as condim 3) (default: product)",
     2},
    {"restitution", KEY_RESTITUTION, "E", 0,
     "Coefficient of restitution of all pairs, from 0 to 1 (default: the model's, else 0)", 2},
    {"restitution-law", KEY_RESTITUTION_LAW, "NAME", 0,
     "energy, newton or poisson (default: energy, which never creates any)", 2},
    {"stabilize", KEY_STABILIZE, "HOW", 0,
     "What is done about overlaps and open loops: target, relax, project, notes or none (default: "
     "target, and project for loops)",
     2},
    {"closures", KEY_CLOSURES, "HOW", 0,
     "What is done about open loops alone, after --stabilize (default: project)", 2},
    {"accuracy", KEY_ACCURACY, "X", 0,
     "Divide steps so that points of bodies are off by at most X m a second, above 0 (default: "
     "every "
     "step is one step)",
     2},
    {"no-sweep", KEY_NO_SWEEP, 0, 0,
     "Do not look for what would pass through something within a step", 2},
    {"push", KEY_PUSH, "X", 0,
     "Target: share of an overlap that one step removes, above 0 and up to 1 (default: 0.2)", 2},
    {"relax-period", KEY_RELAX_PERIOD, "S", 0,
     "Relax: undamped period of the springs in s, above 0 (default: 20 steps)", 2},
    {"relax-damping", KEY_RELAX_DAMPING, "X", 0, "Relax: damping ratio, from 0 (default: 1)", 2},
    {"exact-corners", KEY_CORNERS, NULL, 0,
     "Planar scenes: at the corner of an obstacle either face may hold, so that no free space is "
     "cut off",
     2},
    {"step-iterations", KEY_STEP_ITERATIONS, "N", 0,
     "Iterations of all contact problems of a step after which it ends as not solved; 0: no limit "
     "(default: 60000)",
     2},
    {"parents", KEY_PARENTS, "HOW", 0,
     "Parent and child in a tree: touch or filter (default: as the model says, which is filter)",
     2},
    {"contact-rates", KEY_RATES, NULL, 0,
     "Integrator euler: contacts count the change of their directions, dG/dt, too", 2},
    {"implicit-rounds", KEY_ROUNDS, "N", 0,
     "Implicit integrators: most contact problems a step, from 1 (default: 50)", 2},
    {"implicit-tol", KEY_IMPLICIT_TOL, "T", 0,
     "They stop where the velocity changes by less than this, relative, above 0 (default: 1e-9)",
     2},
    {"gap-accuracy", KEY_GAP_ACCURACY, "X", 0,
     "How well the distance of two shapes is known, in the radius of the smaller one: a step that "
     "gaps contradict by no "
     "more is solved, and says by how much they would have to differ; 0: exactly (default: 1e-9)",
     2},
    {"on-failure", KEY_ON_FAILURE, "WHAT", 0,
     "Where a step is not solved: stop, continue with the best impulses found, or halve the step "
     "(default: stop)",
     2},
    {"halvings", KEY_HALVINGS, "N", 0, "Most halvings of one step, from 1 (default: 6)", 2},
    {.doc = "How contact problems are solved:", .group = 3},
    {"solver", KEY_SOLVER, "NAME", 0, "Which solver; 'rigor solvers' lists them (default: auto)",
     3},
    {"law", KEY_LAW, "LAW[:N]", 0,
     "How friction is written down, N directions; 'rigor laws' lists them (default: cone where the "
     "solver handles it, which is exact; else pyramid:8)",
     3},
    {"angle", KEY_ANGLE, "DEG", 0, "Turn the directions of a pyramid by DEG degrees (default: 0)",
     3},
    {"unaligned", KEY_UNALIGNED, NULL, 0,
     "The first direction lies along the first tangent, not along the slip", 3},
    {"phantom", KEY_PHANTOM, "RHO", 0,
     "Law nonsingular: phantom inertia in kg, above 0 (default: 1)", 3},
    {"lateral", KEY_LATERAL, NULL, 0,
     "Law nonsingular: a force across the slip too, regularized by the last normal impulse", 3},
    {"threshold", KEY_THRESHOLD, "V", 0,
     "Laws nonsingular, square, hybrid: what slips slower than V m/s sticks, from 0 (default: "
     "1e-3)",
     3},
    {"static", KEY_STATIC, "X", 0,
     "Law nonsingular: static coefficient as a multiple of the kinetic one, from 1 (default: 1)",
     3},
    {"contact-stiffness", KEY_CONTACT_STIFFNESS, "K", 0,
     "Linear laws: contacts are springs of K N/m, from 0 (default: rigid)", 3},
    {"contact-damping", KEY_CONTACT_DAMPING, "B", 0,
     "The same: dampers of B N s/m, from 0 (default: 0)", 3},
    {"bristle-stiffness", KEY_BRISTLE_STIFFNESS, "K", 0,
     "The same along the surface: bristles of K N/m, from 0 (default: rigid)", 3},
    {"bristle-damping", KEY_BRISTLE_DAMPING, "B", 0,
     "The same: dampers of B N s/m, from 0 (default: 0)", 3},
    {"law-memory", KEY_LAW_MEMORY, NULL, 0,
     "Laws take bounds, bristles and lateral terms from the impulses of the last step, as printed, "
     "instead of repeating them until they agree",
     3},
    {"split", KEY_SPLIT, "NAME", 0,
     "Where several impulses give the same motion: any, even or compliant (default: compliant)", 3},
    {"tol", KEY_TOL, "T", 0,
     "Solved means: the natural map is at most T times |c|, above 0 (default: 1e-10)", 3},
    {"aim", KEY_AIM, "T", 0,
     "auto, newton: what they strive for while it is cheap, from 0; 0 is the tolerance (default: "
     "1e-13)",
     3},
    {"max-iterations", KEY_ITERATIONS, "N", 0,
     "Give up a solve after N iterations, from 1 (default: the solver's own)", 3},
    {"max-seconds", KEY_SECONDS, "S", 0,
     "Give up a solve after S seconds, above 0 (default: never)", 3},
    {"set", KEY_SET, "NAME=X", 0,
     "A setting of the solver, several as A=1:B=2; 'rigor solvers NAME' lists them", 3},
    {"cold", KEY_COLD, NULL, 0, "Do not start from the impulses of the last step", 3},
    {"threads", KEY_THREADS, "N", 0,
     "Threads for large problems, from 1; the results do not depend on it (default: 1)", 3},
    {"memory", KEY_MEMORY, "BYTES", 0,
     "Most memory that is taken, k, M, G allowed: what needs more is refused (default: three "
     "quarters of the machine's)",
     3},
    {.doc = "What goes in and out:", .group = 4},
    {"lenient", KEY_LENIENT, NULL, 0,
     "Leave out what cannot be honoured in the model instead of refusing it; 'rigor info' lists it",
     4},
    {"package-path", KEY_PACKAGES, "DIR[:DIR...]", 0,
     "Where package:// and model:// are looked for first; may be given several times", 4},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object and nothing else", 4},
    {"quiet", KEY_QUIET, NULL, 0, "Print nothing but errors; the exit status tells", 4},
    {0}};

const char *setting_name(int key) {
  for (const struct argp_option *o = options; o->key || o->doc; o++)
    if (o->key == key) return o->name;
  return "";
}

/* --- one setting -------------------------------------------------------------------------------- */

static const char *coordinates_at(int k) { return rg_coordinates_name((rg_coordinates)k); }
static const char *integrator_at(int k) { return rg_integrator_name((rg_integrator)k); }
static const char *restitution_at(int k) { return rg_restitution_name((rg_restitution)k); }
static const char *stabilize_at(int k) { return rg_stabilize_name((rg_stabilize)k); }
static const char *parents_at(int k) { return k ? "touch" : "filter"; }
static const char *on_failure_at(int k) { return rg_on_failure_name((rg_on_failure)k); }

static const char *moments_at(int k) { return rg_moments_name((rg_moments)k); }

static int parents_parse(const char *text) {
  return strcmp(text, "touch") == 0 ? 1 : strcmp(text, "filter") == 0 ? 0 : -1;
}

/* settings that are one of several names; 0 where it is none of them */
static int apply_choice(int key, const char *text, rg_sim_options *o, rg_error *e) {
  int value = 0;
  switch (key) {
  case KEY_COORDINATES:
    take_choice(e, "--coordinates", text, rg_coordinates_parse, coordinates_at, 3, &value);
    o->coordinates = (rg_coordinates)value;
    return 1;
  case KEY_INTEGRATOR:
    take_choice(e, "--integrator", text, rg_integrator_parse, integrator_at, 6, &value);
    o->integrator = (rg_integrator)value;
    return 1;
  case KEY_RESTITUTION_LAW:
    take_choice(e, "--restitution-law", text, rg_restitution_parse, restitution_at, 3, &value);
    o->restitution_law = (rg_restitution)value;
    return 1;
  case KEY_STABILIZE:
    take_choice(e, "--stabilize", text, rg_stabilize_parse, stabilize_at, 5, &value);
    o->contacts = o->closures = (rg_stabilize)value;
    return 1;
  case KEY_CLOSURES:
    take_choice(e, "--closures", text, rg_stabilize_parse, stabilize_at, 5, &value);
    o->closures = (rg_stabilize)value;
    return 1;
  case KEY_PARENTS:
    take_choice(e, "--parents", text, parents_parse, parents_at, 2, &o->parents_touch);
    return 1;
  case KEY_ON_FAILURE:
    take_choice(e, "--on-failure", text, rg_on_failure_parse, on_failure_at, 3, &value);
    o->on_failure = (rg_on_failure)value;
    return 1;
  case KEY_MOMENTS:
    take_choice(e, "--moments", text, rg_moments_parse, moments_at, 3, &value);
    o->moments = (rg_moments)value;
    return 1;
  default: return 0;
  }
}

/* settings of the solve; 0 where it is none of them */
static int apply_solve(int key, const char *text, rg_options *o, rg_error *e) {
  switch (key) {
  case KEY_SOLVER: take_solver(e, text, o); return 1;
  case KEY_LAW: take_law(e, text, o); return 1;
  case KEY_ANGLE: take_angle(e, text, o); return 1;
  case KEY_UNALIGNED: o->law.aligned = 0; return 1;
  case KEY_PHANTOM: take_real(e, "--phantom", text, 0, 0, HUGE_VAL, 0, &o->law.phantom); return 1;
  case KEY_LATERAL: o->law.lateral = 1; return 1;
  case KEY_THRESHOLD:
    take_real(e, "--threshold", text, 0, 1, HUGE_VAL, 0, &o->law.threshold);
    return 1;
  case KEY_STATIC: take_real(e, "--static", text, 1, 1, HUGE_VAL, 0, &o->law.mu_static); return 1;
  case KEY_SPLIT: take_split(e, text, o); return 1;
  case KEY_TOL: take_real(e, "--tol", text, 0, 0, HUGE_VAL, 0, &o->tol); return 1;
  case KEY_AIM: take_real(e, "--aim", text, 0, 1, HUGE_VAL, 0, &o->aim); return 1;
  case KEY_ITERATIONS: take_int(e, "--max-iterations", text, 1, &o->max_iterations); return 1;
  case KEY_SECONDS:
    take_real(e, "--max-seconds", text, 0, 0, HUGE_VAL, 0, &o->max_seconds);
    return 1;
  case KEY_SET: take_setting(e, text, o); return 1;
  default: return 0;
  }
}

/* springs and dampers of contacts; 0 where it is none of them */
static int apply_soft(int key, const char *text, rg_sim_options *o, rg_error *e) {
  double *value = key == KEY_CONTACT_STIFFNESS   ? &o->contact_stiffness
                  : key == KEY_CONTACT_DAMPING   ? &o->contact_damping
                  : key == KEY_BRISTLE_STIFFNESS ? &o->bristle_stiffness
                  : key == KEY_BRISTLE_DAMPING   ? &o->bristle_damping
                                                 : NULL;
  char option[32];
  if (!value) return 0;
  snprintf(option, sizeof option, "--%s", setting_name(key));
  take_real(e, option, text, 0, 1, HUGE_VAL, 0, value);
  return 1;
}

static void apply_setting(int key, const char *text, rg_sim_options *o, rg_error *e) {
  if (apply_choice(key, text, o, e) || apply_solve(key, text, &o->solve, e)) return;
  if (apply_soft(key, text, o, e)) return;
  switch (key) {
  case KEY_DT: take_real(e, "--dt", text, 0, 0, HUGE_VAL, 0, &o->dt); break;
  case KEY_FRICTION: take_real(e, "--friction", text, 0, 1, HUGE_VAL, 0, &o->friction); break;
  case KEY_RESTITUTION: take_real(e, "--restitution", text, 0, 1, 1, 1, &o->restitution); break;
  case KEY_ACCURACY: take_real(e, "--accuracy", text, 0, 0, HUGE_VAL, 0, &o->accuracy); break;
  case KEY_NO_SWEEP: o->sweep = 0; break;
  case KEY_PUSH: take_real(e, "--push", text, 0, 0, 1, 1, &o->push); break;
  case KEY_RELAX_PERIOD:
    take_real(e, "--relax-period", text, 0, 0, HUGE_VAL, 0, &o->relax_period);
    break;
  case KEY_RELAX_DAMPING:
    take_real(e, "--relax-damping", text, 0, 1, HUGE_VAL, 0, &o->relax_damping);
    break;
  case KEY_HALVINGS: take_int(e, "--halvings", text, 1, &o->halvings); break;
  case KEY_COLD: o->warm_start = 0; break;
  case KEY_CORNERS: o->exact_corners = 1; break;
  case KEY_STEP_ITERATIONS: take_int(e, "--step-iterations", text, 0, &o->step_iterations); break;
  case KEY_LAW_MEMORY: o->law_memory = 1; break;
  case KEY_RATES: o->contact_rates = 1; break;
  case KEY_ROUNDS: take_int(e, "--implicit-rounds", text, 1, &o->implicit_rounds); break;
  case KEY_IMPLICIT_TOL:
    take_real(e, "--implicit-tol", text, 0, 0, HUGE_VAL, 0, &o->implicit_tol);
    break;
  case KEY_GAP_ACCURACY: take_real(e, "--gap-accuracy", text, 0, 1, 1, 1, &o->gap_accuracy); break;
  case KEY_THREADS: take_int(e, "--threads", text, 1, &o->threads); break;
  default: break;
  }
}

/* --- the command line --------------------------------------------------------------------------- */

/* keeps the values of an option, checked; the last of several options of one name counts */
static void keep_setting(simulation_request *r, int key, char *text) {
  int at = 0;
  while (at < r->count && r->settings[at].key != key) at++;
  for (int k = at + 1; k < r->count; k++) r->settings[k - 1] = r->settings[k];
  if (at == r->count) r->count++;
  setting *s = &r->settings[r->count - 1];
  *s = (setting){.key = key};
  rg_sim_options scratch = rg_sim_options_default();
  for (char *rest = text; s->values == 0 || rest;) {
    char *comma = r->several && rest ? strchr(rest, ',') : NULL;
    if (comma) *comma = 0;
    if (s->values == MOST_VALUES) {
      refuse_option(&r->error, setting_name(key), "has more than %d values", MOST_VALUES);
      return;
    }
    s->value[s->values++] = rest ? rest : "";
    apply_setting(key, s->value[s->values - 1], &scratch, &r->error);
    rest = comma ? comma + 1 : NULL;
  }
}

static error_t take(int key, char *text, struct argp_state *parser) {
  simulation_request *r = parser->input;
  rg_error *e = &r->error;
  if (key == KEY_SOLVER || key == KEY_LAW || key == KEY_TOL ||
      (key >= KEY_DT && key < KEY_LAST_SETTING)) {
    keep_setting(r, key, text);
    return 0;
  }
  switch (key) {
  case KEY_TIME: take_real(e, "--time", text, 0, 1, HUGE_VAL, 0, &r->seconds); return 0;
  case KEY_STEPS: take_int(e, "--steps", text, 0, &r->steps); return 0;
  case KEY_KEY: r->key = text; return 0;
  case KEY_HOLD: r->controls.hold = text; return 0;
  case KEY_CTRL: take_control(&r->controls, text, e); return 0;
  case KEY_CTRL_INTERPOLATE: r->controls.interpolate = 1; return 0;
  case KEY_SETTLE: r->settle = 1; return 0;
  case KEY_PERTURB: take_real(e, "--perturb", text, 0, 1, HUGE_VAL, 0, &r->perturb); return 0;
  case KEY_SEED: take_int(e, "--seed", text, 0, &r->seed); return 0;
  case KEY_MEMORY: take_memory(e, text); return 0;
  case KEY_LENIENT: r->load.lenient = 1; return 0;
  case KEY_PACKAGES: take_packages(&r->packages, text, e); return 0;
  case KEY_JSON: r->json = 1; return 0;
  case KEY_QUIET: r->quiet = 1; return 0;
  case ARGP_KEY_ARG:
    if (r->path) refuse_option(e, text, "is one argument too many");
    r->path = text;
    return 0;
  case ARGP_KEY_NO_ARGS: refuse_option(e, "MODEL", "is missing: which model shall move?"); return 0;
  case ARGP_KEY_END:
    if (r->steps >= 0 && !isnan(r->seconds))
      refuse_option(e, "--steps", "goes without --time: give one of them");
    check_controls(&r->controls, e);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp simulation_argp = {.options = options, .parser = take};

/* argp frees what is not the text that it gave */
static char *without_end(int key, const char *text, void *input) {
  (void)input;
  if (key == KEY_TIME) return strdup("Simulate S seconds, from 0 (default: no end)");
  return (char *)text;
}

const struct argp endless_simulation_argp = {
    .options = options, .parser = take, .help_filter = without_end};

simulation_request simulation_request_default(void) {
  return (simulation_request){
      .load = rg_load_options_default(), .seconds = (double)NAN, .steps = -1};
}

/* --- from the request to a start ------------------------------------------------------------------ */

/* an error that has no file yet is about the model */
static rg_status in_model(simulation_request *request, rg_status status) {
  rg_error *e = &request->error;
  if (status != RG_OK && !e->file[0] && e->element[0] != '-')
    strncpy(e->file, request->path, sizeof e->file - 1);
  return status;
}

rg_status read_model(simulation_request *request, rg_model **model) {
  rg_status status =
      load_with_packages(model, request->path, request->load, &request->packages, &request->error);
  if (status != RG_OK) return status;
  status = read_controls(&request->controls, *model, &request->error);
  if (status == RG_OK) return RG_OK;
  forget_request(request);
  rg_model_free(*model);
  *model = NULL;
  return status;
}

void forget_request(simulation_request *request) { free_controls(&request->controls); }

rg_status next_step(const simulation_request *request, rg_sim *sim) {
  apply_controls(&request->controls, sim);
  return rg_step(sim);
}

rg_status choose_options(simulation_request *request, const rg_model *model, const int *choice,
                         rg_sim_options *chosen) {
  rg_status status = rg_sim_options_from_model(model, chosen, &request->error);
  if (status != RG_OK) return in_model(request, status);
  for (int k = 0; k < request->count; k++) {
    const setting *s = &request->settings[k];
    apply_setting(s->key, s->value[choice ? choice[k] : 0], chosen, &request->error);
  }
  if (chosen->dt == 0) chosen->dt = model->option.timestep;
  return request->error.status;
}

/* a solver that does not take this law says so at the first contact; one contact shows it at once */
static rg_status try_solver(simulation_request *request, const rg_options *solve) {
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0}, mu = 0.5;
  rg_problem problem = rg_problem_default();
  problem.dim = 3;
  problem.contacts = 1;
  problem.A = rg_matrix_dense(3, 3, unit);
  problem.c = c;
  problem.mu = &mu;
  rg_solver *solver = NULL;
  rg_status status = rg_solver_new(&solver, &problem, solve, &request->error);
  rg_solver_free(solver);
  return status;
}

rg_status make_simulation(simulation_request *request, const rg_model *model,
                          const rg_sim_options *chosen, rg_sim **sim) {
  rg_status status = try_solver(request, &chosen->solve);
  if (status == RG_OK) status = in_model(request, rg_sim_new(sim, model, chosen, &request->error));
  return status;
}

static const rg_model *asked_model;

static const char *key_name_at(int index) { return asked_model->key_name[index]; }

/* by name, else by number; -1 where there is none */
static int find_key(simulation_request *request, const rg_model *model, const char *option,
                    const char *text) {
  int key = rg_model_find(model, RG_OBJECT_KEY, text);
  char *stop = NULL;
  long index = strtol(text, &stop, 10);
  if (key >= 0) return key;
  if (stop != text && *stop == 0 && index >= 0 && index < model->nkey) return (int)index;
  asked_model = model;
  const char *near = nearest_name(text, key_name_at, model->nkey);
  if (near && near[0])
    refuse_option(&request->error, option, "the model has no keyframe '%.40s'; did you mean '%s'?",
                  text, near);
  else if (model->nkey > 0)
    refuse_option(&request->error, option, "the model has no keyframe '%.40s'; it has %d, from 0",
                  text, model->nkey);
  else refuse_option(&request->error, option, "the model has no keyframes");
  return -1;
}

/* splitmix64 (Steele, Lea & Flood 2014): uniform in [-1, 1] */
static double next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-52 - 1;
}

static rg_status perturb_start(simulation_request *request, rg_sim *sim) {
  const rg_model *model = rg_sim_model(sim);
  double *amount = malloc((size_t)model->nv * sizeof *amount);
  if (!amount) {
    refuse_option(&request->error, "--perturb", "no memory is left");
    return request->error.status = RG_NO_MEMORY;
  }
  uint64_t state = (uint64_t)request->seed;
  for (int i = 0; i < model->nv; i++) amount[i] = request->perturb * next_random(&state);
  rg_integrate_position(model, rg_sim_data(sim)->qpos, amount, 1);
  free(amount);
  return RG_OK;
}

static rg_status check_finite(simulation_request *request, const double *values, int count,
                              const char *name, const char *from) {
  for (int i = 0; i < count; i++) {
    if (isfinite(values[i])) continue;
    char element[64];
    snprintf(element, sizeof element, "%s[%d]", name, i);
    return refuse_option(&request->error, element, "is not a finite number in %.100s", from);
  }
  return RG_OK;
}

rg_status check_state(simulation_request *request, rg_sim *sim, const char *from) {
  const rg_model *model = rg_sim_model(sim);
  const rg_data *data = rg_sim_data(sim);
  rg_status status = check_finite(request, &data->time, 1, "time", from);
  if (status == RG_OK) status = check_finite(request, data->qpos, model->nq, "qpos", from);
  if (status == RG_OK) status = check_finite(request, data->qvel, model->nv, "qvel", from);
  return in_model(request, status);
}

rg_status start_controls(simulation_request *request, rg_sim *sim) {
  const controls *c = &request->controls;
  int key = c->hold ? find_key(request, rg_sim_model(sim), "--hold", c->hold) : -1;
  if (request->error.status != RG_OK) return request->error.status;
  rg_status status = begin_controls(c, sim, key, &request->error);
  if (status == RG_OK) apply_controls(c, sim);
  return status;
}

rg_status set_start(simulation_request *request, rg_sim *sim) {
  int key = request->key ? find_key(request, rg_sim_model(sim), "--key", request->key) : -1;
  if (request->error.status != RG_OK) return request->error.status;
  rg_status status = rg_sim_reset(sim, key, &request->error);
  if (status == RG_OK) status = check_state(request, sim, key < 0 ? "qpos0" : "the keyframe");
  if (status == RG_OK && request->perturb > 0) status = perturb_start(request, sim);
  if (status == RG_OK && request->settle) status = rg_sim_settle(sim, NULL, &request->error);
  if (status == RG_OK) status = start_controls(request, sim);
  return in_model(request, status);
}

rg_status count_steps(simulation_request *request, double dt, long *steps) {
  const double most = 1e15, rounding = 1e-6;
  *steps = request->steps;
  if (request->steps >= 0) return RG_OK;
  double seconds = isnan(request->seconds) ? 1 : request->seconds;
  // a time that is a whole number of steps but for rounding is one
  double count = seconds / dt;
  count = count > rounding && fabs(count - round(count)) < rounding ? round(count) : ceil(count);
  if (!(count <= most))
    return refuse_option(&request->error, "--time", "takes more than %g steps of %g s", most, dt);
  *steps = (long)count;
  return RG_OK;
}

void title_text(const char *path, char *title, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(title, size, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(title, '.');
  if (dot && dot != title) *dot = 0;
}
