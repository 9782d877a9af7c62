# the page that shows a motion (viewer/), compiled into rigor_report as RIGOR_PAGE_SOURCE; without node and npm it
# says what to install when a page is asked for
option(RIGOR_WITH_VIEWER "Compile the page of `rigor run --html` into rigor_report (needs node and npm)" ON)
find_program(NODE_PROGRAM NAMES node nodejs)
find_program(NPM_PROGRAM npm)
set(RIGOR_PAGE_SOURCE ${PROJECT_BINARY_DIR}/viewer/page.c)

set(RIGOR_HAVE_VIEWER OFF)
if(RIGOR_WITH_VIEWER AND NODE_PROGRAM AND NPM_PROGRAM)
  set(RIGOR_HAVE_VIEWER ON)
  set(viewer ${PROJECT_SOURCE_DIR}/viewer)
  file(GLOB viewer_sources CONFIGURE_DEPENDS ${viewer}/src/*)
  add_custom_command(OUTPUT ${RIGOR_PAGE_SOURCE}
    COMMAND ${NODE_PROGRAM} ${viewer}/build.mjs ${PROJECT_BINARY_DIR}/viewer ${RIGOR_PAGE_SOURCE}
    DEPENDS ${viewer_sources} ${viewer}/build.mjs ${viewer}/package.json ${viewer}/package-lock.json
    COMMENT "Bundling the viewer" VERBATIM)
  add_custom_target(rigor_viewer DEPENDS ${RIGOR_PAGE_SOURCE})
else()
  message(STATUS "node and npm are not installed (or not wanted): pages will be refused with a reason")
  file(CONFIGURE OUTPUT ${RIGOR_PAGE_SOURCE} CONTENT [=[
#include "scene/scene.h"
const char rg_page_missing[] = "this build of rigor has no page in it: install nodejs and npm, then build it again";
const char *const rg_page_head[] = {0};
const char *const rg_page_tail[] = {0};
]=])
endif()
