/* Side by side with MuJoCo: gap and normal of random pairs where MuJoCo's routine is exact, a
   one-sided check where it is not, and filters and combined parameters on a scene. MuJoCo's
   normal points from geom 1 to geom 2, ours from 2 to 1. */
#include <stdio.h>

#ifndef RIGOR_HAVE_MUJOCO
int main(void) {
  puts("skipped: built without MuJoCo");
  return 77;
}
#else

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shapes.h"

#include <mujoco/mujoco.h>

static const char *const name[] = {"plane",    "sphere", "capsule", "ellipsoid",
                                   "cylinder", "box",    "mesh"};

static mjModel *load(const char *xml) {
  static mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  int size = (int)strlen(xml);
  mj_makeEmptyFileVFS(&vfs, "scene.xml", size);
  memcpy(vfs.filedata[mj_findFileVFS(&vfs, "scene.xml")], xml, (size_t)size);
  mjModel *m = mj_loadXML("scene.xml", &vfs, error, sizeof error);
  if (!m) puts(error);
  mj_deleteVFS(&vfs);
  return m;
}

/* Two geoms, sizes to be set later, each on a free body, or the first a plane of the world; a
   margin so that distances show too. */
static mjModel *two_geoms(int ta, int tb, double margin) {
  char xml[2000];
  static const char *const body =
      "<body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
  snprintf(
      xml, sizeof xml,
      "<mujoco><option gravity='0 0 0'/><worldbody>%s<geom type='%s' size='1 1 1' margin='%g'/>%s"
      "%s<geom type='%s' size='1 1 1' margin='%g'/></body></worldbody></mujoco>",
      ta == RG_GEOM_PLANE ? "" : body, name[ta], margin, ta == RG_GEOM_PLANE ? "" : "</body>", body,
      name[tb], margin);
  return load(xml);
}

static void set_pose(mjData *d, int body, const double *x, const double *u, double angle) {
  double *q = d->qpos + 7 * body;
  memcpy(q, x, 3 * sizeof *q);
  q[3] = cos(angle / 2);
  for (int i = 0; i < 3; i++) q[4 + i] = sin(angle / 2) * u[i];
}

static rg_shape shape_of(const mjModel *m, const mjData *d, int g, int type) {
  rg_shape s = shape_at((rg_geom_type)type, 0, 0, 0, 0, 0, 0);
  memcpy(s.size, m->geom_size + 3 * g, sizeof s.size);
  memcpy(s.position, d->geom_xpos + 3 * g, sizeof s.position);
  memcpy(s.rotation, d->geom_xmat + 9 * g, sizeof s.rotation);
  return s;
}

typedef struct comparison {
  int apart, overlap, shallow; /* contacts of both; shallow: overlap by less than 0.05 */
  int apart_wrong, overlap_wrong, shallow_wrong;
  double apart_error, overlap_error, shallow_error, normal_error;
  int lost; /* overlaps for which MuJoCo has no contact */
} comparison;

static void random_poses(int ta, mjModel *m, mjData *d) {
  double u[3], x[3] = {0, 0, 0}, direction[3], far = uniform(0.1, 2.5);
  for (int i = 0; i < 6; i++) m->geom_size[i] = uniform(0.2, 1);
  for (int g = 0; g < 2; g++) m->geom_rbound[g] = 3 * (m->geom_type[g] != mjGEOM_PLANE);
  random_direction(u);
  if (ta != RG_GEOM_PLANE) set_pose(d, 0, x, u, uniform(-3, 3));
  random_direction(u);
  random_direction(direction);
  for (int i = 0; i < 3; i++) x[i] = far * direction[i];
  set_pose(d, ta != RG_GEOM_PLANE, x, u, uniform(-3, 3));
  mj_forward(m, d);
}

static void note(double error, int *number, int *wrong, double *worst) {
  ++*number;
  *wrong += error > 1e-5;
  *worst = fmax(*worst, error);
}

/* random poses, sizes 0.2 to 1: MuJoCo's least distance beside ours */
static comparison compare(int ta, int tb, double margin, int trials) {
  comparison r = {0};
  mjModel *m = two_geoms(ta, tb, margin);
  assert_non_null(m);
  mjData *d = mj_makeData(m);
  for (int k = 0; k < trials; k++) {
    double p[3], q[3], n[3], theirs[3];
    int least = -1;
    random_poses(ta, m, d);
    for (int i = 0; i < d->ncon; i++)
      if (least < 0 || d->contact[i].dist < d->contact[least].dist) least = i;
    rg_shape a = shape_of(m, d, 0, ta), b = shape_of(m, d, 1, tb);
    double gap = rg_distance(&a, &b, p, q, n);
    if (least < 0) {
      r.lost += gap < 0;
      continue;
    }

    /* whatever direction MuJoCo found, ours separates as well as that one */
    for (int i = 0; i < 3; i++) theirs[i] = -d->contact[least].frame[i];
    assert_true(ta == RG_GEOM_PLANE || separation(&a, &b, theirs) <= gap + 1e-9);
    double error = fabs(d->contact[least].dist - gap);
    if (gap > 0) note(error, &r.apart, &r.apart_wrong, &r.apart_error);
    else note(error, &r.overlap, &r.overlap_wrong, &r.overlap_error);
    if (gap <= 0 && gap > -0.05) note(error, &r.shallow, &r.shallow_wrong, &r.shallow_error);
    if (error < 1e-9) r.normal_error = fmax(r.normal_error, 1 - dot(n, theirs));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return r;
}

static void print_row(int ta, int tb, const comparison *r) {
  printf("%-9s %-9s apart %4d wrong %4d worst %.0e   shallow %3d wrong %3d worst %.0e   overlap "
         "%4d wrong %4d worst %.0e   lost %d\n",
         name[ta], name[tb], r->apart, r->apart_wrong, r->apart_error, r->shallow, r->shallow_wrong,
         r->shallow_error, r->overlap, r->overlap_wrong, r->overlap_error, r->lost);
}

/* pairs that MuJoCo solves in closed form, apart and overlapping */
static void exact_pairs(void **state) {
  (void)state;
  static const int pair[][2] = {
      {RG_GEOM_PLANE, RG_GEOM_SPHERE},    {RG_GEOM_PLANE, RG_GEOM_CAPSULE},
      {RG_GEOM_PLANE, RG_GEOM_ELLIPSOID}, {RG_GEOM_PLANE, RG_GEOM_CYLINDER},
      {RG_GEOM_PLANE, RG_GEOM_BOX},       {RG_GEOM_SPHERE, RG_GEOM_SPHERE},
      {RG_GEOM_SPHERE, RG_GEOM_CAPSULE},  {RG_GEOM_CAPSULE, RG_GEOM_CAPSULE}};
  for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
    comparison r = compare(pair[k][0], pair[k][1], 10, 400);
    assert_true(r.apart + r.overlap == 400 && r.overlap > 50 && r.apart > 20);
    assert_true(r.apart_error < 1e-9 && r.overlap_error < 1e-9 && r.normal_error < 1e-9);
  }
}

/* a sphere or a capsule outside a box */
static void outside_boxes(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_CAPSULE; ta++) {
    comparison r = compare(ta, RG_GEOM_BOX, 10, 400);
    assert_true(r.apart > 50 && r.apart_error < 1e-9 && r.normal_error < 1e-9);
  }
}

/* Box in box: MuJoCo 2.2.2 finds the same axis, and reports half the depth where it is the normal of a
   face. Newer ones may report all of it. */
static void boxes(void **state) {
  (void)state;
  mjModel *m = two_geoms(RG_GEOM_BOX, RG_GEOM_BOX, 0);
  assert_non_null(m);
  mjData *d = mj_makeData(m);
  int overlap = 0, same = 0;
  for (int k = 0; k < 2000; k++) {
    double p[3], q[3], n[3], least = 0;
    random_poses(RG_GEOM_BOX, m, d);
    rg_shape a = shape_of(m, d, 0, RG_GEOM_BOX), b = shape_of(m, d, 1, RG_GEOM_BOX);
    double gap = rg_distance(&a, &b, p, q, n);
    assert_int_equal(d->ncon > 0, gap < 0);
    if (d->ncon == 0) continue;
    for (int i = 0; i < d->ncon; i++) least = fmin(least, d->contact[i].dist);
    overlap++;
    same += (fabs(least - gap) < 1e-9 || fabs(least - 0.5 * gap) < 1e-9) &&
            dot(n, d->contact[0].frame) < -1 + 1e-9;
  }
  assert_true(overlap > 1000 && same > 0.99 * overlap);
  mj_deleteData(d);
  mj_deleteModel(m);
}

/* the others: what MuJoCo returns is printed; the direction that it returns is never better than
   ours (compare) */
static void other_pairs(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_BOX; ta++)
    for (int tb = ta; tb <= RG_GEOM_BOX; tb++) {
      comparison r = compare(ta, tb, 0, 2000);
      print_row(ta, tb, &r);
    }
}

/* --- a scene ---------------------------------------------------------------------------------- */

enum { MOST = 64 };

/* our tables from MuJoCo's */
static void copy_model(const mjModel *m, rg_model *model) {
  static const int ours[] = {
      [mjGEOM_PLANE] = RG_GEOM_PLANE,       [mjGEOM_SPHERE] = RG_GEOM_SPHERE,
      [mjGEOM_CAPSULE] = RG_GEOM_CAPSULE,   [mjGEOM_ELLIPSOID] = RG_GEOM_ELLIPSOID,
      [mjGEOM_CYLINDER] = RG_GEOM_CYLINDER, [mjGEOM_BOX] = RG_GEOM_BOX};
  static double zeros[MOST];
  static int type[MOST], mesh[MOST], exclude1[MOST], exclude2[MOST];
  for (int g = 0; g < m->ngeom; g++) type[g] = ours[m->geom_type[g]], mesh[g] = -1;
  for (int e = 0; e < m->nexclude; e++)
    exclude1[e] = (m->exclude_signature[e] >> 16) - 1,
    exclude2[e] = (m->exclude_signature[e] & 0xffff) - 1;
  *model = (rg_model){.nbody = m->nbody,
                      .ngeom = m->ngeom,
                      .npair = m->npair,
                      .nexclude = m->nexclude,
                      .body_parent = m->body_parentid,
                      .body_weld = m->body_weldid,
                      .geom_type = type,
                      .geom_body = m->geom_bodyid,
                      .geom_mesh = mesh,
                      .geom_contype = m->geom_contype,
                      .geom_conaffinity = m->geom_conaffinity,
                      .geom_condim = m->geom_condim,
                      .geom_priority = m->geom_priority,
                      .geom_size = m->geom_size,
                      .geom_friction = m->geom_friction,
                      .geom_margin = m->geom_margin,
                      .geom_gap = m->geom_gap,
                      .geom_adhesion = zeros,
                      .pair_adhesion = zeros,
                      .pair_geom1 = m->pair_geom1,
                      .pair_geom2 = m->pair_geom2,
                      .pair_condim = m->pair_dim,
                      .pair_friction = m->pair_friction,
                      .pair_margin = m->pair_margin,
                      .pair_gap = m->pair_gap,
                      .exclude_body1 = exclude1,
                      .exclude_body2 = exclude2};
}

static const char *const scene =
    "<mujoco><worldbody><geom type='plane' size='1 1 1' friction='0.5'/>"
    "<geom type='box' size='0.3 0.3 0.3' pos='0 0 0.1'/>"
    "<body name='base' pos='0 0 0.5'><freejoint/><geom type='sphere' size='0.3' friction='0.2 0.01 "
    "0.001' condim='4'/>"
    "  <body name='welded' pos='0.3 0 0'><geom type='sphere' size='0.3' priority='2' "
    "friction='0.9' condim='1'/>"
    "    <body name='arm' pos='0.2 0 0'><joint axis='0 1 0'/><geom type='capsule' size='0.2 0.3' "
    "margin='0.1'/>"
    "      <body name='hand' pos='0.2 0 0'><joint axis='0 1 0'/><geom type='sphere' size='0.25' "
    "gap='0.05' margin='0.2'/></body></body></body></body>"
    "<body name='free' pos='0.2 0.3 0.4'><freejoint/><geom type='sphere' size='0.3' contype='2' "
    "conaffinity='1'/></body>"
    "<body name='ghost' pos='0.2 -0.3 0.4'><freejoint/><geom name='ghost' type='sphere' size='0.3' "
    "contype='0' conaffinity='0'/></body>"
    "<body name='last' pos='0.2 -0.4 0.6'><freejoint/><geom name='last' type='sphere' size='0.3' "
    "conaffinity='3'/></body>"
    "<body name='near' pos='0.2 -0.9 0.32'><freejoint/><geom type='sphere' size='0.3' "
    "margin='0.08' gap='0.03'/></body></worldbody>"
    "<contact><exclude body1='hand' body2='base'/><pair geom1='ghost' geom2='last' friction='0.1 "
    "0.2 0.3 0.4 0.5' condim='6' margin='0.3'/></contact>"
    "</mujoco>";

/* every contact that MuJoCo would act on (dist < includemargin) has ours beside it: same geoms,
   dimension, friction, gap */
static void filters(void **state) {
  (void)state;
  mjModel *m = load(scene);
  assert_non_null(m);
  mjData *d = mj_makeData(m);
  rg_model model;
  rg_data data = {.geom_xpos = d->geom_xpos, .geom_xmat = d->geom_xmat};
  copy_model(m, &model);
  rg_collider *collider = rg_collider_new(&model, 0);
  int compared = 0;
  for (int k = 0; k < 300; k++) {
    for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + (k > 0 ? uniform(-0.15, 0.15) : 0);
    mj_forward(m, d);
    const rg_contact *c;
    int overflow, n = rg_collide(collider, &model, &data, &c, &overflow), pairs[MOST][MOST] = {{0}};
    for (int i = 0; i < n; i++) pairs[c[i].geom1][c[i].geom2]++;
    for (int i = 0; i < d->ncon; i++) {
      const mjContact *theirs = &d->contact[i];
      int g1 = theirs->geom1 < theirs->geom2 ? theirs->geom1 : theirs->geom2,
          g2 = theirs->geom1 + theirs->geom2 - g1, j = 0;
      if (theirs->dist >= theirs->includemargin || pairs[g1][g2] < 0) continue;
      while (j < n && (c[j].geom1 != g1 || c[j].geom2 != g2)) j++;
      assert_true(j < n);
      assert_int_equal(c[j].condim, theirs->dim);
      assert_true(c[j].friction[0] == theirs->friction[0] &&
                  c[j].friction[1] == theirs->friction[2] &&
                  c[j].friction[2] == theirs->friction[3]);
      pairs[g1][g2] = -1;
      compared++;
    }

    /* and nothing else */
    for (int i = 0; i < MOST; i++)
      for (int j = 0; j < MOST; j++) assert_true(pairs[i][j] <= 0);
  }
  assert_true(compared > 1000);
  rg_collider_free(collider);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_pairs), cmocka_unit_test(outside_boxes), cmocka_unit_test(other_pairs),
      cmocka_unit_test(filters),     cmocka_unit_test(boxes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
