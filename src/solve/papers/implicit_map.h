/* Todorov's implicit complementarity map for the cone form, shared by todorov and ncp-*.

   An unconstrained x encodes impulse and velocity at once (Todorov 2010, Eq. 10-14; Mylapilli &
   Jain 2017, Eq. 49-51): with phi(x) the encoded impulse,

       f = phi(x) / rho,   v = phi(x) + x,   r(x) = A f + c - v = K phi(x) - x + c,   K = A / rho -
   I,

   so that the laws of contact hold for every x, and r(x) = 0 is all that is left to solve. rho > 0
   is the unit of velocity per impulse (1 in the papers), one number a cell.

   A cell is a scalar row (size 1, phi = mid(rho lower, -x, rho upper)) or a contact (size d). */
#ifndef RG_IMPLICIT_MAP_H
#define RG_IMPLICIT_MAP_H

#include "law/forms.h"

enum { RG_CELL_MAX = 3, RG_CELL_SQUARE = RG_CELL_MAX * RG_CELL_MAX };

/* Where a cell is smooth. A row is `stick` between its bounds and `break` at one of them. */
typedef enum rg_zone { RG_ZONE_BREAK = 0, RG_ZONE_STICK = 1, RG_ZONE_SLIP = 2 } rg_zone;

typedef struct rg_cell {
  int offset, size;
  int is_row;
  double mu;           /* contacts */
  double lower, upper; /* rows, times rho */
} rg_cell;

/* Where the rows of each cell of K may differ from zero, ascending: the cells (itself, those with
   entries in its rows and those with entries in its columns), and the first columns of the chunks
   of RG_CHUNK columns (the last n % RG_CHUNK columns belong to every row). */
typedef struct rg_couplings {
  int *cell_start, *cell;
  int *chunk_start, *chunk;
} rg_couplings;

enum { RG_CHUNK = 4 };

typedef struct rg_implicit_map {
  int n, cells;
  rg_cell *cell;
  double *K;       /* n x n: A / rho - I */
  double *rho;     /* n */
  const double *c; /* the cone's */
  rg_couplings couplings;
} rg_implicit_map;

/* Takes the memory; NULL where there is none. Load must come before anything else. */
rg_implicit_map *rg_implicit_map_new(rg_arena *arena, const rg_cone *cone);
/* Reads the numbers of the cone again. `rho` (n, equal within a contact) may be NULL: 1. */
void rg_implicit_map_load(rg_implicit_map *map, const rg_cone *cone, const double *rho);

/* y = K x and y = K' x: what rg_matvec and rg_matvec_t give, to the bit, without the zeros. */
void rg_implicit_map_times(const rg_implicit_map *map, const double *x, double *y);
void rg_implicit_map_times_t(const rg_implicit_map *map, const double *x, double *y);

/* phi(x) */
void rg_implicit_map_phi(const rg_implicit_map *map, const double *x, double *phi);
/* r(x), Eq. 15, and phi(x) */
void rg_implicit_map_residual(const rg_implicit_map *map, const double *x, double *phi, double *r);
/* f = phi(x) / rho */
void rg_implicit_map_impulse(const rg_implicit_map *map, const double *x, double *f);
/* x = A f + c - rho f, the point that encodes f and its velocity where they obey the laws */
void rg_implicit_map_encode(const rg_implicit_map *map, const double *f, double *x);
/* x = a pseudo-random point of the size of c, the same for the same `number`: for restarts */
void rg_implicit_map_scatter(const rg_implicit_map *map, unsigned number, double *x);

/* The zone of the cell `x_cell` (its own part of x); ties go to stick, then to break. */
rg_zone rg_implicit_map_zone(const rg_cell *cell, const double *x_cell);
/* d phi / d x of a cell as it is in `zone`, size x size row-major (Mylapilli & Jain, Eq. 59). */
void rg_implicit_map_slope(const rg_cell *cell, rg_zone zone, const double *x_cell, double *slope);
/* J = K dphi/dx - I, Eq. 18 (Eq. 58): n x n, `slope` holds RG_CELL_SQUARE numbers a cell. */
void rg_implicit_map_jacobian(const rg_implicit_map *map, const double *slope, double *J);

#endif
