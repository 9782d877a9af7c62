/* What a camera sees: triangles with a depth for each sample, light added as it is on a screen (docs/viewer.md). A pixel has
   SIDE x SIDE samples. The picture is made in bands of rows, so that its memory does not grow with its height. */
#include "plot/png.h"
#include "photo/solids.h"

#include <rigor/dynamics.h>
#include <rigor/file.h>
#include <rigor/looks.h>
#include <rigor/scene.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 2, BAND = 256, SHADOW = 1024, MOST_SIDE = 16384, LAST_SEEN_GROUP = 2 };
static const double PI = 3.14159265358979323846;
static const double NEAR = 1e-3;     /* of the scene's radius */
static const double USUAL_FOVY = 38; /* deg: that of pages */

/* a sample: what is nearest there */
typedef struct sample {
  float inverse; /* 1 / depth along the view; 0: nothing */
  int geom;
  float local[3], normal[3]; /* in the frame of the geom; in the world's */
} sample;

/* where things are looked at from, and where samples go */
typedef struct eye {
  double at[3], axes[9]; /* columns: right, up, back */
  double scale;          /* samples a unit of x / depth, or of x where it is parallel */
  int parallel;
  double near;
  int width, height, first, rows; /* of samples; the band */
} eye;

typedef struct photo {
  const rg_model *model;
  const rg_data *data;
  eye eye;
  double centre[3], radius; /* of what moves, or of all shapes where nothing does */
  sample *solid, *clear;    /* of the band: opaque shapes, and the nearest of the others */
  const rg_light *caster;   /* NULL: no shadows */
  eye sun;
  sample *shade;
} photo;

/* what is being drawn */
typedef struct drawing {
  const photo *p;
  const eye *from;
  sample *to;
  int geom;
} drawing;

/* --- vectors ------------------------------------------------------------------------------------ */

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double c[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++)
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double normalize(double a[3]) {
  double norm = sqrt(dot(a, a));
  for (int k = 0; k < 3 && norm > 0; k++) a[k] /= norm;
  return norm;
}

/* R x, and R' x */
static void turn(double y[3], const double R[9], const double x[3]) {
  double z[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; i++) y[i] = R[3 * i] * z[0] + R[3 * i + 1] * z[1] + R[3 * i + 2] * z[2];
}

static void turn_back(double y[3], const double R[9], const double x[3]) {
  double z[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; i++) y[i] = R[i] * z[0] + R[3 + i] * z[1] + R[6 + i] * z[2];
}

/* --- triangles to samples ------------------------------------------------------------------------- */

typedef struct corner {
  double seen[3]; /* right, up, depth */
  rg_solid_point own;
} corner;

static void fill_sample(const drawing *d, sample *s, double inverse, const corner *c,
                        const double share[3]) {
  const double *R = d->p->data->geom_xmat + 9 * d->geom;
  double normal[3] = {0}, local[3] = {0};
  if (!(inverse > (double)s->inverse)) return;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      local[k] += share[i] * c[i].own.at[k], normal[k] += share[i] * c[i].own.normal[k];
  turn(normal, R, normal);
  normalize(normal);
  s->inverse = (float)inverse;
  s->geom = d->geom;
  for (int k = 0; k < 3; k++) s->local[k] = (float)local[k], s->normal[k] = (float)normal[k];
}

/* samples whose middles lie in the triangle; what lies between its corners is straight in space */
static void fill(const drawing *d, const corner *c) {
  const eye *e = d->from;
  double x[3], y[3], w[3], low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < 3; i++) {
    w[i] = e->parallel ? 1 : 1 / c[i].seen[2];
    x[i] = 0.5 * e->width + e->scale * c[i].seen[0] * w[i];
    y[i] = 0.5 * e->height - e->scale * c[i].seen[1] * w[i];
    low[0] = fmin(low[0], x[i]), high[0] = fmax(high[0], x[i]);
    low[1] = fmin(low[1], y[i]), high[1] = fmax(high[1], y[i]);
  }
  double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  if (!(fabs(area) > 0) || !isfinite(area)) return;
  int y0 = (int)fmax(ceil(low[1] - 0.5), e->first);
  int y1 = (int)fmin(floor(high[1] - 0.5), e->first + e->rows - 1);
  int x0 = (int)fmax(ceil(low[0] - 0.5), 0), x1 = (int)fmin(floor(high[0] - 0.5), e->width - 1);
  for (int j = y0; j <= y1; j++)
    for (int i = x0; i <= x1; i++) {
      double px = i + 0.5, py = j + 0.5, share[3], sum = 0, depth = 0;
      share[0] = ((x[1] - px) * (y[2] - py) - (x[2] - px) * (y[1] - py)) / area;
      share[1] = ((x[2] - px) * (y[0] - py) - (x[0] - px) * (y[2] - py)) / area;
      share[2] = 1 - share[0] - share[1];
      if (share[0] < 0 || share[1] < 0 || share[2] < 0) continue;
      for (int k = 0; k < 3; k++) share[k] *= w[k], sum += share[k];
      for (int k = 0; k < 3; k++) share[k] /= sum, depth += share[k] * c[k].seen[2];
      if (depth > 0)
        fill_sample(d, d->to + (size_t)(j - e->first) * (size_t)e->width + i, 1 / depth, c, share);
    }
}

static corner between(const corner *a, const corner *b, double near) {
  double t = (near - a->seen[2]) / (b->seen[2] - a->seen[2]);
  corner c = *a;
  for (int k = 0; k < 3; k++) {
    c.seen[k] += t * (b->seen[k] - a->seen[k]);
    c.own.at[k] += t * (b->own.at[k] - a->own.at[k]);
    c.own.normal[k] += t * (b->own.normal[k] - a->own.normal[k]);
  }
  return c;
}

/* a triangle in the frame of its geom: brought before the eye, and cut off where it comes too near */
static void draw(void *to, const rg_solid_point point[3]) {
  const drawing *d = to;
  const eye *e = d->from;
  corner c[3], kept[4];
  int count = 0;
  for (int i = 0; i < 3; i++) {
    double at[3];
    turn(at, d->p->data->geom_xmat + 9 * d->geom, point[i].at);
    for (int k = 0; k < 3; k++) at[k] += d->p->data->geom_xpos[3 * d->geom + k] - e->at[k];
    turn_back(c[i].seen, e->axes, at);
    c[i].seen[2] = -c[i].seen[2];
    c[i].own = point[i];
  }
  for (int i = 0; i < 3; i++) {
    const corner *a = &c[i], *b = &c[(i + 1) % 3];
    int in = a->seen[2] >= e->near, next = b->seen[2] >= e->near;
    if (in) kept[count++] = *a;
    if (in != next) kept[count++] = between(a, b, e->near);
  }
  if (count >= 3) fill(d, kept);
  if (count == 4) fill(d, (const corner[3]){kept[0], kept[2], kept[3]});
}

/* what is meant to be seen: MuJoCo shows the groups 0 to 2 */
static int is_seen(const rg_model *m, int geom) {
  return m->geom_rgba[4 * geom + 3] > 0 && m->geom_group[geom] <= LAST_SEEN_GROUP;
}

static int is_clear(const rg_model *m, int geom) { return m->geom_rgba[4 * geom + 3] < 1; }

static void draw_all(const photo *p, const eye *from, sample *to, int clear) {
  static const double ENDLESS = 1000; /* radii of the scene */
  memset(to, 0, (size_t)from->width * (size_t)from->rows * sizeof *to);
  for (int g = 0; g < p->model->ngeom; g++) {
    if (!is_seen(p->model, g) || is_clear(p->model, g) != clear) continue;
    drawing d = {p, from, to, g};
    rg_solid_triangles(p->model, g, ENDLESS * p->radius, draw, &d);
  }
}

/* --- colours --------------------------------------------------------------------------------------- */

static const rg_look *look_of(const photo *p, int geom) {
  const rg_looks *looks = p->model->looks;
  int at = looks && looks->geom_look ? looks->geom_look[geom] : -1;
  return at >= 0 ? &looks->look[at] : NULL;
}

/* of a checker, at a place on a plane or on the side of a box; others have the mean of their colours */
static int checker_field(const photo *p, const sample *s, const rg_look *look) {
  const double *size = p->model->geom_size + 3 * s->geom;
  double field = 0;
  for (int k = 0; k < 2; k++) {
    int endless = !(size[k] > 0);
    double part = look->uniform || endless ? (double)s->local[k] / 2
                                           : (double)s->local[k] / (2 * size[k]) + 0.5;
    field += floor(2 * part * (double)look->repeat[k]);
  }
  return fmod(fabs(field), 2) >= 1;
}

static void surface_colour(const photo *p, const sample *s, double rgb[3]) {
  const rg_look *look = look_of(p, s->geom);
  const float *own = p->model->geom_rgba + 4 * s->geom;
  for (int k = 0; k < 3; k++) rgb[k] = (double)own[k];
  if (!look || look->texture < 0) return;
  const rg_texture *t = &p->model->looks->texture[look->texture];
  int plane = p->model->geom_type[s->geom] == RG_GEOM_PLANE;
  if (t->pattern == RG_PATTERN_PICTURE) return; /* pictures are not laid on */
  for (int k = 0; k < 3; k++) {
    double one = (double)t->rgb1[k], two = (double)t->rgb2[k], mean = 0.5 * (one + two);
    if (t->pattern == RG_PATTERN_FLAT) rgb[k] *= one;
    else if (t->pattern == RG_PATTERN_CHECKER && plane)
      rgb[k] *= checker_field(p, s, look) ? two : one;
    else rgb[k] *= mean;
  }
}

/* 1 where something stands between the place and the light that casts shadows */
static int is_shaded(const photo *p, const double at[3], const double normal[3]) {
  static const double BIAS = 3; /* samples of the shadow, along the normal */
  const eye *e = &p->sun;
  double arm[3], seen[3], lift = 0, w = 1;
  for (int round = 0; round < 2; round++) { /* how large a sample is there, and above it */
    for (int k = 0; k < 3; k++) arm[k] = at[k] + lift * normal[k] - e->at[k];
    turn_back(seen, e->axes, arm);
    if (!(-seen[2] > e->near)) return 0;
    w = e->parallel ? 1 : -1 / seen[2];
    lift = BIAS / (e->scale * w);
  }
  double x = 0.5 * e->width + e->scale * seen[0] * w, y = 0.5 * e->height - e->scale * seen[1] * w;
  if (!(x >= 0 && y >= 0 && x < e->width && y < e->height)) return 0;
  const sample *s = p->shade + (size_t)y * (size_t)e->width + (size_t)x;
  return (double)s->inverse * (-seen[2] - lift) > 1;
}

typedef struct place {
  double at[3], normal[3], view[3]; /* view: to the eye */
  double rgb[3], specular, shininess;
} place;

/* where a light is and shines to */
static void place_light(const photo *p, const rg_light *light, double at[3], double along[3]) {
  const double *R = p->data->xmat + 9 * light->body;
  turn(at, R, light->pos);
  turn(along, R, light->dir);
  for (int k = 0; k < 3; k++) at[k] += p->data->xpos[3 * light->body + k];
}

/* colour += surface (ambient + diffuse n.l) + specular (n.h)^e, weakened by the way and the cone */
static void add_light(const photo *p, const place *s, const rg_light *light, int head,
                      double colour[3]) {
  double at[3], along[3], to[3], half[3], strength = 1;
  if (head) memcpy(to, s->view, sizeof to);
  else {
    place_light(p, light, at, along);
    for (int k = 0; k < 3; k++) to[k] = light->directional ? -along[k] : at[k] - s->at[k];
    double way = normalize(to);
    if (!light->directional) {
      const float *a = light->attenuation;
      double fall = (double)a[0] + (double)a[1] * way + (double)a[2] * way * way;
      double cosine = -dot(to, along);
      if (fall > 0) strength /= fall;
      if (light->cutoff <= 90) {
        int out = cosine < cos((double)light->cutoff * PI / 180);
        strength *= out ? 0 : pow(fmax(cosine, 0), (double)light->exponent);
      }
    }
  }
  double facing = dot(s->normal, to);
  int dark = facing <= 0 || (light == p->caster && is_shaded(p, s->at, s->normal));
  for (int k = 0; k < 3; k++) half[k] = to[k] + s->view[k];
  normalize(half);
  double gloss = pow(fmax(dot(half, s->normal), 0), fmax(128 * s->shininess, 1));
  for (int k = 0; k < 3; k++) {
    colour[k] += strength * s->rgb[k] * (double)light->ambient[k];
    if (!dark)
      colour[k] += strength * (s->rgb[k] * facing * (double)light->diffuse[k] +
                               s->specular * gloss * (double)light->specular[k]);
  }
}

/* where the file has no lights of its own: a sun, as on pages, and some light at the eye */
static const rg_light usual_sun = {.dir = {0.49, 0.29, -0.82},
                                   .directional = 1,
                                   .shadow = 1,
                                   .diffuse = {0.7f, 0.7f, 0.7f},
                                   .specular = {0.2f, 0.2f, 0.2f}};
static const rg_light usual_head = {.ambient = {0.4f, 0.4f, 0.4f}, .diffuse = {0.2f, 0.2f, 0.2f}};

static void shade(const photo *p, const sample *s, const double ray[3], double colour[3]) {
  const rg_looks *looks = p->model->looks;
  const rg_look *look = look_of(p, s->geom);
  place here = {.specular = look ? (double)look->specular : 0.5,
                .shininess = look ? (double)look->shininess : 0.5};
  turn(here.at, p->data->geom_xmat + 9 * s->geom,
       (const double[3]){(double)s->local[0], (double)s->local[1], (double)s->local[2]});
  for (int k = 0; k < 3; k++) {
    here.at[k] += p->data->geom_xpos[3 * s->geom + k];
    here.normal[k] = (double)s->normal[k];
    here.view[k] = -ray[k];
  }
  if (dot(here.normal, here.view) < 0)
    for (int k = 0; k < 3; k++) here.normal[k] = -here.normal[k];
  surface_colour(p, s, here.rgb);
  for (int k = 0; k < 3; k++) colour[k] = look ? (double)look->emission * here.rgb[k] : 0;
  int lights = looks ? looks->nlight : 0;
  for (int i = 0; i < lights; i++) add_light(p, &here, &looks->light[i], 0, colour);
  if (!lights) add_light(p, &here, &usual_sun, 0, colour);
  add_light(p, &here, lights ? &looks->head : &usual_head, 1, colour);
}

/* what is seen where nothing is: the sky of the model, from above down, or the page's paper */
static void background(const photo *p, const double ray[3], double colour[3]) {
  static const double paper[3] = {0xee / 255.0, 0xf1 / 255.0, 0xf5 / 255.0};
  const rg_looks *looks = p->model->looks;
  const rg_texture *t = looks && looks->sky >= 0 ? &looks->texture[looks->sky] : NULL;
  int known = t && t->pattern != RG_PATTERN_PICTURE;
  double down = 0.5 * (1 - ray[2]);
  for (int k = 0; k < 3; k++) {
    colour[k] = known ? (double)t->rgb1[k] : paper[k];
    if (known && t->pattern != RG_PATTERN_FLAT)
      colour[k] += down * ((double)t->rgb2[k] - colour[k]);
  }
}

static void sample_colour(const photo *p, int row, int column, double colour[3]) {
  const eye *e = &p->eye;
  size_t at = (size_t)(row - e->first) * (size_t)e->width + (size_t)column;
  const sample *solid = p->solid + at, *clear = p->clear + at;
  double seen[3] = {(column + 0.5 - 0.5 * e->width) / e->scale,
                    (0.5 * e->height - row - 0.5) / e->scale, -1};
  double ray[3], over[3];
  turn(ray, e->axes, seen);
  normalize(ray);
  if (solid->inverse > 0) shade(p, solid, ray, colour);
  else background(p, ray, colour);
  if (!(clear->inverse > solid->inverse)) return;
  double alpha = (double)p->model->geom_rgba[4 * clear->geom + 3];
  shade(p, clear, ray, over);
  for (int k = 0; k < 3; k++) colour[k] += alpha * (fmin(over[k], 1) - colour[k]);
}

/* --- the eye ---------------------------------------------------------------------------------------- */

/* the ball around the shapes that move, or all that have an end where none does */
static void measure(photo *p) {
  const rg_model *m = p->model;
  double low[3], high[3];
  for (int moving = 1, count = 0; moving >= 0 && !count; moving--) {
    for (int k = 0; k < 3; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
    for (int g = 0; g < m->ngeom; g++) {
      double r = m->geom_radius[g];
      if (!is_seen(m, g) || !(r > 0) || (moving && m->body_weld[m->geom_body[g]] == 0)) continue;
      count++;
      for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], p->data->geom_xpos[3 * g + k] - r);
        high[k] = fmax(high[k], p->data->geom_xpos[3 * g + k] + r);
      }
    }
  }
  double size = 0;
  for (int k = 0; k < 3; k++) {
    int known = high[k] >= low[k] && isfinite(high[k] - low[k]);
    p->centre[k] = known ? 0.5 * (low[k] + high[k]) : 0;
    size += known ? (high[k] - low[k]) * (high[k] - low[k]) : 1;
  }
  p->radius = fmax(0.5 * sqrt(size), 1e-9);
}

/* axes of an eye that looks along `ahead`: up is up where that can be */
static void look_along(double axes[9], const double ahead[3]) {
  double back[3] = {-ahead[0], -ahead[1], -ahead[2]}, up[3] = {0, 0, 1}, right[3];
  normalize(back);
  cross(right, up, back);
  if (!(normalize(right) > 1e-6)) right[0] = 1, right[1] = right[2] = 0;
  cross(up, back, right);
  for (int i = 0; i < 3; i++)
    axes[3 * i] = right[i], axes[3 * i + 1] = up[i], axes[3 * i + 2] = back[i];
}

/* ways of looking at all that moves: from where */
static const struct {
  const char *name;
  double from[3];
} views[] = {
    {"home", {1, -0.42, 0.36}}, {"front", {0, -1, 0}}, {"side", {1, 0, 0}}, {"top", {0, -1e-3, 1}}};
enum { VIEWS = sizeof views / sizeof *views };

static int view_of(const char *name) {
  for (int k = 0; k < VIEWS; k++)
    if (strcmp(views[k].name, name) == 0) return k;
  return -1;
}

/* -1: there is none of that name or number */
static int camera_of(const rg_model *m, const char *name) {
  int count = m->looks ? m->looks->ncamera : 0;
  for (int i = 0; i < count; i++)
    if (*name && strcmp(m->looks->camera[i].name, name) == 0) return i;
  char *end;
  long number = strtol(name, &end, 10);
  return *name && !*end && number >= 0 && number < count ? (int)number : -1;
}

rg_status rg_scene_find_camera(const rg_model *m, const char *camera, rg_error *error) {
  rg_error_clear(error);
  if (camera_of(m, camera) >= 0 || view_of(camera) >= 0) return RG_OK;
  char known[400] = "";
  size_t used = 0;
  for (int i = 0; m->looks && i < m->looks->ncamera && used < sizeof known; i++) {
    const char *name = m->looks->camera[i].name;
    int n = name[0] ? snprintf(known + used, sizeof known - used, "%.60s, ", name)
                    : snprintf(known + used, sizeof known - used, "%d, ", i);
    if (n > 0) used += (size_t)n;
  }
  return rg_fail_at(error, RG_BAD_INPUT, "", 0, 0, "camera",
                    "the model has no camera '%.60s'; there are %shome, front, side, top", camera,
                    known);
}

static void set_eye(photo *p, const char *name, int width, int height) {
  eye *e = &p->eye;
  int i = camera_of(p->model, name);
  double fovy = USUAL_FOVY;
  *e = (eye){.near = NEAR * p->radius, .width = SIDE * width, .height = SIDE * height};
  if (i >= 0) {
    const rg_camera *c = &p->model->looks->camera[i];
    const double *R = p->data->xmat + 9 * c->body, *q = c->quat;
    for (int axis = 0; axis < 3; axis++) { /* R times the rotation of the quaternion */
      double unit[3] = {axis == 0, axis == 1, axis == 2}, u[3], v[3], column[3];
      cross(u, q + 1, unit);
      cross(v, q + 1, u);
      for (int k = 0; k < 3; k++) column[k] = unit[k] + 2 * (q[0] * u[k] + v[k]);
      turn(column, R, column);
      for (int k = 0; k < 3; k++) e->axes[3 * k + axis] = column[k];
    }
    turn(e->at, R, c->pos);
    for (int k = 0; k < 3; k++) e->at[k] += p->data->xpos[3 * c->body + k];
    fovy = c->fovy;
  } else {
    const double *from = views[view_of(name)].from, norm = sqrt(dot(from, from));
    double half = 0.5 * fovy * PI / 180;
    if (width < height) half = atan(tan(half) * width / height);
    double away = p->radius / sin(half);
    for (int k = 0; k < 3; k++) e->at[k] = p->centre[k] + away * from[k] / norm;
    look_along(e->axes, (const double[3]){-from[0], -from[1], -from[2]});
  }
  e->scale = 0.5 * e->height / tan(0.5 * fovy * PI / 180);
}

/* the first light of the model that casts a shadow looks at the same ball; 0 where memory ran out */
static int set_sun(photo *p) {
  const rg_looks *looks = p->model->looks;
  for (int i = 0; looks && i < looks->nlight && !p->caster; i++)
    if (looks->light[i].shadow && (looks->light[i].directional || looks->light[i].cutoff <= 80))
      p->caster = &looks->light[i];
  if (!looks || !looks->nlight) p->caster = &usual_sun;
  if (!p->caster) return 1;
  static const double ROOM = 1.5;   /* beside what moves: where shadows fall */
  static const double WIDEST = 1.4; /* rad: half of what an eye can see */
  double along[3], at[3], reach = ROOM * p->radius;
  eye *e = &p->sun;
  place_light(p, p->caster, at, along);
  *e = (eye){.parallel = p->caster->directional,
             .near = NEAR * p->radius,
             .width = SHADOW,
             .height = SHADOW,
             .rows = SHADOW};
  for (int k = 0; k < 3; k++) e->at[k] = e->parallel ? p->centre[k] - 4 * reach * along[k] : at[k];
  double to[3] = {p->centre[0] - e->at[0], p->centre[1] - e->at[1], p->centre[2] - e->at[2]};
  double way = normalize(to), half = way > reach ? asin(reach / way) : WIDEST;
  look_along(e->axes, to);
  e->scale = 0.5 * SHADOW / (e->parallel ? reach : tan(fmin(half, WIDEST)));
  p->shade = malloc((size_t)SHADOW * SHADOW * sizeof *p->shade);
  if (p->shade) draw_all(p, e, p->shade, 0);
  return p->shade != NULL;
}

/* --- the picture -------------------------------------------------------------------------------------- */

static void take_band(photo *p, uint8_t *rgb, int width) {
  eye *e = &p->eye;
  draw_all(p, e, p->solid, 0);
  draw_all(p, e, p->clear, 1);
  for (int row = e->first / SIDE; row < (e->first + e->rows) / SIDE; row++)
    for (int column = 0; column < width; column++) {
      double sum[3] = {0};
      for (int i = 0; i < SIDE * SIDE; i++) {
        double colour[3];
        sample_colour(p, SIDE * row + i / SIDE, SIDE * column + i % SIDE, colour);
        for (int k = 0; k < 3; k++) sum[k] += fmin(fmax(colour[k], 0), 1) / (SIDE * SIDE);
      }
      for (int k = 0; k < 3; k++)
        rgb[3 * ((size_t)row * (size_t)width + (size_t)column) + (size_t)k] =
            (uint8_t)(255 * sum[k] + 0.5);
    }
}

static rg_status write_file(const uint8_t *rgb, int width, int height, const char *path,
                            rg_error *error) {
  static const double DENSITY = 96 / 0.0254; /* pixels a metre */
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  if (!rg_png_write(output.stream, rgb, width, height, DENSITY))
    status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "photo", "no memory was left for it");
  return rg_output_close(&output, status, error);
}

rg_status rg_scene_photo(const rg_model *model, const rg_data *data, const char *camera, int width,
                         int height, const char *path, rg_error *error) {
  rg_status status = rg_scene_find_camera(model, camera, error);
  if (status) return status;
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE)
    return rg_fail_at(error, RG_BAD_INPUT, path, 0, 0, "photo", "width and height must be 1 to %d",
                      MOST_SIDE);
  photo p = {.model = model, .data = data};
  size_t band = (size_t)SIDE * (size_t)width * BAND;
  uint8_t *rgb = malloc(3 * (size_t)width * (size_t)height);
  p.solid = malloc(band * sizeof *p.solid);
  p.clear = malloc(band * sizeof *p.clear);
  measure(&p);
  set_eye(&p, camera, width, height);
  if (!rgb || !p.solid || !p.clear || !set_sun(&p))
    status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "photo", "no memory was left for it");
  for (int first = 0; !status && first < p.eye.height; first += BAND) {
    p.eye.first = first;
    p.eye.rows = first + BAND < p.eye.height ? BAND : p.eye.height - first;
    take_band(&p, rgb, width);
  }
  if (!status) status = write_file(rgb, width, height, path, error);
  free(p.solid), free(p.clear), free(p.shade), free(rgb);
  return status;
}
