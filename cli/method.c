/* How a simulation is done, in words; only public functions of the library, so that a page that simulates says the same. */
#include "method.h"

#include <stdio.h>

const char *law_text(const rg_law_options *law, char *buffer, size_t size) {
  if (law->law == RG_LAW_PYRAMID || law->law == RG_LAW_NONSINGULAR)
    snprintf(buffer, size, "%s:%d", rg_law_name(law->law), law->directions);
  else snprintf(buffer, size, "%s", rg_law_name(law->law));
  return buffer;
}

const char *split_text(rg_split split) {
  static const char *const splits[] = {"any", "even", "compliant"};
  return splits[(int)split];
}

const char *used_solver(const rg_sim_options *chosen) {
  return chosen->solve.solver ? chosen->solve.solver : "auto";
}

rg_law_options used_law(const rg_sim_options *chosen) {
  rg_law_options law = chosen->solve.law;
  const rg_solver_info *info = rg_solver_find(used_solver(chosen));
  int cone = !info || (info->handles & (RG_HANDLES_CONE | RG_HANDLES_MIXED));
  if (law.law == RG_LAW_AUTO) law.law = cone ? RG_LAW_CONE : RG_LAW_PYRAMID;
  return law;
}

void method_text(const rg_sim_options *o, char *method, size_t size) {
  char law[64];
  rg_law_options used = used_law(o);
  snprintf(method, size, "%s, %s coordinates, dt %g s; solver %s, law %s, split %s, tolerance %g",
           rg_integrator_name(o->integrator), rg_coordinates_name(o->coordinates), o->dt,
           used_solver(o), law_text(&used, law, sizeof law), split_text(o->solve.split),
           o->solve.tol);
}
