/* Pages and pictures of a run: `--html`, `--svg`, `--png`, `--plot`. */
#ifndef RIGOR_RUN_PAGES_H
#define RIGOR_RUN_PAGES_H

#include "run.h"

#include <rigor/report.h>

/* Functions that fail fill the request's error. Nothing is wanted: *page stays NULL, all is well. */
rg_status pages_begin(run_request *request, run_answer *answer, rg_scene_page **page);
rg_status pages_step(run_request *request, run_answer *answer, rg_scene_page *page);
/* Writes what was asked for where `status` is RG_OK, frees in any case; returns the first failure. */
rg_status pages_end(run_request *request, run_answer *answer, rg_scene_page *page,
                    rg_status status);

#endif
