/* A plot as a PNG file: the picture that plot_svg.c writes, in its light colours, as pixels. */
#include "plot/canvas.h"
#include "plot/png.h"
#include "plot/raster_surface.h"

#include <rigor/file.h>

static const double LEAST_SCALE = 0.25, MOST_SCALE = 16;
static const double PX_A_METRE = 96 / 0.0254;

static rg_status write_file(const rg_raster_surface *s, const char *path, rg_error *error) {
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  const rg_raster *r = &s->raster;
  if (!rg_png_write(output.stream, r->rgb, r->width, r->height, PX_A_METRE * s->scale))
    status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "plot", "no memory was left for it");
  return rg_output_close(&output, status, error);
}

rg_status rg_plot_write_png(const rg_plot *plot, const char *path, double scale, rg_error *error) {
  rg_error_clear(error);
  if (!plot || plot->failed)
    return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "plot", "no memory was left for it");
  if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    return rg_fail_at(error, RG_BAD_INPUT, path, 0, 0, "scale", "must be in %g to %g", LEAST_SCALE,
                      MOST_SCALE);
  rg_raster_surface s = rg_raster_surface_new(scale);
  rg_plot_picture(plot, &s.surface);
  rg_status status;
  if (s.too_large)
    status = rg_fail_at(error, RG_BAD_INPUT, path, 0, 0, "scale",
                        "the picture would have more than 100 million pixels");
  else if (s.failed)
    status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "plot", "no memory was left for it");
  else status = write_file(&s, path, error);
  rg_raster_surface_free(&s);
  return status;
}
