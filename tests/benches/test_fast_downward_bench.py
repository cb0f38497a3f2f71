"""The yardstick of the speed tables runs, tells, and is ended in time."""

from fmtools.benches.fast_downward import run_fast_downward
from tests.cli.command import PDDL

GRIPPER = [str(PDDL / "gripper" / name) for name in ("domain.pddl", "problem-000.pddl")]


def test_a_run_tells_counts_and_seconds() -> None:
    run = run_fast_downward([*GRIPPER, "--search", "eager_greedy([ff()])"], 600.0)
    assert not run.timed_out
    for pattern in (r"Generated (\d+) state", r"Plan length: (\d+) step", r"Total time: ([\d.]+)s"):
        assert run.number(pattern) is not None
    assert run.number(r"Nonsense: (\d+)") is None
    assert run.seconds > (run.number(r"Total time: ([\d.]+)s") or 0.0)


def test_a_run_that_takes_too_long_is_ended() -> None:
    blind = ["--search", "astar(blind())"]
    run = run_fast_downward([*GRIPPER, *blind], 1.0)  # 42 balls: not in a day
    assert run.timed_out
    assert run.number(r"Plan length: (\d+) step") is None
    assert run.seconds >= 1.0
