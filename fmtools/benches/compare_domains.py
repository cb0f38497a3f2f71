"""`make compare`: one planner on the originals and the compiled files of all domains in pddl/.

One file of records per domain, written whole once its runs are done: an interrupted sweep goes on
with the next domain, and records of other macros or limits are made anew. Nothing here prints.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.compare.augmented_files import ComparedFiles, NoMacroLeftError, compared_files
from fmtools.compare.runs import Announce, PlannerSummary, compare, summarize
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.registry import find_driver
from fmtools.errors import InputError
from fmtools.files import write_whole
from fmtools.library_file import load_library
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.read import read_domain, read_problem


@dataclass(frozen=True)
class Sweep:
    """What to run: the first problems of every domain that has a compiled library."""

    originals: Path = Path("pddl")
    compiled: Path = Path("compiled")
    results: Path = Path("results/compare")
    planner: str = "lama-first"
    num_problems: int = 10
    max_growth: float = 10.0
    seconds: float = 30.0
    memory: int = 4 << 30

    def domains(self) -> list[str]:
        """InputError where there are none: the sweep reads a clone's folders."""
        found = sorted(path.parent.name for path in self.compiled.glob("*/macros.json"))
        found = [name for name in found if (self.originals / name / "domain.pddl").is_file()]
        if not found:
            raise InputError(
                f"no domain has both {self.originals}/NAME/domain.pddl and "
                f"{self.compiled}/NAME/macros.json: run this in a clone of fmtools"
            )
        return found


@dataclass(frozen=True)
class DomainRow:
    domain: str
    macros: int
    summary: PlannerSummary | None = None
    """None without macros: there is nothing to compare."""


def compare_domains(
    sweep: Sweep, announce: Announce = lambda planner, problem, kind: None
) -> Iterator[DomainRow]:
    """A row per domain, as they are done."""
    for name in sweep.domains():
        files = _files(sweep, name)
        if files is None:
            yield DomainRow(name, 0)
            continue
        path = sweep.results / f"{name}.jsonl"
        identity = _identity(sweep, files)
        records = _finished(path, identity)
        if not records:
            driver = find_driver(sweep.planner, None, {}, 0)
            limits = ProcessLimits(sweep.seconds, sweep.memory)
            records = list(compare(files, [driver], limits, announce))
            lines = [json.dumps({"sweep": identity})]
            lines += [json.dumps(record.to_dict()) for record in records]
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, "\n".join(lines) + "\n")
            records = _finished(path, identity)  # as later readers see them: rounded
        yield DomainRow(name, len(files.compilation.macros), summarize(records)[0])


def _files(sweep: Sweep, name: str) -> ComparedFiles | None:
    """None where no macro becomes an operator within the growth limit."""
    domain = read_domain(sweep.originals / name / "domain.pddl")
    paths = sorted((sweep.originals / name).glob("problem-*.pddl"))[: sweep.num_problems]
    problems = [read_problem(path, domain) for path in paths]
    macros = sweep.compiled / name / "macros.json"
    given = {"max_growth": sweep.max_growth}
    library = load_library(macros)
    compilation = compile_macros(domain, library, macros, problems=problems, given=given)
    try:
        return compared_files(compilation, problems, macros)
    except NoMacroLeftError:
        return None


def _identity(sweep: Sweep, files: ComparedFiles) -> str:
    """Of everything that a domain's records depend on, the planner's version apart."""
    parts = [sweep.planner, str(sweep.seconds), str(sweep.memory), _text(files)]
    parts += [problem.text for problem in files.problems]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _text(files: ComparedFiles) -> str:
    return augmented_text(files.compilation, files.problems, "equality").domain


def _finished(path: Path, identity: str) -> list[RunRecord]:
    """The records of the same sweep, where they are there."""
    if not path.is_file():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    if json.loads(head) != {"sweep": identity}:
        return []
    found = [json.loads(line) for line in lines]
    return [RunRecord(**{**line, "outcome": RunOutcome(line["outcome"])}) for line in found]
