"""Whatever a planner does: the right outcome, no process left, no file left."""

from pathlib import Path

import pytest

from fmtools.drivers.records import RunOutcome
from tests.drivers.misbehaving import (
    GOOD_PLAN,
    LONGER_PLAN,
    PATIENCE,
    own_temporary_files,
    run_script,
    run_until_it_waits,
    survivors,
)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs make their directories here, so that a leftover is seen. The name is a trap."""
    folder = tmp_path / 'it\'s a "temporary" folder'
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, temporary: Path):  # type: ignore[no-untyped-def]
    yield
    assert survivors(tmp_path) == []
    assert own_temporary_files(temporary) == []


def test_good_planner_solves(tmp_path: Path) -> None:
    run = run_script(tmp_path, f"write({GOOD_PLAN!r})")
    record = run.record
    assert record.outcome is RunOutcome.SOLVED
    assert (record.valid, record.plan_length, record.cost, record.reason) == (True, 2, 2, "")


def test_exit_code_that_denies_a_plan_is_not_believed(tmp_path: Path) -> None:
    run = run_script(tmp_path, f"write({GOOD_PLAN!r}); sys.exit(34)")
    assert run.record.outcome is RunOutcome.SOLVED
    assert run.record.exit_code == 34


def test_exit_code_that_promises_a_plan_is_not_believed(tmp_path: Path) -> None:
    run = run_script(tmp_path, "print('Solution found!'); sys.exit(0)")
    assert run.record.outcome is RunOutcome.NO_PLAN
    assert run.record.valid is None
    assert "Solution found!" in run.record.log_tail


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(go b c)\n", "step 1 (go b c): precondition (at b) does not hold"),
        ("(go a b)\n", "goal (at c) does not hold"),
        ("(fly a c)\n", "unknown action 'fly'"),
        ("(go a z)\n", "unknown object 'z'"),
        ("what is a plan\n", "unexpected 'what is a plan'"),
        ("\x00\x01\x02((((", "unexpected"),
    ],
)
def test_invalid_plan_is_found_out(tmp_path: Path, plan: str, reason: str) -> None:
    record = run_script(tmp_path, f"write({plan!r})").record
    assert record.outcome is RunOutcome.INVALID_PLAN
    assert (record.valid, record.cost) == (False, None)
    assert reason in record.reason


def test_empty_plan_file_is_no_plan(tmp_path: Path) -> None:
    assert run_script(tmp_path, "write('')").record.outcome is RunOutcome.NO_PLAN


def test_directory_in_the_place_of_the_plan_is_no_plan(tmp_path: Path) -> None:
    assert run_script(tmp_path, "os.mkdir(plan)").record.outcome is RunOutcome.NO_PLAN


def test_best_of_an_anytime_planners_plans_counts(tmp_path: Path) -> None:
    script = f"""
write({LONGER_PLAN!r}, plan + ".1")
write({GOOD_PLAN!r}, plan + ".2")
write("(go b c)\\n", plan + ".10")
wait_forever()
"""
    record = run_until_it_waits(tmp_path, script).record
    assert record.outcome is RunOutcome.SOLVED
    assert (record.num_plans, record.plan_length) == (3, 2)


def test_plan_cut_off_by_the_time_limit_is_a_timeout(tmp_path: Path) -> None:
    script = "write('(go a b)\\n(go b'); wait_forever()"
    assert run_until_it_waits(tmp_path, script).record.outcome is RunOutcome.TIMEOUT


def test_whole_but_wrong_plan_is_not_excused_by_the_time_limit(tmp_path: Path) -> None:
    script = "write('(go b c)\\n'); wait_forever()"
    assert run_until_it_waits(tmp_path, script).record.outcome is RunOutcome.INVALID_PLAN


def test_planner_that_hangs_is_a_timeout(tmp_path: Path) -> None:
    record = run_until_it_waits(tmp_path, "print('thinking', flush=True); wait_forever()").record
    assert record.outcome is RunOutcome.TIMEOUT
    assert record.total_seconds >= 0.5
    assert "thinking" in record.log_tail


def test_planner_that_ignores_signals_is_ended_with_its_children(tmp_path: Path) -> None:
    script = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        born()
        time.sleep(3600)
wait_for_births(4)
wait_forever()
"""
    assert run_until_it_waits(tmp_path, script).record.outcome is RunOutcome.TIMEOUT


def test_children_that_outlive_the_planner_are_ended(tmp_path: Path) -> None:
    script = f"""
if os.fork() == 0:
    born()
    wait_forever()
wait_for_births(2)
write({GOOD_PLAN!r})
"""
    record = run_script(tmp_path, script).record
    assert record.outcome is RunOutcome.SOLVED
    assert record.total_seconds < PATIENCE, "the run waited for the child"


def test_daemon_in_a_session_of_its_own_is_ended(tmp_path: Path) -> None:
    script = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        born()
        wait_forever()
    os._exit(0)
wait_for_births(2)
"""
    assert run_script(tmp_path, script).record.outcome is RunOutcome.NO_PLAN


def test_planner_that_forks_again_and_again_is_ended(tmp_path: Path) -> None:
    script = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
end = time.time() + 600
while time.time() < end:
    if os.fork() == 0:
        born()
    else:
        os._exit(0)
    time.sleep(0.02)
"""
    record = run_script(tmp_path, script).record
    assert record.outcome is RunOutcome.NO_PLAN


def test_planner_that_takes_all_memory_is_out_of_memory(tmp_path: Path) -> None:
    script = "x = [bytearray(1 << 24) for _ in range(1000)]"
    record = run_script(tmp_path, script, memory=200 << 20).record
    assert record.outcome is RunOutcome.OUT_OF_MEMORY


def test_children_that_take_all_memory_are_out_of_memory(tmp_path: Path) -> None:
    script = """
for _ in range(5):
    if os.fork() == 0:
        born()
        break
x = bytearray(100 << 20)
wait_forever()
"""
    record = run_script(tmp_path, script, memory=300 << 20).record
    assert record.outcome is RunOutcome.OUT_OF_MEMORY


def test_planner_that_fills_the_disk_is_a_crash_with_a_reason(tmp_path: Path) -> None:
    script = "f = open('junk', 'wb')\nwhile True: f.write(bytes(1 << 20))"
    record = run_script(tmp_path, script, disk=20 << 20).record
    assert record.outcome is RunOutcome.CRASH
    assert "disk" in record.reason


def test_huge_plan_file_is_not_read(tmp_path: Path) -> None:
    script = "f = open(plan, 'wb'); f.seek(1 << 30); f.write(b'x')"
    record = run_script(tmp_path, script).record
    assert record.outcome is RunOutcome.INVALID_PLAN
    assert "bytes" in record.reason


def test_crash_is_told_with_signal_and_log(tmp_path: Path) -> None:
    script = "print('about to fall', flush=True); os.kill(os.getpid(), signal.SIGSEGV)"
    record = run_script(tmp_path, script).record
    assert record.outcome is RunOutcome.CRASH
    assert "SIGSEGV" in record.reason
    assert "about to fall" in record.log_tail


def test_traceback_is_a_crash(tmp_path: Path) -> None:
    record = run_script(tmp_path, "raise RuntimeError('no idea')").record
    assert record.outcome is RunOutcome.CRASH
    assert "no idea" in record.log_tail


def test_garbage_on_the_terminal_does_no_harm(tmp_path: Path) -> None:
    script = f"sys.stdout.buffer.write(bytes(range(256)) * 4096); write({GOOD_PLAN!r})"
    record = run_script(tmp_path, script).record
    assert record.outcome is RunOutcome.SOLVED
    assert all(c.isprintable() or c in "\n\t" for c in record.log_tail)


def test_megabytes_of_log_leave_a_short_tail(tmp_path: Path) -> None:
    script = f"print('word ' * 4_000_000); print('Evaluated 12 states'); write({GOOD_PLAN!r})"
    record = run_script(tmp_path, script, patterns={"evaluated": r"Evaluated (\d+)"}).record
    assert (record.outcome, record.evaluated) == (RunOutcome.SOLVED, 12)
    assert len(record.log_tail) <= 4000


def test_planner_that_locks_its_directory_leaves_nothing(tmp_path: Path) -> None:
    script = "os.mkdir('x'); open('x/y', 'w').close(); os.chmod('x', 0); os.chmod('.', 0o500)"
    assert run_script(tmp_path, script).record.outcome is RunOutcome.NO_PLAN


def test_planner_that_removes_its_directory_does_no_harm(tmp_path: Path) -> None:
    script = "import shutil; shutil.rmtree(os.getcwd())"
    assert run_script(tmp_path, script).record.outcome is RunOutcome.NO_PLAN


def test_patterns_tell_unsolvable_from_giving_up(tmp_path: Path) -> None:
    patterns = {"unsolvable": "no plan exists", "gave_up": "out of ideas"}
    for text, outcome in (
        ("no plan exists", RunOutcome.UNSOLVABLE),
        ("out of ideas", RunOutcome.NO_PLAN),
        ("whatever", RunOutcome.CRASH),
    ):
        script = f"print({text!r}); sys.exit(12)"
        assert run_script(tmp_path, script, patterns=patterns).record.outcome is outcome


def test_claim_that_no_plan_exists_is_refuted_by_a_plan(tmp_path: Path) -> None:
    script = f"print('no plan exists'); write({GOOD_PLAN!r})"
    record = run_script(tmp_path, script, patterns={"unsolvable": "no plan exists"}).record
    assert record.outcome is RunOutcome.SOLVED
