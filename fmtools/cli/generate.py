"""`fmtools generate`: a domain and problem instances for it."""

import json
import re
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON, SEED
from fmtools.cli.process import summary
from fmtools.errors import UsageError, did_you_mean
from fmtools.progress import stage


def generate(
    name: str = argument(
        metavar="DOMAIN-NAME", values="domains", help="Such as hanoi; listed below."
    ),
    size: str | None = option(
        None,
        metavar="N[,N…]",
        shown="the paper's",
        help="How large; 4,6,8: one problem of each size.",
    ),
    count: int | None = option(
        None,
        shown="100 for the paper's domains, else 20",
        help="How many problems; with several sizes, of each (then 1).",
    ),
    seed: int = SEED,
    output: Path = option(..., "-o", "--output", metavar="FOLDER", help="Write into this folder."),
    force: bool = option(False, "--force", help="Overwrite files that would change."),
    json_output: bool = JSON,
) -> None:
    """Write a domain and problem instances into a folder.

    The same name, size, seed and number give the same bytes; --seed 1 gives those in pddl/.

    Domains of the paper: depot, doors, ferry, gripper, hanoi, miconic. Others: barman, blocksworld,
    childsnack, elevators, floortile, logistics, npuzzle, rovers, satellite, sokoban, termes,
    transport, visitall.

    Example: fmtools generate hanoi -o pddl/hanoi-12 --size 12 --count 10
    """
    from fmtools.generators.registry import GENERATORS
    from fmtools.generators.write import write_instances

    if name not in GENERATORS:
        known = ", ".join(sorted(GENERATORS))
        raise UsageError(f"no domain {name!r}{did_you_mean(name, GENERATORS)}; there are: {known}")
    world = GENERATORS[name]
    sizes = [world.size] if size is None else parse_sizes(size)
    drawn: int | list[int] = sizes if len(sizes) > 1 else sizes[0]
    shown = ", ".join(map(str, sizes))
    with stage("generate", f"{name} problems with {shown} {world.unit}"):
        paths = write_instances(name, output, drawn, count, seed, force)
    if json_output:
        found = {
            "domain_name": name,
            "size": drawn,
            "unit": world.unit,
            "count": len(paths) - 1,
            "seed": seed,
            "domain": str(paths[0]),
            "problems": [str(path) for path in paths[1:]],
        }
        print(json.dumps(found))
    else:
        problems = f"{len(paths) - 1} problem{'s' if len(paths) != 2 else ''}"
        with summary(False, written=True):
            print(f"{problems} with {shown} {world.unit} in {output}")


def parse_sizes(text: str) -> list[int]:
    if not re.fullmatch(r"[0-9]{1,18}(,[0-9]{1,18})*", text):
        raise UsageError(f"--size {text!r}: expected a number, or several such as 4,6,8")
    return [int(part) for part in text.split(",")]
