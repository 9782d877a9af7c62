# Bundles the worker of pages that simulate, and has embed.c write it with the compressed engine as a C file.
# Usage: cmake -DSOURCE=viewer -DWORK=folder -DOUT=engine.c -DEMBED=program -DWASM=engine.wasm -DGZIP=program -P build_engine.cmake
cmake_minimum_required(VERSION 3.22)
set(modules ${WORK}/node_modules)
find_program(esbuild NAMES esbuild PATHS ${modules}/.bin NO_DEFAULT_PATH)
find_program(esbuild NAMES esbuild)
if(NOT esbuild)
  execute_process(COMMAND ${EMBED} --engine ${OUT} "this build of rigor has no engine for pages: the page itself could not be made"
    COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()
execute_process(COMMAND ${esbuild} ${SOURCE}/src/engine_worker.ts --bundle --minify --format=iife --target=es2022
  --outfile=${WORK}/bundle/engine_worker.js --legal-comments=none --log-level=warning COMMAND_ERROR_IS_FATAL ANY)
# for tests outside of browsers
execute_process(COMMAND ${esbuild} ${SOURCE}/src/engine.ts --bundle --format=esm --target=es2022
  --outfile=${WORK}/bundle/engine.mjs --log-level=warning COMMAND_ERROR_IS_FATAL ANY)
# without name and time: the same engine makes the same page
execute_process(COMMAND ${GZIP} -9nc ${WASM} OUTPUT_FILE ${WORK}/engine.wasm.gz COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${EMBED} --engine ${OUT} ${WORK}/engine.wasm.gz ${WORK}/bundle/engine_worker.js COMMAND_ERROR_IS_FATAL ANY)
