"""Small words to draft a problem with, and its text: what every generator shares.

The text is stable (declared order of objects, sorted atoms), so that the same problem always gives
the same bytes, and plain enough for every PDDL reader that fmtools works with.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

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


def holds(goal: Iterable[Literal], state: frozenset[Atom]) -> bool:
    return all((literal.atom in state) == literal.positive for literal in goal)


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
    init = _lines_by_predicate(problem.init)
    if problem.minimize_cost:
        init.append("(= (total-cost) 0)")
        by_function: dict[str, list[str]] = {}
        for function in sorted(problem.values, key=_natural):
            number = problem.values[function]
            by_function.setdefault(function.predicate, []).append(f"(= {function} {number})")
        init += [line for words in by_function.values() for line in _wrapped(words)]
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


def _lines_by_predicate(atoms: Iterable[Atom]) -> list[str]:
    words: dict[str, list[str]] = {}
    for fact in sorted(atoms, key=_natural):
        words.setdefault(fact.predicate, []).append(str(fact))
    return [line for group in words.values() for line in _wrapped(group)]


def _wrapped(words: Sequence[str]) -> list[str]:
    """Words joined by blanks into lines; the indentation of four is counted in the width."""
    lines = [words[0]]
    for word in words[1:]:
        if 4 + len(lines[-1]) + 1 + len(word) > WIDTH - 3:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return lines


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


def _natural(fact: Atom) -> tuple[str, tuple[tuple[str | int, ...], ...]]:
    """A sort key that puts `d2` before `d10`."""
    return fact.predicate, tuple(_split_numbers(name) for name in fact.args)


def _split_numbers(name: str) -> tuple[str | int, ...]:
    # Splitting by a group alternates text and numbers, text first, so that keys compare by kind.
    parts = re.split(r"([0-9]+)", name)
    return tuple(int(part) if index % 2 else part for index, part in enumerate(parts))
