# the page that shows a motion (viewer/), compiled into rigor_report as RIGOR_PAGE_SOURCE; where it cannot be made it says
# what to install when a page is asked for
option(RIGOR_WITH_VIEWER "Compile the page of `rigor run --html` into rigor_report" ON)
set(RIGOR_PAGE_SOURCE ${PROJECT_BINARY_DIR}/viewer/page.c)
set(viewer ${PROJECT_SOURCE_DIR}/viewer)

add_executable(rigor_embed ${viewer}/embed.c)
target_compile_definitions(rigor_embed PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(rigor_embed PRIVATE rigor_warnings)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/viewer)
# what it is made of and by, made ones among them
file(GLOB viewer_parts CONFIGURE_DEPENDS ${viewer}/src/* ${viewer}/dist/* ${viewer}/*.cmake ${viewer}/*.json ${viewer}/*.txt)
if(RIGOR_WITH_VIEWER)
  add_custom_command(OUTPUT ${RIGOR_PAGE_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${viewer} -DWORK=${PROJECT_BINARY_DIR}/viewer -DOUT=${RIGOR_PAGE_SOURCE}
            -DEMBED=$<TARGET_FILE:rigor_embed> -P ${viewer}/build.cmake
    DEPENDS ${viewer_parts} rigor_embed
    COMMENT "Bundling the viewer" VERBATIM)
else()
  add_custom_command(OUTPUT ${RIGOR_PAGE_SOURCE}
    COMMAND rigor_embed ${RIGOR_PAGE_SOURCE} "this build of rigor has no page in it: it was made with RIGOR_WITH_VIEWER=OFF"
    DEPENDS rigor_embed VERBATIM)
endif()
add_custom_target(rigor_viewer DEPENDS ${RIGOR_PAGE_SOURCE})
