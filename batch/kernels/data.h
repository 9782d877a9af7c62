/* What the kernels work with: the model, the arrays over all simulations, and what is handed on between the parts of a step.

   Arrays over all simulations are interleaved: entry k of simulation i is at [k * count + i]. What one simulation has during
   a step, its room (room.h) and its record, lies together: a group of lanes works on it. */
#ifndef RK_DATA_H
#define RK_DATA_H

#include "kernels/draw.h"

#include <rigor/model.h>

#include <math.h>
#include <stddef.h>

/* the small algebra of the library, made for both processors */
#ifdef __CUDACC__
#define inline inline __host__ __device__
#endif
#include "math/spatial.h"
#ifdef __CUDACC__
#undef inline
#endif

/* Sizes that a model must fit into. */
enum {
  RK_BODIES = 32,
  RK_DOFS = 32,
  RK_GEOMS = 48,
  RK_ENTRIES = RK_DOFS * (RK_DOFS + 1) / 2, /* of M along the tree, at most */
  RK_CONTACTS = 64,
  RK_ROWS = 64,
  RK_CANDIDATES = 3 * RK_CONTACTS, /* points that contacts are chosen from */
  RK_UNITS = RK_ROWS + RK_CONTACTS,
  RK_SIZE = RK_ROWS + 3 * RK_CONTACTS,
  RK_KEPT = 64,  /* rows and contacts whose impulses the next step starts from */
  RK_LISTED = 64 /* near pairs, and units that are kept, that are listed at a time */
};

/* --- the model ------------------------------------------------------------------------------------ */

/* lists of what a model has: name, numbers */
#define RK_INT_ARRAYS(X)                                                                           \
  X(body_parent, nbody)                                                                            \
  X(body_joint, nbody)                                                                             \
  X(body_njoint, nbody)                                                                            \
  X(body_dof, nbody)                                                                               \
  X(body_ndof, nbody)                                                                              \
  X(body_path, nbody)  /* degrees of freedom that move it, a bit each */                           \
  X(body_order, nbody) /* bodies by their depth in the tree, children of one side by side: */      \
  X(body_child, nbody) /* where in this order its children begin, */                               \
  X(body_nchild, nbody)                                                                            \
  X(level, nbody + 1) /* and where those of each depth do */                                       \
  X(joint_type, njoint)                                                                            \
  X(joint_body, njoint)                                                                            \
  X(joint_qpos, njoint)                                                                            \
  X(joint_dof, njoint)                                                                             \
  X(joint_alone, njoint) /* 1: nothing else moves with its body, which turns by itself */          \
  X(joint_limited, njoint)                                                                         \
  X(joint_forcelimited, njoint)                                                                    \
  X(joint_round, njoint) /* number of a ball with a limit among these; -1 */                       \
  X(dof_body, nv)                                                                                  \
  X(dof_joint, nv)                                                                                 \
  X(dof_parent, nv)                                                                                \
  X(dof_row, nv)       /* its first entry of M along the tree, */                                  \
  X(entry_dof, nentry) /* and whose column each entry is */                                        \
  X(dof_actuator, nv)  /* where in actuator_order those begin that drive it */                     \
  X(dof_nactuator, nv)                                                                             \
  X(actuator_order, nactuator)                                                                     \
  X(dof_end, nv)       /* behind the last entry of its row of M */                                 \
  X(dof_taken, nv + 1) /* where in `taken` those entries begin that its row is taken out of: */    \
  X(taken, ntaken)     /* 1024 entry + 32 t + s, of row entries t <= s */                          \
  X(geom_type, ngeom)                                                                              \
  X(geom_body, ngeom)                                                                              \
  X(tendon_limited, ntendon)                                                                       \
  X(tendon_start, ntendon)                                                                         \
  X(tendon_count, ntendon)                                                                         \
  X(tendon_dof, ntendonjoint)                                                                      \
  X(tendon_qpos, ntendonjoint)                                                                     \
  X(actuator_joint, nactuator)                                                                     \
  X(actuator_ctrllimited, nactuator)                                                               \
  X(actuator_forcelimited, nactuator)                                                              \
  X(actuator_act, nactuator) /* entry of act; -1: no state */                                      \
  X(actuator_dyntype, nactuator)                                                                   \
  X(actuator_actearly, nactuator)                                                                  \
  X(actuator_actlimited, nactuator)                                                                \
  X(pair_geom1, npair)                                                                             \
  X(pair_geom2, npair)                                                                             \
  X(pair_condim, npair)                                                                            \
  X(pair_friction_of, npair)

#define RK_REAL_ARRAYS(X)                                                                          \
  X(body_pos, 3 * nbody)                                                                           \
  X(body_quat, 4 * nbody)                                                                          \
  X(body_ipos, 3 * nbody)                                                                          \
  X(body_imat, 9 * nbody)                                                                          \
  X(body_gravcomp, nbody)                                                                          \
  X(joint_pos, 3 * njoint)                                                                         \
  X(joint_axis, 3 * njoint)                                                                        \
  X(joint_range, 2 * njoint)                                                                       \
  X(joint_forcerange, 2 * njoint)                                                                  \
  X(qpos0, nq)                                                                                     \
  X(qpos_spring, nq)                                                                               \
  X(geom_pos, 3 * ngeom)                                                                           \
  X(geom_mat, 9 * ngeom)                                                                           \
  X(tendon_range, 2 * ntendon)                                                                     \
  X(tendon_frictionloss, ntendon)                                                                  \
  X(tendon_coef, ntendonjoint)                                                                     \
  X(actuator_gear, nactuator)                                                                      \
  X(actuator_slope, 2 * nactuator)                                                                 \
  X(actuator_ctrlrange, 2 * nactuator)                                                             \
  X(actuator_forcerange, 2 * nactuator)                                                            \
  X(actuator_lag, nactuator) /* time constant of a filter */                                       \
  X(actuator_actrange, 2 * nactuator)                                                              \
  X(pair_margin, npair)                                                                            \
  X(pair_friction, npair)

/* what each simulation may have of its own */
#define RK_PARAMETERS(X)                                                                                       \
  X(gravity, 3)                                                                                                \
  X(mass, nbody)                                                                                               \
  X(inertia, 3 * nbody)                                                                                        \
  X(size, 3 * ngeom)                                                                                           \
  X(friction, ngeom)                                                                                           \
  X(gain, nactuator)                                                                                           \
  X(bias, 3 * nactuator)                                                                                       \
  X(damping, nv)                                                                                               \
  X(armature, nv)                                                                                              \
  X(frictionloss, nv)                                                                                          \
  X(stiffness, njoint)                                                                                         \
  X(heft, nv)           /* diagonal of M at qpos0: what springs are stiff or soft beside */                    \
  X(centre, 3 * njoint) /* of mass of what is fixed to a free joint's body, in its frame */                    \
  X(moment,                                                                                                    \
    9 * njoint) /* inertia of what is fixed to a ball's or free joint's body, about that (ball: the anchor) */ \
  X(reach, nbody)  /* farthest point of its shapes from a body's origin */                                     \
  X(radius, ngeom) /* bounding sphere; 0: plane */

/* the model's own, or one a simulation: entry k of simulation i at [k * step + i * own] */
typedef struct rk_values {
  const double *value;
  int step, own;
} rk_values;

RK_FUNCTION double rk_value(rk_values v, int k, int lane) {
  return v.value[(size_t)k * (size_t)v.step + (size_t)lane * (size_t)v.own];
}

typedef struct rk_model {
  int nq, nv, nbody, njoint, ngeom, ntendon, ntendonjoint, nactuator, npair;
  int nact, nround; /* states of actuators; balls with a limit */
  int nentry;       /* of M along the tree */
  int ntaken;       /* products that its factor takes */
  int ndepth;       /* entries of its longest row */
  int nlevel;       /* depths of the tree of the bodies, the world's included */
  double tiny;      /* an inertia that is none */
  /* how to step */
  double dt, tol, aim, push;
  double mu;    /* of all pairs; NaN: their own */
  double known; /* how well distances are, in the radius of the smaller shape */
  int sweeps;   /* 1: what moves by more than its width is looked ahead of */
#define X(name, count) const int *name;
  RK_INT_ARRAYS(X)
#undef X
#define X(name, count) const double *name;
  RK_REAL_ARRAYS(X)
#undef X
#define X(name, count) rk_values name;
  RK_PARAMETERS(X)
#undef X
} rk_model;

/* where contact friction comes from */
enum { RK_LARGER, RK_FIRST, RK_SECOND, RK_OWN };

/* --- all simulations ------------------------------------------------------------------------------ */

/* how a simulation stands; those above RK_RUNS wait for somebody else */
enum {
  RK_RUNS = 0,
  RK_STOPPED,  /* failed, or met its condition: nothing is done */
  RK_CROWDED,  /* more contacts or rows than there is room for */
  RK_UNSOLVED, /* the solver was lost */
  RK_BAD,      /* the state or an input is not finite */
  RK_WAITS,    /* of a record: for the slower kernel */
  RK_AGAIN     /* of a step: impulses reach contacts that were not looked for */
};

/* how often a step may be done again for that */
enum { RK_OUTRUNS = 8 };

/* what the slower kernel says in the record: 0, not its own */
enum { RK_SLOWLY = 1, RK_NEVER };

/* Newton steps that the first solve of a problem may take, and the second; of the first those at once */
enum { RK_BUDGET = 48, RK_SLOW_BUDGET = 400, RK_DIRECT = 8 };

typedef struct rk_arrays {
  int count; /* simulations: the stride */
  double *qpos, *qvel, *act, *ctrl, *qfrc, *xfrc, *time;
  double *qpos_before, *qvel_before, *act_before; /* at the start of the last step */
  /* the last step that was chosen to be certified again: its start, rows and contacts, what they belong to, their
     targets (of contacts) and impulses (3 a unit); the number of steps after it, 0: none was chosen */
  double *sample_qpos, *sample_qvel, *sample_act, *sample_ctrl, *sample_target, *impulse;
  int *sample_step, *sample_rows, *sample_contacts, *sample_id;
  int *state, *goal, *steps, *contacts, *rows, *iterations, *slow;
  double *residual, *worst, *penetration;
  long long *contact_sum, *iteration_sum;
  int *kept_count, *kept_id;     /* units whose impulses are kept: RK_KEPT each */
  double *kept;                  /* 3 each: what the next step starts from */
  double *clock;                 /* 2: time = first + second dt, in whole steps */
  unsigned long long *histogram; /* bins: one for all, or one a worker */
  int bins;
  uint64_t seed;
  int hold;
  int certify; /* one step in so many is chosen; 0: none */
} rk_arrays;

/* Which steps are chosen to be certified again: one of each `certify`, in their first half, so that two are never close
   together; by numbers that do not depend on the motion, on calls or on neighbours. */
RK_FUNCTION int rk_is_chosen(int certify, int lane, int step) {
  if (certify <= 0) return 0;
  int block = step / certify, half = (certify + 1) / 2;
  int at = (int)(half * rk_draw(0, (uint64_t)lane, (uint64_t)block, 0));
  return step - block * certify == at;
}
/* steps between two that are chosen, at least */
RK_FUNCTION int rk_least_apart(int certify) { return certify / 2 + 1; }

/* --- between the parts of a step ------------------------------------------------------------------- */

/* What the motion hands to the solver, and both to the end of a step, by slot: on a GPU a slot is a simulation, on a
   processor a worker has one. All of a slot lies together: lanes side by side read words side by side. */

#define RK_RECORD_REALS(X)                                                                         \
  X(M, m->nentry) /* L and D */                                                                    \
  X(inverse, m->nv)                                                                                \
  X(motion, 6 * m->nv)                                                                             \
  X(xpos, 3 * m->nbody)                                                                            \
  X(free, m->nv) /* velocity without impulses */                                                   \
  X(penetration, 1)                                                                                \
  X(sign, RK_ROWS)                                                                                 \
  X(lower, RK_ROWS)                                                                                \
  X(upper, RK_ROWS)                                                                                \
  X(pushed, RK_ROWS)      /* target */                                                             \
  X(round, 3 * m->nround) /* axes of turns of balls with a limit */                                \
  X(position, 3 * RK_CONTACTS)                                                                     \
  X(frame, 9 * RK_CONTACTS)                                                                        \
  X(mu, RK_CONTACTS)                                                                               \
  X(target, RK_CONTACTS)                                                                           \
  X(leeway, 2 * RK_CONTACTS)                                                                       \
  X(c, RK_SIZE) /* rows, then contacts: velocity without impulses; of rows, less the target */     \
  X(before, RK_SIZE) /* velocity at the start */                                                   \
  X(impulse, RK_SIZE)                                                                              \
  X(start, RK_SIZE)        /* what the next step starts from */                                    \
  X(measure, RK_UNITS + 1) /* how units answer impulses of their own; of contacts on average */    \
  X(speed, m->nbody) /* of the fastest point of each body, with which contacts were looked for; */ \
  X(hit, m->nbody)   /* what impulses made of it when the step was done before, */                 \
  X(asked, m->nbody) /* and what they make of it now */                                            \
  X(fastest, 1)      /* of these */                                                                \
  X(seen_gap, RK_CANDIDATES) /* of what only the fastest of all could reach */                     \
  X(seen_position, 3 * RK_CANDIDATES)                                                              \
  X(seen_normal, 3 * RK_CANDIDATES)                                                                \
  X(found_gap, RK_CANDIDATES) /* what contacts are chosen from */                                  \
  X(found_position, 3 * RK_CANDIDATES)                                                             \
  X(found_normal, 3 * RK_CANDIDATES)

#define RK_RECORD_INTS(X)                                                                          \
  X(state, 1)                                                                                      \
  X(rows, 1)                                                                                       \
  X(contacts, 1)                                                                                   \
  X(iterations, 1)                                                                                 \
  X(slow, 1)                                                                                       \
  X(work_rows, 1) /* how many rows and contacts the solver works with, */                          \
  X(work_contacts, 1)                                                                              \
  X(works, RK_UNITS) /* and which: 1; all others are checked afterwards */                         \
  X(id, RK_UNITS)                                                                                  \
  X(dof, RK_ROWS)    /* of a row: one of them, the other -1; of a ball the first of its three, */  \
  X(tendon, RK_ROWS) /* and -2 - its number among balls with a limit */                            \
  X(body1, RK_CONTACTS)                                                                            \
  X(body2, RK_CONTACTS)                                                                            \
  X(outruns, 1) /* how often this step was done before; */                                         \
  X(seen, 1)                                                                                       \
  X(seen_body1, RK_CANDIDATES)                                                                     \
  X(seen_body2, RK_CANDIDATES)                                                                     \
  X(within, 1) /* contacts that were within reach */                                               \
  X(found_body1, RK_CANDIDATES)                                                                    \
  X(found_body2, RK_CANDIDATES)                                                                    \
  X(found_pair, RK_CANDIDATES)  /* RK_FEATURES pair + feature */                                   \
  X(found_group, RK_CANDIDATES) /* the first that it goes together with (coplanar.h) */            \
  X(found_mark, RK_CANDIDATES)

typedef struct rk_record {
  int slots;
  int reals, ints; /* of one slot */
#define X(name, count) double *name;
  RK_RECORD_REALS(X)
#undef X
#define X(name, count) int *name;
  RK_RECORD_INTS(X)
#undef X
} rk_record;

/* entry k of an array of the record for one slot */
#define RK_REAL_AT(r, name, k, slot) ((r)->name[rk_place_in((r)->reals, k, slot)])
#define RK_INT_AT(r, name, k, slot)  ((r)->name[rk_place_in((r)->ints, k, slot)])
RK_FUNCTION size_t rk_place_in(int size, int k, int slot) {
  return (size_t)slot * (size_t)size + (size_t)k;
}

#endif
