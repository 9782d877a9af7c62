/* All contacts of a model: boxes around the geoms, the tree of boxes (broad.h), planes against
   every box, the filter, the pair routines. Partners are visited by ascending geom number, so
   that the order of contacts depends on nothing else. */
#include "collide/collider.h"

#include "collide/guide.h"
#include "collide/support.h"
#include "math/vector.h"

#include <string.h>

enum {
  PAIR_CONTACTS = 16,
  MOST_KNOWN = 4096, /* pairs and contacts that are kept for the next call */
  FEW_PAIRS = 16,    /* an item: what a query of the tree takes */
  MOST_LISTED =
      1000 /* items whose pairs are looked at in set-up: half a million calls of the filter */
};

/* --- set-up ----------------------------------------------------------------------------------- */

static void set_shape(const rg_model *model, int geom, rg_shape *shape) {
  memset(shape, 0, sizeof *shape);
  shape->type = (rg_geom_type)model->geom_type[geom];
  rg_v3_copy(shape->size, model->geom_size + 3 * geom);
  int mesh = model->geom_mesh[geom];
  if (shape->type != RG_GEOM_MESH || mesh < 0) return;
  int vertex = model->mesh_vertex[mesh];
  shape->vertex = model->vertex + 3 * vertex;
  shape->nvertex = model->mesh_nvertex[mesh];
  shape->face = model->face + 3 * model->mesh_face[mesh];
  shape->nface = model->mesh_nface[mesh];
  shape->neighbour_start =
      model->mesh_neighbour_start ? model->mesh_neighbour_start + vertex : NULL;
  shape->neighbour = model->mesh_neighbour;
}

/* `field` is zero */
static void set_field(const rg_model *model, int geom, rg_field *field, rg_shape *shape) {
  if (shape->type != RG_GEOM_HFIELD) return;
  int i = model->geom_hfield[geom];
  shape->type = RG_GEOM_MESH;
  field->nrow = model->hfield_nrow[i];
  field->ncol = model->hfield_ncol[i];
  field->size = model->hfield_size + 4 * i;
  field->data = model->hfield_data + model->hfield_start[i];
  field->position = shape->position;
  field->rotation = shape->rotation;
}

/* meshes that touch something get a guide, one for all geoms of a mesh */
static void set_guide(rg_collider *c, rg_arena *arena, const rg_model *model, int geom,
                      const rg_mesh_guide **guide) {
  rg_shape *shape = &c->shape[geom];
  if (shape->type != RG_GEOM_MESH || !shape->nvertex || !shape->neighbour_start ||
      !shape->neighbour)
    return;
  int mesh = model->geom_mesh[geom];
  if (!guide[mesh]) guide[mesh] = rg_mesh_guide_new(arena, shape);
  shape->guide = guide[mesh];
}

static void sort_out_geoms(rg_collider *c, rg_arena *arena, const rg_model *model) {
  const rg_mesh_guide **guide = RG_NEW(arena, const rg_mesh_guide *, model->nmesh + 1);
  if (!guide) return;
  for (int g = 0; g < c->ngeom; g++) {
    set_shape(model, g, &c->shape[g]);
    set_field(model, g, &c->field[g], &c->shape[g]);
    if (!c->filter.used[g]) continue;
    set_guide(c, arena, model, g, guide);
    if (c->shape[g].type == RG_GEOM_PLANE) c->plane[c->nplane++] = g;
    else c->item_geom[c->nitem++] = g;
  }
}

/* Where the filter leaves few pairs, as within a robot, they are listed once and their boxes compared one by one: the
   tree would find mostly pairs that may not touch. */
static void list_pairs(rg_collider *c, const rg_model *model) {
  int most = FEW_PAIRS * c->nitem, count = 0;
  rg_pair_law law;
  c->listed = 0;
  if (c->nitem > MOST_LISTED) return;
  for (int i = 0; i < c->nitem; i++) {
    for (int j = i + 1; j < c->nitem; j++) {
      if (!rg_filter_pair(&c->filter, model, c->item_geom[i], c->item_geom[j], &law)) continue;
      if (count == most) return;
      c->partner[count++] = j;
    }
    c->partner_start[i + 1] = count;
  }
  c->listed = 1;
}

static int make_list(rg_collider *c, rg_arena *arena, const rg_model *model) {
  int items = c->nitem > MOST_LISTED ? 0 : c->nitem;
  c->partner = RG_RAW(arena, int, FEW_PAIRS *items + 1);
  c->partner_start = RG_NEW(arena, int, items + 1);
  if (arena->failed) return 0;
  list_pairs(c, model);
  return 1;
}

static int room_known(const rg_collider *c) { return c->most < MOST_KNOWN ? c->most : MOST_KNOWN; }

static int set_up(rg_collider *c, rg_arena *arena, const rg_model *model, int most_contacts) {
  int n = c->ngeom = model->ngeom;
  c->most = most_contacts > 0 ? most_contacts : 32 * n + 512;
  c->shape = RG_NEW(arena, rg_shape, n + 1);
  c->field = RG_NEW(arena, rg_field, n + 1);
  c->box = RG_RAW(arena, rg_box, n + 1);
  c->item_geom = RG_RAW(arena, int, n + 1);
  c->plane = RG_RAW(arena, int, n + 1);
  c->hit = RG_RAW(arena, int, n + 1);
  c->gets = RG_NEW(arena, double, model->nbody + 1);
  c->contact = RG_RAW(arena, rg_contact, c->most);
  c->still = RG_NEW(arena, unsigned char, n + 1);
  for (int k = 0; k < 2; k++) {
    c->known[k].pair = RG_RAW(arena, rg_known_pair, room_known(c));
    c->known[k].contact = RG_RAW(arena, rg_contact, room_known(c));
  }
  if (arena->failed || !rg_filter_init(&c->filter, arena, model)) return 0;
  sort_out_geoms(c, arena, model);
  if (arena->failed || !make_list(c, arena, model)) return 0;
  return rg_broad_init(&c->broad, arena, c->nitem);
}

rg_collider *rg_collider_new(const rg_model *model, int most_contacts) {
  if (!model) return NULL;
  rg_arena arena = {0};
  rg_collider *c = RG_NEW(&arena, rg_collider, 1);
  if (!c || !set_up(c, &arena, model, most_contacts)) {
    rg_arena_free(&arena);
    return NULL;
  }
  c->arena = arena;
  return c;
}

void rg_collider_free(rg_collider *collider) {
  if (!collider) return;
  rg_arena arena = collider->arena;
  rg_arena_free(&arena);
}

void rg_collider_set_margin(rg_collider *collider, double margin) { collider->margin = margin; }

void rg_collider_forget(rg_collider *c) { c->known[0].pairs = 0; }

void rg_collider_set_parents(rg_collider *c, const rg_model *model, int touch) {
  if (touch < 0 || c->filter.parents_touch == touch) return;
  c->filter.parents_touch = touch;
  rg_collider_forget(c);
  list_pairs(c, model);
}

/* --- every call ------------------------------------------------------------------------------- */

static void place_shapes(rg_collider *c, const rg_data *data) {
  for (int i = 0; i < c->nitem + c->nplane; i++) {
    int g = i < c->nitem ? c->item_geom[i] : c->plane[i - c->nitem];
    rg_shape *s = &c->shape[g];
    const double *position = data->geom_xpos + 3 * g, *rotation = data->geom_xmat + 9 * g;
    c->still[g] = memcmp(s->position, position, sizeof s->position) == 0 &&
                  memcmp(s->rotation, rotation, sizeof s->rotation) == 0;
    rg_v3_copy(s->position, position);
    rg_mat3_copy(s->rotation, rotation);
  }
}

static void place_boxes(rg_collider *c) {
  for (int i = 0; i < c->nitem; i++) {
    int g = c->item_geom[i];
    if (c->field[g].nrow) rg_field_bounds(&c->field[g], c->box[i].low, c->box[i].high);
    else rg_shape_bounds(&c->shape[g], c->box[i].low, c->box[i].high);
    c->shape[g].extent = 0.5 * rg_v3_distance(c->box[i].low, c->box[i].high);
  }
}

/* how far a geom reaches beyond its shape: half of the extra margin, all of its own, and its way */
static double reach_of(const rg_collider *c, const rg_model *model, int geom) {
  return c->filter.reach[geom] + 0.5 * c->margin + c->gets[model->geom_body[geom]];
}

static int boxes_meet(const rg_box *a, const rg_box *b, double reach) {
  for (int k = 0; k < 3; k++)
    if (!(a->low[k] <= b->high[k] + reach && a->high[k] + reach >= b->low[k])) return 0;
  return 1;
}

static void widen_boxes(rg_collider *c, const rg_model *model) {
  for (int i = 0; i < c->nitem; i++) {
    double reach = reach_of(c, model, c->item_geom[i]);
    for (int k = 0; k < 3; k++) c->box[i].low[k] -= reach, c->box[i].high[k] += reach;
  }
}

/* does the box come within reach of the half space below the plane? */
static int plane_meets_box(const rg_collider *c, const rg_model *model, int plane,
                           const rg_box *box) {
  const rg_shape *p = &c->shape[plane];
  double height = -reach_of(c, model, plane);
  for (int k = 0; k < 3; k++) {
    double n = p->rotation[3 * k + 2];
    height += n * ((n > 0 ? box->low[k] : box->high[k]) - p->position[k]);
  }
  return height <= 0;
}

static void name_contact(const rg_model *model, int g1, int g2, const rg_pair_law *law,
                         rg_contact *contact) {
  contact->geom1 = g1, contact->geom2 = g2;
  contact->body1 = model->geom_body[g1], contact->body2 = model->geom_body[g2];
  contact->condim = law->condim;
  rg_v3_copy(contact->friction, law->friction);
}

/* Margins follow the speeds, and change in every step: contacts are looked for within one of 16 margins an octave, and
   those within the margin itself are taken. What is found then depends on the poses alone in most steps. */
static double round_up(double margin) {
  static const uint64_t below = ((uint64_t)1 << 48) - 1;
  uint64_t bits;
  if (!(margin > 0)) return 0;
  memcpy(&bits, &margin, sizeof bits);
  bits = (bits + below) & ~below;
  memcpy(&margin, &bits, sizeof margin);
  return margin;
}

/* normals of a field point to the shape: they are turned over where the field comes first */
static int collide_field(const rg_collider *c, int g1, int g2, double margin, rg_contact *found,
                         int room) {
  int first = c->field[g1].nrow > 0, field = first ? g1 : g2, other = first ? g2 : g1;
  if (c->field[other].nrow || c->shape[other].type == RG_GEOM_PLANE) return 0;
  int n = rg_field_collide(&c->field[field], &c->shape[other], margin, found, room);
  for (int i = 0; i < n && i < room && first; i++) {
    rg_v3_negate(found[i].frame, found[i].frame);
    rg_v3_negate(found[i].frame + 3, found[i].frame + 3);
  }
  return n;
}

/* contacts of two geoms by their shapes; more than `room` where there are more */
static int collide_shapes(const rg_collider *c, int g1, int g2, double margin, rg_contact *found,
                          int room) {
  rg_contact spare[PAIR_CONTACTS];
  if (c->field[g1].nrow || c->field[g2].nrow) return collide_field(c, g1, g2, margin, found, room);
  int direct = room >= PAIR_CONTACTS;
  int n =
      rg_collide_pair(&c->shape[g1], &c->shape[g2], margin, direct ? found : spare, PAIR_CONTACTS);
  for (int i = 0; i < n && i < room && !direct; i++) found[i] = spare[i];
  return n;
}

/* what the last call has found for the pair; NULL: it has to be found anew */
static const rg_known_pair *recall_pair(const rg_collider *c, int g1, int g2, double margin,
                                        rg_catch *f) {
  if (!f->before) return NULL;
  const rg_known *known = f->before;
  for (; f->at < known->pairs; f->at++) {
    const rg_known_pair *pair = &known->pair[f->at];
    if (pair->geom1 < g1 || (pair->geom1 == g1 && pair->geom2 < g2)) continue;
    int same = pair->geom1 == g1 && pair->geom2 == g2 && pair->margin == margin;
    return same && c->still[g1] && c->still[g2] ? pair : NULL;
  }
  return NULL;
}

static void note_pair(const rg_collider *c, int g1, int g2, double margin, const rg_contact *found,
                      int count, rg_catch *f) {
  rg_known *now = f->now;
  int room = room_known(c);
  if (!now || now->pairs == room || now->contacts + count > room) return;
  now->pair[now->pairs++] = (rg_known_pair){g1, g2, now->contacts, count, margin};
  memcpy(now->contact + now->contacts, found, (size_t)count * sizeof *found);
  now->contacts += count;
}

static int collide_geoms(const rg_collider *c, const rg_model *model, int g1, int g2, rg_catch *f) {
  rg_pair_law law;
  if (!rg_filter_pair(&c->filter, model, g1, g2, &law)) return 0;
  law.margin += c->margin + c->gets[model->geom_body[g1]] + c->gets[model->geom_body[g2]];
  double margin = round_up(law.margin);
  rg_contact *found = f->contact + f->count;
  int room = f->most - f->count, n, overflow = 0;
  const rg_known_pair *known = recall_pair(c, g1, g2, margin, f);
  if (known) {
    n = known->count < room ? known->count : room;
    overflow = known->count > room;
    memcpy(found, f->before->contact + known->first, (size_t)n * sizeof *found);
  } else {
    f->pair_tests++;
    n = collide_shapes(c, g1, g2, margin, found, room);
    overflow = n > room;
    if (overflow) n = room;
  }
  if (!overflow) note_pair(c, g1, g2, margin, found, n, f);
  for (int i = 0; i < n; i++) {
    if (!(found[i].gap <= law.margin)) continue;
    rg_contact *contact = &f->contact[f->count++];
    if (contact != found + i) *contact = found[i];
    name_contact(model, g1, g2, &law, contact);
  }
  return overflow;
}

/* items beyond this one whose boxes overlap with its own and that may touch it, ascending, and perhaps some that may not;
   their number */
static int find_partners(const rg_collider *c, int item, rg_catch *f) {
  if (!c->listed) return rg_broad_query(&c->broad, &c->box[item], item, f->hit, &f->box_tests);
  int n = 0;
  for (int k = c->partner_start[item]; k < c->partner_start[item + 1]; k++)
    if (boxes_meet(&c->box[item], &c->box[c->partner[k]], 0)) f->hit[n++] = c->partner[k];
  return n;
}

/* planes with a number below g come from their own turn */
static int collide_item(const rg_collider *c, const rg_model *model, int item, rg_catch *f) {
  int g = c->item_geom[item], overflow = 0, p = 0;
  int n = find_partners(c, item, f);
  for (int i = 0; i <= n; i++) {
    int other = i < n ? c->item_geom[f->hit[i]] : c->ngeom;
    for (; p < c->nplane && c->plane[p] < other; p++)
      if (c->plane[p] > g && plane_meets_box(c, model, c->plane[p], &c->box[item]))
        overflow |= collide_geoms(c, model, g, c->plane[p], f);
    if (i < n) overflow |= collide_geoms(c, model, g, other, f);
  }
  return overflow;
}

static int collide_plane(const rg_collider *c, const rg_model *model, int plane, rg_catch *f) {
  int overflow = 0;
  for (int i = 0; i < c->nitem; i++)
    if (c->item_geom[i] > plane && plane_meets_box(c, model, plane, &c->box[i]))
      overflow |= collide_geoms(c, model, plane, c->item_geom[i], f);
  return overflow;
}

/* first geoms in ascending order, items and planes merged: the items from one to another and the planes between them */
static void collide_range(const rg_collider *c, const rg_model *model, int item, int item_end,
                          rg_catch *f) {
  int from = item > 0 ? c->item_geom[item] : 0, plane = 0;
  int to = item_end < c->nitem ? c->item_geom[item_end] : c->ngeom;
  while (plane < c->nplane && c->plane[plane] < from) plane++;
  while (item < item_end || (plane < c->nplane && c->plane[plane] < to)) {
    int next_plane = plane < c->nplane ? c->plane[plane] : c->ngeom;
    if (item < item_end && c->item_geom[item] < next_plane)
      f->overflow |= collide_item(c, model, item++, f);
    else f->overflow |= collide_plane(c, model, c->plane[plane++], f);
  }
}

/* --- on several threads ------------------------------------------------------------------------------ */

/* where portion k of n begins among `count` */
static int portion_start(int count, int k, int n) { return (int)((long long)count * k / n); }

static void collide_portion(void *context, int portion, int worker) {
  const rg_crowd *crowd = context;
  const rg_collider *c = crowd->collider;
  int first = portion_start(crowd->most, portion, crowd->portions);
  rg_catch *f = &crowd->found[portion];
  *f = (rg_catch){.contact = crowd->room + first,
                  .most = portion_start(crowd->most, portion + 1, crowd->portions) - first,
                  .hit = crowd->hit + (size_t)worker * ((size_t)c->ngeom + 1)};
  collide_range(c, crowd->model, portion_start(c->nitem, portion, crowd->portions),
                portion_start(c->nitem, portion + 1, crowd->portions), f);
}

/* Every portion writes where nobody else does; then they are put together, in their order. What would not fit into the part of
   a portion is found again, by one thread: 0. */
static int collide_crowd(rg_collider *c, const rg_model *model, rg_catch *all) {
  rg_crowd *crowd = c->crowd;
  crowd->model = model;
  crowd->room = all->contact;
  crowd->most = all->most;
  rg_workers_run(crowd->workers, crowd->portions, collide_portion, crowd);
  for (int k = 0; k < crowd->portions; k++) {
    const rg_catch *f = &crowd->found[k];
    if (f->overflow) return 0;
    if (all->contact + all->count != f->contact && f->count)
      memmove(all->contact + all->count, f->contact, (size_t)f->count * sizeof *f->contact);
    all->count += f->count;
    all->pair_tests += f->pair_tests;
    all->box_tests += f->box_tests;
  }
  return 1;
}

int rg_collider_set_workers(rg_collider *c, rg_workers *workers) {
  enum { EACH = 8, MANY = 1000 }; /* portions a thread, so that none is waited for long; items */
  int threads = rg_workers_count(workers);
  c->crowd = NULL;
  if (threads < 2 || c->listed || c->nitem < MANY) return 1;
  rg_crowd *crowd = RG_NEW(&c->arena, rg_crowd, 1);
  if (!crowd) return 0;
  crowd->workers = workers;
  crowd->collider = c;
  crowd->portions = EACH * threads;
  crowd->found = RG_NEW(&c->arena, rg_catch, crowd->portions);
  crowd->hit = RG_RAW(&c->arena, int, ((size_t)c->ngeom + 1) * (size_t)threads);
  if (c->arena.failed) return 0;
  c->crowd = crowd;
  return 1;
}

/* --- poses ---------------------------------------------------------------------------------------------- */

static void place(rg_collider *c, const rg_model *model, const rg_data *data) {
  place_shapes(c, data);
  place_boxes(c);
  for (int b = 0; b < model->nbody; b++) c->gets[b] = c->way ? c->way[b] : 0;
  widen_boxes(c, model);
}

/* shapes were placed without a search: what is known holds where none has moved */
static void forget_moved(rg_collider *c) {
  for (int i = 0; i < c->nitem + c->nplane; i++)
    if (!c->still[i < c->nitem ? c->item_geom[i] : c->plane[i - c->nitem]]) rg_collider_forget(c);
}

/* overlap of two shapes that the filter keeps apart; 0 where it does not, or they are one body */
static double filtered_overlap(const rg_collider *c, const rg_model *model, int g1, int g2) {
  rg_pair_law law;
  double a[3], b[3], normal[3];
  if (rg_filter_welded(model, g1, g2) || c->field[g1].nrow || c->field[g2].nrow) return 0;
  if (rg_filter_pair(&c->filter, model, g1, g2, &law)) return 0;
  return -rg_distance(&c->shape[g1], &c->shape[g2], a, b, normal);
}

double rg_collide_filtered(rg_collider *c, const rg_model *model, const rg_data *data,
                           int geom[2]) {
  double deepest = 0;
  long tests = 0;
  int pair[2] = {-1, -1};
  place(c, model, data);
  forget_moved(c);
  rg_broad_build(&c->broad, c->box, c->nitem);
  for (int i = 0; i < c->nitem; i++) {
    int g = c->item_geom[i], n = rg_broad_query(&c->broad, &c->box[i], i, c->hit, &tests);
    for (int k = 0; k < n + c->nplane; k++) {
      int other = k < n ? c->item_geom[c->hit[k]] : c->plane[k - n];
      if (k >= n && !plane_meets_box(c, model, other, &c->box[i])) continue;
      double overlap = filtered_overlap(c, model, g, other);
      if (overlap > deepest) deepest = overlap, pair[0] = g, pair[1] = other;
    }
  }
  if (geom) geom[0] = pair[0], geom[1] = pair[1];
  return deepest;
}

/* all by one thread, with what the last call knows */
static void collide_alone(rg_collider *c, const rg_model *model, rg_catch *all) {
  rg_known now = c->known[1];
  now.pairs = now.contacts = 0;
  all->before = &c->known[0];
  all->now = &now;
  collide_range(c, model, 0, c->nitem, all);
  c->known[1] = c->known[0];
  c->known[0] = now;
}

int rg_collide_into(rg_collider *c, const rg_model *model, const rg_data *data, rg_contact *room,
                    int most, int *overflow) {
  rg_catch all = {.contact = room, .most = most, .hit = c->hit};
  place(c, model, data);
  if (!c->listed) rg_broad_build(&c->broad, c->box, c->nitem);
  if (!c->crowd || !collide_crowd(c, model, &all)) {
    all = (rg_catch){.contact = room, .most = most, .hit = c->hit};
    collide_alone(c, model, &all);
  } else rg_collider_forget(c);
  c->ncontact = all.count;
  c->pair_tests = all.pair_tests;
  c->box_tests = all.box_tests;
  if (overflow) *overflow = all.overflow;
  return c->ncontact;
}

int rg_collide(rg_collider *c, const rg_model *model, const rg_data *data,
               const rg_contact **contacts, int *overflow) {
  if (contacts) *contacts = c->contact;
  return rg_collide_into(c, model, data, c->contact, c->most, overflow);
}
