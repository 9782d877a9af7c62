/* Contacts of spheres in a dozen numbers. A row of W has six numbers a body, but where the point of contact
   lies on the normal through the centre, and the moments of inertia are equal, all rows follow from the
   frame (f_0, f_1, f_2) of the contact: with v and w the velocities of a body in units of its mass,
       d = l_1 v_1 + l_2 v_2,   e = k_1 w_1 + k_2 w_2
       u = (f_0 d,  f_1 d + f_2 e,  f_2 d - f_1 e) + c
   w in the axes of the world, whatever those of the body are: a sphere does not tell them apart. */
#ifndef RG_BALLS_H
#define RG_BALLS_H

#include "base/parallel.h"
#include "math/wide.h"
#include "solve/cone/touches.h"

#include <math.h>

enum {
  RG_BALL_ROW = RG_LANES,      /* numbers of a vector in space, the last one 0 */
  RG_BALL_ROOM = 2 * RG_LANES, /* of a body: v, then w */
  RG_BALL_SPIN = RG_LANES,
  RG_BALL_WORLDS = 16 /* nothing moves them, but threads write there: each to its own */
};

typedef struct rg_ball_contact {
  double frame[3 * RG_BALL_ROW];
  double c[RG_BALL_ROW];
  double linear[2], angular[2]; /* l and k, scaled as the cone is; 0 for the world */
  double mu;
  double by_normal, by_tangent; /* A_ii^-1 = diag(by_normal, by_tangent, by_tangent) */
  int body[2];                  /* the world is one behind the last */
} rg_ball_contact;              /* three lines of a cache */

typedef struct rg_balls {
  int contacts, bodies;
  rg_ball_contact *contact;
  const unsigned char
      *part; /* of contacts: which of the worlds behind the last body is theirs; NULL: the first */
  double *velocity; /* (bodies + RG_BALL_WORLDS) x RG_BALL_ROOM */
} rg_balls;

/* Room for so many, and for bodies at most; NULL where memory ran out. */
rg_balls *rg_balls_new(rg_arena *arena, int contacts, int most_bodies);
/* how many bodies there are, and `part` */
void rg_balls_bodies(rg_balls *balls, int bodies, const unsigned char *part);
/* Reads W, c and mu. 0 unless all contacts are such. `axes`: work, bodies x 9, from the axes of the coordinates of a body to
   those of the world. */
int rg_balls_read(rg_balls *balls, double *axes, const rg_touches *touches, const rg_cone *cone);

#define RG_BALL_LOAD(a) (*(const rg_wide *)(a))

/* d, e of a contact */
RG_WIDE_PART void rg_ball_relative(const rg_balls *balls, const rg_ball_contact *b, rg_wide *d,
                                   rg_wide *e) {
  const double *v1 = balls->velocity + (size_t)b->body[0] * RG_BALL_ROOM;
  const double *v2 = balls->velocity + (size_t)b->body[1] * RG_BALL_ROOM;
  *d = b->linear[0] * RG_BALL_LOAD(v1) + b->linear[1] * RG_BALL_LOAD(v2);
  *e = b->angular[0] * RG_BALL_LOAD(v1 + RG_BALL_SPIN) +
       b->angular[1] * RG_BALL_LOAD(v2 + RG_BALL_SPIN);
}

/* out = (a, b, c, 0): the sums of the numbers of v[0], v[1], v[2] */
RG_WIDE_PART void rg_ball_sums(const rg_wide v[3], rg_wide *out) {
  const rg_wide a = v[0], b = v[1], c = v[2], none = {0, 0, 0, 0};
  rg_wide ab = RG_WIDE_PICK(a, b, 0, 4, 2, 6) + RG_WIDE_PICK(a, b, 1, 5, 3, 7);
  rg_wide c0 = RG_WIDE_PICK(c, none, 0, 4, 2, 6) + RG_WIDE_PICK(c, none, 1, 5, 3, 7);
  *out = RG_WIDE_PICK(ab, c0, 0, 1, 4, 5) + RG_WIDE_PICK(ab, c0, 2, 3, 6, 7);
}

/* u of a contact */
RG_WIDE_PART void rg_ball_slip(const rg_ball_contact *b, const rg_wide *d, const rg_wide *e,
                               rg_wide *u) {
  rg_wide f0 = RG_BALL_LOAD(b->frame), f1 = RG_BALL_LOAD(b->frame + RG_BALL_ROW),
          f2 = RG_BALL_LOAD(b->frame + 2 * RG_BALL_ROW);
  const rg_wide parts[3] = {f0 * *d, f1 * *d + f2 * *e, f2 * *d - f1 * *e};
  rg_ball_sums(parts, u);
  *u += RG_BALL_LOAD(b->c);
}

/* the impulse in the place of r, where u is the velocity and the normal impulse is not negative: r - A_ii^-1 u, in the
   cone; it sticks without a root */
RG_WIDE_PART void rg_ball_settle(const rg_ball_contact *b, const double u[3], double r[3]) {
  double n = r[0] - b->by_normal * u[0], most;
  r[0] = n > 0 ? n : 0;
  r[1] -= b->by_tangent * u[1];
  r[2] -= b->by_tangent * u[2];
  most = b->mu * r[0];
  double friction = r[1] * r[1] + r[2] * r[2];
  if (!(friction > most * most)) return;
  double share = most / sqrt(friction);
  r[1] *= share, r[2] *= share;
}

/* the bodies after the impulse has changed by r */
RG_WIDE_PART void rg_ball_push(const rg_balls *balls, const rg_ball_contact *b, const double r[3]) {
  rg_wide *v1 = (rg_wide *)(balls->velocity + (size_t)b->body[0] * RG_BALL_ROOM);
  rg_wide *v2 = (rg_wide *)(balls->velocity + (size_t)b->body[1] * RG_BALL_ROOM);
  rg_wide f0 = RG_BALL_LOAD(b->frame), f1 = RG_BALL_LOAD(b->frame + RG_BALL_ROW),
          f2 = RG_BALL_LOAD(b->frame + 2 * RG_BALL_ROW);
  rg_wide force = f0 * r[0] + f1 * r[1] + f2 * r[2], moment = f2 * r[1] - f1 * r[2];
  v1[0] += b->linear[0] * force;
  v1[1] += b->angular[0] * moment;
  v2[0] += b->linear[1] * force;
  v2[1] += b->angular[1] * moment;
}

#endif
