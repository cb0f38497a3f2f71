"""Small words to draft a problem with, and its text: what every generator shares.

The text is stable (declared order of objects, sorted atoms), so that the same problem always gives
the same bytes, and plain enough for every PDDL reader that fmtools works with.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from fmtools.natural_order import NaturalKey, natural_key
from fmtools.pddl.model import Atom, Literal, Parameter, Problem

WIDTH = 100


def atom(predicate: str, *args: str) -> Atom:
    return Atom(predicate, args)


def numbered(stem: str, count: int) -> list[str]:
    """`stem1` .. `stem<count>`."""
    return [f"{stem}{number}" for number in range(1, count + 1)]


def draft(
    domain_name: str,
    size: int,
    objects: Mapping[str, Sequence[str]],
    init: Iterable[Atom],
    goal: Iterable[Atom],
    values: Mapping[Atom, int] | None = None,
) -> Problem:
    """A problem of `domain_name`; `objects` maps types to names, `values` implies a cost metric."""
    return Problem(
        name=f"{domain_name}-{size}",
        domain_name=domain_name,
        objects=tuple(
            Parameter(name, (type_name,)) for type_name, names in objects.items() for name in names
        ),
        init=frozenset(init),
        values=values or {},
        goal=tuple(Literal(wanted) for wanted in sorted(goal, key=_natural)),
        minimize_cost=bool(values),
    )


def problem_text(problem: Problem, comment: str) -> str:
    """PDDL text of a problem, with one comment line on top."""
    by_type: dict[str, list[str]] = {}
    for thing in problem.objects:
        by_type.setdefault(thing.types[0], []).append(thing.name)
    objects = [
        line
        for type_name, names in by_type.items()
        for line in _wrapped([*names, f"- {type_name}"])
    ]
    init = _lines_by_predicate({fact: str(fact) for fact in problem.init})
    if problem.minimize_cost:
        init.append("(= (total-cost) 0)")
        init += _lines_by_predicate({f: f"(= {f} {n})" for f, n in problem.values.items()})
    goal = [line for literal in problem.goal for line in _wrapped([str(literal)])]
    metric = "\n  (:metric minimize (total-cost))" if problem.minimize_cost else ""
    return (
        f"; {comment}\n"
        f"(define (problem {problem.name})\n"
        f"  (:domain {problem.domain_name})\n"
        f"  (:objects\n{_indented(objects)})\n"
        f"  (:init\n{_indented(init)})\n"
        f"  (:goal (and\n{_indented(goal)})){metric})\n"
    )


def _lines_by_predicate(words: Mapping[Atom, str]) -> list[str]:
    """Sorted by predicate, `d2` before `d10`, each predicate on lines of its own."""
    groups: dict[str, list[str]] = {}
    for fact in sorted(words, key=_natural):
        groups.setdefault(fact.predicate, []).append(words[fact])
    return [line for group in groups.values() for line in _wrapped(group)]


def _wrapped(words: Sequence[str]) -> list[str]:
    """Words joined by blanks into lines; the indentation of four is counted in the width."""
    glued = " ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in words)
    lines = textwrap.wrap(glued, WIDTH - 7, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


def _natural(fact: Atom) -> tuple[str, list[NaturalKey]]:
    return fact.predicate, [natural_key(name) for name in fact.args]
