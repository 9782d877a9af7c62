"""Lives and threads: any order of death, no leaks, two threads at once, Ctrl-C."""
import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS, growth


def test_any_order_of_death():
    makers = ["model", "sim", "qpos", "contacts", "run", "problem", "solver", "solution"]
    for order in itertools.islice(itertools.permutations(makers), 0, None, 1009):
        model = rigor.Model.from_text(BOX)
        sim = rigor.Sim(model)
        run = sim.record(steps=3, contacts=True)
        problem = sim.problem()
        solver = rigor.Solver(problem)
        things = {"model": model, "sim": sim, "qpos": sim.qpos, "contacts": sim.contacts, "run": run, "problem": problem,
                  "solver": solver, "solution": solver.solve()}
        del model, sim, run, problem, solver
        for name in order:
            del things[name]
            gc.collect()
            if "qpos" in things:
                assert things["qpos"][2] == pytest.approx(0.1, abs=1e-3)
            if "contacts" in things:
                assert things["contacts"]["mu"] == pytest.approx(0.5)
            if "run" in things:
                assert len(things["run"].plot("energy").svg) > 1000
            if "solver" in things:
                things["solver"].solve()


def test_views_of_core_arrays_outlive_everything():
    address = []
    core = rigor.Sim(rigor.Model.from_text(BOX))._core
    arrays = {name: np.asarray(view) for name, view in core.arrays().items()}
    del core
    gc.collect()
    for _ in range(5):
        address.append(rigor.Sim(rigor.Model.from_text(BOX)))
    assert arrays["qpos"][2] == 0.1 and np.all(np.isfinite(arrays["xpos"]))


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer keeps what is freed for a while")
@pytest.mark.parametrize("make", [
    lambda: rigor.Sim(rigor.Model.from_text(BOX)).step(2),
    lambda: rigor.Sim(rigor.Model.from_text(BOX)).record(steps=3, contacts=True).plot("energy"),
    lambda: rigor.solve(rigor.Problem(lambda x: x, [-0.1, 2, 0], [0.2])).certificate,
    lambda: rigor.Model.load("/nowhere") if False else rigor.Model.from_text(BOX).bodies[1].mass,
    lambda: refused(),
], ids=["sim", "record", "solve", "model", "refused"])
def test_nothing_leaks(make):
    # one simulation that stayed a round would be 400 of 4 MB
    assert growth(make, 400) < 8e6


def refused():
    for call in (lambda: rigor.Model.from_text("<mujoco><bad/>"), lambda: rigor.Sim(rigor.Model.from_text(BOX), dt=-1),
                 lambda: rigor.solve(rigor.Problem(lambda x: 1 / 0, [-0.1, 2, 0], [0.2])),
                 lambda: rigor.Problem(np.eye(3), [1, float("nan"), 2], [1])):
        with pytest.raises(Exception):
            call()


def test_counts_of_references_stay():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand")
    watched = [None, sim.model._core, sim._core]
    counts = [sys.getrefcount(w) for w in watched[1:]]
    for _ in range(200):
        sim.step(), sim.report, sim.certificate, sim.contacts.copy(), sim.options, sim.energy, sim.mass_matrix(), sim.momentum()
    gc.collect()
    assert [sys.getrefcount(w) for w in watched[1:]] == counts


# --- threads ---------------------------------------------------------------------------------------------------------

def test_the_gil_is_released_while_it_computes():
    sim = rigor.Sim(MODELS / "box_wall100.xml")
    done, ticks = threading.Event(), 0

    def work():
        sim.step(400)
        done.set()
    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 3  # a thread that held the lock would have let nobody count


def test_two_threads_give_what_one_gives():
    def motion(seed, answers):
        sim = rigor.Sim(model, key="stand", hold="stand", perturb=0.05, seed=seed)
        for _ in range(200):
            sim.step()
        sim.step(300)
        answers[seed] = sim.qpos.copy()
    model = rigor.Model.load(MODELS / "quadruped.xml")
    alone, together = {}, {}
    for seed in range(4):
        motion(seed, alone)
    threads = [threading.Thread(target=motion, args=(seed, together)) for seed in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    for seed in range(4):
        assert np.array_equal(alone[seed], together[seed])


def test_two_threads_run_at_the_same_time():
    """One begins while the other is in the middle of its steps, again and again: with the lock held nobody could."""
    def work(sim, spans):
        ready.wait()
        for _ in range(20):
            begin = time.perf_counter()
            sim.step(20)
            spans.append((begin, time.perf_counter()))
    ready = threading.Barrier(2)
    spans = [], []
    model = rigor.Model.load(MODELS / "box_wall100.xml")
    threads = [threading.Thread(target=work, args=(rigor.Sim(model), s)) for s in spans]
    [t.start() for t in threads]
    [t.join() for t in threads]
    inside = sum(a < begin < b for begin, _ in spans[0] for a, b in spans[1])
    inside += sum(a < begin < b for begin, _ in spans[1] for a, b in spans[0])
    assert inside >= 10  # of 40


def test_one_simulation_in_two_threads_is_refused():
    sim = rigor.Sim(MODELS / "box_wall100.xml")
    thread = threading.Thread(target=sim.step, args=(400,))
    thread.start()
    refusals = 0
    while thread.is_alive():
        for call in (sim.step, lambda: sim.report, sim.reset, lambda: sim.energy, lambda: sim.contacts,
                     lambda: sim.save("/tmp/never"), sim.forward, sim.mass_matrix, lambda: sim.change(dt=1.0)):
            try:
                call()
                assert not thread.is_alive()
            except RuntimeError:
                refusals += 1
        time.sleep(0.001)
    thread.join()
    assert refusals > 0


# --- Ctrl-C -------------------------------------------------------------------------------------------------------------

def interrupted(code, wait=1.0):
    """Runs a program, presses Ctrl-C once it says that it has begun; what it printed, and after how long it ended."""
    process = subprocess.Popen([sys.executable, "-c", "import rigor, sys\nmodels = %r\n" % str(MODELS) + code],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(wait)
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    try:
        text = process.communicate(timeout=60)[0]
    finally:
        process.kill()
    return text, time.perf_counter() - begin


def test_ctrl_c_ends_many_steps():
    text, seconds = interrupted("""
sim = rigor.Sim(models + "/quadruped.xml", key="stand")
print("begun", flush=True)
try: sim.step(10**12)
except KeyboardInterrupt: print("caught", sim.report.step > 10, sim.step(5) == 0)
""")
    assert text == "caught True True\n" and seconds < 10


def test_ctrl_c_ends_one_long_solve():
    text, seconds = interrupted("""
import numpy as np
n = 900
random = np.random.default_rng(0)
G = random.standard_normal((n, n // 3))
problem = rigor.Problem(G @ G.T, random.standard_normal(n), random.uniform(0.1, 2, n // 3))
print("begun", flush=True)
try:
    while True: rigor.solve(problem, tol=1e-300, aim=0, max_iterations=10**9, on_unsolved="return", solver="%s")
except KeyboardInterrupt: print("caught", rigor.solve(rigor.Problem(np.eye(3), [-0.1, 2, 0], [0.2])).solved)
""" % ("nsgs" if "nsgs" in [s["name"] for s in rigor.solvers()] else "auto"))
    assert text == "caught True\n" and seconds < 30


def test_ctrl_c_keeps_what_was_recorded(tmp_path):
    text, seconds = interrupted("""
sim = rigor.Sim(models + "/quadruped.xml", key="stand")
print("begun", flush=True)
try: sim.record(steps=10**9, every=50, csv=%r)
except KeyboardInterrupt: print("caught", len(sim.last_run) > 1, sim.last_run.time[-1] <= sim.time)
""" % str(tmp_path / "m.csv"))
    assert text == "caught True True\n"
    lines = (tmp_path / "m.csv").read_text().splitlines()
    assert len(lines) > 2 and len(lines[-1].split(",")) == len(lines[0].split(","))


def test_ctrl_c_goes_to_the_main_thread_and_leaves_the_others_alone():
    text, seconds = interrupted("""
import threading
sim = rigor.Sim(models + "/pend12_pin.xml", key="init")
over = threading.Event()
def work():
    sim.step(300000)
    over.set()
threading.Thread(target=work).start()
print("begun", flush=True)
try: over.wait()
except KeyboardInterrupt: print("caught")
over.wait()
print(sim.report.step)
""", wait=0.5)
    assert text == "caught\n300000\n"


def test_a_handler_that_does_not_raise_is_obeyed():
    text, _ = interrupted("""
import signal
signal.signal(signal.SIGINT, lambda *a: print("heard", flush=True))
sim = rigor.Sim(models + "/pend12_pin.xml", key="init")
print("begun", flush=True)
sim.step(300000)
print(sim.report.step, signal.getsignal(signal.SIGINT).__name__)
""", wait=0.5)
    assert text == "heard\n300000 <lambda>\n"
