"""`fmtools generate`: a domain and problem instances for it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON
from fmtools.errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress


def generate(
    name: str = argument(metavar="DOMAIN-NAME", help="Such as hanoi; see below."),
    output: Path = option(..., "-o", "--output", help="The folder to write into."),
    size: int | None = option(None, help="How large; the paper's size without it."),
    count: int | None = option(
        None, help="How many problems; without it 100 for the paper's domains, else 20."
    ),
    seed: int = option(1, "--seed", help="Everything random depends on this number alone."),
    force: bool = option(False, "--force", help="Overwrite files that would change."),
    json_output: bool = JSON,
) -> None:
    """Write a domain and problem instances into a folder.

    The same name, size, seed and number give the same bytes; the defaults give those in pddl/.

    Domains of the paper: depot, doors, ferry, gripper, hanoi, miconic. Others: barman, blocksworld,
    childsnack, elevators, floortile, logistics, npuzzle, rovers, satellite, sokoban, termes,
    transport, visitall.

    Example: fmtools generate hanoi -o pddl/hanoi-12 --size 12 --count 10
    """
    from fmtools.generators.registry import GENERATORS
    from fmtools.generators.write import write_instances

    if name not in GENERATORS:
        raise _unknown(name, sorted(GENERATORS))
    world = GENERATORS[name]
    size = world.size if size is None else size
    with _spinner(f"making {name} problems with {size} {world.unit}"):
        paths = write_instances(name, output, size, count, seed, force)
    if json_output:
        found = {
            "domain_name": name,
            "size": size,
            "unit": world.unit,
            "count": len(paths) - 1,
            "seed": seed,
            "domain": str(paths[0]),
            "problems": [str(path) for path in paths[1:]],
        }
        print(json.dumps(found))
    else:
        problems = f"{len(paths) - 1} problem{'s' if len(paths) != 2 else ''}"
        print(f"{problems} with {size} {world.unit} in {output}")


def _unknown(name: str, known: list[str]) -> UsageError:
    from fmtools.pddl.names import closest

    best = closest(name, known)
    hint = f"did you mean {best!r}? " if best else ""
    return UsageError(f"no domain {name!r}; {hint}there are: {', '.join(known)}")


def _spinner(what: str) -> "Progress":
    """Shows that it works and for how long: on a terminal only, on stderr, gone when done."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    progress.add_task(what, total=None)
    return progress
