#!/usr/bin/env bash
# Compiles and runs every C program of the README and of the pages on own solvers and own functions against the library that was just built.
# Usage: try_readme.sh SOURCE_DIR LIBRARY_DIR
set -eu
source_dir=$1 library_dir=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk -v out="$scratch" '/^```c$/ {n++; on = 1; next} /^```/ {on = 0} on {print > (out "/program" n ".c")}' "$source_dir/README.md" "$source_dir/docs/solvers/own.md" "$source_dir/docs/solvers/ncp.md"
flags=()
case "$library_dir" in */asan) flags=(-fsanitize=address,undefined) ;; esac
programs=("$scratch"/program*.c)
[ "${#programs[@]}" -ge 4 ] || { echo "the pages have ${#programs[@]} programs"; exit 1; }
cd "$source_dir" # they read models/
for program in "${programs[@]}"; do
  cc -std=c17 -Wall -Wextra -Werror "${flags[@]}" -I"$source_dir/include" "$program" -L"$library_dir" -lrigor -lm -o "$scratch/program"
  LD_LIBRARY_PATH=$library_dir "$scratch/program"
done
