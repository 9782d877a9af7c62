"""Environments for learning: reset(seed=...) and step(action) with five values, the convention of Gymnasium, without it.

    env = rigor.envs.Ant("ant.xml")
    observation, info = env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

    many = rigor.envs.Vector([lambda: rigor.envs.Ant("ant.xml")] * 8, threads=2)
    more = rigor.envs.BatchAnt("ant.xml", 1000)     # one rigor.Batch, arrays over all; also BatchHalfCheetah, BatchHumanoid

Observations, rewards and ends are those of the documented tasks Ant-v5, HalfCheetah-v5 and Humanoid-v5 of Gymnasium (its
documentation, "MuJoCo" environments). The models are not part of rigor: they are ant.xml, half_cheetah.xml and
humanoid.xml in gymnasium/envs/mujoco/assets of the package gymnasium (MIT licence). Physics is rigor's, so returns are
comparable with each other and not with tables that were made with another engine.
"""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from .batch import Batch, BatchState
from .errors import NotSolved, refuse
from .fields import numbers, real, seed_of, seeds_of, whole
from .model import Model, as_model
from .sim import Sim

Step = Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]


class Box:
    """A space of numbers between bounds: as much of Gymnasium's as is needed."""

    def __init__(self, low: np.ndarray, high: np.ndarray, dtype: Any = np.float64):
        self.low = np.asarray(low, dtype=dtype)
        self.high = np.asarray(high, dtype=dtype)
        self.shape = self.low.shape
        self.dtype = np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed_of(seed))

    def sample(self) -> np.ndarray:
        """Uniform where there are bounds, normal where there are none."""
        bounded = np.isfinite(self.low) & np.isfinite(self.high)
        low, high = np.where(bounded, self.low, 0), np.where(bounded, self.high, 1)
        drawn = np.where(bounded, self._random.uniform(low, high), self._random.standard_normal(self.shape))
        return drawn.astype(self.dtype)

    def contains(self, x: Any) -> bool:
        x = np.asarray(x)
        return x.shape == self.shape and bool(np.all(x >= self.low) and np.all(x <= self.high))

    def __repr__(self) -> str:
        return f"Box({self.shape}, {self.dtype})"


class Task:
    """What one environment and many at once have in common: the spaces, and how far a start is off."""

    metadata: Dict[str, Any] = {"render_modes": []}
    model: Model

    def _take(self, model: Model, dt: float, frame_skip: int, max_steps: int, reset_noise_scale: float) -> Box:
        """The numbers of the task; returns the space of actions."""
        self.model = model
        self.frame_skip = whole(frame_skip, "frame_skip", 1)
        self.max_steps = whole(max_steps, "max_steps", 1)
        self.reset_noise_scale = real(reset_noise_scale, "reset_noise_scale")
        self.dt = self.frame_skip * dt
        limited = model.actuator_ctrllimited.astype(bool)  # type: ignore[attr-defined]
        ranges = model.actuator_ctrlrange  # type: ignore[attr-defined]
        return Box(np.where(limited, ranges[:, 0], -np.inf), np.where(limited, ranges[:, 1], np.inf), np.float32)

    def _actions(self, actions: Any, name: str, shape: Tuple[int, ...]) -> np.ndarray:
        actions = numbers(actions, name, shape)
        if not np.all(np.isfinite(actions)):
            raise refuse(name, "has entries that are not finite")
        return actions

    def draw(self, random: np.random.Generator) -> Tuple[np.ndarray, np.ndarray]:
        """By how much qpos and qvel of a start are off: uniform and normal."""
        scale = self.reset_noise_scale
        return random.uniform(-scale, scale, self.model.nq), scale * random.standard_normal(self.model.nv)

    def close(self) -> None:
        """Nothing has to be closed."""


class Env(Task):
    """A task with a simulation in it. A subclass says what is seen (`observe`), what it is worth (`judge`), whether it
    goes on (`healthy`) and how far the start is off (`draw`, or `disturb`)."""

    def __init__(self, model: Union[Model, str, os.PathLike], *, frame_skip: int = 5, max_steps: int = 1000,
                 reset_noise_scale: float = 0.1, **options: Any):
        options.setdefault("on_failure", "halve")
        self.sim = Sim(as_model(model), on_unsolved="raise", **options)
        self.action_space = self._take(self.sim.model, self.sim.options["dt"], frame_skip, max_steps, reset_noise_scale)
        self.np_random = np.random.default_rng()
        self._steps = 0
        self.sim.forward()
        many = np.full(len(self.observe()), np.inf)
        self.observation_space = Box(-many, many)

    # --- the convention ----------------------------------------------------------------------------------------

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """A new start; the same seed gives the same one."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed_of(seed))
        self._steps = 0
        self.sim.reset()
        qpos, qvel = self.disturb()
        self.sim.qpos, self.sim.qvel = qpos, qvel
        self.sim.forward()
        return self.observe(), {}

    def step(self, action: Any) -> Step:
        """frame_skip steps with one action -> observation, reward, terminated, truncated, info."""
        action = self._actions(action, "action", (self.model.nactuator,))
        before = np.array(self.position())
        self.sim.ctrl = action
        failed = ""
        try:
            self.sim.step(self.frame_skip)
        except NotSolved as error:
            failed = error.text()  # the state is the last that is sound; the episode ends here
        self.sim.forward()
        self._steps += 1
        reward, info = self.judge(action, (self.position() - before) / self.dt)
        info = {name: value.item() if isinstance(value, np.generic) else value for name, value in info.items()}
        if failed:
            info["not_solved"] = failed
        terminated = bool(failed) or not self.healthy()
        return self.observe(), float(reward), terminated, self._steps >= self.max_steps, info

    # --- for subclasses ------------------------------------------------------------------------------------------

    def observe(self) -> np.ndarray:
        raise NotImplementedError

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[float, Dict[str, Any]]:
        raise NotImplementedError

    def position(self) -> np.ndarray:
        """What the velocity of the reward is of, x and y."""
        raise NotImplementedError

    def healthy(self) -> bool:
        return True

    def disturb(self) -> Tuple[np.ndarray, np.ndarray]:
        """qpos and qvel of a new start: those of the keyframe and what is drawn."""
        qpos, qvel = self.draw(self.np_random)
        return self.sim.qpos + qpos, self.sim.qvel + qvel

    @property
    def physics(self) -> Sim:
        """Where the tasks below read their numbers: arrays of one simulation, or with a leading axis of many."""
        return self.sim


class Vector:
    """Several environments as one, their steps on threads: arrays with one row an environment. An environment that has
    ended begins anew with its next step, whose action it does not look at and whose reward is 0."""

    def __init__(self, make: Sequence[Callable[[], Env]], threads: Optional[int] = None):
        if not isinstance(make, (list, tuple)) or not make or not all(callable(one) for one in make):
            raise refuse("make", "must be a list of functions that make an environment each")
        self.envs: List[Env] = [one() for one in make]
        self.num_envs = len(self.envs)
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        count = min(self.num_envs, os.cpu_count() or 1) if threads is None else whole(threads, "threads", 1)
        self._pool = ThreadPoolExecutor(count)
        self._ended = np.zeros(self.num_envs, dtype=bool)

    def reset(self, *, seed: Union[int, Sequence[int], None] = None,
              options: Optional[dict] = None) -> Tuple[np.ndarray, List[Dict[str, Any]]]:
        """One seed makes one for each: seed, seed + 1, ..."""
        seeds = seeds_of(seed, self.num_envs)
        answers = list(self._pool.map(lambda pair: pair[0].reset(seed=pair[1]), zip(self.envs, seeds)))
        self._ended[:] = False
        return np.stack([a[0] for a in answers]), [a[1] for a in answers]

    def _one(self, index: int, action: np.ndarray) -> Step:
        if self._ended[index]:
            observation, info = self.envs[index].reset()
            return observation, 0.0, False, False, info
        return self.envs[index].step(action)

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, List[Dict[str, Any]]]:
        """As of one environment, each value an array."""
        actions = numbers(actions, "actions", (self.num_envs, self.single_action_space.shape[0]))
        answers = list(self._pool.map(self._one, range(self.num_envs), actions))
        observation, reward, terminated, truncated, info = zip(*answers)
        self._ended = np.array(terminated) | np.array(truncated)
        return np.stack(observation), np.array(reward), np.array(terminated), np.array(truncated), list(info)

    def close(self) -> None:
        self._pool.shutdown()


# --- many at once, their physics in one batch ------------------------------------------------------------------------


class BatchEnv(Task):
    """Many copies of a task whose simulations are one `rigor.Batch`: every value has a row a copy, and no Python runs for a
    single one of them. A subclass says the same as one of `Env`, for all at once.

    A copy that has ended begins anew with the next step, whose action it does not look at and whose reward is 0.
    """

    #: what `Batch.forward` computes after every step for `observe`, `position` and `judge`
    follows: Tuple[str, ...] = ()

    def __init__(self, model: Union[Model, str, os.PathLike], num_envs: int, *, frame_skip: int = 5, max_steps: int = 1000,
                 reset_noise_scale: float = 0.1, **options: Any):
        options.setdefault("on_failure", "halve")
        self.batch = Batch(model, num_envs, **options)
        self.num_envs = self.batch.count
        self.single_action_space = self._take(self.batch.model, self.batch.options["dt"], frame_skip, max_steps,
                                              reset_noise_scale)
        self._random = [np.random.default_rng() for _ in range(self.num_envs)]
        self._steps = np.zeros(self.num_envs, dtype=np.int64)
        self._ended = np.zeros(self.num_envs, dtype=bool)
        self._forward()
        many = np.full(self.observe().shape[1], np.inf)
        self.single_observation_space = Box(-many, many)

    # --- the convention ----------------------------------------------------------------------------------------

    def reset(self, *, seed: Union[int, Sequence[int], None] = None,
              options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """New starts; one seed makes one for each: seed, seed + 1, ..."""
        if seed is not None:
            self._random = [np.random.default_rng(one) for one in seeds_of(seed, self.num_envs)]
        self._begin(np.ones(self.num_envs, dtype=bool))
        self._forward()
        return self.observe(), {}

    def _forward(self) -> None:
        if self.follows:
            self.batch.forward(*self.follows)

    def _begin(self, which: np.ndarray) -> None:
        self.batch.reset(which)
        for i in np.flatnonzero(which):
            self.batch.qpos[i], self.batch.qvel[i] = self.disturb(int(i), self._random[i])
        self._steps[which] = 0
        self._ended[which] = False

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """frame_skip steps -> observations, rewards, terminated, truncated, info (arrays; `not_solved` has their number)."""
        actions = self._actions(actions, "actions", (self.num_envs, self.model.nactuator))
        anew = self._ended.copy()
        if anew.any():
            self._begin(anew)
        held = self.batch.qpos[anew], self.batch.qvel[anew]  # copies
        before = np.array(self.position())
        self.batch.ctrl = actions
        self.batch.step(self.frame_skip)
        if anew.any():  # these only begin: what the others did is not theirs
            self.batch.reset(anew)
            self.batch.qpos[anew], self.batch.qvel[anew] = held
        self._forward()
        self._steps[~anew] += 1
        failed = self.batch.results["state"] == BatchState.FAILED
        rewards, info = self.judge(actions, (self.position() - before) / self.dt)
        rewards = np.where(anew, 0.0, rewards)
        terminated = ~anew & (failed | ~self.healthy())
        truncated = ~anew & (self._steps >= self.max_steps)
        self._ended = terminated | truncated
        if failed.any():
            info["not_solved"] = {int(i): self.batch.reason(int(i)) for i in np.flatnonzero(failed)}
        return self.observe(), rewards, terminated, truncated, info

    # --- for subclasses ------------------------------------------------------------------------------------------

    def observe(self) -> np.ndarray:
        """num_envs x numbers, a copy."""
        raise NotImplementedError

    def judge(self, actions: np.ndarray, velocity: np.ndarray) -> Tuple[np.ndarray, Dict[str, Any]]:
        raise NotImplementedError

    def position(self) -> np.ndarray:
        """What the velocity of the reward is of, x and y: num_envs x 2."""
        raise NotImplementedError

    def healthy(self) -> np.ndarray:
        return np.ones(self.num_envs, dtype=bool)

    def disturb(self, index: int, random: np.random.Generator) -> Tuple[np.ndarray, np.ndarray]:
        """qpos and qvel of a new start of one: the same numbers as `Env.disturb`."""
        qpos, qvel = self.draw(random)
        return self.batch.qpos[index] + qpos, self.batch.qvel[index] + qvel

    @property
    def physics(self) -> Batch:
        """Arrays of all simulations."""
        return self.batch


# --- the documented tasks, for one and for many: arrays may have a leading axis -----------------------------------------


class HalfCheetahTask:
    """HalfCheetah-v5: forward_reward_weight * x velocity - ctrl_cost_weight * |action|^2; it never ends by itself."""

    physics: Any

    def __init__(self, *where: Any, forward_reward_weight: float = 1.0, ctrl_cost_weight: float = 0.1, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        super().__init__(*where, **more)

    def observe(self) -> np.ndarray:
        return np.concatenate([self.physics.qpos[..., 1:], self.physics.qvel], -1)

    def position(self) -> np.ndarray:
        x = self.physics.qpos[..., 0]
        return np.stack([x, np.zeros_like(x)], -1)

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[Any, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[..., 0]
        cost = self.ctrl_cost_weight * np.sum(action**2, -1)
        return forward - cost, {"x_position": self.physics.qpos[..., 0] + 0.0, "x_velocity": velocity[..., 0],
                                "reward_forward": forward, "reward_ctrl": -cost}


class AntTask:
    """Ant-v5: healthy reward + x velocity of the torso - 0.5 |action|^2 - 5e-4 |contact wrenches, clipped to 1|^2; it ends
    where the torso is not between 0.2 and 1 m. The torso must be the first body, with a free joint."""

    physics: Any
    follows: Tuple[str, ...] = ("xpos", "xipos")

    def __init__(self, *where: Any, forward_reward_weight: float = 1.0, ctrl_cost_weight: float = 0.5,
                 contact_cost_weight: float = 5e-4, healthy_reward: float = 1.0,
                 healthy_z_range: Tuple[float, float] = (0.2, 1.0), contact_force_range: Tuple[float, float] = (-1.0, 1.0),
                 terminate_when_unhealthy: bool = True, include_cfrc_ext_in_observation: bool = True, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        self.contact_cost_weight = contact_cost_weight
        self.healthy_reward = healthy_reward
        self.healthy_z_range = healthy_z_range
        self.contact_force_range = contact_force_range
        self.terminate_when_unhealthy = terminate_when_unhealthy
        self.include_cfrc_ext_in_observation = include_cfrc_ext_in_observation
        super().__init__(*where, **more)

    def _is_healthy(self) -> Any:
        low, high = self.healthy_z_range
        finite = np.isfinite(self.physics.qpos).all(-1) & np.isfinite(self.physics.qvel).all(-1)
        return finite & (low <= self.physics.qpos[..., 2]) & (self.physics.qpos[..., 2] <= high)

    def healthy(self) -> Any:
        return self._is_healthy() | (not self.terminate_when_unhealthy)

    def _wrenches(self) -> np.ndarray:
        return np.clip(self.physics.cfrc_ext, *self.contact_force_range)

    def _contact_cost(self) -> Any:
        return self.contact_cost_weight * np.sum(self._wrenches()**2, (-2, -1)) if self.contact_cost_weight else 0.0

    def _parts(self) -> List[np.ndarray]:
        return [self._wrenches()] if self.include_cfrc_ext_in_observation else []

    def observe(self) -> np.ndarray:
        qpos, qvel = self.physics.qpos, self.physics.qvel
        parts = [part[..., 1:, :].reshape(*qpos.shape[:-1], -1) for part in self._parts()]
        return np.concatenate([qpos[..., 2:], qvel, *parts], -1)

    def position(self) -> np.ndarray:
        return self.physics.xpos[..., 1, :2]

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[Any, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[..., 0]
        alive = self.healthy_reward * self._is_healthy()
        effort = self.ctrl_cost_weight * np.sum(action**2, -1)
        contact = self._contact_cost() + np.zeros_like(forward)
        return forward + alive - effort - contact, {
            "x_position": self.physics.qpos[..., 0] + 0.0, "y_position": self.physics.qpos[..., 1] + 0.0,
            "x_velocity": velocity[..., 0], "y_velocity": velocity[..., 1], "reward_forward": forward,
            "reward_survive": alive, "reward_ctrl": -effort, "reward_contact": -contact}


class HumanoidTask(AntTask):
    """Humanoid-v5: 5 while healthy + 1.25 x velocity of the centre of mass - 0.1 |action|^2 - 5e-7 |contact wrenches|^2 (at
    most 10); it ends where the torso is not between 1 and 2 m. The torso must be the first body, with a free joint."""

    follows = ("xpos", "xipos", "ximat", "xvel", "qfrc_actuator")

    def __init__(self, *where: Any, forward_reward_weight: float = 1.25, ctrl_cost_weight: float = 0.1,
                 contact_cost_weight: float = 5e-7, contact_cost_range: Tuple[float, float] = (-np.inf, 10.0),
                 healthy_reward: float = 5.0, healthy_z_range: Tuple[float, float] = (1.0, 2.0),
                 reset_noise_scale: float = 1e-2, include_cinert_in_observation: bool = True,
                 include_cvel_in_observation: bool = True, include_qfrc_actuator_in_observation: bool = True, **more: Any):
        self.contact_cost_range = contact_cost_range
        self.include_cinert_in_observation = include_cinert_in_observation
        self.include_cvel_in_observation = include_cvel_in_observation
        self.include_qfrc_actuator_in_observation = include_qfrc_actuator_in_observation
        super().__init__(*where, forward_reward_weight=forward_reward_weight, ctrl_cost_weight=ctrl_cost_weight,
                         contact_cost_weight=contact_cost_weight, healthy_reward=healthy_reward,
                         healthy_z_range=healthy_z_range, reset_noise_scale=reset_noise_scale, **more)

    def draw(self, random: np.random.Generator) -> Tuple[np.ndarray, np.ndarray]:
        scale, model = self.reset_noise_scale, self.physics.model  # type: ignore[attr-defined]
        return random.uniform(-scale, scale, model.nq), random.uniform(-scale, scale, model.nv)

    def _is_healthy(self) -> Any:
        low, high = self.healthy_z_range
        return (low < self.physics.qpos[..., 2]) & (self.physics.qpos[..., 2] < high)

    def _wrenches(self) -> np.ndarray:
        return self.physics.cfrc_ext

    def _contact_cost(self) -> Any:
        return np.clip(super()._contact_cost(), *self.contact_cost_range)

    def _parts(self) -> List[np.ndarray]:
        physics, parts = self.physics, []
        if self.include_cinert_in_observation:
            parts.append(physics.cinert)
        if self.include_cvel_in_observation:
            parts.append(physics.cvel)
        if self.include_qfrc_actuator_in_observation:  # those of the free joint, which are none, are left out
            parts.append(physics.qfrc_actuator[..., 5:, None])
        return parts + super()._parts()

    def position(self) -> np.ndarray:
        mass = self.physics.model.body_mass
        return (mass @ self.physics.xipos)[..., :2] / mass.sum()


class HalfCheetah(HalfCheetahTask, Env):
    __doc__ = HalfCheetahTask.__doc__


class Ant(AntTask, Env):
    __doc__ = AntTask.__doc__


class Humanoid(HumanoidTask, Env):
    __doc__ = HumanoidTask.__doc__


class BatchHalfCheetah(HalfCheetahTask, BatchEnv):
    """`HalfCheetah`, many at once: BatchHalfCheetah(model, num_envs)."""


class BatchAnt(AntTask, BatchEnv):
    """`Ant`, many at once: BatchAnt(model, num_envs). With a batch on 'kernels' or 'cuda' the host repeats the last step of
    each for the wrenches of contacts; without them (include_cfrc_ext_in_observation=False, contact_cost_weight=0: the task
    as version 4 had it) it does not."""


class BatchHumanoid(HumanoidTask, BatchEnv):
    """`Humanoid`, many at once: BatchHumanoid(model, num_envs). Of wrenches of contacts the same holds as for BatchAnt."""
