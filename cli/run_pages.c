/* Pages and pictures of a run: remembers the motion while it goes on, writes at the end. */
#include "run_pages.h"

#include <string.h>

static rg_error *error_of(run_request *request) { return &request->simulation.error; }

/* the name of the file without its folder and ending */
static void title_of(const char *path, char *title, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(title, size, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(title, '.');
  if (dot && dot != title) *dot = 0;
}

static void method_of(const rg_sim_options *o, char *method, size_t size) {
  char law[64];
  rg_law_options used = used_law(o);
  snprintf(method, size, "%s, %s coordinates, dt %g s; solver %s, law %s, split %s, tolerance %g",
           rg_integrator_name(o->integrator), rg_coordinates_name(o->coordinates), o->dt,
           used_solver(o), law_text(&used, law, sizeof law), split_text(o->solve.split),
           o->solve.tol);
}

rg_status pages_begin(run_request *request, run_answer *answer, rg_scene_page **page) {
  char title[256], method[512];
  if (!request->html) return RG_OK;
  rg_scene_page_options options = rg_scene_page_options_default();
  title_of(request->simulation.path, title, sizeof title);
  method_of(rg_sim_used_options(answer->sim), method, sizeof method);
  options.title = title;
  rg_status status = rg_scene_page_new(page, answer->model, &options, error_of(request));
  if (status != RG_OK) return status;
  return rg_scene_page_begin(*page, answer->sim, NULL, method, error_of(request));
}

rg_status pages_step(run_request *request, run_answer *answer, rg_scene_page *page) {
  return page ? rg_scene_page_add(page, answer->sim, error_of(request)) : RG_OK;
}

rg_status pages_end(run_request *request, rg_scene_page *page, rg_status status) {
  if (page && status == RG_OK && request->html)
    status = rg_scene_page_write(page, request->html, error_of(request));
  rg_scene_page_free(page);
  return status;
}
