"""The same sweep on a Dask cluster of real processes, one of them killed half-way."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from fmtools.errors import UsageError
from fmtools.store.writing import read_store
from fmtools.workers import cluster as cluster_module
from tests.cli.command import PDDL, fmtools
from tests.experiments.gated import GATE, GATED, NUM_FREE_RUNS, NUM_GATED_RUNS
from tests.experiments.small_experiments import (
    expected_records,
    without_times,
    write,
)

NUM_WORKERS = 2


class Cluster:
    """A scheduler and workers, each a process of its own, without nannies that would help."""

    def __init__(self, folder):
        self.file = folder / "scheduler.json"
        self.log = (folder / "cluster.log").open("wb")
        self.scheduler = self.start(
            "dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1"
        )
        while not self.file.exists() or not self.file.read_text().strip():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]
        self.workers = [self.add_worker() for _ in range(NUM_WORKERS)]

    def start(self, module, *words):
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self.file)], stdout=self.log, stderr=self.log
        )

    def add_worker(self):
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self.start("dask_worker", *words)

    def close(self):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    monkeypatch.setenv(GATE, str(tmp_path / "gate"))
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


def test_a_sweep_on_a_cluster_survives_a_killed_worker_and_equals_a_local_one(cluster, tmp_path):
    path = write(tmp_path / "many.toml", GATED)
    results = tmp_path / "results"
    command = [sys.executable, "-m", "fmtools", "bench", str(path), "-o", str(results), "--json"]
    sweep = subprocess.Popen(
        [*command, "--scheduler", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    records = results / "records.jsonl"
    while not records.exists() or records.read_bytes().count(b"\n") < 8:
        assert sweep.poll() is None, sweep.communicate()
        time.sleep(0.005)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert records.read_bytes().count(b"\n") <= NUM_FREE_RUNS
    (tmp_path / "gate").touch()
    out, err = sweep.communicate()
    assert sweep.returncode == 0, err
    (told,) = json.loads(out)["experiments"]
    assert (told["recorded"], told["failed"]) == (NUM_GATED_RUNS, 0)
    found, complaints = read_store(results)
    assert complaints == []
    assert records.read_bytes().count(b"\n") == len(found) == NUM_GATED_RUNS
    assert {one["key"]: without_times(one) for one in found} == expected_records(path)


def test_a_scheduler_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.5)
    with pytest.raises(UsageError, match="--scheduler 127.0.0.1:1: no Dask scheduler answers"):
        cluster_module.DaskCluster("127.0.0.1:1")


def test_runs_over_folders_of_tasks_go_to_a_cluster_too(cluster, tmp_path):
    folder = tmp_path / "ipc" / "gripper"
    folder.mkdir(parents=True)
    for name in ("domain", "problem-000", "problem-001"):
        shutil.copy(PDDL / "gripper" / f"{name}.pddl", folder)
    words = ["bench", "ipc", tmp_path / "ipc", "-o", tmp_path / "results", "--time-limit", "120"]
    words += ["--planner", "gbfs", "--planner", "lama-first", "--scheduler", cluster.address]
    found = fmtools(*words, "--json")
    assert found.code == 0, found.err
    (folder_row, _) = found.json["tables"]["coverage-120"]
    assert folder_row == {"folder": "gripper", "tasks": 2, "gbfs": 2.0, "lama-first": 2.0}
