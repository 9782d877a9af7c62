# The engine of pages that simulate (engine/, viewer/src/engine_worker.ts), compiled into rigor_report as RIGOR_ENGINE_SOURCE:
# that of viewer/dist where it was made of these sources, else compiled where emscripten is installed (viewer/build_engine.cmake).
find_program(EMCMAKE_PROGRAM emcmake)
find_program(GZIP_PROGRAM gzip)
set(compile_default OFF)
if(EMCMAKE_PROGRAM AND GZIP_PROGRAM AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(compile_default ON)
endif()
option(RIGOR_WITH_ENGINE "Have the library as WebAssembly in pages, for `rigor run --html --live`" ON)
option(RIGOR_COMPILE_ENGINE "Compile that where viewer/dist has it of other sources (needs emscripten; half a minute of two cores)" ${compile_default})
set(RIGOR_ENGINE_SOURCE ${PROJECT_BINARY_DIR}/viewer/engine.c)
if(RIGOR_WITH_ENGINE AND RIGOR_WITH_VIEWER)
  set(root ${PROJECT_SOURCE_DIR})
  include(${root}/engine/sources.cmake)
  set(emcmake)
  if(RIGOR_COMPILE_ENGINE)
    set(emcmake ${EMCMAKE_PROGRAM})
  endif()
  add_custom_command(OUTPUT ${RIGOR_ENGINE_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${viewer} -DWORK=${PROJECT_BINARY_DIR}/viewer -DENGINE=${PROJECT_BINARY_DIR}/engine
            -DOUT=${RIGOR_ENGINE_SOURCE} -DEMBED=$<TARGET_FILE:rigor_embed> -DGZIP=${GZIP_PROGRAM} -DEMCMAKE=${emcmake}
            -DGENERATOR=${CMAKE_GENERATOR} -P ${viewer}/build_engine.cmake
    DEPENDS ${engine_inputs} ${viewer_parts} rigor_embed ${RIGOR_PAGE_SOURCE}
    COMMENT "Making the engine of pages" VERBATIM)
else()
  set(why "this build of rigor has no engine for pages: it was made with RIGOR_WITH_ENGINE=OFF")
  add_custom_command(OUTPUT ${RIGOR_ENGINE_SOURCE} COMMAND rigor_embed --engine ${RIGOR_ENGINE_SOURCE} ${why} DEPENDS rigor_embed VERBATIM)
endif()
