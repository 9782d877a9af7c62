"""Functions of one's own: classical problems with known solutions, planted ones, every way to give a Jacobian, and what is
refused. The conditions are checked here from F and the bounds."""
import gc
import threading
import weakref

import numpy as np
import pytest

import rigor
from test_life import interrupted

SOLVERS = ["auto", "path", "pfb-rlm", "pfb-plm", "ncp-rlm", "ncp-plm", "mncpopt"]
COST, BETA, ELASTICITY = np.array([10, 8, 6, 4, 2.0]), np.array([1.2, 1.1, 1.0, 0.9, 0.8]), 1.1


def violation(F, z, lower, upper):
    """Worst violation of the four conditions, by other words than the library's."""
    down = np.where(F > 0, np.minimum(F, z - lower), 0)
    up = np.where(F < 0, np.minimum(-F, upper - z), 0)
    assert np.all(z >= lower) and np.all(z <= upper)
    return np.max(np.maximum(down, up), initial=0)


def market(q):
    """Five firms (Murphy, Sherali & Soyster 1982); it is not defined where nobody produces."""
    total = q.sum()
    if total <= 0 or np.any(q < 0):
        return np.full(5, np.nan)
    price = (5000 / total) ** (1 / ELASTICITY)
    return COST + (q / 5) ** (1 / BETA) - price + q * price / (ELASTICITY * total)


@pytest.mark.parametrize("solver", SOLVERS)
def test_five_firms_produce_what_was_printed(solver):
    solution = rigor.solve(rigor.Ncp(market, guess=[10] * 5), solver=solver, tol=1e-10)
    assert solution.solved and solution.z == pytest.approx([36.93, 41.82, 43.71, 42.66, 39.18], abs=0.005)
    assert solution.F == pytest.approx(market(solution.z)) and solution.report.evaluations > 0
    assert solver == "auto" or solution.report.solver == solver


def josephy(z):
    a, b, c, d = z
    return [3 * a * a + 2 * a * b + 2 * b * b + c + 3 * d - 6, 2 * a * a + a + b * b + 3 * c + 2 * d - 2,
            3 * a * a + a * b + 2 * b * b + 2 * c + 3 * d - 1, a * a + 3 * b * b + 2 * c + 3 * d - 3]


@pytest.mark.parametrize("solver", ["auto", "path", "pfb-rlm", "pfb-plm"])
@pytest.mark.parametrize("guess", [[0, 0, 0, 0], [1, 1, 1, 1], [100, 100, 100, 100]])
def test_josephy(solver, guess):
    solution = rigor.solve(rigor.Ncp(josephy, guess=guess), solver=solver, tol=1e-12)
    assert solution.z == pytest.approx([np.sqrt(6) / 2, 0, 0, 0.5], abs=1e-6)


def planted(seed, sparse=False):
    """F(z) = M z + tanh(z) + q, monotone, with the solution z* of a mixed problem in it: at a bound F has the right sign."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 25))
    B = random.standard_normal((n, n)) * (random.uniform(size=(n, n)) < (0.2 if sparse else 1))
    M = B @ B.T / n + np.diag(random.uniform(0.1, 1, n)) + np.triu(B, 1) / n - np.triu(B, 1).T / n
    lower = np.where(random.uniform(size=n) < 0.3, -np.inf, random.uniform(-2, 0, n))
    upper = np.where(random.uniform(size=n) < 0.5, np.inf, random.uniform(0.1, 2, n))
    where = random.integers(0, 3, n)
    z = random.uniform(np.maximum(lower, -2), np.minimum(upper, 2))
    z = np.where((where == 1) & np.isfinite(lower), lower, np.where((where == 2) & np.isfinite(upper), upper, z))
    wanted = np.where(z == lower, random.uniform(0, 1, n), np.where(z == upper, -random.uniform(0, 1, n), 0))
    q = wanted - M @ z - np.tanh(z)
    return lower, upper, z, lambda x: M @ x + np.tanh(x) + q, lambda x: M + np.diag(1 - np.tanh(x) ** 2)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("solver", SOLVERS)
def test_planted_solutions_are_found(seed, solver):
    lower, upper, z, F, J = planted(seed)
    problem = rigor.Ncp(F, lower=lower, upper=upper, jacobian=J)
    problem.try_jacobian(z)
    solution = rigor.solve(problem, solver=solver, tol=1e-11, on_unsolved="return")
    if solver not in ("ncp-rlm", "mncpopt"):  # descents that may end in a local minimum
        assert solution.solved
    if solution.solved:  # strictly monotone: there is one
        assert solution.z == pytest.approx(z, abs=1e-6)
    assert solution.certificate.natural_map == pytest.approx(violation(F(solution.z), solution.z, lower, upper), abs=1e-11)
    certificate, value = problem.certify(z)
    assert certificate.residual < 1e-13 and value == pytest.approx(F(z))


@pytest.mark.parametrize("seed", range(4))
def test_every_jacobian_leads_to_the_same_point(seed):
    sparse = pytest.importorskip("scipy.sparse")
    lower, upper, z, F, J = planted(seed, sparse=True)
    pattern = J(z) != 0
    ways = [{}, {"jacobian": J}, {"jacobian": lambda x: sparse.csr_matrix(J(x))},
            {"jacobian": J, "sparsity": pattern}, {"jacobian": lambda x: sparse.coo_matrix(J(x)), "sparsity": pattern},
            {"jacobian": lambda x: sparse.csr_matrix(J(x)), "sparsity": sparse.csc_matrix(pattern)},
            {"jacobian": lambda x: sparse.csr_matrix(J(x)), "sparsity": sparse.coo_matrix(np.ones_like(pattern))}]
    for way in ways:
        problem = rigor.Ncp(F, lower=lower, upper=upper, **way)
        assert rigor.solve(problem, tol=1e-12).z == pytest.approx(z, abs=1e-7)
        if "jacobian" in way:
            problem.try_jacobian(z + 0.1)


def test_equations_and_other_starts():
    """x^2 + y^2 = 1 and x = y: two points, each from its side."""
    solver = rigor.NcpSolver(rigor.Ncp(lambda z: [z @ z - 1, z[0] - z[1]], lower=-np.inf, guess=[1, 0.5]), tol=1e-12)
    first = solver.solve()
    solver.start([-1, -0.5])
    assert first.z == pytest.approx([np.sqrt(0.5)] * 2) and solver.solve().z == pytest.approx([-np.sqrt(0.5)] * 2)
    solver.start()
    assert solver.solve().z == pytest.approx(first.z) and first.problem.n == 2
    assert rigor.solve(rigor.Ncp(lambda z: z, n=0)).solved


def test_wrong_jacobians_are_named():
    problem = rigor.Ncp(lambda z: [z[0] ** 2, z[0] * z[1]], n=2, jacobian=lambda z: [[2 * z[0], 0], [z[1], 1.5 * z[0]]])
    with pytest.raises(rigor.BadInput, match=r"\[1\].*\[1\]"):
        problem.try_jacobian([1, 2])
    outside = rigor.Ncp(lambda z: z, n=2, jacobian=lambda z: np.ones((2, 2)), sparsity=np.eye(2))
    with pytest.raises(rigor.BadInput, match=r"\(0, 1\)"):
        rigor.solve(outside)


@pytest.mark.parametrize("make,element", [
    (lambda: rigor.Ncp(3, n=1), "function"), (lambda: rigor.Ncp(abs), "n"), (lambda: rigor.Ncp(abs, n=-1), "n"),
    (lambda: rigor.Ncp(abs, n=1.5), "n"), (lambda: rigor.Ncp(abs, n=10**6), "n"), (lambda: rigor.Ncp(abs, n=2, guess=[1]), "guess"),
    (lambda: rigor.Ncp(abs, n=1, guess=[np.nan]), "guess"), (lambda: rigor.Ncp(abs, n=1, lower=2, upper=1), "lower"),
    (lambda: rigor.Ncp(abs, n=2, lower=[1, 2, 3]), "lower"), (lambda: rigor.Ncp(abs, n=1, lower=np.nan), "lower"),
    (lambda: rigor.Ncp(abs, n=1, upper="x"), "upper"), (lambda: rigor.Ncp(abs, n=1, jacobian=1), "jacobian"),
    (lambda: rigor.Ncp(abs, n=1, sparsity=[[1]]), "sparsity"),
    (lambda: rigor.Ncp(abs, n=2, jacobian=abs, sparsity=np.ones((2, 3))), "sparsity"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: [1, 2], n=1)), "F"), (lambda: rigor.solve(rigor.Ncp(lambda z: "x", n=1)), "F"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: None, n=1)), "F"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: [np.nan], n=1)), "function"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1, jacobian=lambda z: [1])), "jacobian"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1, jacobian=lambda z: [[np.inf]])), "jacobian"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), solver="lemke"), "solver"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), solver="paht"), "solver"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), law="cone"), "law"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), tol=-1), "tol"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), set={"nothing": 1}), "nothing"),
    (lambda: rigor.solve(rigor.Ncp(lambda z: z, n=1), on_unsolved="cry"), "on_unsolved"),
    (lambda: rigor.NcpSolver(3), "problem"), (lambda: rigor.Ncp(lambda z: z, n=1).certify([np.nan]), "z"),
    (lambda: rigor.Ncp(lambda z: z, n=1).certify([1, 2]), "z"), (lambda: rigor.Ncp(lambda z: z, n=1).try_jacobian([1]), "jacobian"),
    (lambda: rigor.NcpSolver(rigor.Ncp(lambda z: z, n=1)).start([np.inf]), "z"),
])
def test_problems_that_cannot_be(make, element):
    with pytest.raises(rigor.BadInput) as caught:
        make()
    assert element in caught.value.element and caught.value.reason


def test_what_has_no_solution_says_so():
    problem = rigor.Ncp(lambda z: np.hypot(z, 1), n=1, lower=-np.inf)
    with pytest.raises(rigor.NotSolved) as caught:
        rigor.solve(problem)
    assert caught.value.report.certificate.residual >= 0.99 and caught.value.reason
    solution = rigor.solve(problem, on_unsolved="return")
    assert not solution.solved and solution.z == pytest.approx(0, abs=0.1) and solution.certificate.natural_map >= 1


@pytest.mark.parametrize("which", ["function", "jacobian"])
def test_what_a_function_raises_comes_out(which):
    calls = []

    def broken(z):
        calls.append(z)
        if len(calls) > 3:
            raise ZeroDivisionError("mine")
        return z**3 - 5 if which == "function" else np.diag(3 * z**2)

    functions = {"function": lambda z: z**3 - 5, "jacobian": lambda z: np.diag(3 * z**2), which: broken}
    problem = rigor.Ncp(n=2, guess=[30, 40], **functions)
    solver = rigor.NcpSolver(problem)
    with pytest.raises(ZeroDivisionError, match="mine"):
        solver.solve()
    count = len(calls)
    assert count == 4  # nobody asked again
    calls.clear()
    with pytest.raises(ZeroDivisionError):
        rigor.NcpSolver(problem).solve()
    for call in (problem.certify, problem.try_jacobian):
        calls[:] = [0] * 9
        if which == "function" or call == problem.try_jacobian:
            with pytest.raises(ZeroDivisionError):
                call([1, 2])


def test_what_is_handed_to_functions_stays_theirs():
    seen = []

    def F(z):
        with pytest.raises(ValueError):
            z[0] = 1
        seen.append(z)
        return z - 1

    rigor.solve(rigor.Ncp(F, n=2))
    gc.collect()
    assert len(seen) > 2 and np.all(seen[-1] >= 0)


def test_functions_that_refer_to_their_problem_do_not_keep_it():
    class Market:
        def __init__(self):
            self.problem = rigor.Ncp(self.excess, n=1, jacobian=self.slope)
            self.contact = rigor.Problem(self.multiply, [-0.1, 2, 0], [0.2])

        def excess(self, z):
            return z - len(self.__dict__)

        def slope(self, z):
            return np.eye(1)

        def multiply(self, x):
            assert self.problem
            return np.array([1, 3.5, 3.5]) * x

    market = Market()
    gone = weakref.ref(market)
    solver, solution = rigor.NcpSolver(market.problem), rigor.solve(market.contact)
    assert solver.solve().z == pytest.approx(2) and solution.impulse[0] == pytest.approx(0.1)
    del market, solution
    gc.collect()
    assert gone() and solver.solve().solved  # a solver keeps its problem
    del solver
    gc.collect()
    assert gone() is None


def test_one_problem_on_two_threads():
    """Exceptions of one do not come out of the other."""
    lower, upper, z, F, J = planted(3)
    bad = threading.local()

    def maybe(x):
        if getattr(bad, "now", False):
            raise KeyError("mine")
        return F(x)

    problem, results = rigor.Ncp(maybe, lower=lower, upper=upper, jacobian=J), []

    def work(fails):
        bad.now = False
        solver = rigor.NcpSolver(problem)
        bad.now = fails
        for _ in range(50):
            solver.start()
            try:
                results.append((fails, bool(np.allclose(solver.solve().z, z, atol=1e-5))))
            except KeyError:
                results.append((fails, None))

    threads = [threading.Thread(target=work, args=(k % 2 == 1,)) for k in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert sorted(set(results), key=str) == [(False, True), (True, None)] and len(results) == 200


def test_one_solver_in_two_threads_is_refused():
    inside, go_on = threading.Event(), threading.Event()

    def slow(z):
        inside.set()
        go_on.wait(20)
        return z - 1

    go_on.set()
    solver = rigor.NcpSolver(rigor.Ncp(slow, n=1))
    go_on.clear(), inside.clear()
    thread = threading.Thread(target=solver.solve)
    thread.start()
    assert inside.wait(20)
    for call in (solver.solve, solver.start, solver._core.report, solver._core.answers):
        with pytest.raises(RuntimeError):
            call()
    go_on.set()
    thread.join()
    assert solver.solve().solved


def test_ctrl_c_ends_a_solve():
    text, seconds = interrupted("""
import numpy as np
problem = rigor.Ncp(lambda z: np.hypot(z, 1) + 0 * sum(range(1000)), n=1, lower=-np.inf)
print("begun", flush=True)
try:
    while True: rigor.solve(problem, on_unsolved="return")
except KeyboardInterrupt: print("caught", rigor.solve(rigor.Ncp(lambda z: z - 1, n=1)).solved)
""")
    assert text == "caught True\n" and seconds < 10
