#!/usr/bin/env bash
# Habits of the files: no line of a page in Markdown is longer than 140 characters, its links lead somewhere, and every C
# file of the library, of reports and of the program begins with a comment that says what it is.
# Usage: try_lines.sh SOURCE_DIR
set -eu
cd "$1"

mapfile -t pages < <(find . -name '*.md' -not -path './build/*' -not -path '*/node_modules/*' | sed 's,^\./,,' | sort)
mapfile -t sources < <(find src report sweep cli python -name '*.[ch]' | sort)
[ "${#pages[@]}" -ge 50 ] && [ "${#sources[@]}" -ge 300 ] || { echo "only ${#pages[@]} pages and ${#sources[@]} sources"; exit 1; }

# "PAGE TARGET" of every link to a file of ours, "#HEADING" included
links() {
  awk '{
    line = $0
    while (match(line, /\]\([^) ]+\)/)) {
      target = substr(line, RSTART + 2, RLENGTH - 3)
      if (target !~ /^https?:/) print FILENAME, target
      line = substr(line, RSTART + RLENGTH)
    }
  }' "${pages[@]}"
}

# headings of a page as links name them
headings() {
  sed -n 's/^##* *//p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

wrong=0
while read -r page target; do
  file=${target%%#*} heading=${target#*#}
  [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
  if [ ! -e "$file" ]; then
    echo "$page: $target is not there"
    wrong=1
  elif [ "$heading" != "$target" ] && ! headings "$file" | grep -qxF -- "$heading"; then
    echo "$page: $target: there is no such heading"
    wrong=1
  fi
done < <(links)

awk '
  function complain(text) {
    print FILENAME ":" FNR ": " text
    wrong++
  }

  FILENAME ~ /\.md$/ {
    line = $0
    gsub(/[\200-\277]/, "", line) # bytes of a character behind its first one
    if (length(line) > 140) complain(length(line) " characters")
  }

  FNR == 1 && FILENAME ~ /\.[ch]$/ && !/^\/\*/ { complain("no comment at the head of the file") }

  END { exit wrong > 0 }
' "${pages[@]}" "${sources[@]}" || wrong=1
exit "$wrong"
