"""What the page's scripts draw: charts and step-through frames, as one JSON text."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from fmtools.reports.cards import Chapter, Steps
from fmtools.reports.cells import macro_words
from fmtools.reports.figure_data import (
    Bar,
    Point,
    Series,
    effect_series,
    planning_curves,
    result_bars,
    suitcase_series,
)
from fmtools.reports.libraries import StoredLibrary
from fmtools.reports.palette import FACE_COLORS, style_of
from fmtools.reports.records import Results


def page_data(
    results: Results, libraries: Sequence[StoredLibrary], chapters: Sequence[Chapter]
) -> dict[str, Any]:
    bars = result_bars(results)
    return {
        "worlds": list(dict.fromkeys(bar.world for bar in bars)),
        "planners": list(dict.fromkeys(bar.planner for bar in bars)),
        "bars": [_bar(bar) for bar in bars],
        "curves": [_series(one) for one in planning_curves(results)],
        "effects": [_series(one) for one in effect_series(libraries)],
        "suitcase": [_series(one) for one in suitcase_series(results)],
        "faces": FACE_COLORS,
        "steps": [_steps(steps) for steps in all_steps(chapters)],
    }


def all_steps(chapters: Iterable[Chapter]) -> list[Steps]:
    """In the order in which the page shows them."""
    return [card.steps for chapter in chapters for card in chapter.cards if card.steps]


def script_json(data: object) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _bar(bar: Bar) -> dict[str, Any]:
    return {
        "world": bar.world,
        "planner": bar.planner,
        "macros": bar.macros,
        "words": macro_words(bar.macros),
        "marker": style_of(bar.macros).marker,
        "mean": _rounded(bar.mean),
        "low": _rounded(bar.low),
        "high": _rounded(bar.high),
        "solved": _rounded(bar.solved),
        "capped": bar.is_capped,
        "paper": bar.paper,
        "bound": bar.paper_is_bound,
    }


def _series(one: Series) -> dict[str, Any]:
    style = style_of(one.macros)
    return {
        "world": one.world,
        "macros": one.macros,
        "words": macro_words(one.macros),
        "marker": style.marker,
        "dash": style.dash,
        "points": [_point(point) for point in one.points],
    }


def _point(point: Point) -> dict[str, Any]:
    return {
        "x": _rounded(point.x),
        "y": _rounded(point.y),
        "low": _rounded(point.low),
        "high": _rounded(point.high),
        "weight": point.weight,
    }


def _steps(steps: Steps) -> dict[str, Any]:
    return {
        "kind": steps.kind,
        "cells": steps.cells,
        "steps": steps.steps,
        # Of the cube, a frame is a text with one letter per sticker: a fifth of the size.
        "frames": ["".join(f) for f in steps.frames] if steps.kind == "cube" else steps.frames,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.6g}")
