"""Suggestions for misspelt names, and names for what is new."""

from collections.abc import Iterable
from itertools import islice

from fmtools.pddl.sexpr import shown

_MAX_NAME = 64
_MAX_CANDIDATES = 5_000
_MAX_LISTED = 8


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None. Bounded work: problems may have 100,000 objects."""
    import difflib  # for errors alone

    if len(name) > _MAX_NAME:
        return None
    likely = (other for other in known if abs(len(other) - len(name)) <= 3)
    matches = difflib.get_close_matches(name, islice(likely, _MAX_CANDIDATES), n=1)
    return matches[0] if matches else None


def expectation(name: str, known: Iterable[str], what: str) -> str:
    """The second half of a message about an unknown name: a suggestion or what there is."""
    names = sorted(set(known))
    best = closest(name, names)
    if best is not None:
        return f"did you mean {shown(best)}?"
    if not names:
        return f"no {what} is declared"
    listed = ", ".join(shown(other)[1:-1] for other in names[:_MAX_LISTED])
    return f"expected a declared {what}: {listed}{', ...' if len(names) > _MAX_LISTED else ''}"


def fresh_name(name: str, taken: Iterable[str], separator: str = "-") -> str:
    """`name`, or with a number after it where something is called so already."""
    others = set(taken)
    fresh, number = name, 1
    while fresh in others:
        number += 1
        fresh = f"{name}{separator}{number}"
    return fresh
