/* Mass, centre of mass and principal inertia of every body: as given, or summed over its geoms.

   Sum over geoms about the common centre of mass: I = sum R diag(I_g) R' + m (|d|^2 1 - d d'), d
   the way from the centre to the geom (Steiner). Principal axes from the eigenvectors. */
#include <assert.h>
#include <math.h>

#include "math/symmetric3.h"
#include "math/vector.h"
#include "model/compile.h"

/* a rounding error must not turn a flat body (A + B = C) into an impossible one */
static const double TRIANGLE_TOLERANCE = 1e-9;
static const double LEAST = 1e-200; /* has an inverse, and so has RG_TINY of it */

/* the numbers of one body while it is worked out */
typedef struct {
  double mass, pos[3], quat[4], inertia[3];
} inertial;

/* principal moments and axes of a full inertia; the frame is turned by `quat` first */
static void set_principal(inertial *b, const double full[9], const double quat[4]) {
  double R[9], axes[4];
  rg_symmetric3_eigen(full, b->inertia, R);
  rg_quat_from_mat3(axes, R);
  rg_quat_multiply(b->quat, quat, axes);
  rg_quat_normalize(b->quat);
}

/* --- given ---------------------------------------------------------------------------------- */

static rg_status take_given(rg_compilation *c, const rg_spec_body *body, inertial *b) {
  const rg_inertial_spec *v = &body->inertial;
  const rg_place *source = &body->inertial_source;
  int full = !isnan(v->full[0]);
  double numbers[14] = {v->mass};
  rg_v3_copy(numbers + 1, v->pose.pos);
  rg_quat_copy(numbers + 4, v->pose.quat);
  for (int k = 0; k < 6; k++) numbers[8 + k] = full ? v->full[k] : k < 3 ? v->diagonal[k] : 0;
  rg_status status =
      rg_compile_check_finite(c, source, "inertial of body", body->name, "a value", numbers, 14);
  if (status) return status;

  b->mass = v->mass;
  rg_compile_pose(b->pos, b->quat, &v->pose);
  rg_v3_copy(b->inertia, v->diagonal);
  if (full) {
    const double *f = v->full;
    double matrix[9] = {f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]};
    double quat[4];
    rg_quat_copy(quat, b->quat);
    set_principal(b, matrix, quat);
  }
  if (b->mass < 0 || b->inertia[0] < 0 || b->inertia[1] < 0 || b->inertia[2] < 0)
    return rg_spec_error(c->error, source, "inertial of body", body->name,
                         full && b->mass >= 0 ? "the full inertia is not positive definite"
                                              : "mass and inertia must be >= 0");
  return RG_OK;
}

/* --- from geoms ----------------------------------------------------------------------------- */

static int counts(const rg_compiler *compiler, const rg_solid_geom *g) {
  const int *group = compiler->inertia_group;
  int own = g->spec->value.group;
  return g->mass > 0 && own >= group[0] && own <= group[1];
}

/* full += inertia of one geom about the centre b->pos */
static void add_steiner(double full[9], const rg_solid_geom *g, const double centre[3]) {
  double R[9], own[9], d[3];
  rg_quat_to_mat3(R, g->mass_quat);
  rg_mat3_turn_diagonal(own, R, g->inertia);
  rg_v3_sub(d, g->mass_pos, centre);
  double square = rg_v3_dot(d, d);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      full[3 * i + j] += own[3 * i + j] + g->mass * ((i == j ? square : 0) - d[i] * d[j]);
}

static void sum_geoms(const rg_compiler *compiler, const rg_solid_geom *g, int count, inertial *b) {
  /* mass and centre */
  int used = 0, only = -1;
  *b = (inertial){.quat = {1, 0, 0, 0}};
  for (int i = 0; i < count; i++) {
    if (!counts(compiler, &g[i])) continue;
    used++;
    only = i;
    b->mass += g[i].mass;
    rg_v3_add_scaled(b->pos, g[i].mass, g[i].mass_pos);
  }
  if (used == 0) return;

  /* one geom: its own frame, unchanged */
  if (used == 1) {
    rg_v3_copy(b->pos, g[only].mass_pos);
    rg_quat_copy(b->quat, g[only].mass_quat);
    rg_v3_copy(b->inertia, g[only].inertia);
    return;
  }

  /* several: about the common centre */
  double full[9] = {0};
  const double identity[4] = {1, 0, 0, 0};
  rg_v3_scale(b->pos, 1 / b->mass, b->pos);
  for (int i = 0; i < count; i++)
    if (counts(compiler, &g[i])) add_steiner(full, &g[i], b->pos);
  set_principal(b, full, identity);
}

/* --- checks --------------------------------------------------------------------------------- */

static int violates_triangle(const double I[3]) {
  double slack = TRIANGLE_TOLERANCE * (I[0] + I[1] + I[2]);
  return I[0] + I[1] < I[2] - slack || I[0] + I[2] < I[1] - slack || I[1] + I[2] < I[0] - slack;
}

static rg_status bound_and_balance(rg_compilation *c, const rg_spec_body *body, inertial *b) {
  const rg_compiler *compiler = rg_compile_switches(c, body);
  b->mass = fmax(b->mass, compiler->bound_mass);
  for (int k = 0; k < 3; k++) b->inertia[k] = fmax(b->inertia[k], compiler->bound_inertia);
  if (!violates_triangle(b->inertia)) return RG_OK;
  if (compiler->balance_inertia) {
    double mean = (b->inertia[0] + b->inertia[1] + b->inertia[2]) / 3;
    rg_compile_notice(
        c, &body->inertial_source,
        "body '%.60s': moments %.4g %.4g %.4g are those of no body: their mean counts", body->name,
        b->inertia[0], b->inertia[1], b->inertia[2]);
    rg_v3_set(b->inertia, mean, mean, mean);
    return RG_OK;
  }
  return rg_spec_error(
      c->error, &body->inertial_source, "inertial of body", body->name,
      "principal moments %.4g %.4g %.4g: the sum of two must not be below the third; correct them, "
      "or "
      "have their mean taken: balanceinertia of <compiler> in MJCF, --lenient in URDF and SDFormat",
      b->inertia[0], b->inertia[1], b->inertia[2]);
}

/* 1 for every body with mass and inertia of its own or of bodies fixed to it; children come after
   their parents. Grains of dust weigh little: moments are held against each other, and everything
   only against what has no inverse */
static void mark_massive(const rg_model *m, char *massive) {
  for (int i = m->nbody - 1; i > 0; i--) {
    const double *I = m->body_inertia + 3 * i;
    double least = fmin(fmin(I[0], I[1]), I[2]), most = fmax(fmax(I[0], I[1]), I[2]);
    if (m->body_mass[i] >= LEAST && least >= LEAST && least >= RG_TINY * most) massive[i] = 1;
    if (massive[i] && m->body_njoint[i] == 0) massive[m->body_parent[i]] = 1;
  }
}

static rg_status check_moving(rg_compilation *c) {
  rg_model *m = c->model;
  char *massive = RG_NEW(&c->scratch, char, m->nbody);
  if (!massive) return RG_NO_MEMORY;
  mark_massive(m, massive);
  for (int i = 1; i < m->nbody; i++)
    if (m->body_njoint[i] && !massive[i])
      return rg_spec_error(c->error, &c->body[i]->source, "body", c->body[i]->name,
                           "a moving body needs a mass and an inertia above 0, no moment below "
                           "%.0e of another (mass %.3g, moments %.3g %.3g %.3g); give it an "
                           "inertial, or a fixed joint",
                           RG_TINY, m->body_mass[i], m->body_inertia[3 * i],
                           m->body_inertia[3 * i + 1], m->body_inertia[3 * i + 2]);
  return RG_OK;
}

static void scale_to_total(rg_model *m, double total) {
  double sum = 0;
  for (int i = 1; i < m->nbody; i++) sum += m->body_mass[i];
  if (!(total > 0) || !(sum > 0)) return;
  for (int i = 1; i < m->nbody; i++) {
    m->body_mass[i] *= total / sum;
    rg_v3_scale(m->body_inertia + 3 * i, total / sum, m->body_inertia + 3 * i);
  }
}

rg_status rg_compile_inertia(rg_compilation *c) {
  assert(c->body && (c->geom || c->nspecgeom == 0));
  rg_model *m = c->model;
  const rg_solid_geom *g = c->geom;
  for (int i = 0; i < m->nbody; i++) {
    const rg_spec_body *body = c->body[i];
    const rg_compiler *compiler = rg_compile_switches(c, body);
    rg_inertia_from_geom mode = compiler->inertia_from_geom;
    int count = 0;
    for (const rg_spec_geom *geom = body->geoms; geom; geom = geom->next) count++;

    /* the world has no mass */
    inertial b = {.quat = {1, 0, 0, 0}};
    rg_status status = RG_OK;
    if (i > 0) {
      if (body->has_inertial && mode != RG_INERTIA_ALWAYS) status = take_given(c, body, &b);
      else if (mode != RG_INERTIA_NEVER) sum_geoms(compiler, g, count, &b);
      if (!status) status = bound_and_balance(c, body, &b);
    }
    if (status) return status;
    g += count;

    m->body_mass[i] = b.mass;
    rg_v3_copy(m->body_ipos + 3 * i, b.pos);
    rg_quat_copy(m->body_iquat + 4 * i, b.quat);
    rg_v3_copy(m->body_inertia + 3 * i, b.inertia);
  }
  scale_to_total(m, c->spec->compiler.set_total_mass);
  for (int i = 1; i < m->nbody; i++) {
    const double *I = m->body_inertia + 3 * i;
    double numbers[4] = {m->body_mass[i], I[0], I[1], I[2]};
    rg_status status = rg_compile_check_finite(c, &c->body[i]->source, "body", c->body[i]->name,
                                               "mass or inertia", numbers, 4);
    if (status) return status;
  }
  return check_moving(c);
}
