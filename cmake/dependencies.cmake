# where it has been built; elsewhere it may work, and whoever tries is told
option(RIGOR_UNTRIED_SYSTEM "Configure on a system on which rigor has never been built" OFF)
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT RIGOR_UNTRIED_SYSTEM)
  message(FATAL_ERROR "rigor is built and tested on Linux; on ${CMAKE_SYSTEM_NAME} nobody has tried. A container or virtual machine "
    "with Debian 12 will do; -DRIGOR_UNTRIED_SYSTEM=ON goes on all the same")
endif()

# what the library links: libm, expat, qhull, jansson, SuiteSparse AMD; libpng and libhdf5 where they are wanted
find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
find_package(EXPAT REQUIRED)
find_package(Threads REQUIRED)
find_path(QHULL_INCLUDE_DIR libqhull_r/libqhull_r.h REQUIRED)
find_library(QHULL_LIBRARY qhull_r REQUIRED)
find_path(AMD_INCLUDE_DIR amd.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(AMD_LIBRARY amd REQUIRED)
find_library(SUITESPARSE_CONFIG_LIBRARY suitesparseconfig REQUIRED)

add_library(rigor_dependencies INTERFACE)
target_include_directories(rigor_dependencies SYSTEM INTERFACE ${AMD_INCLUDE_DIR} ${QHULL_INCLUDE_DIR})
target_link_libraries(rigor_dependencies INTERFACE EXPAT::EXPAT ${QHULL_LIBRARY} PkgConfig::JANSSON ${AMD_LIBRARY} ${SUITESPARSE_CONFIG_LIBRARY} Threads::Threads m)

# who links librigor.a needs them, too
set(RIGOR_PRIVATE_LIBS "-lexpat -lqhull_r -ljansson -lamd -lsuitesparseconfig")

# height fields from pictures; rigor_report needs it in any case
find_package(PNG REQUIRED)
if(RIGOR_WITH_PNG)
  target_link_libraries(rigor_dependencies INTERFACE PNG::PNG)
  target_compile_definitions(rigor_dependencies INTERFACE RIGOR_HAVE_PNG=1)
  string(APPEND RIGOR_PRIVATE_LIBS " -lpng")
endif()

set(RIGOR_HAVE_FCLIB OFF)
if(RIGOR_WITH_FCLIB)
  find_package(HDF5 COMPONENTS C)
  if(HDF5_FOUND)
    set(RIGOR_HAVE_FCLIB ON)
    target_include_directories(rigor_dependencies SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
    target_link_libraries(rigor_dependencies INTERFACE ${HDF5_C_LIBRARIES})
    list(JOIN HDF5_C_LIBRARIES " " hdf5_libraries)
    string(APPEND RIGOR_PRIVATE_LIBS " ${hdf5_libraries}")
    target_compile_definitions(rigor_dependencies INTERFACE RIGOR_HAVE_FCLIB=1)
  else()
    message(STATUS "libhdf5 is not installed: FCLIB files will be refused with a reason")
  endif()
endif()

# what the program links for its options: a part of glibc, a library of its own elsewhere
include(CheckSymbolExists)
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(argp_parse argp.h RIGOR_ARGP_IN_LIBC)
unset(CMAKE_REQUIRED_DEFINITIONS)
add_library(rigor_argp INTERFACE)
if(NOT RIGOR_ARGP_IN_LIBC)
  find_path(ARGP_INCLUDE_DIR argp.h)
  find_library(ARGP_LIBRARY argp)
  if(NOT ARGP_INCLUDE_DIR OR NOT ARGP_LIBRARY)
    message(FATAL_ERROR "this system's C library has no argp (musl, macOS): install argp-standalone (apk add argp-standalone, "
      "brew install argp-standalone) and configure again")
  endif()
  target_include_directories(rigor_argp SYSTEM INTERFACE ${ARGP_INCLUDE_DIR})
  target_link_libraries(rigor_argp INTERFACE ${ARGP_LIBRARY})
endif()

# what the program links for `rigor view`
option(RIGOR_WITH_LIVE "Build `rigor view` (needs libwebsockets)" ON)
set(RIGOR_HAVE_LIVE OFF)
if(RIGOR_WITH_LIVE)
  pkg_check_modules(WEBSOCKETS IMPORTED_TARGET libwebsockets>=4.1)
  if(WEBSOCKETS_FOUND)
    set(RIGOR_HAVE_LIVE ON)
  else()
    message(STATUS "libwebsockets is not installed: `rigor view` will be refused with a reason")
  endif()
endif()

# peers for tests and benchmarks, never for the library
find_path(MUJOCO_INCLUDE_DIR mujoco/mujoco.h)
find_library(MUJOCO_LIBRARY mujoco)
add_library(rigor_mujoco INTERFACE)
if(MUJOCO_INCLUDE_DIR AND MUJOCO_LIBRARY)
  target_include_directories(rigor_mujoco SYSTEM INTERFACE ${MUJOCO_INCLUDE_DIR})
  target_link_libraries(rigor_mujoco INTERFACE ${MUJOCO_LIBRARY})
  target_compile_definitions(rigor_mujoco INTERFACE RIGOR_HAVE_MUJOCO=1)
endif()
