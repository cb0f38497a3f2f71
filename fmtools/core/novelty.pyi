from collections.abc import Sequence

from fmtools.core.memory import Memory

class Novelty:
    width: int
    num_facts: int
    num_used: int
    gave_up_pairs: bool
    gave_up: bool
    @property
    def table_bytes(self) -> int: ...
    def __init__(
        self,
        memory: Memory,
        *,
        width: int,
        prune_above: int,
        by_goal: bool,
        paper: bool,
        cell_bits: int,
        num_variables: int,
        num_values: int,
        num_goals: int,
        relevant: Sequence[int],
        most_pair_bytes: int,
    ) -> None: ...
