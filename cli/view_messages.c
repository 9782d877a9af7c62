/* What those who watch are told: states as bytes, everything else as JSON. */
#include "view_texts.h"
#include "view_world.h"

#include <stdint.h>
#include <stdlib.h>

static void put_u32(uint8_t *at, uint32_t value) {
  for (int k = 0; k < 4; k++) at[k] = (uint8_t)(value >> 8 * k);
}

int world_publish_news(view_world *w, view_server *server) {
  rg_scene_news news;
  uint8_t head[16];
  if (rg_scene_live_take(w->live, w->sim, &news, NULL) != RG_OK) return 0;
  const void *part[] = {head, news.frame, news.steps, news.marks};
  const size_t size[] = {sizeof head, news.frame_bytes, news.step_bytes, news.mark_bytes};
  put_u32(head, w->epoch);
  for (int k = 1; k < 4; k++) put_u32(head + 4 * k, (uint32_t)size[k]);
  return server_publish_bytes(server, 4, part, size);
}

static int pulls(const view_world *w) {
  int count = 0;
  for (int k = 0; k < MOST_SPRINGS; k++) count += w->spring[k].body >= 0;
  return count;
}

int world_publish_state(view_world *w, view_server *server, double ratio) {
  view_state state = {.id = w->id,
                      .notice = w->notice,
                      .sim = w->sim,
                      .live = w->live,
                      .epoch = w->epoch,
                      .paused = w->paused,
                      .watchers = server_watchers(server),
                      .pulls = pulls(w),
                      .speed = w->speed,
                      .ratio = ratio};
  char *text = view_state_text(&state);
  int told = text && server_publish_text(server, text);
  free(text);
  if (told) w->changed = 0;
  return told;
}

char *world_facts(const view_world *w) { return view_facts_text(w->model, w->id); }
