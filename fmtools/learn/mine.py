"""Macros cut from a way towards the goal: steps that serve one another, without those between them.

A step serves a later one where it made true what that one needs. From every step of the way the
steps that serve it are followed back, and the last few of them, run by themselves from where the
first of them ran, are a candidate: what a plan does again and again, and what makes goal facts
true. All states come from the simulator; where it cannot tell what an action needs, every step
serves the next.
"""

from collections.abc import Sequence

from fmtools.learn.focused import Found, Learner
from fmtools.learn.propose import Facts, candidate_of
from fmtools.learn.select import Candidate
from fmtools.simulator import ActionId, State, state_array

LONGEST = 12
"""Steps of a candidate: longer ones serve seldom."""


def mined(
    learner: Learner, actions: Sequence[ActionId], start: State, facts: Facts
) -> list[tuple[Candidate, int]]:
    """Candidates with how often they occur, in the order of the way."""
    states = [start]
    for action in actions:
        states.append(state_array(learner.simulator.successor(states[-1], action)))
    learner.ledger.charge(len(actions))
    servants = _servants(learner, actions, states)
    found: dict[object, Candidate] = {}
    uses: dict[object, int] = {}
    for last in range(len(actions)):
        members: list[int] = []
        waiting = {last}
        while waiting and len(members) < LONGEST:
            step = max(waiting)
            waiting = waiting - {step} | servants[step]
            members.insert(0, step)
            if len(members) == 1:
                continue
            sequence = tuple(actions[k] for k in members)
            before = states[members[0]]
            end = learner.execute(sequence, before)
            if end is None or (end == before).all():
                continue
            candidate = candidate_of(Found(sequence, before, end), 0, facts, learner.key)
            found.setdefault(candidate.key, candidate)
            uses[candidate.key] = uses.get(candidate.key, 0) + 1
    return [(candidate, uses[key]) for key, candidate in found.items()]


def _servants(
    learner: Learner, actions: Sequence[ActionId], states: Sequence[State]
) -> list[set[int]]:
    """Of every step, those before it that last made true what it needs."""
    servants: list[set[int]] = []
    changed_by: dict[int, int] = {}
    for step, action in enumerate(actions):
        needs = learner.precondition((action,))
        if needs is None:
            servants.append({step - 1} if step else set())
        else:
            servants.append({changed_by[v] for v in needs if v in changed_by})
        changed = (states[step] != states[step + 1]).nonzero()[0]
        changed_by.update(dict.fromkeys(changed.tolist(), step))
    return servants
