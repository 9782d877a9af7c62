# headers, both libraries, the program, find_package(rigor) and pkg-config
include(CMakePackageConfigHelpers)

install(TARGETS rigor_shared EXPORT rigor-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS rigor_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS rigor_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/rigor FILES_MATCHING PATTERN "*.xml" PATTERN "*.json")
install(FILES ${RIGOR_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rigor)
install(EXPORT rigor-targets NAMESPACE rigor:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)

configure_package_config_file(cmake/rigorConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rigorConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)

configure_file(cmake/rigor.pc.in ${CMAKE_CURRENT_BINARY_DIR}/rigor.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigor.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
