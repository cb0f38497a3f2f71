"""How fast a user's simulator is searched, where its time goes, and what would make it faster."""

import cProfile
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fmtools.limits import Limits
from fmtools.places import Place
from fmtools.search.planners import Settings, plan
from fmtools.simulator import Batches, BoundsValues, Simulator
from fmtools.simulators.rules import Walked

BUDGET, SECONDS = 20_000, 5.0
FEW = 1_000
"""States below which a rate says little."""
MOST_PLACES = 5
OURS = str(Path(__file__).resolve().parents[1]) + os.sep


@dataclass(frozen=True)
class Share:
    where: str
    share: float


@dataclass(frozen=True)
class OwnSpeed:
    generated: int
    rate: float
    """Generated states per CPU second, breadth first."""
    shares: tuple[Share, ...]
    """Of the time: fmtools itself, then the functions that took most."""
    advice: tuple[str, ...]


def own_speed(build: Callable[[], Simulator], walked: Walked, budget: int = BUDGET) -> OwnSpeed:
    """Breadth-first search, once timed and once profiled, each in a simulator made anew."""
    settings = Settings(planner="bfs", limits=Limits(budget, SECONDS))
    simulator = build()
    begin = time.process_time()
    generated = plan(simulator, settings).generated
    seconds = max(time.process_time() - begin, 1e-6)
    again = build()
    profile = cProfile.Profile(time.process_time)
    profile.runcall(plan, again, settings)
    shares = _shares(profile)
    return OwnSpeed(generated, generated / seconds, shares, _advice(simulator, walked, shares))


def _shares(profile: cProfile.Profile) -> tuple[Share, ...]:
    """By function; what is written in C counts for the function that called it."""
    profile.create_stats()
    spent: dict[tuple[str, int, str], float] = {}
    stats: dict[Any, Any] = profile.stats  # type: ignore[attr-defined]
    for function, (_, _, own, _, callers) in stats.items():
        if function[0] == "~" and callers:
            for caller, (_, _, part, _) in callers.items():
                spent[caller] = spent.get(caller, 0.0) + part
        else:
            spent[function] = spent.get(function, 0.0) + own
    total = sum(spent.values()) or 1.0
    theirs = {f: t for f, t in spent.items() if not f[0].startswith(OURS) and f[0] != "~"}
    most = sorted(theirs.items(), key=lambda item: (-item[1], item[0]))[:MOST_PLACES]
    ours = Share("fmtools", 1 - sum(theirs.values()) / total)
    return (ours, *(Share(_named(Place(*f)), t / total) for f, t in most))


def _named(place: Place) -> str:
    """`lights.py:12 successor()`; of other people's code the last two names of the path."""
    path = Path(place.file)
    where = str(place) if path.is_relative_to(Path.cwd()) else "/".join(path.parts[-2:])
    return f"{where.partition(':')[0]}:{place.line} {place.function}()"


def _advice(simulator: Simulator, walked: Walked, shares: tuple[Share, ...]) -> tuple[str, ...]:
    advice = []
    if not isinstance(simulator, BoundsValues) and walked.most_value < 256:
        bits = "2 a bit" if walked.most_value < 2 else "256 a byte"
        advice.append(
            f"num_values, one above the largest value (seen: {walked.most_value}): up to {bits} "
            "for a variable instead of two"
        )
    if not isinstance(simulator, Batches) and shares[0].share < 0.5:
        advice.append(
            "successors(state), which returns the applicable actions and an array of all their "
            "successors: what these have in common is computed once, or by numpy"
        )
    if walked.returns_arrays and walked.num_states and not isinstance(simulator, Batches):
        advice.append("lists or tuples of int as successors: for short states faster than arrays")
    if walked.num_goals == 1:
        advice.append(
            "a goal of more than one fact, where there is one: goal counting sees nothing of one "
            "before it holds; or heuristic(state)"
        )
    return tuple(advice)
