"""`fmtools demo`: the whole story in about a minute, each command printed before it runs."""

import shlex
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from fmtools.cli.declare import option
from fmtools.errors import EXIT_BUDGET, EXIT_OK

DEPOT = ["depot/domain.pddl", "depot/problem-000.pddl"]
CUBE = ["cube/domain.pddl", "cube/problem-000.pddl"]

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
        ["learn", "cube", "--paper", "-o", "macros.json"],
    ),
    ("What they do:", ["show", "macros.json", "--limit", "3"]),
    ("And with them:", ["plan", "cube", "--seed", "1", "--macros", "macros.json"]),
    (
        "PDDL: a depot with twelve crates, which LAMA does not solve in 30 s of CPU time.",
        ["plan", *DEPOT, "--budget", "20M", "-o", "depot.plan"],
    ),
    ("Valid?", ["validate", *DEPOT, "depot.plan"]),
    (
        "The cube again, as PDDL files like any other: learn in the simulator, which sees no PDDL.",
        ["learn", *CUBE, "--keep", "400", "--budget", "1M", "-o", "pddl.json"],
    ),
    (
        "With these macros; the plan written is in primitive actions.",
        ["plan", *CUBE, "--macros", "pddl.json", "--budget", "10M", "-o", "cube.plan"],
    ),
    ("Valid?", ["validate", *CUBE, "cube.plan"]),
]


def demo(
    output: Path | None = option(
        None, "-o", "--output", help="Work in this folder and keep it; without, a temporary one."
    ),
) -> None:
    """Run the main story in about a minute, each command shown.

    The files that it works with are those of fmtools examples.

    Example: fmtools demo
    """
    from fmtools.api.examples import write_examples

    kept = None if output is None else nullcontext(str(output))
    with kept or tempfile.TemporaryDirectory(prefix="fmtools-demo-") as folder:
        write_examples(Path(folder))
        for comment, words in STEPS:
            print(f"\n# {comment}\n$ fmtools {shlex.join(words)}", flush=True)
            run = subprocess.run([sys.executable, "-m", "fmtools", *words], cwd=folder, check=False)
            if run.returncode not in (EXIT_OK, EXIT_BUDGET):
                sys.exit(run.returncode)
    print("\n# Yours to try: fmtools examples", flush=True)
