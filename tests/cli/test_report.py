from pathlib import Path

import pytest

from fmtools.reports.readme import BEGIN, END
from tests.cli.command import assert_refused, fmtools
from tests.reports.stores import record, sample_records, write_store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_store(tmp_path_factory.mktemp("report") / "s", sample_records(), libraries=True)


def test_report_without_options_prints_the_tables_in_eighty_columns(store: Path) -> None:
    found = fmtools("report", store)
    assert found.code == 0 and found.err == ""
    assert "Macro types (paper's Table 3)" in found.out
    assert max(map(len, found.out.splitlines())) <= 80


def test_report_writes_everything_and_refuses_to_overwrite(store: Path, tmp_path: Path) -> None:
    page, tables = tmp_path / "report.html", tmp_path / "tables"
    words = ("report", store, "-o", page, "--tables", tables, "--csv", tmp_path / "all.csv")
    found = fmtools(*words, "--lab", tmp_path / "lab", "--figures", tmp_path / "f" / "g", "--json")
    assert found.code == 0, found.err
    written = [Path(name) for name in found.json["written"]]
    assert all(path.stat().st_size > 0 for path in written)
    assert {path.suffix for path in written} == {".html", ".txt", ".md", ".csv", "", ".png", ".pdf"}
    assert found.json["failed"] == 0 and found.json["tables"]["results"]
    before = page.read_bytes()
    assert_refused(fmtools("report", store, "-o", page), 2, "exists", "--force")
    new = tmp_path / "new.html"
    assert_refused(fmtools("report", store, "-o", new, "--tables", tables), 2, "exists", "--force")
    assert not new.exists()
    assert fmtools(*words, "--lab", tmp_path / "lab", "--force").code == 0
    assert page.read_bytes() == before


def test_readme_is_rewritten_and_checked(store: Path, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# Title\n{BEGIN}\n{END}\nend\n", encoding="utf-8")
    stale = fmtools("report", store, "--readme", readme, "--check")
    assert (stale.code, stale.out) == (1, f"{readme} is out of date\n")
    assert fmtools("report", store, "--readme", readme).code == 0
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("# Title\n") and text.endswith(f"{END}\nend\n") and "doors" in text
    assert fmtools("report", store, "--readme", readme, "--check").code == 0
    readme.write_text(text.replace("doors", "floors", 1), encoding="utf-8")
    assert fmtools("report", store, "--readme", readme, "--check").code == 1


def test_readme_is_out_of_date_once_the_store_changes(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    store = write_store(tmp_path / "s", [record(), record(instance=1)])
    assert fmtools("report", store, "--readme", readme).code == 0
    write_store(store, [record(), record(instance=1, generated=5)])
    assert fmtools("report", store, "--readme", readme, "--check").code == 1


def test_bad_input_is_one_line(store: Path, tmp_path: Path) -> None:
    assert_refused(fmtools("report", tmp_path), 31, "records.jsonl")
    assert_refused(fmtools("report", tmp_path / "nowhere"), 31, "nowhere")
    assert_refused(fmtools("report", store, "--check"), 2, "--readme")
    assert_refused(fmtools("report", store, "--figures", store / "records.jsonl"), 2, "directory")
    assert_refused(fmtools("report", store, "-o", tmp_path / "no" / "x.html"), 2, "no directory")
    readme = tmp_path / "README.md"
    readme.write_text("no marks", encoding="utf-8")
    assert_refused(fmtools("report", store, "--readme", readme), 31, "results: begin")
    assert readme.read_text(encoding="utf-8") == "no marks"


def test_damaged_library_is_named_and_nothing_written(tmp_path: Path) -> None:
    store = write_store(tmp_path / "s", [record()])
    (store / "macros").mkdir()
    (store / "macros" / "bad.json").write_text("{", encoding="utf-8")
    assert_refused(fmtools("report", store, "-o", tmp_path / "x.html"), 31, "bad.json")
    assert not (tmp_path / "x.html").exists()


def test_broken_runs_are_said_on_stderr(tmp_path: Path) -> None:
    bad = record(instance=5, outcome="error", error="boom")
    found = fmtools("report", write_store(tmp_path / "s", [record(), bad]))
    assert found.code == 0
    assert "1 runs broke" in found.err


def test_sweep_of_the_runner_is_reported_and_missing_runs_are_marked(tmp_path: Path) -> None:
    """The real chain: bench fills a store, report reads it; a run is taken away again."""
    experiment = tmp_path / "results.toml"
    experiment.write_text(
        'worlds = "15-puzzle"\nmacros = ["none", "focused"]\ninstances = 2\ntie_seeds = 1\n'
        'budget = "20K"\n',
        encoding="utf-8",
    )
    store = tmp_path / "store"
    assert fmtools("bench", experiment, "-o", store, "--jobs", 1).code == 0
    whole = fmtools("report", store, "-o", tmp_path / "r.html", "--json")
    assert whole.code == 0, whole.err
    rows = whole.json["tables"]["results"]
    assert [(row["macros"], row["runs"], row["runs_planned"]) for row in rows] == [
        ("none", 2, 2),
        ("focused", 2, 2),
    ]
    assert rows[1]["paper_generated"] == 4952.4
    assert "15-puzzle: focused macros" in (tmp_path / "r.html").read_text(encoding="utf-8")
    records = store / "records.jsonl"
    lines = records.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if '"macros": "focused"' not in line]
    records.write_text("".join(kept), encoding="utf-8")
    part = fmtools("report", store)
    assert "focused*" in part.out
    assert "2 runs missing in all" in part.out
