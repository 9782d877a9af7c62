/* Whether a motion is proved: bounds that are told, and the words for it. */
#include <rigor/step.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double OVERLAP = 1e-3, LOOPS = 1e-6, ENERGY = 1e-3, ROUNDING = 1e-9;

static double smallest_shape(const rg_model *model) {
  double least = 0;
  for (int g = 0; g < model->ngeom; g++)
    if (model->geom_radius[g] > 0 && (least == 0 || model->geom_radius[g] < least))
      least = model->geom_radius[g];
  return least;
}

rg_motion_bounds rg_motion_bounds_of(const rg_model *model, double kinetic_most,
                                     double energy_first) {
  return (rg_motion_bounds){.overlap = OVERLAP * smallest_shape(model),
                            .loops = LOOPS,
                            .energy = ENERGY * kinetic_most + ROUNDING * fabs(energy_first)};
}

/* one more thing that is missed, behind the others */
RG_PRINTF(4, 5)
static void add(char *text, size_t size, size_t *used, const char *format, ...) {
  va_list values;
  if (*used > 0 && *used < size) *used += (size_t)snprintf(text + *used, size - *used, ", ");
  if (*used >= size) return;
  va_start(values, format);
  *used += (size_t)vsnprintf(text + *used, size - *used, format, values);
  va_end(values);
}

int rg_motion_proved(const rg_motion_bounds *b, double overlap, double loops, double unexplained,
                     char *text, size_t size) {
  size_t used = 0;
  double energy = fabs(unexplained);
  // what is no number is no proof, and neither is a bound that is none
  int apart = overlap <= b->overlap, closed = loops <= b->loops;
  int explained = energy <= b->energy && isfinite(b->energy);
  if (size > 0) text[0] = 0;
  if (!isfinite(overlap) || !isfinite(loops) || !isfinite(energy) || !isfinite(b->energy)) {
    add(text, size, &used, "%s beyond what numbers can say",
        !isfinite(overlap) ? "overlaps"
        : !isfinite(loops) ? "loops"
                           : "energies");
    return 0;
  }
  if (!apart) add(text, size, &used, "overlap %.2e m over %.1e", overlap, b->overlap);
  if (!closed) add(text, size, &used, "loops %.2e over %.0e", loops, b->loops);
  if (!explained) add(text, size, &used, "unexplained energy %.2e J over %.1e", energy, b->energy);
  if (!apart || !closed || !explained) return 0;
  snprintf(text, size, "overlap, loops and unexplained energy below %.1e m, %.0e, %.1e J",
           b->overlap, b->loops, b->energy);
  return 1;
}
