# The engine of pages that simulate (engine/, viewer/src/engine_worker.ts), compiled into rigor_report as RIGOR_ENGINE_SOURCE.
# Where emscripten is not installed, or the page has no bundler, whoever asks for such a page is told what is missing.
# Nothing that was generated is in the repository: it would have to be made anew with every change of src/.
find_program(EMCMAKE_PROGRAM emcmake)
find_program(GZIP_PROGRAM gzip)
set(engine_default OFF)
if(EMCMAKE_PROGRAM AND GZIP_PROGRAM AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(engine_default ON)
endif()
option(RIGOR_WITH_ENGINE "Compile the library to WebAssembly for `rigor run --html --live` (needs emscripten; a minute of its own)" ${engine_default})
set(RIGOR_ENGINE_SOURCE ${PROJECT_BINARY_DIR}/viewer/engine.c)
set(RIGOR_ENGINE_WASM ${PROJECT_BINARY_DIR}/engine/engine.wasm)
set(RIGOR_HAVE_ENGINE OFF)
if(RIGOR_WITH_ENGINE AND RIGOR_WITH_VIEWER AND EMCMAKE_PROGRAM AND GZIP_PROGRAM)
  set(RIGOR_HAVE_ENGINE ON)
  set(engine ${PROJECT_SOURCE_DIR}/engine)
  # compilers of this build have no say in the other one
  set(alone ${CMAKE_COMMAND} -E env --unset=CC --unset=CFLAGS --unset=CMAKE_C_COMPILER_LAUNCHER)
  file(GLOB_RECURSE engine_inputs CONFIGURE_DEPENDS ${engine}/* ${PROJECT_SOURCE_DIR}/src/*.[ch] ${PROJECT_SOURCE_DIR}/include/rigor/*.h
    ${PROJECT_SOURCE_DIR}/report/scene/*.[ch] ${PROJECT_SOURCE_DIR}/cli/view_*.[ch] ${PROJECT_SOURCE_DIR}/cli/json.[ch] ${PROJECT_SOURCE_DIR}/cli/method.[ch])
  add_custom_command(OUTPUT ${RIGOR_ENGINE_WASM}
    COMMAND ${alone} ${EMCMAKE_PROGRAM} ${CMAKE_COMMAND} -S ${engine} -B ${PROJECT_BINARY_DIR}/engine -G ${CMAKE_GENERATOR}
            -DCMAKE_BUILD_TYPE=Release > ${PROJECT_BINARY_DIR}/engine.log
    COMMAND ${alone} ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}/engine >> ${PROJECT_BINARY_DIR}/engine.log
    DEPENDS ${engine_inputs} COMMENT "Compiling the library to WebAssembly" VERBATIM)
  file(GLOB viewer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/src/*)
  add_custom_command(OUTPUT ${RIGOR_ENGINE_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/viewer -DWORK=${PROJECT_BINARY_DIR}/viewer -DOUT=${RIGOR_ENGINE_SOURCE}
            -DEMBED=$<TARGET_FILE:rigor_embed> -DWASM=${RIGOR_ENGINE_WASM} -DGZIP=${GZIP_PROGRAM}
            -P ${PROJECT_SOURCE_DIR}/viewer/build_engine.cmake
    DEPENDS ${RIGOR_ENGINE_WASM} ${viewer_sources} ${PROJECT_SOURCE_DIR}/viewer/build_engine.cmake rigor_embed ${RIGOR_PAGE_SOURCE}
    COMMENT "Bundling the engine" VERBATIM)
else()
  if(RIGOR_WITH_ENGINE)
    message(STATUS "emscripten is not installed: pages that simulate will be refused with a reason")
  endif()
  set(why "this build of rigor has no engine for pages: install emscripten and build again with RIGOR_WITH_ENGINE=ON")
  add_custom_command(OUTPUT ${RIGOR_ENGINE_SOURCE} COMMAND rigor_embed --engine ${RIGOR_ENGINE_SOURCE} ${why} DEPENDS rigor_embed VERBATIM)
endif()
