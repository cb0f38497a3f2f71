"""Plan files: one `(action arg ...)` per line and a last line `; cost = N (unit cost)`."""

import re
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from fmtools.errors import InputError, PddlError
from fmtools.files import write_whole
from fmtools.frozen import field, frozen
from fmtools.pddl.sexpr import shown
from fmtools.pddl.text import load_text

_STEP = re.compile(
    r"""\s*(?:\d+(?:\.\d*)?\s*:)?      # a time stamp or number, as temporal planners write
        \s*\(([^()]*)\)                # the action
        \s*(?:\[\s*[\d.]*\s*\])?\s*    # a duration
    """,
    re.VERBOSE,
)


@frozen
class Step:
    """One ground action of a plan, in lower case. `line` is where it stood in its file, or 0."""

    operator: str
    args: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"({' '.join((self.operator, *self.args))})"


def read_plan(path: str | PathLike[str]) -> tuple[Step, ...]:
    path = Path(path)
    return parse_plan(load_text(path), path)


def parse_plan(text: str, path: Path | None = None) -> tuple[Step, ...]:
    """The steps in `text`; comments, blank lines, case, time stamps and durations are ignored."""
    steps: list[Step] = []
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        line = raw.partition(";")[0].strip().lower()
        if not line:
            continue
        match = _STEP.fullmatch(line)
        words = match.group(1).split() if match else []
        if not words:
            name = path or "<text>"
            raise PddlError(f"{name}:{number}: unexpected {shown(line)}; expected (action arg ...)")
        steps.append(Step(words[0], tuple(words[1:]), number))
    return tuple(steps)


def parse_step(text: str) -> Step:
    """The step that one action name such as `(move d1 d2 peg3)` stands for."""
    steps = parse_plan(text)
    if len(steps) != 1:
        raise PddlError(f"unexpected {shown(text)}; expected one (action arg ...)")
    return steps[0]


def format_plan(steps: Iterable[Step | str], cost: int, unit_cost: bool) -> str:
    """The text of a plan file. `unit_cost` says that every action costs 1."""
    lines = [str(step) for step in steps]
    lines.append(f"; cost = {cost} ({'unit cost' if unit_cost else 'general cost'})")
    return "\n".join(lines) + "\n"


def write_plan(
    path: str | PathLike[str], steps: Iterable[Step | str], cost: int, unit_cost: bool
) -> None:
    """Write a plan file whole or not at all."""
    path = Path(path)
    try:
        write_whole(path, format_plan(steps, cost, unit_cost))
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
