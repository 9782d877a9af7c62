/* One thing less in a scene. Edits have numbers; whoever looks for a small scene that still fails tries
   them all until none helps any more. */
#include "world.h"

#include <rigor/step.h>

#include <math.h>
#include <string.h>

/* --- links that lose an end ------------------------------------------------------------------------ */

static void drop_actuator(world *w, int k) {
  w->actuators--;
  memmove(&w->actuator[k], &w->actuator[k + 1], (size_t)(w->actuators - k) * sizeof w->actuator[0]);
}

static void drop_tie(world *w, int k) {
  w->ties--;
  memmove(&w->tie[k], &w->tie[k + 1], (size_t)(w->ties - k) * sizeof w->tie[0]);
}

static void drop_tendon(world *w, int k) {
  w->tendons--;
  memmove(&w->tendon[k], &w->tendon[k + 1], (size_t)(w->tendons - k) * sizeof w->tendon[0]);
}

/* links of a body go; of those behind it the numbers fall */
static void drop_links(world *w, int body, int renumber) {
  for (int k = w->actuators - 1; k >= 0; k--) {
    if (w->actuator[k].body == body) drop_actuator(w, k);
    else w->actuator[k].body -= renumber && w->actuator[k].body > body;
  }
  for (int k = w->ties - 1; k >= 0; k--) {
    int *ends = w->tie[k].body;
    if (ends[0] == body || ends[1] == body) drop_tie(w, k);
    else
      for (int e = 0; e < 2; e++) ends[e] -= renumber && ends[e] > body;
  }
  for (int k = w->tendons - 1; k >= 0; k--) {
    int *ends = w->tendon[k].body;
    if (ends[0] == body || ends[1] == body) drop_tendon(w, k);
    else
      for (int e = 0; e < 2; e++) ends[e] -= renumber && ends[e] > body;
  }
}

/* a body with all that hangs on it */
static void drop_body(world *w, int body) {
  for (int child = w->bodies - 1; child > body; child--)
    if (w->body[child].parent == body) drop_body(w, child);
  drop_links(w, body, 1);
  w->bodies--;
  memmove(&w->body[body], &w->body[body + 1], (size_t)(w->bodies - body) * sizeof w->body[0]);
  for (int i = 0; i < w->bodies; i++) w->body[i].parent -= w->body[i].parent > body;
}

/* --- single numbers -------------------------------------------------------------------------------- */

static int clear(double *x, int count) {
  int changed = 0;
  for (int k = 0; k < count; k++) {
    changed |= x[k] != 0;
    x[k] = 0;
  }
  return changed;
}

static int straighten(double quat[4]) {
  const int changed = quat[1] != 0 || quat[2] != 0 || quat[3] != 0;
  quat[0] = 1;
  clear(quat + 1, 3);
  return changed;
}

/* two digits are enough to tell a story */
static int shorten(double *x, int count) {
  int changed = 0;
  for (int k = 0; k < count; k++) {
    if (x[k] == 0) continue;
    const double unit = pow(10, floor(log10(fabs(x[k]))) - 1), rounded = round(x[k] / unit) * unit;
    changed |= fabs(rounded - x[k]) > 1e-12 * fabs(x[k]);
    x[k] = rounded;
  }
  return changed;
}

static int set(int *x, int value) {
  const int changed = *x != value;
  *x = value;
  return changed;
}

static int set_real(double *x, double value) {
  const int changed = *x != value;
  *x = value;
  return changed;
}

/* --- edits ----------------------------------------------------------------------------------------- */

enum { JOINT_EDITS = 9, SHAPE_EDITS = 8, BODY_EDITS = 11, WORLD_EDITS = 12 };

static int reduce_joint(world_joint *j, int edit) {
  switch (edit) {
  case 0: return set(&j->limited, 0);
  case 1: return clear(&j->stiffness, 1);
  case 2: return clear(&j->damping, 1);
  case 3: return clear(&j->armature, 1);
  case 4: return clear(&j->dry, 1);
  case 5: return clear(j->velocity, 6);
  case 6: return clear(j->pos, 3);
  case 7: return set(&j->driven, 0);
  default:
    return shorten(j->velocity, 6) | shorten(j->axis, 3) | shorten(j->pos, 3) |
           shorten(j->range, 2) | shorten(&j->stiffness, 4);
  }
}

static int reduce_shape(world_shape *s, int edit) {
  switch (edit) {
  case 0: return s->kind != SPHERE ? (s->kind = SPHERE, 1) : 0;
  case 1: return s->kind != BOX && s->kind != SPHERE ? (s->kind = BOX, 1) : 0;
  case 2: return clear(s->pos, 3);
  case 3: return straighten(s->quat);
  case 4: return clear(&s->friction, 1);
  case 5: return clear(&s->roll, 1);
  case 6: return clear(&s->spin, 1) | clear(&s->roll, 1);
  default: return shorten(s->size, 3) | shorten(s->pos, 3) | shorten(&s->friction, 1);
  }
}

static int even_mass(world *w, world_body *b) {
  const double moment = 0.4 * w->length * w->length;
  int changed = set_real(&b->mass, 1);
  for (int k = 0; k < 3; k++) changed |= set_real(&b->inertia[k], moment);
  return changed;
}

/* everything but its joints and shapes */
static int reduce_body(world *w, int i, int edit) {
  world_body *b = &w->body[i];
  switch (edit) {
  case 0: return w->bodies > 1 ? (drop_body(w, i), 1) : 0;
  case 1: return set(&b->shapes, 0);
  case 2: return b->shapes > 1 ? set(&b->shapes, 1) : 0;
  case 3: return b->joints > 1 ? set(&b->joints, 1) : 0;
  case 4:
    drop_links(w, b->joints && b->joint[0].kind != FREE ? i : -2, 0);
    return set(&b->joints, 0);
  case 5: return straighten(b->quat);
  case 6: return straighten(b->iquat);
  case 7: return clear(b->ipos, 3);
  case 8: return clear(&b->gravcomp, 1);
  case 9: return even_mass(w, b);
  default:
    return shorten(b->pos, 3) | shorten(&b->mass, 1) | shorten(b->inertia, 3) | shorten(b->ipos, 3);
  }
}

static int reduce_method(world *w, int edit) {
  switch (edit) {
  case 0: return set(&w->integrator, RG_MIDPOINT);
  case 1: return set(&w->coordinates, RG_MINIMAL);
  case 2: return set(&w->restitution_law, RG_RESTITUTION_ENERGY);
  case 3: return clear(&w->restitution, 1);
  case 4: return clear(&w->density, 1) | clear(&w->viscosity, 1) | clear(w->wind, 3);
  case 5: return clear(&w->belt, 1);
  case 6: return w->ground != NO_GROUND ? (w->ground = NO_GROUND, 1) : 0;
  case 7: return w->ground > PLANE ? (w->ground = PLANE, 1) : 0;
  case 8: return set_real(&w->gravity[2], -10) | clear(w->gravity, 2);
  case 9:
    return clear(&w->ground_friction, 1) | clear(&w->ground_spin, 1) | clear(&w->ground_roll, 1);
  case 11: return w->law ? (w->law = NULL, 1) : 0;
  case 10: return w->steps > 1 ? set(&w->steps, w->steps / 2) : 0;
  default:
    return shorten(&w->dt, 1) | shorten(&w->ground_friction, 3) | shorten(&w->restitution, 1);
  }
}

static int reduce_links(world *w, int edit) {
  if (edit < w->actuators) return drop_actuator(w, edit), 1;
  if (edit < WORLD_ACTUATORS) return 0;
  edit -= WORLD_ACTUATORS;
  if (edit < w->ties) return drop_tie(w, edit), 1;
  if (edit < WORLD_LINKS) return 0;
  edit -= WORLD_LINKS;
  if (edit < w->tendons) return drop_tendon(w, edit), 1;
  return 0;
}

/* edits of one body: itself, then its joints, then its shapes */
static int reduce_part(world *w, int i, int edit) {
  world_body *b = &w->body[i];
  if (i >= w->bodies) return 0;
  if (edit < BODY_EDITS) return reduce_body(w, i, edit);
  edit -= BODY_EDITS;
  if (edit < WORLD_JOINTS * JOINT_EDITS)
    return edit / JOINT_EDITS < b->joints
               ? reduce_joint(&b->joint[edit / JOINT_EDITS], edit % JOINT_EDITS)
               : 0;
  edit -= WORLD_JOINTS * JOINT_EDITS;
  return edit / SHAPE_EDITS < b->shapes
             ? reduce_shape(&b->shape[edit / SHAPE_EDITS], edit % SHAPE_EDITS)
             : 0;
}

int world_reduce(world *w, int edit) {
  enum { PART_EDITS = BODY_EDITS + WORLD_JOINTS * JOINT_EDITS + WORLD_SHAPES * SHAPE_EDITS };
  /* bodies from the last one on: large pieces first */
  if (edit < WORLD_BODIES) return reduce_part(w, WORLD_BODIES - 1 - edit, 0);
  edit -= WORLD_BODIES;
  if (edit < WORLD_ACTUATORS + 2 * WORLD_LINKS) return reduce_links(w, edit);
  edit -= WORLD_ACTUATORS + 2 * WORLD_LINKS;
  if (edit < WORLD_EDITS) return reduce_method(w, edit);
  edit -= WORLD_EDITS;
  if (edit < WORLD_BODIES * PART_EDITS) return reduce_part(w, edit / PART_EDITS, edit % PART_EDITS);
  return -1;
}
