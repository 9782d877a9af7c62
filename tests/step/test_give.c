/* 160 spheres in a narrow container, a crowd: where its gaps contradict each other targets give way, by no more than gaps
   are known to. Every step is solved, friction and complementarity hold for the targets that are published, recomputed
   by hand, no closed contact ends farther from touching than 1e-6 of a diameter, and no energy comes of it. */
#include "step/by_hand.h"

#include "base/random.h"

enum { SIDE = 4, LAYERS = 10, SPHERES = SIDE * SIDE * LAYERS };

static const double RADIUS = 0.05, TOL = 1e-6, DT = 1e-3;
static const double KNOWN = 1e-7; /* TOL of the diameter: how well gaps are known */

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

/* how far closed contacts are from touching at the end of the step, as it was planned and to the tolerance */
static double off_touch(const scene *s) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s->sim, &contact);
  double worst = 0, left = TOL * rg_sim_report(s->sim)->certificate.reference;
  for (int i = 0; i < count; i++) {
    double end = contact[i].contact.gap + DT * contact[i].velocity[0];
    int deep = contact[i].contact.gap < -KNOWN;
    if (contact[i].impulse[0] > 0 && !deep) worst = fmax(worst, fabs(end) - DT * left);
  }
  return worst;
}

/* how far the published targets lie beside what gaps ask for */
static double off_target(const scene *s) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s->sim, &contact);
  double worst = 0;
  for (int i = 0; i < count; i++) {
    double gap = contact[i].contact.gap;
    if (gap > KNOWN) worst = fmax(worst, fabs(contact[i].target * DT + gap));
  }
  return worst;
}

static void crowd(void **state) {
  (void)state;
  rg_model *model = container();
  rg_sim_options options = scene_options(model);
  rg_error error;
  options.dt = DT;
  options.integrator = RG_EULER; /* contacts where the step begins: places are known by hand */
  options.solve.tol = TOL;
  scene s = {.model = model};
  if (rg_sim_new(&s.sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  double energy = rg_sim_energy(s.sim), law = 0, balance = 0, touch = 0, target = 0, give = 0;
  int gave = 0;
  for (int k = 0; k < 650; k++) {
    before b = remember(&s);
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const rg_step_report *report = rg_sim_report(s.sim);
    double now = rg_sim_energy(s.sim);
    assert_at_most("natural map", report->certificate.natural_map_relative, TOL);
    assert_at_most("energy that a step adds", now - energy, 1e-9);
    energy = now;
    if (report->give > 0) {
      gave++;
      give = fmax(give, report->give);
      law = fmax(law, off_law(&s, &b));
      balance = fmax(balance, off_balance(&s, &b));
      touch = fmax(touch, off_touch(&s));
      target = fmax(target, off_target(&s));
    }
    forget(&b);
  }
  print_message("gaps gave way in %d steps, by %.2g m at most; natural map by hand %.2g, momentum "
                "off by %.2g, contacts end %.2g m from touching\n",
                gave, give, law, balance, touch);
  assert_at_least("steps in which gaps give way", gave, 10);
  assert_at_most("gaps give way", give, 2.001 * KNOWN);
  assert_at_most("natural map by hand", law, 1.01 * TOL);
  assert_at_most("momentum", balance, 1e-9);
  assert_at_most("closed contacts end", touch, 1.001 * KNOWN);
  assert_at_most("targets of gaps", target, 1.001 * KNOWN);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crowd)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
