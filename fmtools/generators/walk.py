"""Random walks through a small PDDL task: how the paper made its start states (Appendix B).

Self-contained and in plain Python, so that instances never depend on the planners they are meant
to test: operators are instantiated by a join over static facts, states are bit sets in one integer,
and the list of applicable actions is kept up to date from step to step. Good for the paper's sizes
(about 50,000 steps/s); the fast simulator is elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Operator, Problem

Binding = dict[str, str]


@dataclass(frozen=True)
class WalkTask:
    """A ground task. Actions are sorted by name and arguments; masks are over `fluents`."""

    fluents: tuple[Atom, ...]
    static: frozenset[Atom]
    start: int
    required: tuple[int, ...]
    forbidden: tuple[int, ...]
    added: tuple[int, ...]
    deleted: tuple[int, ...]
    needing: tuple[tuple[int, ...], ...]
    """Per fluent: the actions that require it."""
    avoiding: tuple[tuple[int, ...], ...]
    """Per fluent: the actions that forbid it."""
    _enabled: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def atoms(self, state: int) -> frozenset[Atom]:
        true = {fluent for bit, fluent in enumerate(self.fluents) if state >> bit & 1}
        return self.static | true

    def enabled(self, action: int) -> tuple[int, ...]:
        """The actions that `action` may make applicable; remembered, since walks come back."""
        if action not in self._enabled:
            possible: set[int] = set()
            for bit in _bits(self.added[action] & ~self.required[action]):
                possible.update(self.needing[bit])
            for bit in _bits(self.deleted[action]):
                possible.update(self.avoiding[bit])
            blocked = self.deleted[action]
            self._enabled[action] = tuple(x for x in possible if not self.required[x] & blocked)
        return self._enabled[action]


def walk(domain: Domain, problem: Problem, steps: int, rng: np.random.Generator) -> frozenset[Atom]:
    """The state after `steps` actions, each uniform over the applicable ones."""
    task = prepare(domain, problem)
    return task.atoms(walk_from_start(task, steps, rng))


def walk_from_start(task: WalkTask, steps: int, rng: np.random.Generator) -> int:
    """As `walk`, on a prepared task. A state without applicable actions ends the walk early."""
    required, forbidden = task.required, task.forbidden
    state = task.start
    applicable = [
        action
        for action in range(len(required))
        if state & required[action] == required[action] and not state & forbidden[action]
    ]
    for number in rng.random(steps).tolist():
        if not applicable:
            break
        chosen = applicable[int(number * len(applicable))]
        state = state & ~task.deleted[chosen] | task.added[chosen]
        candidates = {*applicable, *task.enabled(chosen)}
        applicable = sorted(
            action
            for action in candidates
            if state & required[action] == required[action] and not state & forbidden[action]
        )
    return state


def prepare(domain: Domain, problem: Problem) -> WalkTask:
    """Instantiate all operators, without the instances that never change anything."""
    changing = {
        literal.atom.predicate
        for operator in domain.operators.values()
        for literal in operator.effect
    }
    static = frozenset(fact for fact in problem.init if fact.predicate not in changing)
    ids: dict[Atom, int] = {}

    def mask(atoms: Iterator[Atom]) -> int:
        bits = 0
        for fact in atoms:
            bits |= 1 << ids.setdefault(fact, len(ids))
        return bits

    start = mask(iter(sorted(problem.init - static)))
    required, forbidden, added, deleted = [], [], [], []
    for operator in sorted(domain.operators.values(), key=lambda operator: operator.name):
        fluent = tuple(x for x in operator.precondition if x.atom.predicate in changing)
        for binding in _bindings(operator, domain, problem, static, changing):
            pre = mask(_ground(fluent, binding, positive=True))
            adds = mask(_ground(operator.effect, binding, positive=True))
            deletes = mask(_ground(operator.effect, binding, positive=False)) & ~adds
            if adds & ~pre or deletes:
                required.append(pre)
                forbidden.append(mask(_ground(fluent, binding, positive=False)))
                added.append(adds)
                deleted.append(deletes)
    return WalkTask(
        fluents=tuple(ids),
        static=static,
        start=start,
        required=tuple(required),
        forbidden=tuple(forbidden),
        added=tuple(added),
        deleted=tuple(deleted),
        needing=_actions_by_fluent(required, len(ids)),
        avoiding=_actions_by_fluent(forbidden, len(ids)),
    )


def _bindings(
    operator: Operator,
    domain: Domain,
    problem: Problem,
    static: frozenset[Atom],
    changing: set[str],
) -> Iterator[Binding]:
    """All bindings that types, equalities and static preconditions allow, sorted by arguments."""
    things = sorted((*domain.constants, *problem.objects), key=lambda thing: thing.name)
    fitting: dict[str, list[str]] = {
        parameter.name: [
            thing.name
            for thing in things
            if any(
                wanted in domain.supertypes(kind)
                for kind in thing.types
                for wanted in parameter.types
            )
        ]
        for parameter in operator.parameters
    }
    conditions = [x for x in operator.precondition if x.atom.predicate not in changing]
    joined = [x.atom for x in conditions if x.positive and x.atom.predicate != EQUALS]
    bindings: list[Binding] = [{}]
    for pattern in joined:
        facts = [fact for fact in static if fact.predicate == pattern.predicate]
        bindings = [
            wider
            for binding in bindings
            for fact in facts
            if (wider := _matched(pattern, fact, binding, fitting)) is not None
        ]
    complete: dict[tuple[str, ...], Binding] = {}
    for binding in bindings:
        free = [name for name in fitting if name not in binding]
        for choice in product(*(fitting[name] for name in free)):
            wider = {**binding, **dict(zip(free, choice, strict=True))}
            if all(_holds(condition, wider, static) for condition in conditions):
                complete[tuple(wider[name] for name in fitting)] = wider
    return (complete[arguments] for arguments in sorted(complete))


def _matched(
    pattern: Atom, fact: Atom, binding: Binding, fitting: Mapping[str, list[str]]
) -> Binding | None:
    """`binding` widened so that `pattern` becomes `fact`, or None where it cannot."""
    wider = dict(binding)
    for term, name in zip(pattern.args, fact.args, strict=True):
        if not term.startswith("?"):
            if term != name:
                return None
        elif wider.setdefault(term, name) != name or name not in fitting[term]:
            return None
    return wider


def _holds(condition: Literal, binding: Binding, static: frozenset[Atom]) -> bool:
    fact = _instance(condition.atom, binding)
    true = fact.args[0] == fact.args[1] if fact.predicate == EQUALS else fact in static
    return true == condition.positive


def _ground(literals: Sequence[Literal], binding: Binding, *, positive: bool) -> Iterator[Atom]:
    return (_instance(x.atom, binding) for x in literals if x.positive == positive)


def _instance(pattern: Atom, binding: Binding) -> Atom:
    return Atom(pattern.predicate, tuple(binding.get(term, term) for term in pattern.args))


def _actions_by_fluent(masks: Sequence[int], num_fluents: int) -> tuple[tuple[int, ...], ...]:
    actions: list[list[int]] = [[] for _ in range(num_fluents)]
    for action, mask in enumerate(masks):
        for bit in _bits(mask):
            actions[bit].append(action)
    return tuple(map(tuple, actions))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
