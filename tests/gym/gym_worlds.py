"""Small environments, each with one thing that makes saving its state hard, or planning wrong."""

import random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle


class Corridor(gymnasium.Env[int, int]):
    """Cells in a row; at the last one the episode ends with a reward."""

    length = 6

    def __init__(self) -> None:
        self.observation_space: Any = spaces.Discrete(self.length)
        self.action_space: Any = spaces.Discrete(2)
        self.cell = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.cell = 0
        return self.seen(), {}

    def seen(self) -> Any:
        return self.cell

    def step(self, action: int) -> Any:
        self.move(1 if action else -1)
        ended = self.cell == self.length - 1
        return self.seen(), float(ended), ended, False, {}

    def move(self, by: int) -> None:
        self.cell = min(max(self.cell + by, 0), self.length - 1)


class Forgetful(Corridor, EzPickle):
    """Its deepcopy is a new environment: EzPickle calls the constructor, and that is all."""

    def __init__(self) -> None:
        Corridor.__init__(self)
        EzPickle.__init__(self)


class Fuse(Corridor):
    """Its copies forget how long it has burnt, which nobody sees before the 500th step."""

    burnt = 0

    def move(self, by: int) -> None:
        self.burnt += 1
        super().move(by if self.burnt < 500 else 0)

    def __deepcopy__(self, memo: Any) -> "Fuse":
        other = Fuse()
        other.cell = self.cell
        return other


class _Slots:
    __slots__ = ("cell",)


class Hidden(Corridor):
    """Keeps its cell where no attribute can be written back, but copies keep it."""

    def __init__(self) -> None:
        self.place = _Slots()
        super().__init__()

    @property
    def cell(self) -> int:  # type: ignore[override]
        return self.place.cell

    @cell.setter
    def cell(self, value: int) -> None:
        self.place.cell = value


class HiddenForgetful(Hidden, EzPickle):
    """Neither attributes nor copies keep its state: only replaying does."""

    def __init__(self) -> None:
        Hidden.__init__(self)
        EzPickle.__init__(self)


class Cloning(HiddenForgetful):
    """Offers its state."""

    def clone_state(self) -> int:
        return self.place.cell

    def restore_state(self, state: int) -> None:
        self.place.cell = state


class Lying(Cloning):
    """Offers a state, and does not take it back."""

    def restore_state(self, state: int) -> None:
        pass


class Lists(Corridor):
    """Its state is in lists of lists, changed in place, and in arrays that are made anew."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.rows = [[0] * 3 for _ in range(3)]
        self.mark = np.zeros(2, np.int64)
        return super().reset(seed=seed)

    def move(self, by: int) -> None:
        super().move(by)
        self.rows[self.cell % 3][self.cell // 3] ^= 1
        self.mark = self.mark.copy()
        self.mark[0] += self.rows[1][1]
        self.mark[1] = self.mark.sum() % 7
        self.mark %= 7

    def seen(self) -> Any:
        return (self.cell, np.array(self.rows, np.int8), self.mark)

    def __init__(self) -> None:
        super().__init__()
        self.observation_space = spaces.Tuple(
            [
                spaces.Discrete(self.length),
                spaces.Box(0, 1, (3, 3), np.int8),
                spaces.MultiDiscrete([7, 7]),
            ]
        )


class Counting(Corridor):
    """Sees the cell only, but needs to have been there an even number of steps: not a state."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.number = 0
        return super().reset(seed=seed)

    def move(self, by: int) -> None:
        self.number += 1
        super().move(by if self.number % 3 else -by)


class Windy(Corridor):
    """Now and then, a step leads elsewhere; the random numbers are Gymnasium's."""

    def move(self, by: int) -> None:
        super().move(by if self.np_random.random() < 0.9 else -by)


class PrivatelyWindy(Corridor):
    """The same with a generator of its own, which a deepcopy would copy."""

    def __init__(self) -> None:
        super().__init__()
        self.wind = random.Random(1)

    def move(self, by: int) -> None:
        super().move(by if self.wind.random() < 0.9 else -by)


class Blurred(Corridor):
    """Observations that are no integers."""

    def __init__(self) -> None:
        super().__init__()
        self.observation_space = spaces.Dict(
            {"cell": spaces.Box(0.0, 1.0, (1,), np.float32), "title": spaces.Text(10)}
        )

    def seen(self) -> Any:
        return {"cell": np.array([self.cell / self.length], np.float32), "title": "here"}


class Dial(Corridor):
    """A Dict of everything that becomes variables, with offsets; two actions at once."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self) -> None:
        super().__init__()
        self.observation_space = spaces.Dict(
            {
                "cell": spaces.Discrete(self.length, start=-3),
                "bits": spaces.MultiBinary(3),
                "both": spaces.Tuple([spaces.MultiDiscrete([6, 2]), spaces.Box(-5, 5, (1,), int)]),
            }
        )
        self.action_space = spaces.MultiDiscrete([2, 2])

    def step(self, action: Any) -> Any:
        return super().step(int(action[0]))

    def seen(self) -> Any:
        bits = np.array([self.cell >> bit & 1 for bit in range(3)], np.int8)
        both = (np.array([self.cell, self.cell % 2]), np.array([-self.cell]))
        return {"cell": self.cell - 3, "bits": bits, "both": both}

    def render(self) -> Any:
        return "." * self.cell + "@"
