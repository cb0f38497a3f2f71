"""A warehouse: robots carry parcels past shelves to their docks. An example of a simulator.

    fmtools plan warehouse:Warehouse --option robots=2 --option parcels=5

Everything that fmtools needs is the six members of `fmtools.simulator.Simulator`, marked 1 to 6
below; it sees states and actions as integers and knows nothing of robots. No fmtools class has to
be inherited, none is even imported.

A state has one variable per robot (its cell), then one per parcel: the cell it lies on, or
`num_cells + r` while robot r carries it. Cells are numbered row by row.
"""

import random
from collections.abc import Sequence

DIRECTIONS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


class Warehouse:
    """Keyword arguments become options of the command line: `--option rows=7`.

    Every third column is shelves, with aisles along all four walls. Parcels start in the aisles
    at random, and each has a dock in the bottom row. The same seed gives the same warehouse.
    """

    def __init__(
        self, robots: int = 2, parcels: int = 4, rows: int = 5, columns: int = 7, seed: int = 0
    ) -> None:
        # Bad options: a ValueError is shown to the user as one line.
        if rows < 3 or columns < 3:
            raise ValueError(f"{rows} by {columns} cells; take at least 3 by 3")
        if not 1 <= robots <= columns:
            raise ValueError(f"robots={robots}; they start in the top row, so 1 to {columns}")
        if not parcels >= 1:
            raise ValueError(f"parcels={parcels}; take at least 1")
        self.rows, self.columns = rows, columns
        self.robots, self.parcels = robots, parcels
        self.num_cells = rows * columns
        self.shelves = {
            row * columns + column
            for row in range(1, rows - 1)
            for column in range(2, columns - 1, 3)
        }
        rng = random.Random(seed)
        inner = range(columns, self.num_cells - columns)
        aisles = [cell for cell in inner if cell not in self.shelves]
        if not 1 <= parcels <= len(aisles):
            raise ValueError(f"parcels={parcels}; there is room for 1 to {len(aisles)}")
        self.parcel_cells = rng.sample(aisles, parcels)
        self.docks = [self.num_cells - columns + rng.randrange(columns) for _ in range(parcels)]

        # 1. How many variables a state has. Every state has as many, always.
        self.num_variables = robots + parcels

        # An action is any integer; here it is the place in this list. Ids are the same in every
        # state, and an id always means the same, so that what was learned in one state can be
        # tried in another.
        self.actions: list[tuple[str, int, str | int]] = []
        for robot in range(robots):
            self.actions += [("move", robot, direction) for direction in DIRECTIONS]
            self.actions += [("pick", robot, parcel) for parcel in range(parcels)]
            self.actions += [("drop", robot, parcel) for parcel in range(parcels)]

    def start(self) -> list[int]:
        """2. Robots stand side by side in the top row, parcels lie in the aisles."""
        return [*range(self.robots), *self.parcel_cells]

    def goal(self) -> dict[int, int]:
        """3. Only the parcels matter. A goal is a dict, variable -> value, as partial as you like.

        Planners count how many of these facts do not hold: one fact per parcel tells them of every
        delivery. A goal of one fact for all would leave them in the dark until the end.
        """
        return {self.robots + parcel: dock for parcel, dock in enumerate(self.docks)}

    def applicable(self, state: Sequence[int]) -> list[int]:
        """4. Ids of the actions that can be done in this state, in an order that never varies."""
        return [action for action in range(len(self.actions)) if self._applies(state, action)]

    def successor(self, state: Sequence[int], action: int) -> list[int]:
        """5. The state after the action. The state given must stay as it is, so copy it first."""
        kind, robot, what = self.actions[action]
        after = list(state)
        if kind == "move":
            target = self._neighbour(state[robot], what)
            assert target is not None
            after[robot] = target
        elif kind == "pick":
            after[self.robots + int(what)] = self.num_cells + robot
        else:
            after[self.robots + int(what)] = state[robot]
        return after

    def action_name(self, action: int) -> str:
        """6. What people read in plans."""
        kind, robot, what = self.actions[action]
        if kind == "move":
            return f"robot {robot} goes {what}"
        return f"robot {robot} {kind}s parcel {what}"

    def render(self, state: Sequence[int]) -> str:
        """Optional: a picture. Robots are letters, parcels digits, shelves hatched."""
        marks = dict.fromkeys(self.shelves, "▒▒▒")
        for parcel in range(min(self.parcels, 10)):
            place = state[self.robots + parcel]
            if place < self.num_cells:
                marks[place] = f" {parcel} "
        for robot in range(self.robots):
            load = [p for p in range(self.parcels) if state[self.robots + p] == self._hand(robot)]
            marks[state[robot]] = f"{chr(ord('A') + robot)}{load[0] if load else ''}".center(3)
        cells = [marks.get(cell, " · ") for cell in range(self.num_cells)]
        return "\n".join(
            "".join(cells[first : first + self.columns])
            for first in range(0, self.num_cells, self.columns)
        )

    def _applies(self, state: Sequence[int], action: int) -> bool:
        kind, robot, what = self.actions[action]
        cell = state[robot]
        if kind == "move":
            target = self._neighbour(cell, what)
            return target is not None and target not in list(state[: self.robots])
        place = state[self.robots + int(what)]
        if kind == "pick":
            return place == cell and self._hand(robot) not in list(state[self.robots :])
        return place == self._hand(robot)

    def _hand(self, robot: int) -> int:
        """The value of a parcel's variable while this robot carries it."""
        return self.num_cells + robot

    def _neighbour(self, cell: int, direction: str | int) -> int | None:
        """The next cell that way, or None where a wall or a shelf is in the way."""
        row, column = divmod(int(cell), self.columns)
        down, right = DIRECTIONS[str(direction)]
        row, column = row + down, column + right
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        target = row * self.columns + column
        return None if target in self.shelves else target
