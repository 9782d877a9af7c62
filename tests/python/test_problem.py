"""Contact problems: closed forms, three ways to give a matrix, files, and everything that cannot be."""
import itertools

import numpy as np
import pytest

import rigor
from conftest import MODELS, program_json

SPHERE = np.diag([1, 3.5, 3.5])


def slide(**more):
    """A unit sphere that slides on the floor: impulse 0.1, friction 0.02 against the slip."""
    return rigor.Problem(SPHERE, [-0.1, 2, 0], [0.2], **more)


def random_problem(seed, contacts=6, rows=3):
    random = np.random.default_rng(seed)
    n = rows + 3 * contacts
    G = random.standard_normal((n, n + 5))
    return G @ G.T / n, random.standard_normal(n), random.uniform(0, 1, contacts)


def test_closed_form_of_a_sliding_sphere():
    solution = rigor.solve(slide())
    assert solution.impulse == pytest.approx([0.1, -0.02, 0], abs=1e-14)
    assert solution.velocity == pytest.approx([0, 1.93, 0], abs=1e-12)
    assert solution.solved and solution.certificate.residual < 1e-8
    assert solution.contact_impulse.shape == (1, 3) and solution.report.law == "cone"


@pytest.mark.parametrize("seed", range(4))
def test_solutions_obey_the_laws(seed):
    """Checked here from A, c and mu alone."""
    A, c, mu = random_problem(seed)
    solution = rigor.solve(rigor.Problem(A, c, mu), tol=1e-12)
    x, u = solution.impulse, A @ solution.impulse + c
    assert u == pytest.approx(solution.velocity, abs=1e-10)
    assert u[:3] == pytest.approx(0, abs=1e-9)  # rows without bounds
    for r, w, m in zip(x[3:].reshape(-1, 3), u[3:].reshape(-1, 3), mu):
        assert r[0] >= -1e-9 and w[0] >= -1e-9 and abs(r[0] * w[0]) < 1e-8
        slip, friction = np.linalg.norm(w[1:]), np.linalg.norm(r[1:])
        assert friction <= m * r[0] + 1e-8
        if slip > 1e-6:
            assert r[1:] == pytest.approx(-m * r[0] * w[1:] / slip, abs=1e-7)


def test_dense_sparse_and_function_are_one():
    sparse = pytest.importorskip("scipy.sparse")
    from scipy.sparse.linalg import aslinearoperator
    A, c, mu = random_problem(1)
    answers = [rigor.solve(rigor.Problem(given, c, mu)).impulse
               for given in (A, sparse.csr_matrix(A), sparse.coo_matrix(A), lambda x: A @ x, aslinearoperator(A),
                             A.astype(np.float32).astype(float) * 0 + A, np.asfortranarray(A), A.tolist())]
    for answer in answers[1:]:
        assert answer == pytest.approx(answers[0], abs=1e-9)


def test_global_form_is_the_local_one():
    sparse = pytest.importorskip("scipy.sparse")
    random = np.random.default_rng(3)
    L, G, f = random.standard_normal((8, 8)), random.standard_normal((9, 8)), random.standard_normal(8)
    M, mu, c = L @ L.T + 8 * np.eye(8), [0.3, 0.5, 0.1], random.standard_normal(9)
    local = rigor.Problem(G @ np.linalg.solve(M, G.T), G @ np.linalg.solve(M, f) + c, mu)
    for form in (lambda x: x, sparse.csr_matrix):
        solution = rigor.solve(rigor.Problem(c=c, mu=mu, M=form(M), G=form(G), f=f))
        assert solution.velocity == pytest.approx(rigor.solve(local).velocity, abs=1e-7)
        assert M @ solution.motion == pytest.approx(f + G.T @ solution.impulse, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_lcp_by_enumeration(seed):
    random = np.random.default_rng(seed)
    L = random.standard_normal((4, 4))
    A, q = L @ L.T + 0.1 * np.eye(4), random.standard_normal(4)
    z = rigor.solve(rigor.Problem(A, q, kind="lcp")).impulse
    for active in itertools.product([False, True], repeat=4):
        on, guess = np.array(active), np.zeros(4)
        if on.any():
            guess[on] = np.linalg.solve(A[np.ix_(on, on)], -q[on])
        if guess.min() >= -1e-12 and (A @ guess + q).min() >= -1e-12:
            assert z == pytest.approx(guess, abs=1e-8)
            return
    pytest.fail("a positive definite LCP has a solution")


def test_laws_solvers_and_splits():
    cone = rigor.solve(slide(), law="cone").impulse
    pyramid = rigor.solve(slide(), law="pyramid:4", solver="lemke")
    assert pyramid.report.solver == "lemke" and pyramid.report.law == "pyramid"
    assert pyramid.impulse == pytest.approx(cone, abs=1e-8)  # the first direction lies along the slip
    # a block on two contacts that share the load in any way: even is half and half
    A = np.kron(np.ones((2, 2)), np.diag([1.0, 1.0, 1.0]))
    even = rigor.solve(rigor.Problem(A, [-1, 0, 0, -1, 0, 0], [0.5, 0.5]), split="even").impulse
    assert even[[0, 3]] == pytest.approx([0.5, 0.5], abs=1e-6)
    assert {"lemke", "newton"} <= {s["name"] for s in rigor.solvers()} and "cone" in rigor.laws()


@pytest.mark.parametrize("ending", [".json", ".dat", ".hdf5"])
def test_files_out_and_in(tmp_path, ending):
    A, c, mu = random_problem(2, rows=0)
    problem, path = rigor.Problem(A, c, mu), tmp_path / ("p" + ending)
    solution = rigor.solve(problem)
    problem.save(path, impulse=None if ending == ".dat" else solution.impulse)
    again = rigor.Problem.load(path)
    entries = again.A.toarray() if hasattr(again.A, "toarray") else again.A
    assert entries == pytest.approx(A, abs=1e-15) and again.c == pytest.approx(c) and again.mu == pytest.approx(mu)
    assert rigor.solve(path).impulse == pytest.approx(solution.impulse, abs=1e-7)
    told = program_json("solve", path)
    assert told["status"] == "solved"


def test_the_crate_of_the_readme():
    problem = rigor.Problem.load(MODELS / "problems" / "crate.json")
    assert (problem.contacts, problem.rows, problem.size) == (4, 0, 12) and problem.M is not None and problem.A is None
    assert rigor.solve(problem).certificate.natural_map < 1e-12
    assert repr(problem).startswith("<rigor.Problem: contact, global form, 4 contacts")


def test_certificates_of_anybody_s_impulses():
    certificate, velocity = slide().certify([0.1, -0.02, 0])
    assert certificate.residual < 1e-12 and velocity == pytest.approx([0, 1.93, 0])
    certificate, velocity = slide().certify([0.1, -0.05, 0])
    assert certificate.cone == pytest.approx(0.03) and certificate.cone_at == 0
    assert velocity == pytest.approx([0, 2 - 3.5 * 0.05, 0])


def test_a_solver_again_and_again():
    solver = rigor.Solver(slide())
    first = solver.solve()
    solver.update_c([-0.2, 2, 0])
    second = solver.solve()
    assert first.impulse == pytest.approx([0.1, -0.02, 0]) and second.impulse == pytest.approx([0.2, -0.04, 0])
    solver.update_matrix(2 * SPHERE)
    assert solver.solve().impulse == pytest.approx([0.1, -0.02, 0])
    solver.update_target([0.1])
    assert solver.solve().impulse == pytest.approx([0.15, -0.03, 0])
    solver.start(None)
    solver.start([0.1, 0, 0])
    assert solver.solve().impulse == pytest.approx([0.15, -0.03, 0])
    factor = [1.0]
    solver = rigor.Solver(rigor.Problem(lambda x: factor[0] * SPHERE @ x, [-0.1, 2, 0], [0.2]))
    solver.solve()
    factor[0] = 2.0
    solver.update_matrix()
    assert solver.solve().impulse == pytest.approx([0.05, -0.01, 0])


def test_the_problem_of_a_step_is_solved_alike():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", hold="stand")
    assert sim.problem() is None
    sim.step(20)
    problem = sim.problem()
    impulse = problem.impulse.copy()
    sim.step(20)  # it is a copy
    assert np.array_equal(problem.impulse, impulse) and problem.certify(impulse)[0].residual < 1e-9
    assert rigor.solve(problem, split="compliant").velocity == pytest.approx(problem.certify(impulse)[1], abs=1e-9)
    local = sim.problem("local")
    assert local.A.shape == (12, 12) and local.M is None


# --- what cannot be ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("call,element", [
    (lambda: rigor.Problem(), "c"), (lambda: rigor.Problem(c=[1, 2, 3], mu=[1]), "A"),
    (lambda: rigor.Problem(SPHERE, [1, 2], [0.5]), "c"), (lambda: rigor.Problem(np.eye(4), [1, 2, 3], [0.5]), "A"),
    (lambda: rigor.Problem(SPHERE, [1, 2, 3], [-0.5]), "mu"), (lambda: rigor.Problem(SPHERE, [1, float("nan"), 3], [1]), "c"),
    (lambda: rigor.Problem(np.full((3, 3), np.inf), [1, 2, 3], [1]), "A"), (lambda: rigor.Problem("A", [1, 2, 3], [1]), "A"),
    (lambda: rigor.Problem(SPHERE, "c", [1]), "c"), (lambda: rigor.Problem(SPHERE, [[1, 2, 3]], [1]), "c"),
    (lambda: slide(dim=5), "dim"), (lambda: slide(kind="qp"), "kind"), (lambda: slide(target=[1, 2]), "target"),
    (lambda: slide(guess=[1]), "guess"), (lambda: slide(lower=[1]), "lower"), (lambda: slide(M=SPHERE), "A"),
    (lambda: rigor.Problem(c=[1, 2, 3], mu=[1], M=SPHERE), "G"), (lambda: rigor.Problem(SPHERE, [1, 2, 3], [1j]), "mu"),
    (lambda: rigor.Problem(c=[1, 2, 3], mu=[1], M=-SPHERE, G=SPHERE, f=[0, 0, 0]), "M"),
    (lambda: rigor.Problem(np.eye(2), [1, 2], lower=[1, 1], upper=[0, 2]), ""),
    (lambda: rigor.solve(slide(), law="konus"), "law"), (lambda: rigor.solve(slide(), solver="x"), "solver"),
    (lambda: rigor.solve(slide(), split="odd"), "split"), (lambda: rigor.solve(slide(), tolerance=1), "tolerance"),
    (lambda: rigor.solve(slide(), tol=-1), "tol"), (lambda: rigor.solve(slide(), on_unsolved="x"), "on_unsolved"),
    (lambda: rigor.solve(slide(), set={"omega": 1e9}), "omega"), (lambda: slide().certify([1]), "impulse"),
    (lambda: slide().save("/tmp/x.json", format="xml"), "format"), (lambda: slide().save("/tmp/x.json", impulse=[1]), "impulse"),
    (lambda: rigor.Solver(slide()).update_c([1]), "c"), (lambda: rigor.Solver(slide()).update_c([1, float("nan"), 1]), "c"),
    (lambda: rigor.Solver(slide()).update_matrix(), "A"), (lambda: rigor.Solver(slide()).update_matrix(np.eye(2)), "A"),
    (lambda: rigor.Solver(slide()).start([1]), "impulse"), (lambda: rigor.Problem.load(3), "path"),
])
def test_problems_that_cannot_be(call, element):
    def solved_or_refused():
        problem = call()
        if isinstance(problem, rigor.Problem):
            rigor.solve(problem)
    with pytest.raises(rigor.BadInput) as caught:
        solved_or_refused()
    assert element in caught.value.element


def test_sparse_matrices_that_cannot_be():
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(rigor.BadInput):
        rigor.Problem(sparse.eye(4).tocsr(), [1, 2, 3], [0.5])
    broken = sparse.csr_matrix(SPHERE)
    core = {"kind": 0, "dim": 3, "contacts": 1, "rows": 0, "c": np.array([1.0, 2, 3]), "mu": np.array([0.5])}
    for start, column in (([0, 1, 2, 9], [0, 1, 2]), ([0, 2, 1, 3], [0, 1, 2]), ([0, 1, 2, 3], [0, 1, 7]),
                          ([0, 1, 2, 3], [0, -1, 2]), ([-1, 1, 2, 3], [0, 1, 2]), ([0, 5, 2, 3], [0, 1, 2])):
        matrix = (3, 3, broken.data, np.array(start, dtype=np.int32), np.array(column, dtype=np.int32))
        with pytest.raises(rigor.BadInput):
            rigor._rigor.Problem.new({**core, "A": matrix})


def test_files_that_cannot_be(tmp_path):
    with pytest.raises(rigor.FileError):
        rigor.Problem.load(tmp_path / "nothing.json")
    path = tmp_path / "half.json"
    path.write_text((MODELS / "problems" / "crate.json").read_text()[:300])
    with pytest.raises(rigor.BadInput) as caught:
        rigor.solve(path)
    assert caught.value.file == str(path) and caught.value.line > 0


@pytest.mark.parametrize("function,kind", [
    (lambda x: 1 / 0, ZeroDivisionError), (lambda x: x[:2], rigor.BadInput), (lambda x: "no", rigor.BadInput),
    (lambda x: None, rigor.BadInput), (lambda: 0, TypeError), (lambda x: x * float("nan"), rigor.BadInput),
])
def test_functions_that_fail(function, kind):
    with pytest.raises(kind):
        rigor.solve(rigor.Problem(function, [-0.1, 2, 0], [0.2]))


def test_functions_that_write_what_they_get():
    def greedy(x):
        with pytest.raises(ValueError):
            x[0] = 5
        kept.append(x)
        return SPHERE @ x
    kept = []
    assert rigor.solve(rigor.Problem(greedy, [-0.1, 2, 0], [0.2])).impulse == pytest.approx([0.1, -0.02, 0])
    assert np.array_equal(np.array(kept[:3]), np.eye(3))  # and may keep it


def test_a_problem_without_a_solution_says_so():
    # c_n < 0 and nothing that an impulse could do about it
    problem = rigor.Problem(np.diag([0.0, 1, 1]), [-1, 0, 0], [0.5])
    with pytest.raises(rigor.NotSolved) as caught:
        rigor.solve(problem)
    assert caught.value.status == rigor.Status.NO_SOLUTION and caught.value.report.certificate.penetration > 0.5
    solution = rigor.solve(problem, on_unsolved="return")
    assert solution.status == rigor.Status.NO_SOLUTION and not solution.solved


def test_limits_return_the_best():
    A, c, mu = random_problem(5, contacts=20)
    solution = rigor.solve(rigor.Problem(A, c, mu), max_iterations=1, tol=1e-15, aim=0, on_unsolved="return", trace=True)
    assert solution.status != 0 and np.all(np.isfinite(solution.impulse))


@pytest.mark.parametrize("ellipsoid", [False, True])
def test_moments_of_friction(tmp_path, ellipsoid):
    # a unit sphere that spins and rolls: slip is open, spin and rolling are beyond their bounds
    A = np.diag([1, 3.5, 3.5, 2.5, 2.5, 2.5])
    A[1, 5] = A[5, 1] = -2.5
    A[2, 4] = A[4, 2] = 2.5
    problem = rigor.Problem(A, [-1, 0, 0, 2, 0.5, -0.4], [0.5], dim=6, spin=[0.01], roll=[0.02], ellipsoid=ellipsoid)
    solution = rigor.solve(problem)
    r, u = solution.impulse, solution.velocity
    assert solution.solved and r[0] == pytest.approx(1) and np.allclose(A @ r + problem.c, u, atol=1e-14)
    if not ellipsoid:
        assert r[3] == pytest.approx(-0.01) and np.hypot(r[4], r[5]) == pytest.approx(0.02)
        assert np.allclose(r[4:], -0.02 * u[4:] / np.hypot(u[4], u[5]))
    else:
        D = np.array([0.5, 0.5, 0.01, 0.02, 0.02])
        assert np.allclose(r[1:], -D**2 * u[1:] / np.linalg.norm(D * u[1:]), atol=1e-9)
    problem.save(tmp_path / "moments.json")
    again = rigor.Problem.load(tmp_path / "moments.json")
    assert again.dim == 6 and again.ellipsoid == ellipsoid and again.spin[0] == 0.01 and again.roll[0] == 0.02
    with pytest.raises(rigor.BadInput):
        rigor.Problem(A[:3, :3], [-1, 0, 0], [0.5], spin=[0.1])
