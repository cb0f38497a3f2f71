"""A macro library as HTML for notebooks."""

from fmtools.macros import MacroLibrary
from fmtools.notebook import macros_html
from fmtools.simulators.macro_views import macro_words, views_of

MOST_SHOWN = 20


def library_html(library: MacroLibrary) -> str:
    """The first macros: in words, as sequences, drawn."""
    shown = library.macros[:MOST_SHOWN]
    words, views = macro_words(library), views_of(library)
    rows = [
        (
            str(number),
            str(macro.length),
            str(macro.effect_size),
            words[number - 1].text,
            views.sequence(macro),
        )
        for number, macro in enumerate(shown, 1)
    ]
    drawings = [views.drawing.svg(library, macro) for macro in shown] if views.drawing else []
    of = f", {len(shown)} of them" if len(shown) < len(library.macros) else ""
    return macros_html(f"{len(library.macros)} macros for {library.world.name}{of}", rows, drawings)
