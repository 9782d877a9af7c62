/* Derivatives P + Q (A + s) of a map whose pieces change one block at a time: one factorization serves for
   many of them, and the sign of the determinant comes with it. */
#ifndef RG_BORDERED_H
#define RG_BORDERED_H

#include "solve/cone/system.h"

typedef struct rg_bordered rg_bordered;

/* Bytes that rg_bordered_new takes at most. */
size_t rg_bordered_size(const rg_cone *cone);
/* NULL where memory ran out. */
rg_bordered *rg_bordered_new(rg_arena *arena, const rg_cone *cone);

/* Factors it; P, Q, active as in contact_map.h. No block counts as changed from here on. */
void rg_bordered_factor(rg_bordered *bordered, const rg_cone *cone, rg_system *system,
                        const double *P, const double *Q, const unsigned char *active,
                        double shift);
/* Block i has other P and Q from here on. 0 where the border is full: factor again. */
int rg_bordered_change(rg_bordered *bordered, const rg_cone *cone, rg_system *system, int block);
/* Reads P and Q of the changed blocks; to be called after the last change, and whenever they moved. */
void rg_bordered_update(rg_bordered *bordered, const rg_cone *cone, const double *P,
                        const double *Q);
/* x = (P + Q (A + s)) \ x */
void rg_bordered_solve(rg_bordered *bordered, const rg_cone *cone, rg_system *system, double *x);
/* 1 or -1: the sign of its determinant */
int rg_bordered_sign(const rg_bordered *bordered);
/* how many blocks changed, and which */
int rg_bordered_changes(const rg_bordered *bordered);
int rg_bordered_block(const rg_bordered *bordered, int change);

#endif
