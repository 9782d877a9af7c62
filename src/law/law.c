/* The laws by name: table, options, checks, and the set-up of the MLCP. */
#include "law/law.h"

#include "base/finite.h"
#include "math/dense.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *summary;
  const rg_law_form *form; /* NULL: not an MLCP */
  int counts_directions;   /* NAME:N is understood */
} table[RG_LAW_COUNT] = {
    [RG_LAW_AUTO] = {"auto", "the cone where the solver handles it, else pyramid:8", NULL, 0},
    [RG_LAW_CONE] = {"cone", "exact circular friction cone", NULL, 0},
    [RG_LAW_PYRAMID] = {"pyramid", "polyhedral cone with N directions, inscribed", &rg_law_pyramid,
                        1},
    [RG_LAW_SLACK] = {"slack", "exact in the plane, three unknowns a contact", &rg_law_slack, 0},
    [RG_LAW_BOX] = {"box", "two directions with bounds from the normal impulse of the last solve",
                    &rg_law_box, 0},
    [RG_LAW_HYBRID] = {"hybrid", "box that follows the slip, lateral direction compliant",
                       &rg_law_hybrid, 0},
    [RG_LAW_NONSINGULAR] = {"nonsingular", "N/2 directions with phantom inertia: regular matrix",
                            &rg_law_nonsingular, 1},
    [RG_LAW_SQUARE] = {"square", "square pyramid where it rolls, Coulomb where it slides",
                       &rg_law_square, 0},
    [RG_LAW_FRICTIONLESS] = {"frictionless", "normal impulses only", &rg_law_frictionless, 0},
};

static int known(rg_law law) { return (int)law >= 0 && law < RG_LAW_COUNT; }

const char *rg_law_name(rg_law law) { return known(law) ? table[law].name : NULL; }

const char *rg_law_summary(rg_law law) { return known(law) ? table[law].summary : NULL; }

rg_law_options rg_law_options_default(void) {
  return (rg_law_options){.law = RG_LAW_AUTO,
                          .directions = 8,
                          .aligned = 1,
                          .phantom = 1,
                          .mu_static = 1,
                          .threshold = 1e-3,
                          .repeats = 100};
}

/* the law called by the first `length` characters; RG_LAW_COUNT where there is none */
static int law_called(const char *text, size_t length) {
  for (int law = 0; law < RG_LAW_COUNT; law++)
    if (strlen(table[law].name) == length && !strncmp(table[law].name, text, length)) return law;
  return RG_LAW_COUNT;
}

rg_status rg_law_parse(const char *text, rg_law_options *options, rg_error *error) {
  if (!text) return rg_fail(error, RG_BAD_INPUT, "law", "no law is named");
  const char *colon = strchr(text, ':');
  int law = law_called(text, colon ? (size_t)(colon - text) : strlen(text));
  if (law == RG_LAW_COUNT)
    return rg_fail(error, RG_BAD_INPUT, "law",
                   "'%.40s' is none of auto, cone, pyramid[:N], slack, box, hybrid, "
                   "nonsingular[:N], square, frictionless",
                   text);
  if (!colon) {
    options->law = (rg_law)law;
    return RG_OK;
  }
  if (!table[law].counts_directions)
    return rg_fail(error, RG_BAD_INPUT, "law", "%s takes no number", table[law].name);
  /* digits only, so that nothing is passed over */
  const char *digits = colon + 1;
  size_t count = strspn(digits, "0123456789");
  if (count > 6 && digits[count] == '\0')
    return rg_fail(error, RG_BAD_INPUT, "law", "'%.40s': too many directions", text);
  if (count == 0 || digits[count] != '\0')
    return rg_fail(error, RG_BAD_INPUT, "law", "'%.40s': a whole number must follow the colon",
                   text);
  int directions = (int)strtol(digits, NULL, 10);
  if (directions < 2 || directions % 2)
    return rg_fail(error, RG_BAD_INPUT, "law", "the number of directions must be even, from 2");
  options->law = (rg_law)law;
  options->directions = directions;
  return RG_OK;
}

/* whether a contact counts as sliding: only a slip that was given tells */
static int slides(int dim, const rg_law_options *options, int i) {
  if (!options->slip) return 0;
  double speed = rg_norm(dim - 1, options->slip + (size_t)i * (size_t)(dim - 1));
  return speed > 0 && speed >= options->threshold;
}

static long long unknowns(const rg_local *local, const rg_law_options *options) {
  const rg_law_form *form = table[options->law].form;
  long long n = local->rows;
  for (int i = 0; i < local->contacts; i++)
    n += form->size(local->dim, options, slides(local->dim, options, i));
  return n;
}

/* a number that must be finite and at least `least` */
static rg_status check_number(const char *name, double value, double least, rg_error *error) {
  if (isfinite(value) && value >= least) return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, name, "must be a number from %g, not %g", least, value);
}

static rg_status check_directions(const rg_local *local, const rg_law_options *options,
                                  rg_error *error) {
  if (!table[options->law].counts_directions) return RG_OK;
  int least = local->dim == 3 ? 4 : 2, most = 1000000;
  if (options->directions >= least && options->directions <= most && options->directions % 2 == 0)
    return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, "directions", "must be even, from %d, not %d", least,
                 options->directions);
}

static rg_status check_numbers(const rg_law_options *options, rg_error *error) {
  const struct {
    const char *name;
    double value, least;
  } number[] = {{"angle", options->angle, -DBL_MAX},
                {"mu_static", options->mu_static, 1},
                {"threshold", options->threshold, 0},
                {"relax_normal", options->relax_normal, 0},
                {"relax_tangent", options->relax_tangent, 0},
                {"phantom", options->phantom, 0},
                {"repeats", options->repeats, 0}};
  for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
    rg_status status = check_number(number[k].name, number[k].value, number[k].least, error);
    if (status != RG_OK) return status;
  }
  if (options->law == RG_LAW_NONSINGULAR && options->phantom <= 0)
    return rg_fail(error, RG_BAD_INPUT, "phantom", "must be > 0, not %g", options->phantom);
  return RG_OK;
}

rg_status rg_law_check(const rg_local *local, const rg_law_options *options, rg_error *error) {
  assert(local && options);
  if (!known(options->law))
    return rg_fail(error, RG_BAD_INPUT, "law", "there is no law number %d", (int)options->law);
  rg_status status = check_numbers(options, error);
  if (status == RG_OK && local->contacts > 0) status = check_directions(local, options, error);
  if (status != RG_OK) return status;
  if (options->law == RG_LAW_SLACK && local->contacts > 0 && local->dim != 2)
    return rg_fail(error, RG_BAD_INPUT, "law", "slack is a law of the plane: use square in space");
  int contacts = local->contacts, dim = contacts ? local->dim : 1;
  if (!rg_all_finite(contacts * (dim - 1), options->slip))
    return rg_fail(error, RG_BAD_INPUT, "slip", "has an entry that is not finite");
  if (!rg_all_finite(contacts * dim, options->last_impulse))
    return rg_fail(error, RG_BAD_INPUT, "last_impulse", "has an entry that is not finite");
  /* the matrix is dense: say so before the memory is gone */
  long long n = local->rows;
  if (local->contacts > 0) n = table[options->law].form ? unknowns(local, options) : 0;
  if (n > RG_LAW_SIZE_LIMIT)
    return rg_fail(error, RG_BAD_INPUT, "law", "%s would make %lld unknowns, dense, more than %d",
                   table[options->law].name, n, RG_LAW_SIZE_LIMIT);
  return RG_OK;
}

int rg_law_size(const rg_local *local, const rg_law_options *options) {
  if (local->contacts == 0) return local->rows;
  if (!known(options->law) || !table[options->law].form) return -1;
  long long n = unknowns(local, options);
  return n > INT_MAX ? -1 : (int)n;
}

static const double *copy(rg_arena *arena, const double *values, size_t count) {
  if (!values) return NULL;
  double *memory = RG_NEW(arena, double, count);
  if (memory) memcpy(memory, values, count * sizeof(double));
  return memory;
}

/* memory of one contact's block; its bounds are a part of the MLCP's */
static void setup_block(rg_arena *arena, rg_law_mlcp *law, int i, int size) {
  rg_law_block *block = &law->block[i];
  size_t m = (size_t)size, dim = (size_t)law->dim;
  block->size = size;
  block->B = RG_NEW(arena, double, dim *m);
  block->R = RG_NEW(arena, double, dim *m);
  block->S = RG_NEW(arena, double, m *m);
  block->core = RG_NEW(arena, double, m *m);
  block->d = RG_NEW(arena, double, m);
  block->lower = law->mlcp.lower + law->first[i];
  block->upper = law->mlcp.upper + law->first[i];
}

/* sizes, modes and owners of the unknowns */
static void setup_contacts(rg_arena *arena, rg_law_mlcp *law) {
  int dim = law->dim;
  law->first[0] = law->rows;
  for (int a = 0; a < law->rows; a++) law->owner[a] = -1;
  for (int i = 0; i < law->contacts; i++) {
    rg_law_contact *contact = &law->contact[i];
    contact->dim = dim;
    contact->sliding = slides(dim, &law->options, i);
    if (law->last) contact->last = law->last + (size_t)i * (size_t)dim;
    int size = law->form->size(dim, &law->options, contact->sliding);
    law->first[i + 1] = law->first[i] + size;
    setup_block(arena, law, i, size);
    for (int k = 0; k < dim; k++) law->owner[law->rows + i * dim + k] = i;
  }
}

rg_law_mlcp *rg_law_setup(rg_arena *arena, const rg_local *local, const rg_law_options *options) {
  assert(arena && local && options);
  int n = rg_law_size(local, options);
  rg_law_mlcp *law = n < 0 ? NULL : RG_NEW(arena, rg_law_mlcp, 1);
  if (!law) return NULL;
  size_t contacts = (size_t)local->contacts, unknown = (size_t)n;
  law->options = *options;
  law->form = known(options->law) ? table[options->law].form : NULL;
  law->dim = local->dim;
  law->rows = local->rows;
  law->contacts = local->contacts;
  law->mlcp.n = n;
  law->mlcp.M = RG_NEW(arena, double, unknown *unknown);
  law->mlcp.q = RG_NEW(arena, double, unknown);
  law->mlcp.lower = RG_NEW(arena, double, unknown);
  law->mlcp.upper = RG_NEW(arena, double, unknown);
  law->first = RG_NEW(arena, int, contacts + 1);
  law->contact = RG_NEW(arena, rg_law_contact, contacts);
  law->block = RG_NEW(arena, rg_law_block, contacts);
  law->owner = RG_NEW(arena, int, local->n);
  law->velocity = RG_NEW(arena, double, local->n);
  law->row_scale = RG_NEW(arena, double, local->rows);
  if (contacts) {
    law->options.slip = copy(arena, options->slip, contacts * (size_t)(local->dim - 1));
    law->options.last_impulse = copy(arena, options->last_impulse, contacts * (size_t)local->dim);
    if (options->slip) law->slip = RG_NEW(arena, double, contacts *(size_t)(local->dim - 1));
    if (options->last_impulse) law->last = RG_NEW(arena, double, contacts *(size_t)local->dim);
    law->iterates = law->form->iterates && law->form->iterates(&law->options);
  }
  if (arena->failed) return NULL;
  setup_contacts(arena, law);
  return arena->failed ? NULL : law;
}
