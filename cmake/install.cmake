# headers, the libraries, the program, find_package(rigor) with its components report and batch, and pkg-config
include(CMakePackageConfigHelpers)

# whoever built one library or only the program installs that: what is not there is left out
foreach(part "" report_ batch_)
  string(REPLACE _ - name "rigor_${part}targets")
  install(TARGETS rigor_${part}shared EXPORT ${name}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev OPTIONAL
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev OPTIONAL)
endforeach()
install(TARGETS rigor_static rigor_report_static rigor_batch_static
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev OPTIONAL)
install(TARGETS rigor_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools OPTIONAL)
if(RIGOR_HAVE_MPI)
  install(TARGETS rigor_sweep_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/rigor COMPONENT mpi OPTIONAL)
endif()
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/rigor COMPONENT tools FILES_MATCHING PATTERN "*.xml" PATTERN "*.json")
install(FILES ${RIGOR_HEADERS} ${RIGOR_REPORT_HEADERS} ${RIGOR_BATCH_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rigor
  COMPONENT dev)

# manual pages and completion, from the program's own descriptions of its options
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/made
  COMMAND ${CMAKE_COMMAND} -DRIGOR=$<TARGET_FILE:rigor_program> -DOUT=${manual} -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
  DEPENDS rigor_program cmake/manual.cmake COMMENT "Printing the manual pages" VERBATIM)
add_custom_target(rigor_manual ALL DEPENDS ${manual}/made)
install(DIRECTORY ${manual}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools OPTIONAL FILES_MATCHING PATTERN "*.1")
install(FILES ${manual}/bash/rigor DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools OPTIONAL)
install(FILES ${manual}/zsh/_rigor DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools OPTIONAL)

# the Python package, where Debian's Python looks; only in a package of its own (pip installs it elsewhere)
if(TARGET rigor_python)
  set(RIGOR_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where packages of Python are installed, below the prefix")
  install(TARGETS rigor_python LIBRARY DESTINATION ${RIGOR_PYTHON_DIR}/rigor COMPONENT python OPTIONAL EXCLUDE_FROM_ALL)
  install(DIRECTORY python/rigor/ DESTINATION ${RIGOR_PYTHON_DIR}/rigor COMPONENT python EXCLUDE_FROM_ALL
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed")
endif()
foreach(targets rigor-targets rigor-report-targets rigor-batch-targets)
  install(EXPORT ${targets} NAMESPACE rigor:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor COMPONENT dev)
endforeach()

separate_arguments(RIGOR_STATIC_LINKS UNIX_COMMAND "${RIGOR_PRIVATE_LIBS} -pthread -lm")
configure_package_config_file(cmake/rigorConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor COMPONENT dev)

foreach(name rigor rigor_report rigor_batch)
  configure_file(cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
