/* Pages and pictures that show a motion: the scene in three dimensions with its contacts, plots, and the proof,
   in one HTML file that needs nothing else (docs/viewer.md).

   Memory is bounded: when the budget is reached every second frame is dropped and from then on only
   every second one kept, again and again. Sums, extremes and the steps that were not solved are
   never dropped. */
#ifndef RIGOR_SCENE_H
#define RIGOR_SCENE_H

#include <rigor/plot.h>
#include <rigor/step.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- a page ----------------------------------------------------------------------------------- */

typedef struct rg_scene_page rg_scene_page;

typedef struct rg_scene_page_options {
  const char *title; /* NULL: the name of the model */
  size_t bytes;      /* for the motions, at least 64 kB; the page is a third larger; default 12e6 */
  int runs;          /* motions that share them, 1 to 16; default 1 */
  double mark_slip;  /* m/s: a contact pair slips where it is faster than this; default 1e-6 */
} rg_scene_page_options;

RG_API rg_scene_page_options rg_scene_page_options_default(void);
/* 1 where this build contains the page. */
RG_API int rg_has_scene_page(void);
/* What was missing when this build was made and what to do about it; "" where nothing was. */
RG_API const char *rg_scene_page_missing(void);

/* Copies the options; the model must outlive the page. On failure *page is NULL. */
RG_API rg_status rg_scene_page_new(rg_scene_page **page, const rg_model *model,
                                   const rg_scene_page_options *options, rg_error *error);
RG_API void rg_scene_page_free(rg_scene_page *page); /* NULL is fine */
/* Begins a motion with the state of now; `name` in the legend, `method` one line on how it is
   simulated (both may be NULL). The motions have the numbers 0, 1, ... in that order and may be
   added to in turns. */
RG_API rg_status rg_scene_page_begin(rg_scene_page *page, rg_sim *sim, const char *name,
                                     const char *method, rg_error *error);
/* After each step, whether it was solved or not. Does not change the simulation. */
RG_API rg_status rg_scene_page_add(rg_scene_page *page, int run, rg_sim *sim, rg_error *error);
/* 1 where this build can make pages that simulate; else what is missing and what to do about it. */
RG_API int rg_has_scene_engine(void);
RG_API const char *rg_scene_engine_missing(void);
/* The page simulates as well: the model, the options of now, from the state of now. `begins`: 1: as soon as it is opened, 0:
   where its button is pressed; then a model that is larger than the motions may be is left out. */
RG_API rg_status rg_scene_page_engine(rg_scene_page *page, rg_sim *sim, int begins,
                                      rg_error *error);
/* After the last step: how deep bodies overlap at the end. */
RG_API rg_status rg_scene_page_end(rg_scene_page *page, int run, rg_sim *sim, rg_error *error);
/* Writes beside the target, then renames. */
RG_API rg_status rg_scene_page_write(const rg_scene_page *page, const char *path, rg_error *error);

/* --- the same page, fed while the motion goes on (docs/live.md) ------------------------------- */

typedef struct rg_scene_live rg_scene_live;

/* What a page that is open has to be told: the newest state with the contacts that led to it, and
   the steps and marks since the last time. Valid until the next call for the same motion. */
typedef struct rg_scene_news {
  const void *frame, *steps, *marks;
  size_t frame_bytes, step_bytes, mark_bytes;
} rg_scene_news;

/* `facts`: a JSON object that the page finds as "live" in its header; copied. The model must outlive
   it. Memory does not grow with the length of the motion. */
RG_API rg_status rg_scene_live_new(rg_scene_live **live, const rg_model *model, const char *title,
                                   const char *facts, rg_error *error);
RG_API void rg_scene_live_free(rg_scene_live *live); /* NULL is fine */
/* Begins again with the state of now: sums, marks and steps so far are forgotten. */
RG_API rg_status rg_scene_live_begin(rg_scene_live *live, rg_sim *sim, const char *method,
                                     rg_error *error);
/* After each step, whether it was solved or not. Does not change the simulation. */
RG_API rg_status rg_scene_live_add(rg_scene_live *live, rg_sim *sim, rg_error *error);
RG_API rg_status rg_scene_live_take(rg_scene_live *live, rg_sim *sim, rg_scene_news *news,
                                    rg_error *error);
/* The sums and extremes since begin as a JSON object, the caller's to free(). */
RG_API rg_status rg_scene_live_summary(const rg_scene_live *live, char **text, rg_error *error);
/* The page with the newest state in it, the caller's to free(); `connect`: what its content policy
   lets it connect to. */
RG_API rg_status rg_scene_live_page(const rg_scene_live *live, const char *connect, char **text,
                                    size_t *bytes, rg_error *error);

/* --- pictures of the same motions, without a browser ------------------------------------------ */

/* A plot over time, the caller's to free or to put on a page: "energy", "balance", "put-in",
   "taken-out", "unexplained", "momentum", "certificate", "iterations", "contacts", "overlap",
   "qpos3", "qvel0", ...; NULL with `error` where there is no such thing or no memory. */
RG_API rg_plot *rg_scene_page_plot(const rg_scene_page *page, const char *what, rg_error *error);
/* The first motion from the side (x or y, whichever is wider, and z): shapes at the start as
   outlines, at the end filled, and the traces of the centres of mass. */
RG_API rg_plot *rg_scene_page_side(const rg_scene_page *page, rg_error *error);
/* What a camera of the model sees where `data` has its bodies (rg_kinematics must have run), by the lights of the model, as a
   PNG file. `camera`: the name of one, its number, or home, front, side, top, which look at all that moves. */
RG_API rg_status rg_scene_photo(const rg_model *model, const rg_data *data, const char *camera,
                                int width, int height, const char *path, rg_error *error);
/* RG_OK where there is such a camera; else an error that names those that there are. */
RG_API rg_status rg_scene_find_camera(const rg_model *model, const char *camera, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
