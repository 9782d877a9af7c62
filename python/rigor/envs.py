"""Environments for learning: reset(seed=...) and step(action) with five values, the convention of Gymnasium, without it.

    env = rigor.envs.Ant("ant.xml")
    observation, info = env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

    many = rigor.envs.Vector([lambda: rigor.envs.Ant("ant.xml")] * 8, threads=2)
    more = rigor.envs.BatchHalfCheetah("half_cheetah.xml", 1000)    # one rigor.Batch, arrays over all

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
from .fields import numbers, whole
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
        self._random = np.random.default_rng(seed)

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


class Env:
    """A task with a simulation in it. A subclass says what is seen (`observe`), what it is worth (`judge`), whether it
    goes on (`healthy`) and how far the start is off (`disturb`)."""

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, model: Union[Model, str, os.PathLike], *, frame_skip: int = 5, max_steps: int = 1000,
                 reset_noise_scale: float = 0.1, **options: Any):
        self.model = as_model(model)
        options.setdefault("on_failure", "halve")
        self.sim = Sim(self.model, on_unsolved="raise", **options)
        self.frame_skip = whole(frame_skip, "frame_skip", 1)
        self.max_steps = whole(max_steps, "max_steps", 1)
        self.reset_noise_scale = reset_noise_scale
        self.dt = self.frame_skip * self.sim.options["dt"]
        self.np_random = np.random.default_rng()
        limited = self.model.actuator_ctrllimited.astype(bool)  # type: ignore[attr-defined]
        ranges = self.model.actuator_ctrlrange  # type: ignore[attr-defined]
        self.action_space = Box(np.where(limited, ranges[:, 0], -np.inf), np.where(limited, ranges[:, 1], np.inf),
                                np.float32)
        self._steps = 0
        self.sim.forward()
        many = np.full(len(self.observe()), np.inf)
        self.observation_space = Box(-many, many)

    # --- the convention ----------------------------------------------------------------------------------------

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """A new start; the same seed gives the same one."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self._steps = 0
        self.sim.reset()
        qpos, qvel = self.disturb()
        self.sim.qpos, self.sim.qvel = qpos, qvel
        self.sim.forward()
        return self.observe(), {}

    def step(self, action: Any) -> Step:
        """frame_skip steps with one action -> observation, reward, terminated, truncated, info."""
        action = numbers(action, "action", (self.model.nactuator,))
        if not np.all(np.isfinite(action)):
            raise refuse("action", "has entries that are not finite")
        before = self.position()
        self.sim.ctrl = action
        failed = ""
        try:
            self.sim.step(self.frame_skip)
        except NotSolved as error:
            failed = error.text()  # the state is the last that is sound; the episode ends here
        self.sim.forward()
        self._steps += 1
        reward, info = self.judge(action, (self.position() - before) / self.dt)
        if failed:
            info["not_solved"] = failed
        terminated = bool(failed) or not self.healthy()
        return self.observe(), float(reward), terminated, self._steps >= self.max_steps, info

    def close(self) -> None:
        """Nothing has to be closed."""

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
        """qpos uniform, qvel normal about the start."""
        scale, sim = self.reset_noise_scale, self.sim
        qpos = sim.qpos + self.np_random.uniform(-scale, scale, self.model.nq)
        return qpos, sim.qvel + scale * self.np_random.standard_normal(self.model.nv)


class HalfCheetah(Env):
    """HalfCheetah-v5: forward_reward_weight * x velocity - ctrl_cost_weight * |action|^2; it never ends by itself."""

    def __init__(self, model: Union[Model, str, os.PathLike], *, forward_reward_weight: float = 1.0,
                 ctrl_cost_weight: float = 0.1, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        super().__init__(model, **more)

    def observe(self) -> np.ndarray:
        return np.concatenate([self.sim.qpos[1:], self.sim.qvel])

    def position(self) -> np.ndarray:
        return np.array([self.sim.qpos[0], 0.0])

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[float, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[0]
        cost = self.ctrl_cost_weight * float(np.sum(action**2))
        return forward - cost, {"x_position": float(self.sim.qpos[0]), "x_velocity": float(velocity[0]),
                                "reward_forward": float(forward), "reward_ctrl": -cost}


class Ant(Env):
    """Ant-v5: healthy reward + x velocity of the torso - 0.5 |action|^2 - 5e-4 |contact wrenches, clipped to 1|^2; it ends
    where the torso is not between 0.2 and 1 m."""

    def __init__(self, model: Union[Model, str, os.PathLike], *, forward_reward_weight: float = 1.0,
                 ctrl_cost_weight: float = 0.5, contact_cost_weight: float = 5e-4, healthy_reward: float = 1.0,
                 healthy_z_range: Tuple[float, float] = (0.2, 1.0), contact_force_range: Tuple[float, float] = (-1.0, 1.0),
                 terminate_when_unhealthy: bool = True, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        self.contact_cost_weight = contact_cost_weight
        self.healthy_reward = healthy_reward
        self.healthy_z_range = healthy_z_range
        self.contact_force_range = contact_force_range
        self.terminate_when_unhealthy = terminate_when_unhealthy
        super().__init__(model, **more)

    def _is_healthy(self) -> bool:
        low, high = self.healthy_z_range
        finite = np.all(np.isfinite(self.sim.qpos)) and np.all(np.isfinite(self.sim.qvel))
        return bool(finite and low <= self.sim.qpos[2] <= high)

    def healthy(self) -> bool:
        return self._is_healthy() or not self.terminate_when_unhealthy

    def _wrenches(self) -> np.ndarray:
        return np.clip(self.sim.cfrc_ext, *self.contact_force_range)

    def observe(self) -> np.ndarray:
        return np.concatenate([self.sim.qpos[2:], self.sim.qvel, self._wrenches()[1:].ravel()])

    def position(self) -> np.ndarray:
        return self.sim.xpos[1, :2].copy()

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[float, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[0]
        alive = self.healthy_reward * self._is_healthy()
        effort = self.ctrl_cost_weight * float(np.sum(action**2))
        contact = self.contact_cost_weight * float(np.sum(self._wrenches()**2))
        return forward + alive - effort - contact, {
            "x_position": float(self.sim.qpos[0]), "y_position": float(self.sim.qpos[1]),
            "x_velocity": float(velocity[0]), "y_velocity": float(velocity[1]), "reward_forward": float(forward),
            "reward_survive": float(alive), "reward_ctrl": -effort, "reward_contact": -contact}


class Humanoid(Ant):
    """Humanoid-v5: 5 while healthy + 1.25 x velocity of the centre of mass - 0.1 |ctrl|^2 - 5e-7 |contact wrenches|^2 (at
    most 10); it ends where the torso is not between 1 and 2 m."""

    def __init__(self, model: Union[Model, str, os.PathLike], *, forward_reward_weight: float = 1.25,
                 ctrl_cost_weight: float = 0.1, contact_cost_weight: float = 5e-7,
                 contact_cost_range: Tuple[float, float] = (-np.inf, 10.0), healthy_reward: float = 5.0,
                 healthy_z_range: Tuple[float, float] = (1.0, 2.0), reset_noise_scale: float = 1e-2, **more: Any):
        self.contact_cost_range = contact_cost_range
        super().__init__(model, forward_reward_weight=forward_reward_weight, ctrl_cost_weight=ctrl_cost_weight,
                         contact_cost_weight=contact_cost_weight, healthy_reward=healthy_reward,
                         healthy_z_range=healthy_z_range, reset_noise_scale=reset_noise_scale, **more)

    def _is_healthy(self) -> bool:
        return bool(self.healthy_z_range[0] < self.sim.qpos[2] < self.healthy_z_range[1])

    def observe(self) -> np.ndarray:
        return np.concatenate([self.sim.qpos[2:], self.sim.qvel, self.sim.cinert[1:].ravel(),
                               self.sim.cvel[1:].ravel(), self.sim.qfrc_actuator[6:],
                               self.sim.cfrc_ext[1:].ravel()])

    def position(self) -> np.ndarray:
        mass = self.model.body_mass  # type: ignore[attr-defined]
        return (mass @ self.sim.xipos)[:2] / mass.sum()

    def disturb(self) -> Tuple[np.ndarray, np.ndarray]:
        scale, sim = self.reset_noise_scale, self.sim
        return (sim.qpos + self.np_random.uniform(-scale, scale, self.model.nq),
                sim.qvel + self.np_random.uniform(-scale, scale, self.model.nv))

    def judge(self, action: np.ndarray, velocity: np.ndarray) -> Tuple[float, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[0]
        alive = self.healthy_reward * self._is_healthy()
        effort = self.ctrl_cost_weight * float(np.sum(self.sim.ctrl**2))
        contact = self.contact_cost_weight * float(np.sum(self.sim.cfrc_ext**2))
        contact = float(np.clip(contact, *self.contact_cost_range))
        return forward + alive - effort - contact, {
            "x_position": float(self.sim.qpos[0]), "y_position": float(self.sim.qpos[1]),
            "x_velocity": float(velocity[0]), "y_velocity": float(velocity[1]), "reward_forward": float(forward),
            "reward_survive": float(alive), "reward_ctrl": -effort, "reward_contact": -contact}


class Vector:
    """Several environments as one, their steps on threads: arrays with one row an environment. An environment that has
    ended begins anew with its next step, whose action it does not look at and whose reward is 0."""

    def __init__(self, make: Sequence[Callable[[], Env]], threads: Optional[int] = None):
        self.envs: List[Env] = [one() for one in make]
        if not self.envs:
            raise refuse("make", "is empty: which environments?")
        self.num_envs = len(self.envs)
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        count = min(self.num_envs, os.cpu_count() or 1) if threads is None else whole(threads, "threads", 1)
        self._pool = ThreadPoolExecutor(count)
        self._ended = np.zeros(self.num_envs, dtype=bool)

    def reset(self, *, seed: Union[int, Sequence[int], None] = None,
              options: Optional[dict] = None) -> Tuple[np.ndarray, List[Dict[str, Any]]]:
        """One seed makes one for each: seed, seed + 1, ..."""
        seeds: List[Optional[int]] = [None] * self.num_envs if seed is None else \
            [seed + i for i in range(self.num_envs)] if isinstance(seed, (int, np.integer)) else list(seed)
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


class BatchEnv:
    """Many copies of a task whose simulations are one `rigor.Batch`: every value has a row a copy, and no Python runs for a
    single one of them. A subclass says the same as one of `Env`, for all at once.

    A copy that has ended begins anew with the next step, whose action it does not look at and whose reward is 0.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, model: Union[Model, str, os.PathLike], num_envs: int, *, frame_skip: int = 5, max_steps: int = 1000,
                 reset_noise_scale: float = 0.1, **options: Any):
        options.setdefault("on_failure", "halve")
        self.batch = Batch(model, num_envs, **options)
        self.model, self.num_envs = self.batch.model, self.batch.count
        self.frame_skip = whole(frame_skip, "frame_skip", 1)
        self.max_steps = whole(max_steps, "max_steps", 1)
        self.reset_noise_scale = reset_noise_scale
        self.dt = self.frame_skip * self.batch.options["dt"]
        limited = self.model.actuator_ctrllimited.astype(bool)  # type: ignore[attr-defined]
        ranges = self.model.actuator_ctrlrange  # type: ignore[attr-defined]
        self.single_action_space = Box(np.where(limited, ranges[:, 0], -np.inf), np.where(limited, ranges[:, 1], np.inf),
                                       np.float32)
        self._random = [np.random.default_rng() for _ in range(self.num_envs)]
        self._steps = np.zeros(self.num_envs, dtype=np.int64)
        self._ended = np.zeros(self.num_envs, dtype=bool)
        many = np.full(self.observe().shape[1], np.inf)
        self.single_observation_space = Box(-many, many)

    # --- the convention ----------------------------------------------------------------------------------------

    def reset(self, *, seed: Union[int, Sequence[int], None] = None,
              options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """New starts; one seed makes one for each: seed, seed + 1, ..."""
        if seed is not None:
            seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, (int, np.integer)) else list(seed)
            if len(seeds) != self.num_envs:
                raise refuse("seed", f"has {len(seeds)} entries, must be {self.num_envs}")
            self._random = [np.random.default_rng(one) for one in seeds]
        self._begin(np.ones(self.num_envs, dtype=bool))
        return self.observe(), {}

    def _begin(self, which: np.ndarray) -> None:
        self.batch.reset(which)
        for i in np.flatnonzero(which):
            self.batch.qpos[i], self.batch.qvel[i] = self.disturb(int(i), self._random[i])
        self._steps[which] = 0
        self._ended[which] = False

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """frame_skip steps -> observations, rewards, terminated, truncated, info (arrays; `not_solved` has their number)."""
        actions = numbers(actions, "actions", (self.num_envs, self.model.nactuator))
        if not np.all(np.isfinite(actions)):
            raise refuse("actions", "has entries that are not finite")
        anew = self._ended.copy()
        if anew.any():
            self._begin(anew)
        held = self.batch.qpos[anew], self.batch.qvel[anew]  # copies
        before = self.position().copy()
        self.batch.ctrl = actions
        self.batch.step(self.frame_skip)
        if anew.any():  # these only begin: what the others did is not theirs
            self.batch.reset(anew)
            self.batch.qpos[anew], self.batch.qvel[anew] = held
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

    def close(self) -> None:
        """Nothing has to be closed."""

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
        """qpos uniform, qvel normal about the start; the same numbers as `Env.disturb`."""
        scale, batch = self.reset_noise_scale, self.batch
        qpos = batch.qpos[index] + random.uniform(-scale, scale, self.model.nq)
        return qpos, batch.qvel[index] + scale * random.standard_normal(self.model.nv)


class BatchHalfCheetah(BatchEnv):
    """`HalfCheetah`, many at once."""

    def __init__(self, model: Union[Model, str, os.PathLike], num_envs: int, *, forward_reward_weight: float = 1.0,
                 ctrl_cost_weight: float = 0.1, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        super().__init__(model, num_envs, **more)

    def observe(self) -> np.ndarray:
        return np.concatenate([self.batch.qpos[:, 1:], self.batch.qvel], 1)

    def position(self) -> np.ndarray:
        return np.stack([self.batch.qpos[:, 0], np.zeros(self.num_envs)], 1)

    def judge(self, actions: np.ndarray, velocity: np.ndarray) -> Tuple[np.ndarray, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[:, 0]
        cost = self.ctrl_cost_weight * np.sum(actions**2, 1)
        return forward - cost, {"x_position": self.batch.qpos[:, 0].copy(), "x_velocity": velocity[:, 0],
                                "reward_forward": forward, "reward_ctrl": -cost}


class BatchAnt(BatchEnv):
    """Ant, many at once, as version 4 documents it: without the wrenches of contacts, which a batch does not have as
    arrays. The torso must be the first body, with a free joint."""

    def __init__(self, model: Union[Model, str, os.PathLike], num_envs: int, *, forward_reward_weight: float = 1.0,
                 ctrl_cost_weight: float = 0.5, healthy_reward: float = 1.0,
                 healthy_z_range: Tuple[float, float] = (0.2, 1.0), terminate_when_unhealthy: bool = True, **more: Any):
        self.forward_reward_weight = forward_reward_weight
        self.ctrl_cost_weight = ctrl_cost_weight
        self.healthy_reward = healthy_reward
        self.healthy_z_range = healthy_z_range
        self.terminate_when_unhealthy = terminate_when_unhealthy
        super().__init__(model, num_envs, **more)

    def _is_healthy(self) -> np.ndarray:
        low, high = self.healthy_z_range
        finite = np.isfinite(self.batch.qpos).all(1) & np.isfinite(self.batch.qvel).all(1)
        return finite & (low <= self.batch.qpos[:, 2]) & (self.batch.qpos[:, 2] <= high)

    def healthy(self) -> np.ndarray:
        return self._is_healthy() | (not self.terminate_when_unhealthy)

    def observe(self) -> np.ndarray:
        return np.concatenate([self.batch.qpos[:, 2:], self.batch.qvel], 1)

    def position(self) -> np.ndarray:
        return self.batch.qpos[:, :2]

    def judge(self, actions: np.ndarray, velocity: np.ndarray) -> Tuple[np.ndarray, Dict[str, Any]]:
        forward = self.forward_reward_weight * velocity[:, 0]
        alive = self.healthy_reward * self._is_healthy()
        effort = self.ctrl_cost_weight * np.sum(actions**2, 1)
        return forward + alive - effort, {
            "x_position": self.batch.qpos[:, 0].copy(), "y_position": self.batch.qpos[:, 1].copy(),
            "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1], "reward_forward": forward,
            "reward_survive": alive, "reward_ctrl": -effort}
