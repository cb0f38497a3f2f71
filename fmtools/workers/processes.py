"""An executor of this machine: worker processes, one job each at a time.

A worker that dies takes only its own job with it: the job is tried once more in a new worker, then
given up with a reason. Ending this process in any way ends the workers.
"""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from fmtools.experiments.work import MAX_ATTEMPTS, Answer, Message, Work

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_READ_BYTES = 1 << 20
_GRACE_SECONDS = 5.0
_LOG_TAIL = 300


def num_cores() -> int:
    """Those that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker:
    def __init__(self) -> None:
        self.log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as we do
        paths = [str(_PACKAGE_ROOT), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fmtools.workers.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            start_new_session=True,  # Ctrl-C is for us; we tell the workers
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.work: Work | None = None
        self.unread = b""

    def give(self, work: Work) -> None:
        self.work = work
        with contextlib.suppress(BrokenPipeError):  # it has died: reading will tell
            self.stdin.write(json.dumps(work.message).encode() + b"\n")
            self.stdin.flush()

    def read(self) -> list[Message] | None:
        """The answers that have come; None when it has ended."""
        data = os.read(self.stdout.fileno(), _READ_BYTES)
        if not data:
            return None
        *lines, self.unread = (self.unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def why_ended(self) -> str:
        code = self.process.wait()
        self.log.seek(0)
        tail = self.log.read()[-_LOG_TAIL:].decode(errors="replace").strip()
        last = tail.splitlines()[-1] if tail else "no message"
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"the worker died ({how}): {last}"

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.stdin.close()
        try:
            self.process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.stdout.close()
        self.log.close()


class LocalWorkers:
    """Workers are started when there is work for them."""

    def __init__(self, num_workers: int) -> None:
        self.num_workers = num_workers
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()

    def run(self, work: Iterator[Work]) -> Iterator[Answer]:
        again: list[Work] = []
        attempts: dict[int, int] = {}
        while True:
            self._hand_out(work, again)
            if not any(worker.work for worker in self._workers):
                return
            for ready, _ in self._selector.select():
                worker: _Worker = ready.data
                answers = worker.read()
                if answers is not None:
                    yield from self._answers(worker, answers)
                    continue
                self._remove(worker)
                reason = worker.why_ended()
                worker.end()
                if worker.work is None:
                    continue
                number = worker.work.number
                attempts[number] = attempts.get(number, 0) + 1
                if attempts[number] < MAX_ATTEMPTS:
                    again.append(worker.work)
                else:
                    yield Answer(number, (), finished=True, lost=reason)

    def close(self) -> None:
        for worker in self._workers:
            with contextlib.suppress(OSError):
                worker.stdin.close()  # all of them first, so that they end side by side
        for worker in list(self._workers):
            self._remove(worker)
            worker.end()
        self._selector.close()

    def _hand_out(self, work: Iterator[Work], again: list[Work]) -> None:
        idle = [worker for worker in self._workers if worker.work is None]
        while idle or len(self._workers) < self.num_workers:
            piece = again.pop() if again else next(work, None)
            if piece is None:
                return
            worker = idle.pop() if idle else self._start()
            worker.give(piece)

    def _start(self) -> _Worker:
        worker = _Worker()
        self._workers.append(worker)
        self._selector.register(worker.stdout, selectors.EVENT_READ, worker)
        return worker

    def _remove(self, worker: _Worker) -> None:
        self._selector.unregister(worker.stdout)
        self._workers.remove(worker)

    @staticmethod
    def _answers(worker: _Worker, answers: list[Message]) -> Iterator[Answer]:
        assert worker.work is not None
        items = tuple(answer["item"] for answer in answers if "item" in answer)
        last = next((answer for answer in answers if "finished" in answer), None)
        notes = [answer["note"] for answer in answers if "note" in answer]
        number = worker.work.number
        if last is not None:
            worker.work = None
        lost = "" if last is None else last.get("lost", "")
        yield Answer(number, items, last is not None, "".join(notes[:1]), lost)
