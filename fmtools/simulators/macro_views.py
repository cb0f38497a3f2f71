"""Macros as people see them: in words, on a line, drawn; each kind of world has its own ways."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from fmtools.errors import InputError, UsageError
from fmtools.macros import Frames, Macro, MacroLibrary
from fmtools.simulators.kind import Views
from fmtools.simulators.macro_words import Words
from fmtools.simulators.registry import USER, kind_named, kinds

Drawn = TypeVar("Drawn")


def macro_words(library: MacroLibrary) -> list[Words]:
    """What each macro does, and of which kind it is.

    InputError where its actions do not belong to the library's world.
    """
    in_words = _views(library.world.kind).words
    found = []
    for number, macro in enumerate(library.macros, 1):
        try:
            found.append(in_words(library, macro))
        except InputError as error:
            raise InputError(f"macro {number}: {error}") from None
    return found


def sequence_text(library: MacroLibrary, macro: Macro) -> str:
    """The actions on one short line, of a macro that `macro_words` has accepted."""
    return _views(library.world.kind).sequence(macro)


def macro_steps(
    library: MacroLibrary, macro: Macro
) -> tuple[list[str], Mapping[str, list[str]]] | None:
    """Its actions line by line and what they need and change, where the world shows them so."""
    views = _views(library.world.kind)
    if views.steps is None or views.changes is None:
        return None
    return views.steps(library, macro), views.changes(library, macro)


def check_drawable(library: MacroLibrary) -> None:
    """UsageError for worlds without pictures."""
    _drawn(library, _views(library.world.kind).picture)


def is_drawable(library: MacroLibrary) -> bool:
    return _views(library.world.kind).frames is not None


def macro_picture(library: MacroLibrary, macro: Macro, color: bool = True, width: int = 80) -> str:
    """A drawing for a terminal, at most `width` columns wide where that is possible."""
    return _drawn(library, _views(library.world.kind).picture)(library, macro, color, width)


def macro_svg(library: MacroLibrary, macro: Macro) -> str:
    """One SVG document."""
    return _drawn(library, _views(library.world.kind).svg)(library, macro)


def macro_frames(library: MacroLibrary, macro: Macro) -> Frames:
    """The macro step by step."""
    return _drawn(library, _views(library.world.kind).frames)(library, macro)


def _views(kind: str) -> Views:
    views = kind_named(kind).views or USER.views
    assert views is not None
    return views()


def _drawn(library: MacroLibrary, draw: Callable[..., Drawn] | None) -> Callable[..., Drawn]:
    if draw is None:
        drawable = [kind for kind in kinds() if _views(kind).picture is not None]
        raise UsageError(
            f"pictures are for {' and '.join(drawable)} macros, not for {library.world.kind}"
        )
    return draw
