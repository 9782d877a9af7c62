/* rigor bench [SCENE...]: our speed and what it keeps of the laws, beside every peer that is
   installed. */
#include "bench.h"

#include "commands.h"
#include "interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  KEY_QUICK = 256,
  KEY_CSV,
  KEY_JSON,
  KEY_HTML,
  KEY_MODELS,
  KEY_DATA,
  KEY_PROBLEMS,
  KEY_SECONDS,
  KEY_REPEATS,
  KEY_SPHERES,
  KEY_WALL,
  KEY_THREADS,
  KEY_MEMORY,
  KEY_STEPS,
  KEY_DUMP
};

/* --- what was asked for --------------------------------------------------------------------- */

/* scenes, then "scaling" and "robots" */
static const char *name_at(int index) {
  int beyond = index - bench_scene_count();
  return beyond < 0 ? bench_scenes[index].name : beyond == 0 ? "scaling" : "robots";
}

static void choose(bench_request *request, const char *name) {
  if (strcmp(name, "scaling") == 0) {
    request->scaling = 1;
    return;
  }
  if (strcmp(name, "robots") == 0) {
    request->robots = 1;
    return;
  }
  if (bench_find_scene(name)) {
    if (request->count < BENCH_SCENES_MOST) request->names[request->count++] = name;
    return;
  }
  const char *near = nearest_name(name, name_at, bench_scene_count() + 2);
  if (near) refuse_option(&request->error, name, "is no scene; did you mean '%s'?", near);
  else refuse_option(&request->error, name, "is no scene; 'rigor help bench' lists them");
}

static const struct argp_option options[] = {
    {.name = "quick",
     .key = KEY_QUICK,
     .doc = "A few steps of each, one round: a look, no measurement"},
    {.name = "csv",
     .key = KEY_CSV,
     .arg = "FILE",
     .doc = "Write a line for every engine on every scene"},
    {.name = "html", .key = KEY_HTML, .arg = "FILE", .doc = "Write one page with tables and plots"},
    {.name = "json", .key = KEY_JSON, .doc = "Print one JSON object and nothing else"},
    {.name = "seconds",
     .key = KEY_SECONDS,
     .arg = "S",
     .doc = "Processor time of one round of one engine at most (default: 4, pile 60, spheres1000 "
            "90, quick 1)"},
    {.name = "repeats",
     .key = KEY_REPEATS,
     .arg = "N",
     .doc = "Rounds at most (default: 3, quick 1)"},
    {.name = "threads",
     .key = KEY_THREADS,
     .arg = "N",
     .doc = "scaling --spheres, --wall: threads of the simulation (default: 1)"},
    {.name = "memory",
     .key = KEY_MEMORY,
     .arg = "BYTES",
     .doc =
         "Most memory that is taken, k, M, G allowed (default: three quarters of the machine's)"},
    {.name = "spheres",
     .key = KEY_SPHERES,
     .arg = "N",
     .doc = "scaling: one crowd of N spheres that touch on all sides, with its peak memory"},
    {.name = "wall",
     .key = KEY_WALL,
     .arg = "N",
     .doc = "scaling: the same of a wall of N boxes, each on two of the course below"},
    {.name = "steps", .key = KEY_STEPS, .arg = "N", .doc = "Its steps (default: 16)"},
    {.name = "models", .key = KEY_MODELS, .arg = "DIR", .doc = "Where our scenes are"},
    {.name = "data",
     .key = KEY_DATA,
     .arg = "DIR",
     .doc = "Where the scenes are that are not ours (default: ../shared/data beside the sources)"},
    {.name = "dump",
     .key = KEY_DUMP,
     .arg = "DIR",
     .doc = "Write the last contact problem of each scene, for --problems"},
    {.name = "problems",
     .key = KEY_PROBLEMS,
     .arg = "DIR",
     .doc = "Contact problems from files instead of scenes, beside Siconos' solvers"},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  bench_request *r = parser->input;
  switch (key) {
  case KEY_QUICK: r->quick = 1; return 0;
  case KEY_CSV: r->csv = text; return 0;
  case KEY_HTML: r->html = text; return 0;
  case KEY_JSON: r->json = 1; return 0;
  case KEY_SECONDS:
    take_real(&r->error, "--seconds", text, 0, 0, HUGE_VAL, 0, &r->seconds);
    r->told = 1;
    return 0;
  case KEY_REPEATS: take_int(&r->error, "--repeats", text, 1, &r->repeats); return 0;
  case KEY_MEMORY: take_memory(&r->error, text); return 0;
  case KEY_THREADS: take_int(&r->error, "--threads", text, 1, &r->threads); return 0;
  case KEY_SPHERES: take_int(&r->error, "--spheres", text, 1, &r->spheres); return 0;
  case KEY_WALL: take_int(&r->error, "--wall", text, 1, &r->wall); return 0;
  case KEY_STEPS: take_int(&r->error, "--steps", text, 1, &r->steps); return 0;
  case KEY_MODELS: r->models = text; return 0;
  case KEY_DATA: r->data = text; return 0;
  case KEY_DUMP: r->dump = text; return 0;
  case KEY_PROBLEMS: r->problems = text; return 0;
  case ARGP_KEY_ARG: choose(r, text); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp bench_argp = {
    .options = options,
    .parser = take,
    .args_doc = "[SCENE...]",
    .doc =
        "Measure rigor on this machine: steps per second of processor time, certificate included, "
        "and "
        "what is left of the laws of contact, beside every peer that is installed (MuJoCo, ODE) on "
        "the "
        "same scene. Rigor and peers take turns; the least time of the rounds counts. Scenes: "
        "pendulum-pin, pendulum-ball, humanoid, quadruped, tower, wall, pile, humanoids22, humanoids100, "
        "spheres1000 "
        "(default: all of them); robots: every robot in models/menagerie of --data, from its "
        "reference configuration, its keyframes, and held there; scaling: how the cost grows with "
        "the size of chains and piles.\v"
        "Examples:\n"
        "  rigor bench --quick\n"
        "  rigor bench pile wall --html bench.html\n"
        "  rigor bench --csv bench.csv\n"
        "  rigor bench robots\n"
        "  rigor bench scaling\n"
        "  rigor bench scaling --spheres 100000\n"
        "  rigor bench --problems problems/\n\n"
        "Exit status: 0 measured, whatever came out; 1 a step of ours was not solved, or "
        "interrupted; "
        "2 bad usage, bad input, or a file that could not be written."};

/* --- folders -------------------------------------------------------------------------------- */

static int is_folder(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

/* beside the installed program */
static const char *installed_models(void) {
  static char path[BENCH_PATH];
  char program[BENCH_PATH - 64];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = 0;
  char *slash = strrchr(program, '/');
  if (!slash) return "";
  *slash = 0;
  snprintf(path, sizeof path, "%s/../share/rigor/models", program);
  return path;
}

/* options of one part only */
static void check_parts(bench_request *r) {
  int crowd = r->spheres || r->wall;
  if ((crowd || r->steps) && !r->scaling)
    refuse_option(&r->error,
                  r->spheres ? "--spheres"
                  : r->wall  ? "--wall"
                             : "--steps",
                  "belongs to 'rigor bench scaling'");
  else if (r->spheres && r->wall) refuse_option(&r->error, "--wall", "does not go with --spheres");
  else if (r->steps && !crowd) refuse_option(&r->error, "--steps", "needs --spheres or --wall");
  else if (r->threads && !crowd) refuse_option(&r->error, "--threads", "needs --spheres or --wall");
}

static rg_status find_folders(bench_request *r) {
  const char *const places[] = {RIGOR_SOURCE_DIR "/models", installed_models(),
                                RIGOR_DATA_DIR "/models"};
  if (r->models && !is_folder(r->models))
    return refuse_option(&r->error, "--models", "'%.150s' is no folder", r->models);
  if (r->data && !is_folder(r->data))
    return refuse_option(&r->error, "--data", "'%.150s' is no folder", r->data);
  if (r->dump && !is_folder(r->dump))
    return refuse_option(&r->error, "--dump", "'%.150s' is no folder", r->dump);
  for (int k = 0; k < 3 && !r->models; k++)
    if (is_folder(places[k])) r->models = places[k];
  if (!r->models)
    return refuse_option(&r->error, "--models", "is needed: the scenes are not there");
  if (!r->data && is_folder(RIGOR_SOURCE_DIR "/../shared/data"))
    r->data = RIGOR_SOURCE_DIR "/../shared/data";
  if (r->robots && !r->data)
    return refuse_option(&r->error, "--data", "is needed: robots did not come with rigor");
  return RG_OK;
}

/* --- marks ---------------------------------------------------------------------------------- */

/* how fast this machine is for MuJoCo 2.2.2 against the one where the marks were set; 0: not
   known, or not on the whole scene, which is what they were set on */
static double machine_factor(const bench_result *r) {
  const bench_row *peer = &r->rows[1];
  if (r->count < 2 || r->scene->mark.reference <= 0) return 0;
  if (strncmp(peer->engine, "MuJoCo 2.2.2", 12) != 0 || peer->steps < r->scene->steps) return 0;
  return bench_speed(peer) / r->scene->mark.reference;
}

/* a scene's own factor where there is one, else the geometric mean of the others */
static void scale_marks(bench_answer *answer) {
  double logs = 0;
  int known = 0;
  for (int k = 0; k < answer->count; k++) {
    double factor = machine_factor(&answer->results[k]);
    if (factor > 0) logs += log(factor), known++;
  }
  for (int k = 0; k < answer->count; k++) {
    bench_result *r = &answer->results[k];
    double own = machine_factor(r);
    if (r->scene->beside_peers) {
      for (int i = 1; i < r->count; i++) r->mark = fmax(r->mark, bench_speed(&r->rows[i]));
      r->scaled = 3;
      continue;
    }
    r->scaled = own > 0 ? 1 : known > 0 ? 2 : 0;
    r->mark = r->scene->mark.wanted * (own > 0 ? own : known > 0 ? exp(logs / known) : 1);
  }
}

/* --- running -------------------------------------------------------------------------------- */

static void show_progress(const bench_request *request, const char *name) {
  if (request->json || !isatty(STDERR_FILENO)) return;
  if (name) fprintf(stderr, "\r\033[K%s ...", name);
  else fputs("\r\033[K", stderr);
  fflush(stderr);
}

static void run_scenes(const bench_request *request, bench_answer *answer) {
  double load[1] = {0};
  int all = request->count == 0 && !request->robots;
  int wanted = all ? bench_scene_count() : request->count;
  int robots = request->robots
                   ? bench_list_robots(request->data, answer->robots, BENCH_SCENES_MOST - wanted)
                   : 0;
  watch_interrupts();
  bench_describe_machine(answer);
  if (getloadavg(load, 1) == 1) answer->load[0] = load[0];
  for (int k = 0; k < wanted + robots && !interrupted(); k++) {
    const bench_scene *scene = k >= wanted ? &answer->robots[k - wanted]
                               : all       ? &bench_scenes[k]
                                           : bench_find_scene(request->names[k]);
    show_progress(request, scene->name);
    bench_run_scene(request, scene, &answer->results[answer->count++]);
  }
  show_progress(request, NULL);
  if (getloadavg(load, 1) == 1) answer->load[1] = load[0];
  answer->interrupted = interrupted();
  scale_marks(answer);
}

static int exit_status(const bench_answer *answer) {
  if (answer->interrupted) return EXIT_NOT_SOLVED;
  for (int k = 0; k < answer->count; k++)
    if (answer->results[k].rows[0].unsolved > 0) return EXIT_NOT_SOLVED;
  return EXIT_SOLVED;
}

static int finish(bench_request *request, const bench_answer *answer, const char *program) {
  rg_page *page = bench_make_page(request, answer);
  rg_status status = RG_OK;
  if (request->html) status = rg_page_write_html(page, request->html, &request->error);
  if (!status && request->csv) status = bench_write_csv(answer, request->csv, &request->error);
  if (request->json && !status) bench_print_json(answer);
  else if (!status) {
    int colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    status = rg_page_print(page, stdout, colour, &request->error);
  }
  rg_page_free(page);
  if (status) return report_error(program, &request->error, request->json, 0);
  return exit_status(answer);
}

int run_bench(int argc, char **argv) {
  bench_request request = {0};
  argp_parse(&bench_argp, argc, argv, 0, NULL, &request);
  if (request.seconds == 0) request.seconds = request.quick ? 1 : 4;
  if (request.repeats == 0) request.repeats = request.quick ? 1 : 3;
  if (request.error.status == RG_OK) check_parts(&request);
  if (request.error.status == RG_OK) (void)find_folders(&request);
  if (request.error.status != RG_OK) return report_error(argv[0], &request.error, request.json, 1);
  if (request.problems || request.scaling) {
    int result = request.problems ? bench_run_problems(&request) : bench_run_scaling(&request);
    if (request.error.status != RG_OK)
      return report_error(argv[0], &request.error, request.json, 0);
    return result;
  }
  static bench_answer answer;
  run_scenes(&request, &answer);
  return finish(&request, &answer, argv[0]);
}
