/* Joints beyond their ranges, shapes of one robot in each other, rounding: what published robots start from. Chains of random
   links, closed to loops, with joints far beyond their stops: every step is solved at once, limits only take energy, loops stay
   closed, and no joint is driven farther out by more than it creeps. A robot that falls freely has no impulses at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <rigor/rigor.h>

#include "collide/shapes.h"

/* a closed chain of links: hinges along y through the corners of a polygon in the x-z plane, hung up at two of them */
static void write_loop(char *text, size_t size, int links, double beyond) {
  size_t at = (size_t)snprintf(text, size, "<mujoco><option timestep='0.001'/><worldbody>");
  double x[8], z[8];
  for (int i = 0; i <= links; i++) {
    double angle = 3.14159265 * (1 - (double)i / links), reach = 0.5 * uniform(0.8, 1.2);
    x[i] = reach * cos(angle), z[i] = -reach * sin(angle);
  }
  for (int i = 0; i < links; i++) {
    double px = i ? x[i] - x[i - 1] : x[0], pz = i ? z[i] - z[i - 1] : z[0] + 2;
    double dx = x[i + 1] - x[i], dz = z[i + 1] - z[i];
    at += (size_t)snprintf(text + at, size - at,
                           "<body name='b%d' pos='%.9f 0 %.9f'><joint name='j%d' axis='0 1 0' ", i,
                           px, pz, i);
    /* the middle joint is beyond one of its stops, the first one often beside it */
    if (i == links / 2)
      at += (size_t)snprintf(text + at, size - at, "limited='true' range='%.9f 170' ",
                             beyond * 57.29577951);
    if (i == 0)
      at += (size_t)snprintf(text + at, size - at, "limited='true' range='-170 %.9f' ",
                             -0.3 * beyond * 57.29577951);
    at += (size_t)snprintf(text + at, size - at,
                           "/><geom type='capsule' size='0.02' fromto='0 0 0 %.9f 0 %.9f' "
                           "contype='0' conaffinity='0'/>",
                           dx, dz);
  }
  for (int i = 0; i < links; i++) at += (size_t)snprintf(text + at, size - at, "</body>");
  snprintf(text + at, size - at,
           "</worldbody><equality><connect body1='b%d' anchor='%.9f 0 %.9f'/></equality></mujoco>",
           links - 1, x[links] - x[links - 1], z[links] - z[links - 1]);
}

static void loops_give_way(void **state) {
  (void)state;
  static char text[1 << 14];
  for (int k = 0; k < 24; k++) {
    int links = 3 + k % 3;
    double beyond = k % 4 ? uniform(0.01, 0.6) : 1e-9;
    rg_model *model;
    rg_sim *sim;
    rg_error error;
    write_loop(text, sizeof text, links, beyond);
    if (rg_model_parse(&model, text, strlen(text), NULL, &error)) {
      char why[300];
      fail_msg("%s", rg_error_text(&error, why, sizeof why));
    }
    assert_int_equal(rg_sim_new(&sim, model, NULL, &error), RG_OK);
    const rg_step_report *report = rg_sim_report(sim);
    double before = rg_sim_energy(sim), start = before;
    long iterations = 0;
    for (int s = 0; s < 1000; s++) {
      if (rg_step(sim) != RG_SOLVED) fail_msg("loop %d, step %d: %s", k, s + 1, report->reason);
      double now = rg_sim_energy(sim);
      assert_true(report->closure < 1e-8);
      assert_true(now <= before + 1e-5 * fabs(start));
      iterations += report->iterations;
      before = now;
    }
    /* a handful a step: nothing is tried in vain first */
    assert_true(iterations < 20 * 1000);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

/* links that lie in each other by design, joints at their stops, nothing around: it falls as one, and no impulse is made
   of the rounding of its fall */
static void a_fall_is_no_problem(void **state) {
  (void)state;
  static char text[1 << 14];
  for (int k = 0; k < 12; k++) {
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "<mujoco><option timestep='0.002'/><worldbody><body pos='0 0 "
                                 "5'><freejoint/><geom size='0.1'/>");
    int links = 6 + k % 5;
    for (int i = 0; i < links; i++) {
      double a[3];
      random_direction(a);
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "<body pos='%.6f %.6f %.6f'><joint axis='%.6f %.6f %.6f' "
                             "limited='true' range='0 90' frictionloss='%.2f'/>"
                             "<geom type='%s' size='0.1 0.08 0.09' euler='%d 20 5'/>",
                             0.05 * a[1], 0.05 * a[2], 0.05 * a[0], a[0], a[1], a[2],
                             i % 2 ? 0.1 : 0, i % 3 ? "box" : "ellipsoid", 11 * i);
    }
    for (int i = 0; i <= links; i++) at += (size_t)snprintf(text + at, sizeof text - at, "</body>");
    snprintf(text + at, sizeof text - at, "</worldbody></mujoco>");
    rg_model *model;
    rg_sim *sim;
    rg_error error;
    if (rg_model_parse(&model, text, strlen(text), NULL, &error)) {
      char why[300];
      fail_msg("%s", rg_error_text(&error, why, sizeof why));
    }
    assert_int_equal(rg_sim_new(&sim, model, NULL, &error), RG_OK);
    const rg_step_report *report = rg_sim_report(sim);
    int contacts = 0;
    for (int s = 1; s <= 300; s++) {
      assert_int_equal(rg_step(sim), RG_SOLVED);
      assert_string_equal(report->reason, "");
      if (report->iterations > 100 || report->within >= 2e-10)
        fail_msg("%d iterations, %g m", report->iterations, report->within);
      contacts += report->contacts;
      const double *v = rg_sim_data(sim)->qvel;
      assert_true(fabs(v[2] + 9.81 * 0.002 * s) < 1e-11 * s);
      for (int i = 3; i < model->nv; i++) assert_true(fabs(v[i]) < 1e-11 * s);
    }
    assert_true(contacts > 300);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_give_way),
                                     cmocka_unit_test(a_fall_is_no_problem)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
