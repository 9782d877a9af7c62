/* Inside a scene page: frames, steps, marks and the summary of a motion.

   All numbers are little-endian. Sizes are multiples of 8 bytes, so that a reader may lay arrays
   over them. A frame:

       0  u32 bytes of this frame        24  f32 position of each moving body, 3 each
       4  u32 step, from 0                   f32 qpos, qvel
       8  f64 time                           sensors; contacts, 64 bytes each
      16  u32 flags                          i16 quaternion of each moving body, 4 each, * 32767
      20  u32 contacts

   A contact: u16 geom1, geom2; f32 position[3]; i16 normal[3], tangent1[3], * 32767; f32 gap,
   impulse[3], slip velocity[2], mu; i32 feature; u8 mode; 3 bytes of nothing.
   A step (or several: energies and works at the end of the last one, the others at their worst):
   f64 time, energy, kinetic energy; f64 works since the start, by actuators, applied forces, drives,
   contacts, friction, dampers, limits, dry friction, loops; f64 unexplained energy since the start;
   f32 certificate, overlap, momentum, angular momentum; u32 iterations; u16 contacts; u8 flags,
   status.
   A mark: f64 time; u16 geom1, geom2; u8 one of the flags; u24 how many later ones of its kind it
   stands for as well. */
#ifndef RG_SCENE_H
#define RG_SCENE_H

#include <rigor/looks.h>
#include <rigor/scene.h>

#include <stdint.h>
#include <stdio.h>

enum {
  RG_PAGE_UNSOLVED = 1,
  RG_PAGE_BEGINS = 2, /* a pair of geoms begins to press */
  RG_PAGE_ENDS = 4,
  RG_PAGE_SLIPS = 8,  /* a pair begins to slip */
  RG_PAGE_STICKS = 16 /* it ceases to slip and goes on pressing */
};
enum { RG_PAGE_FRAME_HEAD = 24, RG_PAGE_CONTACT = 64, RG_PAGE_STEP = 128, RG_PAGE_MARK = 16 };
enum {
  RG_PAGE_SENSED = 64
}; /* numbers of sensors in a frame, at most; those of later ones stay out */
enum { RG_PAGE_UNSOLVED_KEPT = 50, RG_PAGE_MOST_RUNS = 16 };

/* --- bytes ------------------------------------------------------------------------------------ */

uint8_t *rg_put_u8(uint8_t *at, unsigned value);
uint8_t *rg_put_u16(uint8_t *at, unsigned value);
uint8_t *rg_put_u32(uint8_t *at, uint32_t value);
uint8_t *rg_put_f32(uint8_t *at, double value); /* what does not fit becomes infinite */
uint8_t *rg_put_f64(uint8_t *at, double value);
uint8_t *rg_put_unit(uint8_t *at, double value); /* i16, value in [-1, 1] */

/* Base 64 in pieces: 3 bytes wait until they are complete. */
typedef struct rg_base64 {
  FILE *stream;
  uint8_t waiting[3];
  int count;
} rg_base64;
void rg_base64_put(rg_base64 *b, const void *bytes, size_t size);
void rg_base64_end(rg_base64 *b);

/* --- which pairs of geoms press, and which slip ----------------------------------------------- */

typedef struct rg_page_pair {
  uint32_t geoms; /* geom1 << 16 | geom2 */
  uint32_t slips;
} rg_page_pair;

typedef struct rg_page_pairs {
  rg_page_pair *before, *now; /* sorted by geoms */
  int nbefore, nnow, capacity;
  double slip; /* m/s */
} rg_page_pairs;

typedef void (*rg_page_mark)(void *owner, unsigned flag, uint32_t geoms);
/* Calls `mark` for every change since the last call; returns the flags of all of them, or -1 where
   memory ran out. */
int rg_page_pairs_update(rg_page_pairs *pairs, const rg_step_contact *contacts, int count,
                         rg_page_mark mark, void *owner);
void rg_page_pairs_free(rg_page_pairs *pairs);

/* --- a motion --------------------------------------------------------------------------------- */

typedef struct rg_page_bytes {
  uint8_t *data;
  size_t used, capacity;
} rg_page_bytes;

/* What was done to the bodies since the start, J: sums of rg_step_balance over the steps that moved
   the state, so that a record that stands for several has the right ones at its end. */
typedef struct rg_page_work {
  double actuators, applied, drives;                        /* put in */
  double contacts, friction, dampers, limits, dry_friction; /* taken out where negative */
  double loops;                                             /* a part of: */
  double unexplained; /* the error of the rule that was not taken out again */
} rg_page_work;

typedef struct rg_page_step {
  double time, energy, kinetic, certificate, overlap;
  double momentum, angular_momentum; /* that nothing explains */
  rg_page_work work;
  long iterations;
  int contacts;
  unsigned flags;
  rg_status status;
} rg_page_step;

typedef struct rg_page_unsolved {
  long step;
  double time;
  rg_status status;
  char reason[256];
} rg_page_unsolved;

typedef struct rg_page_worst {
  double value, time;
  long step;
} rg_page_worst;

typedef struct rg_page_summary {
  long steps, unsolved, contacts;
  int most_contacts;
  double iterations;
  rg_page_unsolved first[RG_PAGE_UNSOLVED_KEPT];
  rg_page_worst certificate, law, penetration, cone, complementarity, slip_angle, bilateral,
      overlap, closure, energy_rise, residual, momentum, angular_momentum;
  double energy_first, energy_last, time_first, time_last;
  double kinetic_most;     /* that has an explanation */
  double unexplained_most; /* of the sum, J */
  rg_page_work work;
} rg_page_summary;

typedef struct rg_page_run {
  char *name, *method;
  double dt, tol;
  rg_page_bytes frames, marks;
  size_t budget;     /* of the frames */
  long frame_stride; /* of the steps one has a frame */
  int events_kept;   /* flags whose frames stay between the strides */
  long frame_count;
  rg_page_bytes last; /* the newest frame */
  int last_kept;
  rg_page_step *step;
  int step_count;
  long step_stride, in_last; /* steps a record; those in the last one */
  long mark_count;           /* all, also those that were joined */
  double mark_width[2];      /* s: in which marks are joined; of contacts, of unsolved steps */
  rg_page_pairs pairs;
  rg_page_summary summary;
} rg_page_run;

struct rg_scene_page {
  const rg_model *model;
  char *title;
  rg_scene_page_options options;
  int *moving, nmoving; /* bodies that are not fixed to the world */
  rg_page_run run[RG_PAGE_MOST_RUNS];
  int runs;
  char *facts;  /* of a live page: JSON for its header; NULL: none */
  void *engine; /* what the page simulates, as of rg_engine_pack; NULL: nothing */
  size_t engine_bytes;
  int engine_begins;
};

/* At least `more` free bytes behind the used ones. */
rg_status rg_page_bytes_need(rg_page_bytes *bytes, size_t more);

/* The state of now, and the contacts of the last step, into run->last. */
rg_status rg_page_frame(const rg_scene_page *page, rg_page_run *run, rg_sim *sim, unsigned flags,
                        int with_contacts);
/* Keeps run->last where it is due, makes room where there is none. */
rg_status rg_page_keep_frame(rg_page_run *run);
rg_status rg_page_add_step(rg_page_run *run, const rg_page_step *step);
/* Into one record: time, energies and works of the later one, the worst of the others. */
void rg_page_join_steps(rg_page_step *into, const rg_page_step *later);
void rg_page_put_step(uint8_t *at, const rg_page_step *step); /* RG_PAGE_STEP bytes */
void rg_page_write_steps(const rg_page_run *run, rg_base64 *stream);
/* Times must not decrease. */
void rg_page_add_mark(rg_page_run *run, double time, unsigned flag, uint32_t geoms);
/* Energies are those of the state after the step; `moved`: it is another one than before. */
void rg_page_summarize(rg_page_summary *summary, const rg_step_report *report, double energy,
                       double kinetic, int moved);
double rg_page_put_in(const rg_page_work *work);
double rg_page_taken_out(const rg_page_work *work);
/* 1 where a mesh is seen as it is and not as its hull: a shape that does not collide shows it */
int rg_page_shows_mesh(const rg_model *model, int mesh);
/* how many numbers of sensors a frame has */
int rg_page_sensors(const rg_model *model);
int rg_page_has_uv(const rg_model *model, int mesh); /* its vertices have places in a texture */
rg_motion_bounds rg_page_bounds(const rg_model *model, const rg_page_summary *summary);

/* Marks, sums and extremes of a step that was made, and what is kept of it. -1: no memory. */
int rg_page_note_step(rg_page_run *run, rg_sim *sim, rg_page_step *step);
/* A new motion that begins with the state of now. */
rg_status rg_page_start(rg_scene_page *page, rg_page_run *run, rg_sim *sim);

/* Frames one after another: the first one for NULL; NULL behind the last one. */
const uint8_t *rg_page_next_frame(const rg_page_run *run, const uint8_t *frame);
double rg_page_frame_time(const uint8_t *frame);
/* Entry of qpos, or of qvel behind it. */
double rg_page_frame_value(const rg_scene_page *page, const uint8_t *frame, int index);

/* What is no array, as JSON that may stand inside a <script>. */
void rg_page_write_header(const rg_scene_page *page, FILE *stream);
void rg_page_write_summary(const rg_model *model, const rg_page_summary *summary, FILE *stream);
/* All of the page; `connect` (NULL: nothing) is what it may connect to. */
void rg_page_write_all(const rg_scene_page *page, const char *connect, FILE *stream);

/* --- the page itself, made by the build (viewer/) --------------------------------------------- */

extern const char *const rg_page_head[]; /* up to where the data go; NULL behind the last piece */
extern const char *const rg_page_tail[];
extern const char rg_page_missing[]; /* why there is no page in this build; "" where there is one */
extern const char *const rg_page_engine[]; /* elements with the compressed library and its worker */
extern const char rg_page_engine_missing[];

const rg_scene_page *rg_live_page(const rg_scene_live *live);
/* Closes a stream over memory; what it wrote, or NULL and RG_NO_MEMORY. */
rg_status rg_page_end_text(FILE *stream, char **text, rg_error *error);

#endif
