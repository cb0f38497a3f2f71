"""Variables of minigrid and BabyAI worlds, whose observation shows only what the agent sees.

Where the agent is and looks, where each thing that can be carried is, the state of each door, and
for BabyAI how far its instructions have got. Walls, floors and goals stay as they are.
"""

from collections.abc import Iterator
from typing import Any

from fmtools.gym.variables import Variables

ENDS = ("continue", "success", "failure")


def is_minigrid(env: Any) -> bool:
    return any(kind.__module__.startswith("minigrid.minigrid_env") for kind in type(env).__mro__)


def minigrid_variables(env: Any) -> Variables:
    """Of a world as it is after `reset`: the things in it are counted then."""
    things = list(_things(env))
    movable = [thing for thing in things if thing.can_pickup()]
    doors = [thing for thing in things if hasattr(thing, "is_locked")]
    instructions = list(_instructions(getattr(env, "instrs", None)))
    width, cells = env.width, env.width * env.height

    def read(_seen: object, _env: object) -> list[int]:
        values = [_cell(env.agent_pos, width), int(env.agent_dir)]
        where = {id(thing): place for place, thing in enumerate(env.grid.grid) if thing is not None}
        where[id(env.carrying)] = cells
        values += [where.get(id(thing), cells + 1) for thing in movable]
        values += [0 if door.is_open else 2 if door.is_locked else 1 for door in doors]
        for instruction in instructions:
            values += _progress(instruction, movable, width, cells)
        return values

    names = ["agent", "direction", *_named(movable), *_named(doors)]
    names += [f"instruction[{n}]" for n in range(len(read(None, env)) - len(names))]
    return Variables(tuple(names), max(cells, len(movable)) + 2, read)


def _cell(place: Any, width: int) -> int:
    return int(place[1]) * width + int(place[0])


def _things(env: Any) -> Iterator[Any]:
    """All that is not a wall, boxes before what they contain."""
    for thing in env.grid.grid:
        while thing is not None:
            yield thing
            thing = thing.contains


def _named(things: list[Any]) -> list[str]:
    """`yellow key`, with a number where there are several."""
    names = [f"{thing.color} {thing.type}" for thing in things]
    return [
        name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]


def _instructions(instruction: Any) -> Iterator[Any]:
    if instruction is not None:
        yield instruction
        for part in ("instr_a", "instr_b"):
            yield from _instructions(getattr(instruction, part, None))


def _progress(instruction: Any, movable: list[Any], width: int, cells: int) -> Iterator[int]:
    """What an instruction remembers: parts done, what was carried, where it last saw things."""
    for done in ("a_done", "b_done"):
        if hasattr(instruction, done):
            yield ENDS.index(getattr(instruction, done) or "continue")
    if hasattr(instruction, "preCarrying"):
        held = [n for n, thing in enumerate(movable, 1) if thing is instruction.preCarrying]
        yield held[0] if held else 0
    for description in ("desc", "desc_move", "desc_fixed"):
        if hasattr(instruction, description):
            known = getattr(instruction, description)
            places = [_cell(place, width) for place in known.obj_poss]
            yield from (places + [cells] * len(known.obj_set))[: len(known.obj_set)]
