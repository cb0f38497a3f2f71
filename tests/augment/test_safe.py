"""Augmented and original in turn: what only one of them solves is solved, and nothing stays."""

from pathlib import Path

import pytest

from fmtools.augment.safe import run_safely
from fmtools.augment.solve import solve
from fmtools.compare.augmented_files import augmented_task, original_task
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.run import AUGMENTED, ORIGINAL
from tests.augment.ferries import TWO_CARS_PLAN
from tests.augment.test_guarded_macros import carrying
from tests.drivers.misbehaving import PATIENCE, planner, survivors, with_time_enough


def stuck_on(folder: Path, kind: str) -> Driver:
    """A planner that never ends on one kind of files and takes a while on the other."""
    return planner(
        folder,
        f"""
is_augmented = "fmtools macro" in open(domain).read()
if is_augmented == {kind == AUGMENTED}:
    while True: pass
end = time.process_time() + 0.6
while time.process_time() < end: pass
write({TWO_CARS_PLAN!r})
""",
    )


@pytest.mark.parametrize("stuck, solves", [(AUGMENTED, ORIGINAL), (ORIGINAL, AUGMENTED)])
def test_whichever_file_the_planner_can_solve_is_solved(
    tmp_path: Path, stuck: str, solves: str
) -> None:
    recipe, problem = carrying()
    driver = stuck_on(tmp_path, stuck)
    tasks = [
        augmented_task(recipe, problem, driver.reads),
        original_task(recipe.original, problem),
    ]
    runs = run_safely(driver, tasks, ProcessLimits(PATIENCE), first_slice=0.3)
    assert [run.record.domain for run in runs] == [solves]
    assert runs[0].record.solved
    assert survivors(tmp_path) == []


def test_time_ends_both(tmp_path: Path) -> None:
    recipe, problem = carrying()
    driver = planner(tmp_path, "while True: pass")
    solved = with_time_enough(
        lambda seconds: solve(recipe, problem, driver, ProcessLimits(seconds), safe=True),
        lambda _: (tmp_path / "pids").exists(),
    )
    assert solved.outcome == "timeout"
    assert solved.plan is None
    assert survivors(tmp_path) == []


def test_a_planner_that_gives_up_on_one_goes_on_with_the_other(tmp_path: Path) -> None:
    recipe, problem = carrying()
    driver = planner(
        tmp_path,
        f"""
if "fmtools macro" in open(domain).read(): sys.exit(3)
write({TWO_CARS_PLAN!r})
""",
    )
    solved = solve(recipe, problem, driver, ProcessLimits(PATIENCE), safe=True)
    assert solved.outcome == "solved"
    assert solved.record is not None
    assert solved.record.domain == ORIGINAL


def test_a_plan_with_macros_is_unfolded_and_validated(tmp_path: Path) -> None:
    recipe, problem = carrying()
    name = recipe.macros[0].name
    plan = f"({name} c1 l1 l2)\n(sail l2 l3)\n({name} c2 l3 l1)\n"
    driver = planner(tmp_path, f"write({plan!r})")
    solved = solve(recipe, problem, driver, ProcessLimits(PATIENCE))
    assert solved.outcome == "solved"
    assert solved.text == TWO_CARS_PLAN + "; cost = 7 (unit cost)\n"


def test_a_wrong_plan_is_never_passed_on(tmp_path: Path) -> None:
    recipe, problem = carrying()
    driver = planner(tmp_path, "write('(sail l1 l2)\\n')")
    solved = solve(recipe, problem, driver, ProcessLimits(PATIENCE))
    assert (solved.outcome, solved.plan) == ("invalid-plan", None)


def test_detours_are_taken_out_if_asked(tmp_path: Path) -> None:
    recipe, problem = carrying()
    driver = planner(tmp_path, f"write('(sail l1 l2)\\n(sail l2 l1)\\n' + {TWO_CARS_PLAN!r})")
    solved = solve(recipe, problem, driver, ProcessLimits(PATIENCE), shorten=True)
    assert solved.num_removed == 2
    assert len(solved.plan or ()) == 7
