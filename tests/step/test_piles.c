/* Many bodies: a wall of 100 bricks that lands, 100 boxes that fall on a heap, 1000 spheres that settle in a
   container. No step unsolved, every certificate within the tolerance, energy never rises, and the impulses of the
   last step give the motion that was made and obey Coulomb's law, all recomputed from positions, velocities and
   masses. RIGOR_FULL runs the boxes to rest. */
#include "step/simulate.h"

static int full(void) {
  const char *wish = getenv("RIGOR_FULL");
  return wish && *wish;
}

/* --- the last step, by hand --------------------------------------------------------------------------------- */

typedef struct before {
  double *qpos, *qvel;
} before;

static before remember(scene *s) {
  before b = {malloc((size_t)s->model->nq * sizeof(double)),
              malloc((size_t)s->model->nv * sizeof(double))};
  assert_non_null(b.qpos);
  assert_non_null(b.qvel);
  memcpy(b.qpos, scene_qpos(s), (size_t)s->model->nq * sizeof(double));
  memcpy(b.qvel, scene_qvel(s), (size_t)s->model->nv * sizeof(double));
  return b;
}

/* free body `body` is the (body - 1)-th: every body of these scenes has one free joint */
static const double *position_of(const before *b, int body) { return b->qpos + 7 * (body - 1); }

static void rotation_of(const before *b, int body, double R[9]) {
  const double *q = position_of(b, body) + 3;
  double w = q[0], x = q[1], y = q[2], z = q[3], size = w * w + x * x + y * y + z * z;
  const double entry[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  for (int k = 0; k < 9; k++) R[k] = entry[k] / size;
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* impulse and its moment about the centre of a body, world axes, added to sum[6] */
static void add_impulse(const before *b, int body, double sign, const rg_step_contact *c,
                        double *sum) {
  double impulse[3], arm[3], moment[3];
  if (body == 0) return;
  for (int k = 0; k < 3; k++) {
    impulse[k] = 0;
    for (int a = 0; a < 3; a++) impulse[k] += sign * c->contact.frame[3 * a + k] * c->impulse[a];
    arm[k] = c->contact.position[k] - position_of(b, body)[k];
  }
  cross(arm, impulse, moment);
  for (int k = 0; k < 3; k++) sum[6 * body + k] += impulse[k], sum[6 * body + 3 + k] += moment[k];
}

static int is_round(const double *inertia) {
  return fabs(inertia[0] - inertia[1]) + fabs(inertia[0] - inertia[2]) < 1e-12 * inertia[0];
}

/* m dv = m g dt + impulses for every body, and J dw = R' moments where no gyroscopic moment acts; the worst of both
   relative to the weight */
static double off_balance(scene *s, const before *b) {
  const rg_model *model = s->model;
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s->sim, &contact);
  double dt = rg_sim_used_options(s->sim)->dt, worst = 0;
  double *sum = calloc(6 * (size_t)model->nbody, sizeof *sum);
  assert_non_null(sum);
  for (int i = 0; i < count; i++) {
    add_impulse(b, contact[i].contact.body1, 1, &contact[i], sum);
    add_impulse(b, contact[i].contact.body2, -1, &contact[i], sum);
  }
  for (int body = 1; body < model->nbody; body++) {
    const double *now = scene_qvel(s) + 6 * (body - 1), *was = b->qvel + 6 * (body - 1);
    const double *inertia = model->body_inertia + 3 * body;
    double m = model->body_mass[body], R[9];
    rotation_of(b, body, R);
    for (int k = 0; k < 3; k++) {
      double gravity = k == 2 ? -GRAVITY : 0, moment = 0;
      double off = m * (now[k] - was[k]) - m * gravity * dt - sum[6 * body + k];
      for (int a = 0; a < 3; a++) moment += R[3 * a + k] * sum[6 * body + 3 + a];
      worst = fmax(worst, fabs(off) / (m * GRAVITY * dt));
      if (is_round(inertia))
        worst =
            fmax(worst, fabs(inertia[k] * (now[3 + k] - was[3 + k]) - moment) / (m * GRAVITY * dt));
    }
  }
  free(sum);
  return worst;
}

/* velocity of a point that moves with a body, places as before the step, velocities after it */
static void point_velocity(scene *s, const before *b, int body, const double point[3],
                           double v[3]) {
  double R[9], w[3], arm[3], turn[3];
  memset(v, 0, 3 * sizeof *v);
  if (body == 0) return;
  const double *qvel = scene_qvel(s) + 6 * (body - 1);
  rotation_of(b, body, R);
  for (int k = 0; k < 3; k++) {
    arm[k] = point[k] - position_of(b, body)[k];
    w[k] = R[3 * k] * qvel[3] + R[3 * k + 1] * qvel[4] + R[3 * k + 2] * qvel[5];
  }
  cross(w, arm, turn);
  for (int k = 0; k < 3; k++) v[k] = qvel[k] + turn[k];
}

/* square of r - P_K(r - (u + mu |u_t| n - target n)) */
static double law_residual(const rg_step_contact *c, const double u[3]) {
  double y[3], p[3], sum = 0;
  for (int k = 0; k < 3; k++) y[k] = p[k] = c->impulse[k] - u[k];
  y[0] = p[0] = y[0] + c->target - c->mu * hypot(u[1], u[2]);
  double t = hypot(y[1], y[2]);
  if (t > c->mu * y[0]) { /* outside: the nearest point of the edge, or the tip */
    p[0] = fmax(0, (y[0] + c->mu * t) / (1 + c->mu * c->mu));
    for (int k = 1; k < 3; k++) p[k] = t > 0 ? c->mu * p[0] * y[k] / t : 0;
  }
  for (int k = 0; k < 3; k++) sum += (c->impulse[k] - p[k]) * (c->impulse[k] - p[k]);
  return sum;
}

/* natural map of all contacts relative to what it is without impulses: |c|, or |c - target n| where that is more */
static double off_law(scene *s, const before *b) {
  const rg_step_contact *contact;
  const rg_problem *problem = rg_sim_problem(s->sim);
  int count = rg_sim_contacts(s->sim, &contact);
  double sum = 0, free_speed = 0, wanted = 0;
  assert_non_null(problem);
  assert_int_equal(rg_problem_size(problem), 3 * count);
  for (int i = 0; i < 3 * count; i++) {
    double off = problem->c[i] - (i % 3 == 0 ? contact[i / 3].target : 0);
    free_speed += problem->c[i] * problem->c[i];
    wanted += off * off;
  }
  for (int i = 0; i < count; i++) {
    double v1[3], v2[3], u[3];
    const rg_contact *c = &contact[i].contact;
    point_velocity(s, b, c->body1, c->position, v1);
    point_velocity(s, b, c->body2, c->position, v2);
    for (int a = 0; a < 3; a++) {
      u[a] = 0;
      for (int k = 0; k < 3; k++) u[a] += c->frame[3 * a + k] * (v1[k] - v2[k]);
    }
    sum += law_residual(&contact[i], u);
  }
  return sqrt(sum / fmax(free_speed, wanted));
}

/* --- runs --------------------------------------------------------------------------------------------------- */

typedef struct pile {
  const char *file;
  int steps;
  double dt;    /* 0: that of the scene */
  double tol;   /* the same */
  double gain;  /* J that a step may add */
  int contacts; /* at least, in the fullest step */
  int comes_to_rest;
} pile;

static void settle(const pile *p) {
  rg_model *model = scene_model(p->file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  if (p->dt > 0) options.dt = p->dt;
  if (p->tol > 0) options.solve.tol = p->tol;
  scene s = scene_start(p->file, NULL, &options);
  double start = rg_sim_energy(s.sim), dt = rg_sim_used_options(s.sim)->dt;
  run_watch watch = scene_run(&s, (p->steps - 1) * dt);
  before b = remember(&s);
  watch_step(&s, &watch);
  double balance = off_balance(&s, &b), law = off_law(&s, &b), tol = options.solve.tol;
  print_message("%s: %ld steps, %d contacts, natural map %.2g, %.2g by hand, momentum off by %.2g, "
                "energy %.3f to "
                "%.3f J, largest rise %.2g J, speed %.2g m/s, %ld steps allocated\n",
                p->file, watch.steps, watch.contacts, watch.natural_map, law, balance, start,
                watch.energy, watch.energy_gain, scene_speed(&s), watch.allocations);
  assert_int_equal(watch.unsolved, 0);
  assert_int_equal(watch.steps, p->steps);
  assert_at_most("natural map", watch.natural_map, tol);
  assert_at_most("natural map by hand", law, 1.01 * tol + 1e-12);
  assert_at_most("momentum", balance, 1e-9);
  assert_at_most("rise of the energy in a step", watch.energy_gain, p->gain);
  assert_at_least("contacts", watch.contacts, p->contacts);
  if (p->comes_to_rest) assert_at_most("speed", scene_speed(&s), 1e-3);
  free(b.qpos), free(b.qvel);
  scene_end(&s);
}

static void bricks(void **state) {
  (void)state;
  const pile p = {"box_wall100.xml", 40, 0, 0, 1e-6, 400, 0};
  settle(&p);
}

static void boxes(void **state) {
  (void)state;
  const pile p = {"box_pile100.xml", full() ? 3000 : 300, 0, 1e-6, 1e-7, 50, full()};
  settle(&p);
}

static void spheres(void **state) {
  (void)state;
  const pile p = {"spheres1000.xml", 90, 0, 1e-6, 5e-6, 500, 0};
  settle(&p);
}

/* the same with steps of 1 ms, until the heap is about to jam */
static void spheres_longer(void **state) {
  (void)state;
  if (!full()) skip();
  const pile p = {"spheres1000.xml", 1000, 1e-3, 1e-6, 5e-6, 2000, 0};
  settle(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bricks), cmocka_unit_test(boxes),
                                     cmocka_unit_test(spheres), cmocka_unit_test(spheres_longer)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
