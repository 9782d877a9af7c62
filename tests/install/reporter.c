/* A page with a plot, one include and one library: reporter FILE. */
#include <rigor/report.h>
#include <stdio.h>

int main(int argc, char **argv) {
  const double x[3] = {0, 1, 2}, y[3] = {0, 1, 4};
  rg_error error = {0};
  char text[1024];
  rg_plot *plot = rg_plot_new("squares", "x", "y");
  rg_plot_series(plot, "x^2", RG_SERIES_LINE, 3, x, y);
  rg_page *page = rg_page_new("squares");
  rg_page_plot(page, plot);
  rg_status status = argc == 2 ? rg_page_write_html(page, argv[1], &error) : RG_BAD_INPUT;
  if (status != RG_OK) fprintf(stderr, "%s\n", rg_error_text(&error, text, sizeof text));
  rg_page_free(page);
  return status != RG_OK;
}
