# Makes the engine of pages that simulate as a C file: the compressed WebAssembly and its worker, by embed.c. It is that of
# dist/ where that was made of the sources that are here; else it is compiled, where EMCMAKE is given; else it is that of dist/
# all the same, which is somewhat older than the library beside it, and the build says so; where the two would not understand each
# other there is none.
# Usage: cmake -DSOURCE=viewer -DWORK=folder -DENGINE=folder -DOUT=engine.c -DEMBED=program -DGZIP=program -DEMCMAKE=program
#              -DGENERATOR=name -P build_engine.cmake
cmake_minimum_required(VERSION 3.22)
include(${SOURCE}/sources.cmake)
include(${SOURCE}/compile_engine.cmake)
set(worker ${WORK}/bundle/engine_worker.js)
if(NOT EXISTS ${worker})
  execute_process(COMMAND ${EMBED} --engine ${OUT} "this build of rigor has no engine for pages: the page itself could not be made"
    COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()
set(wasm ${SOURCE}/dist/engine.wasm.gz)
if(NOT dist_engine STREQUAL engine_hash)
  if(EMCMAKE)
    set(wasm ${WORK}/engine.wasm.gz)
    compile_engine(${wasm})
  elseif(NOT dist_shared STREQUAL shared_hash)
    execute_process(COMMAND ${EMBED} --engine ${OUT}
      "this build of rigor has no engine for pages: that of viewer/dist does not fit this program; install emscripten and build again"
      COMMAND_ERROR_IS_FATAL ANY)
    return()
  else()
    message("viewer: the engine of pages that simulate is that of viewer/dist, made of other sources than those of src/")
  endif()
endif()
execute_process(COMMAND ${EMBED} --engine ${OUT} ${wasm} ${worker} COMMAND_ERROR_IS_FATAL ANY)
