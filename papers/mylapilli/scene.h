/* A simulation of a model file or of a model built in C, and how the paper's solvers are asked for.
 */
#ifndef PAPERS_MYLAPILLI_SCENE_H
#define PAPERS_MYLAPILLI_SCENE_H

#include "papers.h"

typedef struct scene {
  rg_model *model;
  rg_sim *sim;
} scene;

/* Settings of the file, changed by `change` (may be NULL; called before the simulation is made), at
   a keyframe (NULL: qpos0). On failure nothing is left open. */
typedef void (*scene_change)(const void *context, rg_sim_options *options);
rg_status scene_open(scene *s, const paper_options *options, const char *file, const char *key,
                     scene_change change, const void *context, rg_error *error);
/* The same with a model that is there already; takes it over. */
rg_status scene_from_model(scene *s, rg_model *model, scene_change change, const void *context,
                           rg_error *error);
void scene_close(scene *s);

/* a scene_change: context is a paper_solver, four directions along the slip for MLCP */
void scene_use_solver(const void *paper_solver, rg_sim_options *options);

#endif
