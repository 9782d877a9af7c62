/* What set-up and motion of the redundant coordinates share. */
#ifndef RG_REDUNDANT_PARTS_H
#define RG_REDUNDANT_PARTS_H

#include "dynamics/redundant.h"

static inline int rg_redundant_closure_rows(int type) {
  return type == RG_EQUALITY_CONNECT ? 3 : type == RG_EQUALITY_WELD ? 6 : 1;
}

/* units of a row, in the order in which their six columns stand in the pattern; one may come twice
 */
int rg_redundant_row_units(const rg_redundant *redundant, const rg_model *model, int row,
                           int list[4]);

#endif
