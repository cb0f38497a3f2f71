"""Plots as SVG text for pages: stairs and scattered points, on linear or logarithmic axes.

No script: a point says what it is when it is pointed at (`<title>`), and tables beside hold the
numbers. Colours and marks are those of `palette.py`, through the page's style sheet.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from fmtools.reports.palette import key_item, mark_path, style_of

WIDTH, HEIGHT = 420, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 26, 40
CLASSES = ("focused", "random", "expert", "none", "expert-distinct", "otherwise")
"""Of series, in their order; more than these share them."""
_SIZE = 3.2

Scale = Callable[[float], float]


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    about: str = ""
    is_open: bool = False
    """Drawn hollow: at the edge for want of a number."""


@dataclass(frozen=True)
class Series:
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Axis:
    label: str
    low: float
    high: float
    is_log: bool = True

    @property
    def ticks(self) -> list[float]:
        if self.is_log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            steps = (1,) if len(powers) > 4 else (1, 2, 5)
            found = [step * 10.0**power for power in powers for step in steps]
            return [value for value in found if self.low <= value <= self.high]
        step = _nice_step((self.high - self.low) / 5)
        count = math.floor((self.high - self.low) / step + 1e-9)
        return [self.low + number * step for number in range(count + 1)]

    def scale(self, start: float, end: float) -> Scale:
        """Values to pixels; what lies outside goes to the edge."""
        low, high = (math.log(v) if self.is_log else v for v in (self.low, self.high))

        def to_pixel(value: float) -> float:
            value = min(max(value, self.low), self.high)
            number = math.log(value) if self.is_log else value
            return start + (end - start) * (number - low) / (high - low)

        return to_pixel


def stairs(title: str, x: Axis, y: Axis, series: Sequence[Series]) -> str:
    """A line of steps per series, marked at its end."""
    to_x, to_y = _scales(x, y)
    parts = []
    for number, one in enumerate(series):
        if not one.points:
            continue
        first = one.points[0]
        path = f"M{to_x(first.x):.1f},{to_y(0):.1f}V{to_y(first.y):.1f}"
        path += "".join(f"H{to_x(p.x):.1f}V{to_y(p.y):.1f}" for p in one.points[1:])
        path += f"H{to_x(x.high):.1f}"
        last = Point(x.high, one.points[-1].y, f"{one.name}: {one.points[-1].y:g}")
        parts.append(
            f'<g class="m-{_class(number)}"><path class="line" d="{path}" '
            f'stroke-dasharray="{_dash(number)}"/>{_mark(number, to_x, to_y, last)}</g>'
        )
    return _plot(title, x, y, parts)


def scatter(title: str, x: Axis, y: Axis, series: Sequence[Series]) -> str:
    """Points, and the line on which both are equal."""
    to_x, to_y = _scales(x, y)
    low, high = max(x.low, y.low), min(x.high, y.high)
    parts = [
        f'<path class="axis" stroke-dasharray="4 3" d="M{to_x(low):.1f},{to_y(low):.1f}'
        f'L{to_x(high):.1f},{to_y(high):.1f}"/>'
    ]
    for number, one in enumerate(series):
        marks = "".join(_mark(number, to_x, to_y, point) for point in one.points)
        parts.append(f'<g class="m-{_class(number)}">{marks}</g>')
    return _plot(title, x, y, parts)


def key(names: Sequence[str]) -> str:
    """Which line and mark is which series."""
    items = "".join(key_item(_class(number), name) for number, name in enumerate(names))
    return f'<ul class="key">{items}</ul>'


def _plot(title: str, x: Axis, y: Axis, parts: Sequence[str]) -> str:
    to_x, to_y = _scales(x, y)
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    lines = []
    for tick in x.ticks:
        at = f"{to_x(tick):.1f}"
        lines.append(f'<path class="grid" d="M{at},{TOP}V{bottom}"/>')
        lines.append(f'<text x="{at}" y="{bottom + 16}" text-anchor="middle">{_told(tick)}</text>')
    for tick in y.ticks:
        at = f"{to_y(tick):.1f}"
        lines.append(f'<path class="grid" d="M{LEFT},{at}H{right}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{at}" dy="4" text-anchor="end">{_told(tick)}</text>')
    middle = (TOP + bottom) / 2
    lines += [
        f'<path class="axis" d="M{LEFT},{TOP}V{bottom}H{right}"/>',
        f'<text class="name" x="{LEFT}" y="16">{escape(title)}</text>',
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(x.label)}'
        "</text>",
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">'
        f"{escape(y.label)}</text>",
    ]
    return (
        f'<div class="plot"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(lines)}{"".join(parts)}</svg></div>'
    )


def _scales(x: Axis, y: Axis) -> tuple[Scale, Scale]:
    return x.scale(LEFT, WIDTH - RIGHT), y.scale(HEIGHT - BOTTOM, TOP)


def _class(number: int) -> str:
    return CLASSES[number % len(CLASSES)]


def _dash(number: int) -> str:
    return style_of(_class(number)).dash


def _mark(number: int, to_x: Scale, to_y: Scale, point: Point) -> str:
    about = f"<title>{escape(point.about)}</title>" if point.about else ""
    shape = mark_path(_class(number), to_x(point.x), to_y(point.y), _SIZE)
    return f'<path class="mark{" open" * point.is_open}" d="{shape}">{about}</path>'


def _nice_step(raw: float) -> float:
    power = 10.0 ** math.floor(math.log10(raw)) if raw > 0 else 1.0
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= raw * (1 - 1e-9))
    return float(max(step, 1.0))


def _told(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:g}M"
    return f"{value / 1e3:g}K" if value >= 1e3 else f"{value:g}"
