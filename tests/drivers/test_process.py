"""Limits and clean-up, with real processes."""

import signal
import time
from pathlib import Path

import pytest

from fmtools.drivers.process import ProcessLimits, ProcessResult, Stop, run_process
from fmtools.drivers.run_directory import directory_bytes, run_directory
from tests.drivers.misbehaving import PATIENCE, python_words, with_time_enough


def run(tmp_path: Path, code: str, seconds: float = PATIENCE, **limits: object) -> ProcessResult:
    return run_process(python_words(code), tmp_path, ProcessLimits(seconds, **limits))  # type: ignore[arg-type]


def run_until_ready(tmp_path: Path, code: str) -> ProcessResult:
    """A run that the clock ends after the program has printed "ready"."""
    return with_time_enough(
        lambda seconds: run(tmp_path, code, seconds), lambda result: "ready" in result.output
    )


def test_program_runs_in_its_directory_and_both_streams_are_kept(tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd()); print('oops', file=sys.stderr); sys.exit(7)"
    result = run(tmp_path, code)
    assert (result.exit_code, result.stopped) == (7, None)
    assert str(tmp_path) in result.output and "oops" in result.output
    assert result.wall_seconds > 0


def test_words_reach_the_program_as_they_are(tmp_path: Path) -> None:
    odd = ["a b", "'", '"', "$(touch made-by-a-shell)", "; ls", "*", ""]
    command = [*python_words("import sys; print(sys.argv[1:])"), *odd]
    result = run_process(command, tmp_path)
    assert repr(odd) in result.output
    assert list(tmp_path.iterdir()) == []


def test_program_that_is_not_there_gives_127(tmp_path: Path) -> None:
    result = run_process([str(tmp_path / "none")], tmp_path)
    assert result.exit_code == 127
    assert "cannot start" in result.output


def test_file_that_is_no_program_gives_127(tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"\x00\x01\x02")
    odd.chmod(0o755)
    assert run_process([str(odd)], tmp_path).exit_code == 127


def test_time_limit_is_on_the_wall_clock(tmp_path: Path) -> None:
    result = run(tmp_path, "import time; time.sleep(3600)", seconds=0.5)
    assert result.stopped is Stop.TIME
    assert result.wall_seconds >= 0.5
    assert result.exit_code == -signal.SIGTERM


def test_cpu_limit_counts_children_that_have_ended(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.4: pass"
    code = f"import subprocess, sys\nwhile True: subprocess.run([sys.executable, '-c', {busy!r}])"
    result = run(tmp_path, code, cpu_seconds=1.2)
    assert result.stopped is Stop.TIME
    assert result.cpu_seconds >= 1.2


def test_waiting_is_not_cpu_time(tmp_path: Path) -> None:
    result = run(tmp_path, "import time; time.sleep(2.1)", cpu_seconds=2.0)
    assert (result.stopped, result.exit_code) == (None, 0)


def test_whoever_asks_is_told_the_number_of_the_process(tmp_path: Path) -> None:
    numbers: list[int] = []
    code = "import os; print(os.getpid(), os.getpgid(0))"
    result = run_process(python_words(code), tmp_path, started=numbers.append)
    assert result.output.split() == [str(numbers[0])] * 2


def test_program_that_ignores_requests_to_end_is_killed(tmp_path: Path) -> None:
    code = (
        "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); "
        "time.sleep(3600)"
    )
    result = run_until_ready(tmp_path, code)
    assert (result.stopped, result.exit_code) == (Stop.TIME, -signal.SIGKILL)


def test_stopped_program_does_not_escape_the_clock(tmp_path: Path) -> None:
    code = "import os; print('ready', flush=True); os.kill(os.getpid(), 19)"
    result = run_until_ready(tmp_path, code)
    assert result.stopped is Stop.TIME


def test_memory_limit_holds_for_one_process(tmp_path: Path) -> None:
    code = "x = [bytearray(1 << 24) for _ in range(1000)]"
    result = run(tmp_path, code, memory=200 << 20)
    assert result.exit_code != 0 and "MemoryError" in result.output


def test_memory_limit_holds_for_all_processes_together(tmp_path: Path) -> None:
    code = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        break
x = bytearray(100 << 20)
time.sleep(3600)
"""
    result = run(tmp_path, code, memory=250 << 20)
    assert result.stopped is Stop.MEMORY
    assert result.peak_memory_bytes > 250 << 20


def test_memory_limit_without_address_spaces_looks_at_resident_memory(tmp_path: Path) -> None:
    code = "import time, mmap; m = mmap.mmap(-1, 1 << 30); time.sleep(0.5); print('fine')"
    result = run(tmp_path, code, memory=200 << 20, limit_address_space=False)
    assert (result.stopped, result.exit_code) == (None, 0)
    refused = run(tmp_path, code, memory=200 << 20)
    assert refused.exit_code != 0


def test_one_large_file_is_stopped(tmp_path: Path) -> None:
    code = "f = open('x', 'wb')\nwhile True: f.write(bytes(1 << 20))"
    result = run(tmp_path, code, disk=20 << 20)
    assert result.stopped is Stop.DISK
    assert directory_bytes(tmp_path) <= 20 << 20


def test_many_files_are_stopped(tmp_path: Path) -> None:
    code = (
        "import time\nfor i in range(100):\n"
        "    open(str(i), 'wb').write(bytes(1 << 19))\ntime.sleep(3600)"
    )
    result = run(tmp_path, code, disk=20 << 20)
    assert result.stopped is Stop.DISK
    assert result.wall_seconds < PATIENCE


def test_chatter_is_bounded_and_its_ends_are_kept(tmp_path: Path) -> None:
    code = "print('first'); print('x' * 30_000_000); print('last')"
    result = run(tmp_path, code)
    assert result.exit_code == 0
    assert len(result.output) < 3 << 20
    assert result.output.startswith("first") and result.output.endswith("last\n")
    assert "bytes left out" in result.output


def test_endless_chatter_does_not_outlast_the_clock(tmp_path: Path) -> None:
    result = run(tmp_path, "while True: print('x' * 1000)", seconds=0.5)
    assert result.stopped is Stop.TIME


def test_program_that_closes_its_streams_is_waited_for_at_rest(tmp_path: Path) -> None:
    before = time.process_time()
    result = run(tmp_path, "import os, time; os.close(1); os.close(2); time.sleep(2)")
    assert result.exit_code == 0 and result.wall_seconds > 1.9
    assert time.process_time() - before < result.wall_seconds / 2


def test_processor_time_counts_children(tmp_path: Path) -> None:
    code = """
import os, time
pid = os.fork()
if pid == 0:
    while time.process_time() < 0.4: pass
    os._exit(0)
os.waitpid(pid, 0)
"""
    assert run(tmp_path, code).cpu_seconds > 0.35


@pytest.mark.parametrize("mode", [0o000, 0o555])
def test_directory_goes_even_if_the_planner_locked_it(mode: int) -> None:
    with run_directory() as directory:
        inner = directory / "locked"
        inner.mkdir()
        (inner / "file").write_text("x")
        inner.chmod(mode)
    assert not directory.exists()


def test_directory_goes_after_an_exception() -> None:
    with pytest.raises(RuntimeError), run_directory() as directory:
        (directory / "file").write_text("x")
        raise RuntimeError
    assert not directory.exists()
