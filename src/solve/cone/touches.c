/* Runs of W, cut at the borders of the bodies. */
#include "solve/cone/touches.h"

enum { WIDTH = 3 };

/* the body whose coordinates begin at `tree`, by the number that it has or gets */
static int number_of(rg_touches *t, int *body, int tree, int contact) {
  if (body[tree] >= 0) return body[tree];
  t->first[t->bodies] = contact;
  return body[tree] = t->bodies++;
}

/* the bodies of one contact; 0 where it has none, more than two, or parts of something else */
static int find_bodies(rg_touches *t, const rg_row_factor *rows, int unit, int *body, int contact) {
  rg_touch *touch = &t->touch[contact];
  int count = 0;
  *touch = (rg_touch){.body = {RG_WORLD, RG_WORLD}};
  if (rows->width[unit] != WIDTH) return 0;
  for (int r = rows->run_start[unit]; r < rows->run_start[unit + 1]; r++) {
    const rg_run *run = &rows->run[r];
    for (int k = 0; k < run->count; k += RG_SIX) {
      int tree = run->first + k;
      if (count == 2 || rows->tree_first[tree] != tree || rows->tree_size[tree] != RG_SIX) return 0;
      if (run->count - k < RG_SIX) return 0;
      touch->body[count] = number_of(t, body, tree, contact);
      touch->w[count++] = rows->value + run->at + (size_t)k * WIDTH;
    }
  }
  return count > 0;
}

int rg_touches_fit(const rg_cone *cone) {
  return cone->factor && cone->rows == 0 && cone->d == WIDTH;
}

int rg_touches_most(const rg_cone *cone) {
  int all = cone->factor->size / RG_SIX, touched = 2 * cone->blocks;
  return all < touched ? all : touched;
}

/* nobody has a number yet, of those that the contact touches: others are not asked for, and a model may have many islands */
static void forget_bodies(const rg_row_factor *rows, int unit, int *body) {
  for (int r = rows->run_start[unit]; r < rows->run_start[unit + 1]; r++)
    for (int k = 0; k < rows->run[r].count; k++) body[rows->run[r].first + k] = -1;
}

int rg_touches_find(rg_arena *arena, const rg_cone *cone, rg_touches *touches) {
  const rg_row_factor *rows = cone->factor;
  if (!rg_touches_fit(cone)) return 0;
  *touches = (rg_touches){.contacts = cone->blocks};
  touches->touch = RG_RAW(arena, rg_touch, cone->blocks);
  touches->first = RG_RAW(arena, int, rg_touches_most(cone));
  rg_arena_mark here = rg_arena_here(arena);
  int *body = RG_RAW(arena, int, rows->size);
  if (arena->failed) return 0;
  for (int i = 0; i < cone->blocks; i++)
    forget_bodies(rows, cone->factor_unit ? cone->factor_unit[i] : i, body);
  for (int i = 0; i < cone->blocks; i++)
    if (!find_bodies(touches, rows, cone->factor_unit ? cone->factor_unit[i] : i, body, i))
      return 0;
  rg_arena_back(arena, here);
  return 1;
}
