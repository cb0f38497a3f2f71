"""Which sequences need and do the same, whatever their objects are called and however they do it.

Objects get colours from the facts they stand in: predicate, place in it, and whether the sequence
needs the fact, adds it or deletes it; then, round by round, from the colours of the objects beside
them. Sequences are alike where the coloured facts are. Two that differ may, in theory, look alike
(colours do not tell all graphs apart); then the shorter one is kept, and nothing is wrong.
"""

from collections.abc import Sequence

Fact = tuple[str, int, tuple[int, ...]]
"""How the sequence uses it, predicate, objects."""

ROUNDS = 3


def effect_key(facts: Sequence[Fact]) -> tuple[object, ...]:
    """Equal for facts that differ only in the names of objects."""
    objects = sorted({name for _, _, names in facts for name in names})
    colours = dict.fromkeys(objects, 0)
    for _ in range(ROUNDS):
        seen: dict[int, list[tuple[object, ...]]] = {name: [] for name in objects}
        for role, predicate, names in facts:
            around = tuple(colours[name] for name in names)
            for place, name in enumerate(names):
                seen[name].append((role, predicate, place, around))
        described = {name: (colours[name], tuple(sorted(seen[name]))) for name in objects}
        numbers = {text: i for i, text in enumerate(sorted(set(described.values())))}
        colours = {name: numbers[described[name]] for name in objects}
    coloured = (
        (role, predicate, tuple(colours[name] for name in names))
        for role, predicate, names in facts
    )
    return (len(objects), *sorted(coloured))
