"""The examples that come with the package, in a folder of the user's: `fmtools examples`.

PDDL problems are drawn from their generators; all else is copied from `fmtools/examples/`.
"""

from importlib import resources
from pathlib import Path
from typing import NamedTuple

from fmtools.generators.write import instance_texts, write_folder

COPIED = (
    "README.md",
    "warehouse.py",
    "walk.py",
    "unified_planning_gripper.py",
    "cube_macros.ipynb",
)


class Sample(NamedTuple):
    """Problems of one domain."""

    domain: str
    size: int | None
    count: int


SAMPLES = {
    "gripper": Sample("gripper", 12, 3),
    "miconic": Sample("miconic", None, 3),
}
"""Folder -> what is drawn into it."""


def write_examples(folder: Path, force: bool = False) -> list[Path]:
    """The files written; what is there and differs stays, unless `force`."""
    source = resources.files("fmtools") / "examples"
    texts = {name: (source / name).read_text(encoding="utf-8") for name in COPIED}
    for name, sample in SAMPLES.items():
        drawn = instance_texts(sample.domain, sample.size, sample.count)
        texts |= {f"{name}/{file}": text for file, text in drawn.items()}
    return write_folder(folder, texts, force)
