"""What the actuators are told: values, a table over time, a function; and a keyframe that is held."""
from __future__ import annotations

import csv
import os
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from .errors import FileError, Status, refuse, BadInput
from .fields import nearest, real
from .model import Model

_MASK = (1 << 64) - 1


def random_amounts(seed: int, count: int) -> np.ndarray:
    """Uniform in [-1, 1] by splitmix64 (Steele, Lea & Flood 2014): the same as `rigor run --seed`."""
    amounts, state = np.empty(count), seed & _MASK
    for i in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        amounts[i] = (z >> 11) * 2.0**-52 - 1
    return amounts


def _fail(path: str, line: int, column: int, reason: str) -> BadInput:
    return BadInput(Status.BAD_INPUT, file=path, line=line, element=f"column {column}", reason=reason)


class Table:
    """Controls over time from a file: the first line names time and actuators, numbers below."""

    def __init__(self, model: Model, path: str, interpolate: bool):
        self.interpolate = interpolate
        try:
            with open(path, newline="", encoding="utf-8") as stream:
                lines = [(n, row) for n, row in enumerate(csv.reader(stream, skipinitialspace=True), 1)
                         if any(f.strip() for f in row)]
        except OSError as error:
            raise FileError(Status.IO, file=path, element="ctrl", reason=error.strerror or str(error)) from None
        if not lines:
            raise _fail(path, 0, 1, "there is no line of numbers below the names")
        self.actuators = self._names(model, path, *lines[0])
        rows = [self._numbers(path, n, row) for n, row in lines[1:]]
        if not rows:
            raise _fail(path, lines[0][0], 1, "there is no line of numbers below the names")
        for (n, _), before, after in zip(lines[2:], rows, rows[1:]):
            if not after[0] > before[0]:
                raise _fail(path, n, 1, f"times must grow: {after[0]:g} comes after {before[0]:g}")
        table = np.array(rows)
        self.time, self.value = table[:, 0], table[:, 1:]

    @staticmethod
    def _names(model: Model, path: str, line: int, row: List[str]) -> List[int]:
        if row[0].strip() != "time":
            raise _fail(path, line, 1, f"the first line names the columns, and the first is 'time', not '{row[0]}'")
        found: List[int] = []
        for column, name in enumerate(row[1:], 2):
            try:
                index = model.find("actuator", name.strip())
            except BadInput as error:
                raise _fail(path, line, column, error.reason) from None
            if index in found:
                raise _fail(path, line, column, f"'{name}' stands twice")
            found.append(index)
        if not found:
            raise _fail(path, line, 1, "no actuator is named beside the time")
        return found

    def _numbers(self, path: str, line: int, row: List[str]) -> List[float]:
        want = len(self.actuators) + 1
        if len(row) != want:
            raise _fail(path, line, min(len(row), want) + 1, f"there are {len(row)} numbers, must be {want}")
        numbers = []
        for column, field in enumerate(row, 1):
            try:
                number = float(field)
            except ValueError:
                number = float("nan")
            if not np.isfinite(number):
                raise _fail(path, line, column, f"expected a number, found '{field}'")
            numbers.append(number)
        return numbers

    def apply(self, sim: Any) -> None:
        """Before a step: what the file says about it."""
        dt = sim.options["dt"]
        # times of steps are sums, and rounded
        time = sim.time + (0.5 if self.interpolate else 1e-6) * dt
        line = int(np.searchsorted(self.time, time, side="right")) - 1
        if line < 0:
            return
        value = self.value[line]
        if self.interpolate and line + 1 < len(self.time):
            share = (time - self.time[line]) / (self.time[line + 1] - self.time[line])
            value = (1 - share) * value + share * self.value[line + 1]
        sim.ctrl[self.actuators] = value


class Controls:
    """Values at the start, what is held, and what goes on while it runs."""

    def __init__(self, model: Model, ctrl: Any, interpolate: bool, hold: Any):
        self.values: Dict[int, float] = {}
        self.table: Optional[Table] = None
        self.function: Optional[Callable[[Any], Any]] = None
        self.hold = None if hold is None else model.key(hold)
        for item in ctrl if isinstance(ctrl, (list, tuple)) else [] if ctrl is None else [ctrl]:
            self._take(model, item, interpolate)
        if interpolate and self.table is None:
            raise refuse("ctrl_interpolate", "needs ctrl=FILE.csv: between which lines?")

    def _take(self, model: Model, item: Any, interpolate: bool) -> None:
        if callable(item):
            self.function = item
        elif isinstance(item, dict):
            for name, value in item.items():
                self._value(model, name, value)
        elif isinstance(item, (str, os.PathLike)):
            text = os.fspath(item)
            if "=" in text and not os.path.isfile(text):
                name, _, value = text.rpartition("=")
                self._value(model, name, _number(value))
            elif self.table is not None:
                raise refuse("ctrl", "there is a table already")
            else:
                self.table = Table(model, text, interpolate)
        else:
            raise refuse("ctrl", f"must be a dictionary, NAME=VALUE, a table or a function, not {type(item).__name__}")

    def _value(self, model: Model, name: Any, value: Any) -> None:
        if model.nactuator == 0:
            raise refuse("ctrl", "the model has no actuators")
        known = [model.label("actuator", i) for i in range(model.nactuator)]
        index = name if isinstance(name, int) and 0 <= name < model.nactuator else None
        if index is None:
            if name not in known:
                raise refuse("ctrl", f"there is no actuator '{name}'", nearest(name, known))
            index = known.index(name)
        self.values[index] = real(value, f"ctrl '{name}'")

    def begin(self, sim: Any) -> None:
        """At the start: what is held, then the single values, then the table."""
        if self.hold is not None and self.hold >= 0:
            hold(sim, self.hold)
        for index, value in self.values.items():
            sim.ctrl[index] = value
        if self.table:
            self.table.apply(sim)

    @property
    def moves(self) -> bool:
        """Whether there is something to do before every step."""
        return self.table is not None or self.function is not None

    def apply(self, sim: Any) -> None:
        """Before a step. A function may return the controls, or write sim.ctrl itself."""
        if self.table:
            self.table.apply(sim)
        if self.function:
            answer = self.function(sim)
            if answer is not None:
                sim.ctrl = answer


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise refuse("ctrl", f"'{text}' is not a number") from None


def hold(sim: Any, key: int) -> None:
    """Controls that hold a keyframe: a servo of position has no force where gain ctrl + bias0 + bias1 length = 0; others
    take the keyframe's control. A state that follows the control starts there."""
    model: Model = sim.model
    length = sim.lengths_at(model.key_qpos[key])  # type: ignore[attr-defined]
    for i in range(model.nactuator):
        gain, bias = model.actuator_gain[i], model.actuator_bias[i]  # type: ignore[attr-defined]
        servo = gain != 0 and bias[1] != 0 and not model.actuator_muscle[i]  # type: ignore[attr-defined]
        sim.ctrl[i] = (0 - bias[0] - bias[1] * length[i]) / gain if servo else model.key_ctrl[key, i]  # type: ignore
        state = model.actuator_act[i]  # type: ignore[attr-defined]
        if servo and state >= 0:
            sim.act[state] = sim.ctrl[i]


def split_list(text: Any) -> Tuple[str, ...]:
    """Names separated by commas, or a sequence of them."""
    return tuple(text.split(",")) if isinstance(text, str) else tuple(text)
