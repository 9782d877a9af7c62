"""Rigid bodies with exact Coulomb friction, and a certificate for every step.

    import rigor

    model = rigor.Model.load("models/quadruped.xml")
    sim = rigor.Sim(model, key="stand", hold="stand")
    sim.step(1000)                      # every step solved, or an exception that says why
    sim.qpos                            # the library's own memory, as a NumPy array
    sim.contacts["impulse"]             # what the feet carry
    sim.certificate.residual            # how exact it is

    run = sim.record(time=1)            # in a notebook a run shows itself
    run.plot("energy")

    many = rigor.Batch(model, 64)       # as many at once, arrays over all of them
    many.step(100)

    solution = rigor.solve(rigor.Problem(A, c, mu))
    solution = rigor.solve(rigor.Ncp(F, n))             # a function of one's own

The manual is docs/python.md; who knows MuJoCo reads docs/coming-from-mujoco.md.
"""
from __future__ import annotations

import os as _os
from typing import Any, Dict, List, Optional, Union

from . import _rigor
from .batch import RESULT, Batch, BatchState
from .errors import BadInput, Error, FileError, NoMemory, NotSolved, Status
from .fields import CONTACT, MODES, Fields
from .model import Item, Items, Model
from .ncp import Ncp, NcpSolution, NcpSolver
from .problem import Problem, Solution, Solver, solve
from .run import Page, Picture, Run, plot
from .sim import Sim
from . import envs

__version__ = _rigor.version()

_RECORD = ("every", "contacts", "csv", "sensors", "html", "live", "svg", "png", "png_scale", "plot", "save", "save_every",
           "dump_problem", "at_step")


def run(model: Union[Model, str, "_os.PathLike[str]"], time: Optional[float] = None, steps: Optional[int] = None,
        **options: Any) -> Run:
    """`rigor run` in one call: makes a Sim, records, returns the Run. Options of both, by their own names."""
    what = {name: options.pop(name) for name in _RECORD if name in options}
    return Sim(model, **options).record(time, steps, **what)


def solvers() -> List[Dict[str, Any]]:
    """The solvers: name, summary, source, when to use them, settings."""
    return _rigor.solvers()


def laws() -> Dict[str, str]:
    """Ways to write friction down: name and summary."""
    return _rigor.laws()


def __dir__() -> List[str]:
    """What is meant to be used."""
    return [*__all__, "__version__"]


__all__ = ["BadInput", "Batch", "BatchState", "CONTACT", "Error", "Fields", "FileError", "Item", "Items", "MODES", "Model", "Ncp",
           "NcpSolution", "NcpSolver", "NoMemory", "NotSolved", "Page", "Picture", "Problem", "RESULT", "Run", "Sim", "Solution", "Solver", "Status", "envs", "laws", "plot", "run",
           "solve", "solvers"]
