"""Smooth motion: closed forms of a double pendulum, finite differences, definitions."""
import numpy as np
import pytest

import rigor
from conftest import MODELS

# two point masses on rods without mass: lengths a, b; masses m, k; angles from the vertical, the second relative
PENDULUM = """<mujoco><option gravity="0 0 -9.81"/><worldbody><body name="one">
<joint name="one" axis="0 -1 0"/><inertial pos="0 0 -{a}" mass="{m}" diaginertia="1e-12 1e-12 1e-12"/>
<body name="two" pos="0 0 -{a}"><joint name="two" axis="0 -1 0"/>
<inertial pos="0 0 -{b}" mass="{k}" diaginertia="1e-12 1e-12 1e-12"/></body></body></worldbody></mujoco>"""
A, B, M, K = 0.7, 0.4, 1.3, 0.8


def pendulum():
    sim = rigor.Sim(rigor.Model.from_text(PENDULUM.format(a=A, b=B, m=M, k=K)))
    sim.qpos[:] = [0.6, -0.9]
    sim.qvel[:] = [1.2, 0.7]
    return sim


def test_mass_matrix_of_a_double_pendulum():
    sim, c = pendulum(), np.cos(-0.9)
    want = [[M * A**2 + K * (A**2 + B**2 + 2 * A * B * c), K * (B**2 + A * B * c)], [K * (B**2 + A * B * c), K * B**2]]
    assert sim.mass_matrix() == pytest.approx(np.array(want), rel=1e-9)
    assert sim.mass_solve([1, 2]) == pytest.approx(np.linalg.solve(want, [1, 2]), rel=1e-8)


def test_bias_of_a_double_pendulum():
    sim, s, g = pendulum(), np.sin(-0.9), 9.81
    t1, t2, w1, w2 = 0.6, -0.9, 1.2, 0.7
    want = [-K * A * B * s * (2 * w1 * w2 + w2**2) + (M + K) * g * A * np.sin(t1) + K * g * B * np.sin(t1 + t2),
            K * A * B * s * w1**2 + K * g * B * np.sin(t1 + t2)]
    assert sim.bias() == pytest.approx(np.array(want), rel=1e-9)
    assert sim.inverse_dynamics([1, 2]) == pytest.approx(sim.mass_matrix() @ [1, 2] + want, rel=1e-9)
    sim.forward()
    assert sim.qfrc_bias == pytest.approx(np.array(want), rel=1e-9)
    assert sim.qacc_smooth == pytest.approx(-np.linalg.solve(sim.mass_matrix(), want), rel=1e-8)


def test_energy_of_a_double_pendulum():
    sim = pendulum()
    t1, t, w1, w = 0.6, 0.6 - 0.9, 1.2, 1.2 + 0.7
    v = np.array([A * w1 * np.cos(t1) + B * w * np.cos(t), A * w1 * np.sin(t1) + B * w * np.sin(t)])
    kinetic = 0.5 * M * (A * w1) ** 2 + 0.5 * K * v @ v
    potential = -9.81 * (M * A * np.cos(t1) + K * (A * np.cos(t1) + B * np.cos(t)))
    assert sim.energy == pytest.approx(kinetic + potential, rel=1e-9)


def test_jacobians_are_derivatives():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", perturb=0.3, seed=5)
    model, body, h = sim.model, "fl_shank", 1e-6
    index = model.bodies[body].index
    sim.forward()
    place, start, turn = sim.xpos[index].copy(), sim.qpos.copy(), sim.xmat[index].copy()
    local = turn.T @ np.array([0.01, 0.02, -0.25])
    point = place + turn @ local
    linear, angular = sim.jacobian(body, point)
    for k in range(model.nv):
        moved = []
        for sign in (1, -1):
            v = np.zeros(model.nv)
            v[k] = sign
            sim.qpos = model.integrate(start, v, h)
            sim.forward()
            moved.append((sim.xpos[index] + sim.xmat[index] @ local, sim.xmat[index].copy()))
        assert (moved[0][0] - moved[1][0]) / (2 * h) == pytest.approx(linear[:, k], abs=1e-8)
        spin = (moved[0][1] - moved[1][1]) / (2 * h) @ turn.T
        assert [spin[2, 1], spin[0, 2], spin[1, 0]] == pytest.approx(list(angular[:, k]), abs=1e-8)
    sim.qpos = start


def test_operational_inertia_is_what_it_is_defined_as():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", perturb=0.2, seed=1)
    feet = ["fl_shank", "fr_shank", "hl_shank"]
    J = np.concatenate([np.concatenate(sim.jacobian(f)[::-1]) for f in feet])
    assert sim.operational_inertia(feet) == pytest.approx(J @ np.linalg.solve(sim.mass_matrix(), J.T), abs=1e-10)
    point = np.array([0.1, 0.2, 0.3])
    J = np.concatenate(sim.jacobian("trunk", point)[::-1])
    assert sim.operational_inertia("trunk", point) == pytest.approx(J @ np.linalg.solve(sim.mass_matrix(), J.T), abs=1e-10)


def test_momentum_and_centre_of_mass():
    sim = rigor.Sim(MODELS / "quadruped.xml", key="stand", perturb=0.2, seed=2)
    sim.qvel[:] = np.linspace(-1, 1, 18)
    sim.forward()
    mass = sim.model.body_mass
    assert sim.centre_of_mass() == pytest.approx(mass @ sim.xipos / mass.sum(), abs=1e-12)
    J = sum(mass[b] * sim.jacobian(b, sim.xipos[b])[0] for b in range(1, sim.model.nbody))
    assert sim.momentum()[0] == pytest.approx(J @ sim.qvel, abs=1e-10)


def test_accelerations_with_contact_forces():
    """A box that slides on the floor: -mu g, whatever the step."""
    sim = rigor.Sim(rigor.Model.from_text(
        """<mujoco><worldbody><geom type="plane" size="5 5 1" friction="0.5 0 0"/><body pos="0 0 0.1"><freejoint/>
        <geom type="box" size="0.1 0.1 0.1" mass="2" friction="0.5 0 0"/></body></worldbody></mujoco>"""))
    sim.qvel[0] = 1
    qacc, report = sim.accelerations()
    assert report.status == 0 and report.sliding == 4
    assert qacc[0] == pytest.approx(-0.5 * 9.81, rel=1e-9) and qacc[2] == pytest.approx(0, abs=1e-9)
