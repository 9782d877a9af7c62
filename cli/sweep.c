/* rigor sweep SPEC: models x options x parameters, each combination a row, here or as one rank among others. */
#include "sweep_command.h"

#include "interrupt.h"
#include "json.h"
#include "tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  KEY_OUTPUT = 'o',
  KEY_QUIET = 'q',
  KEY_RESUME = 1024,
  KEY_RESTART,
  KEY_THREADS,
  KEY_TASK,
  KEY_SVG,
  KEY_PLOT,
  KEY_JSON
};

static const struct argp_option options[] = {
    {"output", KEY_OUTPUT, "FILE", 0, "A row a task; the ending tells the format: .h5, .hdf5, .csv",
     0},
    {"resume", KEY_RESUME, NULL, 0,
     "Go on with FILE where somebody stopped: what is done stays. Begins where there is nothing",
     0},
    {"restart", KEY_RESTART, NULL, 0, "Begin anew, whatever FILE has", 0},
    {"threads", KEY_THREADS, "N", 0,
     "Tasks at a time, from 1, each in a process of its own (default: as many as there are "
     "processors, 1 a rank under mpirun); the rows do not depend on it",
     0},
    {"task", KEY_TASK, "N", 0, "Do task N alone, here, and show its row; nothing is written", 0},
    {"svg", KEY_SVG, "FILE", 0,
     "A picture of one measure over the parameters of a grid: a curve over one, lines of equal "
     "value over two",
     0},
    {"plot", KEY_PLOT, "MEASURE", 0, "Which one, by the name of its column (default: the first)",
     0},
    {"json", KEY_JSON, NULL, 0, "One JSON object on standard output", 0},
    {"quiet", KEY_QUIET, NULL, 0, "Nothing but errors", 0},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  sweep_request *r = parser->input;
  rg_error *e = &r->error;
  switch (key) {
  case KEY_OUTPUT: r->orders.output = text; return 0;
  case KEY_RESUME: r->resume = 1; return 0;
  case KEY_RESTART: r->restart = 1; return 0;
  case KEY_THREADS: take_int(e, "--threads", text, 1, &r->orders.workers); return 0;
  case KEY_TASK: take_int(e, "--task", text, 0, &r->task); return 0;
  case KEY_SVG: r->svg = text; return 0;
  case KEY_PLOT: r->plot = text; return 0;
  case KEY_JSON: r->json = 1; return 0;
  case KEY_QUIET: r->quiet = 1; return 0;
  case ARGP_KEY_ARG:
    if (r->path) refuse_option(e, text, "is one argument too many");
    r->path = text;
    return 0;
  case ARGP_KEY_NO_ARGS: refuse_option(e, "SPEC", "is missing: what shall be done?"); return 0;
  case ARGP_KEY_END:
    if (!r->orders.output && r->task < 0)
      refuse_option(e, "--output", "is missing: where shall the rows go?");
    if (r->resume && r->restart) refuse_option(e, "--restart", "goes without --resume");
    if (r->plot && !r->svg) refuse_option(e, "--plot", "needs --svg FILE: where shall it go?");
    if (r->path && r->orders.output && strcmp(r->path, r->orders.output) == 0)
      refuse_option(e, "--output", "is the same file as SPEC");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp sweep_argp = {
    .options = options,
    .parser = take,
    .args_doc = "SPEC",
    .doc =
        "Do all tasks of a sweep: models x options x points of parameters x repeats, as the JSON "
        "file SPEC says (docs/cluster.md). A task is a simulation, every step certified; its "
        "measures become a row. One that crashes or hangs is a row with its reason. Killed at "
        "any time, --resume does the rest.\vExamples:\n"
        "  rigor sweep slopes.json -o slopes.h5\n"
        "  rigor sweep slopes.json -o slopes.h5 --resume\n"
        "  mpirun -n 64 rigor sweep slopes.json -o slopes.h5 --resume\n"
        "  rigor sweep slopes.json --task 417\n\n"
        "Exit status: 0 every task solved, 1 some not, or interrupted, 2 bad usage, bad input, "
        "or a file that could not be written."};

/* --- while it goes ------------------------------------------------------------------------------------ */

typedef struct teller {
  int shown, any;
  double begin;
  long before; /* tasks that were done when this began; -1: not known yet */
} teller;

static void tell(void *context, const sweep_rows *rows) {
  teller *t = context;
  (void)interrupted(); /* somebody has looked */
  if (!t->shown) return;
  if (t->before < 0) t->before = rows->done - 1;
  double wall = wall_seconds() - t->begin;
  double rate = (double)(rows->done - t->before) / wall;
  long bad = rows->done - rows->count[SWEEP_SOLVED];
  fprintf(stderr, "\r\033[K%ld of %ld tasks, %.3g a second, %.0f s left", rows->done, rows->tasks,
          rate, rate > 0 ? (double)(rows->tasks - rows->done) / rate : 0);
  if (bad) fprintf(stderr, ", %ld not solved", bad);
  fflush(stderr);
  t->any = 1;
}

/* --- at the end ---------------------------------------------------------------------------------------- */

static const char *first_reason(const sweep_rows *rows, sweep_state state, long *task) {
  for (*task = 0; *task < rows->tasks; ++*task)
    if (rows->state[*task] == state && rows->reason[*task]) return rows->reason[*task];
  return "";
}

static const char *status_text(const sweep_answer *a) {
  if (a->rows.done < a->rows.tasks) return "interrupted";
  return a->rows.count[SWEEP_SOLVED] == a->rows.tasks ? "solved" : "not all solved";
}

static void print_answer(const sweep_request *r, const sweep *s, const sweep_answer *a) {
  const sweep_rows *rows = &a->rows;
  long done = rows->done - a->before, task;
  printf("sweep     %s: %d model%s x %ld option%s x %ld point%s x %ld\n", r->path, s->models,
         s->models == 1 ? "" : "s", s->combinations, s->combinations == 1 ? "" : "s", s->points,
         s->points == 1 ? "" : "s", s->repeat);
  printf("tasks     %ld of %ld done, %ld of them before; %d rank%s, %d at a time\n", rows->done,
         rows->tasks, a->before, a->ranks, a->ranks == 1 ? "" : "s", a->workers);
  if (done > 0)
    printf("time      %.3g s, %.4g tasks/s; %.3g ms a task, %.3g ms of it overhead\n", a->seconds,
           (double)done / a->seconds, 1e3 * rows->seconds / (double)done,
           1e3 * (a->seconds * a->workers - rows->seconds) / (double)done);
  for (int k = SWEEP_SOLVED; k < SWEEP_STATES; k++) {
    if (!rows->count[k]) continue;
    const char *reason = first_reason(rows, (sweep_state)k, &task);
    printf("%-9s %ld", sweep_state_name((sweep_state)k), rows->count[k]);
    if (reason[0]) printf(", the first is task %ld: %s", task, reason);
    putchar('\n');
  }
  printf("written   %s\n", r->orders.output);
  if (rows->done < rows->tasks) puts("status    interrupted; --resume does the rest");
  else printf("status    %s\n", status_text(a));
}

static void print_answer_json(const sweep_request *r, const sweep *s, const sweep_answer *a) {
  const sweep_rows *rows = &a->rows;
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "spec", r->path);
  json_text(&w, "status", status_text(a));
  json_text(&w, "output", r->orders.output);
  json_int(&w, "models", s->models);
  json_long(&w, "options", s->combinations);
  json_long(&w, "points", s->points);
  json_long(&w, "repeat", s->repeat);
  json_long(&w, "tasks", rows->tasks);
  json_long(&w, "done", rows->done);
  json_long(&w, "before", a->before);
  for (int k = SWEEP_SOLVED; k < SWEEP_STATES; k++)
    json_long(&w, sweep_state_name((sweep_state)k), rows->count[k]);
  json_int(&w, "ranks", a->ranks);
  json_int(&w, "workers", a->workers);
  json_real(&w, "seconds", a->seconds);
  json_real(&w, "task_seconds", rows->seconds);
  json_real(&w, "results_seconds", a->finished);
  json_close(&w, '}');
  putchar('\n');
}

/* --- one task -------------------------------------------------------------------------------------------- */

static int show_task(sweep_request *r, const sweep *s) {
  char reason[256], options_text[512];
  sweep_state state;
  if (r->task >= s->tasks) {
    refuse_option(&r->error, "--task", "there are %ld tasks, from 0", s->tasks);
    return EXIT_BAD_INPUT;
  }
  double *value = calloc((size_t)s->width, sizeof *value);
  if (!value || sweep_do(s, r->task, value, &state, reason, sizeof reason, &r->error)) {
    if (!value) refuse_option(&r->error, "--task", "no memory is left");
    free(value);
    return EXIT_BAD_INPUT;
  }
  sweep_task task = sweep_task_at(s, r->task);
  printf("task      %d: model %s, point %ld, repeat %ld\n", r->task, s->model_name[task.model],
         task.point, task.repeat);
  if (s->options)
    printf("options   %s\n",
           sweep_combination_text(s, task.combination, options_text, sizeof options_text));
  for (int k = 0; k < s->parameters; k++)
    printf("%s %.17g\n", s->parameter[k].label, sweep_value(s, k, task.point));
  for (int k = 0; k < s->measures; k++) {
    fputs(s->measure[k].label, stdout);
    for (int i = 0; i < s->measure[k].width; i++) printf(" %.17g", value[s->measure[k].start + i]);
    putchar('\n');
  }
  printf("status    %s%s%s\n", sweep_state_name(state), reason[0] ? ": " : "", reason);
  free(value);
  return state == SWEEP_SOLVED ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* --- the command ------------------------------------------------------------------------------------------- */

/* the module for MPI: beside the program that was built, or where it is installed; NULL: there is none */
static const char *find_wire(char *path, size_t size) {
  static const char *const places[] = {"sweep", "../libexec/rigor"};
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  char *slash = strrchr(self, '/');
  if (!slash) return NULL;
  *slash = 0;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    snprintf(path, size, "%s/%s/rigor_sweep_mpi.so", self, places[k]);
    if (access(path, R_OK) == 0) return path;
  }
  return NULL;
}

static int do_sweep(sweep_request *r, const sweep *s) {
  char wire[4200];
  teller t = {.shown = !r->quiet && !r->json && isatty(STDERR_FILENO),
              .begin = wall_seconds(),
              .before = -1};
  sweep_answer answer;
  r->orders.begin = r->restart ? SWEEP_RESTART : r->resume ? SWEEP_RESUME : SWEEP_NEW;
  r->orders.wire = find_wire(wire, sizeof wire);
  r->orders.told = tell;
  r->orders.context = &t;
  watch_interrupts();
  interrupt_patience(10);
  if (s && r->svg && sweep_plot_check(r, s) != RG_OK) s = NULL;
  rg_status status = sweep_run(s, &r->orders, &answer, &r->error);
  if (t.any) fputs("\r\033[K", stderr);
  if (answer.rank > 0) { /* rank 0 speaks for all; a status here would have mpirun end it before it has spoken */
    rg_error_clear(&r->error);
    return EXIT_SOLVED;
  }
  int complete = !status && answer.rows.done == answer.rows.tasks;
  if (complete && r->svg) status = sweep_plot_write(r, s, &answer.rows);
  if (!status && r->json) print_answer_json(r, s, &answer);
  else if (!status && !r->quiet) print_answer(r, s, &answer);
  int solved = complete && answer.rows.count[SWEEP_SOLVED] == answer.rows.tasks;
  sweep_answer_free(&answer);
  return status ? EXIT_BAD_INPUT : solved ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

int run_sweep(int argc, char **argv) {
  sweep_request request = {.task = -1};
  rg_error *error = &request.error;
  sweep *s = NULL;
  argp_parse(&sweep_argp, argc, argv, 0, NULL, &request);
  if (error->status != RG_OK) return report_error(argv[0], error, request.json, 1);
  (void)sweep_read(&s, request.path, error);
  int result = EXIT_BAD_INPUT;
  if (request.task < 0) result = do_sweep(&request, s);
  else if (s) result = show_task(&request, s);
  sweep_free(s);
  if (error->status != RG_OK) return report_error(argv[0], error, request.json, 0);
  return result;
}
