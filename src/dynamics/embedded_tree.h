/* Set-up of the embedding: compound joints of the closures. */
#ifndef RG_EMBEDDED_TREE_H
#define RG_EMBEDDED_TREE_H

#include "dynamics/embedded.h"

/* Fills loops, loop_of, loop_start, loop_dof, row_start, loop_row, place. Work: head nv, tied nv,
   of_equality one a closure. */
void rg_embedded_find_loops(rg_embedded *embedded, const rg_model *model, int *head,
                            unsigned char *tied, int *of_equality);

#endif
