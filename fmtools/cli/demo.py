"""`make demo`: fmtools as a newcomer would use it, each command printed before it runs."""

import shlex
import subprocess
import sys

STEPS = [
    (
        "A cube, five turns away from solved: A* on the goal count finds the way back.",
        ["plan", "cube", "--scramble", "R U2 F' L", "--planner", "astar"],
    ),
    (
        "A 15-puzzle after some 225 random moves: greedy search solves it, with a long plan.",
        ["plan", "npuzzle", "--seed", "1"],
    ),
    (
        "A thoroughly scrambled cube: goal counting leads nowhere. This is what macros are for.",
        ["plan", "cube", "--seed", "1", "--budget", "1M"],
    ),
]


def main() -> None:
    for comment, words in STEPS:
        print(f"\n# {comment}\n$ fmtools {shlex.join(words)}", flush=True)
        finished = subprocess.run([sys.executable, "-m", "fmtools", *words], check=False)
        if finished.returncode not in (0, 12):
            sys.exit(finished.returncode)


if __name__ == "__main__":
    main()
