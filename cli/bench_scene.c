/* One scene: rigor and its peers take turns from the same start for the same number of steps;
   the least time of the rounds counts. */
#include "bench.h"

#include "commands.h"
#include "controls.h"
#include "interrupt.h"
#include "run_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double bench_speed(const bench_row *row) {
  return row->steps > 0 && row->seconds > 0 ? (double)row->steps / row->seconds : 0;
}

/* the scene while it runs */
typedef struct stage {
  const bench_request *request;
  const bench_scene *scene;
  bench_result *result;
  char path[BENCH_PATH];
  char written[64]; /* our own writing of the model, "": none */
  rg_model *model;
  rg_sim *sim;
  bench_start start;
  bench_peer *peers[BENCH_ROWS_MOST]; /* by row; NULL: none */
} stage;

/* --- ours ----------------------------------------------------------------------------------- */

static void describe_ours(const rg_sim_options *o, bench_row *row) {
  rg_law_options law = used_law(o);
  char text[64];
  snprintf(row->engine, sizeof row->engine, "rigor %s", rg_version());
  snprintf(row->options, sizeof row->options, "%s, %s, tol %g, dt %g ms, %s, %s",
           o->solve.solver ? o->solve.solver : "auto", law_text(&law, text, sizeof text),
           o->solve.tol, 1e3 * o->dt, rg_integrator_name(o->integrator),
           rg_coordinates_name(o->coordinates));
}

/* a keyframe by its name, or #0, #1, ... */
static int find_key(const rg_model *model, const char *key) {
  return key[0] == '#' ? atoi(key + 1) : rg_model_find(model, RG_OBJECT_KEY, key);
}

static rg_status open_ours(stage *s) {
  const bench_scene *scene = s->scene;
  rg_error error = {0};
  rg_sim_options options;
  rg_load_options load = rg_load_options_default();
  load.lenient = scene->from_data && !scene->beside_peers; // files of others say more than physics
  rg_status status = rg_model_load(&s->model, s->path, &load, &error);
  if (!status) status = rg_sim_options_from_model(s->model, &options, &error);
  if (!status) {
    options.on_failure = RG_ON_FAILURE_CONTINUE;
    options.solve.max_seconds = s->request->seconds;
    if (scene->tol > 0) options.solve.tol = scene->tol;
    status = rg_sim_new(&s->sim, s->model, &options, &error);
  }
  s->start.key = status || !scene->key ? -1 : find_key(s->model, scene->key);
  if (!status && scene->held) s->start.ctrl = held_controls(s->model, s->start.key);
  if (status) {
    char text[1024];
    snprintf(s->result->skipped, sizeof s->result->skipped, "%.250s",
             rg_error_text(&error, text, sizeof text));
    return status;
  }
  s->result->bodies = s->model->nbody - 1;
  s->result->velocities = s->model->nv;
  describe_ours(rg_sim_used_options(s->sim), &s->result->rows[0]);
  s->result->rows[0].tol = rg_sim_used_options(s->sim)->solve.tol;
  s->result->count = 1;
  return RG_OK;
}

/* --- peers ---------------------------------------------------------------------------------- */

/* an older peer may not know all that is in the file: then it gets the model as rigor has
   compiled it, in words that it knows */
static int write_for_peer(stage *s) {
  if (s->written[0]) return 1;
  snprintf(s->written, sizeof s->written, "/tmp/rigor-bench-XXXXXX.xml");
  int file = mkstemps(s->written, 4);
  if (file < 0) return 0;
  close(file);
  return bench_write_for_peer(s->path, s->written);
}

static void open_peer(stage *s, const char *peer) {
  bench_row *row = &s->result->rows[s->result->count];
  char program[64];
  const char *variant = strchr(peer, ':') + 1;
  snprintf(row->engine, sizeof row->engine, "%.*s", (int)(variant - 1 - peer), peer);
  snprintf(row->options, sizeof row->options, "%s", variant);
  snprintf(program, sizeof program, "%.*s_runner", (int)(variant - 1 - peer), peer);
  char path[BENCH_PATH];
  if (!bench_find_program(program, path, sizeof path)) return;
  bench_peer *started = bench_peer_start(program, variant, s->path, s->scene->key, row);
  if (!started && write_for_peer(s)) {
    char reason[160];
    snprintf(reason, sizeof reason, "%.150s", row->trouble);
    started = bench_peer_start(program, variant, s->written, s->scene->key, row);
    if (started) snprintf(row->unread, sizeof row->unread, "%s", reason);
  }
  for (int i = 0; started && s->start.ctrl && i < s->model->nactuator; i++)
    if (!bench_control_peer(started, i, s->start.ctrl[i])) {
      snprintf(row->trouble, sizeof row->trouble, "actuators cannot be told what to hold");
      bench_peer_end(started);
      started = NULL;
    }
  s->peers[s->result->count++] = started;
}

/* --- the rounds ----------------------------------------------------------------------------- */

static void keep_least(bench_row *row, long steps, double seconds) {
  if (steps == 0) {
    if (!row->trouble[0]) snprintf(row->trouble, sizeof row->trouble, "ended while it was running");
    return;
  }
  int better =
      row->steps == 0 || steps > row->steps || (steps == row->steps && seconds < row->seconds);
  if (!better) return;
  row->steps = steps;
  row->seconds = seconds;
}

/* time of a round: some scenes need more to see their end */
static double round_seconds(const stage *s) {
  const bench_request *q = s->request;
  return !q->told && !q->quick && s->scene->seconds > q->seconds ? s->scene->seconds : q->seconds;
}

/* how many steps the scene gets: what rigor can do in the time, all of them where it can */
static void first_round(stage *s) {
  bench_row *row = &s->result->rows[0];
  double used;
  long wanted = s->request->quick ? s->scene->quick_steps : s->scene->steps;
  s->result->steps = bench_time_ours(s->sim, &s->start, wanted, round_seconds(s), &used, row);
  keep_least(row, s->result->steps, used);
}

/* rounds after the first are left out where they would take too long */
static int goes_on(const stage *s, int round, double spent) {
  return !interrupted() &&
         (round == 0 || (round < s->request->repeats && spent < 4 * s->request->seconds));
}

static void run_rounds(stage *s) {
  bench_result *r = s->result;
  double used, spent = 0;
  for (int round = 0; goes_on(s, round, spent); round++) {
    if (round) {
      long done = bench_time_ours(s->sim, &s->start, r->steps, HUGE_VAL, &used, &r->rows[0]);
      keep_least(&r->rows[0], done, used);
      spent += used;
    }
    for (int k = 1; k < r->count && !interrupted(); k++) {
      if (!s->peers[k]) continue;
      long done = bench_time_peer(s->peers[k], r->steps, 2 * round_seconds(s), &used);
      keep_least(&r->rows[k], done, used);
      spent += used;
    }
    r->rounds = round + 1;
  }
}

static void measure(stage *s) {
  bench_result *r = s->result;
  bench_measure_ours(s->sim, &s->start, r->steps, &r->rows[0]);
  for (int k = 1; k < r->count && !interrupted(); k++)
    if (s->peers[k] && r->rows[k].steps)
      bench_measure_peer(s->peers[k], r->rows[k].steps, HUGE_VAL, &r->rows[k]);
}

/* the last contact problem, targets moved into c so that solvers without targets can read it */
static void dump_problem(const stage *s) {
  const rg_problem *problem = rg_sim_problem(s->sim);
  char path[BENCH_PATH];
  if (!s->request->dump || !problem || problem->contacts == 0) return;
  int n = rg_problem_size(problem);
  double *c = malloc((size_t)n * sizeof(double));
  if (!c) return;
  rg_problem plain = *problem;
  memcpy(c, problem->c, (size_t)n * sizeof(double));
  for (int i = 0; i < problem->contacts && problem->target; i++)
    c[problem->rows + problem->dim * i] -= problem->target[i];
  plain.c = c;
  plain.target = plain.guess = NULL;
  snprintf(path, sizeof path, "%s/%s.json", s->request->dump, s->scene->name);
  (void)rg_problem_write(&plain, path, RG_FORMAT_JSON, rg_sim_impulse(s->sim), NULL, NULL);
  free(c);
}

/* --- files ---------------------------------------------------------------------------------- */

static int find_file(stage *s) {
  const bench_request *q = s->request;
  const char *folder = s->scene->from_data ? q->data : q->models;
  if (folder) snprintf(s->path, sizeof s->path, "%s/%s", folder, s->scene->file);
  if (folder && access(s->path, R_OK) == 0) return 1;
  if (s->scene->from_data)
    snprintf(s->result->skipped, sizeof s->result->skipped,
             "%.120s did not come with rigor: tell with --data DIR where it is", s->scene->file);
  else snprintf(s->result->skipped, sizeof s->result->skipped, "%.200s cannot be read", s->path);
  return 0;
}

void bench_run_scene(const bench_request *request, const bench_scene *scene, bench_result *result) {
  stage s = {.request = request, .scene = scene, .result = result};
  result->scene = scene;
  if (find_file(&s) && open_ours(&s) == RG_OK) {
    for (int k = 0; k < BENCH_PEERS_MOST && scene->peers[k]; k++) open_peer(&s, scene->peers[k]);
    first_round(&s);
    run_rounds(&s);
    if (!interrupted()) measure(&s);
    dump_problem(&s);
  }
  for (int k = 1; k < result->count; k++) bench_peer_end(s.peers[k]);
  if (s.written[0]) bench_remove_written(s.model, s.written);
  rg_sim_free(s.sim);
  free((double *)s.start.ctrl);
  rg_model_free(s.model);
}
