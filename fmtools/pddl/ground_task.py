"""A grounded PDDL task: facts, actions as flat lists of facts, start and goal.

Names are made on demand: a task may have hundreds of thousands of actions.
"""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fmtools.core.operator_arrays import (
    AxiomLists,
    EffectLists,
    FactLists,
    IntArray,
    OperatorLists,
)
from fmtools.frozen import field, frozen, replace
from fmtools.pddl.model import Atom, Condition, Domain, Literal, Problem
from fmtools.pddl.normal_form import count_places, meaning_text


@frozen(eq=False)
class GroundTask:
    """Actions are ordered by operator as in the domain, then by objects as declared.

    Facts are the atoms that relaxed exploration reaches and that are not always true, sorted by
    name. Goal literals that can never hold follow as made-up facts that are never true, named by
    their text: the goal can be expressed, and is out of reach.
    """

    domain: Domain = field(repr=False)
    problem: Problem = field(repr=False)
    objects: tuple[str, ...] = field(repr=False)
    """Constants, then the problem's objects, as declared."""
    operator_ids: IntArray = field(repr=False)
    """int32[actions]"""
    arguments: npt.NDArray[np.uint16] = field(repr=False)
    """uint16[actions, most parameters]: object numbers, padded with zeros."""
    positive: FactLists = field(repr=False)
    """Facts that must be true."""
    negative: FactLists = field(repr=False)
    """Facts that must be false."""
    adds: FactLists = field(repr=False)
    """Facts made true, without those that the precondition guarantees."""
    deletes: FactLists = field(repr=False)
    """Facts made false: those added by the same action are not among them."""
    costs: IntArray | None = field(repr=False)
    """int32[actions]; None where the domain knows no costs."""
    fact_atoms: IntArray = field(repr=False)
    """int32[facts, 1 + arity]: predicate and object numbers."""
    fact_predicates: tuple[str, ...] = field(repr=False)
    start: npt.NDArray[np.uint8] = field(repr=False)
    """uint8[facts]: 0 or 1."""
    goal_true: tuple[int, ...]
    goal_false: tuple[int, ...]
    goal_unreachable: str | None
    """Why no plan can exist, where grounding found out; else None."""
    effects: EffectLists | None = field(default=None, repr=False)
    """What actions do under conditions; None where no effect has one."""
    axioms: AxiomLists | None = field(default=None, repr=False)
    """How derived facts follow from others; None where none do. `start` has them right."""
    meanings: Mapping[str, Condition] = field(default_factory=dict, repr=False)
    """Auxiliary predicates of facts -> the condition that their atoms stand for."""

    @property
    def num_facts(self) -> int:
        return len(self.start)

    @property
    def num_actions(self) -> int:
        return len(self.operator_ids)

    @property
    def lists(self) -> OperatorLists:
        """What actions need and do, as the core indexes it."""
        return OperatorLists(self.positive, self.negative, self.adds, self.deletes)

    @property
    def is_plain(self) -> bool:
        """Whether all effects happen in any case, and no fact is derived."""
        return self.effects is None and self.axioms is None

    def maybe_written(self, action: int) -> list[int]:
        """Facts beside `adds` and `deletes` that may have another value after the action."""
        found = [] if self.axioms is None else self.axioms.heads.tolist()
        if self.effects is not None:
            begin, end = self.effects.first[action : action + 2]
            for lists in (self.effects.adds, self.effects.deletes):
                found += lists.facts[lists.first[begin] : lists.first[end]].tolist()
        return found

    @property
    def conditional_effects(self) -> EffectLists:
        """`effects`, or lists without any."""
        if self.effects is not None:
            return self.effects
        none = FactLists(np.zeros(1, np.int32), np.zeros(0, np.int32))
        return EffectLists(np.zeros(self.num_actions + 1, np.int32), none, none, none, none)

    def first_actions(self, num_actions: int) -> "GroundTask":
        """The same task with its first actions only."""

        def first(lists: FactLists) -> FactLists:
            ends = lists.first[: num_actions + 1]
            return FactLists(ends, lists.facts[: ends[-1]])

        return replace(
            self,
            operator_ids=self.operator_ids[:num_actions],
            arguments=self.arguments[:num_actions],
            positive=first(self.positive),
            negative=first(self.negative),
            adds=first(self.adds),
            deletes=first(self.deletes),
            costs=None if self.costs is None else self.costs[:num_actions],
            effects=self._first_effects(num_actions),
        )

    def _first_effects(self, num_actions: int) -> EffectLists | None:
        if self.effects is None or not self.effects.first[num_actions]:
            return None
        return self.effects._replace(first=self.effects.first[: num_actions + 1])

    def action_words(self) -> npt.NDArray[np.int32]:
        """int32[actions, 1 + most parameters]: operator and object numbers, padded with -1."""
        arity = np.array([len(s.parameters) for s in self.domain.operators.values()], np.int32)
        words = np.column_stack((self.operator_ids, self.arguments)).astype(np.int32)
        columns = np.arange(self.arguments.shape[1])
        words[:, 1:][columns >= arity[self.operator_ids][:, None]] = -1
        return words

    def fact_words(self) -> npt.NDArray[np.int32]:
        """int32[facts, 1 + most arguments]: predicate and object numbers, padded with -1."""
        words = self.fact_atoms.astype(np.int32)
        arity = np.array([self._arity.get(name, 0) for name in self.fact_predicates], np.int32)
        columns = np.arange(words.shape[1] - 1)
        words[:, 1:][columns >= arity[words[:, 0]][:, None]] = -1
        return words

    @cached_property
    def _arity(self) -> dict[str, int]:
        """Of predicates, auxiliary ones included."""
        arity = {name: len(s.parameters) for name, s in self.domain.predicates.items()}
        return arity | {name: count_places(condition) for name, condition in self.meanings.items()}

    @cached_property
    def operator_names(self) -> tuple[str, ...]:
        return tuple(self.domain.operators)

    @cached_property
    def facts(self) -> tuple[Atom, ...]:
        return tuple(map(self._atom, self.fact_atoms.tolist()))

    def _atom(self, row: list[int]) -> Atom:
        """Of a row of `fact_atoms`."""
        name = self.fact_predicates[row[0]]
        used = row[1 : 1 + self._arity.get(name, len(row))]
        return Atom(name, tuple(self.objects[x] for x in used if x >= 0))

    @cached_property
    def always_true(self) -> frozenset[Atom]:
        """Atoms of the initial state that no action can delete; they are no part of states."""
        return self.problem.init.difference(self.facts)

    def fact_name(self, fact: int) -> str:
        return meaning_text(Literal(self._atom(self.fact_atoms[fact].tolist())), self.meanings)

    def action_arguments(self, action: int) -> tuple[str, ...]:
        """Names of the objects that the action's parameters stand for."""
        operator = self.domain.operators[self.operator_names[self.operator_ids[action]]]
        row = self.arguments[action, : len(operator.parameters)]
        return tuple(self.objects[x] for x in row)

    def action_name(self, action: int) -> str:
        """`(move d1 d2 peg3)`"""
        operator = self.operator_names[int(self.operator_ids[action])]
        return f"({' '.join((operator, *self.action_arguments(action)))})"
