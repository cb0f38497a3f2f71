"""How a macro library looks: header, kinds, table, pictures, drawings, JSON."""

import json
import textwrap
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.table import Table
from rich.text import Text

from fmtools.cli.process import columns, printable
from fmtools.cli.shown.console import console, plain_table
from fmtools.cli.shown.learned import NOT_PAID
from fmtools.cli.shown.table import table_record, table_rows
from fmtools.errors import UsageError
from fmtools.files import write_whole
from fmtools.macros import MacroLibrary
from fmtools.simulators.macro_views import drawing_of, views_of
from fmtools.simulators.macro_words import Words

MAX_KINDS = 15
"""Kinds of macros that a summary names."""
HEADER = ("source", "seed", "budget", "queries", "ties", "fmtools")
"""What the header tells of a library's provenance, where it is known."""
_NO_BREAK = "\N{NO-BREAK SPACE}"


def show_library(library: MacroLibrary, words: Sequence[Words], limit: int) -> None:
    """Where the library comes from, the macros' kinds if there are many, the first of them."""
    table = plain_table()
    table.add_row("world", Text(printable(_world_text(library)), "bold"))
    for name in HEADER:
        if name in library.provenance:
            table.add_row(name, Text(printable(_value_text(library.provenance[name]))))
    for name, text in table_rows(library):
        table.add_row(name, text)
    table.add_row("macros", str(len(words)))
    if "actions" in library.provenance:
        kinds = ", ".join(library.provenance["actions"])
        table.add_row("knows", Text(printable(f"what actions need and do: {kinds}")))
    if library.provenance.get("searches"):
        names = ", ".join(library.provenance["searches"])
        table.add_row("searches", Text(printable(f"that served, the best first: {names}")))
    if not library.provenance.get("paid", True):
        table.add_row("share", NOT_PAID)
    if words:
        table.add_row("effect size", _range_text([macro.effect_size for macro in library.macros]))
        table.add_row("length", _range_text([macro.length for macro in library.macros]))
    screen = console()
    screen.print(table)
    if len(words) > limit:
        screen.print()
        screen.print(_kinds_table(words))
    shown = smallest_first(library)[:limit]
    if shown and views_of(library).steps is not None:
        for number in shown:
            _show_steps(library, number)
    elif shown:
        screen.print()
        screen.print(_macros_table(library, words, shown, screen.width))
    if len(words) > limit:
        screen.print(f"… {len(words) - limit} more; --limit {len(words)} lists them all")


def smallest_first(library: MacroLibrary) -> list[int]:
    """Places in the library: smallest effects first, then shortest."""
    ranks = [(macro.effect_size, macro.length) for macro in library.macros]
    return sorted(range(len(ranks)), key=lambda place: (*ranks[place], place))


def _show_steps(library: MacroLibrary, place: int) -> None:
    """Step by step, then what it needs and changes; long lists go on in the next line."""
    macro = library.macros[place]
    told = views_of(library).steps
    assert told is not None
    steps, changes = told(library, macro)
    size = "" if not macro.effect else f", effect {macro.effect_size}"
    print(f"\n{place + 1}  {macro.length} step{'s' * (macro.length != 1)}{size}")
    for step in steps:
        print(f"     {printable(step)}")
    for what, texts in changes.items():
        line = " ".join(printable(text).replace(" ", _NO_BREAK) for text in texts)
        filled = textwrap.wrap(
            line, max(columns() - 12, 30), break_long_words=False, break_on_hyphens=False
        )
        for number, part in enumerate(filled):
            print(f"   {what if number == 0 else '':9}{part.replace(_NO_BREAK, ' ')}")


def show_pictures(library: MacroLibrary, words: Sequence[Words], limit: int) -> None:
    """The first macros drawn, each under its number and words."""
    screen = console()
    for place in smallest_first(library)[:limit]:
        macro = library.macros[place]
        screen.print()
        screen.print(Text(printable(f"{place + 1}  {words[place].text}"), "bold"))
        screen.print(Text(printable(views_of(library).sequence(macro))))
        picture = drawing_of(library).picture(library, macro, screen.is_terminal, screen.width)
        screen.print(Text.from_ansi(picture), no_wrap=True, crop=False)


def write_drawings(library: MacroLibrary, directory: Path, force: bool) -> list[str]:
    """One SVG file per macro, named by its number; refused before any work if one exists."""
    drawing = drawing_of(library)
    digits = max(3, len(str(len(library.macros))))
    paths = [directory / f"macro-{n:0{digits}}.svg" for n in range(1, len(library.macros) + 1)]
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"--svg {directory} is a file; name a directory")
    if not force and (existing := [path for path in paths if path.exists()]):
        raise UsageError(f"output {existing[0]} exists; choose another directory, or give --force")
    if not directory.parent.is_dir():
        raise UsageError(f"--svg {directory}: there is no directory {directory.parent}")
    try:
        directory.mkdir(exist_ok=True)
        for path, macro in zip(paths, library.macros, strict=True):
            write_whole(path, drawing.svg(library, macro))
    except OSError as error:
        raise UsageError(f"--svg {directory}: {error.strerror}") from None
    return [str(path) for path in paths]


def print_json(library: MacroLibrary, words: Sequence[Words], drawings: Sequence[str]) -> None:
    """One object: the library's header, and every macro with its words."""
    world = library.world
    document: dict[str, Any] = {
        "world": {"kind": world.kind, "name": world.name, "digest": world.digest},
        "provenance": dict(library.provenance),
        **table_record(library),
        "num_macros": len(words),
        "effect_size": _range([macro.effect_size for macro in library.macros]),
        "length": _range([macro.length for macro in library.macros]),
        "kinds": dict(_kinds(words)),
        "macros": [
            {
                "number": number,
                "length": macro.length,
                "effect_size": macro.effect_size,
                "words": said.text,
                "kind": said.kind,
                "actions": list(macro.actions),
                **({"svg": drawings[number - 1]} if drawings else {}),
            }
            for number, (macro, said) in enumerate(zip(library.macros, words, strict=True), 1)
        ],
    }
    print(json.dumps(document))


def _macros_table(
    library: MacroLibrary, words: Sequence[Words], shown: Sequence[int], width: int
) -> Table:
    """Words and sequences go on in the next line where they must."""
    table = plain_table(">#", ">length", ">effect", "what it does", "sequence")
    room = width - len("#  length  effect    ") - len(str(1 + max(shown)))
    longest = max(len(words[place].text) for place in shown)
    table.columns[3].width = max(min(longest, room // 2), len("what it does"))
    for place in shown:
        macro = library.macros[place]
        numbers = (str(place + 1), str(macro.length), str(macro.effect_size))
        sequence = Text(printable(views_of(library).sequence(macro)))
        table.add_row(*numbers, Text(printable(words[place].text)), sequence)
    return table


def _kinds_table(words: Sequence[Words]) -> Table:
    table = plain_table(">macros", "kind")
    kinds = _kinds(words)
    for kind, number in kinds[:MAX_KINDS]:
        table.add_row(str(number), Text(printable(kind)))
    if len(kinds) > MAX_KINDS:
        rest = sum(number for _, number in kinds[MAX_KINDS:])
        table.add_row(str(rest), f"of {len(kinds) - MAX_KINDS} other kinds")
    return table


def _kinds(words: Sequence[Words]) -> list[tuple[str, int]]:
    """Commonest first."""
    counts = Counter(said.kind for said in words)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _world_text(library: MacroLibrary) -> str:
    world = library.world
    return world.name if world.name.startswith(world.kind) else f"{world.kind} {world.name}"


def _value_text(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_number else str(value)


def _range(numbers: Sequence[int]) -> dict[str, float] | None:
    if not numbers:
        return None
    return {"min": min(numbers), "mean": round(fmean(numbers), 3), "max": max(numbers)}


def _range_text(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}, mean {fmean(numbers):.1f}"
