"""scikit-decide's BFWS on the class of plain_puzzle.py, which lies beside this script:

    PYTHON skdecide_puzzle.py SECONDS

for a Python with scikit-decide; fmtools need not be there. Prints one JSON object.
"""

import json
import sys
import time
from typing import Any

from plain_puzzle import GOAL, Puzzle  # type: ignore[import-not-found]
from skdecide import DeterministicPlanningDomain, ImplicitSpace, Value
from skdecide.hub.solver.bfws import BFWS
from skdecide.hub.space.gym import ListSpace


class Domain(DeterministicPlanningDomain):  # type: ignore[misc]
    T_state = T_observation = tuple
    T_event, T_value, T_info = int, float, None
    generated = 0
    puzzle = Puzzle()

    def _get_initial_state_(self) -> Any:
        return self.puzzle.start()

    def _get_applicable_actions_from(self, memory: Any) -> Any:
        return ListSpace(self.puzzle.applicable(memory))

    def _get_next_state(self, memory: Any, action: Any) -> Any:
        Domain.generated += 1
        return self.puzzle.successor(memory, action)

    def _get_transition_value(self, memory: Any, action: Any, next_state: Any = None) -> Any:
        return Value(cost=1)

    def _is_goal(self, state: Any) -> bool:
        return bool(state == GOAL)

    def _is_terminal(self, state: Any) -> bool:
        return self._is_goal(state)

    def _get_goals_(self) -> Any:
        return ImplicitSpace(self._is_goal)

    def _get_action_space_(self) -> Any:
        return ListSpace([0, 1, 2, 3])

    def _get_observation_space_(self) -> Any:
        return ImplicitSpace(lambda state: True)


def main(seconds: float) -> None:
    began, cpu_began = time.perf_counter(), time.process_time()
    solver = BFWS(
        domain_factory=Domain,
        state_features=lambda domain, state: state,
        heuristic=lambda domain, state: Value(
            cost=sum(one != other for one, other in zip(state, GOAL, strict=True))
        ),
        callback=lambda solver: time.perf_counter() - began > seconds,
    )
    solver.solve()
    found = {
        "generated": Domain.generated,
        "cpu_seconds": time.process_time() - cpu_began,
    }
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(float(sys.argv[1]))
