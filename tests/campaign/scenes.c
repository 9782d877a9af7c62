/* scenes [--count N] [--seed S] [--from K] [--threads T] [--verbose] [--minimize] [--keep FOLDER]
          [--write K FILE.xml] [--as frame|mm] [--unsolved SHARE] [--iterations N] [--found FILE] [--robots] [--moments]

   Simulates N seeded random scenes and judges their motion: energy, momentum, overlap, certificate,
   finite states, checkpoints, other frames, other units (judge.c). Prints every scene with a fault, why
   steps were not solved, and the worst figures. --minimize makes faulty scenes small, --keep writes them
   (and with it every scene with a step that is not solved) to a folder. Exit 0: no fault, and at most SHARE
   (0.001) of all steps with exact cones not solved, without those that are stuck at a drive, which nothing
   can stop; 1: otherwise; 2: bad usage. --iterations: of a step at most. --robots: the scenes of robot.c.
   --moments: shapes resist spin and rolling. */
#include "judge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct settings {
  long count, from;
  uint64_t seed;
  int threads, verbose, minimize, iterations, robots, moments;
  double unsolved;
  const char *keep, *found;
} settings;

enum { MOST_FOUND = 1000 };
typedef struct found_scene {
  unsigned long long seed;
  long number;
} found_scene;

typedef struct crew {
  const settings *set;
  verdict *verdicts;
  atomic_long next;
  char folder[64];
  const found_scene *found; /* NULL: as the settings count them */
  pthread_mutex_t paper;    /* one verdict at a time */
} crew;

/* --- smaller --------------------------------------------------------------------------------------- */

static int is_same(const verdict *a, const verdict *b) {
  if (a->fault != b->fault) return 0;
  return a->fault || (b->unsolved && a->reason[0].status == b->reason[0].status &&
                      !strcmp(a->reason[0].text, b->reason[0].text));
}

/* tries all edits, again and again, as long as one of them leaves the fault as it is */
static void minimize(const crew *c, world *w, long number, verdict *v) {
  for (int helped = 1; helped;) {
    helped = 0;
    for (int edit = 0;; edit++) {
      world less = *w;
      verdict found;
      const int changed = world_reduce(&less, edit);
      if (changed < 0) break;
      if (!changed) continue;
      judge_world(&less, c->folder, number, &found);
      if (!is_same(v, &found)) continue;
      *w = less;
      *v = found;
      helped = 1;
    }
  }
}

static int write_scene(const world *w, const world_frame *frame, const char *path) {
  char *text = malloc(WORLD_TEXT);
  FILE *file = fopen(path, "w");
  int ok = text && file && world_write(w, frame, text) && fputs(text, file) >= 0;
  ok = file && !fclose(file) && ok;
  free(text);
  if (!ok) fprintf(stderr, "%s: could not be written\n", path);
  return ok;
}

static void keep(const crew *c, const world *w, long number) {
  char path[512];
  snprintf(path, sizeof path, "%s/scene-%llu-%ld.xml", c->set->keep,
           (unsigned long long)c->set->seed, number);
  write_scene(w, &world_as_is, path);
}

/* --- report ---------------------------------------------------------------------------------------- */

static void print_verdict(const world *w, long number, const verdict *v) {
  printf("%s %ld: %s, %s, restitution %s %.2g, %d bodies, %d ties; %ld steps, %ld not solved, %ld "
         "iterations at most, %.2g s",
         v->fault ? "FAULT" : "scene", number, rg_integrator_name((rg_integrator)w->integrator),
         rg_coordinates_name((rg_coordinates)w->coordinates),
         rg_restitution_name((rg_restitution)w->restitution_law), w->restitution, w->bodies,
         w->ties, v->steps, v->unsolved, v->iterations, v->seconds);
  if (v->fault) printf("\n    %s at step %d: %s", fault_name[v->fault], v->step, v->text);
  for (int i = 0; i < v->reasons; i++)
    printf("\n    %ld x %s: %s", v->reason[i].steps, rg_status_text(v->reason[i].status),
           v->reason[i].text);
  printf("\n");
}

static void make(world *w, const settings *set, uint64_t seed, long number) {
  if (set->robots) world_make_robot(w, seed, (uint64_t)number);
  else world_make(w, seed, (uint64_t)number);
}

/* takes the next scene until there is none */
static void *work(void *argument) {
  crew *c = argument;
  for (long i = atomic_fetch_add(&c->next, 1); i < c->set->count;
       i = atomic_fetch_add(&c->next, 1)) {
    world w;
    const long number = c->found ? c->found[i].number : c->set->from + i;
    verdict *v = &c->verdicts[i];
    make(&w, c->set, c->found ? c->found[i].seed : c->set->seed, number);
    w.iterations = c->set->iterations;
    if (c->set->moments)
      world_add_moments(&w, c->found ? c->found[i].seed : c->set->seed, (uint64_t)number);
    judge_world(&w, c->folder, number, v);
    const int wanted = v->fault || v->unsolved;
    verdict small = *v;
    world least = w;
    if (wanted && c->set->minimize) minimize(c, &least, number, &small);
    if (wanted && c->set->keep) keep(c, &least, number);
    if (wanted || c->set->verbose) {
      pthread_mutex_lock(&c->paper);
      print_verdict(&w, number, v);
      if (wanted && c->set->minimize) printf("  smaller: "), print_verdict(&least, number, &small);
      fflush(stdout);
      pthread_mutex_unlock(&c->paper);
    }
  }
  return NULL;
}

/* why steps were not solved, over all scenes; the most frequent first */
static void print_reasons(const verdict *verdicts, long count) {
  enum { MOST = 64 };
  static verdict_reason all[MOST];
  long scenes[MOST] = {0};
  int known = 0;
  for (long i = 0; i < count; i++)
    for (int k = 0; k < verdicts[i].reasons; k++) {
      const verdict_reason *r = &verdicts[i].reason[k];
      int at = 0;
      while (at < known && (all[at].status != r->status || strcmp(all[at].text, r->text))) at++;
      if (at == MOST) continue;
      if (at == known) all[known++] = (verdict_reason){.status = r->status};
      memcpy(all[at].text, r->text, sizeof r->text);
      all[at].steps += r->steps;
      scenes[at]++;
    }
  for (int done = 0; done < known; done++) {
    int best = -1;
    for (int k = 0; k < known; k++)
      if (all[k].steps > 0 && (best < 0 || all[k].steps > all[best].steps)) best = k;
    printf("  %6ld steps in %4ld scenes, %s: %s\n", all[best].steps, scenes[best],
           rg_status_text(all[best].status), all[best].text);
    all[best].steps = 0;
  }
}

typedef double (*figure_of)(const verdict *v);
static double energies(const verdict *v) { return v->energies; }
static double rise(const verdict *v) { return v->rise; }
static double unexplained(const verdict *v) { return v->unexplained; }
static double momentum(const verdict *v) { return v->momentum; }
static double overlap(const verdict *v) { return v->overlap; }
static double open_loop(const verdict *v) { return v->open; }
static double moment(const verdict *v) { return v->moment; }
static double residual(const verdict *v) { return v->residual; }
static double frame(const verdict *v) { return v->frame; }
static double units(const verdict *v) { return v->units; }
static double iterations(const verdict *v) { return (double)v->iterations; }
static double seconds(const verdict *v) { return v->seconds; }

static void print_worst(const settings *set, const verdict *verdicts) {
  static const struct {
    const char *name;
    figure_of of;
  } figures[] = {{"energy of the report against the state", energies},
                 {"energy that rose, of the most motion", rise},
                 {"energy that no work explains, of the same", unexplained},
                 {"momentum from nowhere", momentum},
                 {"overlap that grew, in shapes", overlap},
                 {"loop, open by", open_loop},
                 {"moment off its law, of the step's energy", moment},
                 {"residual as the verifier has it", residual},
                 {"other frame, off by, in shapes", frame},
                 {"other units, off by, in shapes", units},
                 {"iterations of a step", iterations},
                 {"seconds of a scene", seconds}};
  for (size_t k = 0; k < sizeof figures / sizeof figures[0]; k++) {
    long worst = 0;
    for (long i = 1; i < set->count; i++)
      if (figures[k].of(&verdicts[i]) > figures[k].of(&verdicts[worst])) worst = i;
    printf("  %-42s %10.3g in scene %ld\n", figures[k].name, figures[k].of(&verdicts[worst]),
           set->from + worst);
  }
}

static int report(const crew *c) {
  const settings *set = c->set;
  long hard[3] = {0}, steps = 0, unsolved = 0, faults = 0, within = 0, closed = 0, stopped = 0,
       forks = 0, coarse = 0, lawful = 0, lawful_unsolved = 0, driven = 0;
  uint64_t hash = 0xcbf29ce484222325u;
  double total = 0;
  for (long i = 0; i < set->count; i++) {
    verdict *v = &c->verdicts[i];
    *(v->lawful ? &lawful : &steps) += v->steps;
    *(v->lawful ? &lawful_unsolved : &unsolved) += v->unsolved;
    within += v->within;
    for (int k = 0; k < 3; k++) hard[k] += v->hard[k];
    if (!v->lawful) driven += v->driven;
    closed += v->cannot_close;
    stopped += v->stopped;
    forks += v->forks;
    coarse += v->coarse;
    faults += v->fault != NO_FAULT;
    total += v->seconds;
    hash = (hash ^ v->hash) * 0x100000001b3u;
  }
  printf("why steps were not solved:\n");
  print_reasons(c->verdicts, set->count);
  printf("worst figures:\n");
  print_worst(set, c->verdicts);
  const double share = steps ? (double)(unsolved - driven) / (double)steps : 0;
  printf("%ld scenes, %ld with a fault, %ld refused because a loop cannot be closed, %ld stopped "
         "as diverged, %ld comparisons that ended where friction has several answers, %ld with a "
         "step that is "
         "too long for their rule\n",
         set->count, faults, closed, stopped, forks, coarse);
  printf("steps that took more than 300, 1000, 5000 iterations and were solved: %ld, %ld, %ld\n",
         hard[0], hard[1], hard[2]);
  printf("exact cones: %ld steps, %ld not solved, %ld of them at a drive; else %.3g %%; %ld within "
         "the leeway of gaps; %.3g s; "
         "hash %016llx\n",
         steps, unsolved, driven, 100 * share, within, total, (unsigned long long)hash);
  printf("other laws: %ld steps, %ld not solved\n", lawful, lawful_unsolved);
  return faults || share > set->unsolved ? 1 : 0;
}

/* the scenes of a file; how many, -1 where it cannot be read */
static long read_found(const char *path, found_scene *found) {
  char line[512];
  long count = 0;
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  while (count < MOST_FOUND && fgets(line, sizeof line, file))
    count += sscanf(line, "%llu %ld", &found[count].seed, &found[count].number) == 2;
  fclose(file);
  return count;
}

static int run(settings *set) {
  static found_scene found[MOST_FOUND];
  if (set->found && (set->count = read_found(set->found, found)) <= 0) {
    fprintf(stderr, "%s: no scenes\n", set->found);
    return 2;
  }
  crew c = {.set = set,
            .verdicts = calloc((size_t)set->count + 1, sizeof(verdict)),
            .folder = "/tmp/rigor-scenes-XXXXXX",
            .found = set->found ? found : NULL,
            .paper = PTHREAD_MUTEX_INITIALIZER};
  pthread_t threads[64];
  int started = 0;
  if (!c.verdicts || !mkdtemp(c.folder)) return 2;
  while (started < set->threads - 1 && !pthread_create(&threads[started], NULL, work, &c))
    started++;
  work(&c);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  const int status = report(&c);
  rmdir(c.folder);
  free(c.verdicts);
  return status;
}

static int usage(void) {
  fputs("usage: scenes [--count N] [--seed S] [--from K] [--threads T] [--verbose] [--minimize]\n"
        "              [--keep FOLDER] [--write K FILE.xml] [--as frame|mm] [--unsolved SHARE]\n"
        "              [--iterations N] [--found FILE] [--robots] [--moments]\n",
        stderr);
  return 2;
}

int main(int count, char **arguments) {
  settings set = {.count = 300, .seed = 1, .threads = 1, .unsolved = 1e-3};
  const char *path = NULL, *as = "";
  long number = 0;
  for (int i = 1; i < count; i++) {
    const char *option = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
    if (!strcmp(option, "--verbose")) set.verbose = 1;
    else if (!strcmp(option, "--minimize")) set.minimize = 1;
    else if (!strcmp(option, "--robots")) set.robots = 1;
    else if (!strcmp(option, "--moments")) set.moments = 1;
    else if (!value) return usage();
    else if (!strcmp(option, "--count")) set.count = strtol(arguments[++i], NULL, 10);
    else if (!strcmp(option, "--seed")) set.seed = strtoull(arguments[++i], NULL, 10);
    else if (!strcmp(option, "--from")) set.from = strtol(arguments[++i], NULL, 10);
    else if (!strcmp(option, "--threads")) set.threads = (int)strtol(arguments[++i], NULL, 10);
    else if (!strcmp(option, "--iterations"))
      set.iterations = (int)strtol(arguments[++i], NULL, 10);
    else if (!strcmp(option, "--unsolved")) set.unsolved = strtod(arguments[++i], NULL);
    else if (!strcmp(option, "--keep")) set.keep = arguments[++i];
    else if (!strcmp(option, "--found")) set.found = arguments[++i];
    else if (!strcmp(option, "--as")) as = arguments[++i];
    else if (!strcmp(option, "--write") && i + 2 < count) {
      number = strtol(value, NULL, 10);
      path = arguments[i += 2];
    } else return usage();
  }
  if (set.count < 0 || set.from < 0 || set.threads < 1 || set.threads > 64) return usage();
  if (!path) return run(&set);
  world w;
  make(&w, &set, set.seed, number);
  if (set.moments) world_add_moments(&w, set.seed, (uint64_t)number);
  const world_frame moved = judge_frame(&w, number), small = judge_units();
  const world_frame *frame = !strcmp(as, "frame") ? &moved
                             : !strcmp(as, "mm")  ? &small
                                                  : &world_as_is;
  return write_scene(&w, frame, path) ? 0 : 2;
}
