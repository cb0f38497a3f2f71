"""A table as plain data, before it becomes terminal text, Markdown, CSV or HTML; and how numbers
show in all of them alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fmtools.reports.statistics import Estimate

DASH = "–"
"""For what was not measured, or the paper does not print."""


@dataclass(frozen=True)
class Column:
    heading: str
    is_text: bool = False
    about: str = ""
    """A longer heading, for pages."""


@dataclass(frozen=True)
class Row:
    cells: tuple[str, ...]
    """What is shown, column by column."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What CSV gets: unrounded, with intervals and numbers of runs."""
    world: str = ""
    planner: str = ""


@dataclass(frozen=True)
class Table:
    name: str
    """Of its files."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert all(len(row.cells) == len(self.columns) for row in self.rows), self.name


def count_text(number: float | None) -> str:
    """`4,952`; below 100 one decimal."""
    if number is None:
        return DASH
    return f"{number:,.1f}" if abs(number) < 99.95 else f"{number:,.0f}"


def short_text(number: float) -> str:
    """At most five characters: `4,952`, `30.8K`, `171K`, `2.00M`."""
    if number < 99.95:
        return f"{number:.1f}"
    if number < 9_999.5:
        return f"{number:,.0f}"
    if number < 99_950:
        return f"{number / 1e3:.1f}K"
    if number < 999_500:
        return f"{number / 1e3:.0f}K"
    return f"{number / 1e6:.2f}M" if number < 9_995_000 else f"{number / 1e6:.1f}M"


def share_text(number: float | None) -> str:
    """`3`, `2.5`: one decimal where a task was solved by some seeds only."""
    return DASH if number is None else f"{number:.1f}".removesuffix(".0")


def counted(number: int, what: str) -> str:
    """`1 run`, `2 runs`."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def span_text(numbers: Sequence[int]) -> str:
    """`3`, or `3 to 100` of sorted numbers."""
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]} to {numbers[-1]}"


def cut_text(text: str, most: int) -> str:
    """At most so many characters, with `…` for the rest."""
    return text if len(text) <= most else text[: most - 1] + "…"


def interval_text(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return DASH
    return f"{short_text(estimate.low)}–{short_text(estimate.high)}"


def rate_text(rate: float | None) -> str:
    return DASH if rate is None else f"{rate:.2f}"


def ratio_text(ratio: float | None) -> str:
    """Two digits that count: `0.16`, `1.0`, `12`."""
    if ratio is None:
        return DASH
    if ratio < 0.995:
        return f"{ratio:.2f}" if ratio >= 0.095 else f"{ratio:.3f}"
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}"


def correlation_text(number: float | None) -> str:
    return DASH if number is None else f"{number + 0.0:.3f}".replace("-0.000", "0.000")


def estimate_values(name: str, estimate: Estimate | None) -> dict[str, object]:
    """`generated`, `generated_low`, `generated_high` for CSV."""
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
