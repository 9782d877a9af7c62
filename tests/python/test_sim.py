"""Simulations: the same numbers as the program to the last digit, closed forms, every option, starts and checkpoints."""
import copy
import csv
import pickle
import re

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS, POINT, program, shared_model


def table(path):
    with open(path, newline="") as stream:
        rows = list(csv.reader(stream))
    return rows[0], rows[1:]


def assert_same_motion(path, sim, steps):
    header, rows = table(path)
    nq, nv = sim.model.nq, sim.model.nv
    assert len(rows) == steps + 1
    for row in rows:
        assert [float(x) for x in row[1:1 + nq]] == list(sim.qpos)
        assert [float(x) for x in row[1 + nq:1 + nq + nv]] == list(sim.qvel)
        sim.step()


@pytest.mark.parametrize("model,options,arguments", [
    ("quadruped.xml", {"key": "stand", "hold": "stand"}, ["--key", "stand", "--hold", "stand"]),
    ("acc_cube.xml", {"key": 0}, ["--key", "0"]),
    ("acc_cube.xml", {"key": 0, "integrator": "moreau", "coordinates": "redundant", "law": "pyramid:6",
                      "solver": "lemke"},
     ["--key", "0", "--integrator", "moreau", "--coordinates", "redundant", "--law", "pyramid:6", "--solver", "lemke"]),
    ("four_bar.xml", {"closures": "relax", "dt": 0.002}, ["--closures", "relax", "--dt", "0.002"]),
    ("acc_bounce.xml", {"restitution": 0.6, "restitution_law": "newton", "friction": 0.3, "cold": True},
     ["--restitution", "0.6", "--restitution-law", "newton", "--friction", "0.3", "--cold"]),
    ("chain3_ball.xml", {"perturb": 0.1, "seed": 7}, ["--perturb", "0.1", "--seed", "7"]),
])
def test_the_motion_is_that_of_the_program(tmp_path, model, options, arguments):
    program("run", MODELS / model, "--steps", "60", "--csv", tmp_path / "motion.csv", *arguments)
    assert_same_motion(tmp_path / "motion.csv", rigor.Sim(MODELS / model, **options), 60)


def test_every_option_of_the_program_is_one_here():
    import inspect
    text = program("run", "--help")
    names = {n.replace("-", "_") for n in re.findall(r"--([a-z][a-z-]+)", text.split("Examples:")[0])}
    # what is printed, and how help is asked for, means nothing in a program of one's own
    names -= {"json", "quiet", "help", "usage", "version"}
    assert len(names) > 45
    known = set(inspect.signature(rigor.Sim.__init__).parameters)
    known |= set(inspect.signature(rigor.Sim.record).parameters)
    known |= set(inspect.signature(rigor.run.__globals__["Sim"].record.__globals__["record"]).parameters)
    assert names <= known, names - known


def test_every_option_is_used_and_told():
    values = dict(dt=0.003, integrator="moreau", coordinates="redundant", friction=0.4, restitution=0.2,
                  restitution_law="poisson", stabilize="relax", closures="project", accuracy=0.1, no_sweep=True, push=0.3,
                  relax_period=0.1, relax_damping=0.5, implicit_rounds=9, implicit_tol=1e-7, gap_accuracy=1e-8,
                  on_failure="halve", halvings=3, solver="newton", split="any", tol=1e-9, aim=1e-12,
                  max_iterations=77, max_seconds=5.0, cold=True, threads=2, most_contacts=50, angle=15.0)
    sim = rigor.Sim(rigor.Model.from_text(BOX), **values)
    for name, value in values.items():
        assert sim.options[name] == pytest.approx(value) if isinstance(value, float) else sim.options[name] == value, name


def test_closed_form_of_a_fall():
    sim = rigor.Sim(rigor.Model.from_text(POINT))
    assert sim.step(50) == rigor.Status.SOLVED
    # midpoint rule under constant gravity is exact: z = -g t^2 / 2
    assert sim.time == pytest.approx(0.5) and sim.qpos[0] == pytest.approx(-10 * 0.25 / 2, rel=1e-12)
    assert sim.qvel[0] == pytest.approx(-5, rel=1e-12)
    assert sim.energy == pytest.approx(3 * 10 * 5, rel=1e-12)


@pytest.mark.parametrize("push,mode,friction", [(4.0, "stick", 4.0), (15.0, "slip", 0.5 * 2 * 9.81)])
def test_closed_form_of_friction(push, mode, friction):
    """A box of 2 kg, mu 0.5: it holds what is below 9.81 N, and slides against 9.81 N above."""
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.step(5)
    sim.xfrc_applied[1, 0] = push
    sim.step(20)
    assert sim.contact_force("box") == pytest.approx([-friction, 0, 2 * 9.81], rel=1e-9, abs=1e-9)
    assert sim.contact_force(0) == pytest.approx(-sim.contact_force(1))
    assert {rigor.MODES[m] for m in sim.contacts["mode"]} == {mode}
    acceleration = (push - friction) / 2
    assert sim.qvel[0] == pytest.approx(20 * sim.options["dt"] * acceleration, abs=1e-9)
    assert sim.certificate.residual < 1e-10 and sim.certificate.cone < 1e-9


def test_contacts_say_who_and_where():
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    assert len(sim.contacts) == 0 and sim.contact_forces.shape == (0, 3)
    sim.step(3)
    contacts = sim.contacts
    assert len(contacts) == 4 and contacts.dtype == rigor.CONTACT
    names = {tuple(sorted(sim.model.geoms[int(g)].name for g in pair)) for pair in contacts["pair"]}
    assert names == {("box", "floor")}
    assert np.abs(contacts["normal"][:, 2]) == pytest.approx(1)
    assert np.abs(contacts["place"][:, :2]) == pytest.approx(0.1)
    assert np.array_equal(contacts["frame"][:, 0], contacts["normal"])
    assert contacts["mu"] == pytest.approx(0.5)
    with pytest.raises(ValueError):
        contacts["mu"] = 1


def test_arrays_are_the_library_s_memory():
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    qpos = sim.qpos
    address = qpos.__array_interface__["data"][0]
    before = qpos.copy()
    sim.qvel[:] = [0, 0, 3, 0, 0, 0]
    sim.step(10)
    assert sim.qpos is qpos and qpos.__array_interface__["data"][0] == address
    assert qpos[2] > before[2] + 0.01
    sim.qpos = before
    assert np.array_equal(qpos, before)
    for name in ("xpos", "qfrc_bias", "sensordata", "actuator_force"):
        with pytest.raises((ValueError, AttributeError)):
            getattr(sim, name)[...] = 1
        with pytest.raises(AttributeError):
            setattr(sim, name, 1)


def test_checkpoints_go_on_to_the_same_bits(tmp_path):
    sim = rigor.Sim(MODELS / "acc_cube.xml", key=0)
    sim.step(40)
    sim.save(tmp_path / "a.state")
    sim.step(40)
    other = rigor.Sim(MODELS / "acc_cube.xml", resume=tmp_path / "a.state")
    other.step(40)
    assert np.array_equal(sim.qpos, other.qpos) and np.array_equal(sim.qvel, other.qvel) and sim.time == other.time


def test_reset_goes_back_to_the_start():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", hold="stand", ctrl={"fl_knee": 0.25}, perturb=0.01, seed=3)
    start, ctrl = sim.qpos.copy(), sim.ctrl.copy()
    sim.step(20)
    sim.ctrl[:] = 0
    sim.reset()
    assert np.array_equal(sim.qpos, start) and np.array_equal(sim.ctrl, ctrl) and sim.time == 0
    sim.reset("stand", perturb=0)
    assert np.array_equal(sim.qpos, sim.model.key_qpos[0])
    sim.reset(-1, perturb=0)
    assert np.array_equal(sim.qpos, sim.model.qpos0)


def test_options_change_while_it_runs():
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.step(3)
    sim.change(friction=0.0, dt=0.004, law="pyramid:4")
    assert sim.options["friction"] == 0 and sim.options["dt"] == 0.004 and sim.options["law"] == "pyramid:4"
    sim.xfrc_applied[1, 0] = 1
    sim.step(10)
    assert sim.qvel[0] == pytest.approx(10 * 0.004 * 0.5, rel=1e-6)
    with pytest.raises(rigor.BadInput):
        sim.change(coordinates="redundant")
    with pytest.raises(rigor.BadInput, match="friction"):
        sim.change(frictoin=1)


def test_controls_from_a_table_and_a_function(tmp_path):
    model = MODELS / "quadruped.xml"
    path = tmp_path / "c.csv"
    path.write_text("time,fl_knee,fr_knee\n0,0.1,0.2\n0.01,0.3,0.4\n0.02,0.5,0.1\n")
    for extra, options in (([], {}), (["--ctrl-interpolate"], {"ctrl_interpolate": True})):
        program("run", model, "--steps", "30", "--csv", tmp_path / "m.csv", "--ctrl", path, "--ctrl", "hl_knee=0.7", *extra)
        sim = rigor.Sim(model, ctrl=[str(path), {"hl_knee": 0.7}], **options)
        assert_same_motion(tmp_path / "m.csv", sim, 30)
    calls = []
    sim = rigor.Sim(model, ctrl=lambda s: calls.append(s.time))
    sim.step(5)
    assert calls == pytest.approx([0, 0.001, 0.002, 0.003, 0.004])


def test_ant_of_others_loads_and_steps():
    sim = rigor.Sim(shared_model("gymnasium", "ant.xml"), lenient=True)
    sim.step(100)
    assert sim.report.step == 100 and sim.certificate.residual < 1e-10


def test_settle_lifts_a_box_out_of_the_floor():
    text = """<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 0.08'><freejoint/>
    <geom type='box' size='0.1 0.1 0.1'/></body></worldbody></mujoco>"""
    model = rigor.Model.from_text(text)
    assert rigor.Sim(model).qpos[2] == 0.08
    sim = rigor.Sim(model, settle=True)
    assert abs(sim.qpos[2] - 0.1) < 1e-9
    assert not sim.qvel.any()
    sim.qpos[2] = 0.05
    sim.settle()
    assert abs(sim.qpos[2] - 0.1) < 1e-9


def test_who_touches_is_a_choice():
    text = """<mujoco><option gravity='0 0 0'/><worldbody><body><freejoint/><geom size='0.1'/><body pos='0.15 0 0'>
    <joint type='slide' axis='1 0 0'/><geom size='0.1'/></body></body></worldbody></mujoco>"""
    model = rigor.Model.from_text(text)
    for parents, contacts in (("touch", 1), ("filter", 0), (None, 0)):
        sim = rigor.Sim(model, parents=parents)
        sim.step()
        assert len(sim.contacts) == contacts
    with pytest.raises(rigor.BadInput):
        rigor.Sim(model, parents="some")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, rigor.Sim.copy])
def test_a_copy_is_a_simulation_of_its_own(copied):
    """It has the bits of the one it came from, and neither moves the other."""
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", hold="stand", friction=0.6)
    sim.step(37)
    sim.change(tol=1e-9)
    twin, place = copied(sim), sim.qpos.copy()
    assert twin is not sim and twin.model is sim.model and twin.time == sim.time and repr(twin.options) == repr(sim.options)
    assert not np.shares_memory(twin.qpos, sim.qpos)
    twin.step(50)
    assert np.array_equal(sim.qpos, place) and not np.array_equal(twin.qpos, place)
    sim.step(50)
    assert np.array_equal(twin.qpos, sim.qpos) and np.array_equal(twin.qvel, sim.qvel)
    with pytest.raises(TypeError, match="sim.save"):
        pickle.dumps(sim)


def test_names_of_mjdata():
    """Centres of mass, contact wrenches, inertias and velocities by their definitions, from other functions of the library."""
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", hold="stand")
    sim.step(20)
    sim.forward()
    model = sim.model
    assert (sim.nq, sim.nv, sim.nu) == (model.nq, model.nv, model.nactuator)
    assert sim.ncon == len(sim.contacts) == len(sim.contact) > 0
    assert np.allclose(sim.subtree_com[0], sim.centre_of_mass(), atol=1e-12)
    last = model.nbody - 1  # a leaf: its own
    assert np.allclose(sim.subtree_com[last], sim.xipos[last], atol=1e-12)
    # the forces of all contacts on a body, and the momentum that the velocities make
    for body in range(1, model.nbody):
        assert np.allclose(sim.cfrc_ext[body, 3:], sim.contact_force(body), atol=1e-12)
    linear, angular = sim.momentum()
    inertia, velocity = sim.cinert, sim.cvel
    centre = sim.centre_of_mass()
    mass, moment = inertia[:, 9], inertia[:, 6:9]
    assert np.allclose(mass, model.body_mass)
    sums = (mass[:, None] * velocity[:, 3:] + np.cross(velocity[:, :3], moment)).sum(0)
    assert np.allclose(sums, linear, atol=1e-10)
    tensor = inertia[:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(-1, 3, 3)
    about = np.einsum("nij,nj->i", tensor, velocity[:, :3]) + np.cross(moment, velocity[:, 3:]).sum(0)
    assert np.allclose(about + np.cross(centre, linear), angular, atol=1e-10)
