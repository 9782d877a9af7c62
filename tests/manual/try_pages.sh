#!/usr/bin/env bash
# The manual as pages: every page is there, every link and picture leads somewhere, the search knows every page.
# Usage: try_pages.sh SOURCE RIGOR. Exit status 77 where pandoc is not installed.
set -eu
cd "$1"
command -v pandoc >/dev/null || { echo "SKIPPED: pandoc is not installed"; exit 77; }
"$2" run models/acc_cube.xml --steps 1 --html /dev/null --quiet 2>/dev/null || { echo "SKIPPED: the program has no page in it"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
RIGOR_QUICK=1 scripts/manual "$out" "$2" >/dev/null
python3 - "$out" docs <<'END'
import html.parser, json, pathlib, sys
out, docs = map(pathlib.Path, sys.argv[1:])

class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids = [], set()
    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.add(given.get("id"))
        self.links += [given[name] for name in ("href", "src") if given.get(name)]

pages = {}
for path in out.rglob("*.html"):
    if path.parent.name != "scenes":
        pages[path] = Links()
        pages[path].feed(path.read_text())
wrong = []
for path, page in pages.items():
    for link in page.links:
        target, _, place = link.partition("#")
        if ":" in target:
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            wrong.append(f"{path.name}: {link} is not there")
        elif place and file in pages and place not in pages[file].ids:
            wrong.append(f"{path.name}: {link}: no such place")
sources = [p for p in docs.rglob("*.md")]
known = json.loads((out / "pages.js").read_text().removeprefix("const PAGES = ").strip().removesuffix(";").rstrip("]").rstrip().rstrip(",") + "]")
if len(known) != len(sources) or any(len(page["text"]) < 100 or not page["title"] for page in known):
    wrong.append(f"the search knows {len(known)} of {len(sources)} pages")
front = pages[out / "index.html"]
if sum(link.startswith("scenes/") for link in front.links) < 10 or "start.html" not in front.links:
    wrong.append("the first page has not the gallery and the table of pages")
scenes = list((out / "scenes").glob("*.html"))
if len(scenes) != 10:
    wrong.append(f"{len(scenes)} scenes, not 10")
print("\n".join(wrong))
sys.exit(bool(wrong))
END
