"""README's picture: commands of `fmtools demo`, run here, with what they print (`make picture`).

A picture is no place for all of it: of long outputs the first and last lines are shown.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fmtools.api.examples import write_examples
from fmtools.cli.demo import STEPS

WIDTH = 88
FIRST, LAST = 12, 5
"""Lines of an output that are shown."""
SHOWN = (1, 2, 4, 7, 8, 9)
"""Steps of the demo."""


def picture(steps: list[tuple[str, list[str]]]) -> str:
    """SVG of the steps; all of them run, since some need what others wrote."""
    console = Console(record=True, width=WIDTH, file=Path(os.devnull).open("w"))
    with tempfile.TemporaryDirectory(prefix="fmtools-picture-") as folder:
        write_examples(Path(folder))
        for number, (comment, words) in enumerate(steps):
            run = subprocess.run(
                [sys.executable, "-m", "fmtools", *words],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
                env=os.environ | {"COLUMNS": str(WIDTH)},
            )
            if number not in SHOWN:
                continue
            console.print(Text(f"# {comment}", style="bright_black"))
            console.print(Text(f"$ fmtools {shlex.join(words)}", style="bold green"))
            for line in _cut(run.stdout.splitlines()):
                console.print(Text(line), no_wrap=True, overflow="crop")
            console.print()
    return console.export_svg(title="fmtools demo", unique_id="demo")


def _cut(lines: list[str]) -> list[str]:
    if len(lines) <= FIRST + LAST + 1:
        return lines
    return [*lines[:FIRST], "…", *lines[-LAST:]]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(STEPS), encoding="utf-8")
