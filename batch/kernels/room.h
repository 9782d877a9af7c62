/* The room of a group of lanes for one simulation, while its motion is found and its contacts are looked for, and when its
   step ends: on a GPU shared memory, which is carved up by the sizes of the model. What is needed at different times lies
   in the same place. */
#ifndef RK_ROOM_H
#define RK_ROOM_H

#include "kernels/group.h"
#include "kernels/shapes.h"

typedef struct rk_room {
  double *q, *v, *ctrl;
  double *free;  /* forces of joints, then M^-1 of them, then the velocity without impulses */
  double *added; /* armature and dampers */
  /* bodies: poses, velocities, forces; later their velocities without impulses */
  double *xpos, *xmat, *offset, *velocity, *force;
  double *motion;      /* the motion subspace */
  double *M, *inverse; /* M = L' D L along the tree, in place; 1 / D */
  double *inertia;
  /* in the place of M: rotations of bodies, anchors of joints */
  double *xquat, *anchor;
  /* in one place: poses of bodies in the frames of their parents; their accelerations; what joints add to their velocities */
  double *local, *drift, *added_motion;
  /* in the place of the inertias: middles of shapes, fastest points of bodies */
  double *geom, *speed;
  int *list; /* RK_LISTED */
  /* what contacts are chosen from: in the record */
  double *gap, *position, *normal, *seen_gap, *seen_position, *seen_normal;
  int *body1, *body2, *pair, *group, *mark, *seen_body1, *seen_body2;
  double fastest, turning;
  int rows, contacts;
  int candidates; /* what contacts are chosen from */
  int present;    /* the first of them, which are not still to come */
  int seen;       /* what only the fastest body of all could reach */
} rk_room;

RK_FUNCTION int rk_larger(int a, int b) { return a > b ? a : b; }

/* doubles of the places that are used more than once */
RK_FUNCTION int rk_room_of_M(const rk_model *m) {
  return rk_larger(m->nentry, 4 * m->nbody + 3 * m->njoint);
}
RK_FUNCTION int rk_room_of_inertias(const rk_model *m) {
  return rk_larger(10 * m->nbody, 3 * m->ngeom + m->nbody);
}

RK_FUNCTION size_t rk_begin_room(const rk_model *m) {
  return (size_t)(m->nq + m->nactuator + 10 * m->nv + 34 * m->nbody + rk_room_of_M(m) +
                  rk_room_of_inertias(m) + RK_LISTED / 2);
}

RK_FUNCTION void rk_carve_begin(const rk_model *m, const rk_record *r, rk_room *w, double *room,
                                int slot) {
  w->q = room;
  w->v = w->q + m->nq;
  w->ctrl = w->v + m->nv;
  w->free = w->ctrl + m->nactuator;
  w->added = w->free + m->nv;
  w->inverse = w->added + m->nv;
  w->motion = w->inverse + m->nv;
  w->xpos = w->motion + 6 * m->nv;
  w->xmat = w->xpos + 3 * m->nbody;
  w->offset = w->xmat + 9 * m->nbody;
  w->velocity = w->offset + 3 * m->nbody;
  w->force = w->velocity + 6 * m->nbody;
  w->local = w->drift = w->added_motion = w->force + 6 * m->nbody;
  w->M = w->xquat = w->local + 7 * m->nbody;
  w->anchor = w->xquat + 4 * m->nbody;
  w->inertia = w->geom = w->M + rk_room_of_M(m);
  w->speed = w->geom + 3 * m->ngeom;
  w->list = (int *)(w->inertia + rk_room_of_inertias(m));
  w->gap = &RK_REAL_AT(r, found_gap, 0, slot);
  w->seen_gap = &RK_REAL_AT(r, seen_gap, 0, slot);
  w->seen_position = &RK_REAL_AT(r, seen_position, 0, slot);
  w->seen_normal = &RK_REAL_AT(r, seen_normal, 0, slot);
  w->seen_body1 = &RK_INT_AT(r, seen_body1, 0, slot);
  w->seen_body2 = &RK_INT_AT(r, seen_body2, 0, slot);
  w->position = &RK_REAL_AT(r, found_position, 0, slot);
  w->normal = &RK_REAL_AT(r, found_normal, 0, slot);
  w->body1 = &RK_INT_AT(r, found_body1, 0, slot);
  w->body2 = &RK_INT_AT(r, found_body2, 0, slot);
  w->pair = &RK_INT_AT(r, found_pair, 0, slot);
  w->group = &RK_INT_AT(r, found_group, 0, slot);
  w->mark = &RK_INT_AT(r, found_mark, 0, slot);
}

/* --- from the record --------------------------------------------------------------------------------- */

/* `count` numbers of the record into the room, several on their way at a time */
RK_FUNCTION void rk_fetch(const rk_record *r, const double *from, int count, int slot, double *to) {
  int k = RK_LANE;
  const double *at = from + rk_place_in(r->reals, k, slot);
  RK_LOOP
  for (; k + 3 * RK_WIDTH < count; k += 4 * RK_WIDTH, at += 4 * RK_WIDTH) {
    double a = at[0], b = at[RK_WIDTH], c = at[2 * RK_WIDTH], d = at[3 * RK_WIDTH];
    to[k] = a;
    to[k + RK_WIDTH] = b;
    to[k + 2 * RK_WIDTH] = c;
    to[k + 3 * RK_WIDTH] = d;
  }
  RK_LOOP
  for (; k < count; k += RK_WIDTH, at += RK_WIDTH) to[k] = at[0];
}

/* --- the tree of the bodies ------------------------------------------------------------------------------ */

/* lanes go over the bodies of one depth */
#define RK_EACH_AT(b, m, depth)                                                                    \
  RK_LOOP for (int at_ = (m)->level[depth] + RK_LANE, b = 0;                                       \
               at_ < (m)->level[(depth) + 1] && (b = (m)->body_order[at_], 1); at_ += RK_WIDTH)

/* velocities of all bodies with the joint velocities `qvel`; `own`: room for what joints add */
RK_FUNCTION void rk_carry_motion(const rk_model *m, const double *motion, const double *offset,
                                 const double *qvel, double *own, double *velocity) {
  RK_EACH(b, m->nbody) {
    double sum[6] = {0, 0, 0, 0, 0, 0};
    RK_LOOP
    for (int i = m->body_dof[b]; i < m->body_dof[b] + m->body_ndof[b]; i++)
      rg_sp_add_scaled(sum, qvel[i], motion + 6 * i);
    rg_sp_copy(own + 6 * b, sum);
    if (b == 0) rg_sp_zero(velocity);
  }
  RK_MEET();
  RK_LOOP
  for (int depth = 1; depth < m->nlevel; depth++) {
    RK_EACH_AT(b, m, depth) {
      double v[6];
      rg_sp_motion_at(v, velocity + 6 * m->body_parent[b], offset + 3 * b);
      for (int k = 0; k < 6; k++) velocity[6 * b + k] = v[k] + own[6 * b + k];
    }
    RK_MEET();
  }
}

/* forces on bodies: those of their children are added, from the leaves on */
RK_FUNCTION void rk_gather_forces(const rk_model *m, const double *offset, double *force) {
  RK_LOOP
  for (int depth = m->nlevel - 2; depth > 0; depth--) {
    RK_EACH_AT(b, m, depth) {
      double sum[6];
      if (m->body_nchild[b] == 0) continue;
      rg_sp_copy(sum, force + 6 * b);
      RK_LOOP
      for (int k = m->body_child[b]; k < m->body_child[b] + m->body_nchild[b]; k++) {
        int child = m->body_order[k];
        rg_sp_add_force_from(sum, force + 6 * child, offset + 3 * child);
      }
      rg_sp_copy(force + 6 * b, sum);
    }
    RK_MEET();
  }
}

/* x <- L'^-1 x, from the leaves to the root */
RK_FUNCTION void rk_start_solve(const rk_model *m, const double *L, double *x) {
  RK_LOOP
  for (int k = m->nv - 1; k > 0; k--) {
    int first = m->dof_row[k] + 1;
    RK_EACH(e, m->dof_end[k] - first) x[m->entry_dof[first + e]] -= L[first + e] * x[k];
    RK_MEET();
  }
}

/* x <- L^-1 x, from the root to the leaves: at each depth all take out their ancestor there */
RK_FUNCTION void rk_finish_solve(const rk_model *m, const double *L, double *x) {
  RK_LOOP
  for (int depth = 1; depth < m->ndepth; depth++) {
    RK_EACH(k, m->nv) {
      int e = m->dof_end[k] - depth;
      if (e > m->dof_row[k]) x[k] -= L[e] * x[m->entry_dof[e]];
    }
    RK_MEET();
  }
}

RK_FUNCTION void rk_shape_of(const rk_model *m, const rk_room *w, int g, int lane, rk_shape *s) {
  s->type = m->geom_type[g];
  for (int k = 0; k < 3; k++) s->size[k] = rk_value(m->size, 3 * g + k, lane);
  rg_v3_copy(s->position, w->geom + 3 * g);
  rg_mat3_multiply(s->rotation, w->xmat + 9 * m->geom_body[g], m->geom_mat + 9 * g);
}

RK_FUNCTION double rk_friction_of(const rk_model *m, int pair, int lane) {
  if (m->pair_condim[pair] == 1) return 0;
  if (!isnan(m->mu)) return m->mu;
  double a = rk_value(m->friction, m->pair_geom1[pair], lane);
  double b = rk_value(m->friction, m->pair_geom2[pair], lane);
  switch (m->pair_friction_of[pair]) {
  case RK_FIRST: return a;
  case RK_SECOND: return b;
  case RK_OWN: return m->pair_friction[pair];
  default: return fmax(a, b);
  }
}

#endif
