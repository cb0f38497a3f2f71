"""From all that was ground, axioms and conditional effects among the actions, to the task itself.

Grounding treats every part of the normal form as an operator. Here the parts find each other:
conditions become plain, effects go to their actions, what can never apply or does nothing is
dropped, and facts that nothing is left of are no part of states.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from fmtools.core.arrays import counted_zeros
from fmtools.core.axioms import Axioms
from fmtools.core.layout import Layout
from fmtools.core.memory import Memory
from fmtools.core.operator_arrays import AxiomLists, FactLists
from fmtools.pddl.flat_sets import Ints, is_among
from fmtools.pddl.ground_axioms import Conditions
from fmtools.pddl.ground_effects import (
    Effects,
    Pairs,
    combine,
    effect_lists,
    lists_of,
    pairs_of,
    places,
)
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import Literal
from fmtools.pddl.normal_form import NormalForm

_ARRAYS = 10
"""Of one number per literal, that are there at once."""


def put_together(parts: GroundTask, normal: NormalForm, memory: Memory) -> GroundTask:
    """parts: a task whose "actions" are the instances of all operators of the normal form."""
    num_literals = sum(len(facts) for _, facts in parts.lists) + parts.num_actions
    # What the arrays below take at most, counted while they are there.
    taken = counted_zeros(memory, (num_literals * _ARRAYS,), np.int64)
    num_actions = int(np.searchsorted(parts.operator_ids, normal.num_actions))
    first_axiom = int(np.searchsorted(parts.operator_ids, normal.first_axiom))
    conditions = _conditions(parts, normal, first_axiom)
    conditions.simplify()
    action_of = _linked(parts, normal, num_actions, first_axiom)
    action_of[~conditions.alive[num_actions:first_axiom]] = -1
    owners, literals = conditions.pairs
    own = owners < first_axiom
    effects = combine(
        _before(pairs_of(parts.adds), first_axiom),
        _before(pairs_of(parts.deletes), first_axiom),
        (owners[own], literals[own]),
        action_of,
        num_actions,
        parts.num_facts,
    )
    mine = owners < num_actions
    needs = owners[mine], literals[mine]
    effects = _only_changes(effects, needs, num_actions, parts.num_facts)
    does = np.zeros(num_actions, np.bool_)
    for changed in (effects.adds[0], effects.deletes[0], effects.action_of):
        does[changed] = True
    kept = np.flatnonzero(does & conditions.alive[:num_actions])
    del taken
    return _task(parts, normal, conditions, effects, needs, kept)


def _conditions(parts: GroundTask, normal: NormalForm, first_axiom: int) -> Conditions:
    num_predicates = len(parts.domain.predicates)
    is_derived = np.zeros(len(parts.fact_predicates), np.bool_)
    for number, name in enumerate(normal.arity):
        is_derived[number] = name in normal.meanings or name in parts.domain.derived
    predicates = parts.fact_atoms[:, 0]
    is_auxiliary = (predicates >= num_predicates) & (predicates < len(normal.arity))
    heads = np.full(parts.num_actions, -1, np.int64)
    owners, facts = pairs_of(parts.adds)
    heads[owners[owners >= first_axiom]] = facts[owners >= first_axiom]
    goal = [2 * fact for fact in parts.goal_true] + [2 * fact + 1 for fact in parts.goal_false]
    true, false = pairs_of(parts.positive), pairs_of(parts.negative)
    return Conditions(
        np.concatenate([true[0], false[0], np.full(len(goal), parts.num_actions, np.int64)]),
        np.concatenate([2 * true[1], 2 * false[1] + 1, np.array(goal, np.int64)]),
        heads,
        is_derived[predicates],
        is_auxiliary,
    )


def _linked(parts: GroundTask, normal: NormalForm, num_actions: int, first_axiom: int) -> Ints:
    """Per instance of a conditional effect, its action, or -1."""
    action_of = np.full(first_axiom - num_actions, -1, np.int64)
    ends = np.searchsorted(parts.operator_ids, np.arange(normal.first_axiom + 1))
    for number, action in enumerate(normal.action_of, start=normal.num_actions):
        width = len(normal.operators[action].parameters)
        rows = parts.arguments[ends[action] : ends[action + 1], :width].astype(np.int64)
        wanted = parts.arguments[ends[number] : ends[number + 1], :width].astype(np.int64)
        found = places(rows, wanted, max(len(parts.objects), 1))
        found[found >= 0] += ends[action]
        action_of[ends[number] - num_actions : ends[number + 1] - num_actions] = found
    return action_of


def _before(pairs: Pairs, end: int) -> Pairs:
    return pairs[0][pairs[0] < end], pairs[1][pairs[0] < end]


def _only_changes(effects: Effects, needs: Pairs, num_actions: int, num_facts: int) -> Effects:
    """Without adds and deletes that the precondition of an action without conditions makes idle."""
    width = 2 * num_facts + 2
    is_plain = np.ones(num_actions, np.bool_)
    is_plain[effects.action_of] = False
    needed = needs[0] * width + needs[1]

    def changing(pairs: Pairs, sign: int) -> Pairs:
        owners, facts = pairs
        idle = is_among(owners * width + 2 * facts + sign, needed) & is_plain[owners]
        return owners[~idle], facts[~idle]

    return effects._replace(adds=changing(effects.adds, 0), deletes=changing(effects.deletes, 1))


def _task(
    parts: GroundTask,
    normal: NormalForm,
    conditions: Conditions,
    effects: Effects,
    needs: Pairs,
    kept: Ints,
) -> GroundTask:
    """With actions and facts numbered again."""
    goal, unmet = _goal(parts, normal, conditions)
    needed = conditions.is_needed()
    fact_of = np.full(parts.num_facts, -1, np.int64)
    fact_of[needed] = np.arange(needed.sum())
    num_facts = int(needed.sum())
    action_of = np.full(len(conditions.alive), -1, np.int64)
    action_of[kept] = np.arange(len(kept))

    def lists(pairs: Pairs) -> FactLists:
        chosen = action_of[pairs[0]] >= 0
        return lists_of((action_of[pairs[0][chosen]], fact_of[pairs[1][chosen]]), len(kept))

    owners, codes = needs
    true = codes & 1 == 0
    made_up = range(num_facts, num_facts + len(unmet))
    atoms = np.full((num_facts + len(unmet), parts.fact_atoms.shape[1]), -1, np.int32)
    atoms[:num_facts] = parts.fact_atoms[needed]
    atoms[num_facts:, 0] = len(parts.fact_predicates) + np.arange(len(unmet))
    start = np.zeros(num_facts + len(unmet), np.uint8)
    start[:num_facts] = parts.start[needed]
    axioms = _axioms(conditions, fact_of)
    if axioms is not None:
        start = _completed(axioms, start)
    most = max((len(op.parameters) for op in normal.operators[: normal.num_actions]), default=0)
    unreachable = f"the goal {unmet[0]} can never hold" if unmet else None
    return replace(
        parts,
        operator_ids=parts.operator_ids[kept],
        arguments=parts.arguments[kept, :most],
        positive=lists((owners[true], codes[true] >> 1)),
        negative=lists((owners[~true], codes[~true] >> 1)),
        adds=lists(effects.adds),
        deletes=lists(effects.deletes),
        costs=None if parts.costs is None else parts.costs[kept],
        fact_atoms=atoms,
        fact_predicates=(*parts.fact_predicates, *(text[1:-1] for text in unmet)),
        start=start,
        goal_true=(*sorted(fact_of[goal[goal & 1 == 0] >> 1].tolist()), *made_up),
        goal_false=tuple(sorted(fact_of[goal[goal & 1 == 1] >> 1].tolist())),
        goal_unreachable=parts.goal_unreachable or unreachable,
        effects=effect_lists(_renumbered(effects, action_of, fact_of), len(kept)),
        axioms=axioms,
        meanings=normal.meanings,
    )


def _goal(parts: GroundTask, normal: NormalForm, conditions: Conditions) -> tuple[Ints, list[str]]:
    """(literals that are left of the goal, texts of what can never hold in it)."""
    owners, literals = conditions.pairs
    goal = literals[owners == conditions.goal]
    unmet = [
        normal.text(Literal(parts.facts[x >> 1], x & 1 == 0)) for x in sorted(conditions.unmet)
    ]
    both = goal[is_among(goal ^ 1, goal)]
    for fact in both[::2] >> 1:
        text = normal.text(Literal(parts.facts[fact]))
        unmet.append(f"(and {text} (not {text}))")
    return goal[~is_among(goal, both)], unmet


def _renumbered(effects: Effects, action_of: Ints, fact_of: Ints) -> Effects:
    """Conditional effects of the actions that are kept."""
    live = action_of[effects.action_of] >= 0
    place = np.cumsum(live) - 1

    def moved(pairs: Pairs) -> Pairs:
        chosen = live[pairs[0]]
        return place[pairs[0][chosen]], pairs[1][chosen]

    owners, codes = moved(effects.literals)
    adds, deletes = moved(effects.conditional_adds), moved(effects.conditional_deletes)
    return effects._replace(
        action_of=action_of[effects.action_of[live]],
        literals=(owners, 2 * fact_of[codes >> 1] + (codes & 1)),
        conditional_adds=(adds[0], fact_of[adds[1]]),
        conditional_deletes=(deletes[0], fact_of[deletes[1]]),
    )


def _axioms(conditions: Conditions, fact_of: Ints) -> AxiomLists | None:
    rules = np.flatnonzero((conditions.heads >= 0) & conditions.alive[:-1])
    if not len(rules):
        return None
    place = np.full(len(conditions.alive), -1, np.int64)
    place[rules] = np.arange(len(rules))
    owners, codes = conditions.pairs
    mine = place[owners] >= 0
    owners, codes = place[owners[mine]], codes[mine]
    true = codes & 1 == 0
    return AxiomLists(
        fact_of[conditions.heads[rules]].astype(np.int32),
        lists_of((owners[true], fact_of[codes[true] >> 1]), len(rules)),
        lists_of((owners[~true], fact_of[codes[~true] >> 1]), len(rules)),
    )


def _completed(axioms: AxiomLists, start: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    layout = Layout(len(start), 1)
    completed: npt.NDArray[np.uint8] = layout.unpack(
        Axioms(axioms, len(start)).completed(layout.pack(start))
    )
    return completed
