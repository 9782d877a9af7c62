"""Reports: dictionaries whose entries are attributes, too; and arrays that show memory of the library."""
from __future__ import annotations

import difflib
import operator
import os
from typing import Any, Iterable, List, Optional, Sequence

import numpy as np

from . import _rigor
from .errors import refuse


class Fields(dict):
    """A report: ``report.contacts`` is ``report["contacts"]``; nested ones, too."""

    def __init__(self, entries: dict):
        super().__init__((k, Fields(v) if isinstance(v, dict) else v) for k, v in entries.items())

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no '{name}' in this report: {', '.join(self)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        lines = []
        for name, value in self.items():
            text = repr(value)
            if isinstance(value, Fields):
                text = "\n" + "\n".join("  " + line for line in text.split("\n"))
            lines.append(f"{name:<{width}}  {text}" if not isinstance(value, Fields) else f"{name}{text}")
        return "\n".join(lines)


def _contact_type(timed: bool = False) -> np.dtype:
    layout, size = _rigor.contact_layout()
    before = 16 if timed else 0  # two doubles
    names, formats, offsets = (["time", "dt"], ["f8", "f8"], [0, 8]) if timed else ([], [], [])
    for name, kind, offset, rows, columns in layout:
        names.append(name)
        formats.append(f"({rows},{columns}){kind}" if columns else f"({rows},){kind}" if rows else kind)
        offsets.append(before + offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": before + size})


#: Type of an entry of `Sim.contacts`.
CONTACT = _contact_type()
#: Type of an entry of `Run.contacts`: the time and how long the impulse acts before it.
TIMED_CONTACT = _contact_type(timed=True)
#: Names of the numbers in the field `mode` of a contact.
MODES = ("break", "stick", "slip")


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like it, '' where none is."""
    return next(iter(difflib.get_close_matches(str(name), [k for k in known if k], 1)), "")


def public_names(thing: Any) -> Iterable[str]:
    return [n for n in (*dir(type(thing)), *vars(thing)) if not n.startswith("_")]


def settable(thing: Any, name: str, strict: bool) -> bool:
    """Whether an attribute may be set: a property, what begins with _, and where it is not `strict`, in a class of a user's own,
    what hides neither a method nor an option."""
    if name.startswith("_") or isinstance(getattr(type(thing), name, None), property):
        return True
    return not strict and not callable(getattr(type(thing), name, None))


def choice(value: Any, name: str, known: Sequence[str]) -> str:
    """One of a few names."""
    if not isinstance(value, str) or value not in known:
        raise refuse(name, f"{value!r:.60} is none of {', '.join(known)}", nearest(str(value), known) if isinstance(value, str) else "")
    return value


def file_name(path: Any) -> str:
    """A path as text, for its ending; what the system makes of it, the extension finds out."""
    try:
        return os.fsdecode(path)
    except (TypeError, ValueError):
        raise refuse("path", f"must be the name of a file, not {type(path).__name__}") from None


def truth(value: Any, name: str) -> bool:
    """Yes or no."""
    if not isinstance(value, (bool, np.bool_, int)):
        raise refuse(name, f"must be True or False, not {type(value).__name__}")
    return bool(value)


def seed_of(value: Any) -> Optional[int]:
    """What a generator of random numbers begins with: a whole number from 0 on, or None."""
    return None if value is None else whole(value, "seed")


def seeds_of(value: Any, count: int) -> List[Optional[int]]:
    """One for each: of one seed itself and those behind it; a list of as many; None."""
    if value is None or isinstance(value, (int, np.integer)):
        first = seed_of(value)
        return [None if first is None else first + i for i in range(count)]
    try:
        seeds = [seed_of(one) for one in value]
    except TypeError:
        raise refuse("seed", f"must be a whole number or a list of them, not {type(value).__name__}") from None
    if len(seeds) != count:
        raise refuse("seed", f"has {len(seeds)} entries, must be {count}")
    return seeds


def whole(value: Any, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number from `least` on."""
    if isinstance(value, (bool, np.bool_)):
        raise refuse(name, f"must be a whole number, not {type(value).__name__}")
    try:
        number = operator.index(value)
    except TypeError:
        raise refuse(name, f"must be a whole number, not {type(value).__name__}") from None
    if number < least:
        raise refuse(name, f"{number} is not from {least} on")
    if number > most:
        raise refuse(name, f"{number} is too large")
    return number


def real(value: Any, name: str) -> float:
    """One finite number."""
    try:
        number = float(value) if not isinstance(value, (str, bytes)) else None
    except (TypeError, ValueError):
        number = None
    if number is None:
        raise refuse(name, f"must be a number, not {type(value).__name__}")
    if not np.isfinite(number):
        raise refuse(name, f"{number} is not a finite number")
    return number


def numbers(value: Any, name: str, shape: Optional[tuple]) -> np.ndarray:
    """Doubles in order, of this shape; -1 is any number of entries, None any shape."""
    if value is None:  # NumPy would make a NaN of it
        raise refuse(name, "must be numbers, not None")
    try:
        array = np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise refuse(name, f"must be numbers ({error})") from None
    if shape is None:
        return array
    if array.ndim == 0 and len(shape) == 1 and shape[0] in (1, -1):
        array = array.reshape(1)
    fits = array.ndim == len(shape) and all(want in (-1, has) for want, has in zip(shape, array.shape))
    if not fits:
        want = " x ".join("n" if s == -1 else str(s) for s in shape)
        has = " x ".join(map(str, array.shape)) or "one number"
        raise refuse(name, f"has shape {has}, must be {want}")
    return array
