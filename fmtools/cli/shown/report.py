"""The macros that a report shows, in words, pictures and steps: plain data for `reports`, which may
not know simulators."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fmtools.errors import InputError
from fmtools.macros import Macro, MacroLibrary
from fmtools.reports.cards import Chapter, MacroCard
from fmtools.reports.libraries import StoredLibrary, first_of_each
from fmtools.simulators.cube_experts import EXPERT_MACROS, net_map
from fmtools.simulators.macro_views import macro_words, views_of
from fmtools.simulators.macro_words import Words

MAX_CARDS = 6
"""Macros shown of one library."""
PRIMITIVE = "primitive action"
"""The paper's 15-puzzle library holds some."""
_PICTURED = ("15-puzzle", "cube")
PAIRS = "3-cycle of edge-corner pairs"
"""The learned macro that the paper draws: shown where it is found, however rare."""


def chapters(libraries: Iterable[StoredLibrary]) -> tuple[Chapter, ...]:
    """One per world and type of macro, those with pictures first.

    InputError where a library's actions do not fit its world.
    """
    found = [_chapter(one) for one in first_of_each(libraries) if one.library.macros]
    return tuple(sorted(found, key=lambda chapter: chapter.world not in _PICTURED))


def _chapter(stored: StoredLibrary) -> Chapter:
    library = stored.library
    try:
        words = macro_words(library)
    except InputError as error:
        raise InputError(f"macros/{stored.name}.json: {error}") from None
    kinds = Counter(
        said.kind if macro.length > 1 else PRIMITIVE
        for macro, said in zip(library.macros, words, strict=True)
    )
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    sizes = [macro.effect_size for macro in library.macros]
    lengths = [macro.length for macro in library.macros]
    return Chapter(
        world=stored.world,
        macros=stored.macros,
        num_macros=len(words),
        effect_sizes=(min(sizes), max(sizes)),
        lengths=(min(lengths), max(lengths)),
        kinds=dict(ordered),
        cards=tuple(_cards(stored, words, kinds)),
    )


def _cards(
    stored: StoredLibrary, words: Sequence[Words], kinds: Counter[str]
) -> Iterable[MacroCard]:
    """Of each kind the macro with the smallest effect, the shortest first; the six expert ones."""
    if stored.macros in ("random", "expert-distinct"):
        return
    titles = _expert_titles(stored.library) if stored.macros == "expert" else {}
    best: dict[str, int] = {}
    for place, (macro, said) in enumerate(zip(stored.library.macros, words, strict=True)):
        if macro.length == 1 or (titles and place not in titles):
            continue
        kind = titles.get(place, said.kind)
        there = best.get(kind)
        if there is None or _rank(macro) < _rank(stored.library.macros[there]):
            best[kind] = place
    smallest = sorted(
        best.values(), key=lambda place: (*_rank(stored.library.macros[place]), place)
    )
    chosen = smallest[:MAX_CARDS]
    if PAIRS in best and best[PAIRS] not in chosen:
        chosen[-1] = best[PAIRS]
    for place in chosen:
        macro, said = stored.library.macros[place], words[place]
        title = titles.get(place, said.kind)
        yield _card(stored.library, macro, said, title, kinds[said.kind])


def _rank(macro: Macro) -> tuple[int, int]:
    return macro.effect_size, macro.length


def _expert_titles(library: MacroLibrary) -> dict[int, str]:
    """Place of each of the six named sequences (or the first that does the same) -> its name."""
    sequences = {macro.actions: place for place, macro in enumerate(library.macros)}
    places = {net_map(macro.actions).tobytes(): n for n, macro in enumerate(library.macros)}
    titles = {}
    for name, text in EXPERT_MACROS.items():
        turns = tuple(text.split())
        place = sequences.get(turns, places.get(net_map(turns).tobytes()))
        if place is not None:
            titles[place] = name
    return titles


def _card(
    library: MacroLibrary, macro: Macro, said: Words, title: str, num_alike: int
) -> MacroCard:
    views = views_of(library)
    card = MacroCard(
        title, said.text, views.sequence(macro), macro.length, macro.effect_size, num_alike
    )
    if views.drawing is None:
        return card
    svg, steps = views.drawing.svg(library, macro), views.drawing.frames(library, macro)
    return replace(card, svg=svg, steps=steps)
