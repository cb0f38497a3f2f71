import sys
from pathlib import Path

import pytest

from fmtools.drivers import registry
from fmtools.drivers.driver import Family, Program, told_by
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import DRIVERS, find_driver, planner_names
from fmtools.drivers.run import run_planner
from fmtools.errors import InputError, UsageError
from tests.drivers.misbehaving import GOOD_PLAN, planner, small_task


@pytest.mark.parametrize("name", ["lapkt", "lapkt:k-BFWS", "pyperplan", "pymimir", "pymimir:brfs"])
def test_other_planners_solve_too(name: str) -> None:
    record = run_planner(find_driver(name), small_task(), ProcessLimits(60.0)).record
    assert record.solved, record.log_tail
    assert record.plan_length == 2


@pytest.mark.parametrize("name", ["gbfs", "astar", "bfs"])
def test_built_in_planners_run_like_the_others(name: str) -> None:
    record = run_planner(find_driver(name), small_task(), ProcessLimits(300.0)).record
    assert record.solved, record.log_tail
    assert (record.operators, record.plan_length) == (3, 2)
    assert record.generated is not None and record.search_seconds is not None


def test_seed_of_a_built_in_planner_is_part_of_its_command(tmp_path: Path) -> None:
    from fmtools.drivers.driver import RunFiles

    files = RunFiles(tmp_path / "d", tmp_path / "p", tmp_path / "plan")
    assert "7" in find_driver("gbfs", seed=7).command(files)


def test_own_commands_come_first(tmp_path: Path) -> None:
    own = planner(tmp_path, "")
    assert find_driver("lama-first", commands={"lama-first": own}) is own


@pytest.mark.parametrize("name", ["lama-frist", "fd:", "nothing-like-it", "", ":"])
def test_unknown_planner_is_refused_with_a_hint(name: str) -> None:
    with pytest.raises(UsageError, match="did you mean|choose one of"):
        find_driver(name)


def test_planner_that_is_not_installed_is_told_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import dataclasses

    absent = dataclasses.replace(DRIVERS["fd"], find=lambda: None)
    monkeypatch.setitem(registry.DRIVERS, "fd", absent)
    with pytest.raises(InputError, match="not installed; try: .* -m pip install"):
        find_driver("lama-first")


@pytest.mark.parametrize(
    ("family", "variant"), [("lapkt", "X-BFWS"), ("pyperplan", "gbf-none"), ("pymimir", "dfs")]
)
def test_unknown_variant_is_refused(family: str, variant: str) -> None:
    from fmtools.drivers.driver import Program

    with pytest.raises(UsageError, match=variant):
        DRIVERS[family].make(Program(("x",), "x"), "n", variant)


def test_a_family_in_drivers_is_all_that_a_new_planner_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As ARCHITECTURE says: here a planner that knows one plan, and says how long it took."""
    script = tmp_path / "toy.py"
    script.write_text(
        f"import pathlib, sys\npathlib.Path(sys.argv[1]).write_text({GOOD_PLAN!r})\n"
        "print('states: 3, took 0.25 s')\n"
    )
    toy = Family(
        title="Toy",
        packages=("nothing",),
        find=lambda: Program((sys.executable, str(script)), str(script)),
        command=lambda program, variant, files: [*program.words, files.plan.name],
        statistics=told_by(generated=r"states: (\d+)", search_seconds=r"took ([\d.]+) s"),
        variants=("only",),
    )
    monkeypatch.setitem(registry.DRIVERS, "toy", toy)
    assert {"toy", "toy:only"} <= set(planner_names())
    record = run_planner(find_driver("toy"), small_task(), ProcessLimits(60.0)).record
    assert record.solved, record.reason
    assert (record.planner, record.generated, record.search_seconds) == ("toy", 3, 0.25)


def test_names_are_listed() -> None:
    names = planner_names()
    assert {"lama-first", "lama", "fd", "lapkt:k-BFWS", "pyperplan", "pymimir", "gbfs"} <= set(
        names
    )
