"""The simulation: state, inputs, steps, and what can be asked about them."""
from __future__ import annotations

import copy
import os
import tempfile
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from . import _rigor, bodies
from .controls import Controls, random_amounts
from .errors import BadInput, NoMemory, NotSolved, Status, refuse
from .fields import CONTACT, Fields, choice, nearest, numbers, public_names, real, settable, whole
from .model import Model, as_model
from .problem import Problem
from .run import Run, record

_STATUS = {int(s): s for s in Status}
_NAMES = _rigor.option_names()["sim"]

#: Arrays of the state, with what they are. The first ones may be written between steps.
INPUTS = {
    "qpos": "positions, nq; write them between steps",
    "qvel": "velocities, nv; write them between steps",
    "ctrl": "controls of the actuators, nactuator",
    "act": "states of actuators, nact",
    "mocap_pos": "positions of bodies that are placed from outside, nmocap x 3",
    "mocap_quat": "their quaternions, nmocap x 4",
    "qfrc_applied": "forces on the degrees of freedom, nv",
    "xfrc_applied": "force and torque at the centre of mass of each body, world frame, nbody x 6",
    "surface": "velocity of the surface of each geom in its frame, ngeom x 3: belts",
    "drive_velocity": "prescribed velocities, nv, where drive_limit is above 0",
    "drive_limit": "largest force for them, nv; infinite: prescribed motion",
}
OUTPUTS = {
    "xpos": "positions of bodies, nbody x 3; as of forward() or the last step",
    "xquat": "quaternions (w x y z) of bodies, nbody x 4",
    "xmat": "rotations of bodies, nbody x 3 x 3",
    "xipos": "centres of mass, nbody x 3",
    "ximat": "inertial frames, nbody x 3 x 3",
    "xvel": "angular velocity, and linear velocity at xpos, of bodies, nbody x 6",
    "xanchor": "anchors of joints, njoint x 3",
    "xaxis": "axes of joints, njoint x 3",
    "geom_xpos": "positions of geoms, ngeom x 3",
    "geom_xmat": "rotations of geoms, ngeom x 3 x 3",
    "site_xpos": "positions of sites, nsite x 3",
    "site_xmat": "rotations of sites, nsite x 3 x 3",
    "tendon_length": "ntendon",
    "tendon_velocity": "ntendon",
    "qfrc_bias": "Coriolis, centrifugal and gravity, nv",
    "qfrc_passive": "springs, dampers, medium, nv",
    "qfrc_actuator": "forces of actuators, nv",
    "qfrc_smooth": "passive - bias + applied + actuator, nv",
    "qacc_smooth": "acceleration without contacts and limits, nv",
    "actuator_length": "nactuator",
    "actuator_velocity": "nactuator",
    "actuator_force": "nactuator",
    "act_dot": "rates of the states of actuators, nact",
    "sensordata": "what the sensors measured in the last step, nsensordata",
}


#: Options that memory was laid out for: they stay as they were when the simulation was made.
_FIXED = ("coordinates", "stabilize", "closures", "halvings", "exact_corners", "most_contacts", "threads")
_START = ("key", "hold", "ctrl_interpolate", "perturb", "seed", "resume", "memory", "lenient", "package_path")
#: What readers of mjData and mjModel may look for, and what has it here.
_ELSEWHERE = {
    "qacc": "sim.accelerations() with contacts, sim.qacc_smooth without", "qM": "sim.mass_matrix()",
    "qfrc_inverse": "sim.inverse_dynamics(qacc)", "efc_force": "sim.contacts['impulse']", "nefc": "sim.report.contacts",
    "qfrc_constraint": "sim.inverse_dynamics(qacc) - sim.qfrc_smooth", "cacc": "sim.accelerations()", "solver_iter": "sim.report.iterations",
    "cdof": "sim.jacobian(body)", "xfrc": "sim.xfrc_applied", "njnt": "sim.model.njoint", "opt": "sim.options",
    "actuator_moment": "sim.model", "geom_id": "sim.model.find('geom', name)", "warning": "sim.report.reason",
}


class Sim:
    """A simulation of a model.

    Every option of `rigor run` by its own name, with _ for -; what is None is as the model file or the default has it.

    model            a rigor.Model, or the path of one (then with lenient and package_path)
    on_unsolved      'raise' (NotSolved) or 'return' (its Status): what `step` does where a step is not solved

    The start: key (name or number of a keyframe), hold (a keyframe that the controls hold), ctrl (a dictionary, a table
    FILE.csv, or a function of the simulation that is called before every step), ctrl_interpolate, perturb and seed,
    settle (positions without overlaps, open loops and joints beyond their ranges), resume (a checkpoint).

    The motion: dt, integrator, coordinates, friction, moments ('product', 'ellipsoid', 'none'), restitution,
    restitution_law, stabilize, closures, accuracy, no_sweep, push, relax_period, relax_damping, exact_corners, step_iterations, parents ('touch', 'filter'),
    contact_rates, implicit_rounds, implicit_tol, gap_accuracy, on_failure ('stop', 'continue', 'halve'), halvings, most_contacts.

    Contact problems: solver, law, angle, unaligned, phantom, lateral, threshold, static, contact_stiffness,
    contact_damping, bristle_stiffness, bristle_damping, law_memory, split, tol, aim, max_iterations, max_seconds, set (a
    dictionary of settings of the solver), cold, threads, memory (bytes, of the whole process).

    State and inputs are NumPy arrays that show the library's own memory: what you write there is what the next step
    starts from. One simulation a thread; threads with simulations of their own run in parallel.
    """

    model: Model
    resumed: bool
    _core: "_rigor.Sim"
    _controls: Controls
    _raises: bool
    qpos: np.ndarray
    qvel: np.ndarray
    ctrl: np.ndarray
    act: np.ndarray
    mocap_pos: np.ndarray
    mocap_quat: np.ndarray
    qfrc_applied: np.ndarray
    xfrc_applied: np.ndarray
    surface: np.ndarray
    drive_velocity: np.ndarray
    drive_limit: np.ndarray
    xpos: np.ndarray
    xquat: np.ndarray
    xmat: np.ndarray
    xipos: np.ndarray
    ximat: np.ndarray
    xvel: np.ndarray
    xanchor: np.ndarray
    xaxis: np.ndarray
    geom_xpos: np.ndarray
    geom_xmat: np.ndarray
    site_xpos: np.ndarray
    site_xmat: np.ndarray
    tendon_length: np.ndarray
    tendon_velocity: np.ndarray
    qfrc_bias: np.ndarray
    qfrc_passive: np.ndarray
    qfrc_actuator: np.ndarray
    qfrc_smooth: np.ndarray
    qacc_smooth: np.ndarray
    actuator_length: np.ndarray
    actuator_velocity: np.ndarray
    actuator_force: np.ndarray
    act_dot: np.ndarray
    sensordata: np.ndarray

    def __init__(self, model: Union[Model, str, os.PathLike], *, on_unsolved: str = "raise",
                 key: Union[int, str, None] = None, hold: Union[int, str, None] = None, ctrl: Any = None,
                 ctrl_interpolate: bool = False, perturb: float = 0, seed: int = 0,
                 settle: bool = False,
                 resume: Union[str, os.PathLike, None] = None, memory: Union[int, str, None] = None,
                 lenient: bool = False, package_path: Any = None,
                 dt: Optional[float] = None, integrator: Optional[str] = None, coordinates: Optional[str] = None,
                 friction: Optional[float] = None, moments: Optional[str] = None,
                 restitution: Optional[float] = None,
                 restitution_law: Optional[str] = None, stabilize: Optional[str] = None,
                 closures: Optional[str] = None, accuracy: Optional[float] = None, no_sweep: Optional[bool] = None,
                 push: Optional[float] = None, relax_period: Optional[float] = None,
                 relax_damping: Optional[float] = None, exact_corners: Optional[bool] = None,
                 step_iterations: Optional[int] = None, parents: Optional[str] = None,
                 contact_rates: Optional[bool] = None, law_memory: Optional[bool] = None,
                 contact_stiffness: Optional[float] = None, contact_damping: Optional[float] = None,
                 bristle_stiffness: Optional[float] = None, bristle_damping: Optional[float] = None,
                 implicit_rounds: Optional[int] = None, implicit_tol: Optional[float] = None,
                 gap_accuracy: Optional[float] = None, on_failure: Optional[str] = None,
                 halvings: Optional[int] = None, most_contacts: Optional[int] = None, solver: Optional[str] = None,
                 law: Optional[str] = None, angle: Optional[float] = None, unaligned: Optional[bool] = None,
                 phantom: Optional[float] = None, lateral: Optional[bool] = None,
                 threshold: Optional[float] = None, static: Optional[float] = None, split: Optional[str] = None, tol: Optional[float] = None,
                 aim: Optional[float] = None, max_iterations: Optional[int] = None,
                 max_seconds: Optional[float] = None, set: Optional[Dict[str, float]] = None,
                 cold: Optional[bool] = None, threads: Optional[int] = None):
        given = locals()
        self._given = {n: given[n] for n in _NAMES}
        if memory is not None:
            limit_memory(memory)
        self.model = as_model(model, lenient, package_path)
        self.on_unsolved = on_unsolved
        self._core = _rigor.Sim.new(self.model._core, _options(self._given))
        self._arrays = {name: np.asarray(view) for name, view in self._core.arrays().items()}
        self._controls = Controls(self.model, ctrl, ctrl_interpolate, hold)
        if resume is not None and (key is not None or perturb or settle):
            raise refuse("resume", "is a start already: leave out key, perturb and settle")
        self._settles = settle
        self._start: Tuple[Any, float, int] = (key, perturb, seed)
        #: the last Run of `record`, complete or not
        self.last_run: Optional[Run] = None
        self.resumed = resume is not None
        if resume is not None:
            self.load(resume)
            self._controls.begin(self)
        else:
            self.reset()

    # --- names and copies -----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "model" and "model" in vars(self):
            raise AttributeError("a simulation stays with its model: rigor.Sim(another) makes one of another")
        if name not in _NAMES and settable(self, name, type(self) is Sim and name not in ("model", "last_run", "resumed")):
            object.__setattr__(self, name, value)
        elif name in _NAMES and name not in _FIXED:
            raise AttributeError(f"'{name}' is an option: sim.change({name}=...) sets it, sim.options['{name}'] tells it")
        elif name in _NAMES or name in _START:
            raise AttributeError(f"'{name}' is chosen when a simulation is made: rigor.Sim(model, {name}=...)")
        else:
            raise AttributeError(_unknown(self, name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if name in _NAMES:
            raise AttributeError(f"'{name}' is an option: sim.options['{name}'] tells it")
        raise AttributeError(_unknown(self, name))

    def __copy__(self) -> "Sim":
        """A simulation of its own in the same state, to the last bit, of the same model; by a checkpoint."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._given, twin._controls, twin.last_run = dict(self._given), copy.copy(self._controls), None
        twin._core = _rigor.Sim.new(self.model._core, _options(self._given))
        twin._arrays = {name: np.asarray(view) for name, view in twin._core.arrays().items()}
        with tempfile.TemporaryDirectory(prefix="rigor-") as folder:
            path = os.path.join(folder, "copy.checkpoint")
            self.save(path)
            twin.load(path)
        return twin

    def __deepcopy__(self, memo: Any) -> "Sim":
        return self.__copy__()

    def copy(self) -> "Sim":
        """A simulation of its own in the same state, to the last bit; the model, which is constant, is shared."""
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError("a simulation cannot be pickled: sim.save(path) writes a checkpoint, rigor.Sim(model, resume=path) goes on")

    # --- the choice what an unsolved step does -------------------------------------------------------------

    @property
    def on_unsolved(self) -> str:
        """'raise' or 'return'."""
        return "raise" if self._raises else "return"

    @on_unsolved.setter
    def on_unsolved(self, what: str) -> None:
        self._raises = choice(what, "on_unsolved", ("raise", "return")) == "raise"

    # --- steps --------------------------------------------------------------------------------------------

    def step(self, n: int = 1) -> Status:
        """Does n steps and returns Status.SOLVED (0).

        Where a step is not solved: NotSolved with its report, or with on_unsolved='return' its status. Then the steps go on
        only where on_failure is 'continue'. A state that is not finite raises BadInput in any case.
        """
        if self._controls.moves:
            return self._steps_with_controls(n)
        if type(n) is int and n == 1:
            status = self._core.step1()
        else:
            status = self._core.step(whole(n, "n"), not self._raises)
        return self._judge(status) if status else Status.SOLVED

    def _steps_with_controls(self, n: int) -> Status:
        first = Status.SOLVED
        for _ in range(whole(n, "n")):
            self._controls.apply(self)
            status = self._judge(self._core.step1())
            if status:
                first = first or status
                if self.options["on_failure"] != "continue":
                    break
        return first

    def _judge(self, code: int) -> Status:
        status = _STATUS[code]
        if status and (self._raises or status in (Status.BAD_INPUT, Status.NO_MEMORY)):
            raise self.failure(status)
        return status

    def failure(self, status: int) -> Exception:
        """The exception for the last step, which ended with `status`."""
        report = self.report
        kind = {Status.BAD_INPUT: BadInput, Status.NO_MEMORY: NoMemory}.get(Status(status), NotSolved)
        error = kind(status, element=f"step at {report.time:.9g} s",
                     reason=report.reason or f"the step is not solved: {Status(status).text}")
        if isinstance(error, NotSolved):
            error.report = report
        return error

    def record(self, time: Optional[float] = None, steps: Optional[int] = None, **what: Any) -> Run:
        """Runs for `time` s (default 1) or `steps` steps, and remembers: see rigor.run.record for what can be written."""
        return record(self, time, steps, **what)

    # --- start, checkpoints, options -------------------------------------------------------------------------

    def reset(self, key: Union[int, str, None] = None, *, perturb: Optional[float] = None,
              seed: Optional[int] = None) -> None:
        """Back to the start that the simulation was made with; or to a keyframe (name or number; -1: the model's
        reference position). Controls are those of the start again."""
        first, size, number = self._start
        self._core.reset(self.model.key(first if key is None else key))
        size = real(size if perturb is None else perturb, "perturb")
        if size < 0:
            raise refuse("perturb", f"{size:g} is negative")
        if size:
            amounts = random_amounts(whole(number if seed is None else seed, "seed"), self.model.nv)
            self.qpos = self.model.integrate(self.qpos, size * amounts)
        if self._settles:
            self._core.settle()
        self._controls.begin(self)

    def settle(self) -> None:
        """Moves positions by as little as possible, so that overlaps, open loops and joints beyond their ranges are gone.
        Velocities stay."""
        self._core.settle()

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes a checkpoint: the whole state, inputs and memory of the last step, to the last bit."""
        self._core.save(path)

    def load(self, path: Union[str, os.PathLike]) -> None:
        """Goes on from a checkpoint of the same model."""
        self._core.load(path)

    def change(self, **options: Any) -> None:
        """Other options from the next step on; state and clock stay. Not: coordinates, stabilize, closures, halvings,
        exact_corners, most_contacts, threads, for which memory was laid out."""
        for name in options:
            if name not in _NAMES:
                raise refuse(name, "is no option of a simulation", nearest(name, _NAMES))
        self._core.change(_options(options))
        self._given.update(options)

    @property
    def options(self) -> Dict[str, Any]:
        """The options in use, by name."""
        return self._core.options()

    # --- what came out ------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """s"""
        return self._core.time

    @time.setter
    def time(self, value: float) -> None:
        self._core.time = real(value, "time")

    @property
    def contacts(self) -> np.ndarray:
        """Contacts of the last step, a structured array that shows the library's memory: the next step writes over it.

        pair (geoms), bodies, place, normal (from the second to the first), frame (rows: normal, tangents), gap, mu,
        restitution, target, impulse (normal, tangents; N s on the first body), velocity (of the first relative to the
        second, after the step), mode (rigor.MODES: break, stick, slip).
        """
        return np.asarray(self._core.contacts()).view(CONTACT)

    @property
    def contact_forces(self) -> np.ndarray:
        """Force of each contact on its first body, world frame, N: impulse over time."""
        contacts, dt = self.contacts, self._core.contacts_dt()
        if not len(contacts):
            return np.zeros((0, 3))
        return np.einsum("nij,ni->nj", contacts["frame"], contacts["impulse"]) / dt

    def contact_force(self, body: Union[int, str]) -> np.ndarray:
        """Force of all contacts on a body, world frame, N."""
        index, contacts = self._body(body), self.contacts
        forces = self.contact_forces
        return forces[contacts["bodies"][:, 0] == index].sum(0) - forces[contacts["bodies"][:, 1] == index].sum(0)

    @property
    def contacts_dt(self) -> float:
        """s that the impulses of the contacts act for: the step, or its last part where it was divided."""
        return self._core.contacts_dt()

    @property
    def report(self) -> Fields:
        """Of the last step: status, step, time, contacts, iterations, penetration, balance, certificate, reason, ..."""
        return Fields(self._core.report())

    @property
    def certificate(self) -> Fields:
        """How far the impulses of the last step are from the laws, recomputed from the raw problem."""
        return Fields(self._core.certificate())

    @property
    def energy(self) -> float:
        """Kinetic and potential, J, of the state of now."""
        return self._core.energy()

    @property
    def penetration(self) -> float:
        """Deepest overlap of the state of now, m."""
        return self._core.penetration()

    def problem(self, form: str = "global") -> Optional[Problem]:
        """The contact problem of the last step with its impulses as guess, a copy; None where there was none. `form`:
        'global' (as it was solved) or 'local' (with the entries of A)."""
        choice(form, "form", ("global", "local"))
        answer = self._core.problem(form == "global")
        if answer is None:
            return None
        core, impulse = answer
        problem = Problem._copy_of(core)
        problem.impulse = None if impulse is None else np.frombuffer(impulse).copy()
        return problem

    # --- by the names of mjData ----------------------------------------------------------------------------------

    @property
    def ncon(self) -> int:
        """How many contacts the last step had."""
        return len(self.contacts)

    @property
    def contact(self) -> np.ndarray:
        """`contacts`."""
        return self.contacts

    @property
    def nq(self) -> int:
        """Of the model: numbers in qpos."""
        return self.model.nq

    @property
    def nv(self) -> int:
        """Of the model: numbers in qvel."""
        return self.model.nv

    @property
    def nu(self) -> int:
        """Of the model: numbers in ctrl."""
        return self.model.nactuator

    @property
    def subtree_com(self) -> np.ndarray:
        """Centre of mass of each body with all that hangs on it, nbody x 3; poses as of forward() or the last step."""
        mass, parent = self.model.body_mass.copy(), self.model.body_parent  # type: ignore[attr-defined]
        moment = mass[:, None] * self.xipos
        for body in range(self.model.nbody - 1, 0, -1):
            mass[parent[body]] += mass[body]
            moment[parent[body]] += moment[body]
        return np.where(mass[:, None] > 0, moment / np.maximum(mass, 1e-300)[:, None], self.xpos)

    @property
    def cfrc_ext(self) -> np.ndarray:
        """Torque about the centre of mass of the tree, and force, of contacts on each body, nbody x 6; 0 for the world."""
        wrench = np.empty((self.model.nbody, 6))
        self._core.wrenches(wrench)
        return wrench

    @property
    def cinert(self) -> np.ndarray:
        """Inertia about the centre of mass of the tree (xx yy zz xy xz yz), mass times the way there, mass: nbody x 10."""
        return bodies.cinert(self.model, self.xipos, self.ximat)

    @property
    def cvel(self) -> np.ndarray:
        """Angular velocity, and linear velocity of the point of the body at the centre of mass of the tree, nbody x 6."""
        return bodies.cvel(self.model, self.xpos, self.xipos, self.xvel)

    # --- smooth motion at the state of now ------------------------------------------------------------------------

    def forward(self) -> None:
        """Computes everything that follows from qpos, qvel and inputs: xpos, qfrc_bias, qacc_smooth, ..."""
        self._core.forward()

    def mass_matrix(self) -> np.ndarray:
        """M of M qacc + bias = forces, nv x nv."""
        M = np.empty((self.model.nv, self.model.nv))
        self._core.mass(M)
        return M

    def mass_solve(self, x: Any) -> np.ndarray:
        """M^-1 x."""
        x = numbers(x, "x", (self.model.nv,)).copy()
        self._core.mass_solve(x)
        return x

    def bias(self) -> np.ndarray:
        """Coriolis, centrifugal and gravity forces, nv: a copy of qfrc_bias of now."""
        return self.inverse_dynamics(np.zeros(self.model.nv))

    def inverse_dynamics(self, qacc: Any) -> np.ndarray:
        """M qacc + bias: the forces for an acceleration."""
        force = np.empty(self.model.nv)
        self._core.inverse(numbers(qacc, "qacc", (self.model.nv,)), force)
        return force

    def _body(self, body: Union[int, str]) -> int:
        if isinstance(body, str):
            return self.model.find("body", body)
        index = whole(body, "body")
        if index >= self.model.nbody:
            raise refuse("body", f"{index}: the model has {self.model.nbody} bodies")
        return index

    def jacobian(self, body: Union[int, str], point: Any = None) -> Tuple[np.ndarray, np.ndarray]:
        """Linear and angular Jacobian, 3 x nv each, of a point (world frame; default: the body's origin) of a body."""
        index, nv = self._body(body), self.model.nv
        linear, angular = np.empty((3, nv)), np.empty((3, nv))
        self._core.jacobian(index, self._points([index], [point])[0].copy(), linear, angular)
        return linear, angular

    def _points(self, bodies: Sequence[int], points: Sequence[Any]) -> np.ndarray:
        if any(p is None for p in points):
            self._core.energy()  # the poses of now
        return np.array([self.xpos[b] if p is None else numbers(p, "point", (3,)) for b, p in zip(bodies, points)])

    def operational_inertia(self, bodies: Any, points: Any = None) -> np.ndarray:
        """J M^-1 J' of frames at points (world frame) of bodies: 6 n x 6 n, (angular, linear) each. It is the inverse of
        the inertia that is felt there."""
        if isinstance(bodies, (int, str, np.integer)):
            bodies, points = [bodies], None if points is None else [points]
        indices = [self._body(b) for b in bodies]
        if not indices:
            raise refuse("bodies", "is empty")
        if points is not None and len(points) != len(indices):
            raise refuse("points", f"has {len(points)} entries, must be {len(indices)}")
        places = self._points(indices, [None] * len(indices) if points is None else points)
        size = 6 * len(indices)
        inertia = np.empty((size, size))
        self._core.osi(np.array(indices, dtype=np.int32), np.ascontiguousarray(places), inertia)
        return inertia

    def momentum(self) -> Tuple[np.ndarray, np.ndarray]:
        """Linear and angular momentum about the origin."""
        linear, angular, _ = self._core.momentum()
        return np.array(linear), np.array(angular)

    def centre_of_mass(self) -> np.ndarray:
        """Of everything that is not the world."""
        return np.array(self._core.momentum()[2])

    def accelerations(self, threshold: float = 1e-3) -> Tuple[np.ndarray, Fields]:
        """Accelerations with contact forces where velocities are given (docs/frame.md), and how they were found."""
        qacc = np.empty(self.model.nv)
        return qacc, Fields(self._core.frame(real(threshold, "threshold"), qacc))

    def lengths_at(self, qpos: Any) -> np.ndarray:
        """Lengths of the actuators at other positions."""
        now = self.qpos.copy()
        self.qpos = qpos
        self._core.forward()
        length = self.actuator_length.copy()
        self.qpos = now
        self._core.forward()
        return length

    def __repr__(self) -> str:
        return f"<rigor.Sim of '{self.model.name}' at {self.time:.9g} s>"


def _array_property(name: str, text: str, writable: bool) -> property:
    def get(self: Any) -> np.ndarray:
        return self._arrays[name]

    def put(self: Any, value: Any) -> None:
        array = self._arrays[name]
        if value is None:
            raise refuse(name, "must be numbers, not None")
        try:
            array[...] = value
        except (TypeError, ValueError) as error:
            raise refuse(name, str(error)) from None

    def keep(self: Any, value: Any) -> None:
        if value is not self._arrays[name]:  # sim.xpos *= 2 ends in the array itself, which refuses by itself
            raise AttributeError(f"'{name}' is read only: it follows from the state")

    return property(get, put if writable else keep, None, text)


for _name, _text in INPUTS.items():
    setattr(Sim, _name, _array_property(_name, _text, True))
for _name, _text in OUTPUTS.items():
    setattr(Sim, _name, _array_property(_name, _text + "; read only", False))


def _unknown(sim: Sim, name: str) -> str:
    """What is said of a name that a simulation does not have."""
    if name in _ELSEWHERE:
        return f"there is no '{name}'; see {_ELSEWHERE[name]}"
    if hasattr(sim.model, name):
        return f"'{name}' is of the model: sim.model.{name}"
    near = nearest(name, public_names(sim))
    return f"there is no '{name}'" + (f"; did you mean '{near}'?" if near else "")


def _options(given: Dict[str, Any]) -> Dict[str, Any]:
    """Settings of a solver may be a text, as on the command line."""
    options = dict(given)
    if isinstance(options.get("set"), str):
        pairs = (item.partition("=") for item in options["set"].split(":"))
        try:
            options["set"] = {name: float(value) for name, _, value in pairs}
        except ValueError:
            raise refuse("set", f"'{given['set']}' is not NAME=X") from None
    solver = options.get("solver")
    if isinstance(solver, str):
        names = [s["name"] for s in _rigor.solvers()] + ["auto"]
        if solver not in names:
            raise refuse("solver", f"there is no solver '{solver}'", nearest(solver, names))
    return options


def limit_memory(memory: Union[int, str]) -> None:
    """Most memory that the library takes in this process: bytes, or a text with k, M or G."""
    text = str(memory)
    unit = {"k": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 0)
    try:
        size = int(float(text[:-1]) * unit) if unit else int(text)
    except ValueError:
        size = -1
    if size < 0:
        raise refuse("memory", f"'{memory}' is not a number of bytes")
    _rigor.memory_limit(size)


Control = Callable[[Sim], Any]
