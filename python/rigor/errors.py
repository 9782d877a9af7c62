"""What can go wrong, as exceptions: where, in what, and why.

    Error            the base of all; file, line, column, element, reason, status
      BadInput       also a ValueError: a file, an option, an array, a state that is not finite
      FileError      also an OSError: a file that cannot be read or written
      NoMemory       also a MemoryError
      NotSolved      a step or a solve whose certificate does not meet the tolerance; has the report
"""
from __future__ import annotations

import enum
from typing import Any, Optional


class Status(enum.IntEnum):
    """What a step or a solve ended with. SOLVED is 0: ``if sim.step(): ...`` asks whether something is wrong."""

    SOLVED = 0
    NO_SOLUTION = 1
    STALLED = 2
    LIMIT = 3
    BAD_INPUT = 4
    NO_MEMORY = 5
    IO = 6
    DIVERGED = 7
    ROUNDED = 8

    @property
    def text(self) -> str:
        """In words, as the program prints it."""
        return _TEXT[self]

    def __str__(self) -> str:
        return _TEXT[self]


_TEXT = {
    Status.SOLVED: "solved",
    Status.NO_SOLUTION: "no solution",
    Status.STALLED: "stalled",
    Status.LIMIT: "limit reached",
    Status.BAD_INPUT: "bad input",
    Status.NO_MEMORY: "out of memory",
    Status.IO: "file error",
    Status.DIVERGED: "diverged",
    Status.ROUNDED: "rounded",
}


class Error(Exception):
    """Something was refused. Empty texts and 0 mean "does not apply"."""

    def __init__(self, status: int = Status.BAD_INPUT, file: str = "", line: int = 0, column: int = 0,
                 element: str = "", reason: str = ""):
        self.status = Status(status)
        self.file = file
        self.line = line
        self.column = column
        self.element = element
        self.reason = reason
        super().__init__(self.text())

    def text(self) -> str:
        """FILE:LINE:COLUMN: ELEMENT: REASON, as much of it as applies."""
        place = self.file
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        parts = [part for part in (place, self.element, self.reason or self.status.text) if part]
        return ": ".join(parts)

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> Any:
        arguments = (int(self.status), self.file, self.line, self.column, self.element, self.reason)
        return (type(self), arguments)


class BadInput(Error, ValueError):
    """A file, an option, an array or a state that cannot be."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""


class NoMemory(Error, MemoryError):
    """More memory than there is, or than was allowed."""


class NotSolved(Error, ArithmeticError):
    """A step or a solve that is not solved. `report` says how far it came; `run` is what was recorded until then."""

    report: Optional[Any] = None
    run: Optional[Any] = None


_CLASS = {Status.BAD_INPUT: BadInput, Status.NO_MEMORY: NoMemory, Status.IO: FileError}


def make(status: int, file: str, line: int, column: int, element: str, reason: str) -> Error:
    """The exception for a status of the library."""
    return _CLASS.get(Status(status), NotSolved)(status, file, line, column, element, reason)


def refuse(element: str, reason: str, near: str = "") -> BadInput:
    """The exception for an argument; `near` is what may have been meant."""
    return BadInput(Status.BAD_INPUT, element=element, reason=reason + (f"; did you mean '{near}'?" if near else ""))
