"""Grounding: a domain and a problem to a `GroundTask`.

Every instance whose positive preconditions relaxed exploration reaches becomes an action, except
those that can never apply (a condition on fixed predicates or equality fails, preconditions
contradict each other, a cost is undefined) and no-ops, which change no state they apply in.
Repeated arguments are allowed. The kernels do the work; this module prepares and sorts.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError, UnsupportedError
from fmtools.kernels import grounding as kernel
from fmtools.kernels.atom_table import fill_slots, find_rows
from fmtools.kernels.instances import (
    FactLists,
    fill_directory,
    ground_literals,
    mark_deleted,
    write_actions,
)
from fmtools.pddl.ground_task import GroundTask, IntArray
from fmtools.pddl.join_program import Names, build_program, encode_atoms, number_names
from fmtools.pddl.model import EQUALS, Atom, Domain, Problem

_FIRST_ATOMS = 1 << 12
_FIRST_INSTANCES = 1 << 14
_MAX_COST = (1 << 31) - 1
MAX_INSTANCES = 50_000_000
"""Beyond this, grounding gives up: the lists of facts would take tens of gigabytes."""
_MAX_DIRECTORY = 1 << 22

BoolArray = npt.NDArray[np.bool_]
Instances = npt.NDArray[np.uint16]


class TooManyError(InputError):
    """A task has more ground actions than were asked for."""


def ground(domain: Domain, problem: Problem, max_instances: int | None = None) -> GroundTask:
    """All facts and actions of a task; the same for the same input, whatever the hash seed.

    TooManyError where there are more than `max_instances` (MAX_INSTANCES), no-ops included.
    """
    names = number_names(domain, problem)
    program = build_program(domain, problem, names)
    most = MAX_INSTANCES if max_instances is None else max_instances
    relations, num_init = _explored(domain, problem, names, program, most)
    num_atoms = int(relations.counters[kernel.NUM_ATOMS])
    instances = _sorted(relations.found[: relations.counters[kernel.NUM_FOUND]], program)
    costs = _costs(domain, problem, names, instances)
    kept = np.ones(len(instances), np.bool_) if costs is None else costs >= 0
    first, ids = _literal_atoms(program, relations, instances)

    initially = np.arange(num_atoms) < num_init
    constant = _constant_atoms(program, instances, first, ids, kept, initially)
    changing = np.array([name in names.changing for name in names.predicates] + [False])
    is_fixed = constant | ~changing[relations.atoms[:num_atoms, 0]]
    goal = _Goal(problem, _goal_atoms(problem, names, program, relations), is_fixed)
    fact_atoms, fact_of = _numbered_facts(relations.atoms[:num_atoms], ~is_fixed, names, goal.extra)
    lists, num_actions = _fact_lists(program, instances, first, ids, kept, fact_of)
    start = np.zeros(len(fact_atoms), np.uint8)
    start[fact_of[(fact_of >= 0) & initially]] = 1
    goal_true, goal_false = goal.facts(fact_of)
    actions = instances[kept]
    assert len(actions) == num_actions
    return GroundTask(
        domain=domain,
        problem=problem,
        objects=names.objects,
        operator_ids=actions[:, 0].astype(np.int32),
        arguments=actions[:, 1:],
        positive=lists[0],
        negative=lists[1],
        adds=lists[2],
        deletes=lists[3],
        costs=None if costs is None else costs[kept].astype(np.int32),
        fact_atoms=fact_atoms,
        fact_predicates=(*names.predicates, *goal.extra),
        start=start,
        goal_true=goal_true,
        goal_false=goal_false,
        goal_unreachable=goal.unreachable,
    )


def _explored(
    domain: Domain, problem: Problem, names: Names, program: kernel.JoinProgram, max_instances: int
) -> tuple[kernel.Relations, int]:
    """Relations after exploration, and how many of their atoms were there from the beginning."""
    width = int(program.arity.max())
    fixed = [atom for atom in problem.init if atom.predicate not in names.changing]
    initial = [atom for atom in problem.init if atom.predicate in names.changing]
    num_init = len(fixed) + 1 + len(initial)
    atoms = np.zeros((_FIRST_ATOMS + 2 * num_init, 1 + width), np.int32)
    atoms[: len(fixed)] = encode_atoms(fixed, names, width)
    atoms[len(fixed), 0] = len(names.predicates)
    atoms[len(fixed) + 1 : num_init] = encode_atoms(initial, names, width)
    most = max((len(op.parameters) for op in domain.operators.values()), default=0)
    num_words = program.domains.shape[1]
    counters = np.zeros(4, np.int64)
    counters[kernel.NUM_ATOMS] = num_init
    relations = kernel.Relations(
        atoms=atoms,
        slots=_slots(atoms, program, num_init),
        rows=np.zeros((int(program.first_row[-1]) + 1, num_words), np.uint64),
        found=np.empty((_FIRST_INSTANCES, 1 + most), np.uint16),
        counters=counters,
        candidates=np.empty((most + 1, most, num_words), np.uint64),
        binding=np.zeros(most + 1, np.int64),
        order=np.zeros(most + 1, np.int64),
        bound=np.zeros(most + 1, np.bool_),
    )
    while kernel.explore(program, relations) == kernel.FULL:
        relations = _with_room(relations, program, max_instances)
    return relations, num_init


def _slots(atoms: IntArray, program: kernel.JoinProgram, num_atoms: int) -> IntArray:
    slots = np.zeros(1 << (4 * len(atoms) - 1).bit_length(), np.int32)
    fill_slots(atoms, program.arity, slots, num_atoms)
    return slots


def _with_room(
    relations: kernel.Relations, program: kernel.JoinProgram, max_instances: int
) -> kernel.Relations:
    """Four times the room for instances or twice that for atoms, whichever ran out."""
    num_atoms = int(relations.counters[kernel.NUM_ATOMS])
    if num_atoms == len(relations.atoms):
        atoms = np.zeros((2 * num_atoms, relations.atoms.shape[1]), np.int32)
        atoms[:num_atoms] = relations.atoms
        return relations._replace(atoms=atoms, slots=_slots(atoms, program, num_atoms))
    num_found = int(relations.counters[kernel.NUM_FOUND])
    if len(relations.found) >= max_instances:
        raise TooManyError(f"more than {max_instances:,} ground actions; take a smaller problem")
    room = min(4 * len(relations.found), max_instances)
    found = np.empty((room, relations.found.shape[1]), np.uint16)
    found[:num_found] = relations.found[:num_found]
    return relations._replace(found=found)


def _sorted(found: Instances, program: kernel.JoinProgram) -> Instances:
    """Instances by operator, then by objects, column by column."""
    num_bits = max(int(program.num_objects - 1).bit_length(), 1)
    operator_bits = max(int(len(program.sections) - 1).bit_length(), 1)
    keys = []
    key, used = found[:, 0].astype(np.uint64), operator_bits
    # Columns beyond an operator's parameters hold rubbish: the operator comes first and decides.
    num_parameters = np.diff(program.first_parameter)[found[:, 0]]
    for column in range(1, found.shape[1]):
        values = np.where(column <= num_parameters, found[:, column], 0)
        found[:, column] = values
        if used + num_bits > 64:
            keys.append(key)
            key, used = values.astype(np.uint64), num_bits
        else:
            key = (key << np.uint64(num_bits)) | values.astype(np.uint64)
            used += num_bits
    keys.append(key)
    order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    return np.ascontiguousarray(found[order])


def _literal_atoms(
    program: kernel.JoinProgram, relations: kernel.Relations, instances: Instances
) -> tuple[npt.NDArray[np.int64], IntArray]:
    sizes = program.sections[:, kernel.END] - program.sections[:, kernel.CHANGING]
    first = np.zeros(len(instances) + 1, np.int64)
    np.cumsum(sizes[instances[:, 0]], out=first[1:])
    ids = np.empty(first[-1], np.int32)
    atoms = relations.atoms[: relations.counters[kernel.NUM_ATOMS]]
    directory, first_entry = _directory(program)
    fill_directory(program, atoms, directory, first_entry)
    ground_literals(program, relations, instances, first, ids, directory, first_entry)
    return first, ids


def _directory(program: kernel.JoinProgram) -> tuple[IntArray, npt.NDArray[np.int64]]:
    """Room to look atoms up by their arguments, for predicates small enough; see the kernel."""
    first_entry, size = [], 0
    for arity in program.arity.tolist():
        own = program.num_objects**arity
        fits = size + own <= _MAX_DIRECTORY
        first_entry.append(size if fits else -1)
        size += own if fits else 0
    return np.zeros(size, np.int32), np.array(first_entry, np.int64)


def _constant_atoms(
    program: kernel.JoinProgram,
    instances: Instances,
    first: npt.NDArray[np.int64],
    ids: IntArray,
    kept: BoolArray,
    initially: BoolArray,
) -> BoolArray:
    """Atoms true at the start that no kept instance deletes; `kept` loses what they rule out."""
    constant = np.zeros(len(initially), np.bool_)
    negated = program.sections[:, kernel.NEGATIVE] < program.sections[:, kernel.ADDS]
    while True:
        deleted = np.zeros(len(initially), np.bool_)
        mark_deleted(ids, first, instances, program.sections, kept, constant, deleted)
        stable = np.array_equal(constant, initially & ~deleted)
        constant = initially & ~deleted
        if stable or not negated.any():
            return constant


def _numbered_facts(
    atoms: IntArray, is_fact: BoolArray, names: Names, extra: Sequence[str]
) -> tuple[IntArray, IntArray]:
    """(int32[facts, 1 + arity] sorted by name, int32[atoms]: fact or -1); `extra` comes last."""
    chosen = np.flatnonzero(is_fact)
    predicate_rank = np.argsort(np.argsort(np.array([*names.predicates, ""])))
    object_rank = np.argsort(np.argsort(np.array(names.objects or ("",))))
    columns = [predicate_rank[atoms[chosen, 0]]]
    columns += [object_rank[atoms[chosen, k]] for k in range(1, atoms.shape[1])]
    chosen = chosen[np.lexsort(columns[::-1])]
    fact_of = np.full(len(atoms), -1, np.int32)
    fact_of[chosen] = np.arange(len(chosen), dtype=np.int32)
    rows = np.full((len(extra), atoms.shape[1]), -1, np.int32)
    rows[:, 0] = len(names.predicates) + np.arange(len(extra))
    return np.concatenate([atoms[chosen], rows]), fact_of


def _fact_lists(
    program: kernel.JoinProgram,
    instances: Instances,
    first: npt.NDArray[np.int64],
    ids: IntArray,
    kept: BoolArray,
    fact_of: IntArray,
) -> tuple[list[FactLists], int]:
    """Positive and negative preconditions, adds and deletes of every action that remains."""
    sections = program.sections
    lists = []
    for sort in (kernel.CHANGING, kernel.NEGATIVE, kernel.ADDS, kernel.DELETES):
        sizes = sections[:, sort + 1] - sections[:, sort]
        room = int(sizes[instances[:, 0]].sum())
        lists.append(
            FactLists(np.zeros(len(instances) + 1, np.int32), np.empty(room + 1, np.int32))
        )
    num = write_actions(ids, first, instances, sections, kept, fact_of, tuple(lists))
    return [FactLists(x.first[: num + 1], x.facts[: x.first[num]]) for x in lists], int(num)


def _costs(
    domain: Domain, problem: Problem, names: Names, instances: Instances
) -> npt.NDArray[np.int64] | None:
    """int64[instances]; -1 where a function has no value. None for domains without costs."""
    if all(operator.cost is None for operator in domain.operators.values()):
        return None
    costs = np.zeros(len(instances), np.int64)
    values: dict[tuple[str, ...], int] = {
        (atom.predicate, *atom.args): value for atom, value in problem.values.items()
    }
    bounds = np.searchsorted(instances[:, 0], np.arange(len(domain.operators) + 1))
    for number, operator in enumerate(domain.operators.values()):
        if operator.cost is None:
            continue
        rows = slice(bounds[number], bounds[number + 1])
        costs[rows] = operator.cost.constant
        position = {parameter.name: v for v, parameter in enumerate(operator.parameters)}
        for term in operator.cost.terms:
            used = [position[arg] for arg in term.args if arg in position]
            distinct, inverse = (
                np.unique(instances[rows, 1:][:, used], axis=0, return_inverse=True)
                if used
                else (np.zeros((1, 0), np.uint16), np.zeros(rows.stop - rows.start, int))
            )
            found = []
            for objects in distinct.tolist():
                chosen = iter(objects)
                args = (names.objects[next(chosen)] if a in position else a for a in term.args)
                found.append(values.get((term.predicate, *args), -1))
            term_costs = np.array(found, np.int64)[inverse.reshape(-1)]
            undefined = (term_costs < 0) | (costs[rows] < 0)
            costs[rows] = np.where(undefined, -1, costs[rows] + term_costs)
    if len(costs) and costs.max() > _MAX_COST:
        raise UnsupportedError(f"an action costs {costs.max()}; at most {_MAX_COST} is supported")
    return costs


def _goal_atoms(
    problem: Problem, names: Names, program: kernel.JoinProgram, relations: kernel.Relations
) -> dict[Atom, int]:
    """Atoms of the goal, equality apart -> their numbers, -1 for those that are unreachable."""
    wanted = [lit.atom for lit in problem.goal if lit.atom.predicate != EQUALS]
    rows = encode_atoms(wanted, names, relations.atoms.shape[1] - 1)
    found = np.empty(len(wanted), np.int32)
    find_rows(relations.atoms, program.arity, relations.slots, rows, found)
    return dict(zip(wanted, found.tolist(), strict=True))


class _Goal:
    """The goal against what can ever be true.

    `extra` names facts made up for literals that can never hold: they never become true, so that
    the goal is out of reach, and a search that looks for it ends as exhausted.
    """

    def __init__(self, problem: Problem, numbers: dict[Atom, int], is_fixed: BoolArray) -> None:
        self.unreachable: str | None = None
        self.extra: list[str] = []
        self._true: set[int] = set()
        self._false: set[int] = set()
        wanted = {literal.atom: literal.positive for literal in problem.goal}
        for literal in problem.goal:
            atom = literal.atom
            if wanted[atom] != literal.positive:
                self._fail(
                    f"the goal wants {atom} both true and false", f"(and {atom} (not {atom}))"
                )
            elif atom.predicate == EQUALS:
                if (atom.args[0] == atom.args[1]) != literal.positive:
                    self._fail(f"the goal {literal} never holds", str(literal))
            elif numbers[atom] < 0:
                if literal.positive:
                    self._fail(f"the goal {atom} can never become true", str(literal))
            elif not is_fixed[numbers[atom]]:
                (self._true if literal.positive else self._false).add(numbers[atom])
            elif not literal.positive:
                self._fail(f"the goal {literal} never holds: {atom} is always true", str(literal))

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
