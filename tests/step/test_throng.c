/* Throngs (and crowds, which are smaller, but are done by parts): so many contacts in one island that A is never formed. The answer must obey the laws as the entries
   of A, made afterwards, see it, and Newton's: what the contacts give a sphere is what its velocity says. */
#include "step/simulate.h"

#include <sys/resource.h>

enum { SIDE = 85, LAYERS = 2 }; /* three contacts a sphere: above the limit of 40,000 */

static const double RADIUS = 0.05, GAP = 2e-5 /* sideways */, MASS = 0.5, DT = 2e-3;

static void add_sphere(rg_spec *spec, const int place[3], const double off[3]) {
  rg_pose pose = {{off[0], off[1], RADIUS + off[2]}, {1, 0, 0, 0}};
  for (int i = 0; i < 3; i++) pose.pos[i] += (2 * RADIUS + (i < 2 ? GAP : 0)) * place[i];
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
  rg_joint_spec joint = rg_joint_spec_default();
  rg_geom_spec geom = rg_geom_spec_default();
  joint.type = RG_JOINT_FREE;
  geom.size[0] = RADIUS;
  geom.mass = MASS;
  geom.friction[0] = 0.5;
  rg_spec_add_joint(spec, body, &joint);
  rg_spec_add_geom(spec, body, &geom);
}

/* spheres that touch on all sides, on the floor */
static rg_model *make_slab_of(int side, int layers) {
  rg_spec *spec = rg_spec_new("slab");
  rg_geom_spec floor = rg_geom_spec_default();
  rg_model *model = NULL;
  assert_non_null(spec);
  floor.type = RG_GEOM_PLANE;
  floor.size[0] = floor.size[1] = 10;
  floor.size[2] = 1;
  floor.friction[0] = 0.5;
  rg_spec_add_geom(spec, rg_spec_world(spec), &floor);
  for (int k = 0; k < side * side * layers; k++)
    add_sphere(spec, (const int[3]){k % side, k / side % side, k / (side * side)},
               (const double[3]){0, 0, 0});
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
  rg_spec_free(spec);
  return model;
}

/* some come down, all of them move sideways, each in its own way */
static void stir(const rg_model *model, rg_sim *sim) {
  double *v = rg_sim_data(sim)->qvel;
  for (int i = 0; i + 5 < model->nv; i += 6) {
    int k = i / 6;
    v[i] = 5e-3 * (k % 7 - 3);
    v[i + 1] = 5e-3 * (k % 5 - 2);
    v[i + 2] = -5e-3 * (k % 3);
  }
}

/* the most by which a sphere's velocity differs from the impulses on it: m (v+ - v-) = sum + m g dt */
static double momentum_error(const rg_model *model, rg_sim *sim, const double *before,
                             double *sum) {
  const rg_step_contact *contact;
  int n = rg_sim_contacts(sim, &contact);
  double worst = 0;
  memset(sum, 0, 3 * (size_t)model->nbody * sizeof *sum);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const double *frame = contact[i].contact.frame, *r = contact[i].impulse;
      double push = frame[k] * r[0] + frame[3 + k] * r[1] + frame[6 + k] * r[2];
      sum[3 * contact[i].contact.body1 + k] += push;
      sum[3 * contact[i].contact.body2 + k] -= push;
    }
  for (int b = 1; b < model->nbody; b++)
    for (int k = 0; k < 3; k++) {
      int i = 6 * (b - 1) + k;
      double fall = k == 2 ? -GRAVITY * DT : 0, gained = rg_sim_data(sim)->qvel[i] - before[i];
      worst = fmax(worst, fabs(gained - fall - sum[3 * b + k] / MASS));
    }
  return worst;
}

/* most memory that was in use so far, bytes */
static double peak_memory(void) {
  struct rusage usage;
  memset(&usage, 0, sizeof usage);
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * (double)usage.ru_maxrss;
}

static void throng(void **state) {
  (void)state;
  rg_model *model = make_slab_of(SIDE, LAYERS);
  rg_sim_options options = rg_sim_options_default();
  rg_sim *sim = NULL;
  rg_certificate entries;
  options.dt = DT;
  options.solve.tol = 1e-6;
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  stir(model, sim);
  double *before = malloc((size_t)model->nv * sizeof *before);
  double *sum = malloc(3 * (size_t)model->nbody * sizeof *sum);
  memcpy(before, rg_sim_data(sim)->qvel, (size_t)model->nv * sizeof *before);
  assert_int_equal(rg_step(sim), RG_SOLVED);
  const rg_step_report *report = rg_sim_report(sim);
  assert_true(report->contacts > 40000);
  assert_at_most("momentum", momentum_error(model, sim, before, sum), 1e-12);

  /* the same laws by entries of A, which are made now and were not there before */
  double memory = peak_memory();
  const rg_problem *problem = rg_sim_problem(sim);
  assert_non_null(problem);
  assert_int_equal(problem->A.storage, RG_SPARSE);
  memory = peak_memory() - memory;
  /* sanitizers touch memory that nobody has written to yet */
  if (!SANITIZED)
    assert_true(memory > (double)problem->A.row_start[problem->A.rows] * sizeof(double));
  assert_int_equal(rg_certify(problem, rg_sim_impulse(sim), NULL, &entries, NULL), RG_OK);
  print_message("%d contacts: %.3e by rows, %.3e by entries, motion %.1e\n", report->contacts,
                report->certificate.law_residual, entries.law_residual,
                report->certificate.dynamics);
  assert_at_most("certificate", entries.law_residual, 1e-6);
  assert_near("certificates", report->certificate.residual, entries.residual, 1e-12);
  assert_at_most("motion", report->certificate.dynamics, 1e-12);
  assert_int_equal(rg_step(sim), RG_SOLVED);
  free(before);
  free(sum);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* --- crowds: the same bits for any number of threads -------------------------------------------------------------- */

static void same_for_threads(const char *name, rg_model *model, int steps) {
  enum { KINDS = 2 };
  size_t bytes = ((size_t)model->nq + (size_t)model->nv) * sizeof(double);
  double *first = malloc(bytes), *state = malloc(bytes);
  for (int threads = 1; threads <= KINDS; threads++) {
    rg_sim_options options = rg_sim_options_default();
    rg_sim *sim = NULL;
    int contacts = 0;
    options.dt = DT;
    options.solve.tol = 1e-6;
    options.threads = threads;
    assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
    stir(model, sim);
    for (int k = 0; k < steps; k++) {
      assert_int_equal(rg_step(sim), RG_SOLVED);
      if (rg_sim_report(sim)->contacts > contacts) contacts = rg_sim_report(sim)->contacts;
    }
    memcpy(state, rg_sim_data(sim)->qpos, (size_t)model->nq * sizeof *state);
    memcpy(state + model->nq, rg_sim_data(sim)->qvel, (size_t)model->nv * sizeof *state);
    if (threads == 1) {
      print_message("%s: %d contacts\n", name, contacts);
      assert_true(contacts > 4096); /* fewer are not done by parts */
      memcpy(first, state, bytes);
    }
    if (memcmp(first, state, bytes) != 0) fail_msg("%s: %d threads have other bits", name, threads);
    rg_sim_free(sim);
  }
  free(first);
  free(state);
  rg_model_free(model);
}

static void crowds(void **state) {
  (void)state;
  same_for_threads("spheres", make_slab_of(16, 6), 1);
}

static unsigned draw(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* the same in random order, each sphere somewhere about its place: numbers do not tell who touches whom */
static rg_model *make_shuffled(int side, int layers, unsigned seed) {
  rg_spec *spec = rg_spec_new("shuffled");
  rg_geom_spec floor = rg_geom_spec_default();
  rg_model *model = NULL;
  int count = side * side * layers, *place = malloc((size_t)count * sizeof *place);
  assert_non_null(spec);
  floor.type = RG_GEOM_PLANE;
  floor.size[0] = floor.size[1] = 10;
  floor.size[2] = 1;
  floor.friction[0] = 0.5;
  rg_spec_add_geom(spec, rg_spec_world(spec), &floor);
  for (int k = 0; k < count; k++) {
    int other = (int)(draw(&seed) % (unsigned)(k + 1));
    place[k] = place[other];
    place[other] = k;
  }
  for (int k = 0; k < count; k++) {
    int p = place[k];
    double off[3];
    for (int i = 0; i < 3; i++) off[i] = 1e-6 * ((double)draw(&seed) / (1 << 24) - 0.5);
    add_sphere(spec, (const int[3]){p % side, p / side % side, p / (side * side)}, off);
  }
  free(place);
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
  rg_spec_free(spec);
  return model;
}

static void shuffled_crowds(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 2; seed++)
    same_for_threads("spheres in random order", make_shuffled(16, 6, seed), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(throng), cmocka_unit_test(crowds),
                                     cmocka_unit_test(shuffled_crowds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
