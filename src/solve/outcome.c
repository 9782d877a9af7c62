#include "base/clock.h"
#include "solve/solver.h"

void rg_outcome_trace(rg_outcome *outcome, double residual) {
  if (outcome->trace && outcome->trace_length < outcome->trace_capacity)
    outcome->trace[outcome->trace_length++] = residual;
}

int rg_outcome_expired(const rg_outcome *outcome) {
  return outcome->deadline > 0 && rg_seconds() > outcome->deadline;
}
