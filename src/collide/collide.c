/* All contacts of a model: boxes around the geoms, the tree of boxes (broad.h), planes against
   every box, the filter, the pair routines. Partners are visited by ascending geom number, so
   that the order of contacts depends on nothing else. */
#include "collide/collider.h"

#include "collide/support.h"
#include "math/vector.h"

#include <string.h>

enum { PAIR_CONTACTS = 16 };

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

static void set_field(const rg_model *model, int geom, rg_field *field, rg_shape *shape) {
  memset(field, 0, sizeof *field);
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

static void sort_out_geoms(rg_collider *c, const rg_model *model) {
  for (int g = 0; g < c->ngeom; g++) {
    set_shape(model, g, &c->shape[g]);
    set_field(model, g, &c->field[g], &c->shape[g]);
    if (!c->filter.used[g]) continue;
    if (c->shape[g].type == RG_GEOM_PLANE) c->plane[c->nplane++] = g;
    else c->item_geom[c->nitem++] = g;
  }
}

static int set_up(rg_collider *c, rg_arena *arena, const rg_model *model, int most_contacts) {
  int n = c->ngeom = model->ngeom;
  c->most = most_contacts > 0 ? most_contacts : 32 * n + 512;
  c->shape = RG_NEW(arena, rg_shape, n + 1);
  c->field = RG_NEW(arena, rg_field, n + 1);
  c->box = RG_RAW(arena, rg_box, n + 1);
  c->item_geom = RG_RAW(arena, int, n + 1);
  c->plane = RG_RAW(arena, int, n + 1);
  c->hit = RG_RAW(arena, int, n + 1);
  c->contact = RG_RAW(arena, rg_contact, c->most);
  if (arena->failed || !rg_filter_init(&c->filter, arena, model)) return 0;
  sort_out_geoms(c, model);
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

void rg_collider_set_parents(rg_collider *c, int touch) {
  if (touch >= 0) c->filter.parents_touch = touch;
}

/* --- every call ------------------------------------------------------------------------------- */

static void place_shapes(rg_collider *c, const rg_data *data) {
  for (int g = 0; g < c->ngeom; g++) {
    rg_v3_copy(c->shape[g].position, data->geom_xpos + 3 * g);
    rg_mat3_copy(c->shape[g].rotation, data->geom_xmat + 9 * g);
  }
}

/* each box reaches half of the extra margin and all of its own beyond the shape */
static void place_boxes(rg_collider *c) {
  for (int i = 0; i < c->nitem; i++) {
    int g = c->item_geom[i];
    double reach = c->filter.reach[g] + 0.5 * c->margin;
    if (c->field[g].nrow) rg_field_bounds(&c->field[g], c->box[i].low, c->box[i].high);
    else rg_shape_bounds(&c->shape[g], c->box[i].low, c->box[i].high);
    for (int k = 0; k < 3; k++) c->box[i].low[k] -= reach, c->box[i].high[k] += reach;
  }
}

/* does the box come within reach of the half space below the plane? */
static int plane_meets_box(const rg_collider *c, int plane, const rg_box *box) {
  const rg_shape *p = &c->shape[plane];
  double height = -c->filter.reach[plane] - 0.5 * c->margin;
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

/* normals of a field point to the shape: they are turned over where the field comes first */
static int collide_field(rg_collider *c, const rg_model *model, int g1, int g2,
                         const rg_pair_law *law) {
  int first = c->field[g1].nrow > 0, room = c->most - c->ncontact;
  int field = first ? g1 : g2, other = first ? g2 : g1;
  if (c->field[other].nrow || c->shape[other].type == RG_GEOM_PLANE) return 0;
  rg_contact *found = c->contact + c->ncontact;
  int n =
      rg_field_collide(&c->field[field], &c->shape[other], law->margin + c->margin, found, room);
  int overflow = n > room;
  if (overflow) n = room;
  for (int i = 0; i < n; i++) {
    name_contact(model, g1, g2, law, &found[i]);
    if (!first) continue;
    rg_v3_negate(found[i].frame, found[i].frame);
    rg_v3_negate(found[i].frame + 3, found[i].frame + 3);
  }
  c->ncontact += n;
  return overflow;
}

static int collide_geoms(rg_collider *c, const rg_model *model, int g1, int g2) {
  rg_pair_law law;
  rg_contact spare[PAIR_CONTACTS];
  if (!rg_filter_pair(&c->filter, model, g1, g2, &law)) return 0;
  c->pair_tests++;
  if (c->field[g1].nrow || c->field[g2].nrow) return collide_field(c, model, g1, g2, &law);
  int room = c->most - c->ncontact;
  rg_contact *found = room < PAIR_CONTACTS ? spare : c->contact + c->ncontact;
  int n =
      rg_collide_pair(&c->shape[g1], &c->shape[g2], law.margin + c->margin, found, PAIR_CONTACTS);
  int overflow = n > room;
  if (overflow) n = room;
  for (int i = 0; i < n; i++) {
    rg_contact *contact = &c->contact[c->ncontact++];
    if (found == spare) *contact = spare[i];
    name_contact(model, g1, g2, &law, contact);
  }
  return overflow;
}

/* planes with a number below g come from their own turn */
static int collide_item(rg_collider *c, const rg_model *model, int item) {
  int g = c->item_geom[item], overflow = 0, p = 0;
  int n = rg_broad_query(&c->broad, &c->box[item], item, c->hit);
  for (int i = 0; i <= n; i++) {
    int other = i < n ? c->item_geom[c->hit[i]] : c->ngeom;
    for (; p < c->nplane && c->plane[p] < other; p++)
      if (c->plane[p] > g && plane_meets_box(c, c->plane[p], &c->box[item]))
        overflow |= collide_geoms(c, model, g, c->plane[p]);
    if (i < n) overflow |= collide_geoms(c, model, g, other);
  }
  return overflow;
}

static int collide_plane(rg_collider *c, const rg_model *model, int plane) {
  int overflow = 0;
  for (int i = 0; i < c->nitem; i++)
    if (c->item_geom[i] > plane && plane_meets_box(c, plane, &c->box[i]))
      overflow |= collide_geoms(c, model, plane, c->item_geom[i]);
  return overflow;
}

static void place(rg_collider *c, const rg_data *data) {
  place_shapes(c, data);
  place_boxes(c);
  rg_broad_build(&c->broad, c->box, c->nitem);
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
  int pair[2] = {-1, -1};
  place(c, data);
  for (int i = 0; i < c->nitem; i++) {
    int g = c->item_geom[i], n = rg_broad_query(&c->broad, &c->box[i], i, c->hit);
    for (int k = 0; k < n + c->nplane; k++) {
      int other = k < n ? c->item_geom[c->hit[k]] : c->plane[k - n];
      if (k >= n && !plane_meets_box(c, other, &c->box[i])) continue;
      double overlap = filtered_overlap(c, model, g, other);
      if (overlap > deepest) deepest = overlap, pair[0] = g, pair[1] = other;
    }
  }
  if (geom) geom[0] = pair[0], geom[1] = pair[1];
  return deepest;
}

int rg_collide(rg_collider *c, const rg_model *model, const rg_data *data,
               const rg_contact **contacts, int *overflow) {
  int left_out = 0, item = 0, plane = 0;
  c->ncontact = 0;
  c->pair_tests = 0;
  place(c, data);

  /* first geoms in ascending order, items and planes merged */
  while (item < c->nitem || plane < c->nplane) {
    int next_plane = plane < c->nplane ? c->plane[plane] : c->ngeom;
    if (item < c->nitem && c->item_geom[item] < next_plane)
      left_out |= collide_item(c, model, item++);
    else left_out |= collide_plane(c, model, c->plane[plane++]);
  }
  if (contacts) *contacts = c->contact;
  if (overflow) *overflow = left_out;
  return c->ncontact;
}
