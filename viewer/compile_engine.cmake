# The library as WebAssembly, compressed: a project of its own (engine/), in the folder ENGINE. Compilers of the build that asks
# for it have no say there.
function(compile_engine out)
  set(alone ${CMAKE_COMMAND} -E env --unset=CC --unset=CFLAGS --unset=CMAKE_C_COMPILER_LAUNCHER)
  file(MAKE_DIRECTORY ${ENGINE})
  execute_process(COMMAND ${alone} ${EMCMAKE} ${CMAKE_COMMAND} -S ${SOURCE}/../engine -B ${ENGINE} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    OUTPUT_FILE ${ENGINE}/log ERROR_FILE ${ENGINE}/log RESULT_VARIABLE configured)
  if(configured EQUAL 0)
    execute_process(COMMAND ${alone} ${CMAKE_COMMAND} --build ${ENGINE} OUTPUT_FILE ${ENGINE}/log RESULT_VARIABLE built)
  endif()
  if(NOT configured EQUAL 0 OR NOT built EQUAL 0)
    file(READ ${ENGINE}/log log)
    message(FATAL_ERROR "viewer: the engine cannot be compiled\n${log}")
  endif()
  # without name and time: the same engine makes the same page
  execute_process(COMMAND ${GZIP} -9nc ${ENGINE}/engine.wasm OUTPUT_FILE ${out} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
