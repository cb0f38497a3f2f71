"""A walk through a PDDL task from Python: applicable actions, progression, facts.

Run it where `fmtools examples` put it: `python walk.py`.
"""

import random
from os import PathLike

import fmtools


def main(
    domain: str | PathLike[str] = "gripper/domain.pddl",
    problem: str | PathLike[str] = "gripper/problem-000.pddl",
    steps: int = 5,
    seed: int = 0,
) -> None:
    task = fmtools.load(domain, problem)
    rng = random.Random(seed)
    state = task.start
    for _ in range(steps):
        action = rng.choice(task.applicable(state))
        state = task.apply(state, action)
        print(action)
    print(state)
    print("goal reached" if task.is_goal(state) else "not there yet")


if __name__ == "__main__":
    main()
