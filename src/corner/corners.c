/* Which face holds: groups of alternatives, the order in which they are tried, and the test
   whether the solution of a choice is consistent. With psi_j the least gap of alternative j at
   the end of the step, the disjunction  max_j psi_j >= 0  asks of the chosen one, k:

       it pushes only where it is the one that separates:  r_k > 0  =>  psi_k >= psi_j for all j

   (Trinkle's notes, page 26). Where the free motion runs into the obstacle the face that is met
   first on the way is tried first, and its answer stands: it is the face that was hit, even if
   the body slides past its end within the same step. */
#include "corner/corners.h"

#include "collide/patch.h"
#include "corner/outlines.h"
#include "dynamics/work.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  MOST_GROUPS = 64,
  ALL_COMBINATIONS = 8, /* up to so many groups every combination is tried */
  MOST_TRIALS = 256,
  FEATURE = 1 << 28
};

typedef struct group {
  int first, count; /* contacts of the collider */
  int alternatives;
  rg_alternative alternative[RG_ALTERNATIVES];
  int order[RG_ALTERNATIVES]; /* in which they are tried */
  int place;                  /* in that order */
  int hit;                    /* alternative that the free motion runs into, -1: none */
  int at;                     /* first of its contacts in the list */
} group;

struct rg_corners {
  rg_plane_axes axes;
  int ngeom;
  rg_outline *outline; /* ngeom */
  double *reference;   /* ngeom x 9: rotation where the outline was found */
  double *twist;       /* nbody x 6 */
  double *twist_back;  /* nbody x 6 */
  double dt;
  int groups;
  group *group;
  rg_contact *plain, *list; /* contacts of the collider; contacts of the choice */
  int nplain, nlist, most;
  int solved;       /* most contacts that a problem can have: those behind have no impulses */
  int trials, last; /* last: the choice stands whatever comes */
  int best[MOST_GROUPS], unresolved;
  double best_violation;
};

/* --- set-up ----------------------------------------------------------------------------------- */

static void find_outlines(rg_corners *c, const rg_model *model, const rg_data *data) {
  for (int g = 0; g < model->ngeom; g++) {
    rg_outline_find(model, data, &c->axes, g, &c->outline[g]);
    rg_mat3_copy(c->reference + 9 * g, data->geom_xmat + 9 * g);
  }
}

rg_corners *rg_corners_new(rg_arena *arena, const rg_model *model, int most_contacts,
                           rg_error *error) {
  assert(most_contacts >= 0);
  rg_corners *c = RG_NEW(arena, rg_corners, 1);
  rg_data *data = c ? rg_data_new(model) : NULL;
  if (!data) {
    arena->failed = 1;
    return NULL;
  }
  rg_kinematics(model, data);
  int planar = rg_plane_find(model, data, &c->axes);
  c->ngeom = model->ngeom;
  c->most = most_contacts + MOST_GROUPS * RG_CORNER_POINTS;
  c->solved = most_contacts;
  c->outline = RG_NEW(arena, rg_outline, model->ngeom);
  c->reference = RG_NEW(arena, double, 9 * (size_t)model->ngeom);
  c->twist = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  c->twist_back = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  c->group = RG_RAW(arena, group, MOST_GROUPS);
  c->plain = RG_RAW(arena, rg_contact, most_contacts);
  c->list = RG_RAW(arena, rg_contact, c->most);
  if (!arena->failed) find_outlines(c, model, data);
  rg_data_free(data);
  if (!planar)
    rg_fail(error, RG_BAD_INPUT, "exact_corners",
            "the scene is not planar: hinges must have one direction and slides lie across it");
  return arena->failed || !planar ? NULL : c;
}

/* --- motion ----------------------------------------------------------------------------------- */

/* spatial velocities of all bodies for the velocities v of the joints */
static void find_twists(const rg_model *model, const rg_data *data, const double *v,
                        double *twist) {
  const rg_work *work = rg_work_of(data);
  rg_sp_zero(twist);
  for (int b = 1; b < model->nbody; b++) {
    double *t = twist + 6 * b;
    rg_sp_motion_at(t, twist + 6 * model->body_parent[b], work->offset + 3 * b);
    for (int i = 0; i < model->body_ndof[b]; i++) {
      int dof = model->body_dof[b] + i;
      rg_sp_add_scaled(t, v[dof], work->motion + 6 * dof);
    }
  }
}

static rg_plane_motion motion_of(const rg_corners *c, const rg_data *data, const double *twist,
                                 int body) {
  const double *t = twist + 6 * body, *p = data->xpos + 3 * body;
  const rg_plane_axes *a = &c->axes;
  return (rg_plane_motion){.at = {rg_v3_dot(a->x, p), rg_v3_dot(a->y, p)},
                           .v = {rg_v3_dot(a->x, t + 3), rg_v3_dot(a->y, t + 3)},
                           .w = rg_v3_dot(a->normal, t)};
}

/* least gap after the share s of the step */
static double gap_after(const rg_alternative *alternative, const rg_plane_motion *one,
                        const rg_plane_motion *two, double time) {
  double least = HUGE_VAL;
  for (int k = 0; k < alternative->points; k++) {
    const rg_corner_point *p = &alternative->point[k];
    least = fmin(least, p->before + time * rg_plane_closing(one, two, alternative->normal, p->at));
  }
  return least;
}

/* when its gap is used up, at the earliest `from`; `until` where it is not */
static double time_of_loss(const rg_alternative *alternative, const rg_plane_motion *one,
                           const rg_plane_motion *two, double from, double until) {
  double first = until;
  for (int k = 0; k < alternative->points; k++) {
    const rg_corner_point *p = &alternative->point[k];
    double rate = rg_plane_closing(one, two, alternative->normal, p->at);
    if (p->before + until * rate < 0)
      first = fmin(first, fmax(from, -p->before / fmin(rate, -1e-300)));
  }
  return first;
}

/* --- order of the trials ---------------------------------------------------------------------- */

/* Follows the free motion from one separating face to the next; returns the last one, and whether
   the way ended there in a hit. */
static int follow_free_motion(const group *g, const rg_pair_motion *m, int *hit) {
  int now = 0;
  double time = 0;
  for (int k = 1; k < g->alternatives; k++)
    if (g->alternative[k].start > g->alternative[now].start) now = k;
  *hit = g->alternative[now].start < 0;
  for (int turns = 0; !*hit && turns < g->alternatives; turns++) {
    int next = now;
    double most = 0;
    time = time_of_loss(&g->alternative[now], &m->free1, &m->free2, time, m->dt);
    if (time >= m->dt) break;
    for (int k = 0; k < g->alternatives; k++) {
      double gap = gap_after(&g->alternative[k], &m->free1, &m->free2, time);
      if (k != now && gap > most) most = gap, next = k;
    }
    if (next == now) *hit = 1;
    now = next;
  }
  return now;
}

/* the one that the free motion tells, then the others by the gap that it leaves them */
static void set_order(group *g, const rg_pair_motion *m) {
  int hit, first = follow_free_motion(g, m, &hit), n = 0;
  g->hit = hit ? first : -1;
  g->place = 0;
  for (int k = 0; k < g->alternatives; k++) {
    int at = n++;
    double end = g->alternative[k].end;
    for (; at > 0 && g->order[at - 1] != first &&
           (k == first || g->alternative[g->order[at - 1]].end < end);
         at--)
      g->order[at] = g->order[at - 1];
    g->order[at] = k;
  }
}

/* --- groups ----------------------------------------------------------------------------------- */

/* contacts of one pair of geoms follow each other */
static int pair_length(const rg_contact *contact, int n) {
  int k = 1;
  while (k < n && contact[k].geom1 == contact->geom1 && contact[k].geom2 == contact->geom2) k++;
  return k;
}

/* the collider's own contacts as the first alternative; 0 where they do not lie in the plane */
static int first_alternative(const rg_corners *c, const rg_contact *contact, int n,
                             rg_alternative *alternative) {
  const double *normal = contact->frame;
  if (fabs(rg_v3_dot(normal, c->axes.normal)) > 1e-6 || n > RG_CORNER_POINTS) return 0;
  alternative->code = -1;
  alternative->points = n;
  alternative->normal[0] = rg_v3_dot(normal, c->axes.x);
  alternative->normal[1] = rg_v3_dot(normal, c->axes.y);
  for (int k = 0; k < n; k++) {
    rg_corner_point *p = &alternative->point[k];
    p->at[0] = rg_v3_dot(c->axes.x, contact[k].position);
    p->at[1] = rg_v3_dot(c->axes.y, contact[k].position);
    p->gap = p->before = contact[k].gap;
    p->row = 1;
  }
  return 1;
}

/* how far two shapes move against each other in the step, and how far the collider looked */
static double reach_of(const rg_pair_motion *m, const rg_outline *one, const rg_outline *two,
                       const rg_contact *contact, int n) {
  double reach = 0, speed = 0;
  static const double sides[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int k = 0; k < n; k++) reach = fmax(reach, fabs(contact[k].gap));
  for (int side = 0; side < 2; side++) {
    const rg_outline *shape = side ? two : one;
    for (int k = 0; k < shape->n; k++)
      for (int s = 0; s < 4; s++)
        speed = fmax(speed, rg_plane_closing(&m->free1, &m->free2, sides[s], shape->point[k]));
  }
  return fmax(reach, 2 * m->dt * speed);
}

/* 1 where the pair has more than one alternative */
static int make_group(rg_corners *c, const rg_corner_step *step, int first, int count, group *g) {
  const rg_contact *contact = step->contact + first;
  const rg_data *data = step->data;
  rg_outline shape[2];
  rg_pair_motion m = {.moved_back = step->back != NULL, .dt = step->dt};
  memset(g, 0, sizeof *g);
  g->first = first;
  g->count = count;
  for (int side = 0; side < 2; side++) {
    int geom = side ? contact->geom2 : contact->geom1;
    if (c->outline[geom].n == 0) return 0;
    rg_outline_place(&c->outline[geom], &c->axes, c->reference + 9 * geom,
                     data->geom_xpos + 3 * geom, data->geom_xmat + 9 * geom, &shape[side]);
  }
  m.free1 = motion_of(c, data, c->twist, contact->body1);
  m.free2 = motion_of(c, data, c->twist, contact->body2);
  m.back1 = motion_of(c, data, c->twist_back, contact->body1);
  m.back2 = motion_of(c, data, c->twist_back, contact->body2);
  if (!first_alternative(c, contact, count, &g->alternative[0])) return 0;
  rg_alternative_finish(&g->alternative[0], &m);
  double reach = reach_of(&m, &shape[0], &shape[1], contact, count);
  g->alternatives = rg_alternatives_find(&shape[0], &shape[1], &m, reach, g->alternative);
  set_order(g, &m);
  return g->alternatives > 1;
}

/* --- contacts of a choice --------------------------------------------------------------------- */

static const rg_alternative *chosen(const group *g) { return &g->alternative[g->order[g->place]]; }

static void emit(rg_corners *c, const rg_contact *contact) {
  if (c->nlist < c->most) c->list[c->nlist++] = *contact;
}

/* a point of the plane at the depth of the pair's first contact */
static void emit_point(rg_corners *c, const rg_contact *like, const rg_alternative *alternative,
                       int k) {
  const rg_corner_point *p = &alternative->point[k];
  rg_contact contact = *like;
  double normal[3], depth = rg_v3_dot(like->position, c->axes.normal);
  for (int i = 0; i < 3; i++) {
    contact.position[i] =
        p->at[0] * c->axes.x[i] + p->at[1] * c->axes.y[i] + depth * c->axes.normal[i];
    normal[i] = alternative->normal[0] * c->axes.x[i] + alternative->normal[1] * c->axes.y[i];
  }
  rg_contact_frame(normal, contact.frame);
  contact.gap = p->gap;
  contact.feature = FEATURE + alternative->code * RG_CORNER_POINTS + k;
  emit(c, &contact);
}

static void emit_group(rg_corners *c, group *g) {
  const rg_alternative *alternative = chosen(g);
  const rg_contact *contact = c->plain + g->first;
  g->at = c->nlist;
  if (alternative->code < 0)
    for (int k = 0; k < g->count; k++) emit(c, &contact[k]);
  else
    for (int k = 0; k < alternative->points; k++)
      if (alternative->point[k].row) emit_point(c, contact, alternative, k);
}

static void make_list(rg_corners *c) {
  int next = 0;
  c->nlist = 0;
  for (int i = 0; i < c->groups; i++) {
    for (; next < c->group[i].first; next++) emit(c, &c->plain[next]);
    next += c->group[i].count;
  }
  for (; next < c->nplain; next++) emit(c, &c->plain[next]);
  for (int i = 0; i < c->groups; i++) emit_group(c, &c->group[i]);
}

int rg_corners_find(rg_corners *c, const rg_corner_step *step) {
  assert(step->dt > 0 && step->free && (step->contacts == 0 || step->contact));
  c->dt = step->dt;
  c->groups = c->trials = c->last = c->unresolved = 0;
  c->best_violation = HUGE_VAL;
  memset(c->best, 0, sizeof c->best);
  c->nplain = step->contacts;
  if (step->contacts) memcpy(c->plain, step->contact, (size_t)step->contacts * sizeof *c->plain);
  find_twists(step->model, step->data, step->free, c->twist);
  if (step->back) find_twists(step->model, step->data, step->back, c->twist_back);
  for (int i = 0, n; i < step->contacts && c->groups < MOST_GROUPS; i += n) {
    n = pair_length(step->contact + i, step->contacts - i);
    c->groups += make_group(c, step, i, n, &c->group[c->groups]);
  }
  make_list(c);
  return c->groups;
}

int rg_corners_contacts(const rg_corners *c, const rg_contact **list) {
  *list = c->list;
  return c->nlist;
}

/* --- consistency ------------------------------------------------------------------------------ */

/* sum of the normal impulses of a group */
static double push_of(const rg_corners *c, int i, const double *impulse) {
  int end = i + 1 < c->groups ? c->group[i + 1].at : c->nlist;
  double sum = 0;
  if (end > c->solved) end = c->solved;
  for (int k = c->group[i].at; k < end; k++) sum += impulse[3 * k];
  return sum;
}

/* by how much another face separates better than the one that pushes; which one */
static double violation_of(const rg_corners *c, const rg_data *data, int i, const double *impulse,
                           int *better) {
  const group *g = &c->group[i];
  const rg_contact *contact = c->plain + g->first;
  int mine = g->order[g->place];
  *better = mine;
  if (mine == g->hit || !(push_of(c, i, impulse) > 0)) return 0;
  rg_plane_motion one = motion_of(c, data, c->twist, contact->body1);
  rg_plane_motion two = motion_of(c, data, c->twist, contact->body2);
  double own = gap_after(&g->alternative[mine], &one, &two, c->dt), most = own;
  for (int k = 0; k < g->alternatives; k++) {
    double gap = gap_after(&g->alternative[k], &one, &two, c->dt);
    if (gap > most) most = gap, *better = k;
  }
  double slack = 1e-9 * (1 + fabs(own));
  return most - own > slack ? most - own : 0;
}

static void keep_best(rg_corners *c, double violation) {
  if (violation >= c->best_violation) return;
  c->best_violation = violation;
  for (int i = 0; i < c->groups; i++) c->best[i] = c->group[i].place;
}

/* the next of all combinations; 0 behind the last */
static int next_combination(rg_corners *c) {
  for (int i = 0; i < c->groups; i++) {
    if (++c->group[i].place < c->group[i].alternatives) return 1;
    c->group[i].place = 0;
  }
  return 0;
}

static void choose(group *g, int alternative) {
  for (int k = 0; k < g->alternatives; k++)
    if (g->order[k] == alternative) g->place = k;
}

static void take_best(rg_corners *c) {
  for (int i = 0; i < c->groups; i++) c->group[i].place = c->best[i];
  c->last = 1;
}

/* how far the choice is from being consistent; `better`: which face each group should have */
static double judge(rg_corners *c, const rg_model *model, const rg_data *data, const double *v,
                    const double *impulse, int better[MOST_GROUPS]) {
  double violation = 0;
  c->unresolved = 0;
  find_twists(model, data, v, c->twist);
  for (int i = 0; i < c->groups; i++) {
    double own = violation_of(c, data, i, impulse, &better[i]);
    c->unresolved += own > 0;
    violation += own;
  }
  return violation;
}

int rg_corners_next(rg_corners *c, const rg_model *model, const rg_data *data, const double *v,
                    const double *impulse) {
  int better[MOST_GROUPS];
  double violation = HUGE_VAL;
  c->unresolved = c->groups;
  if (v) violation = judge(c, model, data, v, impulse, better);
  if (c->last || c->unresolved == 0) return 0;
  keep_best(c, violation);
  int more = ++c->trials < MOST_TRIALS;
  if (more && (!v || c->groups <= ALL_COMBINATIONS)) more = next_combination(c);
  else if (more)
    for (int i = 0; i < c->groups; i++) choose(&c->group[i], better[i]);
  if (!more) take_best(c);
  make_list(c);
  return 1;
}

int rg_corners_unresolved(const rg_corners *c) { return c->unresolved; }
