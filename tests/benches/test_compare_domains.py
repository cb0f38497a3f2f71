from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.benches.compare_domains import Sweep, compare_domains
from fmtools.errors import InputError

ROOT = Path(__file__).parents[2]


def sweep(tmp_path: Path, *names: str) -> Sweep:
    """Of one real problem per domain, by a planner that is always here."""
    for name in names:
        (tmp_path / "pddl" / name).mkdir(parents=True)
        (tmp_path / "compiled" / name).mkdir(parents=True)
        for path in (f"pddl/{name}/domain.pddl", f"compiled/{name}/macros.json"):
            (tmp_path / path).write_bytes((ROOT / path).read_bytes())
        problem = (ROOT / "pddl" / name / "problem-000.pddl").read_bytes()
        (tmp_path / "pddl" / name / "problem-000.pddl").write_bytes(problem)
    return Sweep(
        originals=tmp_path / "pddl",
        compiled=tmp_path / "compiled",
        results=tmp_path / "results",
        num_problems=1,
    )


def test_a_finished_domain_is_not_run_again_unless_something_changed(tmp_path: Path) -> None:
    settings = sweep(tmp_path, "ferry")
    runs: list[str] = []
    first = list(compare_domains(settings, lambda *words: runs.append(words[2])))
    assert runs == ["original", "augmented"]
    summary = first[0].summary
    assert summary is not None and summary.solved_original == summary.solved_augmented == 1
    assert summary.invalid == 0 and first[0].macros > 0
    assert list(compare_domains(settings, lambda *words: runs.append(words[2]))) == first
    assert len(runs) == 2
    list(compare_domains(replace(settings, seconds=20.0), lambda *words: runs.append(words[2])))
    assert len(runs) == 4


def test_a_domain_whose_macros_grow_too_much_has_a_row_without_runs(tmp_path: Path) -> None:
    rows = list(compare_domains(sweep(tmp_path, "hanoi")))
    assert [(row.domain, row.macros, row.summary) for row in rows] == [("hanoi", 0, None)]
    assert not (tmp_path / "results").exists()


def test_a_folder_without_domains_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run this in a clone of fmtools"):
        list(compare_domains(sweep(tmp_path)))
