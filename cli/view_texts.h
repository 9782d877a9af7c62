/* What a live page is told as JSON, whoever simulates: `rigor view`, or the page itself (docs/live.md). */
#ifndef RIGOR_VIEW_TEXTS_H
#define RIGOR_VIEW_TEXTS_H

#include <rigor/report.h>

typedef struct view_state {
  const char *id, *notice;
  rg_sim *sim;
  const rg_scene_live *live;
  unsigned epoch;
  int paused, watchers, pulls;
  double speed, ratio; /* simulated seconds a second: wanted; reached, NaN: unknown */
} view_state;

/* Both are the caller's to free(); NULL: no memory. */
char *view_state_text(const view_state *state);
/* What a page must know before it can show anything. */
char *view_facts_text(const rg_model *model, const char *id);

#endif
