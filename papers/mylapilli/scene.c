/* Opening and closing of simulations. */
#include "scene.h"

#include "common.h"
#include "numbers.h"

#include <string.h>

rg_status scene_from_model(scene *s, rg_model *model, scene_change change, const void *context,
                           rg_error *error) {
  rg_sim_options o;
  *s = (scene){model, NULL};
  rg_status status = rg_sim_options_from_model(model, &o, error);
  o.integrator = RG_EULER; /* Eq. 25-26 */
  if (status == RG_OK && change) change(context, &o);
  if (status == RG_OK) status = rg_sim_new(&s->sim, model, &o, error);
  if (status != RG_OK) scene_close(s);
  return status;
}

rg_status scene_open(scene *s, const paper_options *options, const char *file, const char *key,
                     scene_change change, const void *context, rg_error *error) {
  char path[1024];
  rg_model *model;
  *s = (scene){NULL, NULL};
  rg_status status =
      rg_model_load(&model, paper_model_path(options, file, path, sizeof path), NULL, error);
  if (status == RG_OK) status = scene_from_model(s, model, change, context, error);
  if (status != RG_OK) return status;
  status = rg_sim_reset(s->sim, key ? rg_model_find(s->model, RG_OBJECT_KEY, key) : -1, error);
  if (status != RG_OK) scene_close(s);
  return status;
}

void scene_close(scene *s) {
  rg_sim_free(s->sim);
  rg_model_free(s->model);
  *s = (scene){NULL, NULL};
}

void scene_use_solver(const void *context, rg_sim_options *options) {
  const paper_solver *p = context;
  options->solve.solver = p->solver;
  options->solve.law.law = p->exact ? RG_LAW_CONE : RG_LAW_PYRAMID;
  options->solve.law.directions = 4;
  if (!p->exact) options->solve.split = RG_SPLIT_ANY; /* the paper's solvers know of none */
  options->solve.law.aligned = 1;
  if (p->printed) rg_options_set(&options->solve, "as_printed", 1, NULL);
}
