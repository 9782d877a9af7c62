/* rigor run MODEL: simulates, records, and says for every step how exact it was. */
#include "run.h"

#include <rigor/report.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  KEY_CSV = 1024,
  KEY_CONTACTS,
  KEY_SENSORS,
  KEY_EVERY,
  KEY_SAVE,
  KEY_SAVE_EVERY,
  KEY_RESUME,
  KEY_DUMP,
  KEY_AT_STEP,
  KEY_HTML,
  KEY_LIVE,
  KEY_SVG,
  KEY_PNG,
  KEY_PNG_SCALE,
  KEY_CAMERA,
  KEY_PLOT
};

static const struct argp_option options[] = {
    {.doc = "What is written ('-' as FILE of --csv, --contacts or --sensors is standard output):",
     .group = 5},
    {"csv", KEY_CSV, "FILE", 0,
     "The motion, one line a step: time, qpos0.., qvel0.., energy, contacts, natural_map, "
     "iterations, and the balance of energy: kinetic, potential, the works, residual, corrected",
     5},
    {"contacts", KEY_CONTACTS, "FILE", 0,
     "The contacts, one line each: time, geoms, place, normal, gap, impulse, slip velocity, mode, "
     "bodies, force in the world, its normal part and friction",
     5},
    {"sensors", KEY_SENSORS, "FILE", 0,
     "All sensors, controls and forces of actuators, one line a step", 5},
    {"every", KEY_EVERY, "N", 0, "Record every N-th step only, from 1 (default: 1)", 5},
    {"html", KEY_HTML, "FILE", 0,
     "A page that shows the motion, the contact forces, plots and the proof; it needs no network",
     5},
    {"live", KEY_LIVE, NULL, 0,
     "The page of --html simulates by itself, as soon as it is opened and without rigor; others do "
     "so where their button is pressed",
     5},
    {"svg", KEY_SVG, "FILE", 0,
     "A picture: the motion from the side with traces, or what --plot names", 5},
    {"png", KEY_PNG, "FILE", 0, "The same picture as pixels", 5},
    {"png-scale", KEY_PNG_SCALE, "N", 0,
     "Its size: 0.25 to 16 times that of --svg, which is 640 x 400 or larger (default: 2)", 5},
    {"camera", KEY_CAMERA, "NAME", 0,
     "--png shows what a camera of the model sees at the end, by the lights of the model: its name "
     "or "
     "number, or home, front, side, top",
     5},
    {"plot", KEY_PLOT, "LIST", 0,
     "For --svg and --png: energy, balance, put-in, taken-out, unexplained, momentum, certificate, "
     "iterations, contacts, overlap, qpos0.., qvel0.., separated by commas; several become one "
     "file "
     "each, their names before the ending",
     5},
    {"save", KEY_SAVE, "FILE", 0, "Write a checkpoint at the end", 5},
    {"save-every", KEY_SAVE_EVERY, "S", 0,
     "Write it every S simulated seconds as well, above 0 (default: at the end only)", 5},
    {"resume", KEY_RESUME, "FILE", 0,
     "Start from a checkpoint; existing files of --csv, --contacts and --sensors are continued "
     "from "
     "its time",
     5},
    {"dump-problem", KEY_DUMP, "FILE", 0,
     "Write the contact problem of one step with its impulses; the ending tells the format: .json, "
     ".hdf5, .h5 (.dat, .txt: the problem only)",
     5},
    {"at-step", KEY_AT_STEP, "N", 0,
     "Which step that is, from 1 (default: the first that is not solved, else the last)", 5},
    {0}};

static void take_save_every(run_request *r, const char *text) {
  take_real(&r->simulation.error, "--save-every", text, 0, 0, HUGE_VAL, 0, &r->save_every);
}

static void take_png_scale(run_request *r, const char *text) {
  take_real(&r->simulation.error, "--png-scale", text, 0.25, 1, 16, 1, &r->png_scale);
}

static int is_same_file(const char *a, const char *b) {
  struct stat first, second;
  if (!a || !b) return 0;
  if (strcmp(a, b) == 0) return 1;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* nothing that is written may fall on something that is read, or on another thing that is written */
static void check_places(run_request *r) {
  const struct {
    const char *option, *path;
  } files[] = {{"--csv", r->csv},
               {"--contacts", r->contacts},
               {"--sensors", r->sensors},
               {"--save", r->save},
               {"--dump-problem", r->dump},
               {"--html", r->html},
               {"--svg", r->svg},
               {"--png", r->png},
               {"MODEL", r->simulation.path},
               {"--ctrl", r->simulation.controls.file}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    for (size_t j = 0; j < i; j++)
      if (is_same_file(files[i].path, files[j].path))
        refuse_option(&r->simulation.error, files[j].option, "is the same file as %s",
                      files[i].option);
  for (int j = 0; j < 3; j++)
    if (is_same_file(files[j].path, r->resume))
      refuse_option(&r->simulation.error, files[j].option, "is the same file as --resume");
}

/* what is written at the end must not turn out impossible only then */
static rg_status check_writable(run_request *r, const char *path) {
  struct stat facts;
  if (!path) return RG_OK;
  int exists = stat(path, &facts) == 0;
  const char *slash = strrchr(path, '/');
  char folder[4096] = ".";
  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
  if (exists && S_ISDIR(facts.st_mode)) errno = EISDIR;
  else if (exists ? access(path, W_OK) == 0 : access(folder, W_OK) == 0) return RG_OK;
  rg_error *e = &r->simulation.error;
  refuse_option(e, "", "%s", strerror(errno));
  snprintf(e->file, sizeof e->file, "%s", path);
  return e->status;
}

/* the format of a problem file follows from its name */
static int is_problem_name(const char *path) {
  static const char *const endings[] = {".json", ".hdf5", ".h5", ".dat", ".txt"};
  size_t length = strlen(path);
  for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
    size_t tail = strlen(endings[k]);
    if (length > tail && strcasecmp(path + length - tail, endings[k]) == 0) return 1;
  }
  return 0;
}

static int is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

/* options that do not go together, or need another one */
static void check_request(run_request *r) {
  rg_error *e = &r->simulation.error;
  const char *out = is_standard(r->csv)        ? "csv"
                    : is_standard(r->contacts) ? "contacts"
                    : is_standard(r->sensors)  ? "sensors"
                                               : NULL;
  check_places(r);
  if (out && r->simulation.json)
    refuse_option(e, "--json", "needs standard output for itself: give --%s a file", out);
  if (r->html && !rg_has_scene_page()) refuse_option(e, "--html", "%s", rg_scene_page_missing());
  if (r->live && !r->html)
    refuse_option(e, "--live", "needs --html FILE: which page is to simulate?");
  if (r->live && !rg_has_scene_engine())
    refuse_option(e, "--live", "%s", rg_scene_engine_missing());
  if (r->plot && !r->svg && !r->png)
    refuse_option(e, "--plot", "needs --svg FILE or --png FILE: where shall it go?");
  if (r->png_scale > 0 && !r->png)
    refuse_option(e, "--png-scale", "needs --png FILE: where shall it go?");
  if (r->camera && !r->png)
    refuse_option(e, "--camera", "needs --png FILE: where shall the picture go?");
  if (r->camera && r->plot && !r->svg)
    refuse_option(e, "--plot", "needs --svg FILE beside --camera: --png shows what that sees");
  if (r->save_every > 0 && !r->save)
    refuse_option(e, "--save-every", "needs --save FILE: where shall the checkpoints go?");
  if (r->at_step > 0 && !r->dump)
    refuse_option(e, "--at-step", "needs --dump-problem FILE: where shall the problem go?");
  if (r->dump && !is_problem_name(r->dump))
    refuse_option(e, "--dump-problem", "'%.200s' ends in none of .json .hdf5 .h5 .dat .txt",
                  r->dump);
  if (r->resume && (r->simulation.key || r->simulation.perturb > 0))
    refuse_option(e, "--resume", "is a start already: leave out %s",
                  r->simulation.key ? "--key" : "--perturb");
}

static error_t take(int key, char *text, struct argp_state *parser) {
  run_request *r = parser->input;
  rg_error *e = &r->simulation.error;
  switch (key) {
  case ARGP_KEY_INIT: parser->child_inputs[0] = &r->simulation; return 0;
  case KEY_CSV: r->csv = text; return 0;
  case KEY_CONTACTS: r->contacts = text; return 0;
  case KEY_SENSORS: r->sensors = text; return 0;
  case KEY_EVERY: take_int(e, "--every", text, 1, &r->every); return 0;
  case KEY_SAVE: r->save = text; return 0;
  case KEY_SAVE_EVERY: take_save_every(r, text); return 0;
  case KEY_RESUME: r->resume = text; return 0;
  case KEY_HTML: r->html = text; return 0;
  case KEY_LIVE: r->live = 1; return 0;
  case KEY_SVG: r->svg = text; return 0;
  case KEY_PNG: r->png = text; return 0;
  case KEY_PNG_SCALE: take_png_scale(r, text); return 0;
  case KEY_CAMERA: r->camera = text; return 0;
  case KEY_PLOT: r->plot = text; return 0;
  case KEY_DUMP: r->dump = text; return 0;
  case KEY_AT_STEP: take_int(e, "--at-step", text, 1, &r->at_step); return 0;
  case ARGP_KEY_END: check_request(r); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{.argp = &simulation_argp}, {0}};

const struct argp run_argp = {
    .options = options,
    .parser = take,
    .children = children,
    .args_doc = "MODEL",
    .doc =
        "Simulate the model in the file MODEL, MJCF, URDF or SDFormat, with exact friction, and "
        "say how "
        "exact "
        "every step was. Options go before the settings of the model file, those before the "
        "defaults.\vExamples:\n"
        "  rigor run box.xml                               one second, and a summary\n"
        "  rigor run box.xml --time 60 --dt 0.002          longer, with larger steps\n"
        "  rigor run box.xml --csv motion.csv --contacts contacts.csv\n"
        "  rigor run box.xml --html box.html               a page to look at\n"
        "  rigor run box.xml --plot energy --svg energy.svg\n"
        "  rigor run box.xml --png box.png                 the motion from the side\n"
        "  rigor run box.xml --json | jq .worst_certificate\n"
        "  rigor run box.xml --solver lemke --law pyramid:12\n"
        "  rigor run arm.xml --key 1 --integrator moreau --coordinates redundant\n"
        "  rigor run box.xml --save a.state && rigor run box.xml --resume a.state\n"
        "  rigor run box.xml --dump-problem step.json --at-step 40\n\n"
        "Ctrl-C ends the run within a second, after the last whole step; what was recorded "
        "until then "
        "is written.\n"
        "Exit status: 0 every step solved, 1 a step not solved or interrupted, 3 steps above the "
        "tolerance by rounding alone, 2 bad usage, bad "
        "input, or a file that could not be written."};

static int fail(const char *program, const run_request *request, int usage) {
  return report_error(program, &request->simulation.error, request->simulation.json, usage);
}

static rg_status begin(run_request *request, rg_sim *sim) {
  if (!request->resume) return set_start(&request->simulation, sim);
  rg_status status = rg_sim_load(sim, request->resume, &request->simulation.error);
  snprintf(request->notice, sizeof request->notice, "%s", rg_sim_report(sim)->reason);
  if (status == RG_OK) status = check_state(&request->simulation, sim, request->resume);
  return status == RG_OK ? start_controls(&request->simulation, sim) : status;
}

/* the summary goes where the record does not */
static void tell(const run_request *request, const run_answer *answer) {
  int record_out =
      is_standard(request->csv) || is_standard(request->contacts) || is_standard(request->sensors);
  if (request->simulation.json) print_run_json(request, answer);
  else if (!request->simulation.quiet) print_run(record_out ? stderr : stdout, request, answer);
}

/* runs, tells; the simulation is the caller's to free */
static int answer_request(const char *program, run_request *request, run_answer *answer) {
  simulation_request *simulation = &request->simulation;
  double dt = rg_sim_used_options(answer->sim)->dt;
  if (count_steps(simulation, dt, &answer->steps_wanted) != RG_OK) return fail(program, request, 1);
  if (request->at_step > answer->steps_wanted) {
    refuse_option(&simulation->error, "--at-step", "there are only %ld steps",
                  answer->steps_wanted);
    return fail(program, request, 1);
  }
  if (check_writable(request, request->save) != RG_OK ||
      check_writable(request, request->dump) != RG_OK ||
      check_writable(request, request->html) != RG_OK ||
      check_writable(request, request->svg) != RG_OK ||
      check_writable(request, request->png) != RG_OK || begin(request, answer->sim) != RG_OK)
    return fail(program, request, 0);
  answer->start = rg_sim_misplaced(answer->sim);
  rg_status status = run_steps(request, answer);
  if (status != RG_OK) {
    // the motion so far is worth telling, unless one object is all that may be printed
    if (!simulation->json && answer->tally.steps > 0) tell(request, answer);
    return fail(program, request, 0);
  }
  tell(request, answer);
  if (answer->last_status == RG_BAD_INPUT || answer->last_status == RG_NO_MEMORY) {
    // the summary has the reason, where there is one
    const char *reason = rg_sim_report(answer->sim)->reason;
    refuse_option(&simulation->error, "", "step %ld: %s", answer->tally.tried, reason);
    return simulation->quiet && !simulation->json ? fail(program, request, 0) : EXIT_BAD_INPUT;
  }
  return answer->interrupted ? EXIT_NOT_SOLVED : tally_exit(&answer->tally);
}

int run_run(int argc, char **argv) {
  run_request request = {.simulation = simulation_request_default(), .every = 1};
  simulation_request *simulation = &request.simulation;
  argp_parse(&run_argp, argc, argv, 0, NULL, &request);
  if (simulation->error.status != RG_OK) return fail(argv[0], &request, 1);
  rg_model *model = NULL;
  rg_sim_options chosen;
  run_answer answer = {0};
  if (read_model(simulation, &model) != RG_OK) return fail(argv[0], &request, 0);
  int result = EXIT_BAD_INPUT;
  if (choose_options(simulation, model, NULL, &chosen) != RG_OK ||
      make_simulation(simulation, model, &chosen, &answer.sim) != RG_OK)
    fail(argv[0], &request, 0);
  else {
    answer.model = model;
    result = answer_request(argv[0], &request, &answer);
  }
  rg_sim_free(answer.sim);
  forget_request(simulation);
  rg_model_free(model);
  return result;
}
