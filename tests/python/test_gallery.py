"""The models of the gallery do what it says: the arch against Milankovitch's least thickness, the dominoes to the last one."""
import pathlib
import sys

import numpy as np
import pytest

import rigor
from conftest import MODELS

sys.path.insert(0, str(MODELS / "gallery"))
import generate  # noqa: E402


@pytest.mark.parametrize("thickness,stands", [(0.09, False), (0.105, False), (0.11, True), (0.15, True)])
def test_an_arch_stands_where_milankovitch_says(thickness, stands):
    """t / R = 0.1075 for a half circle (1907), friction enough: thinner ones fold on four hinges."""
    text = generate.arch(inner=1 - thickness / 2, outer=1 + thickness / 2)
    sim = rigor.Sim(rigor.Model.from_text(text))
    start = sim.qpos.copy()
    sim.step(500)
    moved = np.abs(sim.qpos - start).max()
    assert (moved < 1e-6) if stands else (moved > 0.1), moved


def test_all_dominoes_fall():
    sim = rigor.Sim(MODELS / "gallery" / "dominoes.xml", key="push")
    sim.step(1500)
    tilt = sim.xmat[2:, 2, 2]  # of their long axis against the vertical
    assert len(tilt) == 20 and np.all(np.abs(tilt) < 0.7)


def test_the_files_are_what_the_script_writes():
    for name in ("arch", "dominoes"):
        assert (MODELS / "gallery" / f"{name}.xml").read_text() == getattr(generate, name)()
