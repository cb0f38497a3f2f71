"""A second opinion on grounding: tarski's logic program, solved by clingo.

Tarski's relaxed reachability ignores negative preconditions and keeps actions that change nothing.
`prune` takes those out by rules written down here once more, so that what is left must be exactly
the ground actions of `fmtools.pddl.ground`. Slow, and shares no code with the grounder.
"""

import contextlib
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Problem
from fmtools.pddl.plain_text import plain_task
from fmtools.pddl.plan_file import parse_step


@dataclass(frozen=True)
class GroundingCheck:
    """How two sets of ground actions compare; names such as `(move d1 d2 peg3)`, sorted."""

    num_actions: int
    num_tarski: int
    """Before pruning."""
    missing: tuple[str, ...]
    """What tarski has and we do not, although nothing rules it out."""
    unexpected: tuple[str, ...]
    """What we have and tarski does not, or what should have been pruned."""

    @property
    def equal(self) -> bool:
        return not self.missing and not self.unexpected


@dataclass(frozen=True)
class _Action:
    name: str
    needs: frozenset[Literal]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    has_cost: bool
    """Whether every function in its cost has a value."""


def check_grounding(domain: Domain, problem: Problem, actions: Iterable[str]) -> GroundingCheck:
    """Compare the names of ground actions with tarski's, after pruning those."""
    ours = set(actions)
    raw = tarski_actions(domain, problem)
    expected = prune(domain, problem, raw)
    return GroundingCheck(
        len(ours), len(raw), tuple(sorted(expected - ours)), tuple(sorted(ours - expected))
    )


def tarski_actions(domain: Domain, problem: Problem) -> set[str]:
    """Names of all ground actions by tarski's LP grounding, repeated arguments included."""
    # Without a goal, since tarski gives up on goals that it cannot reach.
    plain = plain_task(domain, replace(problem, goal=()))
    with warnings.catch_warnings(), _scratch_directory() as folder:
        warnings.simplefilter("ignore")
        from tarski.grounding import LPGroundingStrategy
        from tarski.io import PDDLReader

        (folder / "domain.pddl").write_text(plain.domain_text, encoding="ascii")
        (folder / "problem.pddl").write_text(plain.problem_text, encoding="ascii")
        reader = PDDLReader(raise_on_error=True)
        reader.parse_domain(str(folder / "domain.pddl"))
        task = reader.parse_instance(str(folder / "problem.pddl"))
        strategy = LPGroundingStrategy(task, include_variable_inequalities=True)
        instances = strategy.ground_actions()
    # Of an operator without parameters, tarski gives one empty argument.
    return {
        plain.action_name(name, filter(None, args))
        for name, bindings in instances.items()
        for args in bindings
    }


def prune(domain: Domain, problem: Problem, names: Iterable[str]) -> set[str]:
    """What remains of `names`, a superset of the reachable actions.

    An action is out if a condition on equality or on a predicate that no operator changes fails, if
    it needs an atom both true and false, if its cost is undefined, if it needs an atom false that
    is true from the start and never deleted, or if relaxed exploration by the others does not reach
    it. In the end no-ops are out: actions whose every effect their own precondition guarantees.
    """
    changing = domain.changing
    actions = [
        action
        for action in (_bind(domain, problem, name) for name in sorted(names))
        if action.has_cost and _may_hold(action.needs, problem, changing)
    ]
    while True:
        deleted = frozenset[Atom]().union(*(action.deletes for action in actions))
        constant = problem.init - deleted
        kept = [a for a in _reachable(actions, problem) if not _needs_false(a, constant)]
        if len(kept) == len(actions):
            return {action.name for action in kept if not _is_noop(action, constant)}
        actions = kept


def _bind(domain: Domain, problem: Problem, name: str) -> _Action:
    step = parse_step(name)
    operator = domain.operators[step.operator]
    binding = {p.name: arg for p, arg in zip(operator.parameters, step.args, strict=True)}
    adds = frozenset(x.atom.bound(binding) for x in operator.effect if x.positive)
    deletes = frozenset(x.atom.bound(binding) for x in operator.effect if not x.positive)
    needs = frozenset(x.bound(binding) for x in operator.precondition)
    terms = operator.cost.terms if operator.cost else ()
    has_cost = all(term.bound(binding) in problem.values for term in terms)
    return _Action(name, needs, adds, deletes - adds, has_cost)


def _may_hold(needs: frozenset[Literal], problem: Problem, changing: frozenset[str]) -> bool:
    for literal in needs:
        atom = literal.atom
        if Literal(atom, not literal.positive) in needs:
            return False
        if atom.predicate == EQUALS:
            if (atom.args[0] == atom.args[1]) != literal.positive:
                return False
        elif atom.predicate not in changing and (atom in problem.init) != literal.positive:
            return False
    return True


def _reachable(actions: list[_Action], problem: Problem) -> Iterator[_Action]:
    """By relaxed exploration: nothing is ever deleted."""
    reached = set(problem.init)
    waiting: dict[Atom, list[int]] = {}
    missing = []
    todo = []
    for number, action in enumerate(actions):
        needs = {x.atom for x in action.needs if x.positive and x.atom.predicate != EQUALS}
        missing.append(len(needs - reached))
        for atom in needs - reached:
            waiting.setdefault(atom, []).append(number)
        if not missing[-1]:
            todo.append(number)
    while todo:
        action = actions[todo.pop()]
        for atom in action.adds - reached:
            reached.add(atom)
            for number in waiting.get(atom, ()):
                missing[number] -= 1
                if not missing[number]:
                    todo.append(number)
    return (action for action, lacks in zip(actions, missing, strict=True) if not lacks)


def _needs_false(action: _Action, atoms: frozenset[Atom]) -> bool:
    return any(not x.positive and x.atom in atoms for x in action.needs)


def _is_noop(action: _Action, constant: frozenset[Atom]) -> bool:
    known_true = {x.atom for x in action.needs if x.positive} | constant
    known_false = {x.atom for x in action.needs if not x.positive}
    return action.adds <= known_true and action.deletes <= known_false


@contextlib.contextmanager
def _scratch_directory() -> Iterator[Path]:
    """A temporary directory, also for the files that tarski leaves behind."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="fmtools-") as folder:
        tempfile.tempdir = folder
        try:
            yield Path(folder)
        finally:
            tempfile.tempdir = before
