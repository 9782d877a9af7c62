/* rigor batch MODEL: many simulations of one model at once, each with its own start, controls and parameters. */
#include "batch.h"

#include "interrupt.h"
#include "progress.h"
#include "tally.h"

#include <math.h>
#include <string.h>

enum { KEY_COUNT = 2048, KEY_BACKEND, KEY_RANDOM, KEY_CSV, KEY_HDF5, KEY_PROFILE, KEY_CERTIFY };

static const struct argp_option options[] = {
    {.doc = "How many, and what differs:", .group = 5},
    {"count", KEY_COUNT, "N", 0, "Simulations, from 1 (default: 64)", 5},
    {"random", KEY_RANDOM, "NAME=X", 0,
     "What differs from one to the next, drawn evenly: qpos and qvel by up to X in every "
     "coordinate; ctrl (or ctrl=K) draws controls within their range for every step (for every K "
     "steps); mass (with inertia), inertia, friction, size, gravity, gain, bias, damping, "
     "armature, "
     "frictionloss and stiffness by up to the share X, restitution from 0 to X",
     5},
    {"backend", KEY_BACKEND, "NAME", 0,
     "threads, kernels (the code of the GPU on this processor) or cuda (default: the first of "
     "cuda and threads that this machine has and that takes the model). kernels and cuda have "
     "--integrator euler only",
     5},
    {"csv", KEY_CSV, "FILE", 0,
     "A line a simulation: how it ended, its certificate, its state; '-' is standard output", 5},
    {"certify", KEY_CERTIFY, "N", 0,
     "kernels, cuda: one step in N of each simulation is certified again by the host, and fails "
     "where "
     "that refutes it; 0: none (default: 64)",
     5},
    {"profile", KEY_PROFILE, NULL, 0, "cuda: say which parts of a step take the time", 5},
    {"hdf5", KEY_HDF5, "FILE", 0, "The same as arrays", 5},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  batch_request *r = parser->input;
  rg_error *e = &r->simulation.error;
  switch (key) {
  case ARGP_KEY_INIT: parser->child_inputs[0] = &r->simulation; return 0;
  case KEY_COUNT: take_int(e, "--count", text, 1, &r->count); return 0;
  case KEY_BACKEND: r->backend = text; return 0;
  case KEY_RANDOM: take_random(r, text); return 0;
  case KEY_CSV: r->csv = text; return 0;
  case KEY_CERTIFY: take_int(e, "--certify", text, 0, &r->certify); return 0;
  case KEY_PROFILE: r->profile = 1; return 0;
  case KEY_HDF5: r->hdf5 = text; return 0;
  case ARGP_KEY_END:
    if (r->simulation.controls.file)
      refuse_option(e, "--ctrl", "a table of controls is for one simulation: NAME=VALUE here");
    if (r->simulation.perturb > 0) refuse_option(e, "--perturb", "is --random qpos=X here");
    if (r->csv && r->hdf5 && strcmp(r->csv, r->hdf5) == 0)
      refuse_option(e, "--csv", "is the same file as --hdf5");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{&simulation_argp, 0, NULL, 0}, {0}};

const struct argp batch_argp = {
    .options = options,
    .parser = take,
    .children = children,
    .args_doc = "MODEL",
    .doc = "Simulate many copies of the MODEL, every step of every one certified. What becomes of "
           "one does not depend on the others, on their number, on --threads or on the order. One "
           "that cannot be solved stops alone and is counted.\vExamples:\n"
           "  rigor batch quadruped.xml --count 1000 --time 2 --random ctrl --random qpos=0.02\n"
           "  rigor batch gripper.xml --count 500 --random friction=0.5 --csv results.csv\n"
           "  rigor batch humanoid.xml --count 32768 --integrator euler --backend cuda\n\n"
           "Exit status: 0 all steps solved, 1 some not, 2 bad usage or bad input."};

/* --- the command ---------------------------------------------------------------------------------- */

/* threads that were asked for; 0: as many as there are */
static int asked_threads(const simulation_request *s, const rg_sim_options *chosen) {
  for (int k = 0; k < s->count; k++)
    if (strcmp(setting_name(s->settings[k].key), "threads") == 0) return chosen->threads;
  return 0;
}

/* steps in portions of a tenth of a second or so, for the line that says how far it is */
static rg_status step_all(batch_request *request, rg_batch *batch) {
  simulation_request *s = &request->simulation;
  double dt = rg_batch_used_options(batch)->sim.dt, begin = wall_seconds();
  progress p = progress_begin(!s->quiet && !s->json, "", dt * (double)request->steps);
  rg_status status = RG_OK;
  long done = 0, portion = 1;
  while (done < request->steps && !status && !interrupted()) {
    long now = portion < request->steps - done ? portion : request->steps - done;
    double start = wall_seconds();
    status = rg_batch_step(batch, (int)now, &s->error);
    double spent = wall_seconds() - start;
    if (spent < 0.1 && portion < 100000) portion *= 2;
    done += now;
    rg_batch_totals totals = rg_batch_sum(batch);
    progress_show(&p, dt * (double)done, totals.steps, totals.worst);
  }
  progress_end(&p);
  request->seconds = wall_seconds() - begin;
  if (status == RG_LIMIT) rg_error_clear(&s->error), status = RG_OK; // what was done is reported
  return status;
}

static int answer(batch_request *request, const rg_model *model, rg_batch *batch, rg_sim *pattern) {
  rg_status status = start_batch(request, batch, pattern);
  if (!status) status = step_all(request, batch);
  if (!status) status = write_batch(request, model, batch);
  if (status) return EXIT_BAD_INPUT;
  if (request->simulation.json) print_batch_json(request, batch);
  else if (!request->simulation.quiet) print_batch(request, batch);
  return rg_batch_sum(batch).unsolved || interrupted() ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

static int simulate_batch(batch_request *request) {
  simulation_request *s = &request->simulation;
  rg_model *model = NULL;
  rg_batch_options chosen;
  rg_batch *batch = NULL;
  rg_sim *pattern = NULL;
  int result = EXIT_BAD_INPUT;
  if (read_model(s, &model) != RG_OK) return result;
  if (rg_batch_options_from_model(model, &chosen, &s->error) == RG_OK &&
      choose_options(s, model, NULL, &chosen.sim) == RG_OK &&
      count_steps(s, chosen.sim.dt, &request->steps) == RG_OK) {
    chosen.count = request->count;
    chosen.backend = request->backend;
    chosen.profile = request->profile;
    if (request->certify >= 0) chosen.certify = (unsigned)request->certify;
    chosen.threads = asked_threads(s, &chosen.sim);
    chosen.sim.threads = 1;
    if (make_simulation(s, model, &chosen.sim, &pattern) == RG_OK &&
        set_start(s, pattern) == RG_OK && rg_batch_new(&batch, model, &chosen, &s->error) == RG_OK)
      result = answer(request, model, batch, pattern);
  }
  rg_batch_free(batch);
  rg_sim_free(pattern);
  forget_request(s);
  rg_model_free(model);
  return result;
}

int run_batch(int argc, char **argv) {
  batch_request request = {.simulation = simulation_request_default(), .count = 64, .certify = -1};
  rg_error *error = &request.simulation.error;
  argp_parse(&batch_argp, argc, argv, 0, NULL, &request);
  int json = request.simulation.json;
  if (error->status != RG_OK) return report_error(argv[0], error, json, 1);
  watch_interrupts();
  int result = simulate_batch(&request);
  if (error->status != RG_OK) return report_error(argv[0], error, json, 0);
  return result;
}
