"""Names for macro operators: `macro-3-pick-move-drop`, from the place in the library."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from fmtools.pddl.model import Domain
from fmtools.pddl.plan_file import Step

_MAX_GROUPS = 4


def macro_name(domain: Domain, number: int, steps: Sequence[Step]) -> str:
    """Depends on the domain, the macro's number (from 1) and its actions alone."""
    groups = [(name, len(list(run))) for name, run in groupby(step.operator for step in steps)]
    words = [name if count == 1 else f"{name}-x{count}" for name, count in groups[:_MAX_GROUPS]]
    more = sum(count for _, count in groups[_MAX_GROUPS:])
    words += [f"and-{more}-more"] if more else []
    return fresh_name("-".join(("macro", str(number), *words)), domain.names)


def fresh_name(name: str, taken: Iterable[str]) -> str:
    """`name`, or with a number after it where something is called so already."""
    others = set(taken)
    fresh, number = name, 1
    while fresh in others:
        number += 1
        fresh = f"{name}-{number}"
    return fresh
