"""Many simulations at once: the same bits as one alone, closed forms, and everything that can be refused."""
import gc
import os
import signal
import threading
import time

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS, POINT, growth, shared_model
from rigor import envs

QUADRUPED = MODELS / "quadruped.xml"


def test_a_row_is_a_simulation_alone():
    model = rigor.Model.load(QUADRUPED)
    batch = rigor.Batch(model, 5, key="stand", backend="threads", threads=2)
    random = np.random.default_rng(1)
    qvel = random.normal(0, 0.3, (5, model.nv))
    ctrl = model.key_ctrl[0] + random.normal(0, 0.05, (5, model.nactuator))
    batch.qvel, batch.ctrl = qvel, ctrl
    assert batch.step(60) == 0
    for i in range(5):
        sim = rigor.Sim(model, key="stand")
        sim.qvel, sim.ctrl = qvel[i], ctrl[i]
        sim.step(60)
        assert np.array_equal(batch.qpos[i], sim.qpos) and np.array_equal(batch.qvel[i], sim.qvel)
        assert batch.time[i] == sim.time and batch.results["steps"][i] == 60
        assert np.array_equal(batch.contacts(i)["impulse"], sim.contacts["impulse"])
        assert batch.results["residual"][i] == sim.certificate.law_residual
    assert batch.totals.steps == 300 and batch.totals.unsolved == 0 and batch.reason(0) == ""


def test_how_many_and_how_many_threads_do_not_count():
    model = rigor.Model.load(QUADRUPED)
    ends = []
    for count, threads in ((2, 1), (6, 2), (4, 3)):
        batch = rigor.Batch(model, count, key="stand", backend="threads", threads=threads)
        batch.draw_controls(7, hold=5)
        batch.step(30)
        ends.append(batch.qpos[:2].copy())
    assert np.array_equal(ends[0], ends[1]) and np.array_equal(ends[0], ends[2]) and not np.array_equal(ends[0][0], ends[0][1])


def test_friction_of_each_stops_it_where_coulomb_says():
    """v^2 / (2 mu g), each with a friction and a speed of its own."""
    model = rigor.Model.from_text(BOX)
    batch = rigor.Batch(model, 12, integrator="euler")
    random = np.random.default_rng(3)
    mu, speed = random.uniform(0.2, 0.9, 12), random.uniform(0.5, 2, 12)
    batch.parameter("friction")[:, :, 0] = mu[:, None]
    batch.reset()
    batch.qvel[:, 0] = speed
    assert batch.step(1200) == 0
    # the rule moves with the velocity of the end of the step: up to speed dt less
    lost = speed**2 / (2 * mu * 9.81) - batch.qpos[:, 0]
    assert np.all(np.abs(lost) <= speed * batch.options["dt"])
    assert np.abs(batch.qvel).max() < 1e-9


def test_kernels_go_where_threads_go():
    model = rigor.Model.load(QUADRUPED)
    ends = []
    for backend in ("threads", "kernels"):
        batch = rigor.Batch(model, 4, backend=backend, key="stand", integrator="euler", tol=1e-10)
        batch.qvel[:, 0] = np.linspace(-0.3, 0.3, 4)
        batch.ctrl = model.key_ctrl[0]
        assert batch.step(20) == 0 and batch.backend == backend
        ends.append(batch.qpos.copy())
    assert ends[0] == pytest.approx(ends[1], abs=1e-9) and "threads" in rigor.Batch.backends()


def test_conditions_stop_each_where_it_is_met():
    """Free fall from 5 m: each stops in the first step below a height of its own."""
    batch = rigor.Batch(rigor.Model.from_text(POINT), 8)
    heights = np.linspace(0.3, 4, 8)
    batch.step_until(1000, lambda i, t, qpos, qvel, sensors, contacts: qpos[0] + 5 < heights[i])
    assert np.all(batch.results["state"] == rigor.BatchState.MET)
    assert batch.time == pytest.approx(np.sqrt(2 * (5 - heights) / 10), abs=0.011)


def test_exceptions_of_a_condition_come_out():
    batch = rigor.Batch(rigor.Model.from_text(POINT), 4, threads=2)

    def condition(i, *rest):
        raise KeyError(f"no {i}")

    with pytest.raises(KeyError, match="no "):
        batch.step_until(50, condition)
    with pytest.raises(rigor.BadInput):
        batch.step_until(50, "when it is over")
    batch.reset()
    assert batch.step(3) == 0 and np.all(batch.results["steps"] == 3)


def test_one_that_fails_stops_alone():
    batch = rigor.Batch(rigor.Model.from_text(POINT), 4, on_failure="stop")
    batch.qvel[2] = np.nan
    assert batch.step(10) == 1
    assert list(batch.results["state"]) == [0, 0, rigor.BatchState.FAILED, 0] and list(batch.results["steps"][[0, 1, 3]]) == [10] * 3
    assert "finite" in batch.reason(2) and batch.reason(1) == ""
    batch.on_unsolved = "raise"
    with pytest.raises(rigor.Error, match="simulation 2"):
        batch.step()
    batch.reset(np.array([False, False, True, False]))
    assert batch.step(5) == 0 and batch.time[2] == pytest.approx(0.05) and batch.time[0] == pytest.approx(0.16)


def test_views_outlive_the_batch():
    batch = rigor.Batch(rigor.Model.from_text(BOX), 3)
    qpos, results, friction = batch.qpos, batch.results, batch.parameter("friction")
    batch.step(5)
    del batch
    gc.collect()
    others = [rigor.Batch(rigor.Model.from_text(BOX), 3) for _ in range(3)]
    assert qpos.shape == (3, 7) and np.all(np.abs(qpos[:, 2] - 0.1) < 1e-3)
    assert np.all(results["steps"] == 5) and np.all(friction[..., 0] == 0.5) and len(others) == 3


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer keeps what is freed for a while")
def test_nothing_leaks():
    def make():
        batch = rigor.Batch(rigor.Model.from_text(BOX), 3, threads=2)
        batch.parameter("mass")
        batch.step_until(2, lambda *moment: False)
        with pytest.raises(rigor.BadInput):
            rigor.Batch(batch.model, 2, coordinates="embedded?")
    assert growth(make, 120) < 8e6


@pytest.mark.parametrize("call,words", [
    (lambda m: rigor.Batch(m, 0), "count"),
    (lambda m: rigor.Batch(m, 2.5), "whole number"),
    (lambda m: rigor.Batch(m, 2**40), "too large"),
    (lambda m: rigor.Batch(m, 2, threads=-1), "threads"),
    (lambda m: rigor.Batch(m, 2, backend="gpu"), "backend"),
    (lambda m: rigor.Batch(m, 2, solvr="auto"), "did you mean 'solver'"),
    (lambda m: rigor.Batch(m, 2, on_unsolved="shout"), "on_unsolved"),
    (lambda m: rigor.Batch(m, 2, key="nowhere"), "keyframe|key"),
    (lambda m: rigor.Batch(m, 2, backend="kernels", integrator="midpoint"), "euler"),
    (lambda m: rigor.Batch(m, 2).step(-1), "n"),
    (lambda m: rigor.Batch(m, 2).reset(mask=[1, 0]), "mask"),
    (lambda m: rigor.Batch(m, 2).reset(mask=np.ones(3, bool)), "mask"),
    (lambda m: rigor.Batch(m, 2).parameter("frictoin"), "did you mean 'friction'"),
    (lambda m: rigor.Batch(m, 2).parameter(3), "parameter"),
    (lambda m: rigor.Batch(m, 2).contacts(2), "there are 2"),
    (lambda m: rigor.Batch(m, 2).reason(-1), "simulation"),
    (lambda m: setattr(rigor.Batch(m, 2), "qpos", np.zeros((2, 3))), "qpos"),
    (lambda m: setattr(rigor.Batch(m, 2), "ctrl", "full speed"), "ctrl"),
])
def test_refusals_say_what_and_why(call, words):
    model = rigor.Model.from_text(BOX)
    if "ctrl" in words:
        model = rigor.Model.load(QUADRUPED)
    with pytest.raises(rigor.BadInput, match=words):
        call(model)


def test_what_is_computed_cannot_be_written():
    batch = rigor.Batch(rigor.Model.from_text(BOX), 2)
    with pytest.raises(AttributeError):
        batch.sensordata = 1
    with pytest.raises(ValueError):
        batch.results["steps"][0] = 5


def test_negative_parameters_are_refused_and_nothing_has_changed():
    batch = rigor.Batch(rigor.Model.from_text(BOX), 2)
    batch.step(4)
    batch.parameter("mass")[1, 1] = -1
    with pytest.raises(rigor.BadInput, match="mass"):
        batch.reset()
    assert np.all(batch.results["steps"] == 4)


def test_two_threads_and_one_batch():
    batch = rigor.Batch(rigor.Model.load(QUADRUPED), 8, key="stand", threads=1)
    worker = threading.Thread(target=lambda: batch.step(300))
    worker.start()
    refused = turns = 0
    while worker.is_alive():
        turns += 1  # the GIL is free meanwhile
        try:
            batch.step()
        except RuntimeError as error:
            refused += "another thread" in str(error)
    worker.join()
    assert refused > 0 and turns > 10


def test_ctrl_c_ends_it():
    batch = rigor.Batch(rigor.Model.load(QUADRUPED), 8, key="stand", threads=1)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.time()
    with pytest.raises(KeyboardInterrupt):
        batch.step(1000000)
    assert time.time() - begin < 20 and batch.results["steps"].max() > 0
    batch.reset()
    assert batch.step(2) == 0


# --- environments over a batch -----------------------------------------------------------------------------------------


class Stand(envs.Env):
    """A task of our own that needs no file of somebody else, alone..."""

    def observe(self):
        return np.concatenate([self.sim.qpos[2:], self.sim.qvel])

    def position(self):
        return self.sim.qpos[:2].copy()

    def judge(self, action, velocity):
        return self.sim.qpos[2] + velocity[0] - 0.01 * np.sum(action**2), {}

    def healthy(self):
        return bool(self.sim.qpos[2] > 0.27)


class BatchStand(envs.BatchEnv):
    """... and many at once."""

    def observe(self):
        return np.concatenate([self.batch.qpos[:, 2:], self.batch.qvel], 1)

    def position(self):
        return self.batch.qpos[:, :2]

    def judge(self, actions, velocity):
        return self.batch.qpos[:, 2] + velocity[:, 0] - 0.01 * np.sum(actions**2, 1), {}

    def healthy(self):
        return self.batch.qpos[:, 2] > 0.27


def run_both(alone, many, steps, actions):
    """The same observations, rewards and ends, and how many episodes ended."""
    first, _ = alone.reset(seed=4)
    same, _ = many.reset(seed=4)
    assert np.array_equal(first, same)
    ends = 0
    for _ in range(steps):
        action = actions()
        want, have = alone.step(action), many.step(action)
        for k in range(4):
            assert want[k] == pytest.approx(have[k], rel=1e-12, abs=1e-12), k
        ends += int(want[2].sum() + want[3].sum())
    alone.close()
    return ends


def test_a_batch_of_environments_is_as_many_alone():
    options = dict(key="stand", reset_noise_scale=0.02, max_steps=7)
    alone = envs.Vector([lambda: Stand(QUADRUPED, **options)] * 4, threads=2)
    many = BatchStand(QUADRUPED, 4, backend="threads", **options)
    random = np.random.default_rng(0)
    stand = many.model.key_ctrl[0]
    assert run_both(alone, many, 20, lambda: stand + random.uniform(-0.6, 0.6, (4, 12))) >= 4


def test_half_cheetahs_at_once():
    model = rigor.Model.load(shared_model("gymnasium", "half_cheetah.xml"), lenient=True)
    alone = envs.Vector([lambda: envs.HalfCheetah(model, max_steps=6)] * 3, threads=1)
    many = envs.BatchHalfCheetah(model, 3, backend="threads", max_steps=6)
    random = np.random.default_rng(0)
    assert many.single_observation_space.shape == (17,)
    assert run_both(alone, many, 10, lambda: random.uniform(-1, 1, (3, 6))) == 3


def ant_model():
    return rigor.Model.load(shared_model("gymnasium", "ant.xml"), lenient=True)


def humanoid_model():
    return rigor.Model.load(shared_model("mujoco", "humanoid", "humanoid.xml"), lenient=True)


@pytest.mark.parametrize("make,single,many,size", [
    (ant_model, envs.Ant, envs.BatchAnt, 105), (humanoid_model, envs.Humanoid, envs.BatchHumanoid, None)])
def test_walkers_at_once(make, single, many, size):
    """Wrenches of contacts, inertias and velocities of bodies, rewards and ends of a batch are those of one each."""
    model = make()
    options = dict(max_steps=25, healthy_z_range=(0.5, 1.05) if size else (1.18, 1.35), reset_noise_scale=0.1)
    alone = envs.Vector([lambda: single(model, **options)] * 3, threads=1)
    batch = many(model, 3, backend="threads", **options)
    random = np.random.default_rng(0)
    assert size in (None, batch.single_observation_space.shape[0])
    low, high = batch.single_action_space.low, batch.single_action_space.high
    ends = run_both(alone, batch, 60, lambda: random.uniform(low, high, (3, model.nactuator)))
    assert ends >= 6 and len(batch.batch.contacts(0)) + len(batch.batch.contacts(1)) + len(batch.batch.contacts(2)) > 0


def test_what_may_be_left_out():
    model = humanoid_model()
    body, smooth = model.nbody - 1, model.nq - 2 + model.nv
    parts = {"cinert": 10 * body, "cvel": 6 * body, "qfrc_actuator": model.nv - 6, "cfrc_ext": 6 * body}
    for name, size in parts.items():
        less = envs.BatchHumanoid(model, 1, **{f"include_{name}_in_observation": False})
        assert less.single_observation_space.shape[0] == smooth + sum(parts.values()) - size
    none = envs.BatchAnt(ant_model(), 1, include_cfrc_ext_in_observation=False, contact_cost_weight=0)
    assert none.single_observation_space.shape == (27,) and none.reset(seed=0)[0].shape == (1, 27)


def test_walkers_on_kernels_feel_the_same_ground():
    """The code of the GPU: the host repeats the step for its contacts."""
    model = rigor.Model.load(QUADRUPED)
    rest = model.key_ctrl[0]
    both = [envs.BatchAnt(model, 3, backend=backend, integrator="euler", stabilize="target", on_failure="continue", key="stand",
                          reset_noise_scale=0.01, healthy_z_range=(0.1, 2)) for backend in ("threads", "kernels")]
    first = [one.reset(seed=2)[0] for one in both]
    assert np.array_equal(*first)
    for _ in range(10):
        (o1, r1, *_), (o2, r2, *_) = (one.step(np.tile(rest, (3, 1))) for one in both)
        assert o1 == pytest.approx(o2, abs=1e-6) and r1 == pytest.approx(r2, abs=1e-6)
    wrenches = [one.batch.cfrc_ext for one in both]
    assert wrenches[0] == pytest.approx(wrenches[1], abs=1e-3) and wrenches[0][:, :, 5].sum(1).min() > 50  # N, of 163


def test_forward_is_what_a_simulation_says():
    model = rigor.Model.load(QUADRUPED)
    batch, sim = rigor.Batch(model, 3, key="stand"), rigor.Sim(model, key="stand")
    random = np.random.default_rng(1)
    batch.qpos[:, :3] += random.uniform(0, 1, (3, 3))
    batch.qpos[:, 7:] += random.uniform(-0.2, 0.2, (3, 12))
    batch.qvel[:] = random.standard_normal((3, model.nv))
    batch.ctrl[:] = random.uniform(-1, 1, (3, 12))
    batch.xfrc_applied[:, 2] = random.standard_normal((3, 6))
    batch.forward()
    for i in range(3):
        for name in ("qpos", "qvel", "ctrl", "xfrc_applied"):
            setattr(sim, name, getattr(batch, name)[i])
        sim.forward()
        for name in rigor.sim.OUTPUTS:
            if name != "sensordata":
                assert np.array_equal(getattr(batch, name)[i], getattr(sim, name)), name
        for name in ("cinert", "cvel", "cfrc_ext"):
            assert getattr(batch, name)[i] == pytest.approx(getattr(sim, name), abs=1e-12)
    before = batch.xpos.copy()
    batch.qpos[:, 0] += 1
    batch.forward("xipos")
    assert np.array_equal(batch.xpos, before)  # only what was asked for
    batch.forward("xpos")
    assert batch.xpos[:, 1, 0] == pytest.approx(before[:, 1, 0] + 1)
    with pytest.raises(rigor.BadInput, match="did you mean 'xpos'"):
        batch.forward("xposs")
    with pytest.raises(AttributeError):
        batch.xpos = 1


def test_forward_knows_the_parameters_of_each():
    model = rigor.Model.load(QUADRUPED)
    batch = rigor.Batch(model, 2, backend="threads", key="stand")
    batch.parameter("mass")[1] *= 2
    batch.parameter("inertia")[1] *= 2
    batch.reset()
    batch.forward("qfrc_bias")
    assert batch.qfrc_bias[1, 2] == pytest.approx(2 * batch.qfrc_bias[0, 2]) and batch.qfrc_bias[0, 2] > 100
    kernels = rigor.Batch(model, 2, backend="kernels", integrator="euler", stabilize="target", key="stand")
    kernels.parameter("mass")
    with pytest.raises(rigor.BadInput, match="parameters"):
        kernels.forward()


def test_looking_does_not_touch():
    """A motion is the same to the last bit, whether or not somebody looks."""
    model = rigor.Model.load(QUADRUPED)
    seen, alone = (rigor.Batch(model, 2, key="stand", backend="threads") for _ in range(2))
    for _ in range(40):
        seen.forward()
        assert seen.cfrc_ext.shape == (2, model.nbody, 6)
        seen.step(5), alone.step(5)
    assert np.array_equal(seen.qpos, alone.qpos) and np.array_equal(seen.qvel, alone.qvel)


def test_actions_that_cannot_be():
    many = BatchStand(QUADRUPED, 2, key="stand")
    many.reset(seed=0)
    for actions in (np.zeros(12), "x", np.full((2, 12), np.nan), np.zeros((3, 12))):
        with pytest.raises(rigor.BadInput):
            many.step(actions)
    with pytest.raises(rigor.BadInput):
        many.reset(seed=[1])
    assert not many.batch.time.any()


def test_sensors_of_kernels_are_read_on_demand():
    text = """<mujoco><worldbody><body><joint name="x" type="slide" axis="0 0 1"/><geom size="0.1"/></body></worldbody>
    <sensor><jointvel joint="x"/></sensor></mujoco>"""
    model = rigor.Model.from_text(text)
    batch = rigor.Batch(model, 2, backend="kernels", integrator="euler")
    for steps in (1, 3):
        batch.step(steps)
        assert np.allclose(batch.sensordata[:, 0], batch.qvel[:, 0], rtol=0, atol=1e-12)
        assert (batch.sensordata[:, 0] < 0).all()
