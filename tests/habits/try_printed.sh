#!/usr/bin/env bash
# What the manual shows of a command's output is what the command prints. A block of a page that is indented by four blanks
# and has a line "$ rigor ..." (or "$ build/release/rigor ...") is run, and the lines under it are compared
# (compare_printed.awk: the same words, numbers to 1e-3 or both below 1e-8). A comment before the block may say otherwise:
#     <!-- printed: any number in WORD [FIELD...]; ... -->   of lines that begin with WORD, or these words of them: times,
#                                                            and places of what is rounding
#     <!-- printed: measured with WORD... -->                any number in any line; not compared where a WORD is not printed: a
#                                                            peer that is not installed
#     <!-- printed: within 1e-2 -->                          how near numbers must be
#     <!-- printed: not run, REASON -->                      shown for its form only
# Usage: try_printed.sh SOURCE_DIR PROGRAM [PAGE...]
# With RIGOR_UPDATE_PRINTED=1 the pages are brought up to date instead; read the difference.
set -eu
source_dir=$(cd "$1" && pwd) program=$(readlink -f "$2")
shift 2
here=$source_dir/tests/habits
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/room"
ln -s "$program" "$scratch/bin/rigor"
ln -s "$source_dir/models" "$source_dir/tests" "$scratch/room"
cd "$source_dir"
pages=("$@")
[ $# -gt 0 ] || mapfile -t pages < <(find README.md docs papers models bench -name '*.md' -not -path '*/node_modules/*' | sort)

# blocks of a page into $scratch/block.N.*: first and last line of what is shown, mark, command, what is shown
cut_blocks() {
  rm -f "$scratch"/block.*
  awk -v out="$scratch/block." '
    function finish() {
      if (on) print from, FNR - 1 > (out n ".range")
      on = 0
    }
    /^<!-- printed: .* -->$/ { finish(); mark = $0; sub(/^<!-- printed: /, "", mark); sub(/ -->$/, "", mark); next }
    /^    \$ / {
      finish()
      n++
      on = 1
      from = FNR + 1
      print mark > (out n ".mark")
      print substr($0, 7) > (out n ".command")
      printf "" > (out n ".shown")
      next
    }
    on && /^    / { print substr($0, 5) > (out n ".shown"); next }
    on { finish() }
    !/^ *$/ && !/^    / { mark = "" }
    END { FNR++; finish() }
  ' "$1"
}

# puts the lines of a file in the place of lines FROM to TO of a page
splice() {
  { head -n $(($2 - 1)) "$1"; sed 's/^/    /; s/ *$//' "$4"; tail -n +$(($3 + 1)) "$1"; } > "$scratch/page"
  cat "$scratch/page" > "$1"
}

run=0 skipped=0 wrong=0
for page in "${pages[@]}"; do
  cut_blocks "$page"
  for command in $(ls "$scratch" | sed -n 's/^block\.\([0-9]*\)\.command$/\1/p' | sort -rn); do
    block=$scratch/block.$command
    mark=$(cat "$block.mark") free='' within=1e-3 peers=''
    case $mark in
    'not run'*) skipped=$((skipped + 1)); continue ;;
    'any number in '*) free=${mark#any number in } ;;
    'measured with '*) peers=${mark#measured with } free=$(awk 'NF {printf "%s;", $1}' "$block.shown") ;;
    'within '*) within=${mark#within } ;;
    '') ;;
    *) echo "$page: the mark '$mark' is not known"; wrong=1; continue ;;
    esac
    line=$(sed 's,^build/release/,,' "$block.command")
    (cd "$scratch/room" && PATH=$scratch/bin:$PATH LC_ALL=C bash -c "$line") > "$block.printed" 2> "$block.errors" || true
    absent=''
    for peer in $peers; do grep -q "$peer" "$block.printed" || absent=$peer; done
    if [ -n "$absent" ]; then skipped=$((skipped + 1)); continue; fi
    run=$((run + 1))
    read -r from to < "$block.range"
    compare() {
      awk -v free="$free" -v within="$within" -v tiny=1e-8 -v update="$1" -f "$here/compare_printed.awk" "$block.shown" "$block.printed"
    }
    if compare 0 > "$block.wrong"; then continue; fi
    if [ -n "${RIGOR_UPDATE_PRINTED:-}" ] && compare 1 > "$block.new"; then
      splice "$page" "$from" "$to" "$block.new"
      echo "$page:$from: brought up to date"
      continue
    fi
    echo "$page:$from: $line"
    cat "$block.wrong" "$block.errors"
    wrong=1
  done
done

# how many solvers there are, where a page says it
if [ $# -eq 0 ]; then
  count=$("$program" solvers --json | grep -c '"source"')
  for page in README.md docs/README.md docs/start.md; do
    grep -qw "$count solvers" "$page" || { echo "$page: there are $count solvers, and it says: $(grep -ow '[0-9]* solvers' "$page" || echo nothing)"; wrong=1; }
  done
fi
echo "$run commands run, $skipped not"
[ $# -gt 0 ] || [ "$run" -ge 5 ] || { echo "too few"; exit 1; }
exit "$wrong"
