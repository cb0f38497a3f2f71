"""The log-log plot of `fmtools bench growth`: cost over ground operators, a panel per cost."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fmtools.reports.figures import SETTINGS, import_matplotlib, save_figure

Points = Sequence[tuple[float, float, float | None]]
"""(ground operators, ours, Fast Downward's)."""
FORMATS = ("png", "svg")
COLORS = ("#0067a5", "#b94b00", "#00795a", "#93407a", "#3f3f46", "#6b5300")
MARKERS = "os^DXv"


def write_growth_plot(panels: Mapping[str, Mapping[str, Points]], directory: Path) -> list[Path]:
    """`panels`: cost -> domain -> points. Ours: full lines; Fast Downward's: dashed."""
    matplotlib = import_matplotlib()
    from matplotlib.figure import Figure

    columns = min(3, max(1, len(panels)))
    rows = -(-len(panels) // columns) or 1
    with matplotlib.rc_context({**SETTINGS, "svg.hashsalt": "growth"}):
        figure = Figure(figsize=(3.6 * columns, 3.0 * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False).flatten()
        for axis, (cost, domains) in zip(axes, panels.items(), strict=False):
            for number, (domain, points) in enumerate(domains.items()):
                color, marker = COLORS[number % len(COLORS)], MARKERS[number % len(MARKERS)]
                x = [point[0] for point in points]
                axis.plot(
                    x, [p[1] for p in points], marker + "-", color=color, markersize=4, label=domain
                )
                other = [(p[0], p[2]) for p in points if p[2] is not None]
                if other:
                    axis.plot(*zip(*other, strict=True), marker + "--", color=color, markersize=3)
            axis.set(xscale="log", yscale="log", title=cost, xlabel="ground operators")
        axes[0].legend(fontsize=7)
        for axis in axes[len(panels) :]:
            axis.set_visible(False)
        figure.supxlabel("full lines: ours; dashed: Fast Downward", fontsize=8, color="#444444")
        return save_figure(figure, directory / "growth", FORMATS, 150)
