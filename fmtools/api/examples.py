"""The examples that come with the package, in a folder of the user's: `fmtools examples`.

PDDL problems are drawn from their generators; the cube is exported; all else is copied from
`fmtools/examples/`.
"""

from importlib import resources
from pathlib import Path

from fmtools.generators.write import instance_texts, write_folder
from fmtools.simulators.export import world_to_pddl
from fmtools.simulators.registry import build_world

COPIED = (
    "README.md",
    "warehouse.py",
    "walk.py",
    "unified_planning_gripper.py",
    "cube_macros.ipynb",
)
DRAWN = {"gripper": (12, 3), "depot": (12, 3)}
"""Domain -> size of its problems, and how many."""
CUBES = 3


def write_examples(folder: Path, force: bool = False) -> list[Path]:
    """The files written; what is there and differs stays, unless `force`."""
    source = resources.files("fmtools") / "examples"
    texts = {name: (source / name).read_text(encoding="utf-8") for name in COPIED}
    for domain, (size, count) in DRAWN.items():
        drawn = instance_texts(domain, size, count)
        texts |= {f"{domain}/{name}": text for name, text in drawn.items()}
    for number in range(CUBES):
        exported = world_to_pddl(build_world(["cube"], {}, seed=number + 1))
        names = "domain.pddl", f"problem-{number:03}.pddl"
        texts |= {f"cube/{name}": text for name, text in zip(names, exported, strict=True)}
    return write_folder(folder, texts, force)
