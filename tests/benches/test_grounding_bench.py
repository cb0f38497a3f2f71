"""`bench grounding`: a folder of tasks beside Fast Downward's translator."""

import json
from pathlib import Path

from fmtools.benches.grounding import ground_task
from fmtools.benches.grounding_job import measure
from fmtools.benches.ipc_folders import folder_tasks
from fmtools.errors import EXIT_OK
from tests.cli.command import fmtools
from tests.pddl.adl_samples import ADL_SAMPLES

READ_BY_BOTH = {name: sample for name, sample in ADL_SAMPLES.items() if name != "mixture"}
"""Fast Downward refuses `when` inside of `when`."""


def write_folders(place: Path) -> None:
    for name, sample in READ_BY_BOTH.items():
        folder = place / name.replace(" ", "-")
        folder.mkdir()
        (folder / "domain.pddl").write_text(sample.domain)
        (folder / "p1.pddl").write_text(sample.problem)


def test_operators_are_the_translators_but_for_idle_ones(tmp_path: Path) -> None:
    write_folders(tmp_path)
    done = fmtools("bench", "grounding", tmp_path, "--json")
    assert done.code == EXIT_OK, done.err
    found = json.loads(done.out)
    assert len(found["folders"]) == len(READ_BY_BOTH)
    for run in found["runs"]:
        assert run["failure"] == ""
        assert run["unexpected"] == []
        assert run["operators"] > 0
        assert run["fd_operators"] > 0
    assert max(len(line) for line in done.err.splitlines()) <= 100


def test_an_operator_that_is_missing_is_found_out(tmp_path: Path) -> None:
    write_folders(tmp_path)
    folder = tmp_path / "reset"
    (folder / "task.sas").write_text("begin_operator\nset a\nend_operator\n")
    found = measure(folder / "domain.pddl", folder / "p1.pddl", folder / "task.sas")
    assert "(set c)" in found["unexpected"]
    assert found["only_theirs"] == 0


def test_a_task_without_a_domain_is_a_row_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "p1.pddl").write_text("(define (problem p) (:init) (:goal ()))")
    (task,) = folder_tasks(tmp_path).tasks
    assert "no domain" in ground_task(task, 10, 1 << 30).failure
