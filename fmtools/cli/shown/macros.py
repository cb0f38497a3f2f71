"""How a macro library looks: header, kinds, table, pictures, drawings, JSON."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fmtools.cli.process import printable
from fmtools.cli.shown.table import table_record, table_rows
from fmtools.errors import UsageError
from fmtools.files import write_whole
from fmtools.macros import MacroLibrary
from fmtools.simulators.macro_views import check_drawable, macro_picture, macro_svg, sequence_text
from fmtools.simulators.macro_words import Words

MAX_KINDS = 15
"""Kinds of macros that a summary names."""
HEADER = ("source", "seed", "budget", "queries", "ties", "fmtools")
"""What the header tells of a library's provenance, where it is known."""

NUMBERS = ("#", "length", "effect")
"""Headings of the numbers in the table of macros."""


def show_library(library: MacroLibrary, words: Sequence[Words], limit: int) -> None:
    """Where the library comes from, the macros' kinds if there are many, the first of them."""
    console = Console(highlight=False)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_row("world", Text(printable(_world_text(library)), "bold"))
    for name in HEADER:
        if name in library.provenance:
            table.add_row(name, Text(printable(_value_text(library.provenance[name]))))
    for name, text in table_rows(library):
        table.add_row(name, text)
    table.add_row("macros", str(len(words)))
    if words:
        table.add_row("effect size", _range_text([macro.effect_size for macro in library.macros]))
        table.add_row("length", _range_text([macro.length for macro in library.macros]))
    console.print(table)
    if len(words) > limit:
        console.print()
        console.print(_kinds_table(words))
    if words and limit:
        console.print()
        console.print(_macros_table(library, words, limit, console.width))
    if len(words) > limit:
        console.print(f"… {len(words) - limit} more; --limit {len(words)} lists them all")


def show_pictures(library: MacroLibrary, words: Sequence[Words], limit: int) -> None:
    """The first macros drawn, each under its number and words."""
    console = Console(highlight=False)
    for number, macro in enumerate(library.macros[:limit], 1):
        console.print()
        console.print(Text(printable(f"{number}  {words[number - 1].text}"), "bold"))
        console.print(Text(printable(sequence_text(library, macro))))
        picture = macro_picture(library, macro, console.is_terminal, console.width)
        console.print(Text.from_ansi(picture), no_wrap=True, crop=False)


def write_drawings(library: MacroLibrary, directory: Path, force: bool) -> list[str]:
    """One SVG file per macro, named by its number; refused before any work if one exists."""
    check_drawable(library)
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
            write_whole(path, macro_svg(library, macro))
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


def _macros_table(library: MacroLibrary, words: Sequence[Words], limit: int, width: int) -> Table:
    """Words are wrapped where they must be, sequences cut off."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for name in NUMBERS:
        table.add_column(name, justify="right", min_width=len(name))
    digits = max(len(str(min(limit, len(words)))), len(NUMBERS[0]))
    room = width - digits - sum(len(name) for name in NUMBERS[1:]) - 2 * (len(NUMBERS) + 1)
    longest = max(len(said.text) for said in words[:limit])
    words_width = min(longest, room * 3 // 5)
    table.add_column("what it does", width=max(words_width, len("what it does")))
    table.add_column("sequence", no_wrap=True)
    for number, macro in enumerate(library.macros[:limit], 1):
        sequence = Text(printable(sequence_text(library, macro)))
        sequence.truncate(max(room - words_width, 8), overflow="ellipsis")
        numbers = (str(number), str(macro.length), str(macro.effect_size))
        table.add_row(*numbers, Text(printable(words[number - 1].text)), sequence)
    return table


def _kinds_table(words: Sequence[Words]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    table.add_column("macros", justify="right")
    table.add_column("kind")
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
