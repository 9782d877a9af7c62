/* Collada (.dae), versions 1.4 and 1.5: the geometries of the scene where its nodes put them, in metres.

   <up_axis> does not turn anything, as in RViz and Gazebo, for whose frames such files are made. Skins are in the shape
   that their geometry has; lines, splines, looks and motions are passed over. */
#include "model/mesh.h"

#include "math/vector.h"
#include "model/names.h"
#include "model/xml.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = INT_MAX / 64, MOST_NODES = 100000, DEEPEST_NODE = 200 };

typedef struct matrix {
  double m[3][4];
} matrix;

/* positions of one mesh, taken apart once for each use */
typedef struct positions {
  const double *number;
  int count;          /* of points */
  int stride, offset; /* in numbers */
} positions;

typedef struct dae {
  rg_arena *arena;
  rg_triangles *out;
  int vertex_room, face_room;
  rg_names ids;
  const rg_xml **element; /* by id */
  int named, nodes;
  const char **reason;
  rg_status status;
} dae;

/* --- failures ---------------------------------------------------------------------------------- */

RG_PRINTF(3, 4)
static void fail(dae *d, const rg_xml *at, const char *format, ...) {
  if (d->status != RG_OK) return;
  enum { ROOM = 256 };
  char *text = RG_RAW(d->arena, char, ROOM);
  d->status = text ? RG_BAD_INPUT : RG_NO_MEMORY;
  if (!text) return;
  int used = snprintf(text, ROOM, "line %d: <%.40s>: ", at->line, at->name);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, (size_t)(ROOM - used), format, list);
  va_end(list);
  *d->reason = text;
}

static void no_memory(dae *d) {
  if (d->status == RG_OK) d->status = RG_NO_MEMORY;
}

/* --- values ------------------------------------------------------------------------------------ */

/* `count` numbers of an element's text */
static int take_numbers(dae *d, const rg_xml *e, int count, double *out) {
  rg_error error;
  if (d->status != RG_OK) return 0;
  if (rg_xml_text_reals(e, count, count, out, NULL, &error) == RG_OK) return 1;
  fail(d, e, "%.180s", error.reason);
  return 0;
}

/* all whole numbers of an element's text, in the arena */
static const int *take_indices(dae *d, const rg_xml *e, int *count) {
  const char *at = e->text ? e->text : "";
  int words = rg_xml_words(at);
  int *out = RG_RAW(d->arena, int, words);
  *count = words;
  if (!out) {
    no_memory(d);
    return NULL;
  }
  for (int k = 0; k < words; k++) {
    char *stop;
    long value = strtol(at, &stop, 10);
    if (stop == at || value < 0 || value > MOST || (*stop && !strchr(" \t\n\r\v\f", *stop))) {
      fail(d, e, "number %d is no index", k + 1);
      return NULL;
    }
    out[k] = (int)value;
    at = stop;
  }
  return out;
}

static int take_count(dae *d, const rg_xml *e, const char *name, int otherwise) {
  const char *text = rg_xml_get(e, name);
  if (!text) return otherwise;
  char *stop;
  long value = strtol(text, &stop, 10);
  if (stop != text && !*stop && value >= 0 && value <= MOST) return (int)value;
  fail(d, e, "%s is '%.40s', must be a number from 0 on", name, text);
  return otherwise;
}

/* --- names ------------------------------------------------------------------------------------- */

static int count_ids(const rg_xml *e) {
  int count = rg_xml_get(e, "id") != NULL;
  for (const rg_xml *child = e->first; child; child = child->next) count += count_ids(child);
  return count;
}

static void note_ids(dae *d, const rg_xml *e) {
  const char *id = rg_xml_get(e, "id");
  if (id && rg_names_add(&d->ids, id, d->named) < 0) d->element[d->named++] = e;
  for (const rg_xml *child = e->first; child; child = child->next) note_ids(d, child);
}

/* the element that an attribute names with a '#' in front; a failure where there is none of that kind */
static const rg_xml *find(dae *d, const rg_xml *e, const char *attribute, const char *kind) {
  const char *name = rg_xml_get(e, attribute);
  int index = name && name[0] == '#' ? rg_names_find(&d->ids, name + 1) : -1;
  if (index >= 0 && strcmp(d->element[index]->name, kind) == 0) return d->element[index];
  fail(d, e, "%s: there is no <%s> '%.80s' in the file", attribute, kind, name ? name : "");
  return NULL;
}

static const rg_xml *input_of(const rg_xml *e, const char *semantic) {
  for (const rg_xml *child = e->first; child; child = child->next) {
    const char *means = rg_xml_get(child, "semantic");
    if (strcmp(child->name, "input") == 0 && means && strcmp(means, semantic) == 0) return child;
  }
  return NULL;
}

/* --- one mesh ---------------------------------------------------------------------------------- */

/* <vertices> name a <source>, whose <accessor> says where in its numbers x, y, z are */
static int find_positions(dae *d, const rg_xml *vertices, positions *p) {
  const rg_xml *input = input_of(vertices, "POSITION");
  if (!input) {
    fail(d, vertices, "has no input POSITION");
    return 0;
  }
  const rg_xml *source = find(d, input, "source", "source");
  const rg_xml *common = source ? rg_xml_child(source, "technique_common") : NULL;
  const rg_xml *accessor = common ? rg_xml_child(common, "accessor") : NULL;
  const rg_xml *numbers = source ? rg_xml_child(source, "float_array") : NULL;
  if (!source || !numbers) {
    if (source) fail(d, source, "has no float_array");
    return 0;
  }
  int all = rg_xml_words(numbers->text ? numbers->text : "");
  double *number = RG_RAW(d->arena, double, all);
  if (!number) no_memory(d);
  if (!number || !take_numbers(d, numbers, all, number)) return 0;
  p->number = number;
  p->stride = accessor ? take_count(d, accessor, "stride", 1) : 3;
  p->offset = accessor ? take_count(d, accessor, "offset", 0) : 0;
  p->count = accessor ? take_count(d, accessor, "count", 0) : all / 3;
  if (d->status != RG_OK) return 0;
  long long last = p->offset + (long long)p->stride * (p->count - 1) + 3;
  if (p->stride < 3 || (p->count > 0 && last > all)) {
    fail(d, source, "has %d numbers, its accessor asks for %lld", all, last);
    return 0;
  }
  return 1;
}

/* room for more, twice as much each time */
static void *more_room(dae *d, void *old, int used, int *room, int needed, size_t size) {
  if (used + (long long)needed <= *room) return old;
  long long wanted =
      2LL * *room > used + (long long)needed ? 2LL * *room : used + (long long)needed;
  void *now = wanted <= MOST ? RG_RAW(d->arena, char, (size_t)wanted * 3 * size) : NULL;
  if (!now) {
    no_memory(d);
    return old;
  }
  if (used) memcpy(now, old, (size_t)used * 3 * size);
  *room = (int)wanted;
  return now;
}

/* points of the mesh where the node puts them; returns the number of the first, -1 after a failure */
static int add_points(dae *d, const positions *p, const matrix *pose) {
  rg_triangles *t = d->out;
  int first = t->nvertex;
  t->vertex = more_room(d, t->vertex, first, &d->vertex_room, p->count, sizeof(double));
  if (d->status != RG_OK) return -1;
  for (int k = 0; k < p->count; k++) {
    const double *from = p->number + p->offset + (size_t)p->stride * (size_t)k;
    double *to = t->vertex + 3 * t->nvertex++;
    for (int i = 0; i < 3; i++)
      to[i] = pose->m[i][0] * from[0] + pose->m[i][1] * from[1] + pose->m[i][2] * from[2] +
              pose->m[i][3];
  }
  return first;
}

typedef struct corners {
  const int *index;
  int stride, offset; /* indices a corner; which of them is the point */
  int first, count;   /* points of the mesh in the triangles so far */
  int mirrored;       /* the node turns the surface inside out */
} corners;

static void add_triangle(dae *d, const corners *c, int a, int b, int e) {
  const int at[3] = {a, c->mirrored ? e : b, c->mirrored ? b : e};
  for (int k = 0; k < 3; k++)
    d->out->face[3 * d->out->nface + k] = c->first + c->index[at[k] * c->stride + c->offset];
  d->out->nface++;
}

/* `n` corners from number `start` on: triangles, a fan of each polygon, or a strip */
static void add_polygon(dae *d, const rg_xml *e, const corners *c, int start, int n, int strip) {
  for (int k = 0; k < n && d->status == RG_OK; k++)
    if (c->index[(start + k) * c->stride + c->offset] >= c->count)
      fail(d, e, "names point %d of %d", c->index[(start + k) * c->stride + c->offset], c->count);
  if (d->status != RG_OK || n < 3) return;
  d->out->face = more_room(d, d->out->face, d->out->nface, &d->face_room, n - 2, sizeof(int));
  for (int k = 2; k < n && d->status == RG_OK; k++)
    if (!strip) add_triangle(d, c, start, start + k - 1, start + k);
    else if (k % 2 == 0) add_triangle(d, c, start + k - 2, start + k - 1, start + k);
    else add_triangle(d, c, start + k - 1, start + k - 2, start + k);
}

/* the indices of one <p>, or of the outer <p> in a <ph> */
static void add_list(dae *d, const rg_xml *e, const rg_xml *p, corners c) {
  int count;
  c.index = take_indices(d, p, &count);
  if (!c.index) return;
  if (count % c.stride != 0) {
    fail(d, p, "has %d indices, which are not %d for each corner", count, c.stride);
    return;
  }
  count /= c.stride;
  const rg_xml *counts = strcmp(e->name, "polylist") == 0 ? rg_xml_child(e, "vcount") : NULL;
  if (counts) {
    int polygons, start = 0;
    const int *size = take_indices(d, counts, &polygons);
    for (int k = 0; size && k < polygons && d->status == RG_OK; start += size[k++])
      if (size[k] > count - start) fail(d, counts, "asks for more corners than <p> has");
      else add_polygon(d, p, &c, start, size[k], 0);
  } else if (strcmp(e->name, "triangles") == 0)
    for (int k = 0; k + 2 < count && d->status == RG_OK; k += 3) add_polygon(d, p, &c, k, 3, 0);
  else add_polygon(d, p, &c, 0, count, strcmp(e->name, "tristrips") == 0);
}

static int is_surface(const char *name) {
  static const char *const names[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(name, names[k]) == 0) return 1;
  return 0;
}

/* where the point of a corner stands among its indices */
static int corner_of(dae *d, const rg_xml *e, corners *c) {
  const rg_xml *vertex = input_of(e, "VERTEX");
  if (!vertex) {
    fail(d, e, "has no input VERTEX");
    return 0;
  }
  c->offset = take_count(d, vertex, "offset", 0);
  c->stride = 1;
  for (const rg_xml *in = e->first; in; in = in->next)
    if (strcmp(in->name, "input") == 0) {
      int offset = take_count(d, in, "offset", 0);
      if (offset >= c->stride) c->stride = offset + 1;
    }
  return d->status == RG_OK;
}

static double determinant(const matrix *a) {
  double cross[3];
  const double x[3] = {a->m[0][0], a->m[0][1], a->m[0][2]},
               y[3] = {a->m[1][0], a->m[1][1], a->m[1][2]};
  rg_v3_cross(cross, x, y);
  return cross[0] * a->m[2][0] + cross[1] * a->m[2][1] + cross[2] * a->m[2][2];
}

static void add_geometry(dae *d, const rg_xml *geometry, const matrix *pose) {
  const rg_xml *mesh = rg_xml_child(geometry, "mesh");
  const rg_xml *vertices = mesh ? rg_xml_child(mesh, "vertices") : NULL;
  positions p = {0};
  int surfaces = 0;
  for (const rg_xml *e = mesh ? mesh->first : NULL; e; e = e->next) surfaces += is_surface(e->name);
  if (surfaces == 0) return; // lines, splines
  if (!vertices) fail(d, mesh, "has no <vertices>");
  if (!vertices || !find_positions(d, vertices, &p)) return;
  corners c = {
      .first = add_points(d, &p, pose), .count = p.count, .mirrored = determinant(pose) < 0};
  for (const rg_xml *e = mesh->first; e && d->status == RG_OK; e = e->next) {
    if (!is_surface(e->name) || !corner_of(d, e, &c)) continue;
    for (const rg_xml *list = e->first; list && d->status == RG_OK; list = list->next) {
      const rg_xml *outer = strcmp(list->name, "ph") == 0 ? rg_xml_child(list, "p") : list;
      if (outer && strcmp(outer->name, "p") == 0) add_list(d, e, outer, c);
    }
  }
}

/* --- the scene --------------------------------------------------------------------------------- */

static matrix multiply(const matrix *a, const matrix *b) {
  matrix c;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      c.m[i][k] = k == 3 ? a->m[i][3] : 0;
      for (int j = 0; j < 3; j++) c.m[i][k] += a->m[i][j] * b->m[j][k];
    }
  return c;
}

static matrix scaled(double x, double y, double z) {
  return (matrix){{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}}};
}

/* the transform of one element of a node; 0 where it is none */
static int transform_of(dae *d, const rg_xml *e, matrix *out) {
  double v[16] = {0}, quat[4], R[9];
  *out = scaled(1, 1, 1);
  if (strcmp(e->name, "matrix") == 0) {
    if (!take_numbers(d, e, 16, v)) return 0;
    for (int i = 0; i < 12; i++) out->m[i / 4][i % 4] = v[i];
  } else if (strcmp(e->name, "translate") == 0) {
    if (!take_numbers(d, e, 3, v)) return 0;
    for (int i = 0; i < 3; i++) out->m[i][3] = v[i];
  } else if (strcmp(e->name, "scale") == 0) {
    if (!take_numbers(d, e, 3, v)) return 0;
    *out = scaled(v[0], v[1], v[2]);
  } else if (strcmp(e->name, "rotate") == 0) {
    if (!take_numbers(d, e, 4, v)) return 0;
    if (rg_v3_norm(v) < RG_TINY) return 1; // about no axis: no turn
    rg_v3_normalize(v);
    rg_quat_from_axis_angle(quat, v, v[3] * acos(-1) / 180);
    rg_quat_to_mat3(R, quat);
    for (int i = 0; i < 9; i++) out->m[i / 3][i % 3] = R[i];
  } else if (strcmp(e->name, "lookat") == 0 || strcmp(e->name, "skew") == 0) {
    fail(d, e, "is not supported; write it as a <matrix>");
  } else return 0;
  return d->status == RG_OK;
}

static void add_node(dae *d, const rg_xml *node, matrix pose, int depth);

static void add_instance(dae *d, const rg_xml *e, const matrix *pose, int depth) {
  const rg_xml *to = NULL;
  if (strcmp(e->name, "instance_geometry") == 0) to = find(d, e, "url", "geometry");
  else if (strcmp(e->name, "instance_node") == 0) {
    to = find(d, e, "url", "node");
    if (to) add_node(d, to, *pose, depth + 1);
    return;
  } else if (strcmp(e->name, "instance_controller") == 0) {
    const rg_xml *controller = find(d, e, "url", "controller");
    const rg_xml *skin = controller ? rg_xml_child(controller, "skin") : NULL;
    if (skin) to = find(d, skin, "source", "geometry");
  }
  if (to) add_geometry(d, to, pose);
}

static void add_node(dae *d, const rg_xml *node, matrix pose, int depth) {
  if (depth > DEEPEST_NODE || ++d->nodes > MOST_NODES) {
    fail(d, node, "nodes are too many or too deep, or contain themselves");
    return;
  }
  for (const rg_xml *e = node->first; e && d->status == RG_OK; e = e->next) {
    matrix own;
    if (transform_of(d, e, &own)) pose = multiply(&pose, &own);
  }
  for (const rg_xml *e = node->first; e && d->status == RG_OK; e = e->next)
    if (strcmp(e->name, "node") == 0) add_node(d, e, pose, depth + 1);
    else add_instance(d, e, &pose, depth);
}

/* metres a unit */
static double unit_of(dae *d, const rg_xml *root) {
  const rg_xml *asset = rg_xml_child(root, "asset");
  const rg_xml *unit = asset ? rg_xml_child(asset, "unit") : NULL;
  double metres = 1;
  rg_error error;
  if (!unit || !rg_xml_get(unit, "meter")) return 1;
  if (rg_xml_reals(unit, "meter", 1, 1, &metres, NULL, &error) != RG_OK)
    fail(d, unit, "meter: %.180s", error.reason);
  else if (!(metres > 0)) fail(d, unit, "meter must be positive");
  return metres;
}

/* the scene that counts: the one that is instanced, else the first; without one every geometry as it is */
static void add_scene(dae *d, const rg_xml *root) {
  double unit = unit_of(d, root);
  matrix metres = scaled(unit, unit, unit);
  const rg_xml *scene = rg_xml_child(root, "scene");
  const rg_xml *instance = scene ? rg_xml_child(scene, "instance_visual_scene") : NULL;
  const rg_xml *library = rg_xml_child(root, "library_visual_scenes");
  const rg_xml *visual = instance  ? find(d, instance, "url", "visual_scene")
                         : library ? rg_xml_child(library, "visual_scene")
                                   : NULL;
  for (const rg_xml *e = visual ? visual->first : NULL; e && d->status == RG_OK; e = e->next)
    if (strcmp(e->name, "node") == 0) add_node(d, e, metres, 0);
  if (visual || d->status != RG_OK) return;
  for (const rg_xml *e = root->first; e; e = e->next)
    for (const rg_xml *g = e->first; g && d->status == RG_OK; g = g->next)
      if (strcmp(g->name, "geometry") == 0) add_geometry(d, g, &metres);
}

rg_status rg_mesh_parse_dae(rg_triangles *t, const char *data, size_t size, rg_arena *arena,
                            const char **reason) {
  assert(data && data[size] == 0 && reason);
  *t = (rg_triangles){0};
  rg_xml *root = NULL;
  rg_error error;
  dae d = {.arena = arena, .out = t, .reason = reason};
  d.status = rg_xml_parse(arena, "", data, size, &root, &error);
  if (d.status != RG_OK) {
    const rg_xml at = {.name = error.element[0] ? error.element : "xml", .line = error.line};
    rg_status status = d.status;
    d.status = RG_OK;
    if (status == RG_BAD_INPUT) fail(&d, &at, "%.180s", error.reason);
    return status;
  }
  if (strcmp(root->name, "COLLADA") != 0) fail(&d, root, "is not the root of a Collada file");
  int count = count_ids(root);
  d.ids = rg_names_new(arena, count);
  d.element = RG_NEW(arena, const rg_xml *, count);
  if (arena->failed) no_memory(&d);
  if (d.status != RG_OK) return d.status;
  note_ids(&d, root);
  add_scene(&d, root);
  if (d.status == RG_OK && t->nface == 0) {
    *reason = "its scene has no triangles";
    return RG_BAD_INPUT;
  }
  return d.status;
}
