# `cpack` in a build folder makes packages of Debian: the libraries, what builds with them, the program, its module for MPI, the
# manual, the Python package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rigor)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "the authors of rigor <rigor@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# packages of one build find each other's libraries
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/report ${PROJECT_BINARY_DIR}/batch)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL library dev tools)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME librigor${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME librigor-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "librigor${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION}), libexpat1-dev, libqhull-dev, libjansson-dev, libsuitesparse-dev, libpng-dev")
if(RIGOR_HAVE_FCLIB)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libhdf5-dev")
endif()
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME rigor)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Shared libraries")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, static libraries, CMake and pkg-config files")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The program with its manual pages, completion and models")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "rigor-doc")
if(RIGOR_HAVE_MPI)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "rigor-mpi")
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME rigor-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "Sweeps on the ranks of mpirun")
endif()
# the manual is made while it is packed: its scenes take a minute, which no build should
find_program(PANDOC_PROGRAM pandoc)
if(PANDOC_PROGRAM)
  list(APPEND CPACK_COMPONENTS_ALL doc)
  install(CODE "execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/manual
    \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/rigor-doc/html $<TARGET_FILE:rigor_program>
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)" COMPONENT doc EXCLUDE_FROM_ALL)
  set(CPACK_DEBIAN_DOC_PACKAGE_NAME rigor-doc)
  set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
  set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
  set(CPACK_COMPONENT_DOC_DESCRIPTION "The manual: pages with a search, and a gallery of scenes that simulate in the browser")
endif()
if(TARGET rigor_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rigor)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9), python3-numpy")
  # what Python compiles goes with the package
  set(control ${PROJECT_BINARY_DIR}/package)
  file(WRITE ${control}/postinst "#!/bin/sh\nset -e\n[ \"$1\" != configure ] || py3compile -p python3-rigor\n")
  file(WRITE ${control}/prerm "#!/bin/sh\nset -e\npy3clean -p python3-rigor\n")
  file(CHMOD ${control}/postinst ${control}/prerm PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${control}/postinst ${control}/prerm)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python package")
endif()

# every package says whose it is: ours, and what its pages contain
file(READ ${PROJECT_SOURCE_DIR}/viewer/dist/licences.txt licences)
file(WRITE ${PROJECT_BINARY_DIR}/package/copyright "rigor: the authors of rigor, Apache-2.0, /usr/share/common-licenses/Apache-2.0

Pages that the program, the libraries and the Python package write contain these:

${licences}")
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} name)
  install(FILES ${PROJECT_BINARY_DIR}/package/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
