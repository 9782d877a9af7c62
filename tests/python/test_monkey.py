"""Everything public is called and set with what it cannot be, at random: an exception that says what and why, of the kinds
that docs/python.md names, no crash; and afterwards everything works."""
import random
import warnings

import numpy as np
import pytest

import rigor
from conftest import MODELS

QUADRUPED = rigor.Model.load(MODELS / "quadruped.xml")
FIXED = np.zeros(19)
FIXED.flags.writeable = False
JUNK = [None, np.nan, np.inf, -1, 0, 1, 2, 3, 10**30, -10**30, 2**31, 2**63, 1.5, 1j, True, "x", "", "stand", "trunk", "a\0b",
        "\ud800", b"x", "/nonexistent/x", ".", "/dev/null", [], {}, (), [1, 2], [[1, 2], [3]], {"x": 1}, {1}, range(3), object(), type,
        lambda *a: None, lambda *a: 1 / 0, Ellipsis, slice(1), NotImplemented, np.zeros(19), np.zeros(18), np.zeros(12),
        np.zeros((3, 3)), np.zeros(3, np.float32), np.zeros(3, ">f8"), np.zeros(6)[::2], FIXED, np.array([None, 1]), np.array(["a"]),
        np.zeros(0), np.zeros((0, 3)), np.full(19, np.nan), np.array(1.0), np.ones((2, 2), bool), np.ones(2, bool), np.int8(1)]
# hooks of a user's own class, and what needs pandas
THEIRS = {"judge", "draw", "disturb", "failure", "to_pandas", "contacts_to_pandas", "function", "jacobian", "close"}


def things():
    sim = rigor.Sim(QUADRUPED, key="stand", hold="stand")
    sim.step(3)
    problem = sim.problem()
    ncp = rigor.Ncp(lambda z: z - 1, n=2)
    return {"sim": sim, "model": QUADRUPED, "problem": problem, "solver": rigor.Solver(problem), "ncp": ncp,
            "ncp solver": rigor.NcpSolver(ncp), "batch": rigor.Batch(QUADRUPED, 2, key="stand", threads=1),
            "run": sim.record(steps=3, contacts=True), "env": rigor.envs.Ant(QUADRUPED, key="stand"),
            "many": rigor.envs.BatchAnt(QUADRUPED, 2, key="stand", threads=1)}


def long(value):
    return isinstance(value, (int, np.integer)) and 100 < value < 2**63


def attack(thing, part, draw):
    """One attribute is set, or one method called."""
    value = getattr(thing, part)
    if not callable(value):
        if isinstance(thing, (rigor.Sim, rigor.Batch)) and draw.random() < 0.5:
            setattr(thing, part, draw.choice(JUNK))
        return
    arguments = [draw.choice(JUNK) for _ in range(draw.randrange(4))]
    if not any(map(long, arguments)):  # as many steps as that would be right, and take for ever
        value(*arguments)


@pytest.mark.parametrize("seed", range(3))
def test_no_argument_breaks_it(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draw, refused, all_of_them = random.Random(seed), 0, things()
    for turn in range(2500):
        if turn % 100 == 0:
            all_of_them = things()
        name = draw.choice(list(all_of_them))
        part = draw.choice([n for n in dir(all_of_them[name]) if not n.startswith("_") and n not in THEIRS])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                attack(all_of_them[name], part, draw)
        except rigor.Error as error:
            assert error.reason, f"{name}.{part}"
            refused += 1
        except (TypeError, AttributeError, ZeroDivisionError) as error:  # Python's own, and that of JUNK
            assert str(error), f"{name}.{part}"
        except Exception as error:
            raise AssertionError(f"{name}.{part}: {error!r}") from error
    assert refused > 100  # it does reach what checks
    fresh = things()
    assert fresh["sim"].step(20) == 0 and fresh["solver"].solve().solved and fresh["batch"].step(20) == 0
    assert fresh["ncp solver"].solve().z == pytest.approx([1, 1])
