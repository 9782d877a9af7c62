/* Frames of a scene page: one state as bytes, and which of them stay when the room is used up.

   Kept are the steps that the stride divides and, between them, those where something happens. When
   the budget is reached the stride doubles; where events alone fill it, first the frames of contact
   events go, then those of steps that were not solved. */
#include "scene/scene.h"

#include <assert.h>
#include <string.h>

static uint8_t *put_contact(uint8_t *at, const rg_step_contact *c) {
  at = rg_put_u16(at, (unsigned)c->contact.geom1);
  at = rg_put_u16(at, (unsigned)c->contact.geom2);
  for (int k = 0; k < 3; k++) at = rg_put_f32(at, c->contact.position[k]);
  // the second tangent is the product of these two
  for (int k = 0; k < 6; k++) at = rg_put_unit(at, c->contact.frame[k]);
  at = rg_put_f32(at, c->contact.gap);
  for (int k = 0; k < 3; k++) at = rg_put_f32(at, c->impulse[k]);
  for (int k = 1; k < 3; k++) at = rg_put_f32(at, c->velocity[k]);
  at = rg_put_f32(at, c->mu);
  at = rg_put_u32(at, (uint32_t)c->contact.feature);
  return rg_put_u32(at, (uint32_t)c->mode);
}

static uint8_t *put_reals(uint8_t *at, const double *value, int count) {
  for (int k = 0; k < count; k++) at = rg_put_f32(at, value[k]);
  return at;
}

int rg_page_sensors(const rg_model *model) {
  int kept = 0;
  for (int i = 0; i < model->nsensor; i++) {
    int end = model->sensor_start[i] + model->sensor_size[i];
    if (end <= RG_PAGE_SENSED && end > kept) kept = end;
  }
  return kept;
}

rg_status rg_page_frame(const rg_scene_page *page, rg_page_run *run, rg_sim *sim, unsigned flags,
                        int with_contacts) {
  const rg_model *model = page->model;
  const rg_data *data = rg_sim_data(sim);
  const rg_step_contact *contacts = NULL;
  int count = with_contacts ? rg_sim_contacts(sim, &contacts) : 0;
  int measured = rg_page_sensors(model);
  size_t words = (size_t)(3 * page->nmoving + model->nq + model->nv + measured);
  size_t size =
      RG_PAGE_FRAME_HEAD + 4 * words + (size_t)count * RG_PAGE_CONTACT + 8 * (size_t)page->nmoving;
  size = (size + 7) / 8 * 8;
  run->last.used = 0;
  if (rg_page_bytes_need(&run->last, size) != RG_OK) return RG_NO_MEMORY;
  uint8_t *at = run->last.data;
  memset(at, 0, size);
  at = rg_put_u32(at, (uint32_t)size);
  at = rg_put_u32(at, (uint32_t)run->summary.steps);
  at = rg_put_f64(at, data->time);
  at = rg_put_u32(at, flags);
  at = rg_put_u32(at, (uint32_t)count);
  for (int i = 0; i < page->nmoving; i++) at = put_reals(at, data->xpos + 3 * page->moving[i], 3);
  at = put_reals(at, data->qpos, model->nq);
  at = put_reals(at, data->qvel, model->nv);
  at = put_reals(at, data->sensordata, measured);
  for (int i = 0; i < count; i++) at = put_contact(at, &contacts[i]);
  for (int i = 0; i < page->nmoving; i++)
    for (int k = 0; k < 4; k++) at = rg_put_unit(at, data->xquat[4 * page->moving[i] + k]);
  run->last.used = size;
  run->last_kept = 0;
  return RG_OK;
}

static uint32_t read_u32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static double read_f64(const uint8_t *at) {
  uint64_t bits = (uint64_t)read_u32(at + 4) << 32 | read_u32(at);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double read_f32(const uint8_t *at) {
  uint32_t bits = read_u32(at);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

static int is_due(const rg_page_run *run, const uint8_t *frame) {
  uint32_t step = read_u32(frame + 4), flags = read_u32(frame + 16);
  return step % (unsigned long)run->frame_stride == 0 || (flags & (unsigned)run->events_kept);
}

/* drops what is no longer due; the rest moves together */
static void drop_frames(rg_page_run *run) {
  size_t kept = 0;
  run->frame_count = 0;
  for (size_t at = 0; at < run->frames.used;) {
    uint8_t *frame = run->frames.data + at;
    size_t size = read_u32(frame);
    at += size;
    if (!is_due(run, frame)) continue;
    memmove(run->frames.data + kept, frame, size);
    kept += size;
    run->frame_count++;
  }
  run->frames.used = kept;
}

static void make_room(rg_page_run *run, size_t size) {
  size_t enough = run->budget / 4 * 3;
  while (run->frames.used + size > run->budget && run->frame_count > 1) {
    run->frame_stride *= 2;
    drop_frames(run);
    if (run->frames.used > enough && run->events_kept) {
      run->events_kept &= run->events_kept == RG_PAGE_UNSOLVED ? 0 : RG_PAGE_UNSOLVED;
      drop_frames(run);
    }
  }
}

rg_status rg_page_keep_frame(rg_page_run *run) {
  assert(run->last.used > 0);
  if (!is_due(run, run->last.data)) return RG_OK;
  make_room(run, run->last.used);
  if (!is_due(run, run->last.data)) return RG_OK;
  if (rg_page_bytes_need(&run->frames, run->last.used) != RG_OK) return RG_NO_MEMORY;
  memcpy(run->frames.data + run->frames.used, run->last.data, run->last.used);
  run->frames.used += run->last.used;
  run->frame_count++;
  run->last_kept = 1;
  return RG_OK;
}

const uint8_t *rg_page_next_frame(const rg_page_run *run, const uint8_t *frame) {
  const uint8_t *end = run->frames.data + run->frames.used;
  const uint8_t *last = run->last_kept ? NULL : run->last.data;
  if (frame == last && frame) return NULL;
  const uint8_t *next = frame ? frame + read_u32(frame) : run->frames.data;
  return next < end ? next : last;
}

double rg_page_frame_time(const uint8_t *frame) { return read_f64(frame + 8); }

double rg_page_frame_value(const rg_scene_page *page, const uint8_t *frame, int index) {
  assert(index >= 0 && index < page->model->nq + page->model->nv);
  return read_f32(frame + RG_PAGE_FRAME_HEAD + 4 * (3 * page->nmoving + index));
}
