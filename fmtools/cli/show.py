"""`fmtools show`: a macro library as people read it."""

from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON
from fmtools.cli.process import summary
from fmtools.errors import InputError, UsageError


def show(
    library: Path = argument(help="A macro library: macros.json.", metavar="MACROS.json"),
    limit: int = option(20, min=0, help="How many macros to list and draw."),
    pictures: bool = option(False, "--pictures", help="Puzzles: draw what moves."),
    svg: Path | None = option(
        None, help="Puzzles: write a drawing of every macro into this directory."
    ),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Show a library's macros: what each needs, does and costs.

    Smallest effects come first; # is the place in the library. Libraries longer than --limit are
    summed up by kind. PDDL macros are shown step by step, with parameters named after the objects
    that they were learned with. --json lists all macros, in the order of the library.

    Example: fmtools show macros.json --limit 5 --pictures
    """
    if pictures and json_output:
        raise UsageError("--pictures and --json exclude each other; --svg goes with both")

    from fmtools.cli.shown.macros import print_json, show_library, show_pictures, write_drawings
    from fmtools.library_file import load_library
    from fmtools.simulators.macro_views import drawing_of, macro_words

    loaded = load_library(library)
    try:
        words = macro_words(loaded)
    except InputError as error:
        raise InputError(f"{library}: {error}") from None
    if pictures:
        drawing_of(loaded)
    drawings = [] if svg is None else write_drawings(loaded, svg, force)
    if json_output:
        print_json(loaded, words, drawings)
        return
    show_library(loaded, words, limit)
    if pictures:
        show_pictures(loaded, words, limit)
    if svg is not None:
        with summary(False, written=True):
            print(f"{len(drawings)} drawings written to {svg}")
