"""What the paper prints, from `paper_values.toml`, looked up by table and row."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class PaperValue:
    """One row of a table of the paper; what the table does not print is None."""

    source: str
    generated: float | None = None
    above: bool = False
    """Printed as `>`: the budget was spent and the mean unknown."""
    solved: float | None = None
    remaining: float | None = None
    pearson: float | None = None
    spearman: float | None = None
    num_macros: int | None = None
    budget: int | None = None
    """Of learning."""
    length: int | None = None


def paper_value(table: str, *key: object) -> PaperValue | None:
    """By the name of a table in the file and what identifies the row there."""
    return _values().get((table, *key))


@cache
def _values() -> dict[tuple[object, ...], PaperValue]:
    text = files("fmtools.reports").joinpath("paper_values.toml").read_text(encoding="utf-8")
    found: dict[tuple[object, ...], PaperValue] = {}
    for name, table in tomllib.loads(text).items():
        num_keys = len(table["keys"])
        for above in (False, True):
            for row in table.get("above" if above else "rows", ()):
                values = dict(zip(table["values"], row[num_keys:], strict=True))
                found[name, *row[:num_keys]] = PaperValue(table["source"], above=above, **values)
    return found
