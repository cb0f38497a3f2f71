"""The 15-puzzle as people write it: a class in plain Python that knows no planner's library.

`fmtools plan fmtools.benches.plain_puzzle:Puzzle` searches it; `skdecide_puzzle.py` hands the
same class to scikit-decide, in another environment. Variable: a cell; value: its tile, 0 the blank.
"""

from collections.abc import Sequence

START = (5, 4, 15, 3, 9, 1, 10, 2, 0, 13, 6, 8, 12, 7, 11, 14)
GOAL = (*range(1, 16), 0)
STEPS = (-4, 4, -1, 1)
NAMES = ("up", "down", "left", "right")


class Puzzle:
    num_variables = 16
    num_values = 16

    def start(self) -> tuple[int, ...]:
        return START

    def goal(self) -> dict[int, int]:
        return dict(enumerate(GOAL))

    def applicable(self, state: Sequence[int]) -> list[int]:
        row, column = divmod(list(state).index(0), 4)
        fits = (row > 0, row < 3, column > 0, column < 3)
        return [action for action in range(4) if fits[action]]

    def successor(self, state: Sequence[int], action: int) -> tuple[int, ...]:
        cells = list(state)
        blank = cells.index(0)
        other = blank + STEPS[action]
        cells[blank], cells[other] = cells[other], cells[blank]
        return tuple(cells)

    def action_name(self, action: int) -> str:
        return NAMES[action]
