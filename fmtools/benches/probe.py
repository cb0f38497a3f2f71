"""Where the time of one PDDL task goes, in a process of its own:

    python -m fmtools.benches.probe DOMAIN PROBLEM BUDGET SECONDS MEMORY

reads, grounds, searches (gbfs, fifo ties) and replays the best plan found, with a clock around
each, and prints one JSON object. Memory is the process's peak so far.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from fmtools.peak_memory import peak_memory

TICKS = 10
"""Of the CPU clock: what is shorter goes by the wall clock, slow as that is on a busy machine."""


def own_tick() -> float:
    """The step of this process's CPU clock: a millionth of a second, or, in some virtual machines,
    a hundredth."""
    begin = now = time.process_time()
    while now == begin:
        now = time.process_time()
    begin = now
    while now == begin:
        now = time.process_time()
    return now - begin


class _Clock:
    """Seconds and peak memory of the steps so far."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self._tick = own_tick()
        self._began = self._now()

    def _now(self) -> tuple[float, float]:
        return time.process_time(), time.perf_counter()

    def step(self, name: str) -> None:
        now = self._now()
        cpu, wall = (end - begin for begin, end in zip(self._began, now, strict=True))
        self.found[f"{name}_seconds"] = cpu if cpu >= TICKS * self._tick else wall
        self.found[f"{name}_peak_bytes"] = peak_memory()
        self._began = self._now()


def probe(
    domain_path: Path, problem_path: Path, budget: int, seconds: float, memory: int
) -> dict[str, Any]:
    """The steps of `fmtools plan`, each on the clock."""
    from fmtools.core.limits import WorkLimits
    from fmtools.limits import Limits
    from fmtools.pddl.ground import ground
    from fmtools.pddl.read import read_domain, read_problem
    from fmtools.replay import confirmed
    from fmtools.search.engine import Search
    from fmtools.search.orders import GOALS
    from fmtools.simulators.grounded import GroundedSimulator

    clock = _Clock()
    domain = read_domain(domain_path)
    problem = read_problem(problem_path, domain)
    clock.step("read")
    work = WorkLimits(None, memory)
    simulator = GroundedSimulator(ground(domain, problem, limits=work), work)
    _ = simulator.kernel
    clock.step("ground")
    search = Search(
        simulator,
        GOALS,
        target=simulator.goal(),
        ties="fifo",
        limits=Limits(budget, seconds, work.memory_left),
    )
    outcome = search.run()
    clock.step("search")
    space = search.space
    node = space.goal_node if outcome.value == "solved" else space.best_node
    actions = search.actions_to(node)
    confirmed(simulator, actions, search.state_of(node))
    clock.step("replay")
    return {
        **clock.found,
        "outcome": outcome.value,
        "objects": len(problem.objects),
        "operators": simulator.task.num_actions,
        "facts": simulator.task.num_facts,
        "generated": space.generated,
        "expanded": space.expanded,
        "steps": len(actions),
        "evaluated": space.evaluated,
        "ground_bytes": clock.found["ground_peak_bytes"],
        "search_bytes": search.memory_bytes,
    }


def command(domain: Path, problem: Path, budget: int, seconds: float, memory: int) -> list[str]:
    """What to start for `probe` in a fresh process."""
    words = [str(domain.resolve()), str(problem.resolve()), str(budget), str(seconds), str(memory)]
    return [sys.executable, "-m", "fmtools.benches.probe", *words]


if __name__ == "__main__":
    _, one, other, most_states, most_seconds, most_bytes = sys.argv
    found = probe(Path(one), Path(other), int(most_states), float(most_seconds), int(most_bytes))
    sys.stdout.write(json.dumps(found) + "\n")
