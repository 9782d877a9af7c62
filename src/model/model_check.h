/* What holds of every compiled model: for models that come as bytes. */
#ifndef RG_MODEL_CHECK_H
#define RG_MODEL_CHECK_H

#include "model/model_fields.h"

/* Single numbers are within the ranges of rg_model_fields already; here they have to fit each other, so that no index
   leads anywhere else. */
rg_status rg_model_check(const rg_model_extent *extent, rg_error *error);

#endif
