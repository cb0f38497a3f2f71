"""Rubik's cube for external planners: 20 small cubes, 24 values each, 12 turns.

The value of a small cube is the place of one sticker of it, which tells both its position and how
it is turned: 8 corners with 3 stickers and 12 edges with 2 have 24 sticker places each. A turn is a
map of places; which small cube stands where, conditional effects find out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from fmtools.simulator import ActionId
from fmtools.simulators.cube import NUM_ACTIONS, VIEWS, Cube, position_maps, sticker_places
from fmtools.simulators.cube_notation import QUARTER_TURNS
from fmtools.simulators.sas_task import SasEffect, SasOperator, SasTask, SasVariable

_FACE_ORDER = "UDFBLR"


@dataclass(frozen=True)
class Cubies:
    """Small cubes of one kind, `corner` or `edge`: their stickers, and all places for those."""

    kind: str
    stickers: tuple[int, ...]
    """One sticker of each small cube."""
    places: tuple[int, ...]
    """Positions as in the simulator, 24 of them, in the order of SAS+ values."""


@cache
def cubies() -> tuple[Cubies, Cubies]:
    """The eight corners and the twelve edges."""
    places = sticker_places()
    found = []
    for kind, num_faces in (("corner", 3), ("edge", 2)):
        own = [p for p, sticker in enumerate(places) if sum(map(abs, sticker.cubie)) == num_faces]
        first: dict[tuple[int, int, int], int] = {}
        for place in own:
            first.setdefault(places[place].cubie, place)
        found.append(Cubies(kind, tuple(first.values()), tuple(own)))
    return found[0], found[1]


@cache
def place_name(place: int) -> str:
    """`ufr`: on the cube between the faces U, F and R, on its side that looks up."""
    cubie, normal = sticker_places()[place]
    facing = next(face for face, view in VIEWS.items() if view.normal == normal)
    others = [
        face
        for face in _FACE_ORDER
        if face != facing
        and sum(a * b for a, b in zip(VIEWS[face].normal, cubie, strict=True)) == 1
    ]
    return "".join((facing, *others)).lower()


def turn_name(action: ActionId) -> str:
    """`r` and `r-prime`: apostrophes are not for planners."""
    return QUARTER_TURNS[action].lower().replace("'", "-prime")


def cube_actions(cube: Cube) -> Mapping[str, ActionId]:
    """The action behind each step of a plan."""
    return {f"({turn_name(action)})": action for action in range(NUM_ACTIONS)}


def cube_to_sas(cube: Cube) -> SasTask:
    start, goal = cube.start(), cube.goal()
    variables, values = [], []
    wanted: list[tuple[int, int]] = []
    owners: list[Cubies] = []
    for group in cubies():
        value_of = {place: value for value, place in enumerate(group.places)}
        for sticker in group.stickers:
            name = place_name(sticker)
            atoms = tuple(f"Atom at({name}, {place_name(place)})" for place in group.places)
            variables.append(SasVariable(f"{group.kind}-{name}", atoms))
            values.append(value_of[int(start[sticker])])
            wanted.append((len(wanted), value_of[goal[sticker]]))
            owners.append(group)
    return SasTask(
        tuple(variables),
        _mutexes(owners),
        tuple(values),
        tuple(wanted),
        tuple(_turn(action, owners) for action in range(NUM_ACTIONS)),
    )


def _turn(action: ActionId, owners: list[Cubies]) -> SasOperator:
    turn = position_maps()[action]
    effects = []
    for variable, group in enumerate(owners):
        for value, place in enumerate(group.places):
            moved = group.places.index(int(turn[place]))
            if moved != value:
                effects.append(SasEffect(variable, moved, ((variable, value),)))
    return SasOperator(turn_name(action), (), tuple(effects))


def _mutexes(owners: list[Cubies]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Two small cubes are never at one position, however turned."""
    places = sticker_places()
    groups: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for variable, group in enumerate(owners):
        for value, place in enumerate(group.places):
            groups.setdefault(places[place].cubie, []).append((variable, value))
    return tuple(tuple(facts) for facts in groups.values())


def cube_to_pddl(cube: Cube) -> tuple[str, str]:
    """Domain and problem; conditional effects over all small cubes, which few planners read."""
    return _domain_text(), _problem_text(cube)


def _domain_text() -> str:
    constants, predicates, actions = [], [], []
    for group in cubies():
        names = " ".join(f"{group.kind}-{place_name(place)}" for place in group.places)
        constants.append(f"    {names} - {group.kind}-place")
        predicates.append(f"    ({group.kind}-at ?c - {group.kind} ?p - {group.kind}-place)")
    for action in range(NUM_ACTIONS):
        effects = [_forall(group, action) for group in cubies()]
        actions.append(
            f"  (:action {turn_name(action)}\n    :parameters ()\n    :precondition (and)\n"
            f"    :effect (and\n" + "\n".join(effects) + "))"
        )
    return (
        "; Rubik's cube in quarter turns, by fmtools export: a small cube is where one sticker is\n"
        "(define (domain cube)\n"
        "  (:requirements :strips :typing :conditional-effects)\n"
        "  (:types corner edge corner-place edge-place)\n"
        "  (:constants\n" + "\n".join(constants) + ")\n"
        "  (:predicates\n" + "\n".join(predicates) + ")\n\n" + "\n\n".join(actions) + ")\n"
    )


def _forall(group: Cubies, action: ActionId) -> str:
    turn = position_maps()[action]
    lines = [f"      (forall (?c - {group.kind}) (and"]
    for place in group.places:
        if turn[place] != place:
            old, new = (f"{group.kind}-{place_name(int(p))}" for p in (place, turn[place]))
            at = f"{group.kind}-at ?c"
            lines.append(f"        (when ({at} {old}) (and (not ({at} {old})) ({at} {new})))")
    return "\n".join(lines) + "))"


def _problem_text(cube: Cube) -> str:
    start, goal = cube.start(), cube.goal()
    objects, init, wanted = [], [], []
    for group in cubies():
        names = [place_name(sticker) for sticker in group.stickers]
        objects.append(f"    {' '.join(names)} - {group.kind}")
        for name, sticker in zip(names, group.stickers, strict=True):
            here, there = (place_name(int(p)) for p in (start[sticker], goal[sticker]))
            init.append(f"    ({group.kind}-at {name} {group.kind}-{here})")
            wanted.append(f"    ({group.kind}-at {name} {group.kind}-{there})")
    return (
        "(define (problem cube-1)\n  (:domain cube)\n"
        "  (:objects\n" + "\n".join(objects) + ")\n"
        "  (:init\n" + "\n".join(init) + ")\n"
        "  (:goal (and\n" + "\n".join(wanted) + ")))\n"
    )
