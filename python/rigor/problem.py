"""Contact problems by themselves, and their solvers."""
from __future__ import annotations

import os
import weakref
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union, overload

import numpy as np

from . import _rigor
from .errors import NotSolved, Status, refuse
from .fields import Fields, choice, nearest, numbers

if TYPE_CHECKING:
    from .ncp import Ncp, NcpSolution

_KINDS = ("contact", "lcp", "mlcp")
_VECTORS = ("f", "c", "mu", "target", "leeway", "lower", "upper", "guess", "spin", "roll")
_NAMES = _rigor.option_names()["solve"]
Path = Union[str, os.PathLike]


def alive(me: Any) -> Any:
    """What a weak reference is to. The extension holds functions that hold their problem weakly: what a function refers
    to may be the problem again, and would stay for ever."""
    problem = me()
    if problem is None:
        raise ReferenceError("the problem is gone: keep it as long as its solver")
    return problem


def _matrix(A: Any, name: str, shape: Tuple[int, int], owner: Any = None) -> Optional[tuple]:
    """As the extension takes it: dense, sparse (anything with tocsr) or a function, which `owner` holds."""
    if A is None:
        return None
    rows, columns = shape
    if hasattr(A, "tocsr"):
        sparse = A.tocsr().copy()
        sparse.sum_duplicates()
        sparse.sort_indices()
        if sparse.shape != shape:
            raise refuse(name, f"has shape {sparse.shape[0]} x {sparse.shape[1]}, must be {rows} x {columns}")
        return (rows, columns, np.ascontiguousarray(sparse.data, dtype=np.float64),
                np.ascontiguousarray(sparse.indptr, dtype=np.int32),
                np.ascontiguousarray(sparse.indices, dtype=np.int32))
    if not hasattr(A, "matvec") and not callable(A):
        return (rows, columns, numbers(A, name, shape))
    owner._functions[name] = A.matvec if hasattr(A, "matvec") else A
    me = weakref.ref(owner)

    def multiply(raw: bytes) -> np.ndarray:
        return numbers(alive(me)._functions[name](np.frombuffer(raw)), f"{name}(x)", (rows,))

    return (rows, columns, multiply)


def _shape_of(A: Any, other: int) -> int:
    return A.shape[1] if hasattr(A, "shape") and len(A.shape) == 2 else other


class Problem:
    """A contact problem: u = A x + c, with cones for contacts and bounds for scalar rows (docs/contact-problem.md).

    n = rows + dim * contacts unknowns: scalar rows first, then contacts, each (normal, tangent...).

    Local form: A, n x n. Global form: M (N x N), G (n x N) and f (N) in its place. Each may be a dense array, a SciPy sparse
    matrix, or a function that multiplies (or has `matvec`).

    c (n), mu (contacts), target (contacts), lower and upper (rows), guess (n), leeway (contacts x 2).
    dim: 2 or 3; 4 and 6 with moments: spin and roll (contacts), ellipsoid (docs/rolling.md). kind: 'contact', 'lcp' or 'mlcp'; the last two have no contacts.
    """

    #: impulses that came with it, from a step
    impulse: Optional[np.ndarray] = None

    def __init__(self, A: Any = None, c: Any = None, mu: Any = None, *, M: Any = None, G: Any = None, f: Any = None,
                 target: Any = None, lower: Any = None, upper: Any = None, guess: Any = None, leeway: Any = None,
                 dim: int = 3, kind: str = "contact", spin: Any = None, roll: Any = None, ellipsoid: bool = False):
        choice(kind, "kind", _KINDS)
        if c is None:
            raise refuse("c", "is missing")
        if (A is None) == (M is None and G is None):
            raise refuse("A", "is missing: give A, or M, G and f" if A is None else "goes without M and G")
        c = numbers(c, "c", (-1,))
        mu = numbers([] if mu is None else mu, "mu", (-1,))
        n, contacts = len(c), len(mu)
        if contacts and dim not in (2, 3, 4, 6):
            raise refuse("dim", f"{dim} is none of 2, 3, 4, 6")
        rows = n - dim * contacts
        if rows < 0:
            raise refuse("c", f"has {n} numbers, must be at least {dim} for each of {contacts} contacts")
        fields: Dict[str, Any] = {"kind": _KINDS.index(kind), "dim": dim if contacts else 0, "contacts": contacts,
                                  "rows": rows, "c": c, "ellipsoid": int(bool(ellipsoid))}
        if contacts:
            fields["mu"] = mu
        self._functions: Dict[str, Any] = {}
        if A is not None:
            fields["A"] = _matrix(A, "A", (n, n), self)
        else:
            self._take_global(fields, M, G, f, n)
        vectors = {"target": (target, (contacts,)), "lower": (lower, (rows,)), "upper": (upper, (rows,)),
                   "guess": (guess, (n,)), "leeway": (leeway, (contacts, 2)), "spin": (spin, (contacts,)), "roll": (roll, (contacts,))}
        for name, (value, shape) in vectors.items():
            if value is not None:
                fields[name] = numbers(value, name, shape)
        self._set(_rigor.Problem.new(fields))
        self._fields.update({name: (M if name == "M" else G if name == "G" else A)
                             for name in ("A", "M", "G") if callable(_function_of(fields.get(name)))})

    def _take_global(self, fields: Dict[str, Any], M: Any, G: Any, f: Any, n: int) -> None:
        for name, value in (("M", M), ("G", G), ("f", f)):
            if value is None:
                raise refuse(name, "is missing: the global form has M, G and f")
        f = numbers(f, "f", (-1,))
        fields.update(f=f, M=_matrix(M, "M", (len(f), len(f)), self), G=_matrix(G, "G", (n, _shape_of(G, len(f))), self))

    def _set(self, core: Any) -> None:
        self._core = core
        fields = core.fields()
        self._fields: Dict[str, Any] = {}
        for name in ("A", "M", "G"):
            if name in fields:
                self._fields[name] = _from_tuple(fields[name])
        for name in _VECTORS:
            if name in fields:
                self._fields[name] = np.asarray(fields[name])
        self.kind: str = _KINDS[fields["kind"]]
        self.dim: int = fields["dim"]
        self.contacts: int = fields["contacts"]
        self.rows: int = fields["rows"]
        self.ellipsoid: bool = bool(fields["ellipsoid"])
        self.size: int = self.rows + self.dim * self.contacts

    @classmethod
    def _of(cls, core: Any) -> "Problem":
        problem = cls.__new__(cls)
        problem._set(core)
        return problem

    @classmethod
    def _copy_of(cls, core: Any) -> "Problem":
        """A problem in memory that will not last."""
        fields = core.fields()
        for name in ("A", "M", "G"):
            if name in fields:
                rows, columns, *arrays = fields[name]
                fields[name] = (rows, columns, *(np.array(np.asarray(a)) for a in arrays))
        for name in _VECTORS:
            if name in fields:
                fields[name] = np.array(np.asarray(fields[name]))
        return cls._of(_rigor.Problem.new(fields))

    @classmethod
    def load(cls, path: Path, format: str = "auto") -> "Problem":
        """Reads Siconos text, FCLIB or JSON (docs/formats.md)."""
        return cls._of(_rigor.Problem.read(path, _rigor.format_code(format)))

    def save(self, path: Path, format: str = "auto", *, impulse: Any = None, velocity: Any = None) -> None:
        """Writes it, with a solution where the format has a place for it; the ending tells the format."""
        given = [None if v is None else numbers(v, n, (self.size,))
                 for n, v in (("impulse", impulse), ("velocity", velocity))]
        self._core.write(path, _rigor.format_code(format), *given)

    def certify(self, impulse: Any) -> Tuple[Fields, np.ndarray]:
        """The certificate of any impulses, and the velocities that follow from them; no solver is involved."""
        velocity = np.empty(self.size)
        return Fields(self._core.certify(numbers(impulse, "impulse", (self.size,)), velocity)), velocity

    def __getattr__(self, name: str) -> Any:
        if name in (*_VECTORS, "A", "M", "G"):
            return self.__dict__.get("_fields", {}).get(name)
        raise AttributeError(f"a problem has no '{name}'")

    def __repr__(self) -> str:
        form = "global" if self.M is not None else "local"
        return f"<rigor.Problem: {self.kind}, {form} form, {self.contacts} contacts, {self.rows} rows, {self.size} unknowns>"


def _function_of(matrix: Optional[tuple]) -> Any:
    return matrix[2] if matrix and len(matrix) == 3 else None


def _from_tuple(matrix: tuple) -> Any:
    rows, columns, *arrays = matrix
    views = [np.asarray(a) for a in arrays]
    if len(views) == 1:
        return views[0]
    try:
        from scipy.sparse import csr_matrix
    except ImportError:
        dense = np.zeros((rows, columns))
        for i in range(rows):
            for k in range(views[1][i], views[1][i + 1]):
                dense[i, views[2][k]] += views[0][k]
        return dense
    return csr_matrix((views[0], views[2], views[1]), shape=(rows, columns))


class Answer:
    """What a solve ended with, and its certificate."""

    def __init__(self, problem: Any, status: Status, report: Fields):
        self.problem = problem
        self.status = status
        #: status, solver, iterations, seconds, certificate, reason, path; law and trace, or evaluations and jacobians
        self.report = report

    @property
    def certificate(self) -> Fields:
        """How far the answer is from the laws, recomputed from the raw problem."""
        return self.report.certificate

    @property
    def solved(self) -> bool:
        """Whether the certificate meets the tolerance."""
        return self.status == Status.SOLVED

    def __repr__(self) -> str:
        r = self.report
        return (f"<rigor.{type(self).__name__}: {self.status}, {r.iterations} iterations of {r.solver}, "
                f"residual {self.certificate.residual:.1e}>")


class Solution(Answer):
    """Impulses and velocities with their certificate."""

    def __init__(self, problem: Problem, status: Status, impulse: np.ndarray, velocity: np.ndarray,
                 motion: Optional[np.ndarray], report: Fields):
        super().__init__(problem, status, report)
        #: n: rows, then contacts (LCP: z)
        self.impulse = impulse
        #: n: A x + c (LCP: w)
        self.velocity = velocity
        #: v of the global form; None otherwise
        self.motion = motion

    @property
    def contact_impulse(self) -> np.ndarray:
        """contacts x dim"""
        p = self.problem
        return self.impulse[p.rows:].reshape(p.contacts, p.dim) if p.contacts else np.zeros((0, 3))

    @property
    def contact_velocity(self) -> np.ndarray:
        """contacts x dim"""
        p = self.problem
        return self.velocity[p.rows:].reshape(p.contacts, p.dim) if p.contacts else np.zeros((0, 3))


def unsolved(status: Status, report: Fields) -> NotSolved:
    """The exception for a solve that is not."""
    error = NotSolved(status, element="solve", reason=report.reason or status.text)
    error.report = report
    return error


class Solver:
    """Set up once, solve many times. Options as for `solve`."""

    def __init__(self, problem: Union[Problem, Path], *, on_unsolved: str = "raise", **options: Any):
        for name in options:
            if name not in _NAMES:
                raise refuse(name, "is no option of a solve", nearest(name, _NAMES))
        from .sim import _options
        self.problem = problem if isinstance(problem, Problem) else Problem.load(problem)
        self._raises = choice(on_unsolved, "on_unsolved", ("raise", "return")) == "raise"
        self._core = _rigor.Solver.new(self.problem._core, _options(options))

    def solve(self) -> Solution:
        """From the impulses of the last time. Solution has copies: the next solve does not change it."""
        status = Status(self._core.solve())
        impulse, velocity, motion = (None if a is None else np.array(np.asarray(a)) for a in self._core.answers())
        solution = Solution(self.problem, status, impulse, velocity, motion, Fields(self._core.report()))  # type: ignore
        if status and self._raises:
            raise unsolved(status, solution.report)
        return solution

    def update_c(self, c: Any) -> None:
        """Another c."""
        self._core.update_c(numbers(c, "c", (self.problem.size,)))

    def update_target(self, target: Any) -> None:
        """Other targets, one a contact."""
        self._core.update_target(numbers(target, "target", (self.problem.contacts,)))

    def update_matrix(self, A: Any = None) -> None:
        """Other entries of A: dense of the same shape, sparse of the same pattern; a function is asked again."""
        if hasattr(A, "tocsr"):
            A = _matrix(A, "A", (self.problem.size, self.problem.size))[2]  # type: ignore[index]
        elif A is not None:
            A = numbers(A, "A", None)
        self._core.update_matrix(A)

    def start(self, impulse: Any = None) -> None:
        """Where the next solve starts; None: from zero."""
        self._core.start(None if impulse is None else numbers(impulse, "impulse", (self.problem.size,)))


@overload
def solve(problem: Union[Problem, Path], *, law: Optional[str] = None, solver: Optional[str] = None,
          split: Optional[str] = None, on_unsolved: str = "raise", **options: Any) -> Solution: ...
@overload
def solve(problem: "Ncp", *, solver: Optional[str] = None, on_unsolved: str = "raise", **options: Any) -> "NcpSolution": ...


def solve(problem: Any, *, law: Optional[str] = None, solver: Optional[str] = None, split: Optional[str] = None,
          on_unsolved: str = "raise", **options: Any) -> Any:
    """Solves a problem (or the file of one), or a rigor.Ncp (whose options are those of rigor.NcpSolver).

    law          'cone' (exact), 'pyramid:8', ...: rigor.laws()
    solver       'auto' or one of rigor.solvers()
    split        'any', 'even', 'compliant': where several impulses give the same motion
    on_unsolved  'raise' (NotSolved) or 'return': the Solution then has the status
    and angle, unaligned, phantom, tol, aim, max_iterations, max_seconds, set, trace, threads
    """
    from .ncp import Ncp, NcpSolver
    given = {"law": law, "solver": solver, "split": split, **options}
    if isinstance(problem, Ncp):
        return NcpSolver(problem, on_unsolved=on_unsolved, **{n: v for n, v in given.items() if v is not None}).solve()
    return Solver(problem, on_unsolved=on_unsolved, **given).solve()


__all__ = ["Problem", "Solution", "Solver", "solve"]
