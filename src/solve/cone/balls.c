/* From the rows W = (L_i, G_i) of a body, three numbers of its place and three of its turning each:
       L_i = l f_i,   G_0 = 0,   G_i = k R' (f_0 x f_i),   k < 0
   with one rotation R for all contacts of a body, which the first of them tells. */
#include "solve/cone/balls.h"

#include "math/vector.h"

#include <string.h>

static const double EQUAL = 1e-11; /* of the largest number of a row */

rg_balls *rg_balls_new(rg_arena *arena, int contacts, int most_bodies) {
  rg_balls *balls = RG_NEW(arena, rg_balls, 1);
  if (!balls) return NULL;
  size_t room = ((size_t)most_bodies + RG_BALL_WORLDS) * RG_BALL_ROOM;
  balls->contacts = contacts;
  balls->contact = RG_RAW(arena, rg_ball_contact, contacts);
  balls->velocity = RG_RAW(arena, double, room);
  return arena->failed ? NULL : balls;
}

void rg_balls_bodies(rg_balls *balls, int bodies, const unsigned char *part) {
  balls->bodies = bodies;
  balls->part = part;
}

static int is_near(const double *a, const double *b, double factor, double size) {
  for (int k = 0; k < 3; k++)
    if (!(fabs(a[k] - factor * b[k]) <= EQUAL * size)) return 0;
  return 1;
}

static const double *row(const rg_ball_contact *b, int i) { return b->frame + i * RG_BALL_ROW; }

/* rows of W of one body, one after the other */
static void turn_rows(const double *w, double rows[3][RG_SIX]) {
  for (int k = 0; k < RG_SIX; k++)
    for (int r = 0; r < 3; r++) rows[r][k] = w[3 * k + r];
}

/* the frame from the first body's rows; 0 where they are not three directions at right angles */
static int read_frame(double w[3][RG_SIX], rg_ball_contact *b) {
  double size = rg_v3_norm(w[0]);
  if (!(size > 0)) return 0;
  memset(b->frame, 0, sizeof b->frame);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) b->frame[i * RG_BALL_ROW + k] = w[i][k] / size;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++)
      if (!(fabs(rg_v3_dot(row(b, i), row(b, j)) - (i == j)) <= EQUAL)) return 0;
  return 1;
}

/* f_0 x f_1 and f_0 x f_2, and their local images, where k is not 0 */
static void find_images(const rg_ball_contact *b, double w[3][RG_SIX], double k, double e[2][3],
                        double local[2][3]) {
  for (int i = 0; i < 2; i++) {
    rg_v3_cross(e[i], row(b, 0), row(b, i + 1));
    for (int j = 0; j < 3; j++) local[i][j] = w[i + 1][3 + j] / k;
  }
}

/* R of a body from the local images l_1, l_2 of f_0 x f_1 and f_0 x f_2, e_1 and e_2 */
static void learn_axes(double e[2][3], double l[2][3], double *R) {
  double e0[3], l0[3];
  rg_v3_cross(e0, e[0], e[1]);
  rg_v3_cross(l0, l[0], l[1]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      R[3 * i + k] = e0[i] * l0[k] + e[0][i] * l[0][k] + e[1][i] * l[1][k];
}

static double turning_of(double w[3][RG_SIX]) { return -rg_v3_norm(w[1] + 3); }

/* l and k of body a of a contact; 0 where W is not that of a sphere */
static int read_body(const double *axes, double w[3][RG_SIX], int a, rg_ball_contact *b) {
  double l = (a == 0 ? 1 : -1) * rg_v3_norm(w[0]), k = turning_of(w), local[2][3], e[2][3];
  const double none[3] = {0, 0, 0}, *R = axes + 9 * (size_t)b->body[a];
  if (!(k < 0) || !is_near(w[0] + 3, none, 1, -k)) return 0;
  for (int i = 0; i < 3; i++)
    if (!is_near(w[i], row(b, i), l, fabs(l))) return 0;
  find_images(b, w, k, e, local);
  for (int i = 0; i < 2; i++) {
    double turned[3];
    for (int j = 0; j < 3; j++) turned[j] = rg_v3_dot(R + 3 * j, local[i]);
    if (!is_near(turned, e[i], 1, 1)) return 0;
  }
  b->linear[a] = l;
  b->angular[a] = k;
  return 1;
}

/* one contact, as the scaled cone sees it */
static int read_contact(rg_balls *balls, const double *axes, const rg_touches *touches,
                        const rg_cone *cone, int i) {
  const rg_touch *touch = &touches->touch[i];
  rg_ball_contact *b = &balls->contact[i];
  double w[3][RG_SIX], scale = cone->scale[3 * i], e[3];
  int two = touch->body[1] != RG_WORLD;
  turn_rows(touch->w[0], w);
  if (!read_frame(w, b)) return 0;
  b->body[0] = touch->body[0];
  b->body[1] = two ? touch->body[1] : balls->bodies + (balls->part ? balls->part[i] : 0);
  b->linear[1] = b->angular[1] = 0;
  if (!read_body(axes, w, 0, b)) return 0;
  if (two) turn_rows(touch->w[1], w);
  if (two && !read_body(axes, w, 1, b)) return 0;
  rg_v3_cross(e, row(b, 0), row(b, 1));
  double hand = rg_v3_dot(e, row(b, 2)) > 0 ? 1 : -1; /* f_0 x f_1 = hand f_2 */
  for (int a = 0; a < 2; a++) b->linear[a] *= scale, b->angular[a] *= scale * hand;
  double normal = b->linear[0] * b->linear[0] + b->linear[1] * b->linear[1];
  b->by_normal = 1 / normal;
  b->by_tangent = 1 / (normal + b->angular[0] * b->angular[0] + b->angular[1] * b->angular[1]);
  memcpy(b->c, cone->c + 3 * i, 3 * sizeof *b->c);
  b->c[3] = 0;
  b->mu = cone->mu[i];
  return 1;
}

/* the axes of a body as its first contact tells them; 0 where it is no sphere's */
static int read_axes(const rg_touches *touches, int body, double *axes) {
  const rg_touch *touch = &touches->touch[touches->first[body]];
  rg_ball_contact b;
  double first[3][RG_SIX], w[3][RG_SIX], local[2][3], e[2][3];
  turn_rows(touch->w[0], first);
  turn_rows(touch->w[touch->body[0] == body ? 0 : 1], w);
  if (!read_frame(first, &b) || !(turning_of(w) < 0)) return 0;
  find_images(&b, w, turning_of(w), e, local);
  learn_axes(e, local, axes + 9 * (size_t)body);
  return 1;
}

/* bodies or contacts, by portions */
typedef struct reading {
  rg_balls *balls;
  double *axes;
  const rg_touches *touches;
  const rg_cone *cone;
  unsigned char fails[RG_PORTIONS];
} reading;

static void read_some_axes(void *context, int portion, int first, int end) {
  reading *r = context;
  for (int b = first; b < end && !r->fails[portion]; b++)
    r->fails[portion] = !read_axes(r->touches, b, r->axes);
}

static void read_some_contacts(void *context, int portion, int first, int end) {
  reading *r = context;
  for (int i = first; i < end && !r->fails[portion]; i++)
    r->fails[portion] = !read_contact(r->balls, r->axes, r->touches, r->cone, i);
}

static int fails(const reading *r) {
  int any = 0;
  for (int k = 0; k < RG_PORTIONS; k++) any |= r->fails[k];
  return any;
}

int rg_balls_read(rg_balls *balls, double *axes, const rg_touches *touches, const rg_cone *cone) {
  reading r = {.balls = balls, .axes = axes, .touches = touches, .cone = cone};
  rg_workers *workers = balls->contacts >= RG_CROWD ? cone->workers : NULL;
  rg_portions_run(workers, balls->bodies, read_some_axes, &r);
  if (!fails(&r)) rg_portions_run(workers, balls->contacts, read_some_contacts, &r);
  return !fails(&r);
}
