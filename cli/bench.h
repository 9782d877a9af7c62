/* What `rigor bench` was asked for, and what came out. */
#ifndef RIGOR_BENCH_H
#define RIGOR_BENCH_H

#include "laws/laws.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <stdio.h>

enum { BENCH_SCENES_MOST = 96, BENCH_ROWS_MOST = 6, BENCH_PEERS_MOST = 5, BENCH_PATH = 4096 };

/* --- scenes --------------------------------------------------------------------------------- */

/* A mark: what the peer gave on the machine where the marks were set, steps per second of
   processor time. */
typedef struct bench_mark {
  double wanted;    /* ours must reach this; 0: no mark */
  double reference; /* MuJoCo 2.2.2 on that machine, 0: not known */
  const char *origin;
} bench_mark;

typedef struct bench_scene {
  const char *name, *title;
  const char *file; /* in models/, or in the folder of --data */
  int from_data;
  const char *key; /* its name, or #0, #1, ...; NULL: the reference configuration */
  int held;        /* servos are told the lengths of the keyframe, as `run --hold` does */
  double tol;      /* 0: the default */
  int steps, quick_steps;
  double seconds;   /* of processor time for a round that is to see its end; 0: what all get */
  int beside_peers; /* the mark is the fastest peer of this run */
  bench_mark mark;
  const char
      *peers[BENCH_PEERS_MOST]; /* PROGRAM:VARIANT; the first is the one that scales the mark */
} bench_scene;

extern const bench_scene bench_scenes[]; /* ended by a NULL name */
const bench_scene *bench_find_scene(const char *name);
int bench_scene_count(void);

/* Every robot of a folder, each from its reference configuration, its keyframes, and held there: at most `room` scenes, which
   live until the program ends. The mark is the speed of the fastest peer in the same run. Returns their number. */
int bench_list_robots(const char *data, bench_scene *scenes, int room);

/* --- what was measured ---------------------------------------------------------------------- */

/* One engine on one scene. */
typedef struct bench_row {
  char engine[64], options[256];
  char trouble[256]; /* why there are no figures, or a notice */
  char unread[160];  /* why it got the model as rigor writes it, "": it read the file */
  long steps;        /* that were timed; 0: none */
  double seconds;    /* of processor time, least of the rounds */
  bench_laws laws;
  /* ours only */
  double tol;
  double certificate; /* worst relative natural map */
  long unsolved;
  double iterations;           /* a step */
  double rooms[RG_ROOM_COUNT]; /* shares of the time, sum 1 */
} bench_row;

typedef struct bench_result {
  const bench_scene *scene;
  char skipped[256]; /* why it did not run */
  long steps;        /* that every engine is to do */
  int rounds;
  int bodies, velocities;
  bench_row rows[BENCH_ROWS_MOST]; /* the first is ours */
  int count;
  double mark; /* scaled to this machine; 0: none */
  int scaled; /* 1: by this scene's own peer, 2: by the mean of the others, 3: it is the peer of this run, 0: not */
} bench_result;

typedef struct bench_request {
  const char *names[BENCH_SCENES_MOST];
  int count, quick, json, scaling, robots;
  const char *csv, *html, *models, *data, *problems, *dump;
  double seconds; /* of processor time, most for one round of one engine, */
  int told;       /* and nobody gets more: it was asked for */
  int repeats;
  int threads;        /* of that crowd; 0: one */
  int spheres, steps; /* scaling: one crowd of that many for that many steps; 0: the usual sizes */
  int wall;           /* the same of boxes */
  rg_error error;
} bench_request;

typedef struct bench_answer {
  bench_result results[BENCH_SCENES_MOST];
  bench_scene robots[BENCH_SCENES_MOST];
  int count;
  char machine[512]; /* system, processor, load */
  char peers[256];   /* who is missing and how to install it */
  double load[2];    /* before, after */
  int interrupted;
} bench_answer;

/* steps per second of processor time; 0: none were timed */
double bench_speed(const bench_row *row);

/* --- engines -------------------------------------------------------------------------------- */

/* Steps from the start; ends early where `seconds` of processor time are used up. Returns the
   steps. */
typedef struct bench_start {
  int key;            /* -1: the reference configuration */
  const double *ctrl; /* what actuators are told; NULL: what the keyframe says */
} bench_start;
long bench_time_ours(rg_sim *sim, const bench_start *start, long steps, double seconds,
                     double *used, bench_row *row);
/* The same steps with laws and rooms, not timed. */
void bench_measure_ours(rg_sim *sim, const bench_start *start, long steps, bench_row *row);

/* The model of a file as rigor has compiled it, for a peer that is too old for the file; 0: it cannot be written. Fields are
   in files beside it, which go with it. */
int bench_write_for_peer(const char *model_path, const char *path);
void bench_remove_written(const rg_model *model, const char *path);

typedef struct bench_peer bench_peer;
/* Whether a peer's program is there; its full path in `path`. */
int bench_find_program(const char *program, char *path, size_t size);
/* Starts PROGRAM on the model; NULL: row->trouble says why. Fills row->engine and row->options. */
bench_peer *bench_peer_start(const char *program, const char *variant, const char *model,
                             const char *key, bench_row *row);
/* Returns the steps, 0 where it has ended. */
long bench_time_peer(bench_peer *peer, long steps, double seconds, double *used);
/* What an actuator is told from every start on; 0: the peer cannot. */
int bench_control_peer(bench_peer *peer, int actuator, double value);
void bench_measure_peer(bench_peer *peer, long steps, double seconds, bench_row *row);
void bench_peer_end(bench_peer *peer);

/* --- parts of the command -------------------------------------------------------------------- */

void bench_run_scene(const bench_request *request, const bench_scene *scene, bench_result *result);
void bench_describe_machine(bench_answer *answer);
/* Tables, findings, plots. */
rg_page *bench_make_page(const bench_request *request, const bench_answer *answer);
void bench_print_json(const bench_answer *answer);
rg_status bench_write_csv(const bench_answer *answer, const char *path, rg_error *error);
/* bench_problems on a folder; returns its exit status. */
int bench_run_problems(bench_request *request);
/* Growth of the cost: chains in two kinds of coordinates, piles. */
int bench_run_scaling(bench_request *request);

#endif
