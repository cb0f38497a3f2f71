"""Called in a process of its own: PLANNER SEED DOMAIN PROBLEM PLAN. Prints one line of JSON."""

import gc
import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    from fmtools.pddl.plan_file import write_plan
    from fmtools.search.planners import Settings, plan
    from fmtools.search.shorten import shorten_result
    from fmtools.simulators.grounded import load_grounded

    planner, seed, domain_path, problem_path, plan_path = sys.argv[1:]
    began = time.perf_counter()
    simulator = load_grounded(domain_path, problem_path)
    translate_seconds = time.perf_counter() - began
    settings = Settings(planner, seed=int(seed))
    result = shorten_result(simulator, plan(simulator, settings), settings)
    found = result.primitive_plan
    if found is not None:
        write_plan(Path(plan_path), found, len(found), unit_cost=True)
    told = {
        "outcome": result.outcome.value,
        "operators": simulator.task.num_actions,
        "translate_seconds": translate_seconds,
        "seconds": result.seconds,
        "evaluated": result.evaluated,
        "generated": result.generated,
    }
    print(json.dumps(told))  # noqa: T201


if __name__ == "__main__":
    # As fmtools itself starts and ends, for the same reasons.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(100_000)
    main()
    sys.stdout.flush()
    os._exit(0)
