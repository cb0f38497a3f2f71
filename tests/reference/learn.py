"""Macro learning as the paper's code did it, in plain Python: one search, one bounded heap."""

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.best_first import best_first


@dataclass(frozen=True)
class Candidate:
    actions: tuple[int, ...]
    effect_size: float


class Entry:
    """Compares negated effect sizes only."""

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate

    def __lt__(self, other: "Entry") -> bool:
        return -self.candidate.effect_size < -other.candidate.effect_size


def paper_candidates(simulator: Any, budget: int, room: int) -> list[Candidate]:
    """Every expanded node offered to a heap of bounded size; largest effect first."""
    search = best_first(simulator, budget=budget, depth_weight=1, ties="heap", learn=True)
    start = np.asarray(simulator.start())
    heap: list[Entry] = []
    for node in search.expansions:
        size = int(np.count_nonzero(node.state != start))
        entry = Entry(Candidate(node.actions(), size if size else float("inf")))
        if len(heap) < room:
            heapq.heappush(heap, entry)
        else:
            heapq.heappushpop(heap, entry)
    candidates = [entry.candidate for entry in heap]
    return sorted(candidates, key=lambda candidate: -candidate.effect_size)
