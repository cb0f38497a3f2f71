"""A SAS+ task as Fast Downward's search reads it (format version 3): plain data and its text."""

from dataclasses import dataclass

Fact = tuple[int, int]
"""(variable, value)."""


@dataclass(frozen=True)
class SasVariable:
    name: str
    values: tuple[str, ...]
    """What each value means, such as `Atom at(t1, c1-1)`."""


@dataclass(frozen=True)
class SasEffect:
    """`variable` gets `value` where all of `conditions` hold."""

    variable: int
    value: int
    conditions: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class SasOperator:
    """`name` without parentheses; every operator costs 1."""

    name: str
    precondition: tuple[Fact, ...]
    effects: tuple[SasEffect, ...]


@dataclass(frozen=True)
class SasTask:
    variables: tuple[SasVariable, ...]
    mutexes: tuple[tuple[Fact, ...], ...]
    """Sets of facts of which at most one holds at a time."""
    start: tuple[int, ...]
    goal: tuple[Fact, ...]
    operators: tuple[SasOperator, ...]

    def text(self) -> str:
        lines = ["begin_version", "3", "end_version", "begin_metric", "1", "end_metric"]
        lines.append(str(len(self.variables)))
        for variable in self.variables:
            lines += ["begin_variable", variable.name, "-1", str(len(variable.values))]
            lines += [*variable.values, "end_variable"]
        lines.append(str(len(self.mutexes)))
        for facts in self.mutexes:
            lines += ["begin_mutex_group", *_facts(facts), "end_mutex_group"]
        lines += ["begin_state", *map(str, self.start), "end_state"]
        lines += ["begin_goal", *_facts(self.goal), "end_goal", str(len(self.operators))]
        for operator in self.operators:
            lines += _operator_lines(operator)
        return "\n".join([*lines, "0", ""])


def _facts(facts: tuple[Fact, ...]) -> list[str]:
    return [str(len(facts)), *(f"{variable} {value}" for variable, value in facts)]


def _operator_lines(operator: SasOperator) -> list[str]:
    """What an operator needs of a variable that it changes stands with the effect."""
    changed = {effect.variable for effect in operator.effects}
    needed = dict(operator.precondition)
    prevail = tuple(fact for fact in operator.precondition if fact[0] not in changed)
    effects = []
    for effect in operator.effects:
        before = needed.get(effect.variable, -1)
        conditions = [f"{variable} {value}" for variable, value in effect.conditions]
        parts = [str(len(conditions)), *conditions, f"{effect.variable} {before} {effect.value}"]
        effects.append(" ".join(parts))
    return [
        "begin_operator",
        operator.name,
        *_facts(prevail),
        str(len(effects)),
        *effects,
        "1",
        "end_operator",
    ]
