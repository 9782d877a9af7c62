#!/usr/bin/env bash
# Installs into a scratch prefix, then builds and runs a small consumer through find_package and pkg-config.
# Usage: try_install.sh SOURCE_DIR BUILD_DIR
set -eu
source_dir=$1 build_dir=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build_dir" --prefix "$scratch/prefix" >/dev/null
mkdir "$scratch/consumer"
cp "$source_dir/tests/install/consumer.c" "$scratch/consumer"
cp "$source_dir/tests/install/CMakeLists.txt.in" "$scratch/consumer/CMakeLists.txt"

flags=()
case "$build_dir" in */asan) flags=(-fsanitize=address,undefined) ;; esac

# find_package
cmake -S "$scratch/consumer" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  -DCMAKE_C_FLAGS="${flags[*]:-}" >/dev/null
cmake --build "$scratch/build" >/dev/null
"$scratch/build/consumer"

# pkg-config; the prefix is moved with the files
library=$(dirname "$(find "$scratch/prefix" -name rigor.pc | head -1)")
export PKG_CONFIG_PATH=$library
read -ra parts <<<"$(pkg-config --define-variable=prefix="$scratch/prefix" --cflags --libs rigor)"
cc "${flags[@]}" "$scratch/consumer/consumer.c" "${parts[@]}" -o "$scratch/by_pkg_config"
LD_LIBRARY_PATH=$(dirname "$library") "$scratch/by_pkg_config"

# the static library with what it needs
read -ra parts <<<"$(pkg-config --static --define-variable=prefix="$scratch/prefix" --cflags --libs rigor)"
cc "${flags[@]}" "$scratch/consumer/consumer.c" "${parts[@]/#-lrigor/-l:librigor.a}" -o "$scratch/by_static"
"$scratch/by_static"

# the program runs from where it was installed, and nothing but rg_ is visible
"$scratch/prefix/bin/rigor" --version
strangers=$(nm -D --defined-only "$(dirname "$library")/librigor.so" | awk '$2 ~ /[TDBR]/ {print $3}' | grep -v -e '^rg_' -e '^_init$' -e '^_fini$' || true)
[ -z "$strangers" ] || { echo "visible symbols without the prefix: $strangers"; exit 1; }
