# Makes the page as a C file: page.html with style and script, by embed.c. They are those of dist/ where these were made of
# the sources that are here, so that a build needs neither a network nor a bundler; else src/main.ts is bundled with three.js
# and uPlot (bundle.cmake). Where that is not possible the C file says why, and the program tells it to whoever asks for a page.
# Usage: cmake -DSOURCE=viewer -DWORK=folder -DOUT=page.c -DEMBED=program -P build.cmake
cmake_minimum_required(VERSION 3.22)
include(${SOURCE}/bundle.cmake)
include(${SOURCE}/sources.cmake)

if(dist_page STREQUAL page_hash)
  foreach(name page.js page.css engine_worker.js engine.mjs licences.txt)
    file(COPY ${SOURCE}/dist/${name} DESTINATION ${WORK}/bundle)
  endforeach()
else()
  install_packages(missing)
  if(missing)
    set(why "${missing} (viewer/dist is of other sources than viewer/src)")
    message("viewer: ${why}; pages will be refused")
    execute_process(COMMAND ${EMBED} ${OUT} "this build of rigor has no page in it: ${why}, then remove ${OUT} and build again"
      COMMAND_ERROR_IS_FATAL ANY)
    return()
  endif()
  bundle()
endif()
set(made ${WORK}/bundle)
execute_process(COMMAND ${EMBED} ${OUT} ${WORK}/page.html ${SOURCE}/src/page.html ${made}/page.css ${made}/page.js ${made}/licences.txt
  COMMAND_ERROR_IS_FATAL ANY)
