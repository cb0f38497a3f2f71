"""`fmtools demo`: the whole story in about a minute, each command printed before it runs."""

import shlex
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from fmtools.cli.declare import option
from fmtools.errors import EXIT_BUDGET, EXIT_OK

STEPS: list[tuple[str, list[str]]] = [
    (
        "A cube, five quarter turns away from solved: A* on the goal count finds the way back.",
        ["plan", "cube", "--scramble", "R U2 F' L", "--planner", "astar"],
    ),
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
