"""How cost grows with the size of tasks, ours and Fast Downward's: runs and their records.

Each size is made, read, grounded, searched (eager greedy with goal count, ours with a budget of as
many states as Fast Downward generated) and the plan replayed, in fresh processes. Records are
appended to a store; what is there is not run again.
"""

import hashlib
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fmtools.benches.bench_files import Files, made_files
from fmtools.benches.fast_downward import FreshRun, run_fast_downward, run_fresh
from fmtools.benches.probe import command
from fmtools.drivers.fast_downward import read_statistics
from fmtools.store.provenance import now, provenance
from fmtools.store.reading import FORMAT, Record, read_contents
from fmtools.store.writing import Store
from fmtools.version import RESULTS_VERSION

EXPERIMENT = "growth"
SIZES: dict[str, tuple[int, ...]] = {
    "gripper": (50, 100, 200, 400, 800, 1600, 3200, 6400),
    "logistics": (6, 12, 24, 48, 72, 96, 144, 192),
    "blocksworld": (10, 16, 25, 40, 63, 100, 158, 250),
    "hanoi": (6, 8, 12, 16, 24, 32, 48, 64),
    "visitall": (6, 10, 16, 24, 36, 50, 70, 100),
}
SEARCH_SECONDS = 2.0
MEMORY = 4 << 30
REPEATS, SHORT = 3, 2.0
"""Runs shorter than so many seconds are repeated, and the best counts."""
NO_BUDGET = 10_000_000

Tell = Callable[[str], None]


def run_growth(
    directory: Path,
    seconds: float,
    domains: dict[str, tuple[int, ...]] = SIZES,
    tell: Tell = lambda text: None,
) -> Iterator[Record]:
    """Records of all sizes that fit `seconds` per domain, the smallest first; 4 GB each."""
    store = Store(directory)
    for complaint in store.complaints:
        tell(complaint)
    there = {record["key"]: record for record in read_contents(directory).records}
    for name, sizes in domains.items():
        spent = last = 0.0
        for size in sizes:
            key = _key(name, size)
            if key not in there:
                if spent + 2 * last > seconds:
                    tell(f"{name}: {size} and more do not fit {seconds:g} s")
                    break
                tell(f"{name} {size}")
                began = time.monotonic()
                measured = _measure(name, size, seconds - spent)
                taken = time.monotonic() - began
                there[key] = {**_identity(name, size, key), **measured, "bench_seconds": taken}
                store.append([there[key]])
            last = there[key]["bench_seconds"]
            spent += last
            yield there[key]
            if there[key]["outcome"] != "measured":
                tell(f"{name} {size}: {there[key]['outcome']}: larger ones are not tried")
                break


def _key(name: str, size: int) -> str:
    text = f"{EXPERIMENT} {name} {size} {SEARCH_SECONDS} {RESULTS_VERSION} {_code_digest()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _code_digest() -> str:
    """Of the code that is measured: other code may be faster, so its records do not count."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for room in ("core", "pddl", "search", "simulators"):
        for path in sorted((package / room).iterdir()):
            if path.suffix in (".py", ".pyx", ".pxd"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _identity(name: str, size: int, key: str) -> Record:
    return {
        "format": FORMAT,
        "results_version": RESULTS_VERSION,
        "key": key,
        "experiment": EXPERIMENT,
        "domain": name,
        "size": size,
        "made_at": now(),
        **provenance(),
    }


def _measure(name: str, size: int, seconds: float) -> dict[str, Any]:
    """One size, both sides; `outcome` is `timeout` where one of them told nothing in time."""
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        files = made_files(name, size, Path(folder))
        theirs: list[dict[str, Any]] = []
        own: list[dict[str, Any]] = []
        for _ in range(REPEATS):
            run = _fast_downward(files, seconds)
            told = _read_fast_downward(run)
            budget = NO_BUDGET if told is None else told["generated"]
            words = command(*files, budget, SEARCH_SECONDS, MEMORY)
            found = run_fresh(words, seconds, directory=Path(folder)).json()
            if told is not None:
                theirs.append(told)
            if found is not None:
                own.append(found)
            if run.seconds >= SHORT:
                break
    measured: dict[str, Any] = {"outcome": "measured" if own and theirs else "timeout"}
    return {**measured, "ours": _best(own), "fast_downward": _best(theirs)}


def _fast_downward(files: Files, seconds: float) -> FreshRun:
    search = f"eager_greedy([goalcount()],max_time={SEARCH_SECONDS:g})"
    words = [str(path.resolve()) for path in files]
    return run_fast_downward([*words, "--search", search], seconds, MEMORY)


def _read_fast_downward(run: FreshRun) -> dict[str, Any] | None:
    """The words of `probe`. Grounding: the translator without parsing, and preparing the search."""
    statistics = read_statistics(run.output)
    patterns = {
        # CPU seconds of lines such as `Parsing: [0.010s CPU, 0.013s wall-clock]`
        "translated": r"(?m)^Done! \[([\d.]+)s CPU",
        "parsed": r"(?m)^Parsing: \[([\d.]+)s CPU",
        "whole": r"Total time: ([\d.e-]+)s",
        "searched": r"Search time: ([\d.e-]+)s",
        "peak": r"Peak memory: (\d+) KB",
        "translator peak": r"Translator peak memory: (\d+) KB",
    }
    told = {name: run.number(pattern) for name, pattern in patterns.items()}
    found = {name: number for name, number in told.items() if number is not None}
    if len(found) < len(told) or statistics.generated is None:
        return None
    ground = max(0.0, found["translated"] - found["parsed"])
    return {
        "read_seconds": found["parsed"],
        "ground_seconds": ground + max(0.0, found["whole"] - found["searched"]),
        "ground_bytes": found["translator peak"] * 1024,
        "search_seconds": found["searched"],
        "search_bytes": found["peak"] * 1024,
        "generated": statistics.generated,
        "evaluated": statistics.evaluated,
        "operators": statistics.operators,
    }


def _best(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The smallest of times; of the rest, the last run's."""
    if not runs:
        return {}
    times = {name for name in runs[0] if name.endswith("_seconds")}
    return {**runs[-1], **{name: min(run[name] for run in runs) for name in times}}
