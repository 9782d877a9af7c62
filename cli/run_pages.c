/* Pages and pictures of a run: remembers the motion while it goes on, writes at the end. */
#include "run_pages.h"

#include <string.h>

static const double USUAL_SCALE = 2; /* of --png: sharp on most screens */

static rg_error *error_of(run_request *request) { return &request->simulation.error; }

/* --- plots ---------------------------------------------------------------------------------- */

typedef rg_status (*plot_use)(run_request *request, const char *name, int several, rg_plot *plot);

/* every name of the list in its turn; takes care of the plot */
static rg_status each_plot(run_request *request, const rg_scene_page *page, plot_use use) {
  char list[1024];
  if (!request->plot) return RG_OK;
  if (strlen(request->plot) >= sizeof list)
    return refuse_option(error_of(request), "--plot", "the list is too long");
  snprintf(list, sizeof list, "%s", request->plot);
  int several = strchr(list, ',') != NULL;
  rg_status status = RG_OK;
  char *rest = list, *name;
  while (status == RG_OK && (name = strsep(&rest, ","))) {
    rg_error error = {0};
    rg_plot *plot = rg_scene_page_plot(page, name, &error);
    if (!plot) return refuse_option(error_of(request), "--plot", "'%s' %s", name, error.reason);
    status = use(request, name, several, plot);
    rg_plot_free(plot);
  }
  return status;
}

static rg_status only_look(run_request *request, const char *name, int several, rg_plot *plot) {
  (void)request, (void)name, (void)several, (void)plot;
  return RG_OK;
}

/* a name that nobody knows is told before the run, not after */
static rg_status check_plots(run_request *request, const rg_scene_page *page) {
  return each_plot(request, page, only_look);
}

/* a file of each kind that is wanted; "motion.svg" becomes "motion-energy.svg" for a plot `name` */
static rg_status write_picture(run_request *request, const char *name, const rg_plot *plot) {
  const char *const wanted[] = {request->svg, request->camera ? NULL : request->png};
  rg_status status = RG_OK;
  for (int k = 0; k < 2 && status == RG_OK; k++) {
    char path[4096];
    if (!wanted[k]) continue;
    const char *slash = strrchr(wanted[k], '/'), *dot = strrchr(wanted[k], '.');
    if (!dot || (slash && dot < slash)) dot = wanted[k] + strlen(wanted[k]);
    int length = snprintf(path, sizeof path, "%.*s%s%s%s", (int)(dot - wanted[k]), wanted[k],
                          name ? "-" : "", name ? name : "", dot);
    if (length < 0 || (size_t)length >= sizeof path)
      return refuse_option(error_of(request), k == 0 ? "--svg" : "--png", "the name is too long");
    status = k == 0 ? rg_plot_write_svg(plot, path, error_of(request))
                    : rg_plot_write_png(plot, path, request->png_scale, error_of(request));
  }
  return status;
}

static rg_status write_plot(run_request *request, const char *name, int several, rg_plot *plot) {
  return write_picture(request, several ? name : NULL, plot);
}

static rg_status write_side(run_request *request, const rg_scene_page *page) {
  rg_plot *plot = rg_scene_page_side(page, error_of(request));
  if (!plot) return error_of(request)->status;
  rg_status status = write_picture(request, NULL, plot);
  rg_plot_free(plot);
  return status;
}

/* what the camera sees at the end */
static rg_status write_photo(run_request *request, const run_answer *answer) {
  static const double WIDTH = 640, HEIGHT = 400; /* px, as other pictures */
  rg_data *data = rg_sim_data(answer->sim);
  rg_kinematics(answer->model, data);
  return rg_scene_photo(answer->model, data, request->camera, (int)(WIDTH * request->png_scale),
                        (int)(HEIGHT * request->png_scale), request->png, error_of(request));
}

static rg_status check_camera(run_request *request, const run_answer *answer) {
  rg_error error = {0};
  if (!request->camera || !rg_scene_find_camera(answer->model, request->camera, &error))
    return RG_OK;
  return refuse_option(error_of(request), "--camera", "%s", error.reason);
}

/* --- the page ------------------------------------------------------------------------------- */

rg_status pages_begin(run_request *request, run_answer *answer, rg_scene_page **page) {
  char title[256], method[512];
  rg_status camera = check_camera(request, answer);
  if (camera || (!request->html && !request->svg && !request->png)) return camera;
  rg_scene_page_options options = rg_scene_page_options_default();
  title_text(request->simulation.path, title, sizeof title);
  method_text(rg_sim_used_options(answer->sim), method, sizeof method);
  options.title = title;
  rg_status status = rg_scene_page_new(page, answer->model, &options, error_of(request));
  if (status == RG_OK)
    status = rg_scene_page_begin(*page, answer->sim, NULL, method, error_of(request));
  // every page can go on with its motion where this build has the engine for it
  if (status == RG_OK && request->html && rg_has_scene_engine())
    status = rg_scene_page_engine(*page, answer->sim, request->live, error_of(request));
  return status == RG_OK ? check_plots(request, *page) : status;
}

rg_status pages_step(run_request *request, run_answer *answer, rg_scene_page *page) {
  return page ? rg_scene_page_add(page, 0, answer->sim, error_of(request)) : RG_OK;
}

rg_status pages_end(run_request *request, run_answer *answer, rg_scene_page *page,
                    rg_status status) {
  if (page && status == RG_OK) status = rg_scene_page_end(page, 0, answer->sim, error_of(request));
  if (page && status == RG_OK && request->html)
    status = rg_scene_page_write(page, request->html, error_of(request));
  if (request->png_scale == 0) request->png_scale = USUAL_SCALE;
  if (page && status == RG_OK && request->camera) status = write_photo(request, answer);
  if (page && status == RG_OK && (request->svg || (request->png && !request->camera)))
    status = request->plot ? each_plot(request, page, write_plot) : write_side(request, page);
  rg_scene_page_free(page);
  return status;
}
