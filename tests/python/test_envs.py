"""Environments: the convention, the documented rewards, and what MuJoCo calls cfrc_ext, cinert and cvel by definition."""
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import rigor
from conftest import MODELS, SOURCE, shared_model
from rigor import envs


def ant(**more):
    return envs.Ant(rigor.Model.load(shared_model("gymnasium", "ant.xml"), lenient=True), **more)


def cheetah(**more):
    return envs.HalfCheetah(rigor.Model.load(shared_model("gymnasium", "half_cheetah.xml"), lenient=True), **more)


def humanoid(**more):
    return envs.Humanoid(rigor.Model.load(shared_model("mujoco", "humanoid", "humanoid.xml"), lenient=True), **more)


def quadruped(**more):
    """A model of our own, for what does not depend on the task."""
    return envs.Ant(MODELS / "quadruped.xml", key="stand", **more)


@pytest.mark.parametrize("make", [ant, cheetah, humanoid, quadruped])
def test_the_convention(make):
    env = make()
    first, info = env.reset(seed=5)
    assert info == {} and first.shape == env.observation_space.shape and env.observation_space.contains(first)
    answer = env.step(np.zeros(env.action_space.shape))
    assert len(answer) == 5 and isinstance(answer[1], float) and type(answer[2]) is bool and type(answer[3]) is bool
    assert env.sim.time == pytest.approx(env.dt)
    again, _ = make().reset(seed=5)
    other, _ = make().reset(seed=6)
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    sample = env.action_space.sample()
    assert env.action_space.contains(sample) or not np.all(np.isfinite(env.action_space.low))


def test_sizes_of_the_documented_observations():
    assert ant().observation_space.shape == (105,) and ant().action_space.shape == (8,)
    assert cheetah().observation_space.shape == (17,) and cheetah().action_space.shape == (6,)
    model = humanoid().model
    bodies = model.nbody - 1
    assert humanoid().observation_space.shape == (model.nq - 2 + model.nv + 22 * bodies + model.nv - 6,)


def test_reward_of_the_half_cheetah():
    env = cheetah()
    env.reset(seed=0)
    x, action = env.sim.qpos[0], np.linspace(-1, 1, 6)
    _, reward, terminated, truncated, info = env.step(action)
    velocity = (env.sim.qpos[0] - x) / 0.05
    assert reward == pytest.approx(velocity - 0.1 * np.sum(action**2)) and not terminated and not truncated
    assert info["x_velocity"] == pytest.approx(velocity)


def test_reward_of_the_ant():
    env = ant()
    env.reset(seed=0)
    x, action = env.sim.xpos[1, 0], np.linspace(-1, 1, 8)
    _, reward, terminated, _, info = env.step(action)
    contact = np.clip(env.sim.cfrc_ext, -1, 1)
    want = 1 + (env.sim.xpos[1, 0] - x) / 0.05 - 0.5 * np.sum(action**2) - 5e-4 * np.sum(contact**2)
    assert reward == pytest.approx(want) and not terminated
    assert reward == pytest.approx(sum(v for k, v in info.items() if k.startswith("reward_")))
    env.sim.qpos[2] = 3
    assert env.step(action)[2]


def test_reward_of_the_humanoid():
    env = humanoid()
    env.reset(seed=0)
    action = np.full(env.action_space.shape, 0.1)
    before = env.position()[0]
    _, reward, _, _, info = env.step(action)
    contact = min(5e-7 * np.sum(env.sim.cfrc_ext**2), 10)
    want = 5 + 1.25 * (env.position()[0] - before) / env.dt - 0.1 * np.sum(action**2) - contact
    assert reward == pytest.approx(want) and info["reward_survive"] == 5


@pytest.mark.parametrize("make", [ant, humanoid, quadruped])
def test_wrenches_are_what_the_contacts_do(make):
    """Newton's law for everything: momentum changes by weight and contacts alone."""
    env = make(integrator="euler")
    env.reset(seed=1)
    while not len(env.sim.contacts):
        env.sim.step()
        assert env.sim.time < 3
    linear = env.sim.momentum()[0]
    env.sim.step()
    env.sim.forward()
    change = (env.sim.momentum()[0] - linear) / env.sim.contacts_dt
    weight = env.model.body_mass.sum() * np.array(env.model.gravity)
    force = env.sim.cfrc_ext[:, 3:].sum(0)
    assert force == pytest.approx(change - weight, abs=0.05 * np.linalg.norm(weight)) and np.linalg.norm(force) > 0


def test_wrenches_have_what_friction_turns_with():
    """A ball that spins and rolls with torsional and rolling friction: its angular momentum about its own centre, which is
    that of its tree, changes by the torque of the contact alone."""
    sim = rigor.Sim(rigor.Model.from_text("""<mujoco><option timestep="1e-4"/><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 0.1"><freejoint/><geom type="sphere" size="0.1" mass="2" condim="6" friction="0.5 0.02 0.01"/></body>
    </worldbody></mujoco>"""))
    sim.qvel[:] = [0.3, -0.2, 0, 5, 1, 9]
    inertia = 0.4 * 2 * 0.1**2
    sim.forward()
    for _ in range(20):
        before = sim.cvel[1, :3].copy()  # a ball has the same inertia in its own frame and in the world's
        sim.step()
        sim.forward()
        torque, change = sim.cfrc_ext[1, :3], inertia * (sim.cvel[1, :3] - before) / sim.contacts_dt
        assert torque == pytest.approx(change, abs=2e-3 * np.linalg.norm(change))
        assert abs(torque[2]) == pytest.approx(0.02 * 2 * 9.81, rel=0.05)  # torsion: a length times the normal force


@pytest.mark.parametrize("make", [ant, humanoid, quadruped])
def test_inertias_and_velocities_make_the_kinetic_energy(make):
    """T = sum of (w I w + 2 v (w x m d) + m v v) / 2 about any point that bodies share with their tree."""
    env = make()
    env.reset(seed=2)
    env.sim.qvel[:] = np.random.default_rng(0).standard_normal(env.model.nv)
    env.sim.forward()
    I, V = env.sim.cinert, env.sim.cvel
    kinetic = 0
    for row, v in zip(I[1:], V[1:]):
        full = np.array([[row[0], row[3], row[4]], [row[3], row[1], row[5]], [row[4], row[5], row[2]]])
        w, u, d, m = v[:3], v[3:], row[6:9], row[9]
        kinetic += 0.5 * (w @ full @ w + m * u @ u) + u @ np.cross(w, d)
    armature = 0.5 * np.sum(env.model.dof_armature * env.sim.qvel**2)
    M = env.sim.mass_matrix()
    assert kinetic + armature == pytest.approx(0.5 * env.sim.qvel @ M @ env.sim.qvel, rel=1e-9)


def test_episodes_end_after_as_many_steps_as_documented():
    env = cheetah(max_steps=3)
    env.reset(seed=0)
    assert [env.step(np.zeros(6))[3] for _ in range(3)] == [False, False, True]


def test_actions_that_cannot_be():
    env = quadruped()
    env.reset(seed=0)
    for action in ([1, 2], "x", np.full(12, np.nan), None, np.zeros((12, 2))):
        with pytest.raises(rigor.BadInput):
            env.step(action)
    assert env.sim.time == 0


def test_many_are_as_one_each():
    alone = [quadruped() for _ in range(3)]
    many = envs.Vector([quadruped] * 3, threads=2)
    observations, infos = many.reset(seed=10)
    assert np.array_equal(observations, np.stack([e.reset(seed=10 + i)[0] for i, e in enumerate(alone)])) and len(infos) == 3
    random = np.random.default_rng(0)
    for _ in range(10):
        actions = random.uniform(-1, 1, (3, 12))
        observation, reward, terminated, truncated, _ = many.step(actions)
        for i, env in enumerate(alone):
            single = env.step(actions[i])
            assert np.array_equal(observation[i], single[0]) and reward[i] == single[1] and terminated[i] == single[2]
        if terminated.any():
            break
    many.close()
    with pytest.raises(rigor.BadInput):
        envs.Vector([])


def test_who_has_ended_begins_anew():
    many = envs.Vector([lambda: quadruped(max_steps=2)] * 2)
    many.reset(seed=0)
    zero = np.zeros((2, 12))
    assert not many.step(zero)[3].any() and many.step(zero)[3].all()
    _, reward, _, truncated, _ = many.step(zero)
    assert not reward.any() and not truncated.any() and all(e.sim.time == 0 for e in many.envs)


@pytest.mark.parametrize("task,model", [("ant", ("gymnasium", "ant.xml")), ("half-cheetah", ("gymnasium", "half_cheetah.xml")),
                                        ("humanoid", ("mujoco", "humanoid", "humanoid.xml"))])
def test_the_examples_run(task, model):
    script = pathlib.Path(SOURCE) / "python" / "examples" / "rollout.py"
    done = subprocess.run([sys.executable, str(script), task, str(shared_model(*model)), "--steps", "20"],
                          capture_output=True, text=True)
    assert done.returncode == 0 and f"{task}: 2 x 20 steps" in done.stdout, done.stderr
