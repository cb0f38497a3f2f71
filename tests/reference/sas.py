"""A slow, readable SAS+: a file read to the letter, its states as tuples of values.

An oracle for what fmtools writes; it knows the format (version 3) and nothing of how it is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass

Fact = tuple[int, int]
State = tuple[int, ...]


@dataclass(frozen=True)
class Effect:
    conditions: tuple[Fact, ...]
    variable: int
    before: int
    after: int


@dataclass(frozen=True)
class SasOperator:
    name: str
    prevail: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    cost: int

    def applies(self, state: State) -> bool:
        holds = all(state[variable] == value for variable, value in self.prevail)
        return holds and all(e.before in (-1, state[e.variable]) for e in self.effects)

    def apply(self, state: State) -> State:
        result = list(state)
        for effect in self.effects:
            if all(state[variable] == value for variable, value in effect.conditions):
                result[effect.variable] = effect.after
        return tuple(result)


@dataclass(frozen=True)
class SasTask:
    metric: int
    variables: tuple[tuple[str, ...], ...]
    """Names of their values."""
    mutexes: tuple[tuple[Fact, ...], ...]
    start: State
    goal: tuple[Fact, ...]
    operators: dict[str, SasOperator]

    def successors(self, state: State) -> dict[str, State]:
        found = self.operators.items()
        return {name: one.apply(state) for name, one in found if one.applies(state)}

    def atoms(self) -> set[str]:
        return {name for names in self.variables for name in names if name.startswith("Atom ")}

    def true_atoms(self, state: State) -> set[str]:
        names = (names[value] for names, value in zip(self.variables, state, strict=True))
        return {name for name in names if name.startswith("Atom ")}

    def is_goal(self, state: State) -> bool:
        return all(state[variable] == value for variable, value in self.goal)


def read_sas(text: str) -> SasTask:
    """Asserts whatever the format promises."""
    lines = iter(text.removesuffix("\n").split("\n"))
    assert _section(lines, "version") == ["3"]
    (metric,) = _section(lines, "metric")
    variables = tuple(_variable(lines, number) for number in range(int(next(lines))))
    mutexes = tuple(_facts(_section(lines, "mutex_group")) for _ in range(int(next(lines))))
    start = tuple(int(value) for value in _section(lines, "state"))
    goal = _facts(_section(lines, "goal"))
    operators = [_operator(lines) for _ in range(int(next(lines)))]
    assert [*lines] == ["0"], "no axioms, and nothing after them"
    by_name = {one.name: one for one in operators}
    assert len(by_name) == len(operators)
    task = SasTask(int(metric), variables, mutexes, start, goal, by_name)
    assert len(goal) == len({variable for variable, _ in goal}) > 0
    for variable, value in (*enumerate(start), *goal, *(fact for one in mutexes for fact in one)):
        assert 0 <= value < len(variables[variable])
    for one in operators:
        _check(one, variables)
    return task


def _check(operator: SasOperator, variables: tuple[tuple[str, ...], ...]) -> None:
    sure = [effect.variable for effect in operator.effects if not effect.conditions]
    needed = [variable for variable, _ in operator.prevail]
    assert operator.effects and len({*sure, *needed}) == len(sure) + len(needed), operator
    for effect in operator.effects:
        assert -1 <= effect.before < len(variables[effect.variable])
        assert 0 <= effect.after < len(variables[effect.variable])
        assert effect.before != effect.after


def _section(lines: Iterator[str], name: str) -> list[str]:
    assert next(lines) == f"begin_{name}"
    return [*iter(lambda: next(lines), f"end_{name}")]


def _variable(lines: Iterator[str], number: int) -> tuple[str, ...]:
    name, layer, count, *values = _section(lines, "variable")
    assert (name, layer, int(count)) == (f"var{number}", "-1", len(values))
    assert len(values) >= 1 and len({*values}) == len(values)
    return tuple(values)


def _facts(lines: list[str]) -> tuple[Fact, ...]:
    count, *facts = lines
    assert int(count) == len(facts)
    return tuple((int(a), int(b)) for a, b in (fact.split(" ") for fact in facts))


def _operator(lines: Iterator[str]) -> SasOperator:
    name, count, *rest = _section(lines, "operator")
    prevail = _facts([count, *rest[: int(count)]])
    count, *effects, cost = rest[int(count) :]
    assert int(count) == len(effects)
    return SasOperator(f"({name})", prevail, tuple(map(_effect, effects)), int(cost))


def _effect(line: str) -> Effect:
    count, *numbers = map(int, line.split(" "))
    conditions = tuple(zip(numbers[: 2 * count : 2], numbers[1 : 2 * count : 2], strict=True))
    variable, before, after = numbers[2 * count :]
    return Effect(conditions, variable, before, after)
