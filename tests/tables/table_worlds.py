"""Small worlds of a user: some qualify for a macro table, and some only seem to."""

from collections.abc import Sequence

import numpy as np

Digits = tuple[int, ...]


class Dials:
    """Action i turns dials i and i + 1 (the last one alone) by one; no action turns back."""

    def __init__(self, num_dials: int = 4, num_digits: int = 5, odd_state: Digits = ()) -> None:
        self.num_variables = num_dials
        self.num_digits = num_digits
        self.odd_state = tuple(odd_state)
        """Here, and only here, every action also turns the first dial once more."""

    def start(self) -> list[int]:
        return [(3 * dial + 1) % self.num_digits for dial in range(self.num_variables)]

    def goal(self) -> dict[int, int]:
        return dict.fromkeys(range(self.num_variables), 0)

    def applicable(self, state: Sequence[int]) -> list[int]:
        return list(range(self.num_variables))

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        turned = [int(digit) for digit in state]
        for dial in (action, action + 1):
            if dial < self.num_variables:
                turned[dial] = (turned[dial] + 1) % self.num_digits
        if tuple(map(int, state)) == self.odd_state:
            turned[0] = (turned[0] + 1) % self.num_digits
        return turned

    def action_name(self, action: int) -> str:
        return f"turn-{action}"


class PartlyWanted(Dials):
    """A goal for some of the dials only."""

    def goal(self) -> dict[int, int]:
        return {1: 0, 3: 2}


class Slide:
    """The 8-puzzle with four actions named by direction: what they do depends on the blank."""

    num_variables = 9
    num_values = 9

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        state = np.array([8, *range(8)])
        for _ in range(60 if seed else 0):
            actions = self.applicable(state)
            state = np.array(self.successor(state, actions[int(rng.integers(len(actions)))]))
        self._start = state.tolist()

    def start(self) -> list[int]:
        return list(self._start)

    def goal(self) -> dict[int, int]:
        return {0: 8, **{tile: tile - 1 for tile in range(1, 9)}}

    def applicable(self, state: Sequence[int]) -> list[int]:
        row, column = divmod(int(state[0]), 3)
        return [a for a, ok in enumerate((row > 0, row < 2, column > 0, column < 2)) if ok]

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        blank = int(state[0])
        target = blank + (-3, 3, -1, 1)[action]
        swap = {blank: target, target: blank}
        return [swap.get(int(cell), int(cell)) for cell in state]

    def action_name(self, action: int) -> str:
        return ("up", "down", "left", "right")[action]


class Exchange(Dials):
    """An action exchanges the values of two variables."""

    def start(self) -> list[int]:
        return list(range(self.num_variables))

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        turned = [int(value) for value in state]
        other = (action + 1) % self.num_variables
        turned[action], turned[other] = turned[other], turned[action]
        return turned


class OneWay(Dials):
    """Digits never fall: the last one stays."""

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        turned = [int(digit) for digit in state]
        turned[action] = min(turned[action] + 1, self.num_digits - 1)
        return turned
