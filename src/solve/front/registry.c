/* The one list of solvers. The order is the order of `rigor solvers`. */
#include "solve/front/solver.h"

#include <string.h>

#define RG_SOLVERS(X)                                                                              \
  X(auto)                                                                                          \
  X(nsgs)                                                                                          \
  X(newton)                                                                                        \
  X(follow)                                                                                        \
  X(prox)                                                                                          \
  X(psor)                                                                                          \
  X(todorov)                                                                                       \
  X(ncp_rlm) X(ncp_plm) X(mncpopt) X(lemke) X(path) X(pfb_rlm) X(pfb_plm) X(judice_pires) X(murty) \
      X(keller) X(lcpopt)

#define DECLARE(name) extern const rg_solver_entry rg_solver_##name;
RG_SOLVERS(DECLARE)

extern const rg_solver_entry
    rg_solver_own; /* has a name, and no place in the list: it is the caller's */

#define LIST(name) &rg_solver_##name,
const rg_solver_entry *const rg_registry[] = {RG_SOLVERS(LIST) NULL};

enum { REGISTRY_SIZE = sizeof rg_registry / sizeof rg_registry[0] - 1 };

int rg_solver_count(void) { return REGISTRY_SIZE; }

const rg_solver_info *rg_solver_at(int index) {
  return index >= 0 && index < REGISTRY_SIZE ? &rg_registry[index]->info : NULL;
}

const rg_solver_entry *rg_registry_find(const char *name) {
  if (strcmp(name, rg_solver_own.info.name) == 0) return &rg_solver_own;
  for (int i = 0; i < REGISTRY_SIZE; i++)
    if (rg_registry[i] && strcmp(rg_registry[i]->info.name, name) == 0) return rg_registry[i];
  return NULL;
}

const rg_solver_info *rg_solver_find(const char *name) {
  const rg_solver_entry *entry = name ? rg_registry_find(name) : NULL;
  return entry ? &entry->info : NULL;
}
