/* Coulomb's law, measured: contacts inside the cone stick, contacts that slip are pushed back
   along their slip, contacts that push do not part. A contact counts where it carries a
   thousandth of the largest normal force. */
#include "laws/laws.h"

#include <math.h>

static const double LOADED = 1e-3;  /* of the largest normal force of the step */
static const double INSIDE = 0.999; /* of the cone: less friction than this must stick */
static const double SLIPS = 1e-3;   /* m/s: slower has no direction worth measuring */

static void add(bench_measure *measure, double value, double weight) {
  measure->sum += weight * value;
  measure->weight += weight;
  measure->worst = fmax(measure->worst, value);
}

static void add_loaded(bench_laws *laws, const bench_contact *c) {
  double normal = c->force[0], friction = hypot(c->force[1], c->force[2]), most = c->mu * normal;
  double slip = hypot(c->velocity[1], c->velocity[2]);
  add(&laws->lift, fmax(0, c->velocity[0]), normal);
  if (most <= 0) return;
  laws->cone = fmax(laws->cone, (friction - most) / most);
  if (friction < INSIDE * most) {
    add(&laws->creep, slip, normal);
    return;
  }
  if (slip < SLIPS) return;
  double along = -(c->force[1] * c->velocity[1] + c->force[2] * c->velocity[2]);
  double across = c->force[1] * c->velocity[2] - c->force[2] * c->velocity[1];
  add(&laws->angle, fabs(atan2(across, along)), normal);
}

void bench_laws_step(bench_laws *laws, const bench_contact *contact, int count) {
  double largest = 0;
  laws->steps++;
  laws->contacts_sum += count;
  if (count > laws->contacts_most) laws->contacts_most = count;
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, contact[i].force[0]);
    laws->penetration = fmax(laws->penetration, -contact[i].gap);
  }
  for (int i = 0; i < count; i++)
    if (contact[i].force[0] > 0 && contact[i].force[0] >= LOADED * largest)
      add_loaded(laws, &contact[i]);
}

double bench_mean(const bench_measure *measure) {
  return measure->weight > 0 ? measure->sum / measure->weight : 0;
}

double bench_contacts_mean(const bench_laws *laws) {
  return laws->steps ? laws->contacts_sum / (double)laws->steps : 0;
}

void bench_laws_write(const bench_laws *l, FILE *stream) {
  fprintf(stream,
          "%ld %.17g %d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g",
          l->steps, l->contacts_sum, l->contacts_most, l->penetration, l->cone, l->creep.sum,
          l->creep.weight, l->creep.worst, l->lift.sum, l->lift.weight, l->lift.worst, l->angle.sum,
          l->angle.weight, l->angle.worst, l->rest);
}

int bench_laws_read(bench_laws *l, const char *line) {
  return sscanf(line, "%ld %lf %d %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &l->steps,
                &l->contacts_sum, &l->contacts_most, &l->penetration, &l->cone, &l->creep.sum,
                &l->creep.weight, &l->creep.worst, &l->lift.sum, &l->lift.weight, &l->lift.worst,
                &l->angle.sum, &l->angle.weight, &l->angle.worst, &l->rest) == 15;
}
