"""What is installed, as `fmtools planners` tells it."""

from dataclasses import asdict, dataclass
from pathlib import Path

from fmtools.drivers.builtin import READS as BUILTIN_READS
from fmtools.drivers.builtin import builtin_names
from fmtools.drivers.command import load_commands
from fmtools.drivers.fast_downward import FAST_DOWNWARD, program_at
from fmtools.drivers.installed import program_version
from fmtools.drivers.registry import DRIVERS, SHORT_NAMES
from fmtools.version import __version__


@dataclass(frozen=True)
class PlannerEntry:
    title: str
    installed: bool
    version: str | None
    place: str | None
    reads: dict[str, bool]
    names: tuple[str, ...]
    """What to give as --planner; families take more variants than these."""
    install: str

    def to_dict(self) -> dict[str, object]:
        return asdict(self)


def survey(fast_downward: Path | None = None, commands: Path | None = None) -> list[PlannerEntry]:
    """External planners, then the user's own, then the built-in ones."""
    entries = []
    for key, family in DRIVERS.items():
        given = fast_downward if family.find is FAST_DOWNWARD.find else None
        program = family.find() if given is None else program_at(given)
        short = [name for name, full in SHORT_NAMES.items() if full.startswith(f"{key}:")]
        own = [] if key in short else [key]
        variants = [f"{key}:{variant}" for variant in family.variants]
        names = [*short, *own, *(v for v in variants if v not in SHORT_NAMES.values())]
        entries.append(
            PlannerEntry(
                title=family.title,
                installed=program is not None,
                version=None if program is None else program_version(family, program),
                place=None if program is None else program.place,
                reads=asdict(family.reads),
                names=tuple(names),
                install=family.install,
            )
        )
    for name, driver in ({} if commands is None else load_commands(commands)).items():
        entries.append(
            PlannerEntry(name, True, None, str(commands), asdict(driver.reads), (name,), "")
        )
    entries.append(
        PlannerEntry(
            title="fmtools",
            installed=True,
            version=__version__,
            place="built in",
            reads=asdict(BUILTIN_READS),
            names=builtin_names(),
            install="",
        )
    )
    return entries
