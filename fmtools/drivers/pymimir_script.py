"""Called in a process of its own: SEARCH DOMAIN PROBLEM PLAN. Knows pymimir, not fmtools."""

import sys
import time
from pathlib import Path


def main() -> None:
    import pymimir

    search, domain_path, problem_path, plan_path = sys.argv[1:]
    began = time.perf_counter()
    problem = pymimir.Problem(pymimir.Domain(domain_path), problem_path)
    start = problem.get_initial_state()
    parsed = time.perf_counter()
    print(f"parse seconds: {parsed - began:.6f}")  # noqa: T201
    if search == "brfs":
        result = pymimir.brfs(problem, start)
    else:
        heuristic = pymimir.FFHeuristic(problem)
        searches = {
            "gbfs-lazy": pymimir.gbfs_lazy,
            "gbfs-eager": pymimir.gbfs_eager,
            "astar-eager": pymimir.astar_eager,
        }
        result = searches[search](problem, start, heuristic)
    print(f"search seconds: {time.perf_counter() - parsed:.6f}")  # noqa: T201
    print(f"status: {result.status}")  # noqa: T201
    if result.solution is not None:
        lines = [str(action) for action in result.solution]
        Path(plan_path).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
