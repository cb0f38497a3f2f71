"""`make demo`: the whole story in about a minute, each command printed before it runs."""

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from fmtools.errors import EXIT_BUDGET, EXIT_OK

DOMAIN = "pddl/miconic/domain.pddl"
PROBLEMS = [f"pddl/miconic/problem-00{number}.pddl" for number in range(3)]

MADE = ("cube.json", "lift.json", "augmented.pddl", "found.plan")
"""Files that the steps make, in a temporary folder."""

STEPS: list[tuple[str, list[str]]] = [
    (
        "A cube, five quarter turns away from solved: A* on the goal count finds the way back.",
        ["plan", "cube", "--scramble", "R U2 F' L", "--planner", "astar"],
    ),
    (
        "A thoroughly scrambled cube: goal counting leads nowhere.",
        ["plan", "cube", "--seed", "1", "--budget", "1M"],
    ),
    (
        "So learn macro-actions that change few stickers, as the paper did: a million queries.",
        ["learn", "cube", "--paper", "-o", "cube.json"],
    ),
    ("What they do:", ["show", "cube.json", "--limit", "3"]),
    ("And with them:", ["plan", "cube", "--seed", "1", "--macros", "cube.json"]),
    (
        "The same for PDDL, an elevator: learn in the simulator, which sees no PDDL.",
        ["learn", DOMAIN, PROBLEMS[0], "-o", "lift.json"],
    ),
    ("What they do:", ["show", "lift.json", "--limit", "3"]),
    (
        "Compile them into operators, each proved equal to its primitive actions.",
        ["compile", DOMAIN, "lift.json", "-o", "augmented.pddl", "--problems", *PROBLEMS],
    ),
    ("Plan without them …", ["plan", DOMAIN, PROBLEMS[1]]),
    (
        "… and with them; the plan written is in primitive actions.",
        ["plan", DOMAIN, PROBLEMS[1], "--macros", "lift.json", "-o", "found.plan"],
    ),
    ("Valid?", ["validate", DOMAIN, PROBLEMS[1], "found.plan"]),
    (
        "Original against augmented, for LAMA and for our own search; total time counts.",
        [
            "compare", DOMAIN, *PROBLEMS, "--macros", "lift.json",
            "--planner", "lama-first", "--planner", "gbfs", "--time-limit", "30",
        ],
    ),
]  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fmtools-demo-") as folder:
        for comment, words in STEPS:
            print(f"\n# {comment}\n$ fmtools {shlex.join(words)}", flush=True)
            placed = [str(Path(folder) / word) if word in MADE else word for word in words]
            run = subprocess.run([sys.executable, "-m", "fmtools", *placed], check=False)
            if run.returncode not in (EXIT_OK, EXIT_BUDGET):
                sys.exit(run.returncode)


if __name__ == "__main__":
    main()
