"""`fmtools records`: what a results directory holds; as CSV, or for Downward Lab."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, check_directory, check_writable, made_directory
from fmtools.cli.process import printable, say
from fmtools.files import write_whole


def records(
    results: Path = argument(help="A results directory of fmtools bench."),
    csv: Path | None = option(None, help="Write all records to this CSV file."),
    lab: Path | None = option(
        None, help="Write the file `properties` of Downward Lab into this directory."
    ),
    experiment: str | None = option(None, help="Only the runs of this experiment."),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """List recorded runs by experiment and outcome; export them.

    Stale ones, made by code that gave other results, are only counted.

    Example: fmtools records results --csv runs.csv --lab lab-eval
    """
    from fmtools.store.lab_file import FILE_NAME
    from fmtools.store.reading import num_stale, read_contents, stale_notes

    def chosen(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one for one in records if experiment in (None, one.get("experiment"))]

    check_writable(csv, force)
    check_directory(lab, [FILE_NAME], force)
    contents = read_contents(results)
    found, old = chosen(contents.records), chosen(contents.stale)
    complaints = [*contents.complaints, *stale_notes(old)]
    written = write_exports(found, csv, lab)
    counts: Counter[tuple[str, str]] = Counter(
        (str(record.get("experiment")), record["outcome"]) for record in found
    )
    for complaint in complaints:
        say(complaint)
    if json_output:
        by_experiment: dict[str, dict[str, int]] = {}
        for (name, outcome), count in sorted(counts.items()):
            by_experiment.setdefault(name, {})[outcome] = count
        told = {"runs": len(found), "experiments": by_experiment, "stale": num_stale(old)}
        paths = [str(path) for path in written]
        print(json.dumps({**told, "complaints": complaints, "written": paths}))
        return
    for (name, outcome), count in sorted(counts.items()):
        print(f"{printable(name):20}  {printable(outcome):18}  {count:9,}")
    for name, count in num_stale(old).items():
        print(f"{printable(name):20}  {'stale':18}  {count:9,}")
    print(f"{len(found):,} runs in {results}" + (f", {len(old):,} stale" if old else ""))
    for path in written:
        print(f"written to {path}")


def write_exports(records: list[dict[str, Any]], csv: Path | None, lab: Path | None) -> list[Path]:
    """All records as one table, and as Downward Lab's properties; the files written."""
    from fmtools.store.csv_file import records_to_csv
    from fmtools.store.lab_file import FILE_NAME, records_to_lab_properties

    texts: dict[Path, str] = {}
    if csv is not None:
        texts[csv] = records_to_csv(records)
    if lab is not None:
        texts[made_directory(lab) / FILE_NAME] = records_to_lab_properties(records)
    for path, text in texts.items():
        write_whole(path, text)
    return list(texts)
