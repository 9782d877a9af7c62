/* Marks where ways meet, keeps the forces that arrive there and the rates that they meet. */
#include "contact/meetings.h"

#include "dynamics/work.h"

#include <string.h>

enum { SIX = 6, ROWS = 3, FORCE = SIX * RG_LANES };

/* instructions: of a pair at a shared coordinate, of a pair that meets, of a contact at a coordinate of its way */
static const double SHARED = 10, MEET = 90, RUN = 45;
/* pairs of keys and contacts that are kept at most */
static const size_t MOST_KEPT = 1 << 17; /* 50 MB */

void rg_meetings_setup(rg_meetings *m, rg_arena *arena, int most_size, int most_groups) {
  *m = (rg_meetings){.most_groups = most_groups};
  m->start = RG_NEW(arena, int, (size_t)most_groups + 1);
  m->alone = RG_NEW(arena, int, (size_t)most_groups);
  m->keys = RG_NEW(arena, int, (size_t)most_size);
  m->is_key = RG_NEW(arena, unsigned char, (size_t)most_size);
}

void rg_meetings_release(rg_meetings *m) {
  rg_buffer_free(&m->key);
  rg_buffer_free(&m->force);
  rg_buffer_free(&m->rates);
}

long rg_meetings_grown(const rg_meetings *m) {
  return m->key.grown + m->force.grown + m->rates.grown;
}

/* --- keys -------------------------------------------------------------------------------------- */

/* the coordinate at which a contact with one way enters; -1: it has two, or none, or moments */
static int entry(const rg_constraints *c, int contact, const int *tip, const rg_stretches *s) {
  int one = tip[c->contact[contact].body1], two = tip[c->contact[contact].body2];
  if ((one < 0) == (two < 0) || rg_contact_width(c, contact) != ROWS) return -1;
  return s->place[one < 0 ? two : one];
}

/* ends of ways and where they part; how many keys there are from each coordinate on */
static void mark(rg_meetings *m, const rg_stretches *s) {
  int *children = m->keys; /* work */
  memset(children, 0, (size_t)s->size * sizeof *children);
  for (int k = s->size - 1; k >= 0; k--)
    if (s->parent[k] >= 0 && ++children[s->parent[k]] == 2) m->is_key[s->parent[k]] = 1;
  for (int k = 0; k < s->size; k++)
    m->keys[k] = m->is_key[k] + (s->parent[k] < 0 ? 0 : m->keys[s->parent[k]]);
}

int rg_meetings_find(rg_meetings *m, const rg_constraints *c, const unsigned char *chosen,
                     const int *tip, const rg_stretches *s, const int *depth) {
  double contacts = 0, ways = 0;
  size_t kept = 0;
  m->wanted = 0;
  memset(m->is_key, 0, (size_t)s->size);
  for (int i = 0; i < c->contacts; i++) {
    int at = !chosen || chosen[c->rows + i] ? entry(c, i, tip, s) : -1;
    m->alone[c->rows + i] = at >= 0;
    if (at < 0) continue;
    m->is_key[at] = 1;
    contacts++, ways += depth[at];
  }
  for (int i = 0; i < c->rows; i++) m->alone[i] = 0;
  /* pairs of ways share half of one, if they are of one line */
  double pairs = contacts * (contacts - 1) / 2;
  if (pairs * SHARED * ways < 2 * contacts * (pairs * MEET + RUN * ways)) return 1;
  mark(m, s);
  for (int i = 0; i < c->contacts; i++)
    if (m->alone[c->rows + i]) kept += (size_t)m->keys[entry(c, i, tip, s)];
  if (kept > MOST_KEPT) return 1;
  m->start[0] = 0;
  m->wanted = rg_buffer_need(&m->key, kept, sizeof(int)) &&
              rg_buffer_need(&m->force, kept * FORCE, sizeof(double)) &&
              rg_buffer_need(&m->rates, kept * FORCE, sizeof(double));
  return m->wanted;
}

/* --- what arrives ------------------------------------------------------------------------------ */

void rg_meetings_skip(rg_meetings *m, int group) {
  if (m->wanted) m->start[group + 1] = m->start[group];
}

void rg_meetings_pass(rg_meetings *m, int group, int c, const double *force) {
  if (!m->wanted || !m->alone[group]) return;
  if (!m->is_key[c]) return;
  size_t at = (size_t)m->start[group + 1]++;
  ((int *)m->key.data)[at] = c;
  double *to = (double *)m->force.data + FORCE * at;
  for (int i = 0; i < SIX; i++)
    for (int r = 0; r < RG_LANES; r++) to[RG_LANES * i + r] = r < ROWS ? force[SIX * r + i] : 0;
}

/* y of the three rows, one a lane, seen from a body `offset` away: v + omega x offset */
RG_WIDE_PART void look_from(const double offset[3], rg_wide y[SIX]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    y[3 + i] += offset[k] * y[j] - offset[j] * y[k];
  }
}

/* past a degree of freedom: y <- - S w + (1 - S U' / D) y, w = scale x */
RG_WIDE_PART void run_down(const rg_work *work, int k, double scale, const rg_wide *x,
                           rg_wide y[SIX]) {
  const double *S = work->motion + SIX * k, *U = work->dof_force + SIX * k;
  rg_wide met = {0};
  for (int i = 0; i < SIX; i++) met += U[i] * y[i];
  rg_wide push = scale * scale * *x + work->dof_inverse[k] * met;
  for (int i = 0; i < SIX; i++) y[i] -= S[i] * push;
}

/* past a stretch whose first coordinate is c: R' w + P' y */
RG_WIDE_PART void run_stretch(const rg_stretches *s, const rg_half_rows *rows, int c,
                              rg_wide y[SIX]) {
  const rg_stretch *stretch = s->list + s->of[c];
  rg_wide w[SIX], sum[SIX];
  for (int i = 0; i < SIX; i++, c = s->parent[c]) w[i] = ((const rg_wide *)rows->x)[c];
  for (int j = 0; j < SIX; j++) {
    const double *R = stretch->R + RG_STRETCH_WIDTH * j, *P = stretch->P + RG_STRETCH_WIDTH * j;
    sum[j] = (rg_wide){0};
    for (int i = 0; i <= j; i++) sum[j] += R[i] * w[i]; /* R is a triangle */
    for (int i = 0; i < SIX; i++) sum[j] += P[i] * y[i];
  }
  memcpy(y, sum, sizeof sum);
}

/* from the root to where the contact enters */
RG_WIDE static void run_way(rg_meetings *m, int end, const rg_model *model, const rg_data *data,
                            const rg_stretches *s, const rg_half_rows *rows) {
  const rg_work *work = rg_work_of(data);
  rg_wide y[SIX] = {{0}};
  for (int i = rows->support_size - 1; i >= 0; i--) {
    int c = rows->support[i], part = s->part[c];
    if (part > 1) continue; /* with the first of its stretch */
    int top = part ? s->list[s->of[c]].top : s->dof[c], up = model->dof_parent[top];
    int body = model->dof_body[top], above = up < 0 ? body : model->dof_body[up];
    double offset[3];
    rg_v3_sub(offset, data->xpos + 3 * body, data->xpos + 3 * above);
    if (above != body) look_from(offset, y);
    if (part) run_stretch(s, rows, c, y);
    else run_down(work, s->dof[c], rows->scale[c], (const rg_wide *)rows->x + c, y);
    if (m->is_key[c]) memcpy((double *)m->rates.data + FORCE * (size_t)--end, y, sizeof y);
  }
}

void rg_meetings_finish(rg_meetings *m, int group, const rg_model *model, const rg_data *data,
                        const rg_stretches *s, const rg_half_rows *rows) {
  if (m->wanted && m->alone[group]) run_way(m, m->start[group + 1], model, data, s, rows);
}

const rg_meeting_ways *rg_meetings_ways(const rg_meetings *m) {
  if (!m->wanted) return NULL;
  rg_meeting_ways *ways = (rg_meeting_ways *)&m->ways;
  *ways = (rg_meeting_ways){m->start, m->key.data, m->force.data, m->rates.data};
  return ways;
}
