/* How much room contact problems of a model will need, before there are any: so that the set-up takes
   it and the first touch of a motion asks the system for nothing. */
#ifndef RG_EXPECTED_H
#define RG_EXPECTED_H

#include <rigor/model.h>

#include <stddef.h>

/* Counts; a problem that is larger grows its memory and is counted. */
typedef struct rg_expected {
  size_t values, runs; /* of half-solved rows */
} rg_expected;

/* A few contacts a body, every row that the model has, and drives for a robot's joints. */
rg_expected rg_expect(const rg_model *model, int most_rows, int most_contacts);

#endif
