/* Whether a step made energy of nothing by its rule: what contacts, stops, dry friction, loops and dampers did in each
   island, against its motion and what such works are known to. */
#include "step/balance.h"

#include "base/disjoint.h"
#include "step/sim.h"

#include <math.h>
#include <string.h>

/* m/s of a contact (row -1), m/s or rad/s of a row: what motions are known to, as gaps are in a step */
double rg_balance_slow(const rg_sim *sim, int row) {
  const rg_constraints *c = sim->constraints;
  const rg_model *model = sim->model;
  double rate = sim->options.gap_accuracy / sim->options.dt;
  double size = c->smallest > 0 ? c->smallest : sim->length;
  if (row < 0) return rate * size;
  int object = c->object[row];
  int joint = c->kind[row] == RG_ROW_LIMIT      ? object
              : c->kind[row] == RG_ROW_FRICTION ? model->dof_joint[object]
                                                : -1;
  return joint >= 0 && model->joint_type[joint] != RG_JOINT_SLIDE ? rate : rate * size;
}

/* Contacts that do not bounce, stops and dry friction together only ever take energy out of what moves against them. With
   the mean velocity of a step in which bodies turn far, or in a jam, they may seem to give some: an island where that is
   more than a part of its motion has no middle worth the name. The same holds of dampers and what there was to be damped,
   and of loops that a start tears: what stops them is an impact. Else their work is the error of the rule. What moves by
   less than gaps are known to rests: its energies are rounding, and would decide for all that moves. */
int rg_balance_creates(rg_sim *sim, int middle, int bounces) {
  static const double PART = 0.01, LOOPS = 0.1;
  rg_balance *b = &sim->balance;
  double *motion = b->moving, slow = rg_balance_slow(sim, -1);
  if (b->trees) memset(motion, 0, (size_t)b->trees * sizeof *motion);
  if (b->trees) memset(b->after, 0, (size_t)b->trees * sizeof *b->after);
  for (int t = 0; t < b->trees; t++) {
    int root = rg_find_root(b->parent, t);
    double resting = 0.5 * b->mass[t] * slow * slow;
    motion[root] += b->kinetic[t] + b->forced[t] + resting;
    b->after[root] += b->kinetic[t] + resting;
  }
  for (int t = 0; t < b->trees; t++) {
    if (middle && !bounces && b->made[t] > PART * motion[t] + b->noise[t])
      return RG_ARRIVES_CREATES;
    if (middle && b->looped[t] > LOOPS * motion[t] + b->noise[t]) return RG_ARRIVES_TEARS;
    if (b->undamped[t] > PART * b->after[t] + b->unsure[t]) return RG_ARRIVES_PUMPS;
  }
  return 0;
}
