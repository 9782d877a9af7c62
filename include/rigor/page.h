/* Pages that show a motion: the scene in three dimensions with its contacts, plots, and the proof,
   in one HTML file that needs nothing else (docs/viewer.md).

   Memory is bounded: when the budget is reached every second frame is dropped and from then on only
   every second one kept, again and again. Sums, extremes and the steps that were not solved are
   never dropped. */
#ifndef RIGOR_PAGE_H
#define RIGOR_PAGE_H

#include <rigor/step.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_scene_page rg_scene_page;

typedef struct rg_scene_page_options {
  const char *title; /* NULL: the name of the model */
  size_t bytes;      /* for the motions, at least 64 kB; the page is a third larger; default 13e6 */
  int runs;          /* motions that share them, 1 to 16; default 1 */
  double mark_slip;  /* m/s: a contact pair slips where it is faster than this; default 1e-6 */
} rg_scene_page_options;

RG_API rg_scene_page_options rg_scene_page_options_default(void);
/* 1 where this build contains the page; 0: rg_scene_page_write() says what was missing. */
RG_API int rg_has_scene_page(void);

/* Copies the options; the model must outlive the page. On failure *page is NULL. */
RG_API rg_status rg_scene_page_new(rg_scene_page **page, const rg_model *model,
                                   const rg_scene_page_options *options, rg_error *error);
RG_API void rg_scene_page_free(rg_scene_page *page); /* NULL is fine */
/* Begins a motion with the state of now; `name` in the legend, `method` one line on how it is
   simulated (both may be NULL). */
RG_API rg_status rg_scene_page_begin(rg_scene_page *page, rg_sim *sim, const char *name,
                                     const char *method, rg_error *error);
/* After each step, whether it was solved or not. Does not change the simulation. */
RG_API rg_status rg_scene_page_add(rg_scene_page *page, rg_sim *sim, rg_error *error);
/* Writes beside the target, then renames. */
RG_API rg_status rg_scene_page_write(const rg_scene_page *page, const char *path, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
