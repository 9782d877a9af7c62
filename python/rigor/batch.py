"""Many simulations of one model at once: arrays over all of them, on threads or on a GPU."""
from __future__ import annotations

import enum
import os
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np

from . import _rigor, bodies
from .errors import NotSolved, refuse
from .fields import CONTACT, Fields, choice, nearest, public_names, settable, whole
from .model import Model, as_model
from .sim import _NAMES, OUTPUTS, _array_property, _options, limit_memory

_BACKENDS, _PARAMETERS = _rigor.batch_names()
_MOST = 2**31 - 1  # an int of C

#: Arrays of a batch, with what they are; one row a simulation.
BATCH_ARRAYS = {
    "time": "s, count",
    "qpos": "positions, count x nq; write them between steps",
    "qvel": "velocities, count x nv; write them between steps",
    "act": "states of actuators, count x nact",
    "ctrl": "controls of the actuators, count x nactuator",
    "qfrc_applied": "forces on the degrees of freedom, count x nv",
    "xfrc_applied": "force and torque at the centre of mass of each body, world frame, count x nbody x 6",
    "sensordata": "what the sensors measured in the last step, count x nsensordata; read only",
}
_FOLLOWS = {name: text for name, text in OUTPUTS.items() if name != "sensordata"}
_SHAPES = {"mass": (-1,), "inertia": (-1, 3), "friction": (-1, 3), "size": (-1, 3), "bias": (-1, 3)}


def _result_type() -> np.dtype:
    layout, size = _rigor.batch_result_layout()
    names, formats, offsets = zip(*layout)
    return np.dtype({"names": list(names), "formats": list(formats), "offsets": list(offsets), "itemsize": size})


#: Type of an entry of `Batch.results`.
RESULT = _result_type()


class BatchState(enum.IntEnum):
    """What `Batch.results["state"]` says."""

    RUNS = 0
    MET = 1  # its condition was met
    FAILED = 2  # a step was not solved, and the policy is to stop: until it is reset


#: simulation, time, qpos, qvel, sensordata, number of contacts -> whether it stops here
Condition = Callable[[int, float, np.ndarray, np.ndarray, np.ndarray, int], Any]


class Batch:
    """`count` simulations of one model, a row of each array a simulation.

    What becomes of a simulation does not depend on how many others there are, on threads or on the order: same bits. One
    that fails stops alone, until it is reset.

    backend          'auto', 'threads', 'cuda', or 'kernels' (the code of the GPU on this processor): `Batch.backends()`
    threads          0: as many as there are processors
    certify          of kernels and cuda: one step in so many is certified again by the host; 0: none
    on_unsolved      'return' or 'raise' (NotSolved): what `step` does where simulations have failed
    key              the keyframe that all begin from

    All other options are those of `Sim` for the motion and the contact problems. Arrays are views of the library's
    memory: what is written counts with the next step. One thread at a time uses a batch; the GIL is released.
    """

    model: Model
    time: np.ndarray
    qpos: np.ndarray
    qvel: np.ndarray
    act: np.ndarray
    ctrl: np.ndarray
    qfrc_applied: np.ndarray
    xfrc_applied: np.ndarray
    sensordata: np.ndarray

    def __init__(self, model: Union[Model, str, os.PathLike], count: int, *, backend: str = "auto", threads: int = 0,
                 certify: int = 64, on_unsolved: str = "return", key: Union[int, str, None] = None,
                 memory: Union[int, str, None] = None, lenient: bool = False, package_path: Any = None, **options: Any):
        for name in options:
            if name not in _NAMES:
                raise refuse(name, "is no option of a batch", nearest(name, _NAMES))
        choice(backend, "backend", ("auto", "threads", "kernels", "cuda"))
        self.on_unsolved = on_unsolved
        if memory is not None:
            limit_memory(memory)
        self.model = as_model(model, lenient, package_path)
        if self.model.nv == 0:
            raise refuse("model", "nothing in it can move: there is no joint")
        self._core = _rigor.Batch.new(self.model._core, _small(count, "count", 1), backend, _small(threads, "threads"),
                                      _small(certify, "certify"), _options(options))
        self._arrays = {name: np.asarray(view) for name, view in self._core.arrays().items()}
        self._parameters: Dict[str, np.ndarray] = {}
        self._follows: Dict[str, np.ndarray] = {}
        self._results = np.asarray(self._core.results()).view(RESULT)
        self._key = self.model.key(key)
        self.reset()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "on_unsolved":
            choice(value, "on_unsolved", ("raise", "return"))
        if name not in _NAMES and settable(self, name, type(self) is Batch and name not in ("model", "on_unsolved")):
            object.__setattr__(self, name, value)
        elif name in _PARAMETERS:
            raise AttributeError(f"'{name}' is a parameter: batch.parameter('{name}')[...] = ..., from the next reset on")
        elif name in _NAMES or name in ("certify", "key", "memory"):
            raise AttributeError(f"'{name}' is chosen when a batch is made: rigor.Batch(model, count, {name}=...)")
        else:
            near = nearest(name, public_names(self))
            raise AttributeError(f"there is no '{name}'" + (f"; did you mean '{near}'?" if near else ""))

    def __copy__(self) -> "Batch":
        raise TypeError("a batch cannot be copied: make another one, and copy qpos, qvel, act, ctrl and time")

    def __deepcopy__(self, memo: Any) -> "Batch":
        return self.__copy__()

    @staticmethod
    def backends() -> Tuple[str, ...]:
        """Those of this build; whether the machine can, `Batch(...)` says."""
        return tuple(_BACKENDS)

    @staticmethod
    def parameters() -> Tuple[str, ...]:
        """Names for `parameter`."""
        return tuple(_PARAMETERS)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        return f"<rigor.Batch: {len(self)} of {self.model!r} on {self.backend}>"

    @property
    def count(self) -> int:
        """How many simulations there are."""
        return len(self)

    @property
    def backend(self) -> str:
        """The one that was taken."""
        return self._core.facts()["backend"]

    @property
    def threads(self) -> int:
        """How many threads there are."""
        return self._core.facts()["threads"]

    @property
    def options(self) -> Dict[str, Any]:
        """The options of every simulation, by name."""
        options = self._core.facts()["options"]
        options["dt"] = options["dt"] or self.model.timestep
        return options

    # --- steps --------------------------------------------------------------------------------------------

    def step(self, n: int = 1) -> int:
        """n steps of every simulation that runs; returns how many have failed so far (see `results`)."""
        self._core.step(_small(n, "n"))
        return self._judge()

    def step_until(self, most: int, condition: Condition) -> int:
        """At most `most` steps, until the condition stops each simulation. It is called after each step of a simulation
        with (simulation, time, qpos, qvel, sensordata, contacts), one call at a time; its arrays hold during the call."""
        if not callable(condition):
            raise refuse("condition", f"must be a function, not {type(condition).__name__}")

        def stops(i: int, time: float, qpos: Any, qvel: Any, sensors: Any, contacts: int) -> bool:
            return bool(condition(i, time, np.asarray(qpos), np.asarray(qvel), np.asarray(sensors), contacts))

        self._core.step_until(_small(most, "most"), stops)
        return self._judge()

    def _judge(self) -> int:
        failed = np.flatnonzero(self._results["state"] == BatchState.FAILED)
        if len(failed) and self.on_unsolved == "raise":
            first = int(failed[0])
            raise NotSolved(int(self._results["status"][first]), element=f"simulation {first} at {self.time[first]:.9g} s",
                            reason=self._core.reason(first))
        return len(failed)

    def reset(self, mask: Any = None, key: Union[int, str, None] = None) -> None:
        """Back to a keyframe (default: the one that the batch was made with; -1: the reference position), those whose mask
        is true (default: all): state, inputs, time, results, with the parameters as they are now."""
        chosen = None
        if mask is not None:
            try:
                bits = np.asarray(mask)
            except ValueError as error:
                raise refuse("mask", str(error)) from None
            if bits.dtype != bool or bits.shape != (len(self),):
                raise refuse("mask", f"must be {len(self)} truth values, not {bits.dtype} of shape {bits.shape}")
            chosen = bits.tobytes()
        self._core.reset(chosen, self._key if key is None else self.model.key(key))

    def draw_controls(self, seed: int, hold: int = 1) -> None:
        """Before each step whose number is a multiple of `hold` every simulation draws its controls anew, evenly within
        their range (-1 to 1 where there is none), from seed, simulation and step alone. hold 0: none is drawn."""
        self._core.draw_controls(whole(seed, "seed", most=2**64 - 1), _small(hold, "hold"))

    # --- what follows from the states -----------------------------------------------------------------------

    def forward(self, *names: str) -> None:
        """Computes what follows from the states and inputs of now: xpos, xipos, qfrc_bias, actuator_force, ..., as of `Sim`,
        count x ...; all of them, or only those that are named. They stay as they are until the next time."""
        for name in names:
            if name not in _FOLLOWS:
                raise refuse(str(name), "does not follow from states", nearest(str(name), _FOLLOWS))
        if self.backend != "threads" and self._parameters:
            raise refuse("forward", f"the models of simulations with parameters are not known to it with '{self.backend}'")
        wanted = names or tuple(_FOLLOWS)
        one = self._core.shapes()
        for name in wanted:
            if name not in self._follows:
                self._follows[name] = np.zeros((len(self), *one[name]))
        self._core.forward({name: self._follows[name] for name in wanted})

    @property
    def cfrc_ext(self) -> np.ndarray:
        """As of `Sim`, of the contacts of the last step at the poses of the last `forward`: count x nbody x 6. With 'kernels'
        and 'cuda' the host repeats that step of every simulation, which costs as much as it says."""
        wrench = np.empty((len(self), self.model.nbody, 6))
        self._core.wrenches(self.xipos, wrench)  # type: ignore[attr-defined]
        return wrench

    @property
    def cinert(self) -> np.ndarray:
        """As of `Sim`, at the last `forward`: count x nbody x 10."""
        return bodies.cinert(self.model, self.xipos, self.ximat)  # type: ignore[attr-defined]

    @property
    def cvel(self) -> np.ndarray:
        """As of `Sim`, at the last `forward`: count x nbody x 6."""
        return bodies.cvel(self.model, self.xpos, self.xipos, self.xvel)  # type: ignore[attr-defined]

    # --- parameters ---------------------------------------------------------------------------------------

    def parameter(self, name: str) -> np.ndarray:
        """Values of one parameter of all simulations (`Batch.parameters()`), at first those of the model: count x nbody for
        'mass', count x ngeom x 3 for 'friction', ... What is written counts from the next reset of that simulation on."""
        if name not in self._parameters:
            if name not in _PARAMETERS:
                raise refuse(str(name), "is no parameter of simulations", nearest(str(name), _PARAMETERS))
            flat = np.asarray(self._core.parameter(name))
            self._parameters[name] = flat.reshape(len(self), *_SHAPES.get(name, (-1,))) if flat.size else flat
        return self._parameters[name]

    # --- what came out ------------------------------------------------------------------------------------

    @property
    def results(self) -> np.ndarray:
        """A structured array that shows the library's memory: state (BatchState), status, steps, unsolved,
        residual (of the last step), worst, penetration, contacts, iterations, contact_sum, iteration_sum, slow, host."""
        view = self._results.view()
        view.flags.writeable = False
        return view

    def reason(self, simulation: int) -> str:
        """Why its last step was not solved; '' where it was."""
        return self._core.reason(self._index(simulation))

    def contacts(self, simulation: int) -> np.ndarray:
        """Contacts of the last step of one simulation, as `Sim.contacts`; of 'kernels' and 'cuda' those of the host, which
        repeats the step."""
        return np.asarray(self._core.contacts(self._index(simulation))).view(CONTACT)

    @property
    def totals(self) -> Fields:
        """Over all simulations since the batch was made: steps, unsolved, contacts, iterations, histogram, worst, ..."""
        return Fields(self._core.totals())

    def _index(self, simulation: int) -> int:
        index = whole(simulation, "simulation")
        if index >= len(self):
            raise refuse("simulation", f"{index}: there are {len(self)}")
        return index


def _small(value: Any, name: str, least: int = 0) -> int:
    return whole(value, name, least, _MOST)


def _sensordata(self: Batch) -> np.ndarray:
    self._core.sense()
    return self._arrays["sensordata"]


for _name, _text in BATCH_ARRAYS.items():
    setattr(Batch, _name, _array_property(_name, _text, True))
Batch.sensordata = property(_sensordata, None, None, BATCH_ARRAYS["sensordata"])  # type: ignore[assignment]


def _follows(name: str, text: str) -> property:
    def get(self: Batch) -> np.ndarray:
        if name not in self._follows:
            self.forward(name)
        return self._follows[name]

    return property(get, None, None, f"{text.partition(';')[0]}; a row a simulation, as of the last forward()")


for _name, _text in _FOLLOWS.items():
    setattr(Batch, _name, _follows(_name, _text))
