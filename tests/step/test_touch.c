/* Volumes of sites: what touch sensors feel and which points lie inside, beside MuJoCo on random scenes. */
#include "step/simulate.h"

#include "dynamics/random_xml.h"
#include "dynamics/ray.h"

#ifndef RIGOR_HAVE_MUJOCO

int main(void) {
  print_message("MuJoCo is not installed: skipped\n");
  return 77;
}

#else

#include <mujoco/mujoco.h>

enum { BALLS = 12, SITES = 4, WORLD_SITES = 24 };

static const char *const shapes[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};

static void put_site(xml_text *x, const char *owner, int k, double reach) {
  xml_put(x, "<site name=\"%s_%d\" type=\"%s\" size=\"%.6f %.6f %.6f\"", owner, k,
          shapes[xml_pick(x, 5)], 0.06 + 0.05 * xml_draw(x), 0.06 + 0.05 * xml_draw(x),
          0.06 + 0.05 * xml_draw(x));
  xml_pose(x, reach);
  xml_put(x, "/>");
}

/* balls that lie on a floor, with volumes about them and in the floor, and a sensor for each */
static void random_scene(xml_text *x, uint64_t seed) {
  char name[32];
  *x = (xml_text){.seed = seed};
  xml_put(x, "<mujoco><option timestep=\"0.002\"/><worldbody>"
             "<geom type=\"plane\" size=\"9 9 1\" friction=\"1 0 0\" priority=\"1\" "
             "solref=\"0.004 1\" solimp=\"0.999 0.9999 0.0001\"/>");
  for (int k = 0; k < WORLD_SITES; k++) {
    xml_put(x, "<site name=\"w_%d\" type=\"%s\" pos=\"%g %.6f %.6f\" size=\"%.6f %.6f %.6f\"/>", k,
            shapes[xml_pick(x, 5)], 0.5 * (k % BALLS), 0.1 * xml_draw(x), 0.15 * xml_draw(x),
            0.08 + 0.05 * xml_draw(x), 0.08 + 0.05 * xml_draw(x), 0.08 + 0.05 * xml_draw(x));
  }
  for (int b = 0; b < BALLS; b++) {
    xml_put(x, "<body pos=\"%g 0 0.1\"><freejoint/><geom size=\"0.1\" mass=\"%.3f\"/>", 0.5 * b,
            1.5 + xml_draw(x));
    snprintf(name, sizeof name, "b%d", b);
    for (int k = 0; k < SITES; k++) put_site(x, name, k, 0.1);
    xml_put(x, "</body>");
  }
  xml_put(x, "</worldbody><sensor>");
  for (int k = 0; k < WORLD_SITES; k++) xml_put(x, "<touch site=\"w_%d\"/>", k);
  for (int b = 0; b < BALLS * SITES; b++)
    xml_put(x, "<touch site=\"b%d_%d\"/>", b / SITES, b % SITES);
  xml_put(x, "</sensor></mujoco>");
}

static mjModel *read_with_mujoco(const char *text, size_t size) {
  char reason[500];
  mjVFS *vfs = malloc(sizeof *vfs);
  mj_defaultVFS(vfs);
  mj_makeEmptyFileVFS(vfs, "scene.xml", (int)size);
  memcpy(vfs->filedata[0], text, size);
  mjModel *m = mj_loadXML("scene.xml", vfs, reason, sizeof reason);
  mj_deleteVFS(vfs);
  free(vfs);
  if (!m) fail_msg("%s", reason);
  return m;
}

/* each sensor reads what MuJoCo's reads when all has come to rest (its balls sink in by some 0.1 um): the weight of a
   ball, or 0 */
static void same_as_mujoco(void **state) {
  (void)state;
  int felt = 0, silent = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    xml_text x;
    random_scene(&x, seed);
    mjModel *m = read_with_mujoco(x.text, x.size);
    mjData *d = mj_makeData(m);
    for (int k = 0; k < 500; k++) mj_step(m, d);
    mj_forward(m, d);
    scene s = {NULL, NULL};
    rg_error error;
    if (rg_model_parse(&s.model, x.text, x.size, NULL, &error)) fail_msg("%s", error.reason);
    assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, &error), RG_OK);
    for (int k = 0; k < 5; k++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const double *read = rg_sim_data(s.sim)->sensordata;
    assert_int_equal(m->nsensordata, s.model->nsensordata);
    for (int k = 0; k < m->nsensordata; k++) {
      if (!(fabs(read[k] - d->sensordata[k]) <= 1e-4 * 25))
        fail_msg("seed %d, sensor %d: %g in MuJoCo, %g here", (int)seed, k, d->sensordata[k],
                 read[k]);
      felt += read[k] > 0;
      silent += !(read[k] > 0);
    }
    scene_end(&s);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  assert_true(felt > 50 && silent > 50);
}

/* rays and points against the volumes, from anywhere in any direction: mju_rayGeom; a point is inside where every ray
   from it goes out */
static void rays(void **state) {
  (void)state;
  xml_text x;
  random_scene(&x, 77);
  scene s = {NULL, NULL};
  rg_error error;
  if (rg_model_parse(&s.model, x.text, x.size, NULL, &error)) fail_msg("%s", error.reason);
  assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, &error), RG_OK);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  rg_data *data = rg_sim_data(s.sim);
  int hits = 0, inside = 0;
  for (int k = 0; k < 4000; k++) {
    int site = k % s.model->nsite, all = 1;
    const double *at = data->site_xpos + 3 * site, *R = data->site_xmat + 9 * site;
    const double *size = s.model->site_size + 3 * site;
    double point[3], way[3];
    for (int i = 0; i < 3; i++) point[i] = at[i] + 0.2 * xml_draw(&x);
    for (int n = 0; n < 8; n++) {
      for (int i = 0; i < 3; i++) way[i] = xml_draw(&x);
      double mine = rg_ray_site(s.model, data, site, point, way);
      // mjGEOM_SPHERE is 2, RG_GEOM_SPHERE 1: MuJoCo counts height fields in between
      double theirs = mju_rayGeom(at, R, size, point, way, s.model->site_type[site] + 1);
      assert_near("ray", mine, theirs, 1e-9);
      hits += mine >= 0;
      all &= mine >= 0;
    }
    // outside of a convex volume a ray and the opposite one never both hit
    double back[3] = {-way[0], -way[1], -way[2]};
    int both = rg_ray_site(s.model, data, site, point, way) >= 0 &&
               rg_ray_site(s.model, data, site, point, back) >= 0;
    assert_int_equal(rg_in_site(s.model, data, site, point), both);
    assert_true(all || !both);
    inside += both;
  }
  assert_true(hits > 1000 && inside > 100);
  scene_end(&s);
  free(x.text);
}

/* insidesite: a ball that passes through a box */
static void inside(void **state) {
  (void)state;
  static const char xml[] =
      "<mujoco><option timestep='0.01' gravity='0 0 0'/><worldbody>"
      "<site name='gate' type='box' size='.1 .2 .3' pos='1 0 0'/>"
      "<body name='b'><freejoint/><geom name='g' size='.05' pos='0 0 .01'/></body></worldbody>"
      "<sensor><insidesite site='gate' objtype='body' objname='b'/>"
      "<insidesite site='gate' objtype='geom' objname='g'/></sensor>"
      "<keyframe><key qvel='1 0 0 0 0 0'/></keyframe></mujoco>";
  scene s = {NULL, NULL};
  rg_error error;
  if (rg_model_parse(&s.model, xml, sizeof xml - 1, NULL, &error)) fail_msg("%s", error.reason);
  assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, &error), RG_OK);
  rg_sim_reset(s.sim, 0, NULL);
  for (int k = 1; k <= 130; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double x = rg_sim_data(s.sim)->qpos[0];
    if (fabs(fabs(x - 1) - 0.1) < 1e-9) continue; // on the wall
    const double *read = rg_sim_data(s.sim)->sensordata;
    assert_true(read[0] == (fabs(x - 1) < 0.1) && read[1] == read[0]);
  }
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_mujoco), cmocka_unit_test(rays),
                                     cmocka_unit_test(inside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
