/* What a solver notes while it runs: residuals, attempts, and whether iterations or time are left. */
#include "base/clock.h"
#include "solve/front/solver.h"

#include <limits.h>

void rg_outcome_trace(rg_outcome *outcome, double residual) {
  if (outcome->trace && outcome->trace_length < outcome->trace_capacity)
    outcome->trace[outcome->trace_length++] = residual;
}

int rg_outcome_expired(const rg_outcome *outcome) {
  return rg_interrupted() || (outcome->deadline > 0 && rg_seconds() > outcome->deadline);
}

int rg_outcome_left(const rg_outcome *outcome, const rg_options *options) {
  int most = options->max_iterations > 0 ? options->max_iterations : INT_MAX;
  if (outcome->budget > 0 && outcome->budget < most) most = outcome->budget;
  return outcome->iterations < most ? most - outcome->iterations : 0;
}

void rg_outcome_attempt(rg_outcome *outcome, const char *solver, int iterations, double residual) {
  int full = outcome->attempt_count == RG_ATTEMPTS;
  int place = full ? RG_ATTEMPTS - 1 : outcome->attempt_count++;
  outcome->attempts[place] = (rg_attempt){solver, iterations, residual};
  outcome->attempts_made++;
}
