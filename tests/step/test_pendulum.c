/* The 12-link pendulum of Mylapilli & Jain 2017, sec. 6.2: first impact by the three laws of
   restitution, their five solvers beside ours, penetration. The motion is planar, where four aligned
   directions are the exact cone. */
#include "dynamics/march.h"
#include "dynamics/random_tree.h"
#include "step/simulate.h"

static const double RADIUS = 0.25;

/* height of the centre of the last sphere over the floor */
static double tip_height(const rg_model *model, rg_data *data) {
  rg_kinematics(model, data);
  return data->geom_xpos[3 * (model->ngeom - 1) + 2];
}

/* its vertical velocity */
static double tip_velocity(const rg_model *model, rg_data *data) {
  int b = model->nbody - 1;
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  const double *w = data->xvel + 6 * b, *v = w + 3, *at = data->geom_xpos + 3 * (model->ngeom - 1);
  double x = at[0] - data->xpos[3 * b], y = at[1] - data->xpos[3 * b + 1];
  return v[2] + w[0] * y - w[1] * x;
}

/* --- first impact --------------------------------------------------------------------------------- */

typedef struct first_impact {
  const char *file;
  double start_energy; /* J, from the floor */
  double height[3];    /* m at 0.05, 0.10, 0.15 s, semi-implicit Euler at 1 ms */
  double time;         /* s, Runge-Kutta */
  double newton_vz, newton_energy, poisson_vz, poisson_energy, plastic_energy;
} first_impact;

/* independent dense computation; energies and heights there count from 0.1 m under the floor */
static const first_impact END = {"pend12_pin.xml", 973.0580, {1.195424, 0.788872, 0.398896},
                                 0.156488,         5.28839,  497.16,
                                 2.41236,          -92.83,   -136.60};
static const first_impact MIDDLE = {"pend12_pin_mid.xml",
                                    977.1783,
                                    {1.566234, 1.176060, 0.801483},
                                    0.214133,
                                    4.73153,
                                    5.82,
                                    2.64254,
                                    -58.68,
                                    -87.92};

/* Runge-Kutta to the touch, then a bisection of the last step */
static double march_to_touch(const rg_model *model, rg_data *data) {
  size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
  double h = 1e-4, *q = malloc((nq + nv) * sizeof(double)), *v = q + nq;
  rg_data_reset(model, data, 0);
  while (h > 1e-16) {
    memcpy(q, data->qpos, nq * sizeof(double));
    memcpy(v, data->qvel, nv * sizeof(double));
    double time = data->time;
    march(model, data, h, 1);
    if (tip_height(model, data) > RADIUS) continue;
    memcpy(data->qpos, q, nq * sizeof(double));
    memcpy(data->qvel, v, nv * sizeof(double));
    data->time = time;
    h /= 2;
  }
  free(q);
  return data->time;
}

/* energy change and vertical velocity of the last sphere over an impact step of 10 ns */
static void impact(const first_impact *wanted, const double *touch, rg_restitution law, double e,
                   double *energy, double *vz) {
  rg_model *model = scene_model(wanted->file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.dt = 1e-8;
  options.restitution_law = law;
  options.restitution = e;
  scene s = scene_start(wanted->file, "init", &options);
  int nq = s.model->nq, nv = s.model->nv;
  memcpy(scene_qpos(&s), touch, (size_t)nq * sizeof(double));
  memcpy(scene_qvel(&s), touch + nq, (size_t)nv * sizeof(double));
  double before = rg_sim_energy(s.sim);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_int_equal(rg_sim_report(s.sim)->contacts, 1);
  *energy = rg_sim_energy(s.sim) - before;
  *vz = tip_velocity(s.model, rg_sim_data(s.sim));
  scene_end(&s);
}

static void check_first_impact(const first_impact *wanted) {
  rg_model *model = scene_model(wanted->file);
  rg_data *data = rg_data_new(model);
  double energy, vz, newton, time = march_to_touch(model, data);
  assert_near("time of the first impact", time, wanted->time, 1e-6);
  int nq = model->nq, nv = model->nv;
  double *touch = malloc((size_t)(nq + nv) * sizeof(double));
  memcpy(touch, data->qpos, (size_t)nq * sizeof(double));
  memcpy(touch + nq, data->qvel, (size_t)nv * sizeof(double));
  /* Newton's creates energy */
  impact(wanted, touch, RG_RESTITUTION_NEWTON, 0.7, &energy, &newton);
  assert_near("Newton: vz", newton, wanted->newton_vz, 1e-3);
  assert_near("Newton: energy", energy, wanted->newton_energy, 0.02);
  /* Poisson's does not here */
  impact(wanted, touch, RG_RESTITUTION_POISSON, 0.7, &energy, &vz);
  assert_near("Poisson: vz", vz, wanted->poisson_vz, 1e-3);
  assert_near("Poisson: energy", energy, wanted->poisson_energy, 0.02);
  /* ours never does; it bounces, and not higher than Newton's */
  impact(wanted, touch, RG_RESTITUTION_ENERGY, 0.7, &energy, &vz);
  print_message("%s: energy law: vz %.5f, %+.2f J\n", wanted->file, vz, energy);
  assert_at_most("energy law: energy", energy, 1e-3);
  assert_at_least("energy law: vz", vz, 0.1);
  assert_at_most("energy law: vz", vz, newton + 1e-6);
  /* plastic: all laws are one */
  for (int law = RG_RESTITUTION_ENERGY; law <= RG_RESTITUTION_POISSON; law++) {
    impact(wanted, touch, (rg_restitution)law, 0, &energy, &vz);
    assert_near("e = 0: vz", vz, 0, 1e-3);
    assert_near("e = 0: energy", energy, wanted->plastic_energy, 0.02);
  }
  free(touch);
  rg_data_free(data);
  rg_model_free(model);
}

static void first_impact_link_end(void **state) {
  (void)state;
  check_first_impact(&END);
}

static void first_impact_middle(void **state) {
  (void)state;
  check_first_impact(&MIDDLE);
}

/* free flight before it: energy and heights of semi-implicit Euler */
static void check_flight(const first_impact *wanted) {
  rg_sim_options options = scene_rule(wanted->file, RG_EULER);
  scene s = scene_start(wanted->file, "init", &options);
  double mass = 12, origin = 0.1;
  assert_near("energy", rg_sim_energy(s.sim) + mass * GRAVITY * origin, wanted->start_energy, 1e-4);
  for (int k = 0; k < 3; k++) {
    scene_run(&s, 0.05);
    double z = tip_height(s.model, rg_sim_data(s.sim)) + origin;
    assert_near("height of the last sphere", z, wanted->height[k], 2e-6);
  }
  scene_end(&s);
}

static void flight(void **state) {
  (void)state;
  check_flight(&END);
  check_flight(&MIDDLE);
}

/* --- the paper's five solvers and ours -------------------------------------------------------------- */

typedef struct method {
  const char *label, *solver;
  rg_law law;
} method;

static const method METHODS[] = {
    {"auto", "auto", RG_LAW_CONE},
    {"MLCP-PATH", "path", RG_LAW_PYRAMID},
    {"MLCP-PFB-RLM", "pfb-rlm", RG_LAW_PYRAMID},
    {"MLCP-PFB-PLM", "pfb-plm", RG_LAW_PYRAMID},
    {"MNCP-RLM", "ncp-rlm", RG_LAW_CONE},
    {"MNCP-PLM", "ncp-plm", RG_LAW_CONE},
};
enum { METHOD_COUNT = sizeof METHODS / sizeof METHODS[0] };

/* the settings of the model, its tolerance included, with another solver and law */
static rg_sim_options method_options(const char *file, const method *m) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.solve.solver = m->solver;
  options.solve.law.law = m->law;
  return options;
}

/* Every step is solved to the tolerance of all simulations, 1e-10. The hard ones come late, when two
   or three spheres lie on the floor and at the wall: A is all but singular even within the plane. */
static void check_every_step(const char *file) {
  double seconds = seconds_of(20, 15);
  for (int m = 0; m < METHOD_COUNT; m++) {
    rg_sim_options options = method_options(file, &METHODS[m]);
    scene s = scene_start(file, "init", &options);
    run_watch watch = watch_new(&s);
    double residual = 0;
    for (long step = 0; step < lround(seconds * 1000) && !watch.unsolved; step++) {
      watch_step(&s, &watch);
      const rg_certificate *c = &rg_sim_report(s.sim)->certificate;
      if (c->law_residual > c->rounding) residual = fmax(residual, c->law_residual);
    }
    print_message("%s, %-12s %ld steps, %ld unsolved, residual %.2g, at most %d contacts\n", file,
                  METHODS[m].label, watch.steps, watch.unsolved, residual, watch.contacts);
    assert_int_equal(watch.unsolved, 0);
    assert_at_most("residual", residual, 1e-10);
    assert_at_least("contacts", watch.contacts, seconds < 10 ? 1 : 2);
    scene_end(&s);
  }
}

static void every_step_link_end(void **state) {
  (void)state;
  check_every_step("pend12_pin.xml");
}

static void every_step_middle(void **state) {
  (void)state;
  check_every_step("pend12_pin_mid.xml");
}

/* Newton's and Poisson's law to the end as well, neighbours colliding: several contacts with friction, spheres between two
   that cannot part. From starts near the paper's, since each is another motion after a second. */
static void restitution_laws(void **state) {
  (void)state;
  static const char *const files[] = {"pend12_pin.xml", "pend12_pin_mid.xml"};
  static const rg_restitution laws[] = {RG_RESTITUTION_NEWTON, RG_RESTITUTION_POISSON};
  int starts = (int)seconds_of(20, 3), contacts = 0, whole = starts > 0; /* not under sanitizers */
  uint64_t seed = 11;
  for (int k = 0; k < 4 * (whole ? starts : 1); k++) {
    rg_sim_options options = scene_rule(files[k % 2], RG_MIDPOINT);
    options.restitution_law = laws[k / 2 % 2];
    options.restitution = 0.7;
    options.parents_touch = 1;
    scene s = scene_start(files[k % 2], "init", &options);
    for (int i = 0; i < s.model->nv && k >= 4; i++)
      rg_sim_data(s.sim)->qpos[i] += 0.02 * tree_draw(&seed);
    run_watch watch = watch_new(&s);
    double residual = 0;
    for (int step = 0; step < (whole ? 20000 : 1500) && !watch.unsolved; step++) {
      watch_step(&s, &watch);
      residual = fmax(residual, rg_sim_report(s.sim)->certificate.law_residual);
    }
    contacts = watch.contacts > contacts ? watch.contacts : contacts;
    assert_int_equal(watch.unsolved, 0);
    assert_at_most("residual", residual, 1e-10);
    scene_end(&s);
  }
  if (whole) assert_at_least("contacts at once", contacts, 3);
}

/* The same motion by all of them, as long as its chaos allows. Four directions along the slip are the
   exact cone here. */
static void five_solvers(void **state) {
  (void)state;
  const char *file = "pend12_pin_mid.xml";
  double seconds = seconds_of(20, 5), agree = 2;
  double *first = malloc((size_t)lround(seconds * 1000) * sizeof(double));
  for (int m = 0; m < METHOD_COUNT; m++) {
    rg_sim_options options = method_options(file, &METHODS[m]);
    options.solve.law.directions = 4;
    options.solve.law.aligned = 1;
    scene s = scene_start(file, "init", &options);
    run_watch watch = watch_new(&s);
    double apart = 0, parted = seconds;
    for (long step = 0; step < lround(seconds * 1000); step++) {
      watch_step(&s, &watch);
      double z = tip_height(s.model, rg_sim_data(s.sim));
      if (m == 0) first[step] = z;
      if ((double)step < agree * 1000) apart = fmax(apart, fabs(z - first[step]));
      if (fabs(z - first[step]) > 1e-3) parted = fmin(parted, (double)step * 1e-3);
    }
    print_message(
        "%-12s %ld steps, %ld unsolved, penetration %.3g m, natural map %.2g, %.2g m from auto "
        "until %g s, 1 mm apart at %g s, energy %.3f J\n",
        METHODS[m].label, watch.steps, watch.unsolved, watch.penetration, watch.natural_map, apart,
        agree, parted, watch.energy);
    assert_int_equal(watch.unsolved, 0);
    assert_at_most("penetration", watch.penetration, 1e-3);
    assert_at_most("distance from auto", apart, 1e-3);
    /* rolling moves the contact while it carries: second order in dt, against 965 J */
    assert_at_most("work of the impulses in a step", watch.work, 1e-3);
    scene_end(&s);
  }
  free(first);
}

/* both readings of the paper, positions projected after each step */
static void projected(void **state) {
  (void)state;
  const char *files[] = {"pend12_pin.xml", "pend12_pin_mid.xml", "pend12_ball.xml"};
  for (int k = 0; k < 3; k++) {
    rg_model *model = scene_model(files[k]);
    rg_sim_options options = scene_options(model);
    rg_model_free(model);
    options.contacts = RG_STABILIZE_PROJECT;
    scene s = scene_start(files[k], "init", &options);
    run_watch watch = watch_new(&s);
    double deepest = 0, steps = seconds_of(20, 20) / 1e-3;
    for (int step = 0; step < steps; step++) {
      watch_step(&s, &watch);
      if (watch.contacts) deepest = fmax(deepest, rg_sim_penetration(s.sim));
    }
    assert_int_equal(watch.unsolved, 0);
    print_message("%s projected: penetration %.3g m\n", files[k], deepest);
    assert_at_most("penetration", deepest, 1e-9);
    assert_at_most("penetration as reported", watch.penetration, 1e-5);
    assert_at_least("contacts seen", watch.contacts, 1);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flight),
      cmocka_unit_test(first_impact_link_end),
      cmocka_unit_test(first_impact_middle),
      cmocka_unit_test(every_step_link_end),
      cmocka_unit_test(every_step_middle),
      cmocka_unit_test(restitution_laws),
      cmocka_unit_test(five_solvers),
      cmocka_unit_test(projected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
