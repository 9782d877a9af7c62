/* The pieces of the Alart-Curnier map (contact_map.h): within a piece (a contact open, slipping or sticking;
   a scalar row at its lower bound, between, at its upper bound) it is smooth, at the kinks between them it is
   continuous. For methods that choose the piece themselves and must know where it ends. */
#ifndef RG_PIECES_H
#define RG_PIECES_H

#include "law/forms.h"

enum { RG_PIECE_OPEN, RG_PIECE_SLIPS, RG_PIECE_STICKS };
enum { RG_PIECE_LOW, RG_PIECE_BETWEEN, RG_PIECE_HIGH };

/* A table of pieces has one entry an unknown; that of a contact is at its first one. Calls f(i) for those. */
static inline int rg_piece_next(const rg_cone *cone, int i) {
  return i < cone->first_contact * cone->d ? i + 1 : i + cone->d;
}

/* The pieces in which (x, u) lies. */
void rg_pieces_find(const rg_cone *cone, const double *x, const double *u, unsigned char *piece);
/* F(x, u) of the pieces, wherever (x, u) lies. */
void rg_pieces_map(const rg_cone *cone, const unsigned char *piece, const double *x,
                   const double *u, double *F);
/* dF = P dx + Q du of one block; returns RG_BLOCK_* (contact_map.h). */
unsigned char rg_pieces_blocks(const rg_cone *cone, const unsigned char *piece, int block,
                               const double *x, const double *u, double *P, double *Q);
/* How far (x, u) is from where the piece of unknown i ends; negative outside. `beyond`: which piece comes then. */
double rg_piece_slack(const rg_cone *cone, const unsigned char *piece, int i, const double *x,
                      const double *u, int *beyond);
/* How far one can go from y = x - u along dy until the piece of unknown i ends, HUGE_VAL: for ever. Ends that
   are nearer than `near` to begin with were just passed and do not count while dy leads away from them. */
double rg_piece_reach(const rg_cone *cone, const unsigned char *piece, int i, const double *x,
                      const double *u, const double *dy, double near, int *beyond);

#endif
