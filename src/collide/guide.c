/* Guides of meshes: a cube of directions with a support vertex in each cell, triangles by vertex, and
   caps found from neighbour to neighbour. */
#include "collide/guide.h"

#include "collide/support.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>

/* --- a cube of directions ---------------------------------------------------------------------- */

/* cell of a coordinate from -1 to 1 */
static int cell_of(double x) {
  int k = (int)(0.5 * RG_GUIDE_CELLS * (x + 1));
  return k < 0 ? 0 : k < RG_GUIDE_CELLS ? k : RG_GUIDE_CELLS - 1;
}

static double middle_of(int cell) { return (2 * cell + 1.0) / RG_GUIDE_CELLS - 1; }

int rg_mesh_guide_start(const rg_mesh_guide *guide, const double d[3]) {
  double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
  int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  double length = axis == 0 ? x : axis == 1 ? y : z;
  if (!(length > 0)) return guide->start[0];
  int u = cell_of(d[(axis + 1) % 3] / length), v = cell_of(d[(axis + 2) % 3] / length);
  int side = 2 * axis + (d[axis] < 0);
  return guide->start[(side * RG_GUIDE_CELLS + u) * RG_GUIDE_CELLS + v];
}

static void set_starts(rg_mesh_guide *guide, const rg_shape *mesh) {
  int last = 0;
  for (int i = 0; i < RG_GUIDE_STARTS; i++) {
    int side = i / (RG_GUIDE_CELLS * RG_GUIDE_CELLS), axis = side / 2;
    double d[3];
    d[axis] = side % 2 ? -1 : 1;
    d[(axis + 1) % 3] = middle_of(i / RG_GUIDE_CELLS % RG_GUIDE_CELLS);
    d[(axis + 2) % 3] = middle_of(i % RG_GUIDE_CELLS);
    guide->start[i] = last = rg_mesh_support(mesh, d, last);
  }
}

static void set_box(rg_mesh_guide *guide, const rg_shape *mesh) {
  for (int k = 0; k < 3; k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < mesh->nvertex; i++) {
      low = fmin(low, mesh->vertex[3 * i + k]);
      high = fmax(high, mesh->vertex[3 * i + k]);
    }
    guide->middle[k] = 0.5 * (low + high);
    guide->half[k] = fmax(high - guide->middle[k], guide->middle[k] - low);
  }
}

/* --- triangles by vertex ----------------------------------------------------------------------- */

static void set_fans(rg_mesh_guide *guide, const rg_shape *mesh) {
  int n = mesh->nvertex, corners = mesh->face ? 3 * mesh->nface : 0;
  for (int i = 0; i < corners; i++) guide->fan_start[mesh->face[i] + 1]++;
  for (int v = 0; v < n; v++) guide->fan_start[v + 1] += guide->fan_start[v];
  for (int i = 0; i < corners; i++) guide->fan[guide->fan_start[mesh->face[i]]++] = i / 3;
  for (int v = n; v > 0; v--) guide->fan_start[v] = guide->fan_start[v - 1];
  guide->fan_start[0] = 0;
}

rg_mesh_guide *rg_mesh_guide_new(rg_arena *arena, const rg_shape *mesh) {
  assert(mesh->neighbour_start && mesh->neighbour && !mesh->guide);
  rg_mesh_guide *guide = RG_NEW(arena, rg_mesh_guide, 1);
  if (!guide) return NULL;
  guide->fan_start = RG_NEW(arena, int, (size_t)mesh->nvertex + 1);
  guide->fan = RG_RAW(arena, int, mesh->face ? 3 * (size_t)mesh->nface : 0);
  if (arena->failed) return NULL;
  set_box(guide, mesh);
  set_starts(guide, mesh);
  set_fans(guide, mesh);
  return guide;
}

/* --- caps -------------------------------------------------------------------------------------- */

/* a small set of vertices, by their last digits: open addressing, never more than half full */
enum { SLOTS = 2 * RG_CAP };

/* 1 where the value is new */
static int enter(int slot[SLOTS], int value) {
  int k = value % SLOTS;
  for (; slot[k] >= 0; k = (k + 1) % SLOTS)
    if (slot[k] == value) return 0;
  slot[k] = value;
  return 1;
}

static void sort_ascending(int *x, int n) {
  for (int i = 1; i < n; i++) {
    int value = x[i], j = i;
    for (; j > 0 && x[j - 1] > value; j--) x[j] = x[j - 1];
    x[j] = value;
  }
}

int rg_mesh_cap(const rg_shape *mesh, const double direction[3], double height, int top,
                int vertex[RG_CAP]) {
  int n = 1, slot[SLOTS];
  if (!mesh->neighbour_start || !mesh->neighbour) return -1;
  for (int k = 0; k < SLOTS; k++) slot[k] = -1;
  vertex[0] = top;
  (void)enter(slot, top);
  for (int done = 0; done < n; done++) {
    int v = vertex[done];
    for (int k = mesh->neighbour_start[v]; k < mesh->neighbour_start[v + 1]; k++) {
      int next = mesh->neighbour[k];
      if (!(rg_v3_dot(direction, mesh->vertex + 3 * next) >= height)) continue;
      if (!enter(slot, next)) continue;
      if (n == RG_CAP) return -1;
      vertex[n++] = next;
    }
  }
  sort_ascending(vertex, n);
  return n;
}
