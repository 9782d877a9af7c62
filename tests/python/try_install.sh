#!/usr/bin/env bash
# `pip install ./python` from the checkout, without a network, into an environment of its own; then a step and a page of help.
# Usage: try_install.sh SOURCE_DIR BUILD_DIR PYTHON
set -eu
source_dir=$1 build_dir=$2 python=$3
"$python" -c 'import venv, ensurepip' 2>/dev/null || { echo "python3-venv is not installed: nothing to try"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv --system-site-packages "$scratch/venv"
# what was compiled stays for the next time
export RIGOR_WHEEL_BUILD=$build_dir/python/wheel PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1
"$scratch/venv/bin/pip" install --quiet "$source_dir/python"
cd "$scratch"
"$scratch/venv/bin/python" - "$source_dir/models/quadruped.xml" <<'PYTHON'
import sys, pydoc, rigor
assert rigor.__file__.startswith(sys.prefix), rigor.__file__
sim = rigor.Sim(sys.argv[1], key="stand")
assert sim.step(10) == rigor.Status.SOLVED and abs(sim.time - 0.01) < 1e-12
assert "Does n steps" in pydoc.render_doc(rigor.Sim.step)
sim.record(steps=5, html="page.html", live=True)
assert "rigor-engine" in open("page.html").read()
print("rigor", rigor.__version__, "is installed, steps and writes pages")
PYTHON
"$scratch/venv/bin/pip" show rigor | grep '^License: Apache-2.0'
ls "$scratch"/venv/lib/python3*/site-packages/rigor/_rigor.abi3.so "$scratch"/venv/lib/python3*/site-packages/rigor/py.typed
