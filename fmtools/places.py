"""Where in somebody's code something happened, as `file:line`: for errors that name the culprit.

Of the frames between our call and what happened, the innermost one in the file that we called into
is named: a library that the user's code calls is not where the user has to look.
"""

import importlib
import itertools
from pathlib import Path
from types import FrameType
from typing import NamedTuple

_OURS = (str(Path(__file__).resolve().parent), importlib.__file__ or "", "<frozen")


class Place(NamedTuple):
    file: str
    line: int
    function: str

    def __str__(self) -> str:
        """`lights.py:12`: the file as seen from the current folder, where it lies below it."""
        path = Path(self.file)
        if path.is_relative_to(Path.cwd()):
            path = path.relative_to(Path.cwd())
        return f"{path}:{self.line}"


def raised_at(error: BaseException) -> Place | None:
    """Where the user's code raised what we caught; None where our own call failed."""
    import traceback

    steps = [
        Place(step.filename, step.lineno or 0, step.name)
        for step in traceback.extract_tb(error.__traceback__)
    ]
    theirs = list(itertools.dropwhile(lambda step: step.file.startswith(_OURS), steps))
    return next((step for step in reversed(theirs) if step.file == theirs[0].file), None)


def running_at(frame: FrameType, called: FrameType) -> Place:
    """Where the code that we called (`called`) is by now, `frame` being the one at work."""
    step: FrameType | None = frame
    while step is not None and step is not called:
        if step.f_code.co_filename == called.f_code.co_filename:
            return _place(step)
        step = step.f_back
    return _place(called)


def defined_at(function: object) -> Place | None:
    """Where a function or method begins; None where it is not written in Python."""
    from inspect import unwrap

    code = getattr(unwrap(function), "__code__", None) if callable(function) else None
    return None if code is None else Place(code.co_filename, code.co_firstlineno, code.co_name)


def prefix(place: Place | None) -> str:
    """`lights.py:12: `, or nothing where there is no place."""
    return "" if place is None else f"{place}: "


def _place(frame: FrameType) -> Place:
    return Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
