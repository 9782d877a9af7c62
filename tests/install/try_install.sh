#!/usr/bin/env bash
# Installs into a scratch prefix, then builds and runs two small programs, one that solves and one that reports, through
# find_package and pkg-config.
# Usage: try_install.sh SOURCE_DIR BUILD_DIR
set -eu
source_dir=$1 build_dir=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build_dir" --prefix "$scratch/prefix" >/dev/null
mkdir "$scratch/consumer"
cp "$source_dir"/tests/install/{consumer,reporter}.c "$scratch/consumer"
cp "$source_dir/tests/install/CMakeLists.txt.in" "$scratch/consumer/CMakeLists.txt"

flags=()
case "$build_dir" in */asan) flags=(-fsanitize=address,undefined) ;; esac

# PROGRAM_OF_CONSUMER PROGRAM_OF_REPORTER: both do what they are for
try() {
  "$1"
  "$2" "$scratch/page.html"
  grep -q '<svg' "$scratch/page.html"
  rm "$scratch/page.html"
}

# find_package
cmake -S "$scratch/consumer" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  -DCMAKE_C_FLAGS="${flags[*]:-}" >/dev/null
cmake --build "$scratch/build" >/dev/null
try "$scratch/build/consumer" "$scratch/build/reporter"
try "$scratch/build/consumer_static" "$scratch/build/reporter_static"

# what was not built is not installed, and that is no failure
cmake -S "$source_dir" -B "$scratch/unbuilt" -G Ninja -DRIGOR_BUILD_TESTS=OFF -DRIGOR_BUILD_BENCH=OFF >/dev/null
cmake --install "$scratch/unbuilt" --prefix "$scratch/headers" >/dev/null
[ -f "$scratch/headers/include/rigor/rigor.h" ]

# pkg-config; the prefix is moved with the files
package=$(dirname "$(find "$scratch/prefix" -name rigor.pc | head -1)")
library=$(dirname "$package")
export PKG_CONFIG_PATH=$package

# NAME PACKAGE PROGRAM [OPTION]
compile() {
  read -ra parts <<<"$(pkg-config ${4:-} --define-variable=prefix="$scratch/prefix" --cflags --libs "$2")"
  if [ -n "${4:-}" ]; then
    parts=("${parts[@]/%-lrigor_report/-l:librigor_report.a}")
    parts=("${parts[@]/%-lrigor/-l:librigor.a}")
  fi
  cc "${flags[@]}" "$scratch/consumer/$1.c" "${parts[@]}" -o "$scratch/$3"
}
compile consumer rigor consumer_shared
compile reporter rigor_report reporter_shared
LD_LIBRARY_PATH=$library try "$scratch/consumer_shared" "$scratch/reporter_shared"

# the static libraries with what they need
compile consumer rigor consumer_static --static
compile reporter rigor_report reporter_static --static
try "$scratch/consumer_static" "$scratch/reporter_static"

# the program runs from where it was installed, and nothing but rg_ is visible
"$scratch/prefix/bin/rigor" --version
for name in rigor rigor_report; do
  strangers=$(nm -D --defined-only "$library/lib$name.so" | awk '$2 ~ /[TDBR]/ {print $3}' | grep -v -e '^rg_' -e '^_init$' -e '^_fini$' || true)
  [ -z "$strangers" ] || { echo "visible symbols without the prefix: $strangers"; exit 1; }
done

# who simulates has no plots or pages in the library, and neither library has what the other one has
both=$(nm -D --defined-only "$library/librigor.so" "$library/librigor_report.so" | awk '$2 == "T" && $3 ~ /^rg_/ {print $3}' | sort | uniq -d)
[ -z "$both" ] || { echo "in both libraries: $both"; exit 1; }
! nm "$library/librigor.a" 2>/dev/null | grep -e ' T rg_\(plot\|page\|scene\)_' -e 'png_write' -e 'png_create_write' || { echo "the library has parts of reports"; exit 1; }
