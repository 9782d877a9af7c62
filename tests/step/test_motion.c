/* The midpoint rule, default options, steps of 1 ms, against closed forms and equations of motion that
   are written down here: rolling, loops, pendulums, tops, bounces. Energies, momenta, gaps and closures
   are computed by hand from qpos and qvel. */
#include "step/simulate.h"
#include "step/turning.h"

#include "step/reference_ode.h"

/* seconds of a long run: a share of them under a sanitizer */
static double long_run(double seconds) { return SANITIZED ? seconds / 20 : seconds; }

static void step(scene *s) {
  if (rg_step(s->sim) != RG_SOLVED)
    fail_msg("at %g s: %s", rg_sim_report(s->sim)->time, rg_sim_report(s->sim)->reason);
}

/* the scene with another step; 0: its own */
static scene start_with(const char *file, const char *key, double dt) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  assert_int_equal(options.integrator, RG_MIDPOINT);
  if (dt > 0) options.dt = dt;
  return scene_start(file, key, &options);
}

static long steps_of(double seconds, double dt) { return lround(seconds / dt); }

/* --- by hand --------------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double distance(const double a[3], const double b[3]) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(dot(d, d));
}

/* a rigid body: mass, principal moments about its centre, and where that is in the body's frame */
typedef struct rigid {
  double mass, moment[3], centre[3];
} rigid;

/* Kinetic energy, and angular momentum about the origin, of a body whose origin is at x and moves with
   v, axes R, angular velocity w in the body's frame. */
static double body_motion(const rigid *b, const double x[3], const double R[9], const double v[3],
                          const double w[3], double L[3]) {
  double spin[3], turn[3], at[3], u[3], own[3], T = 0, orbit[3];
  for (int k = 0; k < 3; k++) spin[k] = b->moment[k] * w[k];
  cross(w, b->centre, turn);
  apply(R, turn, u);
  apply(R, b->centre, at);
  apply(R, spin, own);
  for (int k = 0; k < 3; k++) at[k] += x[k], u[k] += v[k];
  cross(at, u, orbit);
  for (int k = 0; k < 3; k++) {
    L[k] = own[k] + b->mass * orbit[k];
    T += 0.5 * (b->mass * u[k] * u[k] + spin[k] * w[k]);
  }
  return T;
}

/* --- rolling --------------------------------------------------------------------------------------- */

/* A body that rolls in a plane on a floor has one angle a: its centre of mass is at the height h(a),
   and the contact at h'(a) beside it,

       (I + m (h^2 + h'^2)) a'' + m h' (h + h'') a'^2 + m g h' = 0 */
typedef struct roller {
  double m, I;
  void (*height)(double angle, double h[3]); /* h, h', h'' */
} roller;

static void egg_height(double a, double h[3]) {
  const double x = 0.2 * 0.2, z = 0.08 * 0.08;
  h[0] = sqrt(x * sin(a) * sin(a) + z * cos(a) * cos(a));
  h[1] = (x - z) * sin(a) * cos(a) / h[0];
  h[2] = ((x - z) * cos(2 * a) - h[1] * h[1]) / h[0];
}

static void ball_height(double a, double h[3]) {
  h[0] = 0.1 - 0.04 * cos(a);
  h[1] = 0.04 * sin(a);
  h[2] = 0.04 * cos(a);
}

static const roller EGG = {1, (0.2 * 0.2 + 0.08 * 0.08) / 5, egg_height};
static const roller BALL = {1, 0.003, ball_height};

static void roll_rate(const double *y, double *rate, void *context) {
  const roller *r = context;
  double h[3];
  r->height(y[0], h);
  rate[0] = y[1];
  rate[1] = -r->m * h[1] * ((h[0] + h[2]) * y[1] * y[1] + GRAVITY) /
            (r->I + r->m * (h[0] * h[0] + h[1] * h[1]));
}

/* angle from rest at `start` */
static double roll_reference(const roller *r, double start, double seconds) {
  double y[2] = {start, 0}, h = 1e-4;
  roller own = *r;
  for (long k = 0; k < steps_of(seconds, h); k++) reference_step(roll_rate, &own, 2, y, h);
  return y[0];
}

/* kinetic and potential energy of a free body with its frame at the centre of mass */
static double free_energy(scene *s, const rigid *b) {
  const double *q = scene_qpos(s), *v = scene_qvel(s);
  double R[9], L[3];
  rotation(q + 3, R);
  return body_motion(b, q, R, v, v + 3, L) + b->mass * GRAVITY * q[2];
}

static const rigid EGG_BODY = {1, {0.01 * 1.64 / 5, 0.04 * 1.16 / 5, 0.05 / 5}, {0, 0, 0}};
static const rigid BALL_BODY = {1, {0.003, 0.003, 0.003}, {0, 0, 0}};

/* gap under an ellipsoid of 0.2, 0.1, 0.08 m */
static double egg_gap(const double *q) {
  double R[9];
  rotation(q + 3, R);
  return q[2] - sqrt(pow(0.2 * R[6], 2) + pow(0.1 * R[7], 2) + pow(0.08 * R[8], 2));
}

static void egg_rolls(void **state) {
  (void)state;
  double seconds = long_run(20), overlap = 0, gap = 0, drift = 0;
  scene s = start_with("egg.xml", "tilted", 1e-3);
  double start = free_energy(&s, &EGG_BODY), swing = start - GRAVITY * 0.08;
  assert_near("energy at the start", start, GRAVITY * 0.11883989759931324, 1e-12);
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    step(&s);
    double d = egg_gap(scene_qpos(&s));
    overlap = fmax(overlap, -d);
    gap = fmax(gap, d);
    drift = fmax(drift, fabs(free_energy(&s, &EGG_BODY) - start));
  }
  print_message("egg: %g s, overlap %.3g m, gap %.3g m, energy off by %.3g of its swing\n", seconds,
                overlap, gap, drift / swing);
  assert_at_most("overlap of the half height", overlap / 0.08, 1e-6);
  assert_at_most("energy of the swing", drift / swing, 0.01);
  scene_end(&s);
}

static void roly_poly_swings(void **state) {
  (void)state;
  double seconds = long_run(5), drift = 0, overlap = 0;
  scene s = start_with("roly_poly.xml", "tilted", 1e-3);
  double start = free_energy(&s, &BALL_BODY);
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    step(&s);
    const double *q = scene_qpos(&s);
    double R[9];
    rotation(q + 3, R);
    overlap = fmax(overlap, 0.1 - (q[2] + 0.04 * R[8]));
    drift = fmax(drift, fabs(free_energy(&s, &BALL_BODY) / start - 1));
  }
  print_message("roly-poly: %g s, overlap %.3g m, energy off by %.3g\n", seconds, overlap, drift);
  assert_at_most("energy", drift, 1e-4);
  assert_at_most("overlap", overlap, 1e-6);
  scene_end(&s);
}

/* the disk turns about the vertical, and that is all */
static void disk_rolls_in_place(void **state) {
  (void)state;
  double seconds = long_run(20), tilt = 0, overlap = 0, gap = 0, off = 0;
  scene s = start_with("eulers_disk.xml", "rolls", 1e-3);
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    step(&s);
    const double *q = scene_qpos(&s);
    double R[9];
    rotation(q + 3, R);
    double across = hypot(R[6], R[7]), d = q[2] - 0.5 * across - 0.01 * fabs(R[8]);
    tilt = fmax(tilt, fabs(atan2(across, R[8]) - 0.3));
    overlap = fmax(overlap, -d);
    gap = fmax(gap, d);
    off = fmax(off, hypot(q[0], q[1]));
  }
  print_message(
      "Euler's disk: %g s, tilt off by %.3g rad, centre by %.3g m, overlap %.3g m, gap %.3g m\n",
      seconds, tilt, off, overlap, gap);
  assert_at_most("tilt", tilt, 1e-4);
  assert_at_most("centre", off, 1e-4);
  assert_at_most("overlap", overlap, 1e-6);
  scene_end(&s);
}

/* --- loops ----------------------------------------------------------------------------------------- */

/* the bars of four_bar_energy.xml */
static const double GROUND = 0.7, BAR[3] = {0.2, 0.6, 0.5}, BAR_MASS[3] = {0.5, 0.3, 0.4};

/* angles of coupler and rocker for that of the crank, and how fast they turn with it */
static void four_bar(double crank, double angle[3], double ratio[3]) {
  double c[2] = {BAR[0] * cos(crank), BAR[0] * sin(crank)}, d = hypot(GROUND - c[0], c[1]);
  double x = (BAR[1] * BAR[1] - BAR[2] * BAR[2] + d * d) / (2 * d),
         y = sqrt(BAR[1] * BAR[1] - x * x);
  double u[2] = {(GROUND - c[0]) / d, -c[1] / d};
  double pin[2] = {c[0] + x * u[0] - y * u[1], c[1] + x * u[1] + y * u[0]};
  angle[0] = crank;
  angle[1] = atan2(pin[1] - c[1], pin[0] - c[0]);
  angle[2] = atan2(pin[1], pin[0] - GROUND);
  double down = sin(angle[1] - angle[2]);
  ratio[0] = 1;
  ratio[1] = -BAR[0] * sin(crank - angle[2]) / (BAR[1] * down);
  ratio[2] = BAR[0] * sin(angle[1] - crank) / (BAR[2] * down);
}

/* energies of uniform rods at these angles and rates */
static double four_bar_kinetic(const double a[3], const double w[3]) {
  double T = 0;
  for (int k = 0; k < 3; k++) {
    double half = BAR[k] / 2 * w[k], own = BAR_MASS[k] * BAR[k] * BAR[k] / 12 * w[k] * w[k];
    double u[2] = {-half * sin(a[k]), half * cos(a[k])};
    if (k == 1) u[0] -= BAR[0] * w[0] * sin(a[0]), u[1] += BAR[0] * w[0] * cos(a[0]);
    T += 0.5 * (BAR_MASS[k] * (u[0] * u[0] + u[1] * u[1]) + own);
  }
  return T;
}

static double four_bar_potential(const double a[3]) {
  return GRAVITY * (BAR_MASS[0] * BAR[0] / 2 * sin(a[0]) + BAR_MASS[2] * BAR[2] / 2 * sin(a[2]) +
                    BAR_MASS[1] * (BAR[0] * sin(a[0]) + BAR[1] / 2 * sin(a[1])));
}

/* the crank never stops, so that its rate follows from the energy: w^2 = 2 (E - U) / M */
static void crank_rate(const double *y, double *rate, void *context) {
  double angle[3], ratio[3], energy = *(double *)context;
  four_bar(y[0], angle, ratio);
  rate[0] = sqrt((energy - four_bar_potential(angle)) / four_bar_kinetic(angle, ratio));
}

static double crank_reference(double seconds) {
  double angle[3], ratio[3], y = 0.7, h = 1e-4;
  four_bar(y, angle, ratio);
  double energy = four_bar_potential(angle) + 12 * 12 * four_bar_kinetic(angle, ratio);
  for (long k = 0; k < steps_of(seconds, h); k++) reference_step(crank_rate, &energy, 1, &y, h);
  return y;
}

/* angles in the plane and rates of the simulation */
static void bars_of(scene *s, double a[3], double w[3]) {
  double start[3], ratio[3];
  const double *q = scene_qpos(s), *v = scene_qvel(s);
  four_bar(0.7, start, ratio);
  a[0] = start[0] + q[0], a[1] = start[1] + q[0] + q[1], a[2] = start[2] + q[2];
  w[0] = v[0], w[1] = v[0] + v[1], w[2] = v[2];
}

static void four_bar_turns(void **state) {
  (void)state;
  double seconds = long_run(10), a[3], w[3], drift = 0, open = 0;
  scene s = start_with("four_bar_energy.xml", "turns", 1e-3);
  bars_of(&s, a, w);
  double start = four_bar_kinetic(a, w) + four_bar_potential(a);
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    step(&s);
    bars_of(&s, a, w);
    double x = BAR[0] * cos(a[0]) + BAR[1] * cos(a[1]) - GROUND - BAR[2] * cos(a[2]);
    double y = BAR[0] * sin(a[0]) + BAR[1] * sin(a[1]) - BAR[2] * sin(a[2]);
    open = fmax(open, hypot(x, y));
    drift = fmax(drift, fabs((four_bar_kinetic(a, w) + four_bar_potential(a)) / start - 1));
  }
  print_message("four-bar: %g s, energy off by %.3g, loop open by %.3g m\n", seconds, drift, open);
  assert_at_most("energy", drift, 1e-4);
  assert_at_most("loop", open, 1e-9);
  scene_end(&s);
}

/* --- pendulums ------------------------------------------------------------------------------------- */

/* Energy and angular momentum about the vertical of `links` rods on ball joints, of length l and mass m:
   velocities of ball joints are those against the link above, in the link's own frame. */
static double chain_energy(scene *s, int links, double l, double m, double *about_vertical) {
  const rigid rod = {m, {m * l * l / 12, m * l * l / 12, m * l * l / 120}, {0, 0, -l / 2}};
  const double down[3] = {0, 0, -l};
  double x[3] = {0}, v[3] = {0}, w[3] = {0}, R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, sum = 0;
  *about_vertical = 0;
  for (int i = 0; i < links; i++) {
    double turn[9], above[9], was[3], u[3], end[3], L[3];
    rotation(scene_qpos(s) + 4 * i, turn);
    memcpy(above, R, sizeof R);
    memcpy(was, w, sizeof w);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        R[3 * r + c] = above[3 * r] * turn[c] + above[3 * r + 1] * turn[3 + c] +
                       above[3 * r + 2] * turn[6 + c];
    for (int k = 0; k < 3; k++) /* turn' w of the link above, and its own */
      w[k] =
          turn[k] * was[0] + turn[3 + k] * was[1] + turn[6 + k] * was[2] + scene_qvel(s)[3 * i + k];
    sum += body_motion(&rod, x, R, v, w, L) + m * GRAVITY * (x[2] - l / 2 * R[8]);
    *about_vertical += L[2];
    cross(w, down, u);
    apply(R, u, end);
    for (int k = 0; k < 3; k++) v[k] += end[k], x[k] -= l * R[3 * k + 2];
  }
  return sum;
}

/* Energy and angular momentum about the vertical, which are of the second order where they are not to
   rounding: that of linked bodies costs what is taken out of their energy. */
static void chain_swings(const char *file, int links, double l, double m, double energy,
                         double momentum) {
  double seconds = long_run(100), drift = 0, about, first, worst = 0;
  scene s = start_with(file, "swing", 1e-3);
  double start = chain_energy(&s, links, l, m, &first), spin = scene_qvel(&s)[2], spun = 0;
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    step(&s);
    drift = fmax(drift, fabs(chain_energy(&s, links, l, m, &about) - start));
    worst = fmax(worst, fabs(about / first - 1));
    if (links == 1) spun = fmax(spun, fabs(scene_qvel(&s)[2] / spin - 1));
  }
  print_message(
      "%s: %g s, energy off by %.3g of %.3g J, angular momentum about the vertical by %.3g, "
      "spin by %.3g\n",
      file, seconds, drift, start, worst, spun);
  assert_at_most("energy, J", drift, energy);
  assert_at_most("angular momentum about the vertical", worst, momentum);
  assert_at_most("spin about the rod", spun, 1e-4);
  scene_end(&s);
}

static void pendulum_in_space(void **state) {
  (void)state;
  chain_swings("pendulum_3d.xml", 1, 0.5, 1, 2e-5, 1e-5);
}

static void chain_of_balls(void **state) {
  (void)state;
  chain_swings("chain3_ball.xml", 3, 0.3, 0.3, 1e-9, 0.05);
}

/* double pendulum of rods of 1 m, 1 kg: y = angles from the vertical, rates */
static void double_rate(const double *y, double *rate, void *context) {
  (void)context;
  double c = cos(y[0] - y[1]), s = sin(y[0] - y[1]);
  double M[2][2] = {{4. / 3, 0.5 * c}, {0.5 * c, 1. / 3}};
  double f[2] = {-0.5 * s * y[3] * y[3] - 1.5 * GRAVITY * sin(y[0]),
                 0.5 * s * y[2] * y[2] - 0.5 * GRAVITY * sin(y[1])};
  double det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
  rate[0] = y[2], rate[1] = y[3];
  rate[2] = (M[1][1] * f[0] - M[0][1] * f[1]) / det;
  rate[3] = (M[0][0] * f[1] - M[1][0] * f[0]) / det;
}

/* largest error of angles and rates after `seconds` */
static double double_error(double seconds, double dt) {
  double y[4] = {0.8, 1.3, 0, 0}, h = 1e-4;
  for (long k = 0; k < steps_of(seconds, h); k++) reference_step(double_rate, NULL, 4, y, h);
  scene s = start_with("double_pendulum.xml", "swing", dt);
  for (long k = 0; k < steps_of(seconds, dt); k++) step(&s);
  const double *q = scene_qpos(&s), *v = scene_qvel(&s);
  double off[4] = {q[0] - y[0], q[0] + q[1] - y[1], v[0] - y[2], v[0] + v[1] - y[3]}, worst = 0;
  for (int k = 0; k < 4; k++) worst = fmax(worst, fabs(off[k]));
  scene_end(&s);
  return worst;
}

/* --- orders ---------------------------------------------------------------------------------------- */

static double egg_error(double seconds, double dt) {
  scene s = start_with("egg.xml", "tilted", dt);
  for (long k = 0; k < steps_of(seconds, dt); k++) step(&s);
  const double *q = scene_qpos(&s);
  double off = 2 * atan2(q[5], q[3]) - roll_reference(&EGG, 0.5, seconds);
  scene_end(&s);
  return fabs(off);
}

static double roly_poly_error(double seconds, double dt) {
  scene s = start_with("roly_poly.xml", "tilted", dt);
  for (long k = 0; k < steps_of(seconds, dt); k++) step(&s);
  const double *q = scene_qpos(&s);
  double off = 2 * atan2(q[5], q[3]) - roll_reference(&BALL, 0.6, seconds);
  scene_end(&s);
  return fabs(off);
}

static double four_bar_error(double seconds, double dt) {
  scene s = start_with("four_bar_energy.xml", "turns", dt);
  for (long k = 0; k < steps_of(seconds, dt); k++) step(&s);
  double off = 0.7 + scene_qpos(&s)[0] - crank_reference(seconds);
  scene_end(&s);
  return fabs(off);
}

/* the error of steps of dt, of half and of a quarter: each is a quarter of the one before, or less; the last */
static double order(const char *what, double (*error)(double, double), double seconds, double dt,
                    double least, double most) {
  double e[3];
  for (int k = 0; k < 3; k++) e[k] = error(seconds, dt / (1 << k));
  print_message("%s after %g s: off by %.3g at dt %g, then %.3g, %.3g: ratios %.3f, %.3f\n", what,
                seconds, e[0], dt, e[1], e[2], e[0] / e[1], e[1] / e[2]);
  for (int k = 0; k < 2; k++) {
    assert_at_least("ratio", e[k] / e[k + 1], least);
    assert_at_most("ratio", e[k] / e[k + 1], most);
  }
  return e[2];
}

static void second_order(void **state) {
  (void)state;
  double last = order("double pendulum", double_error, 2, 4e-3, 3.5, 4.5);
  assert_at_most("error at 1 ms", last, 1e-5);
  order("egg", egg_error, 1, 4e-3, 3.3, HUGE_VAL);
  order("roly-poly", roly_poly_error, 1, 4e-3, 3.3, HUGE_VAL);
  order("four-bar", four_bar_error, 1, 4e-3, 3.3, HUGE_VAL);
}

/* --- tops and free bodies -------------------------------------------------------------------------- */

/* angular momentum about the origin in space, energy returned, of the one body of a scene */
static double whole_motion(scene *s, const rigid *b, double L[3]) {
  const double *q = scene_qpos(s), *v = scene_qvel(s), origin[3] = {0};
  int ball = s->model->nv == 3;
  double R[9];
  rotation(ball ? q : q + 3, R);
  return ball ? body_motion(b, origin, R, origin, v, L) : body_motion(b, q, R, v, v + 3, L);
}

/* energy and angular momentum of one body stay, relative */
static void keeps_motion(const char *what, scene *s, const rigid *b, double seconds, double bound) {
  double first[3], L[3], drift = 0, off = 0, dt = rg_sim_used_options(s->sim)->dt;
  double start = whole_motion(s, b, first);
  for (long k = 0; k < steps_of(seconds, dt); k++) {
    step(s);
    drift = fmax(drift, fabs(whole_motion(s, b, L) / start - 1));
    off = fmax(off, distance(L, first) / sqrt(dot(first, first)));
  }
  print_message("%s: %g s, energy off by %.3g, angular momentum by %.3g\n", what, seconds, drift,
                off);
  assert_at_most("energy", drift, bound);
  assert_at_most("angular momentum", off, bound);
}

static scene start_text(const char *mjcf, const double *qpos, const double *qvel) {
  scene s = {scene_parse(mjcf), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error;
  assert_int_equal(rg_sim_new(&s.sim, s.model, &options, &error), RG_OK);
  if (qpos) memcpy(scene_qpos(&s), qpos, (size_t)s.model->nq * sizeof(double));
  memcpy(scene_qvel(&s), qvel, (size_t)s.model->nv * sizeof(double));
  return s;
}

/* the same body with its frame at the centre but for 1 nm, far beside it, and held in a point */
static void gyroscopes(void **state) {
  (void)state;
  rigid gyro = {1, {0.01, 0.02, 0.03}, {1e-9, 0, 0}};
  const double far[3] = {0.1, -0.2, 0.3}, spin[3] = {0.1, 10, 0.1};
  scene s = start_with("gyro_offset.xml", "spin", 1e-3);
  keeps_motion("gyroscope, frame 1 nm off", &s, &gyro, long_run(100), 1e-9);
  scene_end(&s);
  memcpy(gyro.centre, far, sizeof far);
  double qvel[6] = {0, 0, 0, spin[0], spin[1], spin[2]};
  s = start_text("<mujoco><option timestep='0.001' gravity='0 0 0'/><worldbody><body><freejoint/>"
                 "<inertial pos='0.1 -0.2 0.3' mass='1' diaginertia='0.01 0.02 0.03'/>"
                 "</body></worldbody></mujoco>",
                 NULL, qvel);
  keeps_motion("gyroscope, frame 0.37 m off", &s, &gyro, long_run(100), 1e-9);
  scene_end(&s);
  s = start_text("<mujoco><option timestep='0.001' gravity='0 0 0'/><worldbody><body>"
                 "<joint type='ball'/>"
                 "<inertial pos='0.1 -0.2 0.3' mass='1' diaginertia='0.01 0.02 0.03'/>"
                 "</body></worldbody></mujoco>",
                 NULL, spin);
  keeps_motion("gyroscope on a ball joint", &s, &gyro, long_run(100), 1e-9);
  scene_end(&s);
}

static void tumbles(void **state) {
  (void)state;
  const double x = 0.2 * 0.2, y = 0.4 * 0.4, z = 0.1 * 0.1, m = 8. / 12;
  const rigid box = {8, {m * (y + z), m * (x + z), m * (x + y)}, {0.1, 0, 0}};
  scene s = start_with("tumble.xml", "spin", 0);
  keeps_motion("tumbling box, steps of 0.3 rad", &s, &box, long_run(100), 1e-9);
  scene_end(&s);
}

/* steady precession: m g l = I3 w3 W - I1 W^2 cos t, the slower root */
static void heavy_top_precesses(void **state) {
  (void)state;
  double c = 0.014 * cos(0.5), b = 0.002 * 200, W = 2 * 0.981 / (b + sqrt(b * b - 4 * c * 0.981));
  double seconds = 10, angle = 0, nods = 0, before = 0;
  scene s = start_with("heavy_top.xml", "precesses", 1e-3);
  for (long k = 0; k < steps_of(seconds, 1e-3); k++) {
    double R[9];
    step(&s);
    rotation(scene_qpos(&s), R);
    double now = atan2(R[5], R[2]);
    angle += remainder(now - before, 2 * PI);
    before = now;
    nods = fmax(nods, fabs(acos(R[8]) - 0.5));
  }
  print_message("heavy top: precession %.6f rad/s, %.6f by the closed form; it nods by %.3g rad\n",
                angle / seconds, W, nods);
  assert_near("precession", angle / seconds / W, 1, 1e-3);
  assert_at_most("nutation", nods, 1e-3);
  scene_end(&s);
}

/* --- bounces --------------------------------------------------------------------------------------- */

static scene start_ball(double e, double dt) {
  rg_model *model = scene_model("acc_bounce.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  assert_int_equal(options.integrator, RG_MIDPOINT);
  options.restitution = e;
  options.dt = dt;
  return scene_start("acc_bounce.xml", NULL, &options);
}

/* energy over the floor, per mass */
static double ball_energy(scene *s) {
  double v = scene_qvel(s)[2];
  return 0.5 * v * v + GRAVITY * (scene_qpos(s)[2] - 0.1);
}

/* falls from 1 m until it has bounced `count` times; the height that its energy is good for after each */
static void bounce(double e, double dt, int count, double *height, double *overlap) {
  scene s = start_ball(e, dt);
  double before = 0;
  *overlap = 0;
  for (int k = 0; k < count && rg_sim_data(s.sim)->time < 100;) {
    step(&s);
    double v = scene_qvel(&s)[2];
    if (before < 0 && v > 0) height[k++] = ball_energy(&s) / GRAVITY;
    before = v;
    *overlap = fmax(*overlap, 0.1 - scene_qpos(&s)[2]);
  }
  scene_end(&s);
}

static void elastic(void **state) {
  (void)state;
  enum { BOUNCES = SANITIZED ? 5 : 50 };
  double height[BOUNCES] = {0}, overlap, worst = 0;
  bounce(1, 1e-3, BOUNCES, height, &overlap);
  for (int k = 0; k < BOUNCES; k++) worst = fmax(worst, fabs(height[k] - 1));
  print_message("e = 1: energy off by %.3g in %d bounces, overlap %.3g m\n", worst, BOUNCES,
                overlap);
  assert_at_most("energy", worst, 1e-9);
}

/* Heights h e^2, e^4, e^6. A bounce comes in the last step before the touch, at v dt over the floor at
   most, and that height it keeps: of what it leaves, sum of v dt / (e^2 h). */
static void inelastic(void **state) {
  (void)state;
  enum { BOUNCES = 3 };
  const double dt[2] = {1e-3, 1e-4}, e = 0.5;
  for (int d = 0; d < (SANITIZED ? 1 : 2); d++) {
    double height[BOUNCES] = {0}, overlap, bound = 0;
    bounce(e, dt[d], BOUNCES, height, &overlap);
    for (int k = 0; k < BOUNCES; k++) {
      double wanted = pow(e, 2 * k + 2), v = sqrt(2 * GRAVITY) * pow(e, k);
      bound += v * dt[d] / wanted;
      print_message("e = 0.5, dt %g: height %.6f of %.6f m, at most %.3g more\n", dt[d], height[k],
                    wanted, bound * wanted);
      assert_near("height", height[k] / wanted, 1, bound);
    }
    assert_at_most("overlap", overlap, 1e-9);
  }
}

/* it touches, and comes with 1 m/s */
static void hits_at_once(void **state) {
  (void)state;
  const double e[2] = {0, 0.7};
  for (int k = 0; k < 2; k++) {
    scene s = start_ball(e[k], 1e-3);
    scene_qpos(&s)[2] = 0.1;
    scene_qvel(&s)[2] = -1;
    step(&s);
    double v = scene_qvel(&s)[2], gap = scene_qpos(&s)[2] - 0.1;
    print_message("e = %g from the floor: leaves with %.6f m/s, gap %.3g m\n", e[k], v, gap);
    assert_near("velocity", v, e[k], k ? 1.01 * GRAVITY * 1e-3 : 1e-12);
    assert_at_least("gap", gap, -1e-12);
    assert_at_most("gap", gap, e[k] * 1e-3 + 1e-12);
    if (k == 0)
      for (int i = 0; i < 100; i++) step(&s), assert_near("stays", scene_qvel(&s)[2], 0, 1e-12);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(egg_rolls),
      cmocka_unit_test(roly_poly_swings),
      cmocka_unit_test(disk_rolls_in_place),
      cmocka_unit_test(four_bar_turns),
      cmocka_unit_test(pendulum_in_space),
      cmocka_unit_test(chain_of_balls),
      cmocka_unit_test(second_order),
      cmocka_unit_test(gyroscopes),
      cmocka_unit_test(tumbles),
      cmocka_unit_test(heavy_top_precesses),
      cmocka_unit_test(elastic),
      cmocka_unit_test(inelastic),
      cmocka_unit_test(hits_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
