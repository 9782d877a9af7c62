/* 160 spheres in a narrow container, a crowd whose gaps contradict each other. With gaps that are known to 1e-6 of a
   diameter every step is solved; the certificate says by how much they would have to differ, no more than that, and
   judges the targets that were asked for. Nothing sinks, and no energy comes of it. */
#include "step/simulate.h"

#include "base/random.h"

enum { SIDE = 4, LAYERS = 10, SPHERES = SIDE * SIDE * LAYERS };

static const double RADIUS = 0.05, TOL = 1e-6, DT = 1e-3;
static const double KNOWN = 1e-7; /* m: how well gaps are known */

static size_t put_walls(char *text, size_t size) {
  static const char *const facing[] = {"1 0", "-1 0", "0 1", "0 -1"};
  double half = 0.055 * SIDE;
  size_t used = (size_t)snprintf(text, size,
                                 "<mujoco><option timestep='0.001'/><default>"
                                 "<geom friction='0.5 0 0' condim='3'/></default><worldbody>"
                                 "<geom type='plane' size='5 5 1'/>");
  for (int k = 0; k < 4; k++) {
    double place = k % 2 ? half : -half;
    used += (size_t)snprintf(text + used, size - used,
                             "<geom type='plane' pos='%g %g 0' zaxis='%s 0' size='5 5 1'/>",
                             k < 2 ? place : 0, k < 2 ? 0 : place, facing[k]);
  }
  return used;
}

/* layers of spheres, none quite in its place */
static rg_model *container(void) {
  enum { SIZE = 200 * SPHERES };
  char *text = malloc(SIZE);
  uint64_t seed = 3;
  assert_non_null(text);
  size_t used = put_walls(text, SIZE);
  for (int i = 0; i < SPHERES; i++) {
    double place[3] = {i % SIDE - 0.5 * (SIDE - 1), i / SIDE % SIDE - 0.5 * (SIDE - 1),
                       0.56 + i / (SIDE * SIDE)};
    for (int k = 0; k < 3; k++) place[k] = 0.107 * place[k] + 0.006 * (rg_random(&seed) - 0.5);
    used += (size_t)snprintf(text + used, SIZE - used,
                             "<body pos='%.6f %.6f %.6f'><freejoint/><geom type='sphere' "
                             "size='%g' mass='1'/></body>",
                             place[0], place[1], place[2], RADIUS);
  }
  snprintf(text + used, SIZE - used, "</worldbody></mujoco>");
  rg_model *model = scene_parse(text);
  free(text);
  return model;
}

/* the residual with every target and surface within `leeway`, in the frame of the friction, recomputed */
static double by_hand(const scene *s, double leeway) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s->sim, &contact);
  double sum = 0,
         a = 1.0 +
             2.5; /* of a sphere of 1 kg: normal 1, tangents 3.5 each; two of them twice that */
  for (int i = 0; i < count; i++) {
    const rg_step_contact *c = &contact[i];
    double both = c->contact.body1 && c->contact.body2 ? 2 : 1, response = both * (1 + 2 * a) / 3;
    double u[3] = {c->velocity[0] - c->target, c->velocity[1], c->velocity[2]}, y[3];
    double friction = hypot(c->impulse[1], c->impulse[2]);
    if (u[0] < 0) u[0] = fmin(u[0] + leeway, 0);
    else if (c->impulse[0] > 0) u[0] = fmax(u[0] - leeway, 0);
    if (c->impulse[0] > 0 && hypot(u[1], u[2]) <= leeway) u[1] = u[2] = 0;
    else if (c->impulse[0] > 0 && friction > 0) { /* what lies across the friction goes first */
      double e[2] = {c->impulse[1] / friction, c->impulse[2] / friction};
      double along = u[1] * e[0] + u[2] * e[1], across = u[2] * e[0] - u[1] * e[1];
      double wrong = fmax(along, 0), off = hypot(wrong, across);
      double part = off > leeway ? leeway / off : 1;
      u[1] -= part * (wrong * e[0] - across * e[1]);
      u[2] -= part * (wrong * e[1] + across * e[0]);
    }
    u[0] += c->mu * hypot(u[1], u[2]);
    for (int k = 0; k < 3; k++) y[k] = response * c->impulse[k] - u[k];
    double t = hypot(y[1], y[2]), p[3] = {y[0], y[1], y[2]};
    if (t > c->mu * y[0]) { /* nearest point of the cone */
      double along = fmax(0, (y[0] + c->mu * t) / (1 + c->mu * c->mu));
      p[0] = along;
      for (int k = 1; k < 3; k++) p[k] = t > 0 ? c->mu * along * y[k] / t : 0;
    }
    for (int k = 0; k < 3; k++) {
      double e = response * c->impulse[k] - p[k];
      sum += e * e;
    }
  }
  return sqrt(sum);
}

static void crowd(void **state) {
  (void)state;
  rg_model *model = container();
  rg_sim_options options = scene_options(model);
  rg_error error;
  options.dt = DT;
  options.integrator = RG_EULER; /* contacts where the step begins: places are known by hand */
  options.solve.tol = TOL;
  options.gap_accuracy = KNOWN / RADIUS;
  scene s = {.model = model};
  if (rg_sim_new(&s.sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  double energy = rg_sim_energy(s.sim), most = 0, asked = 0;
  int moved = 0;
  for (int k = 0; k < 650; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const rg_step_report *report = rg_sim_report(s.sim);
    const rg_certificate *c = &report->certificate;
    double now = rg_sim_energy(s.sim), size = c->reference;
    assert_at_most("residual within leeway", c->law_residual, TOL);
    assert_at_most("energy that a step adds", now - energy, 1e-9);
    assert_at_most("overlap", report->penetration,
                   8 * KNOWN); /* a fifth of it is taken out in a step */
    energy = now;
    if (report->contacts == 0) continue;
    assert_at_most("residual by hand", by_hand(&s, KNOWN / DT) / size, 1.01 * TOL);
    assert_near("residual that was asked for", by_hand(&s, 0) / size, c->residual,
                1e-3 * c->residual + 1e-9);
    assert_true(report->within > 0 ? c->residual > TOL : c->residual <= TOL);
    moved += report->within > 0;
    most = fmax(most, report->within);
    asked = fmax(asked, c->residual);
  }
  print_message(
      "%d steps within %.2g m of their gaps, up to %.2g of |c| beside what was asked for\n", moved,
      most, asked);
  assert_true(moved > 0);
  assert_at_most("gaps that would differ", most, 1.0001 * KNOWN);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crowd)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
