"""A beam along a macro table in plain Python, one state at a time."""

from dataclasses import dataclass

from fmtools.macro_table import MacroTable, Word


@dataclass(frozen=True)
class Partial:
    state: tuple[int, ...]
    cost: int
    moves: tuple[int, ...]
    words: tuple[Word, ...]


def reference_beam(
    table: MacroTable, start: tuple[int, ...], width: int, tail: int
) -> tuple[tuple[Word, ...] | None, int]:
    """(words of the cheapest plan, generated states)."""
    maps = table.maps
    beam = [Partial(start, 0, (), ())]
    generated = 0
    for level, variable in enumerate(table.order):
        candidates: list[tuple[int, Partial, Word]] = []
        for partial in beam:
            value = partial.state[variable]
            if value == table.goal[variable]:
                candidates.append((partial.cost, partial, ()))
                continue
            key = 0 if maps.key < 0 else maps.key_values.index(partial.state[maps.key])
            for word in table.cells.get((level, key, value), ()):
                undone = _undone(table, partial.moves[::-1][:tail], word)
                candidates.append((partial.cost + len(word) - 2 * undone, partial, word))
        candidates.sort(key=lambda candidate: candidate[0])
        following: dict[tuple[int, ...], Partial] = {}
        for cost, partial, word in candidates:
            if len(following) == width:
                break
            state = partial.state
            moves = partial.moves
            if word:
                generated += 1
                for move in word:
                    state = tuple(
                        int(maps.maps[move, maps.class_of[v] * maps.stride + value])
                        for v, value in enumerate(state)
                    )
                undone = _undone(table, moves[::-1][:tail], word)
                moves = moves[: len(moves) - undone] + word[undone:]
            words = (*partial.words, word) if word else partial.words
            following.setdefault(state, Partial(state, cost, moves, words))
        beam = list(following.values())
        if not beam:
            return None, generated
    return min(beam, key=lambda partial: partial.cost).words, generated


def _undone(table: MacroTable, last: tuple[int, ...], word: Word) -> int:
    """How many of the word's first moves undo the last moves, given last one first."""
    count = 0
    for move, before in zip(word, last, strict=False):
        if table.maps.inverses[move] != (before,):
            break
        count += 1
    return count
