"""Lights: switches in a row, each toggles its own light and those beside it. A simulator.

    fmtools check THIS_FILE:Lights
    fmtools plan THIS_FILE:Lights --option size=12
    fmtools learn THIS_FILE:Lights -o macros.json

fmtools needs the six members marked below, and nothing else: no class to inherit, nothing to
import. It sees states and actions as integers and knows nothing of lights.
"""

import random
from collections.abc import Sequence


class Lights:
    """Keyword arguments become options of the command line: `--option size=12`.

    Macros are for a size, but for every seed: options that choose start or goal alone are named
    here. (`fmtools plan --seed` is the search's own; the world's is `--option seed=5`.)
    """

    instance_options = ("seed",)

    def __init__(self, size: int = 9, seed: int = 0) -> None:
        # A ValueError is shown to the user as one line.
        if size < 1:
            raise ValueError(f"size={size}; there must be a light")
        rng = random.Random(seed)

        # 1. How many variables a state has: always as many.
        self.num_variables = size

        # Not needed, but it saves memory: values are 0 to num_values - 1.
        self.num_values = 2

        # Pressing switches at random from darkness gives a start that can be solved.
        self._start = [0] * size
        for switch in range(size):
            if rng.random() < 0.5:
                self._start = self.successor(self._start, switch)

    def start(self) -> list[int]:
        """2. The state to begin with, the same every time."""
        return self._start

    def goal(self) -> dict[int, int]:
        """3. Variable -> value. Planners count how many of these facts do not hold yet."""
        return dict.fromkeys(range(self.num_variables), 0)

    def applicable(self, state: Sequence[int]) -> Sequence[int]:
        """4. Ids of the actions that can be done in this state, in an order that never varies."""
        return range(self.num_variables)

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        """5. The state after an action: a new one, the old one stays as it is."""
        after = list(state)
        for light in range(max(action - 1, 0), min(action + 2, len(after))):
            after[light] = 1 - after[light]
        return after

    def action_name(self, action: int) -> str:
        """6. What the action is called in plans; every action has a name of its own."""
        return f"press-{action}"

    def render(self, state: Sequence[int]) -> str:
        """Not needed: how a state looks."""
        return "".join(".*"[light] for light in state)
