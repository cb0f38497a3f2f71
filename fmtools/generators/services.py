"""Worlds of equipment that makes or delivers something: satellite, rovers, barman, childsnack."""

import numpy as np

from fmtools.generators.draft import atom, draft, numbered
from fmtools.pddl.model import Atom, Problem


def satellite(size: int, rng: np.random.Generator) -> Problem:
    """`size` satellites with one to three instruments each; images of most of 3 `size` + 4
    directions are wanted, and every other satellite must point somewhere in the end."""
    satellites, modes = numbered("satellite", size), numbered("mode", 3)
    directions = numbered("star", 3 * size + 4)
    on_board = [owner for owner in satellites for _ in range(rng.integers(1, 4))]
    instruments = numbered("instrument", len(on_board))
    init: list[Atom] = []
    for index, (instrument, owner) in enumerate(zip(instruments, on_board, strict=True)):
        target = directions[rng.integers(len(directions))]
        init += [
            atom("on-board", instrument, owner),
            atom("calibration-target", instrument, target),
        ]
        # The first instruments take the modes in turn, so that every wanted mode is supported.
        init.append(atom("supports", instrument, modes[index % len(modes)]))
        init.append(atom("supports", instrument, modes[rng.integers(len(modes))]))
    supported = sorted({fact.args[1] for fact in init if fact.predicate == "supports"})
    for name in satellites:
        init.append(atom("pointing", name, directions[rng.integers(len(directions))]))
        init.append(atom("power-spare", name))
    seen = rng.choice(len(directions), size=2 * len(directions) // 3, replace=False)
    goal = [
        atom("have-image", directions[d], supported[rng.integers(len(supported))]) for d in seen
    ]
    goal += [
        atom("pointing", name, directions[rng.integers(len(directions))])
        for name in satellites[::2]
    ]
    objects = {
        "satellite": satellites,
        "instrument": instruments,
        "mode": modes,
        "direction": directions,
    }
    return draft("satellite", size, objects, init, goal)


def rovers(size: int, rng: np.random.Generator) -> Problem:
    """`size` rovers on 4 `size` + 2 waypoints; 2 `size` samples and `size` + 1 images wanted.

    Every rover has a connected road map and a camera of its own; some are without equipment for
    some of the samples, but every sample has a rover that can analyse it.
    """
    names, stores = numbered("rover", size), numbered("store", size)
    cameras, modes = numbered("camera", size), ["colour", "high-res", "low-res"]
    waypoints, samples = numbered("w", 4 * size + 2), numbered("sample", 2 * size)
    objectives = numbered("objective", size + 1)

    def waypoint() -> str:
        return waypoints[rng.integers(len(waypoints))]

    init = [atom("lander-in-sight", waypoint()) for _ in range(3)]
    for rover, store, camera in zip(names, stores, cameras, strict=True):
        init += [atom("rover-at", rover, waypoint()), atom("store-of", store, rover)]
        init += [atom("store-empty", store), atom("camera-of", camera, rover)]
        target = objectives[rng.integers(len(objectives))]
        init.append(atom("calibration-target", camera, target))
        init += [atom("supports", camera, mode) for mode in modes if rng.random() < 0.7]
        for end in range(1, len(waypoints)):
            start = int(rng.integers(end))
            init.append(atom("path", rover, waypoints[start], waypoints[end]))
            init.append(atom("path", rover, waypoints[end], waypoints[start]))
    init += [atom("supports", cameras[0], modes[0])]
    for sample in samples:
        init.append(atom("sample-at", sample, waypoint()))
        able = rng.choice(size, size=(size + 1) // 2, replace=False)
        init += [atom("can-analyse", names[rover], sample) for rover in able]
    for objective in objectives:
        init += [atom("visible-from", objective, waypoint()) for _ in range(3)]
    supported = sorted({fact.args[1] for fact in init if fact.predicate == "supports"})
    goal = [atom("reported-sample", sample) for sample in samples]
    goal += [
        atom("reported-image", objective, supported[rng.integers(len(supported))])
        for objective in objectives
    ]
    objects = {
        "rover": names,
        "waypoint": waypoints,
        "store": stores,
        "camera": cameras,
        "mode": modes,
        "objective": objectives,
        "sample": samples,
    }
    return draft("rovers", size, objects, init, goal)


def barman(size: int, rng: np.random.Generator) -> Problem:
    """`size` glasses to be filled with cocktails, one spare glass, one shaker for two portions."""
    glasses, ingredients = numbered("glass", size + 1), numbered("ingredient", 3 + size // 6)
    cocktails = numbered("cocktail", max(2, 2 * size // 3))
    init = [atom("hand-empty", "left"), atom("hand-empty", "right")]
    for container in [*glasses, "shaker1"]:
        init += [atom(word, container) for word in ("on-bar", "empty", "clean")]
    init += [atom("filled", "shaker1", "l0"), atom("bottom", "shaker1", "l0")]
    init += [atom("one-more", "l0", "l1"), atom("one-more", "l1", "l2")]
    for cocktail in cocktails:
        one, two = rng.choice(len(ingredients), size=2, replace=False)
        init += [
            atom("first-part", cocktail, ingredients[one]),
            atom("second-part", cocktail, ingredients[two]),
        ]
    goal = [
        atom("contains", glass, cocktails[rng.integers(len(cocktails))]) for glass in glasses[:size]
    ]
    objects = {
        "hand": ["left", "right"],
        "level": ["l0", "l1", "l2"],
        "ingredient": ingredients,
        "cocktail": cocktails,
        "glass": glasses,
        "shaker": ["shaker1"],
    }
    return draft("barman", size, objects, init, goal)


def childsnack(size: int, rng: np.random.Generator) -> Problem:
    """`size` children, two fifths of them allergic; exactly enough bread and filling for all."""
    children, breads = numbered("child", size), numbered("bread", size)
    fillings, trays = numbered("filling", size), numbered("tray", 2 + size // 8)
    sandwiches, tables = numbered("sandwich", size + (size + 2) // 3), numbered("table", 3)
    num_allergic = max(1, 2 * size // 5)
    allergic = set(rng.choice(size, size=num_allergic, replace=False).tolist())
    init = [atom("unmade", sandwich) for sandwich in sandwiches]
    init += [atom("tray-at", tray, "kitchen") for tray in trays]
    for index, child in enumerate(children):
        init.append(atom("waiting", child, tables[rng.integers(len(tables))]))
        init.append(atom("allergic" if index in allergic else "not-allergic", child))
    for left, free, names in (
        ("bread-left", "gluten-free-bread", breads),
        ("filling-left", "gluten-free-filling", fillings),
    ):
        init += [atom(left, name) for name in names]
        chosen = rng.choice(size, size=num_allergic, replace=False)
        init += [atom(free, names[index]) for index in chosen]
    goal = [atom("served", child) for child in children]
    objects = {
        "child": children,
        "bread": breads,
        "filling": fillings,
        "sandwich": sandwiches,
        "tray": trays,
        "place": tables,
    }
    return draft("childsnack", size, objects, init, goal)
