/* Marks of a motion: where contacts begin, end, begin and cease to slip, and steps that were not
   solved. When the room is used up marks of one kind that are close together in time become one that
   tells how many it stands for, so that a long motion has marks over all of its length. Steps that
   were not solved are joined last, only where they alone are too many. */
#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { MOST_MARKS = 8192, BINS = 512, MOST_MORE = 0xffffff };

typedef struct mark {
  double time;
  uint32_t geoms;
  unsigned flag, more; /* others that it stands for */
} mark;

static uint32_t read_u32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static mark read_mark(const rg_page_run *run, size_t index) {
  const uint8_t *at = run->marks.data + index * RG_PAGE_MARK;
  uint64_t bits = (uint64_t)read_u32(at + 4) << 32 | read_u32(at);
  uint32_t pair = read_u32(at + 8), kind = read_u32(at + 12);
  mark m = {.geoms = pair << 16 | pair >> 16, .flag = kind & 255, .more = kind >> 8};
  memcpy(&m.time, &bits, sizeof m.time);
  return m;
}

static void put_mark(rg_page_run *run, size_t index, const mark *m) {
  uint8_t *at = rg_put_f64(run->marks.data + index * RG_PAGE_MARK, m->time);
  at = rg_put_u16(at, m->geoms >> 16);
  at = rg_put_u16(at, m->geoms & 65535);
  rg_put_u32(at, m->flag | (uint32_t)(m->more < MOST_MORE ? m->more : MOST_MORE) << 8);
}

/* marks of one kind in one bin are one; each its own where the bins have no width */
static double bin_of(const rg_page_run *run, const mark *m) {
  double width = run->mark_width[m->flag == RG_PAGE_UNSOLVED];
  return width > 0 ? floor((m->time - run->summary.time_first) / width) : -1;
}

/* adds it to one of the first `count` marks of its kind and bin; 0 where there is none */
static int join(rg_page_run *run, size_t count, const mark *m) {
  double bin = bin_of(run, m), widest = fmax(run->mark_width[0], run->mark_width[1]);
  if (bin < 0) return 0;
  while (count-- > 0) {
    mark other = read_mark(run, count);
    if (m->time - other.time > widest) return 0;
    if (other.flag != m->flag) continue;
    if (bin_of(run, &other) != bin) return 0;
    other.more += 1 + m->more;
    put_mark(run, count, &other);
    return 1;
  }
  return 0;
}

/* one after the other into what is there already of the new bins */
static void join_all(rg_page_run *run) {
  size_t count = run->marks.used / RG_PAGE_MARK, kept = 0;
  for (size_t i = 0; i < count; i++) {
    mark m = read_mark(run, i);
    if (join(run, kept, &m)) continue;
    put_mark(run, kept++, &m);
  }
  run->marks.used = kept * RG_PAGE_MARK;
}

static void make_room(rg_page_run *run, double time) {
  size_t enough = MOST_MARKS / 2 * (size_t)RG_PAGE_MARK;
  for (int unsolved = 0; unsolved < 2 && run->marks.used > enough; unsolved++) {
    double *width = &run->mark_width[unsolved];
    *width = fmax(fmax(2 * *width, run->dt), (time - run->summary.time_first) / BINS);
    join_all(run);
  }
}

void rg_page_add_mark(rg_page_run *run, double time, unsigned flag, uint32_t geoms) {
  mark m = {.time = time, .geoms = geoms, .flag = flag};
  run->mark_count++;
  if (join(run, run->marks.used / RG_PAGE_MARK, &m)) return;
  if (run->marks.used >= MOST_MARKS * (size_t)RG_PAGE_MARK) {
    make_room(run, time);
    if (join(run, run->marks.used / RG_PAGE_MARK, &m)) return;
  }
  if (rg_page_bytes_need(&run->marks, RG_PAGE_MARK) != RG_OK) return;
  put_mark(run, run->marks.used / RG_PAGE_MARK, &m);
  run->marks.used += RG_PAGE_MARK;
}
