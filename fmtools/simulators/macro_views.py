"""Macros as people see them: in words, on a line, drawn; each kind of world has its own ways."""

from fmtools.errors import InputError, UsageError
from fmtools.macros import MacroLibrary
from fmtools.simulators.kind import Drawing, Views, WorldKind
from fmtools.simulators.macro_words import Words
from fmtools.simulators.registry import USER, kind_named, kinds


def views_of(library: MacroLibrary) -> Views:
    return _views(kind_named(library.world.kind))


def macro_words(library: MacroLibrary) -> list[Words]:
    """What each macro does, and of which kind it is.

    InputError where its actions do not belong to the library's world.
    """
    in_words = views_of(library).words
    found = []
    for number, macro in enumerate(library.macros, 1):
        try:
            found.append(in_words(library, macro))
        except InputError as error:
            raise InputError(f"macro {number}: {error}") from None
    return found


def drawing_of(library: MacroLibrary) -> Drawing:
    """UsageError for worlds without pictures."""
    drawing = views_of(library).drawing
    if drawing is None:
        drawable = [name for name, kind in kinds().items() if _views(kind).drawing is not None]
        raise UsageError(
            f"pictures are for {' and '.join(drawable)} macros, not for {library.world.kind}"
        )
    return drawing


def _views(kind: WorldKind) -> Views:
    views = kind.views or USER.views
    assert views is not None
    return views()
