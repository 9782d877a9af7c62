# strict from the first commit
add_library(rigor_warnings INTERFACE)
target_compile_options(rigor_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wmissing-prototypes -Wstrict-prototypes
  -ffp-contract=off)
if(RIGOR_WERROR)
  target_compile_options(rigor_warnings INTERFACE -Werror)
endif()
