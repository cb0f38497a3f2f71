"""Macro tables as part of a macro library's JSON, checked when read.

`maps` lists, for every move and point, the value it goes to; `cells` lists level, object, value and
the words as text, moves by number. What the words do is checked when the table is first used.
"""

import json
from typing import Any

import numpy as np

from fmtools.macro_table import NO_KEY, ActionMaps, Cell, MacroTable, Word


class TableDamageError(Exception):
    """What is wrong, in one line."""


def table_to_json(table: MacroTable) -> str:
    """Deterministic text, a line per move and per cell."""
    maps = table.maps
    head = {
        "key": None if maps.key == NO_KEY else maps.key,
        "key_values": maps.key_values,
        "classes": maps.class_of,
        "num_values": maps.num_values,
        "goal": sorted(table.goal.items()),
        "order": table.order,
        "missing": table.missing,
    }
    moves = [
        {
            "action": name,
            "from": maps.sources[move],
            "to": maps.targets[move],
            "undone_by": maps.inverses[move],
            "map": maps.maps[move].tolist(),
        }
        for move, name in enumerate(maps.names)
    ]
    cells = [
        [*cell, [" ".join(map(str, word)) for word in words]]
        for cell, words in sorted(table.cells.items())
    ]
    parts = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    for name, rows in (("moves", moves), ("cells", cells)):
        lines = ",\n      ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        parts.append(f'"{name}": [\n      {lines}\n    ]')
    return "{\n    " + ",\n    ".join(parts) + "\n  }"


def to_table(document: Any) -> MacroTable:
    """TableDamageError says what is wrong."""
    try:
        table = _table(document)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        said = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise TableDamageError(f"damaged macro table: {said}") from None
    _check(table)
    return table


def _table(document: dict[str, Any]) -> MacroTable:
    num_values = _number(document["num_values"])
    moves = document["moves"]
    key_values = _numbers(document["key_values"])
    rows = np.array([_numbers(move["map"]) for move in moves])
    if rows.ndim != 2 or rows.min() < 0 or rows.max() > num_values or num_values > 255:
        raise ValueError("maps of different lengths, or values out of range")
    if not all(isinstance(move["action"], str) for move in moves):
        raise ValueError("an action's name is no text")
    maps = ActionMaps(
        key=NO_KEY if document["key"] is None else _number(document["key"]),
        key_values=key_values,
        class_of=_numbers(document["classes"]),
        num_values=num_values,
        names=tuple(move["action"] for move in moves),
        sources=tuple(_number(move["from"]) for move in moves),
        targets=tuple(_number(move["to"]) for move in moves),
        maps=rows.astype(np.uint8),
        inverses=tuple(_numbers(move["undone_by"]) for move in moves),
    )
    cells: dict[Cell, tuple[Word, ...]] = {}
    for level, at, value, words in document["cells"]:
        cell = (_number(level), _number(at), _number(value))
        cells[cell] = tuple(tuple(map(int, word.split())) for word in words)
    goal = {_number(variable): _number(value) for variable, value in document["goal"]}
    missing = [(_number(a), _number(b), _number(c)) for a, b, c in document["missing"]]
    return MacroTable(maps, goal, _numbers(document["order"]), cells, tuple(missing))


def _check(table: MacroTable) -> None:
    """That all numbers fit together, and every word's moves follow each other."""
    maps = table.maps
    num_moves, num_variables, num_objects = (
        len(maps.names),
        len(maps.class_of),
        len(maps.key_values),
    )
    num_points = (max(maps.class_of, default=0) + 1) * maps.stride
    sound = (
        maps.maps.shape == (num_moves, num_points)
        and maps.key < num_variables
        and num_objects > 0
        and all(value < maps.num_values for value in maps.key_values)
        and all(at < num_objects for at in (*maps.sources, *maps.targets))
        and all(word and max(word) < num_moves for word in maps.inverses)
        and sorted(table.order) == sorted(table.goal)
        and len(table.order) > 0
        and all(v < num_variables and g < maps.num_values for v, g in table.goal.items())
    )
    _need(sound, "its numbers do not fit together")
    base = maps.maps.reshape(num_moves, -1, maps.stride)
    _need(bool((base[:, :, -1] == maps.num_values).all()), "unknown values do not stay unknown")
    for (level, at, value), words in table.cells.items():
        place = f"cell {level}, {at}, {value}"
        _need(
            level < len(table.order) and at < num_objects and value < maps.num_values,
            f"{place} is none of this table",
        )
        _need(bool(words) and all(words), f"{place} has an empty word")
        for word in words:
            here = at
            for move in word:
                _need(
                    0 <= move < num_moves and maps.sources[move] == here,
                    f"{place}: a word whose moves do not follow each other",
                )
                here = maps.targets[move]


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise TableDamageError(f"damaged macro table: {message}")


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no number from 0 on")
    return value


def _numbers(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list):
        raise ValueError(f"{values!r} is no list of numbers")
    return tuple(_number(value) for value in values)
