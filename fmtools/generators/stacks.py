"""Worlds of things on top of each other: hanoi, depot (paper, Table 1) and blocksworld."""

from collections.abc import Sequence

import numpy as np

from fmtools.generators.draft import atom, draft, numbered
from fmtools.pddl.model import Atom, Problem


def hanoi(size: int, rng: np.random.Generator) -> Problem:
    """`size` discs, d1 the smallest, all on peg1; wanted on peg3. Nothing is random."""
    discs, pegs = numbered("d", size), numbered("peg", 3)
    smaller = [
        atom("smaller", disc, place)
        for rank, disc in enumerate(discs)
        for place in [*discs[rank + 1 :], *pegs]
    ]
    return draft(
        "hanoi",
        size,
        {"disc": discs, "peg": pegs},
        [*smaller, *_tower(discs, "peg1"), *(atom("clear", x) for x in ("d1", "peg2", "peg3"))],
        _tower(discs, "peg3"),
    )


def _tower(discs: Sequence[str], peg: str) -> list[Atom]:
    return [atom("on", disc, below) for disc, below in zip(discs, [*discs[1:], peg], strict=True)]


def depot(size: int, rng: np.random.Generator) -> Problem:
    """`size` crates in random stacks; three quarters of them are wanted on something else.

    Every place has one pallet and one hoist. At the paper's size of 8 crates: one depot, two
    distributors, two trucks, six goals.
    """
    depots = numbered("depot", max(1, size // 8))
    distributors = numbered("distributor", max(2, size // 4))
    places = [*depots, *distributors]
    trucks = numbered("truck", max(2, size // 4))
    crates = numbered("crate", size)
    pallets, hoists = numbered("pallet", len(places)), numbered("hoist", len(places))

    stacks = _random_stacks(crates, pallets, rng)
    init = [atom("at", truck, places[rng.integers(len(places))]) for truck in trucks]
    for place, hoist, pallet in zip(places, hoists, pallets, strict=True):
        init += [atom("at", hoist, place), atom("available", hoist), atom("at", pallet, place)]
        stack = stacks[pallet]
        init += [atom("at", crate, place) for crate in stack]
        init += _on(stack, pallet)
        init.append(atom("clear", stack[-1] if stack else pallet))

    wanted = _random_stacks(crates, pallets, rng)
    goals = sorted(fact for pallet in pallets for fact in _on(wanted[pallet], pallet))
    chosen = rng.choice(len(goals), size=max(1, 3 * size // 4), replace=False)
    return draft(
        "depot",
        size,
        {
            "depot": depots,
            "distributor": distributors,
            "truck": trucks,
            "pallet": pallets,
            "crate": crates,
            "hoist": hoists,
        },
        init,
        [goals[index] for index in chosen],
    )


def blocksworld(size: int, rng: np.random.Generator) -> Problem:
    """`size` blocks in random towers, wanted in other random towers."""
    blocks = numbered("b", size)
    init = [atom("hand-empty")]
    for tower in _random_towers(blocks, rng):
        init += [atom("on-table", tower[0]), atom("clear", tower[-1]), *_on(tower[1:], tower[0])]
    goal = [
        fact
        for tower in _random_towers(blocks, rng)
        for fact in (*_on(tower[1:], tower[0]), atom("on-table", tower[0]))
    ]
    return draft("blocksworld", size, {"block": blocks}, init, goal)


def _random_stacks(
    crates: list[str], bases: list[str], rng: np.random.Generator
) -> dict[str, list[str]]:
    """Each crate, in random order, goes on top of a random stack; every base has a stack."""
    stacks: dict[str, list[str]] = {base: [] for base in bases}
    for index in rng.permutation(len(crates)):
        stacks[bases[rng.integers(len(bases))]].append(crates[index])
    return stacks


def _random_towers(blocks: list[str], rng: np.random.Generator) -> list[list[str]]:
    """Each block, in random order, goes on the table or on a tower, all equally likely."""
    towers: list[list[str]] = []
    for index in rng.permutation(len(blocks)):
        choice = rng.integers(len(towers) + 1)
        if choice == len(towers):
            towers.append([])
        towers[choice].append(blocks[index])
    return towers


def _on(stack: Sequence[str], base: str) -> list[Atom]:
    """`stack` is listed from the bottom."""
    return [atom("on", top, below) for below, top in zip([base, *stack], stack, strict=False)]
