"""External planners in experiments: real LAMA on PDDL and on exported puzzles."""

from fmtools.experiments.external import run_external
from fmtools.experiments.tasks import describe_task
from fmtools.store.writing import read_store
from tests.experiments.small_experiments import run, write

LIMITS = {"time_limit": 600.0, "memory_limit": 2 << 30}


def test_lama_on_files_and_on_an_exported_puzzle_is_recorded_with_valid_plans(tmp_path):
    text = """
    kind = "external"
    planners = "lama-first"
    worlds = ["hanoi", "8-puzzle"]
    instances = 1
    time_limit = 600
    """
    sweep = run(write(tmp_path / "lama.toml", text), tmp_path / "results")
    assert (sweep.recorded, sweep.failed) == (2, 0)
    for record in read_store(tmp_path / "results")[0]:
        assert (record["outcome"], record["valid"]) == ("solved", True)
        assert record["planner"] == "lama-first" and record["macros"] == "none"
        assert record["generated"] > 0 and record["plan_length"] > 0
        assert record["total_seconds"] > record["seconds"] >= 0
        assert record["tie_seed"] is None and record["budget"] is None
        assert (record["translate_seconds"] is None) == (record["world"] == "8-puzzle")


def test_a_planner_that_runs_out_of_time_is_a_result(tmp_path):
    task = describe_task("cube", 0, False, {}, tmp_path)
    found = run_external(task, "lama-first", {**LIMITS, "time_limit": 1.0})
    assert found["outcome"] == "timeout"
    assert found["plan_length"] is None and found["valid"] is None
