/* From the rows W = (L_i, G_i) of a body, three numbers of its place and three of its turning each:
       L_i = l f_i,   G_0 = 0,   G_i = k R' (f_0 x f_i),   k < 0
   with one rotation R for all contacts of a body, which the first of them tells. */
#include "solve/cone/balls.h"

#include "math/vector.h"
#include "solve/cone/primal_parts.h"

#include <string.h>

static const double EQUAL = 1e-11; /* of the largest number of a row */

rg_balls *rg_balls_new(rg_arena *arena, const rg_primal *primal) {
  rg_balls *balls = RG_NEW(arena, rg_balls, 1);
  if (!balls) return NULL;
  balls->contacts = primal->members;
  balls->bodies = primal->blocks;
  balls->contact = RG_RAW(arena, rg_ball_contact, primal->members);
  balls->velocity = RG_RAW(arena, double, (size_t)(primal->blocks + RG_BALL_WORLDS) * RG_BALL_ROOM);
  balls->axes = RG_RAW(arena, double, 9 * (size_t)primal->blocks);
  balls->known = RG_RAW(arena, unsigned char, primal->blocks);
  return arena->failed ? NULL : balls;
}

static int is_near(const double *a, const double *b, double factor, double size) {
  for (int k = 0; k < 3; k++)
    if (!(fabs(a[k] - factor * b[k]) <= EQUAL * size)) return 0;
  return 1;
}

static const double *row(const rg_ball_contact *b, int i) { return b->frame + i * RG_BALL_ROW; }

/* the frame from the first body's rows; 0 where they are not three directions at right angles */
static int read_frame(const double *w, rg_ball_contact *b) {
  double size = rg_v3_norm(w);
  if (!(size > 0)) return 0;
  memset(b->frame, 0, sizeof b->frame);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) b->frame[i * RG_BALL_ROW + k] = w[i * RG_SIX + k] / size;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++)
      if (!(fabs(rg_v3_dot(row(b, i), row(b, j)) - (i == j)) <= EQUAL)) return 0;
  return 1;
}

/* R of a body from the local images l_1, l_2 of f_0 x f_1 and f_0 x f_2, e_1 and e_2 */
static void learn_axes(const double e1[3], const double e2[3], const double l1[3],
                       const double l2[3], double *R) {
  double e0[3], l0[3];
  rg_v3_cross(e0, e1, e2);
  rg_v3_cross(l0, l1, l2);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) R[3 * i + k] = e0[i] * l0[k] + e1[i] * l1[k] + e2[i] * l2[k];
}

/* l and k of one body of a contact, `sign` 1 for the first, -1 for the second; 0 where W is not that of a sphere */
static int read_body(rg_balls *balls, const rg_piece *piece, double sign, double *linear,
                     double *angular, const rg_ball_contact *b) {
  const double *w = piece->w;
  double l = sign * rg_v3_norm(w), local[2][3], e[2][3];
  double k = -rg_v3_norm(w + RG_SIX + 3), *R = balls->axes + 9 * piece->block;
  const double none[3] = {0, 0, 0};
  if (!(k < 0) || !is_near(w + 3, none, 1, -k)) return 0;
  for (int i = 0; i < 3; i++)
    if (!is_near(w + i * RG_SIX, row(b, i), l, fabs(l))) return 0;
  for (int i = 0; i < 2; i++) {
    rg_v3_cross(e[i], row(b, 0), row(b, i + 1));
    for (int j = 0; j < 3; j++) local[i][j] = w[(i + 1) * RG_SIX + 3 + j] / k;
  }
  if (!balls->known[piece->block]) {
    learn_axes(e[0], e[1], local[0], local[1], R);
    balls->known[piece->block] = 1;
  }
  for (int i = 0; i < 2; i++) {
    double turned[3];
    for (int j = 0; j < 3; j++) turned[j] = rg_v3_dot(R + 3 * j, local[i]);
    if (!is_near(turned, e[i], 1, 1)) return 0;
  }
  *linear = l;
  *angular = k;
  return 1;
}

/* one contact, as the scaled cone sees it */
static int read_contact(rg_balls *balls, const rg_primal *primal, const rg_cone *cone, int i) {
  const rg_member *m = &primal->member[i];
  rg_ball_contact *b = &balls->contact[i];
  int pieces = m->piece_end - m->piece_start;
  const rg_piece *piece = primal->piece + m->piece_start;
  if (pieces < 1 || pieces > 2 || m->first != 3 * i || !read_frame(piece->w, b)) return 0;
  b->body[0] = piece->block;
  b->body[1] = pieces == 2 ? piece[1].block : balls->bodies + (balls->part ? balls->part[i] : 0);
  b->linear[1] = b->angular[1] = 0;
  for (int a = 0; a < pieces; a++)
    if (!read_body(balls, piece + a, a == 0 ? 1 : -1, &b->linear[a], &b->angular[a], b)) return 0;
  double scale = cone->scale[m->first], e[3];
  rg_v3_cross(e, row(b, 0), row(b, 1));
  double hand = rg_v3_dot(e, row(b, 2)) > 0 ? 1 : -1; /* f_0 x f_1 = hand f_2 */
  for (int a = 0; a < 2; a++) b->linear[a] *= scale, b->angular[a] *= scale * hand;
  b->normal = b->linear[0] * b->linear[0] + b->linear[1] * b->linear[1];
  b->tangent = b->normal + b->angular[0] * b->angular[0] + b->angular[1] * b->angular[1];
  b->by_normal = 1 / b->normal;
  b->by_tangent = 1 / b->tangent;
  memcpy(b->c, cone->c + m->first, 3 * sizeof *b->c);
  b->c[3] = 0;
  b->mu = cone->mu[i];
  return 1;
}

int rg_balls_read(rg_balls *balls, const rg_primal *primal, const rg_cone *cone) {
  memset(balls->known, 0, (size_t)balls->bodies);
  for (int i = 0; i < balls->contacts; i++)
    if (!read_contact(balls, primal, cone, i)) return 0;
  return 1;
}

RG_WIDE void rg_balls_gather(rg_balls *balls, const double *x) {
  memset(balls->velocity, 0,
         (size_t)(balls->bodies + RG_BALL_WORLDS) * RG_BALL_ROOM * sizeof(double));
  for (int i = 0; i < balls->contacts; i++) {
    const double *r = x + 3 * i;
    if (r[0] != 0 || r[1] != 0 || r[2] != 0) rg_ball_push(balls, &balls->contact[i], r);
  }
}
