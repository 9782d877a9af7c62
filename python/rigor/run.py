"""Runs that are remembered: numbers, contacts, pictures, and the page that shows them."""
from __future__ import annotations

import html as _html
import math
import os
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

import numpy as np

from . import _rigor
from .controls import Controls, split_list
from .errors import NotSolved, Status, refuse
from .fields import TIMED_CONTACT, MODES, Fields, file_name, numbers, real, whole

if TYPE_CHECKING:
    from .sim import Sim

_BALANCE = ("kinetic", "potential", "gravity", "springs", "dampers", "actuators", "applied", "drives",
            "contact_work", "friction_work", "limits", "dry_friction", "loops", "residual", "corrected")
Path = Union[str, os.PathLike]


class Picture:
    """A picture (SVG) that a notebook shows."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path) -> None:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(self.svg)


class Page:
    """A page (HTML) that a notebook shows; it needs no network."""

    def __init__(self, text: str):
        self.text = text

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{_html.escape(self.text)}" width="100%" height="640" '
                'style="border: 0" title="rigor"></iframe>')

    def save(self, path: Path) -> None:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(self.text)


class Run:
    """What was recorded: a row a step, from the start on.

    columns          names of the columns: those of `rigor run --csv`, then certificate, overlap, status
    run["energy"]    one column; time, qpos (rows x nq), qvel (rows x nv), energy as attributes
    contacts         structured array of all contacts with time and dt, where they were asked for; else None
    summary          over all steps: steps, unsolved, residual, overlap, loops, unexplained
    """

    def __init__(self, sim: "Sim", recorder: Any, contacts: bool):
        self.model = sim.model
        self._recorder = recorder
        width, raw = recorder.rows()
        self._rows = np.frombuffer(raw).reshape(-1, width)
        nq, nv = sim.model.nq, sim.model.nv
        self.columns: List[str] = ["time", *(f"qpos{i}" for i in range(nq)), *(f"qvel{i}" for i in range(nv)),
                                   "energy", "contacts", "natural_map", "iterations", *_BALANCE,
                                   "certificate", "overlap", "status"]
        self.time: np.ndarray = self._rows[:, 0]
        self.qpos: np.ndarray = self._rows[:, 1:1 + nq]
        self.qvel: np.ndarray = self._rows[:, 1 + nq:1 + nq + nv]
        self.energy: np.ndarray = self["energy"]
        self.contacts: Optional[np.ndarray] = None
        if contacts:
            self.contacts = np.frombuffer(recorder.contacts(), dtype=TIMED_CONTACT)
        self.summary = Fields(recorder.sums())
        s = self.summary
        #: whether the motion is proved (docs/stepping.md), and the bounds, or which of them are not kept
        self.proved: bool
        self.proof: str
        self.proved, self.proof = sim._core.proved(s.overlap, s.loops, s.unexplained, s.explained, s.energy_first)
        self.proved = self.proved and s.unsolved == 0
        if s.steps == 0:
            self.proved, self.proof = False, "there is no step to prove anything of"

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, column: str) -> np.ndarray:
        try:
            return self._rows[:, self.columns.index(column)]
        except ValueError:
            raise KeyError(f"'{column}' is none of {', '.join(self.columns)}") from None

    def to_numpy(self) -> np.ndarray:
        """All rows, one column each of `columns`; a copy."""
        return self._rows.copy()

    def to_pandas(self) -> Any:
        """The same as a DataFrame; needs pandas."""
        import pandas
        return pandas.DataFrame(self._rows.copy(), columns=self.columns)

    def contacts_to_pandas(self) -> Any:
        """Contacts as a DataFrame with the columns of `rigor run --contacts`; needs pandas."""
        if self.contacts is None:
            raise refuse("contacts", "were not recorded: record(contacts=True)")
        import pandas
        rows = [contact_line(self.model, c, c["time"], c["dt"]) for c in self.contacts]
        return pandas.DataFrame(rows, columns=CONTACT_HEADER.split(","))

    def force(self, body: Union[int, str]) -> np.ndarray:
        """Force of all contacts on a body in each step, world frame, N: rows x 3; where contacts were recorded."""
        if self.contacts is None:
            raise refuse("contacts", "were not recorded: record(contacts=True)")
        index = self.model.find("body", body) if isinstance(body, str) else whole(body, "body")
        if index >= self.model.nbody:
            raise refuse("body", f"{index}: the model has {self.model.nbody} bodies")
        c, total = self.contacts, np.zeros((len(self), 3))
        sign = (c["bodies"][:, 0] == index).astype(float) - (c["bodies"][:, 1] == index)
        force = np.einsum("nij,ni->nj", c["frame"], c["impulse"]) * (sign / c["dt"])[:, None]
        np.add.at(total, np.searchsorted(self.time, c["time"]), force)
        return total

    def html(self, path: Optional[Path] = None) -> Page:
        """The page with scene, contacts, plots and proof; written to `path`, too, where it is given."""
        missing = _rigor.page_missing()
        if missing:
            raise refuse("html", missing)
        if path is not None:
            self._recorder.html(path)
        return Page(_through_file(".html", self._recorder.html).decode())

    def plot(self, what: Optional[str] = "energy", path: Optional[Path] = None, scale: float = 2) -> Picture:
        """A picture: energy, balance, put-in, taken-out, unexplained, momentum, certificate, iterations, contacts, overlap,
        qpos0.., qvel0..; None: the motion from the side. `path` may end in .svg or .png (`scale` pixels a px)."""
        if what is not None and not (isinstance(what, str) and what.isascii() and what.isprintable()):
            raise refuse("plot", f"must be a name or None, not {what!r:.60}")
        if path is not None:
            is_png = file_name(path).lower().endswith(".png")
            self._recorder.plot(what, path, real(scale, "scale") if is_png else 0)
        return Picture(_through_file(".svg", lambda p: self._recorder.plot(what, p, 0)).decode())

    def _repr_html_(self) -> str:
        head = f"<p>{_html.escape(repr(self))}</p>"
        return head if _rigor.page_missing() else head + self.html()._repr_html_()

    def __repr__(self) -> str:
        s = self.summary
        state = "proved" if self.proved else "not proved"
        return (f"<rigor.Run of '{self.model.name}': {s.steps} steps to {self.time[-1]:.9g} s, {s.unsolved} not solved, "
                f"worst certificate {s.residual:.1e}, {state}>")


def plot(x: Any, y: Any, path: Optional[Path] = None, *, title: str = "", xlabel: str = "", ylabel: str = "",
         log: bool = False, scale: float = 2) -> Picture:
    """Lines over x: y is one of them, or a dictionary of names and lines. `path` may end in .svg or .png."""
    x = numbers(x, "x", (-1,))
    given = y.items() if isinstance(y, dict) else [(None, y)]
    lines = [(name, x, numbers(line, "y" if name is None else str(name), x.shape)) for name, line in given]

    def draw(place: Any, size: float) -> None:
        _rigor.draw(title, xlabel, ylabel, lines, place, size, log)

    if path is not None:
        draw(path, real(scale, "scale") if file_name(path).lower().endswith(".png") else 0)
    return Picture(_through_file(".svg", lambda p: draw(p, 0)).decode())


def _through_file(ending: str, write: Any) -> bytes:
    """The library writes whole files beside the target; so it gets a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="rigor") as folder:
        path = os.path.join(folder, "out" + ending)
        write(path)
        with open(path, "rb") as stream:
            return stream.read()


# --- tables of contacts and sensors ---------------------------------------------------------------------------

CONTACT_HEADER = ("time,geom1,geom2,x,y,z,normal_x,normal_y,normal_z,gap,impulse_n,impulse_t1,impulse_t2,slip_t1,slip_t2,"
                  "slip,mode,tangent1_x,tangent1_y,tangent1_z,body1,body2,force_x,force_y,force_z,force_n,force_t")
MOMENT_HEADER = ",moment_n,moment_t1,moment_t2,turn_n,turn_t1,turn_t2"


def has_moments(model: Any) -> bool:
    """Whether contacts of the model can have torsional or rolling friction."""
    return bool(model.contact_dim > 3)


def contact_line(model: Any, c: Any, time: float, dt: float) -> list:
    """One line of the table of contacts."""
    frame, impulse, velocity = c["frame"], c["impulse"], c["velocity"]
    force = [(frame[0, k] * impulse[0] + frame[1, k] * impulse[1] + frame[2, k] * impulse[2]) / dt for k in range(3)]
    return [time, model.label("geom", c["pair"][0]), model.label("geom", c["pair"][1]), *c["place"], *frame[0],
            c["gap"], *impulse, velocity[1], velocity[2], math.hypot(velocity[1], velocity[2]), MODES[c["mode"]],
            *frame[1], model.label("body", c["bodies"][0]), model.label("body", c["bodies"][1]), *force,
            impulse[0] / dt, math.hypot(impulse[1], impulse[2]) / dt,
            *((*(c["moment"] / dt), *c["turning"]) if has_moments(model) else ())]


def _quoted(name: str, ending: str) -> str:
    text = name.replace('"', '""').replace("\n", " ").replace("\r", " ") + ending
    return f'"{text}"' if any(c in name for c in ',"\r\n') else text


def sensor_header(model: Any) -> str:
    """The first line of the table of sensors and actuators."""
    endings = {3: ("_x", "_y", "_z"), 4: ("_w", "_x", "_y", "_z"),
               6: ("_x1", "_y1", "_z1", "_x2", "_y2", "_z2")}
    names = ["time"]
    for i in range(model.nsensor):
        size = int(model.sensor_size[i])
        names += [_quoted(model.label("sensor", i), e) for e in endings.get(size, ("",) * size)]
    for ending in ("_ctrl", "_force"):
        names += [_quoted(model.label("actuator", i), ending) for i in range(model.nactuator)]
    return ",".join(names)


class _Tables:
    """The tables that are written while a run goes on."""

    def __init__(self, sim: "Sim", contacts: Optional[Path], sensors: Optional[Path], after: Optional[float]):
        self.sim = sim
        self.contacts = self.sensors = None
        model = sim.model
        if contacts is not None:
            header = CONTACT_HEADER + (MOMENT_HEADER if has_moments(model) else "")
            self.contacts, _ = _rigor.Table.new(contacts, header, 8192, after)
        if sensors is not None:
            if model.nsensor + model.nactuator == 0:
                raise refuse("sensors", "the model has neither sensors nor actuators")
            longest = 32 * (model.nsensordata + 2 * model.nactuator + 2)
            self.sensors, kept = _rigor.Table.new(sensors, sensor_header(model), longest, after)
            if not kept:
                sim._core.sense()
                self._sensor_line()

    def _sensor_line(self) -> None:
        sim = self.sim
        assert self.sensors is not None
        self.sensors.line([sim.time, *sim.sensordata, *sim.ctrl, *sim.actuator_force])

    def add(self) -> None:
        if self.contacts is not None:
            dt = self.sim.contacts_dt
            for c in self.sim.contacts:
                self.contacts.line(contact_line(self.sim.model, c, self.sim._core.report()["time"], dt))
        if self.sensors is not None:
            self.sim.forward()
            self._sensor_line()

    def flush(self) -> None:
        for table in filter(None, (self.contacts, self.sensors)):
            table.flush()

    def close(self) -> None:
        for table in filter(None, (self.contacts, self.sensors)):
            table.close()


# --- the run ------------------------------------------------------------------------------------------------------

def _method(o: Dict[str, Any]) -> str:
    law = "cone" if o["law"] == "auto" else o["law"]
    return (f"{o['integrator']}, {o['coordinates']} coordinates, dt {o['dt']:g} s; solver {o['solver']}, law {law}, "
            f"split {o['split']}, tolerance {o['tol']:g}")


def count_steps(time: Optional[float], steps: Optional[int], dt: float) -> int:
    """As the program counts: a time that is a whole number of steps but for rounding is one."""
    if steps is not None:
        if time is not None:
            raise refuse("steps", "goes without time: give one of them")
        return whole(steps, "steps")
    seconds = 1.0 if time is None else real(time, "time")
    if seconds < 0:
        raise refuse("time", f"{seconds:g} is negative")
    count = seconds / dt
    if not count <= 1e15:
        raise refuse("time", f"takes more than 1e15 steps of {dt:g} s")
    return round(count) if count > 1e-6 and abs(count - round(count)) < 1e-6 else math.ceil(count)


class _Recording:
    """One run on its way: what has to be done after every step, and at the end."""

    def __init__(self, sim: "Sim", keep_contacts: bool, tables: _Tables, recorder: Any, save: Optional[Path],
                 save_every: Optional[float], dump: Optional[Path], at_step: Optional[int]):
        self.sim, self.tables, self.recorder, self.keep = sim, tables, recorder, keep_contacts
        self.save, self.dump, self.at_step = save, dump, at_step
        self.save_every = save_every
        self.next_save = sim.time + save_every if save_every else math.inf
        self.step = 0

    @property
    def is_plain(self) -> bool:
        t = self.tables
        return not (t.contacts or t.sensors or self.dump or self.save_every or self.sim._controls.moves)

    def steps(self, count: int, every: int) -> Status:
        """All of them at once where nothing is to be done in between; else one by one."""
        sim = self.sim
        go_on = not sim._raises
        if self.is_plain:
            return Status(self.recorder.step(count, go_on)[0])
        first = Status.SOLVED
        for _ in range(count):
            sim._controls.apply(sim)
            status = Status(self.recorder.step(1, go_on)[0])
            self.step += 1
            self._dump_if_due(status)
            if status:
                first = first or status
                if not go_on or sim.options["on_failure"] != "continue":
                    break
            if sim._core.report()["step"] % every == 0:
                self.tables.add()
            self._save_if_due()
        return first

    def _dump_if_due(self, status: Status) -> None:
        if self.dump is not None and (self.step == self.at_step if self.at_step else status):
            self._write_problem()

    def _write_problem(self) -> None:
        problem = self.sim.problem()
        if problem is None:
            raise refuse("dump_problem", f"step {self.step} has no contact problem: there is nothing to solve in it")
        velocity = None if problem.impulse is None else problem.certify(problem.impulse)[1]
        problem.save(self.dump, impulse=problem.impulse, velocity=velocity)  # type: ignore[arg-type]
        self.dump = None

    def _save_if_due(self) -> None:
        time = self.sim.time
        if time < self.next_save:
            return
        assert self.save_every and self.save is not None
        self.next_save += (math.floor((time - self.next_save) / self.save_every) + 1) * self.save_every
        self.recorder.flush()
        self.tables.flush()
        self.sim.save(self.save)

    def end(self) -> Run:
        """Files are closed, the page knows the end."""
        self.tables.close()
        self.recorder.end()
        if self.dump is not None and self.step and not self.at_step:
            self._write_problem()
        if self.save is not None:
            self.sim.save(self.save)
        self.sim.last_run = Run(self.sim, self.recorder, self.keep)
        return self.sim.last_run


def record(sim: "Sim", time: Optional[float] = None, steps: Optional[int] = None, *, every: int = 1,
           contacts: Union[bool, Path] = False, csv: Optional[Path] = None, sensors: Optional[Path] = None,
           html: Optional[Path] = None, live: bool = False, svg: Optional[Path] = None, png: Optional[Path] = None, png_scale: float = 2,
           plot: Any = None, save: Optional[Path] = None, save_every: Optional[float] = None,
           dump_problem: Optional[Path] = None, at_step: Optional[int] = None, ctrl: Any = None) -> Run:
    """Runs and remembers. Options are those of `rigor run`, and so are the files that they write.

    time, steps      how long: s (default 1), or steps
    every            of the steps one is recorded
    contacts         True: keep them in Run.contacts; a path: write them as a table, too
    csv, sensors     paths: the motion; sensors, controls and forces of actuators
    html, svg, png   paths: the page; a picture of what `plot` names (several: one file each), else of the motion from the side
    live             the page simulates on as soon as it is opened, by itself; others do where their button is pressed
    save             path of a checkpoint at the end; save_every: every so many simulated s, too
    dump_problem     path: the contact problem of one step, the one of number at_step, else the first that is not solved
    ctrl             in the place of that of the simulation, for this run

    Where a step is not solved and on_unsolved is 'raise': NotSolved, with the run so far as `run`. Ctrl-C: files are whole,
    and what was recorded is sim.last_run.
    """
    if save_every is not None and (save is None or real(save_every, "save_every") <= 0):
        raise refuse("save_every", "needs save=FILE, and a time above 0")
    if at_step is not None and dump_problem is None:
        raise refuse("at_step", "needs dump_problem=FILE: where shall the problem go?")
    if plot is not None and svg is None and png is None:
        raise refuse("plot", "needs svg=FILE or png=FILE; Run.plot() shows it")
    every, count = whole(every, "every", 1), count_steps(time, steps, sim.options["dt"])
    if at_step is not None and not 1 <= whole(at_step, "at_step") <= count:
        raise refuse("at_step", f"there are only {count} steps")
    if html is not None and _rigor.page_missing():
        raise refuse("html", _rigor.page_missing())
    if live and (_rigor.page_missing() or _rigor.engine_missing()):
        raise refuse("live", _rigor.page_missing() or _rigor.engine_missing())
    usual, own = sim._controls, None if ctrl is None else Controls(sim.model, ctrl, False, None)
    # a simulation that was resumed goes on with its files
    after = sim.time if sim.resumed else None
    keep = bool(contacts)
    title = os.path.splitext(os.path.basename(sim.model.path))[0] or sim.model.name or "rigor"
    recorder = _rigor.Recorder.new(sim._core, every, keep, title, _method(sim.options), bool(live), csv, after is not None)
    tables = _Tables(sim, None if isinstance(contacts, bool) else contacts, sensors, after)
    recording = _Recording(sim, keep, tables, recorder, save, save_every, dump_problem, at_step)
    for name in () if plot is None else split_list(plot):
        # a name that nobody knows is told before the run
        _through_file(".svg", lambda path: recorder.plot(name, path, 0))
    sim._controls = own or usual
    try:
        status = recording.steps(count, every)
    finally:
        sim._controls = usual
        run = recording.end()
        _pictures(run, html, svg, png, png_scale, plot)
    if status and (sim._raises or status in (Status.BAD_INPUT, Status.NO_MEMORY)):
        error = sim.failure(status)
        if isinstance(error, NotSolved):
            error.run = run
        raise error
    return run


def _pictures(run: Run, html: Optional[Path], svg: Optional[Path], png: Optional[Path], scale: float, plot: Any) -> None:
    if html is not None:
        run._recorder.html(html)
    names: List[Optional[str]] = [None] if plot is None else [*split_list(plot)]
    for path, size in ((svg, 0.0), (png, real(scale, "png_scale"))):
        for name in names if path is not None else []:
            stem, ending = os.path.splitext(os.fspath(path or ""))
            run._recorder.plot(name, f"{stem}-{name}{ending}" if len(names) > 1 else path, size)
