/* Todorov's implicit complementarity map: f(x), v(x), the residual and its Jacobian.
   Todorov 2010, Eq. 10-18; Mylapilli & Jain 2017, Eq. 49-59 with the sign of dF_t/dz repaired. */
#include "solve/papers/implicit_map.h"
#include "base/random.h"

#include "math/dense.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void place_cells(rg_implicit_map *map, const rg_cone *cone) {
  int first = cone->first_contact * cone->d;
  for (int i = 0; i < map->cells; i++) {
    rg_cell *cell = &map->cell[i];
    cell->is_row = i < first;
    cell->size = cell->is_row ? 1 : cone->d;
    cell->offset = cell->is_row ? i : first + (i - first) * cone->d;
  }
}

rg_implicit_map *rg_implicit_map_new(rg_arena *arena, const rg_cone *cone) {
  rg_implicit_map *map = RG_NEW(arena, rg_implicit_map, 1);
  if (!map) return NULL;
  size_t n = (size_t)cone->n;
  map->n = cone->n;
  map->cells = cone->first_contact * cone->d + cone->blocks - cone->first_contact;
  map->cell = RG_NEW(arena, rg_cell, map->cells);
  map->K = RG_NEW(arena, double, n *n);
  map->rho = RG_NEW(arena, double, n);
  rg_couplings *at = &map->couplings;
  at->cell_start = RG_NEW(arena, int, map->cells + 1);
  at->cell = RG_NEW(arena, int, (size_t)map->cells *(size_t)map->cells);
  at->chunk_start = RG_NEW(arena, int, map->cells + 1);
  at->chunk = RG_NEW(arena, int, (size_t)map->cells *(n / RG_CHUNK));
  if (arena->failed) return NULL;
  place_cells(map, cone);
  return map;
}

/* K = A / rho - I, from block rows */
static void load_matrix(rg_implicit_map *map, const rg_cone *cone) {
  int n = map->n, d = cone->d;
  memset(map->K, 0, (size_t)n * (size_t)n * sizeof *map->K);
  for (int i = 0; i < cone->blocks; i++)
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *a = cone->values + (size_t)k * (size_t)(d * d);
      for (int p = 0; p < d; p++)
        for (int q = 0; q < d; q++) {
          int row = d * i + p, column = d * cone->column[k] + q;
          map->K[(size_t)row * (size_t)n + (size_t)column] = a[d * p + q] / map->rho[column];
        }
    }
  for (int i = 0; i < n; i++) map->K[(size_t)i * (size_t)n + (size_t)i] -= 1;
}

/* whether the rows of a cell have anything in these columns */
static int reaches(const rg_implicit_map *map, const rg_cell *cell, int first, int count) {
  for (int i = cell->offset; i < cell->offset + cell->size; i++)
    for (int j = first; j < first + count; j++)
      if (i == j || map->K[(size_t)i * (size_t)map->n + (size_t)j] != 0) return 1;
  return 0;
}

static void find_couplings(rg_implicit_map *map) {
  rg_couplings *at = &map->couplings;
  int cells = 0, chunks = 0;
  for (int a = 0; a < map->cells; a++) {
    const rg_cell *cell = &map->cell[a];
    at->cell_start[a] = cells;
    at->chunk_start[a] = chunks;
    for (int b = 0; b < map->cells; b++) {
      const rg_cell *other = &map->cell[b];
      if (reaches(map, cell, other->offset, other->size) ||
          reaches(map, other, cell->offset, cell->size))
        at->cell[cells++] = b;
    }
    for (int b = 0; b < map->n / RG_CHUNK; b++)
      if (reaches(map, cell, RG_CHUNK * b, RG_CHUNK)) at->chunk[chunks++] = RG_CHUNK * b;
  }
  at->cell_start[map->cells] = cells;
  at->chunk_start[map->cells] = chunks;
}

void rg_implicit_map_load(rg_implicit_map *map, const rg_cone *cone, const double *rho) {
  for (int i = 0; i < map->n; i++) map->rho[i] = rho ? rho[i] : 1;
  map->c = cone->c;
  for (int i = 0; i < map->cells; i++) {
    rg_cell *cell = &map->cell[i];
    double unit = map->rho[cell->offset];
    cell->mu = cell->is_row ? 0 : cone->mu[cell->offset / cone->d];
    cell->lower = cell->is_row ? unit * cone->lower[cell->offset] : 0;
    cell->upper = cell->is_row ? unit * cone->upper[cell->offset] : 0;
  }
  load_matrix(map, cone);
  find_couplings(map);
}

/* a row of K times x: one sum for each place within a chunk, as in rg_dot */
static double row_times(const rg_implicit_map *map, int cell, const double *row, const double *x) {
  const rg_couplings *at = &map->couplings;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int k = at->chunk_start[cell]; k < at->chunk_start[cell + 1]; k++) {
    const double *a = row + at->chunk[k], *b = x + at->chunk[k];
    s0 += a[0] * b[0];
    s1 += a[1] * b[1];
    s2 += a[2] * b[2];
    s3 += a[3] * b[3];
  }
  for (int j = map->n - map->n % RG_CHUNK; j < map->n; j++) s0 += row[j] * x[j];
  return (s0 + s1) + (s2 + s3);
}

void rg_implicit_map_times(const rg_implicit_map *map, const double *x, double *y) {
  for (int k = 0; k < map->cells; k++)
    for (int i = map->cell[k].offset; i < map->cell[k].offset + map->cell[k].size; i++)
      y[i] = row_times(map, k, map->K + (size_t)i * (size_t)map->n, x);
}

/* y += K' x for the rows of a cell, in a chunk of columns */
static void add_chunk(const rg_implicit_map *map, const rg_cell *cell, int first, const double *x,
                      double *y) {
  double s0 = y[first], s1 = y[first + 1], s2 = y[first + 2], s3 = y[first + 3];
  for (int i = cell->offset; i < cell->offset + cell->size; i++) {
    const double *row = map->K + (size_t)i * (size_t)map->n + first;
    double factor = x[i];
    s0 += factor * row[0];
    s1 += factor * row[1];
    s2 += factor * row[2];
    s3 += factor * row[3];
  }
  y[first] = s0, y[first + 1] = s1, y[first + 2] = s2, y[first + 3] = s3;
}

void rg_implicit_map_times_t(const rg_implicit_map *map, const double *x, double *y) {
  const rg_couplings *at = &map->couplings;
  memset(y, 0, (size_t)map->n * sizeof *y);
  for (int k = 0; k < map->cells; k++) {
    const rg_cell *cell = &map->cell[k];
    for (int c = at->chunk_start[k]; c < at->chunk_start[k + 1]; c++)
      add_chunk(map, cell, at->chunk[c], x, y);
    for (int j = map->n - map->n % RG_CHUNK; j < map->n; j++)
      for (int i = cell->offset; i < cell->offset + cell->size; i++)
        y[j] += x[i] * map->K[(size_t)i * (size_t)map->n + (size_t)j];
  }
}

static double tangent_norm(const rg_cell *cell, const double *x) {
  return cell->size == 3 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
}

rg_zone rg_implicit_map_zone(const rg_cell *cell, const double *x_cell) {
  if (cell->is_row)
    return -x_cell[0] < cell->lower || -x_cell[0] > cell->upper ? RG_ZONE_BREAK : RG_ZONE_STICK;
  if (x_cell[0] >= 0) return RG_ZONE_BREAK;
  if (cell->mu <= 0) return RG_ZONE_SLIP;
  return tangent_norm(cell, x_cell) <= -cell->mu * x_cell[0] ? RG_ZONE_STICK : RG_ZONE_SLIP;
}

/* Eq. 10, 12 and 13: f_n = max(0, -x_n), f_t = -min(1, mu f_n / |x_t|) x_t */
static void contact_phi(const rg_cell *cell, const double *x, double *phi) {
  double normal = x[0] < 0 ? -x[0] : 0, limit = cell->mu * normal;
  double slip = tangent_norm(cell, x), s = slip > limit ? limit / slip : 1;
  phi[0] = normal;
  for (int i = 1; i < cell->size; i++) phi[i] = -s * x[i];
}

void rg_implicit_map_phi(const rg_implicit_map *map, const double *x, double *phi) {
  for (int i = 0; i < map->cells; i++) {
    const rg_cell *cell = &map->cell[i];
    const double *part = x + cell->offset;
    if (cell->is_row) phi[cell->offset] = fmin(fmax(-part[0], cell->lower), cell->upper);
    else contact_phi(cell, part, phi + cell->offset);
  }
}

void rg_implicit_map_residual(const rg_implicit_map *map, const double *x, double *phi, double *r) {
  rg_implicit_map_phi(map, x, phi);
  rg_implicit_map_times(map, phi, r); /* r = K phi - x + c */
  for (int i = 0; i < map->n; i++) r[i] += map->c[i] - x[i];
}

void rg_implicit_map_impulse(const rg_implicit_map *map, const double *x, double *f) {
  rg_implicit_map_phi(map, x, f);
  for (int i = 0; i < map->n; i++) f[i] /= map->rho[i];
}

void rg_implicit_map_encode(const rg_implicit_map *map, const double *f, double *x) {
  /* A f - rho f = K (rho f) */
  for (int i = 0; i < map->n; i++) {
    const double *row = map->K + (size_t)i * (size_t)map->n;
    double sum = map->c[i];
    for (int j = 0; j < map->n; j++) sum += row[j] * (map->rho[j] * f[j]);
    x[i] = sum;
  }
}

void rg_implicit_map_scatter(const rg_implicit_map *map, unsigned number, double *x) {
  double size = 2 * rg_norm_max(map->n, map->c);
  uint64_t state = number + 1u;
  for (int i = 0; i < map->n; i++) x[i] = size * (2 * rg_random(&state) - 1);
}

/* slipping: d f_n = -d x_n, d f_t = mu t d x_n - s (I - t t') d x_t with t = x_t / |x_t| */
static void slip_slope(const rg_cell *cell, const double *x, double *slope) {
  int d = cell->size;
  double slip = tangent_norm(cell, x), limit = -cell->mu * fmin(x[0], 0);
  slope[0] = -1;
  if (!(slip > 0)) return;
  double s = fmin(1, limit / slip);
  for (int i = 1; i < d; i++) {
    slope[d * i] = cell->mu * x[i] / slip;
    for (int j = 1; j < d; j++)
      slope[d * i + j] = -s * ((i == j ? 1 : 0) - (x[i] / slip) * (x[j] / slip));
  }
}

void rg_implicit_map_slope(const rg_cell *cell, rg_zone zone, const double *x_cell, double *slope) {
  memset(slope, 0, (size_t)(cell->size * cell->size) * sizeof *slope);
  if (zone == RG_ZONE_STICK)
    for (int i = 0; i < cell->size; i++) slope[(cell->size + 1) * i] = -1;
  if (zone == RG_ZONE_SLIP) slip_slope(cell, x_cell, slope);
}

void rg_implicit_map_jacobian(const rg_implicit_map *map, const double *slope, double *J) {
  int n = map->n;
  for (int i = 0; i < n; i++) {
    const double *row = map->K + (size_t)i * (size_t)n;
    double *out = J + (size_t)i * (size_t)n;
    for (int k = 0; k < map->cells; k++) {
      int offset = map->cell[k].offset, d = map->cell[k].size;
      const double *block = slope + k * RG_CELL_SQUARE;
      for (int q = 0; q < d; q++) {
        double sum = 0;
        for (int p = 0; p < d; p++) sum += row[offset + p] * block[d * p + q];
        out[offset + q] = sum;
      }
    }
    out[i] -= 1;
  }
}
