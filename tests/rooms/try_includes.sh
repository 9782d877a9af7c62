#!/usr/bin/env bash
# Every file of the library, of reports, program, papers, benchmarks and fuzzers includes what the table of CONTRIBUTING.md
# allows its folder to, and nothing else: its own headers, those of the folders that are named (rooms of src/ by their name
# alone), single headers in backticks, "public API": include/rigor, "report": report/include/rigor, "batch" likewise. Rooms of src/ may include
# the public API. A header is looked for beside the file, then in the roots that compilers are given.
# Usage: try_includes.sh SOURCE_DIR
set -eu
cd "$1"
mapfile -t files < <(find include src report batch sweep cli python engine papers bench fuzz -name '*.[ch]' -o -path 'batch/*' -name '*.cu' | sort)
awk -v list="${files[*]}" '
  BEGIN {
    count = split(list, file, " ")
    for (i = 1; i <= count; i++) exists[file[i]] = 1
    roots = split("src report batch bench papers cli", root, " ")
  }

  # | `ROOM/` | owns | may include |
  FILENAME == "CONTRIBUTING.md" {
    if ($0 !~ /^\| `[a-z\/]+\/` \|/) next
    split($0, column, "|")
    room = column[2]; gsub(/[ `]/, "", room); sub(/\/$/, "", room)
    known[room] = 1
    if (room ~ /^src\//) may[room, "include/rigor"] = 1
    words = split(column[4], word, ",")
    for (i = 1; i <= words; i++) {
      item = word[i]; gsub(/^ +| +$|`/, "", item)
      if (item == "public API") item = "include/rigor"
      else if (item == "report" || item == "batch") item = item "/include/rigor"
      else if (item !~ /^(report|batch|sweep|cli|papers|bench)\//) item = "src/" item
      may[room, item] = 1
    }
    next
  }

  # the deepest folder of the table that a file is in
  function room_of(path) {
    while (sub(/\/[^\/]+$/, "", path))
      if (path in known) return path
    return ""
  }

  # where a header is: beside the file, or in a root; ".." is taken out
  function find(header, path,   k) {
    sub(/[^\/]+$/, "", path)
    path = path header
    while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
    if (path in exists) return path
    for (k = 1; k <= roots; k++)
      if (root[k] "/" header in exists) return root[k] "/" header
    return header
  }

  function complain(text) { print FILENAME ": " text; wrong++ }

  FNR == 1 {
    seen[room = room_of(FILENAME)]++
    if (room == "") complain("the table does not know its folder")
  }

  /^ *# *include *("|<rigor\/)/ {
    header = $0; sub(/^[^"<]*["<]/, "", header); sub(/[">].*/, "", header)
    if ($0 ~ /<rigor/) place = ("include/" header in exists ? "" : "report/include/" header in exists ? "report/" : "batch/") "include/" header
    else place = find(header, FILENAME)
    total++
    if (!(place in exists)) complain(header ": no such header is within reach")
    else if (room_of(place) != room && !((room, room_of(place)) in may) && !((room, place) in may)) complain(header)
  }

  END {
    for (room in known)
      if (room ~ /^(include|src|report|batch|sweep|cli|python|papers|bench|fuzz)(\/|$)/ && !seen[room]) {
        print "CONTRIBUTING.md: nothing is in " room
        wrong++
      }
    if (total < 1000) { print "only " total " includes were seen"; exit 1 }
    exit wrong > 0
  }
' CONTRIBUTING.md "${files[@]}"
