/* Folders in which package:// and model:// are looked for. */
#ifndef RIGOR_PACKAGES_H
#define RIGOR_PACKAGES_H

#include "commands.h"

enum { MOST_PACKAGE_OPTIONS = 32 };

/* what --package-path said, each a list of folders with colons between them */
typedef struct package_folders {
  int count;
  const char *given[MOST_PACKAGE_OPTIONS];
} package_folders;

void take_packages(package_folders *folders, const char *text, rg_error *error);
/* rg_model_load with the folders that were given, then those of ROS_PACKAGE_PATH, AMENT_PREFIX_PATH (their
   share), GZ_SIM_RESOURCE_PATH, SDF_PATH, IGN_GAZEBO_RESOURCE_PATH and GAZEBO_MODEL_PATH. */
rg_status load_with_packages(rg_model **model, const char *path, rg_load_options load,
                             const package_folders *folders, rg_error *error);

#endif
