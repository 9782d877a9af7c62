/* Numbers as JSON: %.17g gives every double back bit for bit. */
#include "base/json_numbers.h"

#include <math.h>

void rg_json_real(FILE *stream, double x) {
  if (isinf(x)) fputs(x > 0 ? "\"inf\"" : "\"-inf\"", stream);
  else fprintf(stream, "%.17g", x);
}

void rg_json_reals(FILE *stream, const double *x, size_t count) {
  fputc('[', stream);
  for (size_t k = 0; k < count; k++) {
    if (k) fputs(", ", stream);
    rg_json_real(stream, x[k]);
  }
  fputc(']', stream);
}
