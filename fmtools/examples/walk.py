"""A walk through a PDDL task from Python: applicable actions, progression, facts.

Run it from the root of the repository: `.venv/bin/python -m examples.walk`.
"""

import random
from pathlib import Path

import fmtools

PDDL = Path(__file__).resolve().parents[1] / "pddl"


def main(steps: int = 5, seed: int = 0) -> None:
    task = fmtools.load(PDDL / "hanoi" / "domain.pddl", PDDL / "hanoi" / "problem-000.pddl")
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
