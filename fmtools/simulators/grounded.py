"""The grounded simulator: a PDDL task as a black box; a variable is a fact, a value 0 or 1.

`applicable` and `successor` ask the compiled world. This module must not know who searches it: no
planner, no learner, no macros.
"""

from collections.abc import Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fmtools.core.limits import WorkLimits
from fmtools.errors import InputError
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import check_plan
from fmtools.simulator import ActionId, Known, State

if TYPE_CHECKING:
    from fmtools.core.world import World

Ints = npt.NDArray[np.int64]


class GroundedSimulator:
    """States have one variable per fact of the task."""

    kind = "pddl"
    num_values = 2

    def __init__(
        self,
        task: GroundTask,
        limits: WorkLimits | None = None,
        known: Known | None = None,
    ) -> None:
        """limits: for indexing the actions, as for grounding them; `known`: what was learned in
        other tasks of the domain."""
        self.task = task
        self.limits = limits
        self.known = known
        self.domain = task.domain
        self.num_variables = task.num_facts
        self._goal = dict.fromkeys(task.goal_true, 1) | dict.fromkeys(task.goal_false, 0)
        self._judged: tuple[tuple[str, ...], int | None] | None = None
        """The plan validated last, with its cost: shortening begins and ends with the same."""
        self._ids: dict[str, ActionId] = {}
        """Of actions whose names were asked for: those are what comes back."""

    def start(self) -> npt.NDArray[np.uint8]:
        return self.task.start.copy()

    def goal(self) -> dict[int, int]:
        return dict(self._goal)

    def applicable(self, state: State) -> list[ActionId]:
        """In the order of the core: by the bucket that an operator waits in."""
        kernel = self.kernel
        ids: list[int] = kernel.offered(kernel.layout.pack(state)).tolist()
        return ids

    def successor(self, state: State, action: ActionId) -> npt.NDArray[np.uint8]:
        """The state after an action that applies; ValueError where it does not."""
        layout = self.kernel.layout
        successor: npt.NDArray[np.uint8] = layout.unpack(
            self.kernel.successor(layout.pack(state), action)
        )
        return successor

    def action_name(self, action: ActionId) -> str:
        name = self.task.action_name(action)
        self._ids[name] = int(action)
        return name

    def action_id(self, name: str) -> ActionId:
        """The action of that name; the opposite of `action_name`."""
        if name in self._ids:
            return self._ids[name]
        operator, *things = name.strip("()").split() or [""]
        numbers, keys = self._by_name
        words = [numbers[0].get(operator, -1), *(numbers[1].get(thing, -1) for thing in things)]
        for action in np.flatnonzero(keys == _keys_of(np.array([words]))).tolist():
            if self.action_name(action) == name:
                return int(action)
        raise InputError(f"no ground action {name!r} in {self.task.problem.name!r}")

    def precondition(self, actions: Sequence[ActionId]) -> dict[int, int]:
        """What must hold for a sequence to run: each step's needs that no earlier step provides.

        What an earlier step may write is left out, and so are derived facts from the second step
        on: there, more may have to hold.
        """
        task = self.task
        needed: dict[int, int] = {}
        written: set[int] = set()
        for action in actions:
            for value, lists in ((1, task.positive), (0, task.negative)):
                for fact in lists.facts[lists.first[action] : lists.first[action + 1]].tolist():
                    if fact not in written:
                        needed.setdefault(fact, value)
            for lists in (task.adds, task.deletes):
                written.update(lists.facts[lists.first[action] : lists.first[action + 1]].tolist())
            written.update(task.maybe_written(action))
        return dict(sorted(needed.items()))

    def macro_key(self, actions: Sequence[ActionId]) -> tuple[object, ...]:
        """Equal for sequences that differ only in the names of objects."""
        from fmtools.pddl.lift import lifted_key  # for learning alone

        task = self.task
        operators = (task.operator_names[task.operator_ids[action]] for action in actions)
        arguments = (task.action_arguments(action) for action in actions)
        return lifted_key(self.domain, zip(operators, arguments, strict=True))

    def effect_key(self, actions: Sequence[ActionId]) -> tuple[object, ...]:
        """Equal for sequences that need and do the same, up to the names of objects.

        Facts that never change are not looked at, so both must be made of the same operators and
        have as many objects. Where effects have conditions or facts are derived, only sequences of
        the same actions are known to be alike.
        """
        from fmtools.pddl.effect_key import effect_key  # for learning alone

        task = self.task
        if not task.is_plain:
            return self.macro_key(actions)
        needed = self.precondition(actions)
        written: dict[int, int] = {}
        for action in actions:
            for value, lists in ((0, task.deletes), (1, task.adds)):
                facts = lists.facts[lists.first[action] : lists.first[action + 1]]
                written.update(dict.fromkeys(facts.tolist(), value))
        uses = [("needs" if value else "forbids", fact) for fact, value in needed.items()]
        uses += [
            ("adds" if value else "deletes", fact)
            for fact, value in written.items()
            if needed.get(fact, 0) != value
        ]
        atoms = ((use, task.fact_atoms[fact].tolist()) for use, fact in uses)
        used = [(use, atom[0], tuple(x for x in atom[1:] if x >= 0)) for use, atom in atoms]
        operators = sorted({task.operator_names[task.operator_ids[action]] for action in actions})
        objects = {name for action in actions for name in task.action_arguments(action)}
        return (*operators, len(objects), *effect_key(used))

    def variable_group(self, variable: int) -> int:
        """Facts of one predicate are alike."""
        return int(self.task.fact_atoms[variable, 0])

    def check_plan(self, names: Sequence[str]) -> int | None:
        """Validate primitive actions against the PDDL, apart from all search code; their cost."""
        plan = tuple(names)
        if self._judged is None or self._judged[0] != plan:
            self._judged = plan, check_plan(self.domain, self.task.problem, plan)
        return self._judged[1]

    @property
    def action_costs(self) -> npt.NDArray[np.int32] | None:
        """Where the problem minimizes total-cost."""
        return self.task.costs if self.task.problem.minimize_cost else None

    def fact_name(self, fact: int) -> str:
        return self.task.fact_name(fact)

    def action_words(self) -> npt.NDArray[np.int32]:
        return self.task.action_words()

    def fact_words(self) -> npt.NDArray[np.int32]:
        return self.task.fact_words()

    def render(self, state: State, color: bool = False) -> str:
        """The facts that hold, sorted, one per line; those that are always true are left out."""
        return "\n".join(self.fact_name(int(fact)) for fact in np.flatnonzero(state))

    @cached_property
    def kernel(self) -> "World":
        """The compiled world."""
        return ground_operators(self.task, limits=self.limits)

    @cached_property
    def _by_name(self) -> tuple[tuple[dict[str, int], dict[str, int]], Ints]:
        """Numbers of operators and of objects; keys of all actions. To make the names of all would
        take longer than most plans take to find."""
        names = self.task.operator_names, self.task.objects
        operators, objects = ({name: k for k, name in enumerate(some)} for some in names)
        return (operators, objects), _keys_of(self.task.action_words())


def _keys_of(words: npt.NDArray[np.integer[Any]]) -> Ints:
    """A number for every row, hardly ever that of another; -1 at its end counts nothing."""
    multipliers = np.cumprod(np.full(words.shape[1], 0x5851F42D4C957F2D, np.int64))
    return (words.astype(np.int64) + 1) @ multipliers


def ground_operators(
    task: GroundTask,
    steps: npt.NDArray[np.int32] | None = None,
    limits: WorkLimits | None = None,
) -> "World":
    """The compiled world of a task's actions; steps: primitive actions in each, 1 unless given."""
    from fmtools.core.operator_index import index_operators
    from fmtools.core.operators import GroundOperators
    from fmtools.core.packed_operators import packed_effects
    from fmtools.pddl.fact_groups import propose_groups

    limits = WorkLimits() if limits is None else limits
    index = index_operators(task.lists, task.num_facts, steps, limits)
    if task.effects is None and task.axioms is None:
        packed = packed_effects(
            task.lists, index.order, lambda: propose_groups(task), task.start, limits
        )
        return GroundOperators(index, task.num_facts, limits.memory, packed)
    from fmtools.core.axioms import Axioms
    from fmtools.core.conditional import ConditionalOperators

    plain = GroundOperators(index, task.num_facts, limits.memory)
    axioms = None if task.axioms is None else Axioms(task.axioms, task.num_facts)
    return ConditionalOperators(plain, task.conditional_effects, axioms)


def load_grounded(
    domain: str | PathLike[str],
    problem: str | PathLike[str],
    limits: WorkLimits | None = None,
) -> GroundedSimulator:
    """The simulator of a domain file and a problem file."""
    domain_read = read_domain(domain)
    task = ground(domain_read, read_problem(problem, domain_read), limits=limits)
    return GroundedSimulator(task, limits)
