"""From an experiment to its runs: each with a key, grouped into jobs that share one built task.

A key is a digest of everything that determines the run's result (of the code, RESULTS_VERSION), and
of nothing else: not of where the experiment's file lies. A job is plain data, ready for any worker.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from fmtools import version
from fmtools.errors import FmtoolsError, InputError
from fmtools.experiments.libraries import SEEDLESS, LibraryRequest, request_library
from fmtools.experiments.spec import NONE, Block, Experiment, MacroSource
from fmtools.experiments.tasks import (
    Description,
    describe_task,
    digest,
    read_world,
    task_digest,
    world_label,
)
from fmtools.simulators.registry import WORLDS
from fmtools.store.reading import FORMAT

KEY_LENGTH = 32


@dataclass(frozen=True)
class Run:
    key: str
    fields: Mapping[str, Any]
    """What the record says before anything is run."""
    settings: Mapping[str, Any]
    """What the worker needs beyond the fields."""


@dataclass(frozen=True)
class Job:
    """Runs on one task with one library, one after the other."""

    number: int
    kind: str
    task: Description
    library: str | None
    """Its name in the store."""
    runs: tuple[Run, ...]

    @property
    def world(self) -> str:
        return str(self.runs[0].fields["world"])

    def to_dict(self, library_text: str | None = None) -> dict[str, Any]:
        return {**asdict(self), "library_text": library_text}


@dataclass(frozen=True)
class Grid:
    libraries: tuple[LibraryRequest, ...]
    """Those that others are made from come first."""
    jobs: tuple[Job, ...]

    @property
    def num_runs(self) -> int:
        return sum(len(job.runs) for job in self.jobs)


def expand(experiment: Experiment) -> Grid:
    """All runs; InputError where a world or its macros do not exist."""
    return _Expansion(experiment).grid()


class _Expansion:
    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.libraries: dict[str, LibraryRequest] = {}
        self._requested: dict[tuple[str, str, int], LibraryRequest] = {}
        self._seen: set[str] = set()
        self._digest_of: dict[str, str] = {}

    def grid(self) -> Grid:
        jobs: list[Job] = []
        for block in self.experiment.blocks:
            try:
                for kind, task, library, runs in self._jobs(block):
                    new = tuple(run for run in runs if run.key not in self._seen)
                    self._seen.update(run.key for run in new)
                    if new:
                        jobs.append(Job(len(jobs), kind, task, library, new))
            except InputError as error:
                text = str(error)
                prefix = f"{self.experiment.path}: "
                raise InputError(text if text.startswith(prefix) else prefix + text) from None
            except FmtoolsError as error:
                raise InputError(f"{self.experiment.path}: {error}") from None
        return Grid(tuple(self.libraries.values()), tuple(jobs))

    def _jobs(self, block: Block) -> Iterator[tuple[str, Description, str | None, list[Run]]]:
        if block.kind == "correlation":
            yield from self._correlations(block)
            return
        found = read_world(block.world)
        keeps_actions = found is None or found[0].keeps_actions
        if not keeps_actions and any(source.source != NONE for source in block.macros):
            raise InputError(
                f"a {block.world} has other actions in every instance; macros must be 'none'"
            )
        cells = product(block.macros, block.variants, block.goals, block.instances)
        for source, options, goals, instance in cells:
            folder = self.experiment.path.parent
            task = describe_task(block.world, instance, goals == "random", options, folder)
            told = {k: v for k, v in options.items() if found and not found[0].option(k).hidden}
            for learn_seed in self._learn_seeds(block, source, instance):
                library = self._library(source, block.world, learn_seed)
                runs = [
                    self._run(
                        block,
                        task,
                        source,
                        library,
                        planner,
                        tie_seed,
                        {
                            "goals": goals,
                            "instance": instance,
                            "learn_seed": learn_seed,
                            **told,
                        },
                    )
                    for planner in block.planners
                    for tie_seed in (block.tie_seeds if block.kind == "plan" else (None,))
                ]
                yield block.kind, task, None if library is None else library.name, runs

    def _run(
        self,
        block: Block,
        task: Description,
        source: MacroSource,
        library: LibraryRequest | None,
        planner: str,
        tie_seed: int | None,
        cell: Mapping[str, Any],
    ) -> Run:
        fields = {
            "experiment": self.experiment.name,
            "kind": block.kind,
            "world": world_label(block.world),
            "planner": planner,
            "macros": source.label,
            **cell,
            "tie_seed": tie_seed,
            "ties": block.ties if block.kind == "plan" else None,
            "budget": block.budget if block.kind == "plan" else None,
            "task_hash": self._digest(task),
            "library": None if library is None else library.name,
            **self._options(block),
        }
        settings = {
            "time_limit": block.time_limit,
            "memory_limit": block.memory_limit,
            "width": block.width,
            "paper_bfws": block.paper_bfws,
            "trace": block.trace,
        }
        if not planner.startswith(("bfws", "iw")):
            # Neither means anything to other planners: a change of it must not repeat their runs.
            settings |= {"width": 2, "paper_bfws": False}
        return self._keyed(fields, settings)

    def _options(self, block: Block) -> dict[str, Any]:
        """What came later stands in records, and so in keys, only where it is used."""
        if block.kind != "plan":
            return {}
        options = {"expansion": block.expansion, "shorten": block.shorten}
        if "table" in block.planners:
            options["beam"] = block.beam
        return {key: value for key, value in options.items() if value is not None}

    def _keyed(self, fields: Mapping[str, Any], settings: Mapping[str, Any]) -> Run:
        number = version.results_version_of(fields.get("planner"))
        fields = {"results_version": number, **fields}
        key = digest([fields, settings])[:KEY_LENGTH]
        return Run(key, {"format": FORMAT, "key": key, **fields}, settings)

    def _correlations(
        self, block: Block
    ) -> Iterator[tuple[str, Description, str | None, list[Run]]]:
        """A record for each seed, and one for all of them pooled."""
        found = read_world(block.world)
        if found is None or found[0].distances is None:
            having = [repr(kind.name) for kind in WORLDS.values() if kind.distances]
            raise InputError(
                f"distances in {block.world!r} cannot be measured; expected {', '.join(having)}"
            )
        seeds = list(block.instances)
        for options in block.variants:
            task = {"kind": found[0].name, **options, "seeds": seeds}
            fields = {
                "experiment": self.experiment.name,
                "kind": block.kind,
                "world": block.world,
                **options,
            }
            runs = [self._keyed({**fields, "seed": seed, "seeds": None}, {}) for seed in seeds]
            runs.append(self._keyed({**fields, "seed": None, "seeds": seeds}, {}))
            yield block.kind, task, None, runs

    def _learn_seeds(
        self, block: Block, source: MacroSource, instance: int
    ) -> tuple[int | None, ...]:
        if source.source == NONE or source.source in SEEDLESS:
            return (None,)
        if source.source == "random":
            return (instance % block.draws,)
        return block.learn_seeds

    def _library(
        self, source: MacroSource, world: str, learn_seed: int | None
    ) -> LibraryRequest | None:
        if source.source == NONE:
            return None
        key = (source.label, world, learn_seed or 0)
        if key not in self._requested:
            requests = request_library(self.experiment, source, world, learn_seed or 0)
            for request in requests:
                self.libraries.setdefault(request.name, request)
            self._requested[key] = requests[-1]
        return self._requested[key]

    def _digest(self, task: Description) -> str:
        """Of a task; the same one is asked for by many runs."""
        key = digest(task)
        if key not in self._digest_of:
            self._digest_of[key] = task_digest(task)
        return self._digest_of[key]
