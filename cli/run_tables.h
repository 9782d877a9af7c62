/* Tables of `rigor run`: contacts with forces and names, sensors and actuators. */
#ifndef RIGOR_RUN_TABLES_H
#define RIGOR_RUN_TABLES_H

#include "commands.h"

/* `after`: as for rg_trajectory_open. On failure *table is NULL. */
rg_status contacts_open(rg_table **table, const char *path, const rg_model *model,
                        const double *after, rg_error *error);
/* one line a contact of the last step */
rg_status contacts_write(rg_table *table, const rg_sim *sim, rg_error *error);

rg_status sensors_open(rg_table **table, const char *path, const rg_model *model,
                       const double *after, long *kept, rg_error *error);
/* one line; `first`: no step has led to this state, so that nothing was measured yet */
rg_status sensors_write(rg_table *table, rg_sim *sim, int first, rg_error *error);

#endif
