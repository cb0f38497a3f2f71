"""Worlds of vehicles that carry things: ferry, gripper, miconic (paper, Table 1), logistics,
elevators and transport."""

from itertools import pairwise

import numpy as np

from fmtools.generators.draft import atom, draft, numbered
from fmtools.pddl.model import Atom, Problem


def ferry(size: int, rng: np.random.Generator) -> Problem:
    """`size` cars and one location more; every car is wanted at another location."""
    cars, locations = numbered("car", size), numbered("loc", size + 1)
    init = [atom("ferry-empty"), atom("ferry-at", locations[rng.integers(len(locations))])]
    goal = []
    for car in cars:
        here, there = rng.choice(len(locations), size=2, replace=False)
        init.append(atom("at", car, locations[here]))
        goal.append(atom("at", car, locations[there]))
    return draft("ferry", size, {"location": locations, "car": cars}, init, goal)


def gripper(size: int, rng: np.random.Generator) -> Problem:
    """`size` balls, all in rooma with the robot; wanted in roomb. Nothing is random."""
    balls = numbered("ball", size)
    grippers = ["left", "right"]
    init = [
        atom("robot-at", "rooma"),
        *(atom("free", gripper) for gripper in grippers),
        *(atom("at", ball, "rooma") for ball in balls),
    ]
    goal = [atom("at", ball, "roomb") for ball in balls]
    objects = {"room": ["rooma", "roomb"], "ball": balls, "gripper": grippers}
    return draft("gripper", size, objects, init, goal)


def miconic(size: int, rng: np.random.Generator) -> Problem:
    """`size` passengers in a house of twice as many floors; all must be served."""
    passengers, floors = numbered("p", size), numbered("f", 2 * size)
    init = [atom("above", high, low) for rank, high in enumerate(floors) for low in floors[:rank]]
    init.append(atom("lift-at", floors[rng.integers(len(floors))]))
    for passenger in passengers:
        here, there = rng.choice(len(floors), size=2, replace=False)
        init.append(atom("origin", passenger, floors[here]))
        init.append(atom("destination", passenger, floors[there]))
    goal = [atom("served", passenger) for passenger in passengers]
    return draft("miconic", size, {"passenger": passengers, "floor": floors}, init, goal)


def logistics(size: int, rng: np.random.Generator) -> Problem:
    """`size` parcels; a city of three locations for every three parcels, one of them an airport."""
    cities = numbered("city", max(2, size // 3))
    airports = [f"{city}-airport" for city in cities]
    offices = [f"{city}-office{number}" for city in cities for number in (1, 2)]
    trucks, planes = numbered("truck", len(cities)), numbered("plane", max(1, len(cities) // 3))
    parcels = numbered("parcel", size)
    places = [*airports, *offices]
    init = [atom("in-city", place, place.split("-")[0]) for place in places]
    init += [
        atom("at", truck, (airport, f"{city}-office1", f"{city}-office2")[rng.integers(3)])
        for truck, city, airport in zip(trucks, cities, airports, strict=True)
    ]
    init += [atom("at", plane, airports[rng.integers(len(airports))]) for plane in planes]
    goal = []
    for parcel in parcels:
        here, there = rng.choice(len(places), size=2, replace=False)
        init.append(atom("at", parcel, places[here]))
        goal.append(atom("at", parcel, places[there]))
    objects = {
        "city": cities,
        "airport": airports,
        "location": offices,
        "truck": trucks,
        "airplane": planes,
        "parcel": parcels,
    }
    return draft("logistics", size, objects, init, goal)


def elevators(size: int, rng: np.random.Generator) -> Problem:
    """`size` passengers. Slow lifts serve five floors each, one floor shared with the next block;
    two fast lifts stop at every other floor. Slow lifts hold two people, fast ones three."""
    num_blocks = max(2, size // 4)
    floors = numbered("f", 4 * num_blocks + 1)
    slow, fast = numbered("slow", num_blocks), numbered("fast", 2)
    counts = [f"n{number}" for number in range(4)]
    passengers = numbered("p", size)
    stops = {lift: floors[4 * block : 4 * block + 5] for block, lift in enumerate(slow)}
    stops |= dict.fromkeys(fast, floors[::2])
    init = [atom("one-more", low, high) for low, high in pairwise(counts)]
    for lift, served in stops.items():
        init += [atom("stops-at", lift, floor) for floor in served]
        init += [atom("capacity", lift, count) for count in counts[1 : 3 if lift in slow else 4]]
        init += [atom("lift-at", lift, served[rng.integers(len(served))]), atom("load", lift, "n0")]
    goal = []
    for passenger in passengers:
        here, there = rng.choice(len(floors), size=2, replace=False)
        init.append(atom("waiting-at", passenger, floors[here]))
        goal.append(atom("waiting-at", passenger, floors[there]))
    values: dict[Atom, int] = {}
    for a, start in enumerate(floors):
        for b, end in enumerate(floors):
            if a != b and any({start, end} <= set(stops[lift]) for lift in slow):
                values[atom("slow-ride", start, end)] = 5 + abs(a - b)
            if a != b and a % 2 == b % 2 == 0:
                values[atom("fast-ride", start, end)] = 1 + 3 * abs(a - b)
    objects = {
        "slow-lift": slow,
        "fast-lift": fast,
        "passenger": passengers,
        "floor": floors,
        "count": counts,
    }
    return draft("elevators", size, objects, init, goal, values)


def transport(size: int, rng: np.random.Generator) -> Problem:
    """`size` packages on a random connected road map of as many locations and four more."""
    locations = numbered("loc", size + 4)
    trucks, packages = numbered("truck", max(2, size // 3)), numbered("package", size)
    sizes = [f"s{number}" for number in range(5)]
    roads = {(int(rng.integers(end)), end) for end in range(1, len(locations))}
    while len(roads) < 3 * len(locations) // 2:
        a, b = sorted(int(x) for x in rng.choice(len(locations), size=2, replace=False))
        roads.add((a, b))
    init = [atom("one-more", low, high) for low, high in pairwise(sizes)]
    values: dict[Atom, int] = {}
    for a, b in sorted(roads):
        length = int(rng.integers(1, 51))
        for start, end in ((locations[a], locations[b]), (locations[b], locations[a])):
            init.append(atom("road", start, end))
            values[atom("road-length", start, end)] = length
    for truck in trucks:
        init.append(atom("at", truck, locations[rng.integers(len(locations))]))
        init.append(atom("space", truck, sizes[rng.integers(2, 5)]))
    goal = []
    for package in packages:
        here, there = rng.choice(len(locations), size=2, replace=False)
        init.append(atom("at", package, locations[here]))
        goal.append(atom("at", package, locations[there]))
    objects = {"location": locations, "truck": trucks, "package": packages, "size": sizes}
    return draft("transport", size, objects, init, goal, values)
