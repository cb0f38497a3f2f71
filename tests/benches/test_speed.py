"""The row builders of `bench speed`, on tiny sizes: numbers are there and make sense."""

import sys
from pathlib import Path

import pytest

from fmtools.benches import plain_worlds
from fmtools.benches.bench_files import made_files, paper_files
from fmtools.benches.fast_downward import run_fresh
from fmtools.benches.speed_rates import macro_rows, plain_rows
from fmtools.benches.speed_start import first_use_row, start_rows
from fmtools.benches.speed_worlds import (
    check_python,
    memory_row,
    python_rows,
    run_json,
    world_rows,
)
from fmtools.errors import InputError
from tests.cli.command import assert_refused, fmtools


def test_start_rows_time_help_a_plan_and_first_use() -> None:
    helped, planned, first, bare = start_rows(["gripper"], repeats=1)
    assert helped.what == "fmtools --help" and helped.ratio is None
    assert helped.cpu_seconds > 0 and helped.wall_seconds > 0
    assert planned.what == "plan gripper"
    assert planned.other_cpu_seconds == planned.target
    assert planned.met == (planned.cpu_seconds <= planned.target)
    assert first.what == "first use" and first.ratio is not None
    assert bare.what == "first, no .pyc" and bare.ratio is not None


def test_processes_keep_their_byte_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every process would compile every module, and be timed for it."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "imported.py").write_text("")
    run_fresh([sys.executable, "-c", "import imported"], 60.0, directory=tmp_path)
    assert list((tmp_path / "__pycache__").glob("imported.*.pyc"))


@pytest.mark.parametrize("byte_code", [False, True])
def test_first_use_is_beside_later_uses(byte_code: bool) -> None:
    row = first_use_row(paper_files(1)["doors"][0], 1, byte_code)
    assert row.other_cpu_seconds is not None and row.target > row.other_cpu_seconds
    assert ("no .pyc" in row.what) == (not byte_code)


def test_rates_are_taken_on_as_many_states_as_fast_downward_generated() -> None:
    [row] = plain_rows(["gripper"], {"gripper": 30}, seconds=2.0, repeats=1)
    assert row.what == "gripper 30" and row.operators == 242
    assert 0 < row.generated <= row.fd_generated + row.operators
    assert row.rate > 0 and row.fd_rate > 0
    assert row.met == (row.ratio >= row.target)


def test_macros_are_those_of_compiled() -> None:
    [row] = macro_rows(["depot"], seconds=0.2, repeats=1)
    assert row.what == "depot 12"
    assert row.operators > 10_000  # 1,716 without macros


def test_worlds_are_compared_with_another_python() -> None:
    rows = list(world_rows(sys.executable, budget=2000, repeats=1))
    assert {row.what for row in rows} == {"cube", "15-puzzle"}
    assert all(row.rate > 0 and row.other and row.met is not None for row in rows)
    assert all(row.met is None for row in world_rows(None, budget=2000, repeats=1))


def test_python_simulators_have_no_kernel_and_search_alike() -> None:
    for build in plain_worlds.WORLDS.values():
        assert not hasattr(build(), "kernel")
    rows = list(python_rows(budget=500, repeats=1))
    assert len(rows) == 9 and all(row.rate > 0 and row.other for row in rows)
    ordinary = plain_worlds.ordinary("cube", "gbfs", "fifo", 500)
    words = ["fmtools.benches.plain_worlds:cube", "--planner", "gbfs", "--ties", "fifo"]
    ours = run_json([sys.executable, "-m", "fmtools", "plan", *words, "--budget", "500", "--json"])
    assert ours["generated"] == ordinary["generated"]


def test_memory_is_counted_per_state() -> None:
    row = memory_row(budget=20_000)
    assert row.states > 1000 and row.process_bytes > row.search_bytes
    assert row.bytes_per_state == row.search_bytes / row.states


def test_made_problems_are_of_the_size_asked_for(tmp_path: Path) -> None:
    domain, problem = made_files("hanoi", 5, tmp_path)
    assert "d5" in problem.read_text() and "d6" not in problem.read_text()
    assert domain.read_text().startswith(";") or "(define" in domain.read_text()


def test_a_python_without_the_package_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="not a Python with no_such_package"):
        check_python(sys.executable, "no_such_package")
    (tmp_path / "here_by_path.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(InputError, match="not a Python with here_by_path"):
        check_python(sys.executable, "here_by_path")
    nowhere = tmp_path / "python"
    assert_refused(fmtools("bench", "speed", "--against", nowhere), 31, "not a Python with fmtools")
    assert_refused(fmtools("bench", "speed", "--domains", "nowhere"), 2, "no domain 'nowhere'")
    assert_refused(fmtools("bench", "walk", "--against", nowhere), 2, "are for speed")
    assert_refused(fmtools("bench", "walk", "--domains", "hanoi"), 2, "--domains is for")
