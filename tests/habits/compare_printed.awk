# Compares what a page shows of a command's output with what the command printed: the same lines, the same words, numbers
# within `within` of each other (relative) or both below `tiny` in size.
#   awk -v free=... -v within=... -v tiny=... -v update=0|1 -f compare_printed.awk SHOWN PRINTED
# A shown line "..." stands for any number of lines. `free`: entries "WORD [FIELD...]" separated by ";", for lines that begin
# with WORD: their numbers, or the words in these fields, may differ.
# update 0: complaints on standard output, status 1 where there are any. update 1: what the page should show.

# numbers of a line into number[1..]; the line with # in their places
function parse(line, number,   shape, n, before) {
  shape = ""
  n = 0
  while (match(line, /[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/)) {
    before = substr(line, 1, RSTART - 1)
    number[++n] = substr(line, RSTART, RLENGTH) + 0
    if (before ~ /(^|[ (=])[-+]$/) {
      if (before ~ /-$/) number[n] = -number[n]
      before = substr(before, 1, length(before) - 1)
    }
    shape = shape before "#"
    line = substr(line, RSTART + RLENGTH)
  }
  number[0] = n
  shape = shape line
  gsub(/[ \t]+/, " ", shape)
  gsub(/^ | $/, "", shape)
  return shape
}

# the line without what may differ
function without_free(line,   words, word, k, i, entries, entry, parts, part, n) {
  n = split(line, word, " ")
  entries = split(free, entry, ";")
  for (k = 1; k <= entries; k++) {
    parts = split(entry[k], part, " ")
    if (parts == 0 || n == 0 || part[1] != word[1]) continue
    if (parts == 1) gsub(/[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/, "@", line)
    else {
      for (i = 2; i <= parts; i++) word[part[i]] = "@"
      line = ""
      for (i = 1; i <= n; i++) line = line " " word[i]
    }
  }
  return line
}

function size(x) { return x < 0 ? -x : x }

function differs(a, b,   largest) {
  largest = size(a) > size(b) ? size(a) : size(b)
  return largest > tiny && size(a - b) > within * largest
}

# 1 where the words agree; `text`: what is wrong with the numbers
function agree(i, j,   mine, theirs, a, b, k) {
  text = ""
  a = parse(without_free(shown[i]), mine)
  b = parse(without_free(printed[j]), theirs)
  if (a != b) return 0
  for (k = 1; k <= mine[0]; k++)
    if (differs(mine[k], theirs[k])) text = text " " mine[k] " is " theirs[k] ";"
  return 1
}

FILENAME == ARGV[1] { shown[++shows] = $0; next }
{ printed[++prints] = $0 }

END {
  at = 0
  for (i = 1; i <= shows; i++) {
    if (shown[i] ~ /^ *\.\.\.$/) {
      answer = answer shown[i] "\n"
      if (i == shows) { at = prints; break }
      for (at++; at <= prints && !agree(i + 1, at); at++) {}
      at--
      continue
    }
    at++
    if (at > prints || !agree(i, at)) {
      found = at > prints ? "(the end)" : printed[at]
      wrong = wrong "  shown   " shown[i] "\n  printed " found "\n"
      lost = 1
      break
    }
    if (text != "") wrong = wrong "  shown   " shown[i] "\n  printed " printed[at] "\n  " text "\n"
    answer = answer printed[at] "\n"
  }
  if (!lost && at < prints) {
    wrong = wrong "  shown   (the end)\n  printed " printed[at + 1] "\n"
    lost = 1
  }
  if (update) {
    whole = 1
    for (i = 1; i <= shows; i++) if (shown[i] ~ /^ *\.\.\.$/) whole = 0
    if (lost && whole) {
      answer = ""
      for (i = 1; i <= prints; i++) answer = answer printed[i] "\n"
    } else if (lost) exit 1
    printf "%s", answer
    exit 0
  }
  printf "%s", wrong
  exit wrong != ""
}
