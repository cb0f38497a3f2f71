"""The table of `fmtools bench growth`."""

import math
from pathlib import Path
from typing import Any

from fmtools.cli.bench.table import Columns, show_note, show_table, verdict
from fmtools.cli.process import say
from fmtools.errors import UsageError

RESULTS = Path("results/growth")


def bench_growth(
    to_stderr: bool, seconds: float, domains: str | None, output: Path | None
) -> dict[str, Any]:
    """Run what the results directory does not hold; with `output`, plots beside the records."""
    from fmtools.benches.growth import SIZES, run_growth
    from fmtools.benches.growth_fit import growth_rows
    from fmtools.drivers.interrupts import interrupt_once

    names = list(SIZES) if domains is None else [name.strip() for name in domains.split(",")]
    for name in names:
        if name not in SIZES:
            raise UsageError(f"no domain {name!r}; there are: {', '.join(SIZES)}")
    chosen = {name: SIZES[name] for name in names}
    with interrupt_once():
        records = list(run_growth(output or RESULTS, seconds, chosen, say))
    rows = growth_rows(records)
    columns: Columns = {
        "domain": lambda row: row.domain,
        "cost": lambda row: row.measure,
        "n": lambda row: str(len(row.sizes)),
        "exponent": lambda row: _exponent(row.ours),
        "FD's": lambda row: _exponent(row.fast_downward),
        "largest": lambda row: _amount(row.measure, row.largest),
        "FD's ": lambda row: _amount(row.measure, row.fd_largest),
        "met": lambda row: verdict(row.met),
    }
    title = (
        "Growth over the number of ground operators: exponents with standard errors, on n\n"
        "sizes where both sides can be measured; met: not above Fast Downward's by more\n"
        "than the errors of both. CPU time; Fast Downward's grounding is that of its\n"
        "translator."
    )
    data = show_table(title, columns, rows, to_stderr)
    verdicts = _verdicts(rows)
    for name, text in verdicts.items():
        show_note(f"{name}: {text}", to_stderr)
    found = {"growth": data, "records": records, "verdicts": verdicts, "plots": []}
    if output is not None:
        found["plots"] = [str(path) for path in _plots(records, output)]
        show_note(f"plots: {', '.join(found['plots'])}", to_stderr)
    return found


def _verdicts(rows: list[Any]) -> dict[str, str]:
    verdicts = {}
    for name in dict.fromkeys(row.domain for row in rows):
        judged = [row for row in rows if row.domain == name and row.met is not None]
        above = [row.measure for row in judged if not row.met]
        if above:
            verdicts[name] = f"exponent above Fast Downward's: {', '.join(above)}"
        elif judged:
            verdicts[name] = f"exponent not above Fast Downward's in {len(judged)} costs"
        else:
            verdicts[name] = "too few sizes to tell; a longer --time allows more"
    return verdicts


def _plots(records: list[Any], output: Path) -> list[Path]:
    from fmtools.benches.growth_fit import MEASURES, points_of
    from fmtools.reports.growth_plot import write_growth_plot

    measured = [record for record in records if record["outcome"] == "measured"]
    panels: dict[str, Any] = {measure: {} for measure in MEASURES}
    for name in dict.fromkeys(record["domain"] for record in measured):
        runs = [record for record in measured if record["domain"] == name]
        for measure in MEASURES:
            points = [(x, own, other) for _, x, own, other in points_of(measure, runs)]
            if points:
                panels[measure][name] = points
    return write_growth_plot(panels, output)


def _exponent(fit: Any) -> str:
    return "-" if fit is None else f"{fit.exponent:.2f}±{fit.error:.2f}"


def _amount(measure: str, number: float | None) -> str:
    if number is None or math.isnan(number):
        return "-"
    if "bytes" in measure:
        return f"{number / 1e6:.0f} MB" if number >= 1e6 else f"{number:.0f} B"
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if number * scale >= 1:
            return f"{number * scale:.3g} {unit}"
    return f"{number * 1e9:.3g} ns"
