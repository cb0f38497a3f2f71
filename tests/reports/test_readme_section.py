from pathlib import Path

import pytest

from fmtools.errors import InputError
from fmtools.reports.readme import BEGIN, END, MAX_LINES, results_section, with_section
from fmtools.reports.records import Results, record_from
from tests.cli.command import fmtools
from tests.reports.stores import record, sample_records

ROOT = Path(__file__).parents[2]


def results_of(records: list[dict[str, object]]) -> Results:
    return Results(tuple(record_from(one) for one in records))


def test_section_replaces_only_what_is_between_the_marks() -> None:
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    new = with_section(text, "new\n")
    assert new == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
    assert with_section(new, "new\n") == new


@pytest.mark.parametrize("text", ["", BEGIN, f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"])
def test_readme_without_the_marks_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="results: begin"):
        with_section(text, "new\n")


def test_section_is_short_whatever_the_store_holds() -> None:
    worlds = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic", "15-puzzle", "cube")
    records = sample_records(2, 1)
    for world in worlds:
        for planner in ("gbfs", "bfws", "lama-first"):
            for macros in ("none", "focused"):
                for instance in (7, 8):
                    place = {"world": world, "planner": planner, "macros": macros}
                    records.append(record(**place, instance=instance))
    lines = results_section(results_of(records), "command").splitlines()
    assert 20 < len(lines) <= MAX_LINES
    assert all(len(line) <= 100 for line in lines if not line.startswith("|"))


def test_section_shows_the_mean_its_interval_and_the_papers_value() -> None:
    records = [record(instance=i, generated=1000) for i in range(5)]
    section = results_section(results_of(records), "command")
    assert "| doors | 1,000 [1,000–1,000] *3,051* |" in section


def test_the_page_of_results_is_current() -> None:
    """It has a results section if and only if its store is there, and they agree."""
    store, readme = ROOT / "results" / "paper", ROOT / "docs" / "results.md"
    assert store.is_dir() == (BEGIN in readme.read_text(encoding="utf-8"))
    if store.is_dir():
        found = fmtools("report", store, "--readme", readme, "--check")
        assert found.code == 0, found.out + found.err
