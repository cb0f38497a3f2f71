"""Grounding: a domain and a problem to a `GroundTask`.

Every instance whose positive preconditions relaxed exploration reaches becomes an action, except
those that can never apply (a condition on fixed predicates or equality fails, preconditions
contradict each other, a cost is undefined) and no-ops, which change no state they apply in.
Repeated arguments are allowed. The core does the work; this module prepares it. What the core finds
for tasks beyond STRIPS, conditional effects and axioms included, is put together in
`ground_conditional.py`.
"""

from array import array
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.arrays import counted_zeros
from fmtools.core.atoms import AtomTable
from fmtools.core.grounding import Relations
from fmtools.core.instances import Instances
from fmtools.core.limits import WorkLimits
from fmtools.core.operator_arrays import IntArray
from fmtools.core.watch import Watch
from fmtools.errors import TooManyError, UnsupportedError
from fmtools.pddl.ground_estimate import Estimate, available_memory
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.join_program import Names, build_program, encode_atoms, number_names
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Problem
from fmtools.pddl.normal_form import NormalForm, normalize
from fmtools.progress import stage

__all__ = ["MAX_INSTANCES", "TooManyError", "WorkLimits", "ground"]

_MAX_COST = (1 << 31) - 1
MAX_INSTANCES = 50_000_000
"""Beyond this, grounding gives up: the lists of facts would take tens of gigabytes."""

BoolArray = npt.NDArray[np.bool_]


@stage("ground")
def ground(
    domain: Domain,
    problem: Problem,
    max_instances: int | None = None,
    limits: WorkLimits | None = None,
) -> GroundTask:
    """All facts and actions of a task; the same for the same input, whatever the hash seed.

    TooManyError where there are more than `max_instances` (MAX_INSTANCES), no-ops included;
    TimeLimitError and MemoryLimitError where `limits` are reached. The arrays of the task count in
    `limits.memory` as long as they are there.
    """
    limits = WorkLimits() if limits is None else limits
    limits.check()
    watch = limits.watch()
    normal = normalize(domain, problem)
    names = number_names(domain, problem, normal)
    relations = Relations(build_program(domain, problem, normal, names), limits.memory)
    num_init = _enter_init(problem, names, relations.atoms)
    _explore(relations, watch, max_instances, Estimate(domain, problem, normal))
    instances = Instances(relations, watch)
    costs = _costs(domain, problem, names, instances, limits)
    if costs is not None:
        instances.kept[costs < 0] = 0
    atoms = relations.atoms
    initially = np.arange(atoms.count) < num_init
    constant = _constant_atoms(instances, initially, normal)
    changing = np.array([name in names.changing for name in names.predicates] + [False])
    is_fixed = constant | ~changing[atoms.predicates()]
    goal = _Goal(normal, _goal_atoms(normal.goal, names, atoms), is_fixed)
    fact_atoms, fact_of = _numbered_facts(atoms, ~is_fixed, names, goal.extra, watch)
    positive, negative, adds, deletes, operator_ids = instances.write(fact_of)
    start = counted_zeros(limits.memory, (len(fact_atoms),), np.uint8)
    start[fact_of[(fact_of >= 0) & initially]] = 1
    goal_true, goal_false = goal.facts(fact_of)
    task = GroundTask(
        domain=domain,
        problem=problem,
        objects=names.objects,
        operator_ids=operator_ids,
        arguments=instances.rows[:, 1:],
        positive=positive,
        negative=negative,
        adds=adds,
        deletes=deletes,
        costs=None if costs is None else costs[instances.kept != 0].astype(np.int32),
        fact_atoms=fact_atoms,
        fact_predicates=(*names.predicates, *goal.extra),
        start=start,
        goal_true=goal_true,
        goal_false=goal_false,
        goal_unreachable=goal.unreachable,
    )
    if normal.is_strips:
        return task
    from fmtools.pddl.ground_conditional import put_together  # for these tasks alone

    return put_together(task, normal, limits.memory)


def _explore(
    relations: Relations, watch: Watch, max_instances: int | None, estimate: Estimate
) -> None:
    """Where types allow too many, estimate first; memory is then held to what is there."""
    limit = MAX_INSTANCES if max_instances is None else max_instances
    if estimate.most <= limit:
        relations.explore(watch, limit)
        return
    available = available_memory()
    if available is not None:
        relations.memory.limit = min(relations.memory.limit, relations.memory.used + available)
    try:
        relations.explore(watch, limit)
    except TooManyError:
        raise TooManyError(_Beyond(limit, estimate)) from None


class _Beyond:
    """What the error says, worked out only if somebody reads it: estimates may take a minute."""

    def __init__(self, limit: int, estimate: Estimate) -> None:
        self.limit = limit
        self.estimate = estimate

    def __str__(self) -> str:
        return (
            f"more than {self.limit:,} ground actions: types and facts that never change allow "
            f"about {self.estimate.likely():.2g}; take a smaller problem, or split operators with "
            "many parameters"
        )


def _enter_init(problem: Problem, names: Names, atoms: AtomTable) -> int:
    """Enter what is true at the start; how many atoms that are.

    Atoms that never change come first, then the start signal: all before anything is joined.
    """
    width = atoms.width - 1
    fixed = [atom for atom in problem.init if atom.predicate not in names.changing]
    initial = [atom for atom in problem.init if atom.predicate in names.changing]
    atoms.enter_rows(encode_atoms(fixed, names, width))
    atoms.enter_rows(np.array([[len(names.predicates)] + [0] * width], np.int32))
    atoms.enter_rows(encode_atoms(initial, names, width))
    return atoms.count


def _constant_atoms(instances: Instances, initially: BoolArray, normal: NormalForm) -> BoolArray:
    """Atoms true at the start that no kept instance deletes; instances lose what they rule out."""
    constant = np.zeros(len(initially), np.bool_)
    negated = any(
        not literal.positive for operator in normal.operators for literal in operator.precondition
    )
    while True:
        deleted = instances.prune(constant.view(np.uint8)).view(np.bool_)
        stable = np.array_equal(constant, initially & ~deleted)
        constant = initially & ~deleted
        if stable or not negated:
            return constant


def _numbered_facts(
    atoms: AtomTable, is_fact: BoolArray, names: Names, extra: Sequence[str], watch: Watch
) -> tuple[IntArray, IntArray]:
    """(int32[facts, 1 + arity] sorted by name, int32[atoms]: fact or -1); `extra` comes last."""
    facts, fact_of = atoms.sorted_facts(
        is_fact.view(np.uint8),
        _ranks((*names.predicates, "")),
        _ranks(names.objects or ("",)),
        len(extra),
        watch,
    )
    rows = facts[len(facts) - len(extra) :]
    rows[:] = -1
    rows[:, 0] = len(names.predicates) + np.arange(len(extra))
    return facts, fact_of


def _ranks(names: Sequence[str]) -> IntArray:
    """The place of each name among all of them, sorted."""
    ranks = np.empty(len(names), np.int32)
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names), dtype=np.int32)
    return ranks


def _costs(
    domain: Domain, problem: Problem, names: Names, instances: Instances, limits: WorkLimits
) -> npt.NDArray[np.int64] | None:
    """int64[instances]; -1 where a function has no value. None for domains without costs."""
    if all(operator.cost is None for operator in domain.operators.values()):
        return None
    costs = counted_zeros(limits.memory, (len(instances.rows),), np.int64)
    functions = _Functions(problem, names, limits)
    for number, operator in enumerate(domain.operators.values()):
        if operator.cost is None:
            continue
        own = costs[instances.of_operator(number)]
        own[:] = operator.cost.constant
        position = {parameter.name: v for v, parameter in enumerate(operator.parameters)}
        for term in operator.cost.terms:
            terms = [position[x] if x in position else ~names.object_ids[x] for x in term.args]
            added = functions.values(instances, number, term.predicate, terms)
            own[:] = np.where((added < 0) | (own < 0), -1, own + added)
    if len(costs) and costs.max() > _MAX_COST:
        raise UnsupportedError(f"an action costs {costs.max()}; at most {_MAX_COST} is supported")
    return costs


class _Functions:
    """The values of functions in a problem, to be looked up for many instances at once."""

    def __init__(self, problem: Problem, names: Names, limits: WorkLimits) -> None:
        arity = {atom.predicate: len(atom.args) for atom in problem.values}
        self._ids = {name: number for number, name in enumerate(arity)}
        self._table = AtomTable(
            array("i", arity.values()), max(len(names.objects), 1), limits.memory
        )
        own = names._replace(predicate_ids=self._ids)
        self._table.enter_rows(encode_atoms(problem.values, own, self._table.width - 1))
        self._values = np.array([*problem.values.values(), -1], np.int64)

    def values(
        self, instances: Instances, operator: int, function: str, terms: Sequence[int]
    ) -> npt.NDArray[np.int64]:
        """Per instance of the operator; -1 where the function has no value."""
        if function not in self._ids:
            return self._values[-1:]
        return self._values[instances.look_up(operator, self._table, self._ids[function], terms)]


def _goal_atoms(goal: Sequence[Literal], names: Names, atoms: AtomTable) -> dict[Atom, int]:
    """Atoms of the goal, equality apart -> their numbers, -1 for those that are unreachable."""
    wanted = [literal.atom for literal in goal if literal.atom.predicate != EQUALS]
    found = atoms.find_rows(encode_atoms(wanted, names, atoms.width - 1))
    return dict(zip(wanted, found.tolist(), strict=True))


class _Goal:
    """The goal against what can ever be true.

    `extra` names facts made up for literals that can never hold: they never become true, so that
    the goal is out of reach, and a search that looks for it ends as exhausted.
    """

    def __init__(self, normal: NormalForm, numbers: dict[Atom, int], is_fixed: BoolArray) -> None:
        self.unreachable: str | None = None
        self.extra: list[str] = []
        self._true: set[int] = set()
        self._false: set[int] = set()
        wanted = {literal.atom: literal.positive for literal in normal.goal}
        for literal in normal.goal:
            atom, text = literal.atom, normal.text(literal)
            if wanted[atom] != literal.positive:
                self._fail(
                    f"the goal wants {atom} both true and false", f"(and {atom} (not {atom}))"
                )
            elif atom.predicate == EQUALS:
                if (atom.args[0] == atom.args[1]) != literal.positive:
                    self._fail(f"the goal {text} never holds", text)
            elif numbers[atom] < 0:
                if literal.positive:
                    self._fail(f"the goal {text} can never become true", text)
            elif not is_fixed[numbers[atom]]:
                (self._true if literal.positive else self._false).add(numbers[atom])
            elif not literal.positive:
                self._fail(f"the goal {text} never holds: {atom} is always true", text)

    def _fail(self, reason: str, literal: str) -> None:
        self.unreachable = self.unreachable or reason
        if literal[1:-1] not in self.extra:
            self.extra.append(literal[1:-1])

    def facts(self, fact_of: IntArray) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(facts that must be true, facts that must be false), sorted."""
        num_facts = int(fact_of.max(initial=-1)) + 1
        made_up = range(num_facts, num_facts + len(self.extra))
        true = sorted({*(int(fact_of[atom]) for atom in self._true), *made_up})
        return tuple(true), tuple(sorted(int(fact_of[atom]) for atom in self._false))
