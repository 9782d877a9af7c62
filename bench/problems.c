/* bench_problems: rigor and Siconos side by side on the same contact problems, LCPs and MLCPs, in
   one run. Every answer is judged by the natural map relative to ||c||, computed in case.c. First
   every peer solver is tried once (screening), then the best few and rigor take turns (final). */
#include "case.h"
#include "child.h"
#include "ours.h"
#include "siconos.h"

#include <rigor/base.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { FINALISTS = 3, FILES_MAX = 4096, CLASSES = 3 };

typedef struct settings {
  double tol, cap, budget;
  int repeats, quick, all;
  FILE *csv;
} settings;

/* what one run reached; the order of `runs` and `outcomes` is the same */
typedef struct match {
  bench_outcome ours;
  double reduction; /* s: Siconos's reduction of a global problem, 0 for others */
  siconos_run runs[SICONOS_RUNS_MAX];
  bench_outcome outcomes[SICONOS_RUNS_MAX];
  int count;
  int best_solve, best_total; /* -1: none */
} match;

typedef struct tally {
  int files, ours, theirs, both, none, untried;
  double log_total, log_solve;
} tally;

static const char *const class_names[CLASSES] = {"contact", "LCP", "MLCP"};

/* Siconos's time with everything it needs, as far as it is known */
static double full_time(const match *m, int i) {
  return m->outcomes[i].total + (m->runs[i].reduced ? m->reduction : 0);
}

static void find_best(match *m) {
  m->best_solve = m->best_total = -1;
  for (int i = 0; i < m->count; i++) {
    if (!m->outcomes[i].solved) continue;
    if (m->best_solve < 0 || m->outcomes[i].solve < m->outcomes[m->best_solve].solve)
      m->best_solve = i;
    if (m->best_total < 0 || full_time(m, i) < full_time(m, m->best_total)) m->best_total = i;
  }
}

/* --- the two phases --- */

static bench_outcome run_ours(const bench_case *one, const settings *s, double budget) {
  bench_ours job = {one, s->tol, budget};
  return bench_isolate(bench_ours_job, &job, s->cap, s->cap + budget);
}

/* a solver that is silent for longer than twice the best so far cannot be the best */
static bench_outcome run_siconos(const bench_case *one, const settings *s, const match *m, int i,
                                 double tolerance, double budget) {
  siconos_task task = {one, m->runs[i], s->tol, tolerance, budget};
  double silence = s->cap;
  if (!s->all && m->best_solve >= 0)
    silence = fmin(s->cap, 0.1 + 2 * m->outcomes[m->best_solve].solve);
  return bench_isolate(siconos_job, &task, silence + budget, s->cap + budget);
}

/* the faster of dense and sparse; infinite where neither works */
static double time_reduction(const bench_case *one, const settings *s, double budget) {
  static const int storages[] = {SICONOS_STORE_DENSE, SICONOS_STORE_SPARSE};
  double best = HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    siconos_task task = {one, {NULL, storages[k], 1}, s->tol, 0, budget};
    best = fmin(best, bench_isolate(siconos_reduction_job, &task, s->cap, s->cap).total);
  }
  return best;
}

static void screen(const bench_case *one, const settings *s, match *m) {
  m->count = siconos_list(one, s->quick, m->runs);
  m->best_solve = m->best_total = -1;
  m->ours = run_ours(one, s, s->budget / 10);
  if (m->count > 0 && bench_is_global(&one->problem))
    m->reduction = time_reduction(one, s, s->budget);
  for (int i = 0; i < m->count; i++) {
    m->outcomes[i] = run_siconos(one, s, m, i, 0, s->budget / 10);
    find_best(m);
  }
}

/* is run i among the fastest few, by solve or by total time? */
static int is_finalist(const match *m, int i) {
  int faster_solve = 0, faster_total = 0;
  if (!m->outcomes[i].solved) return 0;
  for (int j = 0; j < m->count; j++) {
    if (!m->outcomes[j].solved) continue;
    faster_solve += m->outcomes[j].solve < m->outcomes[i].solve;
    faster_total += full_time(m, j) < full_time(m, i);
  }
  return faster_solve < FINALISTS || faster_total < FINALISTS;
}

static void keep_least(bench_outcome *kept, const bench_outcome *next) {
  if (!next->solved) return;
  kept->setup = fmin(kept->setup, next->setup);
  kept->solve = fmin(kept->solve, next->solve);
  kept->total = fmin(kept->total, next->total);
}

/* rigor and the finalists take turns */
static void compete(const bench_case *one, const settings *s, match *m) {
  int finalist[SICONOS_RUNS_MAX];
  for (int i = 0; i < m->count; i++) finalist[i] = is_finalist(m, i);
  for (int round = 0; round < s->repeats; round++) {
    bench_outcome next = run_ours(one, s, s->budget);
    keep_least(&m->ours, &next);
    for (int i = 0; i < m->count; i++) {
      if (!finalist[i]) continue;
      next = run_siconos(one, s, m, i, m->outcomes[i].tolerance, s->budget);
      keep_least(&m->outcomes[i], &next);
    }
  }
  find_best(m);
}

/* --- the table --- */

static const char *short_time(double seconds, char *text, size_t size) {
  if (!(seconds < HUGE_VAL)) snprintf(text, size, "-");
  else if (seconds < 1e-3) snprintf(text, size, "%.2f us", 1e6 * seconds);
  else if (seconds < 1) snprintf(text, size, "%.3f ms", 1e3 * seconds);
  else snprintf(text, size, "%.3f s", seconds);
  return text;
}

static const char *ratio_text(double ours, double theirs, int both, char *text, size_t size) {
  if (both) snprintf(text, size, "%.2f", ours / theirs);
  else snprintf(text, size, "-");
  return text;
}

static void print_header(void) {
  printf("%-42s %6s %10s %10s %10s %8s %-12s %10s %10s %-32s %8s %7s %7s\n", "file", "size",
         "set-up", "solve", "total", "map", "by", "S. total", "S. solve", "Siconos solver",
         "S. map", "total/", "solve/");
}

static void print_row(const bench_case *one, const match *m) {
  char t[7][32], name[64] = "-";
  int best = m->best_solve, full = m->best_total, both = m->ours.solved && best >= 0;
  int size = one->problem.contacts > 0 ? one->problem.contacts : one->n;
  double their_solve = best >= 0 ? m->outcomes[best].solve : HUGE_VAL;
  double their_total = full >= 0 ? full_time(m, full) : HUGE_VAL;
  if (best >= 0) siconos_run_name(&m->runs[best], name, (int)sizeof name);
  printf("%-42s %6d %10s %10s %10s %8.1e %-12s %10s %10s %-32s %8.1e %7s %7s\n", one->name, size,
         short_time(m->ours.setup, t[0], 32), short_time(m->ours.solve, t[1], 32),
         short_time(m->ours.total, t[2], 32), m->ours.natural, m->ours.note,
         short_time(their_total, t[3], 32), short_time(their_solve, t[4], 32), name,
         best >= 0 ? m->outcomes[best].natural : (double)NAN,
         ratio_text(m->ours.total, their_total, both, t[5], 32),
         ratio_text(m->ours.solve, their_solve, both, t[6], 32));
  if (full >= 0 && full != best)
    printf("%-42s %6s %-54s Siconos total is of: %s\n", "", "", "",
           siconos_run_name(&m->runs[full], name, (int)sizeof name));
  fflush(stdout);
}

static void add_to(tally *sum, const match *m) {
  int theirs = m->best_solve >= 0;
  sum->files++;
  sum->ours += m->ours.solved;
  sum->theirs += theirs;
  sum->none += !m->ours.solved && !theirs;
  sum->untried += m->count == 0;
  if (!m->ours.solved || !theirs) return;
  sum->both++;
  sum->log_total += log(m->ours.total / full_time(m, m->best_total));
  sum->log_solve += log(m->ours.solve / m->outcomes[m->best_solve].solve);
}

static void print_tally(const char *name, const tally *sum) {
  if (sum->files == 0) return;
  printf("%-8s %3d files; solved by rigor %d, by any Siconos solver %d, by both %d, by neither %d",
         name, sum->files, sum->ours, sum->theirs, sum->both, sum->none);
  if (sum->untried > 0) printf("; not handed to Siconos %d", sum->untried);
  if (sum->both > 0)
    printf("; geometric mean of rigor/Siconos: total %.2f, solve only %.2f",
           exp(sum->log_total / sum->both), exp(sum->log_solve / sum->both));
  printf("\n");
}

static void print_summary(const tally *classes, const settings *s) {
  tally all = {0};
  printf("\n");
  for (int k = 0; k < CLASSES; k++) {
    print_tally(class_names[k], &classes[k]);
    all.files += classes[k].files;
    all.ours += classes[k].ours;
    all.theirs += classes[k].theirs;
    all.both += classes[k].both;
    all.none += classes[k].none;
    all.untried += classes[k].untried;
    all.log_total += classes[k].log_total;
    all.log_solve += classes[k].log_solve;
  }
  print_tally("all", &all);
  printf("\nsolved: natural map <= %g ||c||, computed by this program for both.\n", s->tol);
  printf("rigor runs one method, its default; Siconos has the best of all its solvers and "
         "storages, found afterwards file by file.\n");
  printf(
      "total: rigor rg_solver_new + rg_solver_solve (copies and checks the problem); Siconos the "
      "driver "
      "call alone, and for global\n"
      "problems its reduction to local form where a local solver is used. solve: rg_solver_solve; "
      "Siconos the driver call alone.\n");
}

/* --- csv: a line for every solver on every file --- */

static void read_cpu(char *model, size_t size) {
  char line[512];
  FILE *file = fopen("/proc/cpuinfo", "r");
  snprintf(model, size, "unknown");
  while (file && fgets(line, sizeof line, file)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(model, size, "%s", colon + 2);
    break;
  }
  if (file) fclose(file);
}

static void csv_header(FILE *csv) {
  struct utsname system;
  char cpu[128];
  if (!csv) return;
  uname(&system);
  read_cpu(cpu, sizeof cpu);
  fprintf(csv, "# %s %s %s; cpu %s; rigor %s; Siconos %s\n", system.sysname, system.release,
          system.machine, cpu, rg_version(), siconos_version());
  fprintf(csv, "file,class,size,program,solver,status,tolerance,setup_s,solve_s,total_s,natural_"
               "map_relative\n");
}

static void csv_line(FILE *csv, const bench_case *one, const char *program, const char *solver,
                     const bench_outcome *out, double total) {
  int size = one->problem.contacts > 0 ? one->problem.contacts : one->n;
  fprintf(csv, "%s,%s,%d,%s,%s,%s,%.3g,%.4g,%.4g,%.4g,%.3g\n", one->name,
          class_names[one->problem.kind], size, program, solver, out->solved ? "solved" : out->note,
          out->tolerance, out->setup, out->solve, total, out->natural);
}

static void csv_file(FILE *csv, const bench_case *one, const match *m) {
  char name[64];
  if (!csv) return;
  csv_line(csv, one, "rigor", m->ours.note, &m->ours, m->ours.total);
  for (int i = 0; i < m->count; i++)
    csv_line(csv, one, "siconos", siconos_run_name(&m->runs[i], name, (int)sizeof name),
             &m->outcomes[i], full_time(m, i));
  fflush(csv);
}

/* --- files and options --- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_path(char **files, int *count, const char *path);

static void add_folder(char **files, int *count, const char *path) {
  DIR *folder = opendir(path);
  char child[1024];
  for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
    const char *dot = strrchr(entry->d_name, '.');
    struct stat info;
    snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
    if (entry->d_name[0] == '.' || stat(child, &info) != 0) continue;
    if (S_ISDIR(info.st_mode) ||
        (dot && (!strcmp(dot, ".dat") || !strcmp(dot, ".hdf5") || !strcmp(dot, ".json"))))
      add_path(files, count, child);
  }
  if (folder) closedir(folder);
}

static void add_path(char **files, int *count, const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) fprintf(stderr, "passed over: %s is not there\n", path);
  else if (S_ISDIR(info.st_mode)) add_folder(files, count, path);
  else if (*count < FILES_MAX) files[(*count)++] = strdup(path);
}

static int usage(void) {
  fprintf(stderr, "usage: bench_problems [--tol T] [--repeats N] [--cap SECONDS] [--budget "
                  "SECONDS] [--csv FILE] [--quick] [--all] [FILE or DIR...]\n"
                  "  --tol     natural map relative to ||c|| that counts as solved; default 1e-8\n"
                  "  --repeats rounds of the final; default 3\n"
                  "  --cap     seconds that one solver may take; default 10\n"
                  "  --budget  seconds of repeats for one solver in one round; default 0.1\n"
                  "  --quick   leave out the solvers of Siconos that are never near the best\n"
                  "  --all     let the slow solvers of Siconos finish, for the csv\n");
  return 2;
}

/* index of the first path, or 0 for bad usage */
static int read_options(int argc, char **argv, settings *s) {
  int i = 1;
  for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
    if (!strcmp(argv[i], "--quick")) s->quick = 1;
    else if (!strcmp(argv[i], "--all")) s->all = 1;
    else if (i + 1 >= argc) return 0;
    else if (!strcmp(argv[i], "--tol")) s->tol = atof(argv[++i]);
    else if (!strcmp(argv[i], "--repeats")) s->repeats = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--cap")) s->cap = atof(argv[++i]);
    else if (!strcmp(argv[i], "--budget")) s->budget = atof(argv[++i]);
    else if (!strcmp(argv[i], "--csv")) {
      if (!(s->csv = fopen(argv[++i], "w"))) return 0;
    } else return 0;
  }
  return s->tol > 0 && s->cap > 0 && s->budget > 0 && s->repeats >= 0 ? i : 0;
}

/* one thread for everybody: BLAS reads the variable when the program starts */
static void use_one_thread(char **argv) {
  if (getenv("OPENBLAS_NUM_THREADS")) return;
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("OMP_NUM_THREADS", "1", 0);
  execv("/proc/self/exe", argv);
}

static void bench_file(const char *path, const settings *s, tally *classes) {
  static match m;
  bench_case one;
  if (!bench_case_read(&one, path)) return;
  memset(&m, 0, sizeof m);
  screen(&one, s, &m);
  compete(&one, s, &m);
  print_row(&one, &m);
  csv_file(s->csv, &one, &m);
  add_to(&classes[one.problem.kind], &m);
  bench_case_free(&one);
}

int main(int argc, char **argv) {
  static char *files[FILES_MAX];
  settings s = {.tol = 1e-8, .cap = 10, .budget = 0.1, .repeats = 3};
  tally classes[CLASSES] = {{0}};
  int count = 0, first = read_options(argc, argv, &s);
  if (!first) return usage();
  use_one_thread(argv);
  if (first == argc) add_path(files, &count, BENCH_DEFAULT_PROBLEMS);
  for (int i = first; i < argc; i++) add_path(files, &count, argv[i]);
  qsort(files, (size_t)count, sizeof *files, by_name);
  if (!siconos_version()[0])
    printf("Siconos is not here, only rigor is timed; on Debian: apt install "
           "libsiconos-numerics-dev\n");
  csv_header(s.csv);
  print_header();
  for (int i = 0; i < count; i++) {
    bench_file(files[i], &s, classes);
    free(files[i]);
  }
  print_summary(classes, &s);
  if (s.csv) fclose(s.csv);
  return 0;
}
