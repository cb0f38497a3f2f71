"""What the page's scripts draw: charts and step-through frames, as one JSON text."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from fmtools.macros import Frames
from fmtools.reports.cards import Chapter
from fmtools.reports.cells import macro_words
from fmtools.reports.figure_data import (
    Bar,
    Series,
    effect_series,
    planning_curves,
    result_bars,
    suitcase_series,
)
from fmtools.reports.libraries import StoredLibrary
from fmtools.reports.palette import style_of
from fmtools.reports.records import Results


def page_data(
    results: Results, libraries: Sequence[StoredLibrary], chapters: Sequence[Chapter]
) -> dict[str, Any]:
    bars, steps = result_bars(results), all_steps(chapters)
    return {
        "worlds": list(dict.fromkeys(bar.world for bar in bars)),
        "planners": list(dict.fromkeys(bar.planner for bar in bars)),
        "bars": [_drawn(bar) for bar in bars],
        "curves": [_drawn(one) for one in planning_curves(results)],
        "effects": [_drawn(one) for one in effect_series(libraries)],
        "suitcase": [_drawn(one) for one in suitcase_series(results)],
        "faces": next((one.colors for one in steps if one.colors), {}),
        "steps": [_steps(one) for one in steps],
    }


def all_steps(chapters: Iterable[Chapter]) -> list[Frames]:
    """In the order in which the page shows them."""
    return [card.steps for chapter in chapters for card in chapter.cards if card.steps]


def script_json(data: object) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _drawn(one: Bar | Series) -> dict[str, Any]:
    """With how it looks."""
    style = style_of(one.macros)
    look = {"words": macro_words(one.macros), "marker": style.marker, "dash": style.dash}
    return {**_rounded(one), **look}


def _rounded(value: Any) -> Any:
    """Plain data, numbers with six digits."""
    if is_dataclass(value):
        return {one.name: _rounded(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [_rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _steps(steps: Frames) -> dict[str, Any]:
    return {
        "kind": steps.kind,
        "cells": steps.cells,
        "steps": steps.steps,
        # Of the cube, a frame is a text with one letter per sticker: a fifth of the size.
        "frames": ["".join(f) for f in steps.frames] if steps.kind == "cube" else steps.frames,
    }
