"""A macro table for another goal than the one it was learned for.

Words are sequences of moves, and moves are maps that do not depend on the state. So where variable
v with goal value g behaves under all moves as the table's variable u does with u's own goal value,
u's words serve v: there is a translation of v's values into u's that all moves respect. On the
cube that is the sticker that belongs where v shall go; on a dial it is a turn of the numbering.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.macro_table import NO_KEY, MacroTable, Word
from fmtools.simulator import State


@dataclass(frozen=True)
class Fit:
    state: npt.NDArray[np.uint8]
    """The start, as the table sees it: solved when it is the table's own goal."""
    num_levels: int
    """How many variables of the table's order matter."""
    suffix: Word
    """Moves to append to the table's plan."""


@dataclass(frozen=True)
class Unfit:
    reason: str


def fitted(table: MacroTable, start: State, goal: Mapping[int, int]) -> Fit | Unfit:
    """The start in the table's terms, so that solving it solves for `goal`."""
    maps = table.maps
    if max(int(start.max()), *goal.values()) >= maps.num_values:
        return Unfit("the table has never seen some of the values in start and goal")
    state = start.astype(np.uint8)
    if all(table.goal.get(variable) == value for variable, value in goal.items()):
        levels = [level for level, v in enumerate(table.order) if v in goal]
        return Fit(state, levels[-1] + 1, ())
    if goal.keys() != table.goal.keys():
        return Unfit("the table serves goals for the variables it was learned with, and no others")
    wanted = np.array([goal.get(v, state[v]) for v in range(len(state))], np.uint8)
    to_home = _way_home(table, wanted)
    if to_home is None:
        return Unfit(f"the table knows no way from the goal's value of variable {maps.key}")
    wanted = maps.row(to_home)[maps.bases + wanted]
    seen = state.copy()
    free = set(goal)
    for variable in goal:
        for other in _by_likeness(table, variable, int(wanted[variable]), free):
            values = _translation(table, variable, int(wanted[variable]), other)
            value = None if values is None else values.get(int(state[variable]))
            if value is not None:
                seen[other] = value
                free.remove(other)
                break
        else:
            return Unfit(f"no variable of the table behaves as variable {variable} in this goal")
    return Fit(seen, len(table.order), maps.inverse(to_home))


def _by_likeness(table: MacroTable, variable: int, wanted: int, free: set[int]) -> list[int]:
    """First those that need no translation, then the variable itself."""
    class_of = table.maps.class_of

    def rank(other: int) -> tuple[bool, bool, int]:
        is_alike = class_of[other] == class_of[variable] and table.goal[other] == wanted
        return not is_alike, other != variable, other

    return sorted(free, key=rank)


def _way_home(table: MacroTable, goal: npt.NDArray[np.uint8]) -> Word | None:
    """The shortest word from the goal's object to that of the table's goal."""
    maps = table.maps
    if maps.key == NO_KEY or maps.key not in table.goal:
        return ()
    home = maps.key_values.index(table.goal[maps.key])
    ways: dict[int, Word] = {maps.object_of(goal): ()}
    queue = list(ways)
    for at in queue:
        if at == home:
            return ways[at]
        for move, source in enumerate(maps.sources):
            if source == at and maps.targets[move] not in ways:
                ways[maps.targets[move]] = (*ways[at], move)
                queue.append(maps.targets[move])
    return None


def _translation(
    table: MacroTable, variable: int, wanted: int, other: int
) -> dict[int, int] | None:
    """Values of `variable` -> values of `other`: `wanted` to its goal value, the rest as the moves
    lead there from it; None where two ways disagree."""
    maps = table.maps
    home = table.goal[other]
    if variable == maps.key or other == maps.key:
        return {v: v for v in maps.key_values} if variable == other and wanted == home else None
    if maps.class_of[variable] == maps.class_of[other] and wanted == home:
        return {value: value for value in range(maps.num_values)}
    ours = maps.maps[:, int(maps.bases[variable]) :]
    theirs = maps.maps[:, int(maps.bases[other]) :]
    values = {wanted: home}
    queue = [wanted]
    for value in queue:
        for move in range(len(maps.names)):
            mine, yours = int(ours[move, value]), int(theirs[move, values[value]])
            if (mine == maps.num_values) != (yours == maps.num_values):
                return None
            if mine == maps.num_values or mine in values:
                if values.get(mine, yours) != yours:
                    return None
                continue
            values[mine] = yours
            queue.append(mine)
    if len(set(values.values())) < len(values):
        return None
    return values
