/* Names of the choices, as on the command line and in model files. */
#include <rigor/step.h>

#include "step/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const coordinates[] = {"minimal", "redundant", "embedded", NULL};
static const char *const integrators[] = {
    "euler", "moreau", "implicit-euler", "implicit-moreau", "midpoint", "explicit-euler", NULL};
static const char *const restitutions[] = {"energy", "newton", "poisson", NULL};
static const char *const stabilizations[] = {"target", "relax", "project", "none", "notes", NULL};
static const char *const policies[] = {"stop", "continue", "halve", NULL};
static const char *const moments[] = {"product", "ellipsoid", "none", NULL};
static const char *const modes[] = {"break", "stick", "slip", NULL};

static int find(const char *const *names, const char *text) {
  for (int i = 0; text && names[i]; i++)
    if (strcmp(names[i], text) == 0) return i;
  return -1;
}

static const char *name(const char *const *names, int value) {
  int count = 0;
  while (names[count]) count++;
  return value >= 0 && value < count ? names[value] : NULL;
}

int rg_coordinates_parse(const char *text) { return find(coordinates, text); }
int rg_integrator_parse(const char *text) { return find(integrators, text); }
int rg_restitution_parse(const char *text) { return find(restitutions, text); }
int rg_stabilize_parse(const char *text) { return find(stabilizations, text); }
int rg_on_failure_parse(const char *text) { return find(policies, text); }
int rg_moments_parse(const char *text) { return find(moments, text); }

const char *rg_coordinates_name(rg_coordinates value) { return name(coordinates, (int)value); }
const char *rg_integrator_name(rg_integrator value) { return name(integrators, (int)value); }
const char *rg_restitution_name(rg_restitution value) { return name(restitutions, (int)value); }
const char *rg_stabilize_name(rg_stabilize value) { return name(stabilizations, (int)value); }
const char *rg_on_failure_name(rg_on_failure value) { return name(policies, (int)value); }
const char *rg_moments_name(rg_moments value) { return name(moments, (int)value); }
const char *rg_mode_name(rg_mode value) { return name(modes, (int)value); }

/* directions of a contact by its condim and the coefficients that it can have at most */
static int dim_of(int condim, double spin, double roll) {
  return condim == 6 && roll > 0 ? 6 : condim >= 4 && spin > 0 ? 4 : 3;
}

int rg_model_contact_dim(const rg_model *model, char *what, size_t size) {
  double spin = 0, roll = 0; /* of two shapes the larger ones count */
  int dim = 3;
  for (int g = 0; g < model->ngeom; g++) {
    spin = fmax(spin, model->geom_friction[3 * g + 1]);
    roll = fmax(roll, model->geom_friction[3 * g + 2]);
  }
  for (int g = 0; g < model->ngeom; g++) {
    int own = dim_of(model->geom_condim[g], spin, roll);
    if (own <= dim || !(model->geom_contype[g] | model->geom_conaffinity[g])) continue;
    dim = own;
    const char *name = rg_model_name(model, RG_OBJECT_GEOM, g);
    if (what && name && name[0]) snprintf(what, size, "geom '%s'", name);
    else if (what) snprintf(what, size, "geom %d", g);
  }
  for (int p = 0; p < model->npair; p++) {
    const double *f = model->pair_friction + 5 * p;
    int own = dim_of(model->pair_condim[p], f[2], f[3]);
    if (own <= dim) continue;
    dim = own;
    if (what) snprintf(what, size, "pair %d", p);
  }
  return dim;
}

double rg_sim_contacts_dt(const rg_sim *sim) { return sim->contacts_dt; }
