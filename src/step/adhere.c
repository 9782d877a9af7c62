/* Adhesion: the contacts that it pulls through. A force a that draws two surfaces together along the normal n of a contact
   enters the contact problem as every force does, with the total impulse p of the contact, which only pushes:

       v+ = v- + M^-1 (dt f + sum G' (p - dt a n)),    K* contains u (De Saxce)  perp  p in K

   so that p - dt a n, what acts between the bodies, lies in the cone moved down by dt a (docs/stepping.md). A contact sticks
   where its gap is within the zone of its pair and of what a motion is known to. */
#include "collide/collider.h"
#include "step/sim.h"

#include <math.h>

/* of the smaller shape: what lasting contacts may be apart in the middle of a step (constraints.c) */
static const double APART = 1e-3;

static int any_adhesion(const rg_model *m) {
  for (int a = 0; a < m->nactuator; a++)
    if (m->actuator_body[a] >= 0) return 1;
  for (int g = 0; g < m->ngeom; g++)
    if (m->geom_adhesion[g] > 0) return 1;
  for (int p = 0; p < m->npair; p++)
    if (m->pair_adhesion[p] > 0) return 1;
  return 0;
}

int rg_sim_new_grips(rg_sim *sim) {
  if (!any_adhesion(sim->model)) return 1;
  sim->grip = RG_NEW(&sim->arena, rg_grip, sim->constraints->most_contacts);
  return sim->grip != NULL;
}

/* how far beyond its margin a pair may pull */
static double reach_of(const rg_model *m) {
  double zone = 0, size = 0;
  for (int g = 0; g < m->ngeom; g++) {
    zone = fmax(zone, m->geom_gap[g]);
    size = fmax(size, m->geom_radius[g]);
  }
  for (int p = 0; p < m->npair; p++) zone = fmax(zone, m->pair_gap[p]);
  return zone + APART * size;
}

/* 1 where an actuator sticks one of the bodies to what it touches */
static int is_gripped(const rg_model *m, const rg_contact *contact) {
  for (int a = 0; a < m->nactuator; a++) {
    int body = m->actuator_body[a];
    if (body >= 0 && (contact->body1 == body || contact->body2 == body)) return 1;
  }
  return 0;
}

void rg_sim_find_grips(rg_sim *sim) {
  const rg_model *model = sim->model;
  rg_work *work = rg_work_of(sim->data);
  const rg_contact *contact;
  int count = 0;
  if (!sim->grip) return;
  rg_kinematics_of_forces(model, sim->data);
  rg_collider_set_margin(sim->collider, reach_of(model));
  int n = rg_collide(sim->collider, model, sim->data, &contact, NULL);
  for (int i = 0; i < n && count < sim->constraints->most_contacts; i++) {
    rg_pair_law law;
    const rg_contact *c = contact + i;
    double apart = APART * rg_smaller_radius(model, c);
    if (!rg_filter_pair(&sim->collider->filter, model, c->geom1, c->geom2, &law)) continue;
    if (!(c->gap <= law.margin + law.zone + apart)) continue;
    if (!(law.adhesion > 0) && !is_gripped(model, c)) continue;
    rg_grip *g = &sim->grip[count++];
    *g = (rg_grip){.body = {c->body1, c->body2}, .pull = law.adhesion};
    rg_v3_copy(g->point, c->position);
    rg_v3_copy(g->normal, c->frame);
  }
  work->grip = sim->grip;
  work->ngrip = count;
}
