/* A cone problem whose A = W W' is there by its rows W only: contacts and no scalar rows. For throngs,
   where the entries of A would take more memory than all the rest. */
#ifndef RG_CONE_ROWS_H
#define RG_CONE_ROWS_H

#include "law/forms.h"

/* Diagonal blocks of A, raw, into the values of the cone. */
void rg_cone_rows_diagonal(const rg_cone *cone);
/* y = A x, scaled */
void rg_cone_rows_product(const rg_cone *cone, const double *x, double *y);
/* || |W| |W'| |x| ||, raw: what rounding in that product is measured by */
double rg_cone_rows_size(const rg_cone *cone, const double *x);

#endif
