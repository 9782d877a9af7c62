/* The simulator of the balls. A contact's rows of G act on the ball at its point, r x n being 0:
   u = v_a + w_a x r_a - (v_b + w_b x r_b), A = G M^-1 G'. */
#include "balls.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81, CUBE = 0.3, LEAST_RADIUS = 0.03, RADIUS_RANGE = 0.024,
                    SPEED = 0.5;

typedef struct touch {
  int a, b;           /* b >= count: a wall */
  double frame[3][3]; /* rows: normal towards a, two tangents */
} touch;

typedef struct workshop {
  balls_state state;
  touch contact[BALLS_CONTACTS];
  int contacts;
  double A[9 * BALLS_CONTACTS * BALLS_CONTACTS];
  double c[3 * BALLS_CONTACTS], mu[BALLS_CONTACTS];
  double warm[3 * BALLS_CONTACTS], impulse[3 * BALLS_CONTACTS];
  /* impulses of the last step on ball a, in the world frame */
  double last[BALLS_MOST][BALLS_MOST + BALLS_WALLS][3];
} workshop;

static double dot(const double *x, const double *y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static void cross(const double *x, const double *y, double *z) {
  for (int i = 0; i < 3; i++)
    z[i] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
}

/* uniform in [0, 1): splitmix64, Steele, Lea & Flood 2014 */
static double draw(uint64_t *state) {
  uint64_t mixed = (*state += 0x9e3779b97f4a7c15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (double)((mixed ^ (mixed >> 31)) >> 11) / 9007199254740992.0;
}

static double distance(const balls_state *s, int i, int j) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double d = s->position[i][k] - s->position[j][k];
    sum += d * d;
  }
  return sqrt(sum) - s->radius[i] - s->radius[j];
}

/* a place that no earlier ball takes */
static void place(balls_state *s, int i, uint64_t *random) {
  int taken = 1;
  while (taken) {
    double room = s->half - s->radius[i];
    for (int k = 0; k < 3; k++) s->position[i][k] = (2 * draw(random) - 1) * room;
    taken = 0;
    for (int j = 0; j < i; j++) taken |= distance(s, i, j) < 0;
  }
}

void balls_start(const balls_run *run, balls_state *s) {
  uint64_t random = 1000003u * (uint64_t)run->balls + run->seed;
  double total = 0;
  memset(s, 0, sizeof *s);
  s->count = run->balls;
  s->half = CUBE / 2;
  for (int i = 0; i < s->count; i++) {
    s->radius[i] = LEAST_RADIUS + RADIUS_RANGE * draw(&random);
    s->mass[i] = run->mass == BALLS_MASS_UNIT ? 1 : pow(s->radius[i], 3);
    total += s->mass[i];
    place(s, i, &random);
    double direction[3], length;
    for (int k = 0; k < 3; k++) direction[k] = 2 * draw(&random) - 1;
    length = sqrt(dot(direction, direction));
    for (int k = 0; k < 3; k++) s->velocity[i][k] = SPEED * direction[k] / length;
  }
  for (int i = 0; i < s->count; i++) s->mass[i] *= s->count / total;
}

static void add_touch(workshop *w, int a, int b, const double *normal) {
  if (w->contacts == BALLS_CONTACTS) return;
  touch *t = &w->contact[w->contacts++];
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (fabs(normal[k]) < fabs(normal[least])) least = k;
  double axis[3] = {least == 0, least == 1, least == 2};
  t->a = a, t->b = b;
  memcpy(t->frame[0], normal, sizeof t->frame[0]);
  cross(normal, axis, t->frame[1]);
  double length = sqrt(dot(t->frame[1], t->frame[1]));
  for (int k = 0; k < 3; k++) t->frame[1][k] /= length;
  cross(normal, t->frame[1], t->frame[2]);
}

static void find_contacts(workshop *w) {
  const balls_state *s = &w->state;
  w->contacts = 0;
  for (int i = 0; i < s->count; i++) {
    for (int wall = 0; wall < BALLS_WALLS; wall++) {
      double side = wall % 2 ? -1 : 1, normal[3] = {0, 0, 0};
      normal[wall / 2] = side;
      if (s->half + side * s->position[i][wall / 2] <= s->radius[i])
        add_touch(w, i, s->count + wall, normal);
    }
    for (int j = 0; j < i; j++)
      if (distance(s, i, j) <= 0) {
        double normal[3], length = distance(s, i, j) + s->radius[i] + s->radius[j];
        for (int k = 0; k < 3; k++) normal[k] = (s->position[i][k] - s->position[j][k]) / length;
        add_touch(w, i, j, normal);
      }
  }
}

/* what an impulse along `axis` at contact t does to a ball: linear and angular part; 0: no part in
 * it */
static int effect(const balls_state *s, const touch *t, int ball, const double *axis,
                  double linear[3], double angular[3]) {
  double sign = ball == t->a ? 1 : -1, arm[3];
  if (ball >= s->count || (ball != t->a && ball != t->b)) return 0;
  for (int k = 0; k < 3; k++) {
    linear[k] = sign * axis[k];
    arm[k] = -sign * s->radius[ball] * t->frame[0][k];
  }
  cross(arm, linear, angular);
  return 1;
}

/* entry of A = G M^-1 G' for one direction at each of two contacts */
static double couple(const balls_state *s, const touch *p, int i, const touch *q, int j) {
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    int ball = side ? p->b : p->a;
    double l[3], a[3], m[3], b[3];
    if (!effect(s, p, ball, p->frame[i], l, a) || !effect(s, q, ball, q->frame[j], m, b)) continue;
    double inertia = 0.4 * s->mass[ball] * s->radius[ball] * s->radius[ball];
    sum += dot(l, m) / s->mass[ball] + dot(a, b) / inertia;
  }
  return sum;
}

/* u = G v of one direction */
static double speed(const balls_state *s, const touch *t, int i) {
  double sum = 0, l[3], a[3];
  for (int side = 0; side < 2; side++) {
    int ball = side ? t->b : t->a;
    if (effect(s, t, ball, t->frame[i], l, a))
      sum += dot(l, s->velocity[ball]) + dot(a, s->spin[ball]);
  }
  return sum;
}

static rg_problem pose_problem(workshop *w, double mu) {
  int n = 3 * w->contacts;
  for (int p = 0; p < n; p++) {
    const touch *t = &w->contact[p / 3];
    for (int q = 0; q < n; q++)
      w->A[p * n + q] = couple(&w->state, t, p % 3, &w->contact[q / 3], q % 3);
    w->c[p] = speed(&w->state, t, p % 3);
    w->warm[p] = dot(w->last[t->a][t->b], t->frame[p % 3]);
    w->impulse[p] = 0;
    w->mu[p / 3] = mu;
  }
  rg_problem problem = rg_problem_default();
  problem.dim = 3;
  problem.contacts = w->contacts;
  problem.A = rg_matrix_dense(n, n, w->A);
  problem.c = w->c;
  problem.mu = w->mu;
  return problem;
}

static void apply(workshop *w) {
  balls_state *s = &w->state;
  memset(w->last, 0, sizeof w->last);
  for (int p = 0; p < 3 * w->contacts; p++) {
    const touch *t = &w->contact[p / 3];
    double l[3], a[3], r = w->impulse[p];
    for (int side = 0; side < 2; side++) {
      int ball = side ? t->b : t->a;
      if (!effect(s, t, ball, t->frame[p % 3], l, a)) continue;
      double inertia = 0.4 * s->mass[ball] * s->radius[ball] * s->radius[ball];
      for (int k = 0; k < 3; k++) {
        s->velocity[ball][k] += r * l[k] / s->mass[ball];
        s->spin[ball][k] += r * a[k] / inertia;
      }
    }
    for (int k = 0; k < 3; k++) w->last[t->a][t->b][k] += r * t->frame[p % 3][k];
  }
}

rg_status balls_simulate(const balls_run *run, balls_answer answer, void *context,
                         balls_state *end) {
  workshop *w = calloc(1, sizeof *w);
  rg_status status = w ? RG_OK : RG_NO_MEMORY;
  if (w) balls_start(run, &w->state);
  for (int step = 0; status == RG_OK && step < run->steps; step++) {
    balls_state *s = &w->state;
    for (int i = 0; i < s->count; i++) s->velocity[i][2] -= GRAVITY * run->dt;
    find_contacts(w);
    if (w->contacts > 0) {
      rg_problem problem = pose_problem(w, run->mu);
      status = answer(context, &problem, w->warm, w->impulse);
      if (status == RG_OK) apply(w);
    }
    for (int i = 0; i < s->count; i++)
      for (int k = 0; k < 3; k++) s->position[i][k] += run->dt * s->velocity[i][k];
  }
  if (w && end) *end = w->state;
  free(w);
  return status;
}
