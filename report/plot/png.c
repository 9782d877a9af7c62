/* A picture through libpng: size and kind, colour space, density, rows. */
#include "plot/png.h"

#include <assert.h>
#include <png.h>

#include <math.h>
#include <setjmp.h>

static void put(png_structp png, png_bytep bytes, size_t size) {
  fwrite(bytes, 1, size, png_get_io_ptr(png));
}

static void flush(png_structp png) { (void)png; }

/* the library never prints */
static void give_up(png_structp png, png_const_charp why) {
  (void)why;
  png_longjmp(png, 1);
}

static void keep_quiet(png_structp png, png_const_charp why) {
  (void)png;
  (void)why;
}

static int write_picture(png_structp png, png_infop info, const uint8_t *rgb, int width, int height,
                         double density) {
  if (setjmp(png_jmpbuf(png))) return 0;
  png_uint_32 pixels = (png_uint_32)lround(density);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // for readers that do not know sRGB its gamma of 1/2.2
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_gAMA_fixed(png, info, 45455);
  png_set_pHYs(png, info, pixels, pixels, PNG_RESOLUTION_METER);
  // flat colours repeat as they are
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_write_info(png, info);
  for (int y = 0; y < height; y++) png_write_row(png, rgb + 3 * (size_t)width * (size_t)y);
  png_write_end(png, info);
  return 1;
}

int rg_png_write(FILE *stream, const uint8_t *rgb, int width, int height, double density) {
  assert(width > 0 && height > 0 && density > 0);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, keep_quiet);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (png) png_set_write_fn(png, stream, put, flush);
  int written = info && write_picture(png, info, rgb, width, height, density);
  png_destroy_write_struct(&png, &info);
  return written;
}
