#!/usr/bin/env bash
# Instructions that fixed, short scenes take, counted by callgrind, beside the counts that are kept in instructions.txt.
# Usage: instructions.sh RIGOR [--update]     exit status: 0 within 5 %, 1 a scene takes more, 2 cannot be counted
# Counts depend on the compiler and on libm, not on the load of the machine: compare on one machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rigor=${1:?usage: instructions.sh RIGOR [--update]}
update=${2:-}
kept=$here/instructions.txt
models=$here/../models
command -v valgrind >/dev/null || { echo "valgrind is not installed: apt install valgrind"; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# scene, model, key, steps
scenes="pendulum-pin pend12_pin init 200
pendulum-ball pend12_ball init 100
quadruped quadruped stand 100
tower box_tower100 - 60
gripper gripper hold 50"

# rg_step and what it calls
count() { # model key steps
  local key=()
  [ "$2" = - ] || key=(--key "$2")
  valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --toggle-collect=rg_step \
    "$rigor" run "$models/$1.xml" "${key[@]}" --steps "$3" --quiet >/dev/null 2>"$scratch/err" || [ $? -le 1 ]
  awk '/^(summary|totals):/ {print $2; exit}' "$scratch/out"
}

result=0
: >"$scratch/new"
printf '%-16s %8s %16s %16s %8s\n' scene steps instructions kept change
while read -r name model key steps; do
  now=$(count "$model" "$key" "$steps")
  [ -n "$now" ] && [ "$now" -gt 0 ] || { echo "$name: nothing was counted"; exit 2; }
  before=$(awk -v n="$name" '$1 == n {print $3}' "$kept" 2>/dev/null || true)
  echo "$name $steps $now" >>"$scratch/new"
  if [ -z "$before" ]; then
    printf '%-16s %8s %16s %16s %8s\n' "$name" "$steps" "$now" - new
    continue
  fi
  change=$(awk -v a="$now" -v b="$before" 'BEGIN {printf "%+.1f", 100 * (a / b - 1)}')
  printf '%-16s %8s %16s %16s %7s%%\n' "$name" "$steps" "$now" "$before" "$change"
  awk -v c="$change" 'BEGIN {exit !(c > 5)}' && result=1
done <<<"$scenes"
if [ "$update" = --update ]; then
  { echo "# scene steps instructions; $(cc --version | head -1)"; cat "$scratch/new"; } >"$kept"
  exit 0
fi
exit $result
