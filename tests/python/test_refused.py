"""Bad input of every kind: a clear exception each, and the simulation is as it was."""
import copy
import pickle

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS


def box(**options):
    return rigor.Sim(rigor.Model.from_text(BOX), **options)


@pytest.mark.parametrize("options,element", [
    ({"dt": 0}, "dt"), ({"dt": -1}, "dt"), ({"dt": float("nan")}, "dt"), ({"dt": "fast"}, "dt"), ({"dt": True}, "dt"),
    ({"dt": [1, 2]}, "dt"), ({"friction": -0.1}, "friction"), ({"friction": float("inf")}, "friction"),
    ({"restitution": 1.5}, "restitution"), ({"push": 0}, "push"), ({"integrator": "eular"}, "integrator"),
    ({"integrator": 3}, "integrator"), ({"halvings": 0}, "halvings"), ({"halvings": 1.5}, "halvings"),
    ({"halvings": 2**70}, "halvings"), ({"threads": 0}, "threads"), ({"threads": False}, "threads"),
    ({"solver": "lemkee"}, "solver"), ({"solver": 1}, "solver"), ({"law": "pyramid:3"}, "law"), ({"law": "conee"}, "law"),
    ({"law": 8}, "law"), ({"solver": "lemke", "law": "cone"}, "law"), ({"set": {"nothing": 1}}, "nothing"),
    ({"set": {"omega": "x"}}, "omega"), ({"set": "omega"}, "set"), ({"set": [1]}, "set"), ({"set": {3: 1}}, "set"),
    ({"split": "odd"}, "split"),
    ({"tol": 0}, "tol"), ({"max_iterations": 0}, "max_iterations"), ({"max_seconds": 0}, "max_seconds"),
    ({"on_unsolved": "cry"}, "on_unsolved"), ({"key": "start"}, "key"), ({"key": 5}, "key"), ({"key": 0.5}, "key"),
    ({"key": [1]}, "key"), ({"hold": "x"}, "key"), ({"ctrl": {"motor": 1}}, "ctrl"), ({"ctrl": 5}, "ctrl"),
    ({"ctrl_interpolate": True}, "ctrl_interpolate"), ({"perturb": -1}, "perturb"), ({"perturb": "x"}, "perturb"),
    ({"perturb": 1, "seed": -1}, "seed"), ({"memory": "much"}, "memory"), ({"most_contacts": -1}, "most_contacts"),
    ({"stabilize": "perhaps"}, "stabilize"), ({"angle": None, "gap_accuracy": 2}, "gap_accuracy"),
])
def test_options_that_cannot_be(options, element):
    with pytest.raises(rigor.BadInput) as caught:
        box(**options)
    assert element in caught.value.element and caught.value.reason


def test_options_that_are_not_known():
    with pytest.raises(TypeError, match="integrater"):
        box(integrater="euler")
    with pytest.raises(rigor.BadInput, match="lemke"):
        box(solver="lemkee")


@pytest.mark.parametrize("model", [3, None, [], b"\xff", rigor.Model])
def test_models_that_are_none(model):
    with pytest.raises(rigor.Error):
        rigor.Sim(model)


def test_nothing_that_moves():
    still = rigor.Model.from_text("<mujoco><worldbody><geom type='sphere' size='1'/></worldbody></mujoco>")
    assert rigor.Sim(still).step() == rigor.Status.SOLVED
    with pytest.raises(rigor.BadInput, match="no joint"):
        rigor.Batch(still, 2)


@pytest.mark.parametrize("n", [-1, 1.5, "two", None, [1], True, 10**30])
def test_numbers_of_steps_that_are_none(n):
    sim = box()
    with pytest.raises((rigor.BadInput, OverflowError)):
        sim.step(n) if n is not True else sim.step([])
    assert sim.time == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["qpos", "qvel", "qfrc_applied", "xfrc_applied"])
def test_states_that_are_not_finite(name, value):
    for how in ("raise", "return"):
        sim = box(on_unsolved=how)
        sim.step(2)
        getattr(sim, name).flat[0] = value
        with pytest.raises(rigor.BadInput):
            sim.step(3)
        getattr(sim, name).flat[0] = 0
        assert sim.step(3) == 0


@pytest.mark.parametrize("value", [[1, 2], "x", np.zeros((7, 2)), None, {}, [[1] * 7] * 2])
def test_shapes_that_do_not_fit(value):
    sim = box()
    with pytest.raises(rigor.BadInput):
        sim.qpos = value
    assert np.array_equal(sim.qpos, sim.model.qpos0)


def test_times_and_places_that_cannot_be():
    sim = box()
    for value in (float("nan"), "x", None):
        with pytest.raises(rigor.BadInput):
            sim.time = value
    for call in (lambda: sim.jacobian(7), lambda: sim.jacobian(-1), lambda: sim.jacobian("bx"),
                 lambda: sim.jacobian(1, [1, 2]), lambda: sim.jacobian(1.5), lambda: sim.operational_inertia([]),
                 lambda: sim.operational_inertia([1], [[1, 2, 3], [4, 5, 6]]), lambda: sim.mass_solve([1]),
                 lambda: sim.inverse_dynamics(["x"] * 6), lambda: sim.problem("third"), lambda: sim.reset("x"),
                 lambda: sim.reset(9), lambda: sim.reset(perturb=-1)):
        with pytest.raises(rigor.BadInput):
            call()


def test_arrays_of_the_wrong_make_never_reach_the_library():
    """The extension itself looks: type, order, size, and whether it may write."""
    sim = box()
    fixed = np.zeros((6, 6))
    fixed.flags.writeable = False
    bad = [np.zeros((6, 6), dtype=np.float32), np.zeros((6, 6), dtype=">f8"), np.zeros((6, 12))[:, ::2], np.zeros(35), fixed,
           [0] * 36, None, "x", np.zeros((6, 6), order="F").T[:5]]
    for array in bad:
        with pytest.raises(rigor.BadInput):
            sim._core.mass(array)


def test_files_that_cannot_be(tmp_path):
    sim = box()
    with pytest.raises(rigor.FileError):
        sim.save(tmp_path / "no" / "such" / "folder")
    with pytest.raises(rigor.FileError):
        sim.load(tmp_path / "nothing")
    (tmp_path / "half").write_text("rigor checkpoint, cut in h")
    with pytest.raises(rigor.BadInput):
        sim.load(tmp_path / "half")
    rigor.Sim(MODELS / "acc_sphere.xml").save(tmp_path / "other")
    with pytest.raises(rigor.BadInput):
        sim.load(tmp_path / "other")
    assert sim.step() == 0
    for path in (3, None, "a\0b"):
        with pytest.raises(rigor.BadInput):
            sim.save(path)


@pytest.mark.parametrize("text,line,what", [
    ("", 0, "no line"), ("time,fl_knee\n", 1, "no line"), ("t,fl_knee\n0,1\n", 1, "time"), ("time,knee\n0,1\n", 1, "knee"),
    ("time,fl_knee,fl_knee\n0,1,2\n", 1, "twice"), ("time,fl_knee\n0,1\n1,x\n", 3, "expected a number"),
    ("time,fl_knee\n0,1\n1,2,3\n", 3, "must be 2"), ("time,fl_knee\n0,1\n\n0,2\n", 4, "grow"), ("time\n0\n", 1, "no actuator"),
    ("time,fl_knee\n0,nan\n", 2, "expected a number"),
])
def test_tables_of_controls_that_cannot_be(tmp_path, text, line, what):
    path = tmp_path / "c.csv"
    path.write_text(text)
    with pytest.raises(rigor.BadInput, match=what) as caught:
        rigor.Sim(MODELS / "quadruped.xml", ctrl=str(path))
    assert caught.value.file == str(path) and caught.value.line == line


def unsolvable(**options):
    """One sweep from zero is not enough for a stack of ten."""
    return rigor.Sim(MODELS / "stack10.xml", max_iterations=1, tol=1e-15, cold=True, **options)


def test_a_step_that_is_not_solved_raises_or_returns():
    sim = unsolvable()
    with pytest.raises(rigor.NotSolved) as caught:
        sim.step(200)
    error = caught.value
    assert error.status != 0 and error.reason and error.report.status == error.status
    time = sim.time  # on_failure is stop: the state is the one before
    sim.on_unsolved = "return"
    assert sim.step(200) == error.status and sim.time == time
    sim = unsolvable(on_unsolved="return", on_failure="continue")
    assert sim.step(50) != 0 and sim.report.step == 50
    run = unsolvable(on_unsolved="return", on_failure="continue").record(steps=50)
    assert run.summary.unsolved > 0 and len(run) == 51 and not run.proved


def test_a_record_that_is_not_solved_keeps_what_it_has(tmp_path):
    sim = unsolvable()
    with pytest.raises(rigor.NotSolved) as caught:
        sim.record(steps=200, csv=tmp_path / "m.csv", contacts=tmp_path / "c.csv")
    run = caught.value.run
    assert run is sim.last_run and run.summary.unsolved == 1
    assert len((tmp_path / "m.csv").read_text().splitlines()) == len(run) + 1


@pytest.mark.parametrize("options,element", [
    ({"time": -1}, "time"), ({"time": float("nan")}, "time"), ({"time": "x"}, "time"), ({"time": 1e30}, "time"),
    ({"time": 1, "steps": 1}, "steps"), ({"steps": -1}, "steps"), ({"steps": 1.5}, "steps"), ({"every": 0}, "every"),
    ({"plot": "energy"}, "plot"), ({"save_every": 1}, "save_every"), ({"at_step": 1}, "at_step"),
    ({"steps": 2, "dump_problem": "x.json", "at_step": 3}, "at_step"), ({"sensors": "x.csv"}, "sensors"),
    ({"steps": 1, "ctrl": {"x": 1}}, "ctrl"),
])
def test_runs_that_cannot_be(options, element, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(rigor.BadInput) as caught:
        box().record(**options)
    assert element in caught.value.element


def test_a_run_that_is_refused_leaves_the_controls_alone(tmp_path):
    sim = rigor.Sim(MODELS / "quadruped.xml", ctrl={"fl_knee": 0.1})
    for bad in ({"csv": tmp_path / "no" / "folder"}, {"plot": "enrgy", "svg": tmp_path / "x.svg"}):
        with pytest.raises(rigor.Error):
            sim.record(steps=3, ctrl=lambda s: 1 / 0, **bad)
    assert sim.time == 0 and sim.step(3) == 0


def test_a_plot_that_is_not_known():
    run = box().record(steps=2)
    with pytest.raises(rigor.BadInput, match="enrgy"):
        run.plot("enrgy")
    with pytest.raises(KeyError, match="energy"):
        run["enrgy"]
    with pytest.raises(rigor.BadInput):
        run.contacts_to_pandas()
    with pytest.raises(rigor.FileError):
        run.plot("energy", "/nowhere/at/all.svg")
    with pytest.raises(rigor.BadInput):
        run.plot("energy", "/tmp/x.png", scale=1000)


def test_a_function_of_controls_that_raises():
    def broken(sim):
        if sim.time > 0.005:
            raise ZeroDivisionError("mine")
    sim = rigor.Sim(MODELS / "quadruped.xml", ctrl=broken)
    with pytest.raises(ZeroDivisionError, match="mine"):
        sim.step(100)
    with pytest.raises(ZeroDivisionError):
        sim.record(steps=10)
    assert sim.time == pytest.approx(0.006)
    with pytest.raises(rigor.BadInput, match="ctrl"):
        rigor.Sim(MODELS / "quadruped.xml", ctrl=lambda s: [1, 2]).step()


def test_errors_travel_between_processes():
    error = rigor.BadInput(4, "a.xml", 3, 4, "geom", "no")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a.xml:3:4: geom: no" and again.line == 3


def test_memory_that_is_not_allowed():
    import subprocess
    import sys
    code = ("import rigor\ntry: rigor.Sim(%r, memory='1M')\nexcept rigor.NoMemory as e: print('refused', e)\n"
            % str(MODELS / "spheres1000.xml"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "refused" in done.stdout, done.stderr


@pytest.mark.parametrize("name,said", [
    ("qposs", "did you mean 'qpos'"), ("friction", r"sim.change\(friction=...\).*sim.options"), ("dt", "change"),
    ("coordinates", r"made: rigor.Sim\(model, coordinates"), ("seed", "made"), ("step", "there is no|method"), ("xpos", "read only"),
    ("contacts", "setter|set"), ("ngeom", "sim.model.ngeom"), ("qM", "mass_matrix"), ("whatever", "there is no 'whatever'"),
])
def test_names_that_a_simulation_does_not_have(name, said):
    sim = box()
    with pytest.raises(AttributeError, match=said):
        setattr(sim, name, 1)
    assert name in ("xpos", "contacts", "step") or name not in vars(sim)


def test_names_that_are_asked_for():
    sim = box()
    for name, said in (("friction", "sim.options"), ("qM", "mass_matrix"), ("qposs", "qpos"), ("ngeom", "sim.model")):
        with pytest.raises(AttributeError, match=said):
            getattr(sim, name)
    assert not hasattr(sim, "__array__")

    class Own(rigor.Sim):
        pass

    own = Own(rigor.Model.from_text(BOX))
    own.goal = 3  # a class of one's own has names of its own
    with pytest.raises(AttributeError, match="option"):
        own.friction = 0.1


def test_names_that_a_batch_does_not_have():
    batch = rigor.Batch(rigor.Model.from_text(BOX), 2, backend="threads", threads=1)
    for name, said in (("friction", "parameter"), ("dt", "made"), ("qposs", "qpos"), ("results", "set"), ("key", "made")):
        with pytest.raises(AttributeError, match=said):
            setattr(batch, name, 1)
    batch.on_unsolved = "raise"
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.copy(batch)
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.deepcopy(batch)


def test_a_page_that_cannot_simulate(monkeypatch):
    monkeypatch.setattr(rigor.run.__globals__["_rigor"], "engine_missing", lambda: "there is none")
    with pytest.raises(rigor.BadInput, match="live: there is none"):
        box().record(steps=1, live=True)
