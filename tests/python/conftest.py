"""Where things are: CMake says it in the environment."""
import gc
import json
import os
import pathlib
import resource
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ.get("RIGOR_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PROGRAM = os.environ.get("RIGOR_PROGRAM", str(SOURCE / "build/release/rigor"))
SHARED = SOURCE / ".." / "shared" / "data" / "models"
MODELS = SOURCE / "models"


def program(*arguments, cwd=None):
    """What the program printed; it was built with the same library, and is told everything by text. A sanitizer that
    was loaded before Python is none of its business."""
    clean = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, env=clean, cwd=cwd)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def program_json(*arguments):
    return json.loads(program(*arguments, "--json"))


def resident():
    """Bytes of memory of this process."""
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * resource.getpagesize()


def growth(make, rounds):
    """By how many bytes this process grows in so many rounds, the least of three tries: what leaks does so every time,
    allocators keep what is freed now and then."""
    least = float("inf")
    for _ in range(3):
        for _ in range(rounds // 4):
            make()
        gc.collect()
        before = resident()
        for _ in range(rounds):
            make()
        gc.collect()
        least = min(least, resident() - before)
    return least


@pytest.fixture
def models():
    return MODELS


def shared_model(*parts):
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


BOX = """<mujoco><worldbody><geom name="floor" type="plane" size="5 5 1" friction="0.5 0 0"/>
<body name="box" pos="0 0 0.1"><freejoint/><geom name="box" type="box" size="0.1 0.1 0.1" mass="2" friction="0.5 0 0"/></body>
</worldbody></mujoco>"""

POINT = """<mujoco><option timestep="0.01" gravity="0 0 -10"/><worldbody>
<body pos="0 0 5"><joint type="slide" axis="0 0 1"/><geom type="sphere" size="0.1" mass="3"/></body></worldbody></mujoco>"""
