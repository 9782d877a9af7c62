/* Names of the choices, as on the command line and in model files. */
#include <rigor/step.h>

#include "step/sim.h"

#include <string.h>

static const char *const coordinates[] = {"minimal", "redundant", "embedded", NULL};
static const char *const integrators[] = {
    "euler", "moreau", "implicit-euler", "implicit-moreau", "midpoint", "explicit-euler", NULL};
static const char *const restitutions[] = {"energy", "newton", "poisson", NULL};
static const char *const stabilizations[] = {"target", "relax", "project", "none", "notes", NULL};
static const char *const policies[] = {"stop", "continue", "halve", NULL};
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

const char *rg_coordinates_name(rg_coordinates value) { return name(coordinates, (int)value); }
const char *rg_integrator_name(rg_integrator value) { return name(integrators, (int)value); }
const char *rg_restitution_name(rg_restitution value) { return name(restitutions, (int)value); }
const char *rg_stabilize_name(rg_stabilize value) { return name(stabilizations, (int)value); }
const char *rg_on_failure_name(rg_on_failure value) { return name(policies, (int)value); }
const char *rg_mode_name(rg_mode value) { return name(modes, (int)value); }

double rg_sim_contacts_dt(const rg_sim *sim) { return sim->contacts_dt; }
