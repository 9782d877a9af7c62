"""The programs and commands of the pages are run, from the top to the bottom, each page in a folder of its own.

    ```python           is run; one that begins with `# NAME.py` is written to that file instead
    ```xml, ```c        is written to the file that its first line names in a comment
    ```console          lines that begin with `$ ` are run by a shell
    ```text             what the python block before it printed

What was printed is compared with what is shown: the same words, numbers to 1e-3 or both below 1e-8; `...` stands for any
lines, <...> for anything in a line: times and what is rounding.
"""
import contextlib
import io
import os
import re
import subprocess
import sys

import pytest

from conftest import PROGRAM, SOURCE

PAGES = {"docs/start.md": 20, "docs/python.md": 8, "docs/coming-from-mujoco.md": 10, "README.md": 1}  # and how much is run
NUMBER = re.compile(r"(?<![A-Za-z_])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def blocks(page):
    """(language, line, text) of the fenced blocks."""
    lines, found, start = page.read_text().splitlines(), [], None
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if start is None:
                start = number
            else:
                found.append((lines[start][3:].strip(), start + 2, "\n".join(lines[start + 1:number])))
                start = None
    return found


def agree(shown, printed):
    """Two lines: the same words, nearly the same numbers."""
    pattern = "".join(".*" if part == "<...>" else re.escape(" ".join(part.split())) for part in re.split(r"(<\.\.\.>)", shown))
    if "<...>" in shown:
        return re.fullmatch(pattern.replace("\\ .*", " *.*").replace(".*\\ ", ".* *"), " ".join(printed.split())) is not None
    words = [" ".join(NUMBER.sub("#", line).split()) for line in (shown, printed)]
    ours, theirs = ([float(n) for n in NUMBER.findall(line)] for line in (shown, printed))
    near = all(abs(a - b) <= 1e-3 * max(abs(a), abs(b)) or max(abs(a), abs(b)) < 1e-8 for a, b in zip(ours, theirs))
    return words[0] == words[1] and near


def compare(shown, printed, where):
    shown, printed = shown.rstrip().splitlines(), printed.rstrip().splitlines()
    at = 0
    for k, line in enumerate(shown):
        if line.strip() == "...":
            if k + 1 == len(shown):
                return
            while at < len(printed) and not agree(shown[k + 1], printed[at]):
                at += 1
            continue
        assert at < len(printed), f"{where}: shown but not printed: {line}"
        assert agree(line, printed[at]), f"{where}:\n  shown   {line}\n  printed {printed[at]}"
        at += 1
    assert at == len(printed), f"{where}: printed but not shown: {printed[at]}"


def tools(folder):
    """rigor, python3 and pkg-config of this build, before all others."""
    library, preload = os.environ.get("RIGOR_LIBRARY_DIR", str(SOURCE / "build/release")), os.environ.get("LD_PRELOAD", "")
    sanitizer = " -fsanitize=address,undefined" if library.endswith("asan") else ""
    scripts = {
        "rigor": f'exec "{PROGRAM}" "$@"',
        "python3": f'LD_PRELOAD="{preload}" exec "{sys.executable}" "$@"',
        "pkg-config": f'echo "-I{SOURCE}/include -L{library} -lrigor{sanitizer}"',
    }
    folder.mkdir()
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    clean = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    return {**clean, "PATH": f"{folder}:{clean['PATH']}", "LD_LIBRARY_PATH": library, "LC_ALL": "C"}


def run_console(text, room, environment, where):
    commands = re.split(r"^\$ ", text, flags=re.M)[1:]
    assert commands, f"{where}: no command"
    for command in commands:
        line, _, shown = command.partition("\n")
        done = subprocess.run(["bash", "-c", line], cwd=room, env=environment, capture_output=True, text=True)
        assert done.returncode in (0, 1), f"{where}: {line}\n{done.stderr}"
        compare(shown, done.stdout + (done.stderr if done.returncode else ""), f"{where}: {line}")
    return len(commands)


def file_name(language, text):
    comment = {"xml": r"<!-- (\S+) -->", "c": r"/\* (\S+\.c)\b.*", "python": r"# (\S+\.py)"}.get(language, r"(?!)")
    found = re.match(comment, text)
    return found and found.group(1)


@pytest.mark.parametrize("name", PAGES)
def test_what_the_page_says_happens(name, tmp_path, monkeypatch):
    page = SOURCE / name
    environment = tools(tmp_path / "bin")
    room = tmp_path / "room"
    room.mkdir()
    for linked in ("models", "python"):
        (room / linked).symlink_to(SOURCE / linked)
    monkeypatch.chdir(room)
    space, printed, ran = {"__name__": "__main__"}, None, 0
    for language, line, text in blocks(page):
        where = f"{name}:{line}"
        if file_name(language, text):
            (room / file_name(language, text)).write_text(text + "\n")
        elif language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile("\n" * (line - 1) + text, str(page), "exec"), space)
            printed, ran = out.getvalue(), ran + 1
        elif language == "text" and printed is not None:
            compare(text, printed, where)
            printed = None
        elif language == "console":
            ran += run_console(text, room, environment, where)
    assert ran >= PAGES[name]


def test_the_comparison_can_fail():
    compare("a 1.0000 b\n...\nend", "a 1.0001 b\nx\ny\nend", "here")
    compare("took <...> s", "took 0.3 s", "here")
    for shown, printed in (("a 1", "a 2"), ("a", "b"), ("a", "a\nb"), ("a\nb", "a"), ("a 1", "a -1"), ("x <...> y", "x 1 z"),
                           ("a 1e-3", "a 0")):
        with pytest.raises(AssertionError):
            compare(shown, printed, "here")
