"""What installing fmtools costs, with each extra: the table in install.md (`make install-cost`).

Counted in the environment that it runs in, which must have all extras (`make setup`): the packages
that each one asks for, those asked for by these, and so on, as pip would install them.
"""

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fmtools

EXTRAS = {
    "gym": "Gymnasium and minigrid environments",
    "report": "figures as files, plots",
    "up": "unified-planning engines",
    "pddlgym": "`--simulator pddlgym`",
    "bfws": "LAPKT for `compare`",
    "pyperplan": "pyperplan for `compare`",
    "mimir": "pymimir for `compare`",
    "cluster": "experiments on a Dask cluster",
}
"""Those for users, and what they are for."""


class Cost(NamedTuple):
    name: str
    use: str
    packages: int
    megabytes: float
    largest: list[str]


def costs() -> Iterator[Cost]:
    """The default, then what each extra adds to it."""
    default = needed(["fmtools"])
    yield _cost("default", "everything else", default)
    for extra, use in EXTRAS.items():
        yield _cost(f"`{extra}`", use, needed([f"fmtools[{extra}]"]) - default)


def needed(requirements: Iterable[str]) -> set[str]:
    """Names of all packages that these need, directly or not."""
    todo = [Requirement(text) for text in requirements]
    seen: set[tuple[str, str]] = set()
    while todo:
        wanted = todo.pop()
        for extra in wanted.extras or {""}:
            if (key := (canonicalize_name(wanted.name), extra)) in seen:
                continue
            seen.add(key)
            for text in distribution(wanted.name).requires or ():
                further = Requirement(text)
                if further.marker is None or further.marker.evaluate({"extra": extra}):
                    todo.append(further)
    return {name for name, _ in seen}


def _cost(name: str, use: str, packages: set[str]) -> Cost:
    sizes = {package: _bytes(package) for package in packages}
    largest = sorted(sizes, key=lambda package: -sizes[package])[:3]
    return Cost(name, use, len(sizes), sum(sizes.values()) / 1e6, largest)


def _bytes(package: str) -> int:
    if package == "fmtools":  # linked to this tree, not copied
        files = Path(fmtools.__file__).parent.rglob("*")
        return sum(
            p.stat().st_size for p in files if p.is_file() and p.suffix not in (".c", ".pyc")
        )
    installed = distribution(package)
    paths = [Path(str(installed.locate_file(file))) for file in installed.files or ()]
    return sum(path.stat().st_size for path in paths if path.exists())


def table() -> str:
    lines = ["| install | for | packages | MB | mostly |", "|---|---|---:|---:|---|"]
    for cost in costs():
        sign = "" if cost.name == "default" else "+"
        size = f"{cost.megabytes:.0f}" if cost.megabytes >= 1 else "<1"
        told = f"{sign}{cost.packages} | {sign}{size} | {', '.join(cost.largest)}"
        lines.append(f"| {cost.name} | {cost.use} | {told} |")
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        print(table())
    except PackageNotFoundError as error:
        raise SystemExit(f"{error}: not here; run make setup first") from None
