/* Rows of a constraint Jacobian, half solved against the mass of a tree.

   With M = L' D L along the tree (Featherstone 2008, sec. 6.5) a row g becomes

       w = (h D)^-1/2 L'^-1 g',     g_i M^-1 g_j' = h w_i . w_j,     M^-1 G' x = L^-1 (h D)^-1/2 h (W' x)

   h is a power of two about as large as 1 / D: a root of D itself would depend on the unit of mass, by its
   rounding.

   L'^-1 fills up the tree only, so that w lives on the ways from the degrees of freedom of g to
   their roots: its support. Rows come in groups of one support: one scalar row, or the three of a
   contact. A support is kept as runs of neighbouring degrees of freedom: six in a row for a free
   body. A group that is relaxed has one more coordinate, its own, behind all of the trees; a group that
   nobody has asked for has no runs. */
#ifndef RG_HALF_ROWS_H
#define RG_HALF_ROWS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "contact/expected.h"
#include "math/compensated.h"
#include "math/row_factor.h"
#include "math/wide.h"

/* L and D as rg_data and rg_embedded keep them: row k is D_k, then L_kj for j up the tree */
typedef struct rg_tree_factor {
  int size;
  const int *parent; /* -1 at a root */
  const int *start;
  const double *entry;
} rg_tree_factor;

typedef struct rg_half_rows {
  int most_groups;
  const int *parent;
  int size;

  /* support of the group that is being built, descending; its rows, size x
     rg_half_rows_stride(width), zero outside */
  int support_size, *support, *segment;
  int counting, way, reach,
      last; /* first round: sum of the ways from the tips; size of their trees; the last of them */
  int *depth, *root,
      *tree; /* degrees of freedom on the way up; root; size of a tree, by its root */
  unsigned char *marked;
  double *x;
  double *turn;  /* the same for the moments of a contact, rows three and on of its group */
  double unit;   /* h */
  double *scale; /* size: (h D)^-1/2 */
  double soft; /* of the group that is being built: what is its own, of its first row; 0: nothing */
  int own;     /* coordinates that are a group's own */

  /* groups */
  int groups;
  int dim;          /* unknowns of a group of several rows */
  int *width;       /* groups */
  int *unknown;     /* groups + 1: first row */
  int *run_start;   /* groups + 1 */
  rg_buffer runs;   /* rg_run, descending in a group */
  rg_buffer values; /* and a vector behind them that may be read */
  size_t runs_needed, values_needed, values_used;
  int *tree_first, *tree_size; /* as of rg_row_factor */
} rg_half_rows;

/* numbers of a degree of freedom in x: three rows take a vector, its last lane 0 */
static inline int rg_half_rows_stride(int width) { return width >= 3 ? RG_LANES : width; }

void rg_half_rows_setup(rg_half_rows *rows, rg_arena *arena, int most_size, int most_groups);
/* Room that problems will need, as the last of a set-up; arena->failed, and nothing to release, where
   memory ran out. */
void rg_half_rows_expect(rg_half_rows *rows, rg_arena *arena, rg_expected expected);
void rg_half_rows_release(rg_half_rows *rows);
long rg_half_rows_grown(const rg_half_rows *rows);

/* The trees that `parent` describes: once, or whenever it changes. */
void rg_half_rows_trees(rg_half_rows *rows, int size, const int *parent);
/* First round, for a bound on the room: begin, then for every group its tips and `count`; `reserve` (0
   where memory ran out). Second round: for every group its tips, rows->x, `eliminate`, `store`.
   Without the first round (skip_count) nothing can be stored. */
void rg_half_rows_begin(rg_half_rows *rows);
void rg_half_rows_skip_count(rg_half_rows *rows);
/* adds the way from `tip` (-1: nothing) to its root to the support */
void rg_half_rows_add_tip(rg_half_rows *rows, int tip);
void rg_half_rows_count(rg_half_rows *rows, int width);
int rg_half_rows_reserve(rg_half_rows *rows);

/* x <- L'^-1 x on the support */
void rg_half_rows_eliminate(rg_half_rows *rows, const rg_tree_factor *factor, int width);
/* takes the support back: x must be empty */
void rg_half_rows_clear(rg_half_rows *rows);
/* The group is relaxed: A gets `share` of its first diagonal entry on top of it, and `more`; after `eliminate`. */
void rg_half_rows_relax(rg_half_rows *rows, int width, double share, double more);
/* w = scale x becomes the next group; x and the support are empty again */
void rg_half_rows_store(rg_half_rows *rows, int width);
/* From now on a group of several rows has as many unknowns, 3 at first: rows that it does not have are 0. */
void rg_half_rows_set_dim(rg_half_rows *rows, int dim);
/* the next group is one that nobody has asked for */
void rg_half_rows_skip(rg_half_rows *rows, int width);

/* h and (h D)^-1/2 of all rows; returns the first whose D is not above `tiny`, -1 where there is
   none */
int rg_half_rows_scale(rg_half_rows *rows, const rg_tree_factor *factor, double tiny);
/* y = (h D)^-1/2 h W' impulse, then y <- L^-1 y: together M^-1 G' impulse */
void rg_half_rows_gather(const rg_half_rows *rows, const double *impulse, double *y);
/* The first of both as if in twice the precision; `low`: work, `size` numbers */
void rg_half_rows_gather_carefully(const rg_half_rows *rows, const double *impulse, double *low,
                                   double *y);
void rg_tree_back_substitute(const rg_tree_factor *factor, double *y);

/* What was stored. */
rg_row_factor rg_half_rows_factor(const rg_half_rows *rows);

#endif
