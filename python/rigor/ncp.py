"""Nonlinear complementarity problems: F and its Jacobian are functions of your own (docs/solvers/ncp.md)."""
from __future__ import annotations

import weakref
from typing import Any, Callable, Optional, Tuple

import numpy as np

from . import _rigor
from .errors import Status, refuse
from .fields import Fields, choice, nearest, numbers, real, whole
from .problem import Answer, alive, unsolved

_OPTIONS = ("solver", "tol", "max_iterations", "max_seconds", "set")
Function = Callable[[np.ndarray], Any]


class Ncp:
    """Find z with lower <= z <= upper and, for every i, F_i(z) = 0 inside, >= 0 at lower_i, <= 0 at upper_i.

        problem = rigor.Ncp(lambda z: z**2 - 2, n=1)
        rigor.solve(problem).z                       # sqrt(2)

    function    F: n numbers of n; numbers that are not finite say that F is not defined there
    n           how many unknowns; where it is missing, as many as `guess` or a bound has
    lower       n numbers or one for all, may be infinite; default 0
    upper       the same; default inf
    jacobian    dF_i/dz_j at z: n x n, or with `sparsity` a sparse matrix; default: differences of F
    sparsity    where the Jacobian may have entries: a SciPy sparse matrix or an array of truth values, n x n
    guess       n: where to start; default: the point of the bounds nearest to 0

    Without bounds (lower=-inf) these are equations. What a function raises comes out of `solve`.
    """

    def __init__(self, function: Function, n: Optional[int] = None, *, lower: Any = None, upper: Any = None,
                 jacobian: Optional[Function] = None, sparsity: Any = None, guess: Any = None):
        for name, given in (("function", function), ("jacobian", jacobian)):
            if not callable(given) and (given is not None or name == "function"):
                raise refuse(name, f"must be a function, not {type(given).__name__}")
        if sparsity is not None and jacobian is None:
            raise refuse("sparsity", "is of a Jacobian, and there is none")
        self.function, self.jacobian = function, jacobian
        #: how many unknowns
        self.n = _size(n, guess, lower, upper)
        self.lower, self.upper = _bound(lower, "lower", self.n, 0.0), _bound(upper, "upper", self.n, np.inf)
        self.guess = None if guess is None else numbers(guess, "guess", (self.n,)).copy()
        self._pattern = None if sparsity is None else _pattern(sparsity, self.n)
        me = weakref.ref(self)
        start, column = self._pattern or (None, None)
        self._core = _rigor.Ncp.new(self.n, lambda raw: alive(me)._value(raw),
                                    None if jacobian is None else lambda raw: alive(me)._slope(raw),
                                    start, column, self.lower, self.upper, self.guess)

    def _value(self, raw: bytes) -> np.ndarray:
        return numbers(self.function(np.frombuffer(raw)), "F(z)", (self.n,))

    def _slope(self, raw: bytes) -> np.ndarray:
        J: Any = self.jacobian(np.frombuffer(raw))  # type: ignore[misc]
        if self._pattern is None:
            return numbers(J.toarray() if hasattr(J, "tocsr") else J, "jacobian(z)", (self.n, self.n))
        return _entries(J, *self._pattern)

    def certify(self, z: Any) -> Tuple[Fields, np.ndarray]:
        """How far any z is from being a solution, from F alone, and F(z); no solver is involved."""
        F = np.empty(self.n)
        return Fields(self._core.certify(numbers(z, "z", (self.n,)), F)), F

    def try_jacobian(self, z: Any, tolerance: float = 1e-5) -> None:
        """Holds the Jacobian to differences of F at z; BadInput names the entry that differs most, where that is by more
        than `tolerance` of the largest entry of its row."""
        if self.jacobian is None:
            raise refuse("jacobian", "there is none: differences stand in its place")
        if real(tolerance, "tolerance") <= 0:
            raise refuse("tolerance", f"{tolerance} is not a number above 0")
        self._core.try_jacobian(numbers(z, "z", (self.n,)), float(tolerance))

    def __repr__(self) -> str:
        how = "differences" if self.jacobian is None else "sparse Jacobian" if self._pattern else "dense Jacobian"
        return f"<rigor.Ncp: {self.n} unknowns, {how}>"


def _size(n: Optional[int], *given: Any) -> int:
    if n is not None:
        return whole(n, "n")
    for one in given:
        if one is not None and np.ndim(one) == 1:
            return len(one)
    raise refuse("n", "is missing: how many unknowns?")


def _bound(value: Any, name: str, n: int, default: float) -> np.ndarray:
    if value is None or np.ndim(value) == 0:
        return np.repeat(numbers(default if value is None else value, name, (1,)), n)
    return numbers(value, name, (n,)).copy()


def _pattern(sparsity: Any, n: int) -> Tuple[np.ndarray, np.ndarray]:
    """(row_start, column) of a sparse matrix or of truth values, columns in order."""
    if hasattr(sparsity, "tocsr"):
        if sparsity.shape != (n, n):
            raise refuse("sparsity", f"has shape {sparsity.shape[0]} x {sparsity.shape[1]}, must be {n} x {n}")
        sparse = sparsity.tocoo()
        places = np.unique(np.stack([sparse.row, sparse.col], 1), axis=0) if sparse.nnz else np.zeros((0, 2), int)
    else:
        places = np.argwhere(numbers(sparsity, "sparsity", (n, n)) != 0)
    start = np.concatenate([[0], np.cumsum(np.bincount(places[:, 0], minlength=n))])
    return start.astype(np.int32), np.ascontiguousarray(places[:, 1], dtype=np.int32)


def _entries(J: Any, start: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The entries of a Jacobian, sparse or dense, in the order of the pattern; none may lie outside."""
    n = len(start) - 1
    if hasattr(J, "tocsr"):
        sparse = J.tocsr()
        if sparse.shape == (n, n) and sparse.has_canonical_format and len(sparse.data) == len(column) and \
                np.array_equal(sparse.indptr, start) and np.array_equal(sparse.indices, column):
            return numbers(sparse.data, "jacobian(z)", (len(column),))
        J = sparse.toarray()
    J = numbers(J, "jacobian(z)", (n, n))
    inside = np.zeros((n, n), dtype=bool)
    rows = np.repeat(np.arange(n), np.diff(start))
    inside[rows, column] = True
    outside = np.argwhere((J != 0) & ~inside)
    if len(outside):
        raise refuse("jacobian(z)", f"has an entry at ({outside[0][0]}, {outside[0][1]}), where sparsity has none")
    return np.ascontiguousarray(J[rows, column])


class NcpSolution(Answer):
    """A point with its certificate, which is from F alone."""

    def __init__(self, problem: Ncp, status: Status, z: np.ndarray, F: np.ndarray, report: Fields):
        super().__init__(problem, status, report)
        #: n, within the bounds
        self.z = z
        #: F(z), n
        self.F = F


class NcpSolver:
    """Set up once, solve from many places.

    solver       'auto' (path, pfb-rlm, ncp-rlm in turn), 'path', 'pfb-rlm', 'pfb-plm', 'ncp-rlm', 'ncp-plm', 'mncpopt'
    on_unsolved  'raise' (NotSolved) or 'return'
    and tol, max_iterations, max_seconds, set (a dictionary of settings of the solver)
    """

    def __init__(self, problem: Ncp, *, on_unsolved: str = "raise", **options: Any):
        if not isinstance(problem, Ncp):
            raise refuse("problem", f"must be a rigor.Ncp, not {type(problem).__name__}")
        for name in options:
            if name not in _OPTIONS:
                raise refuse(name, "is no option of a problem that is a function", nearest(name, _OPTIONS))
        from .sim import _options
        self.problem = problem
        self._raises = choice(on_unsolved, "on_unsolved", ("raise", "return")) == "raise"
        self._core = _rigor.NcpSolver.new(problem._core, _options(options))

    def solve(self) -> NcpSolution:
        """From the last solution, the guess, or what `start` said. The NcpSolution has copies."""
        status = Status(self._core.solve())
        z, F = (np.array(np.asarray(view)) for view in self._core.answers())
        solution = NcpSolution(self.problem, status, z, F, Fields(self._core.report()))
        if status and self._raises:
            raise unsolved(status, solution.report)
        return solution

    def start(self, z: Any = None) -> None:
        """Where the next solve starts; None: at the guess again."""
        self._core.start(None if z is None else numbers(z, "z", (self.problem.n,)))


__all__ = ["Ncp", "NcpSolution", "NcpSolver"]
