/* A spring between a point of a body and a place that somebody moves. */
#include "view_spring.h"

#include <math.h>

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int k = 0; k < 3; k++)
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The mass that the point shows to whoever pulls at it, the mean over all directions of what it
   yields: 3 / trace of the linear part of J M^-1 J'. 0: it cannot be moved. */
static double point_mass(rg_osi *osi, rg_sim *sim, int body, const double place[3]) {
  double lambda[36];
  rg_node node = {.body = body, .point = {place[0], place[1], place[2]}};
  if (rg_osi_compute(osi, rg_sim_model(sim), rg_sim_data(sim), 1, &node, RG_OSI_RECURSION,
                     lambda) != RG_OK)
    return 0;
  double trace = lambda[21] + lambda[28] + lambda[35];
  return trace > 0 && isfinite(trace) ? 3 / trace : 0;
}

/* A spring of a few oscillations a second for the mass that it meets, damped so that it does not
   swing: F = m (w^2 (to - p) - 2 w v). Slower where the time step asks for it: a direction may be
   lighter than the mean by a factor of three. */
void spring_pull(const view_spring *s, rg_osi *osi, rg_sim *sim) {
  const double usual = 25; /* rad/s */
  rg_data *d = rg_sim_data(sim);
  double dt = rg_sim_used_options(sim)->dt, arm[3], place[3], turning[3], force[3], moment[3];
  const double *R = d->xmat + 9 * s->body, *v = d->xvel + 6 * s->body;
  for (int k = 0; k < 3; k++) {
    arm[k] = R[3 * k] * s->point[0] + R[3 * k + 1] * s->point[1] + R[3 * k + 2] * s->point[2];
    place[k] = d->xpos[3 * s->body + k] + arm[k];
  }
  double mass = point_mass(osi, sim, s->body, place);
  double frequency = fmin(usual * sqrt(s->strength), 0.15 / dt);
  cross(v, arm, turning);
  for (int k = 0; k < 3; k++)
    force[k] = mass * frequency * (frequency * (s->to[k] - place[k]) - 2 * (v[3 + k] + turning[k]));
  // about the centre of mass
  for (int k = 0; k < 3; k++) arm[k] = place[k] - d->xipos[3 * s->body + k];
  cross(arm, force, moment);
  for (int k = 0; k < 3; k++) {
    d->xfrc_applied[6 * s->body + k] += force[k];
    d->xfrc_applied[6 * s->body + 3 + k] += moment[k];
  }
}
