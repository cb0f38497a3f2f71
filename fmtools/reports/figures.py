"""The paper's figures as PNG and PDF, from the same numbers as the page's charts.

Files hold no time of making, so the same store and the same matplotlib give the same bytes.
"""

import io
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.errors import UsageError
from fmtools.files import write_whole_bytes
from fmtools.installing import pip_install
from fmtools.reports.cards import Chapter, MacroCard
from fmtools.reports.cells import macro_words
from fmtools.reports.figure_data import (
    Series,
    effect_series,
    planning_curves,
    suitcase_series,
)
from fmtools.reports.libraries import StoredLibrary
from fmtools.reports.palette import style_of
from fmtools.reports.records import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "pdf")
NAMES = ("suitcase", "planning-curves", "effect-size", "cube-macros")
DPI = 200
_DATED = {"png": ["Software"], "pdf": ["CreationDate", "Producer"], "svg": ["Date"]}
MARKERS = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "cross": "X"}
SETTINGS: Any = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "legend.frameon": False,
    "pdf.fonttype": 42,
}


def figure_files() -> list[str]:
    """Names of all files that `write_figures` may write."""
    return [f"{name}.{ending}" for name in NAMES for ending in FORMATS]


def write_figures(
    results: Results,
    libraries: Sequence[StoredLibrary],
    chapters: Sequence[Chapter],
    directory: Path,
    names: Collection[str] = NAMES,
) -> list[Path]:
    """Those figures that there are numbers for, in every format; the files written."""
    matplotlib = import_matplotlib()
    matplotlib.use("agg")
    builders: tuple[Callable[[], Figure | None], ...] = (
        lambda: _suitcase(suitcase_series(results)),
        lambda: _by_world(
            planning_curves(results), _draw_curves, "generated states", "best goal count #g"
        ),
        lambda: _by_world(
            effect_series(libraries),
            _draw_effects,
            "length (primitive actions)",
            "effect size (variables)",
        ),
        lambda: _cube_macros(chapters),
    )
    written = []
    with matplotlib.rc_context(SETTINGS):
        for name, build in zip(NAMES, builders, strict=True):
            figure = build() if name in names else None
            if figure is None:
                continue
            written += save_figure(figure, directory / name, FORMATS, DPI)
    return written


def save_figure(figure: "Figure", path: Path, formats: Iterable[str], dpi: int) -> list[Path]:
    """A file of each format, without dates and versions."""
    written = []
    for ending in formats:
        picture = io.BytesIO()
        figure.savefig(picture, format=ending, dpi=dpi, metadata=dict.fromkeys(_DATED[ending]))
        written.append(path.with_name(f"{path.name}.{ending}"))
        write_whole_bytes(written[-1], picture.getvalue())
    return written


def import_matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise UsageError(f"figures need matplotlib: {pip_install('fmtools[report]')}") from None
    return matplotlib


def _panels(names: Sequence[str], width: float = 3.4, height: float = 2.9) -> tuple["Figure", Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * len(names), height), layout="constrained")
    axes = figure.subplots(1, len(names), squeeze=False)[0]
    for one, name in zip(axes, names, strict=True):
        one.set_title(name, fontsize=10)
    return figure, axes


def _suitcase(series: Sequence[Series]) -> "Figure | None":
    if not series:
        return None
    figure, axes = _panels([one.world for one in series])
    style = style_of("focused")
    for one, axis in zip(series, axes, strict=True):
        x = [point.x for point in one.points]
        low = [point.low or point.y for point in one.points]
        high = [point.high or point.y for point in one.points]
        axis.fill_between(x, low, high, color=style.color, alpha=0.2, linewidth=0)
        axis.plot(x, [point.y for point in one.points], "o-", color=style.color, markersize=4)
        axis.set_yscale("log")
        axis.set_xlabel("mean effect size of actions")
    axes[0].set_ylabel("generated states")
    figure.supxlabel("line: mean; band: the middle 80% of runs", fontsize=8, color="#444444")
    return figure


def _by_world(
    series: Sequence[Series], draw: Callable[["Axes", list[Series]], None], x: str, y: str
) -> "Figure | None":
    """A panel per world, and in it a line or cloud per type of macro."""
    worlds = list(dict.fromkeys(one.world for one in series))
    if not worlds:
        return None
    figure, axes = _panels(worlds)
    for world, axis in zip(worlds, axes, strict=True):
        draw(axis, [one for one in series if one.world == world])
        axis.set_xlabel(x)
        axis.set_ylim(bottom=0)
    axes[0].set_ylabel(y)
    _legend(figure, axes)
    return figure


def _draw_curves(axis: "Axes", series: list[Series]) -> None:
    for one in series:
        style = style_of(one.macros)
        x, mean, low, high = zip(*((p.x, p.y, p.low, p.high) for p in one.points), strict=True)
        axis.fill_between(x, low, high, color=style.color, alpha=0.12, linewidth=0)
        dash, words = _dash(style.dash), macro_words(one.macros)
        axis.plot(x, mean, color=style.color, linestyle=dash, linewidth=1.6, label=words)
    axis.set_xscale("log")


def _draw_effects(axis: "Axes", series: list[Series]) -> None:
    for one in series:
        style = style_of(one.macros)
        axis.scatter(
            [point.x for point in one.points],
            [point.y for point in one.points],
            s=[18 + 3 * point.weight**0.75 for point in one.points],
            marker=MARKERS[style.marker],
            facecolor=style.color + "66",
            edgecolor=style.color,
            linewidth=1,
            label=macro_words(one.macros),
        )
    axis.margins(0.08)
    axis.set_xlim(left=0)


def _cube_macros(chapters: Iterable[Chapter]) -> "Figure | None":
    """An expert macro and a learned one: the net before and after, what moved in colour."""
    chosen: list[MacroCard] = []
    for macros in ("expert", "focused"):
        cards = [
            card
            for chapter in chapters
            if chapter.world == "cube" and chapter.macros == macros
            for card in chapter.cards
            if card.steps is not None
        ]
        chosen += [card for card in cards if _is_drawn(card)][:1] or cards[:1]
    if not chosen:
        return None
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.8, 2.9 * len(chosen)), layout="constrained")
    axes = figure.subplots(len(chosen), 2, squeeze=False)
    for card, pair in zip(chosen, axes, strict=True):
        assert card.steps is not None
        for axis, frame, name in zip(pair, (0, -1), ("before", "after"), strict=True):
            _draw_net(axis, card, card.steps.frames[frame])
            axis.set_title(f"{card.title}, {name}" if frame == 0 else name, fontsize=9)
        pair[0].text(0, -0.8, card.sequence, fontsize=8, family="DejaVu Sans Mono")
    return figure


def _is_drawn(card: MacroCard) -> bool:
    """The two that the paper draws: three corners, and three pairs of edge and corner."""
    return card.words in ("3-cycle of corners", "3-cycle of edge-corner pairs")


def _draw_net(axis: "Axes", card: MacroCard, frame: tuple[str, ...]) -> None:
    from matplotlib.patches import Rectangle

    assert card.steps is not None
    moved = set(card.steps.changed)
    for cell, ((row, column), face) in enumerate(zip(card.steps.cells, frame, strict=True)):
        color = card.steps.colors[face] if cell in moved else "#eceef1"
        edge = "#1f2937" if cell in moved else "#c3c9d1"
        x, y = column + column // 3 * 0.15, 8.3 - row - row // 3 * 0.15
        axis.add_patch(Rectangle((x, y), 0.92, 0.92, facecolor=color, edgecolor=edge))
        ink = "#111111" if cell in moved else "#666666"
        axis.text(x + 0.46, y + 0.43, face, ha="center", va="center", fontsize=7, color=ink)
    axis.set_xlim(-0.2, 12.7)
    axis.set_ylim(-1.2, 9.5)
    axis.set_aspect("equal")
    axis.axis("off")


def _dash(dash: str) -> Any:
    return (0, tuple(float(n) / 2 for n in dash.split())) if dash else "solid"


def _legend(figure: "Figure", axes: Iterable["Axes"]) -> None:
    """One for all panels, below, every name once."""
    found: dict[str, Any] = {}
    for axis in axes:
        handles, labels = axis.get_legend_handles_labels()
        for handle, label in zip(handles, labels, strict=True):
            found.setdefault(label, handle)
    figure.legend(found.values(), found.keys(), loc="outside lower center", ncols=3, fontsize=8)
