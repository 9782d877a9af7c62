# headers, the libraries, the program, find_package(rigor) with its components report and batch, and pkg-config
include(CMakePackageConfigHelpers)

# whoever built one library or only the program installs that: what is not there is left out
install(TARGETS rigor_shared EXPORT rigor-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(TARGETS rigor_report_shared EXPORT rigor-report-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(TARGETS rigor_batch_shared EXPORT rigor-batch-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(TARGETS rigor_static rigor_report_static rigor_batch_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(TARGETS rigor_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
if(RIGOR_HAVE_MPI)
  install(TARGETS rigor_sweep_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/rigor OPTIONAL)
endif()
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/rigor FILES_MATCHING PATTERN "*.xml" PATTERN "*.json")
install(FILES ${RIGOR_HEADERS} ${RIGOR_REPORT_HEADERS} ${RIGOR_BATCH_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rigor)
foreach(targets rigor-targets rigor-report-targets rigor-batch-targets)
  install(EXPORT ${targets} NAMESPACE rigor:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
endforeach()

separate_arguments(RIGOR_STATIC_LINKS UNIX_COMMAND "${RIGOR_PRIVATE_LIBS} -pthread -lm")
configure_package_config_file(cmake/rigorConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)

foreach(name rigor rigor_report rigor_batch)
  configure_file(cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
