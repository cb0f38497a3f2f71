"""The policy: which macros of a library become operators, and in which form.

It is made once and recorded: by `learn` and `augment` in the library, by `compile` in the augmented
file. Whoever turns macros into operators afterwards follows it, unless told otherwise. Plain data.
"""

import math
from collections.abc import Mapping
from typing import Any

from fmtools.errors import UsageError
from fmtools.frozen import frozen

DEFAULT_GROWTH = 10.0
"""Beyond ten times the ground operators, planners lose more by reading than they gain."""
GUARDS = ("equality", "static")


@frozen
class ProblemFiles:
    """Problems by their paths from the domain's folder, and a digest of their texts."""

    paths: tuple[str, ...]
    digest: str


@frozen
class Policy:
    """UsageError for what makes no sense."""

    max_growth: float | None = DEFAULT_GROWTH
    """So many times the original's ground operators there may be; None for no limit."""
    max_parameters: int | None = None
    guards: str = "equality"
    """How inequalities are written: `equality`, or `static` for planners without :equality."""
    problems: ProblemFiles | None = None
    """Where ground operators are counted; None where nothing is known of any."""
    static_facts: bool = False
    """Whether static facts of these problems save guards; the macros are for them alone then."""
    lean: bool = False
    """Whether effects that a precondition guarantees are left out, whatever guards that takes."""

    def __post_init__(self) -> None:
        if self.max_growth is not None and not 1 <= self.max_growth < math.inf:
            raise UsageError(f"max_growth is {self.max_growth:g}; give 1 or more, or none")
        if self.max_parameters is not None and self.max_parameters < 0:
            raise UsageError(f"max_parameters is {self.max_parameters}; give 0 or more")
        if self.guards not in GUARDS:
            raise UsageError(f"no guards {self.guards!r}; choose {' | '.join(GUARDS)}")

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {**vars(self), "problems": self.problems and vars(self.problems)}


RECORDED = "recorded"
"""Of an option: as the library's policy has it."""


def overruled(max_growth: float | str | None = RECORDED, **others: Any) -> dict[str, Any]:
    """What is to be other than recorded; `max_growth` may be a text, None or "none" is no limit.

    Of the others, None was not given.
    """
    given = {name: value for name, value in others.items() if value is not None}
    if max_growth == RECORDED:
        return given
    if max_growth is None or str(max_growth).strip().lower() == "none":
        return {**given, "max_growth": None}
    try:
        number = float(max_growth)
    except ValueError:
        number = math.nan
    if not 1 <= number < math.inf:
        raise UsageError(f"max-growth {max_growth!r} is neither a number from 1 on nor none")
    return {**given, "max_growth": number}


UNLIMITED = Policy(max_growth=None)
"""Every macro that can be proved, as in the paper."""


def policy_from(document: Any) -> Policy:
    """The opposite of `to_dict`; ValueError says what is wrong."""
    if not isinstance(document, Mapping):
        raise ValueError("'policy' is no object")
    fields = dict(document)
    unknown = sorted(fields.keys() - UNLIMITED.to_dict().keys())
    if unknown:
        raise ValueError(f"unknown {unknown[0]!r} in 'policy'")
    growth, most = fields.get("max_growth", DEFAULT_GROWTH), fields.get("max_parameters")
    if not (growth is None or (isinstance(growth, int | float) and growth is not True)):
        raise ValueError("'max_growth' is no number")
    if not (most is None or (isinstance(most, int) and not isinstance(most, bool))):
        raise ValueError("'max_parameters' is no number")
    if not all(isinstance(fields.get(name, False), bool) for name in ("static_facts", "lean")):
        raise ValueError("'static_facts' and 'lean' are true or false")
    if fields.get("problems") is not None:
        fields["problems"] = _problem_files(fields["problems"])
    try:
        return Policy(**{**fields, "max_growth": None if growth is None else float(growth)})
    except (UsageError, OverflowError) as error:
        raise ValueError(str(error)) from None


def _problem_files(document: Any) -> ProblemFiles:
    paths = document.get("paths") if isinstance(document, dict) else None
    if not (
        isinstance(paths, list)
        and all(isinstance(path, str) for path in paths)
        and isinstance(document.get("digest"), str)
    ):
        raise ValueError("'problems' needs a list of paths and a digest")
    return ProblemFiles(tuple(paths), document["digest"])
