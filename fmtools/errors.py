"""One exception tree and the exit codes that go with it. The library raises; only `cli` exits.

FmtoolsError             whatever has no code of its own                         35
├── UsageError          an option or argument makes no sense                      2
├── InputError          a file or an instance is missing, damaged or unsolvable  31
│   ├── PddlError       PDDL that cannot be read, with file:line:column          31
│   └── TooManyError    a task has more ground actions than it may have          36
├── LimitError          a limit was reached before a search could begin
│   ├── TimeLimitError                                                           23
│   └── MemoryLimitError                                                         22
├── InvalidPlanError    a plan that was given does not solve its problem          1
├── SimulatorError      a simulator broke a rule of the protocol                 32
├── NoTableError        a world in which no macro table can be learned           13
├── SoundnessError      a result failed the check before it was handed out: a bug 35
└── UnsupportedError    a PDDL construct that fmtools refuses                    34

Any other exception is a bug: the command line says so in one line, and exits with 35.
Outcomes of a search are not errors. Their exit codes, and the ranges, follow Fast Downward's
convention (0-3 plan found, 10-13 no plan, 20-24 limits, 30-37 errors).
"""

from collections.abc import Iterable
from typing import ClassVar

EXIT_OK = 0
EXIT_INVALID_PLAN = 1
EXIT_USAGE = 2
EXIT_EXHAUSTED = 11
EXIT_BUDGET = 12
EXIT_NO_MACROS = 13
"""`learn` found none, or none that pays: a result, with a reason; the empty library is written.
With --table: the world can have none; nothing is written."""
EXIT_MEMORY = 22
EXIT_TIME = 23
EXIT_INPUT = 31
EXIT_SIMULATOR = 32
EXIT_UNSUPPORTED = 34
EXIT_CRASH = 35
EXIT_TOO_MANY = 36
EXIT_INTERRUPTED = 130
EXIT_READER_LEFT = 141
"""Whoever read our output did not read on; 128 + SIGPIPE, as shells have it."""


class FmtoolsError(Exception):
    """Base of everything that fmtools raises on purpose; its text is one line for the user."""

    exit_code: ClassVar[int] = EXIT_CRASH


class UsageError(FmtoolsError):
    exit_code = EXIT_USAGE


class InputError(FmtoolsError):
    exit_code = EXIT_INPUT


class PddlError(InputError):
    """Text reads `file:line:column: what is wrong; what was expected`."""


class TooManyError(InputError):
    """A task has more ground actions than it may have."""

    exit_code = EXIT_TOO_MANY


class LimitError(FmtoolsError):
    """Work other than a search reached a limit. A search that does ends with that outcome."""


class TimeLimitError(LimitError):
    exit_code = EXIT_TIME


class MemoryLimitError(LimitError):
    exit_code = EXIT_MEMORY


class InvalidPlanError(FmtoolsError):
    """Where nothing but a valid plan is of use; else it is a verdict."""

    exit_code = EXIT_INVALID_PLAN


class SimulatorError(FmtoolsError):
    exit_code = EXIT_SIMULATOR


class NoTableError(FmtoolsError):
    exit_code = EXIT_NO_MACROS
    queries = 0
    """That were made before it showed."""


class SoundnessError(FmtoolsError):
    """Raised instead of `assert`, which `python -O` leaves out."""


class UnsupportedError(FmtoolsError):
    exit_code = EXIT_UNSUPPORTED


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'cube'?` for the nearest known name, or nothing if none is near."""
    import difflib  # for errors alone

    by_lower = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[near[0]]!r}?" if near else ""
