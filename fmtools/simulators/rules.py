"""Whether a simulator keeps the rules of the protocol, looked at on random walks, call by call."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fmtools.errors import SimulatorError
from fmtools.macros import OptionValue
from fmtools.simulator import Batches, Guides, WeighsGoals, goal_count, state_array
from fmtools.simulators.checked import CheckedSimulator

RULES = {
    "1": "states: num_variables integers, 0 to 65535",
    "2": "the same question, the same answer",
    "3": "states are left as they are",
    "4": "applicable actions work, and have names",
    "goal": "the goal: variables and their values",
    "names": "different actions have different names",
    "successors": "agrees with applicable() and successor()",
    "estimate": "heuristic() or goal_weights(): whole numbers, not negative",
}
"""Those with numbers are the rules of `fmtools.simulator.Simulator`."""
_ESTIMATES = {"heuristic": "estimate", "goal_weights": "estimate"}
ASKED_AGAIN = 200
"""Questions of the walk that are asked once more at its end."""


@dataclass(frozen=True)
class RuleRow:
    rule: str
    text: str
    holds: bool | None
    """None: nothing to look at, or a rule was broken before all was seen."""
    told: str


@dataclass(frozen=True)
class Walked:
    """What was seen of a simulator on the way."""

    rows: tuple[RuleRow, ...]
    num_states: int
    num_actions: int
    most_value: int
    returns_arrays: bool
    num_goals: int

    @property
    def holds(self) -> bool:
        return all(row.holds is not False for row in self.rows)


def check_rules(
    inner: Any,
    name: str,
    options: Mapping[str, OptionValue] | None = None,
    steps: int = 1000,
    seed: int = 0,
) -> Walked:
    """Walk at random from the start, again where a walk ends, every answer checked in full."""
    guard = CheckedSimulator(inner, name, options, is_thorough=True)
    walk = _Walk(guard, np.random.default_rng(seed))
    broken: tuple[str, str] | None = None
    try:
        walk.goal = guard.goal()
        walk.run(steps)
    except SimulatorError as error:
        found = re.search(r"rule (\d)", str(error))
        method = re.search(r"\b(successors|goal|heuristic|goal_weights)\(", str(error))
        rule = "4" if method is None else _ESTIMATES.get(method[1], method[1])
        broken = (found[1] if found else rule, str(error))
    return walk.walked(broken)


class _Walk:
    def __init__(self, guard: CheckedSimulator, rng: np.random.Generator) -> None:
        self.guard, self.rng = guard, rng
        self.goal: dict[int, int] = {}
        self.seen: set[bytes] = set()
        self.names: dict[str, int] = {}
        self.same_names: tuple[int, int, str] | None = None
        self.most_value = self.num_steps = 0
        self.returns_arrays = False

    def run(self, steps: int) -> None:
        guard = self.guard
        asked: list[tuple[Any, int, Any]] = []
        state = state_array(guard.start())
        if isinstance(guard, WeighsGoals):
            guard.goal_weights()
        while self.num_steps < steps:
            self._note(state)
            if isinstance(guard, Guides):
                guard.heuristic(state)
            actions = list(guard.applicable(state))
            if isinstance(guard, Batches):
                guard.successors(state)
            self._note_names(actions)
            if not actions:
                if not self.num_steps:
                    break
                state = state_array(guard.start())
                self.num_steps += 1
                continue
            action = int(actions[int(self.rng.integers(len(actions)))])
            after = state_array(guard.successor(state, action))
            if len(asked) < ASKED_AGAIN:
                self.returns_arrays |= isinstance(guard.inner.successor(state, action), np.ndarray)
                asked.append((state, action, after))
            self.num_steps += 1
            state = after
        for before, action, after in asked:
            if not np.array_equal(guard.successor(before, action), after):
                raise guard.breach(
                    "successor",
                    f"rule 2: successor() answers differently at the end of a walk for action "
                    f"{action} in state {before.tolist()}",
                )

    def _note(self, state: Any) -> None:
        self.seen.add(state.tobytes())
        self.most_value = max(self.most_value, int(state.max()))

    def _note_names(self, actions: list[int]) -> None:
        for action in actions:
            other = self.names.setdefault(name := self.guard.action_name(action), action)
            if other != action and self.same_names is None:
                self.same_names = (other, action, name)

    def walked(self, broken: tuple[str, str] | None) -> Walked:
        on = f"{self.num_steps:,} steps, {len(self.seen):,} states"
        reached = f"held for {on}" if self.num_steps else "not reached"
        rows = []
        for rule, text in RULES.items():
            holds: bool | None = True
            told = on
            if broken is not None and broken[0] == rule:
                holds, told = False, broken[1]
            elif (rule == "successors" and not isinstance(self.guard, Batches)) or (
                rule == "estimate" and not isinstance(self.guard, Guides | WeighsGoals)
            ):
                holds, told = None, "it has none"
            elif broken is not None:
                holds, told = None, reached
            elif rule == "names" and self.same_names is not None:
                one, other, name = self.same_names
                holds, told = False, f"actions {one} and {other} are both called {name!r}"
            elif rule == "names":
                told = f"{len(self.names):,} actions"
            elif rule == "goal":
                start = state_array(self.guard.start())
                told = f"{goal_count(start, self.goal)} of {len(self.goal)} missing at the start"
            rows.append(RuleRow(rule, text, holds, told))
        return Walked(
            tuple(rows),
            len(self.seen),
            len(self.names),
            self.most_value,
            self.returns_arrays,
            len(self.goal),
        )
