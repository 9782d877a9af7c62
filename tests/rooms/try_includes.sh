#!/usr/bin/env bash
# Every file under src/ includes what the table of CONTRIBUTING.md allows its room to, and nothing else: headers of its own
# room, of the rooms that are named, and single headers that are named in backticks. Programs, papers and benchmarks see the
# public API only.
# Usage: try_includes.sh SOURCE_DIR
set -eu
cd "$1"
awk '
  # | `src/ROOM/` | owns | may include |
  FILENAME == "CONTRIBUTING.md" {
    if ($0 !~ /^\| `src\//) next
    split($0, column, "|")
    room = column[2]; gsub(/[ `]/, "", room); sub(/^src\//, "", room); sub(/\/$/, "", room)
    count = split(column[4], word, /[,;]/)
    known[room] = 1; may[room, room] = 1
    for (i = 1; i <= count; i++) {
      item = word[i]; gsub(/^ +| +$|`/, "", item)
      if (item ~ /\.h$/) may[room, "=" item] = 1
      else may[room, item] = 1
    }
    next
  }
  /^#include "/ {
    header = $2; gsub(/"/, "", header)
    room = FILENAME; outside = room !~ /^src\//
    sub(/^src\//, "", room); sub(/\/[^\/]+$/, "", room)
    target = header
    if (target !~ /\//) next
    sub(/\/[^\/]+$/, "", target)
    total++
    if (outside) {
      if (target ~ /^(base|math|model|dynamics|collide|contact|problem|law|solve|step|record)(\/|$)/) bad[++wrong] = FILENAME ": " header
      next
    }
    if (!(room in known)) bad[++wrong] = FILENAME ": the table has no room " room
    else if (!((room, target) in may) && !((room, "=" header) in may)) bad[++wrong] = FILENAME ": " header
  }
  END {
    for (i = 1; i <= wrong; i++) print bad[i]
    if (total < 500) { print "only " total " includes were seen"; exit 1 }
    exit wrong > 0
  }
' CONTRIBUTING.md $(find src cli papers bench -name '*.[ch]' | sort)
