/* The contact problem of a model at one instant, with torsional and rolling friction where the model asks for them
   (docs/rolling.md): for time-stepping of one's own. Limits, equalities and drives are rg_step's. */
#ifndef RIGOR_CONTACT_H
#define RIGOR_CONTACT_H

#include <rigor/collide.h>
#include <rigor/dynamics.h>
#include <rigor/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* M v+ = M (v + dt qacc_smooth) + G' r of all `count` contacts, global form, after rg_forward. Contacts have the largest condim
   that one of them has (3, 4 or 6), and coefficients 0 for what theirs has not; gaps may close within dt, overlaps do not
   grow. The problem owns its memory: rg_problem_free(). */
RG_API rg_status rg_contact_problem(rg_problem *problem, const rg_model *model, const rg_data *data,
                                    const rg_contact *contact, int count, double dt, int ellipsoid,
                                    rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
