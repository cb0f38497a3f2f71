"""An executor on a Dask cluster: the same jobs, sent to the workers of a scheduler.

Records are written here, by the one who sends the jobs, when a job's result is back: a worker that
dies loses nothing but time, since the scheduler gives its jobs to others. Workers need fmtools of
the same version, and no files.
"""

import time
from collections.abc import Iterator
from typing import Any

from fmtools.errors import InputError, UsageError
from fmtools.experiments.work import Answer, Work
from fmtools.installing import pip_install
from fmtools.version import __version__
from fmtools.workers.perform import perform_all

CONNECT_SECONDS = 10
LOOK_SECONDS = 0.05
MIN_WAITING = 8
"""Jobs that wait at the scheduler, at least, so that no worker has to ask for more."""


class DaskCluster:
    """`address` is the scheduler's, such as `tcp://10.0.0.1:8786`."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                f"Dask is not installed; try: {pip_install('fmtools[cluster]')}"
            ) from None
        try:
            self._client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"--scheduler {address}: no Dask scheduler answers: {error}") from None
        self._check_versions()

    @property
    def num_workers(self) -> int:
        return max(1, sum(map(int, self._client.nthreads().values())))

    def run(self, work: Iterator[Work]) -> Iterator[Answer]:
        from distributed import as_completed

        numbers: dict[str, int] = {}
        waiting = as_completed(loop=self._client.loop)  # type: ignore[no-untyped-call]
        # Twice as many as there are workers: one at work and one in the queue for each.
        self._submit(work, max(MIN_WAITING, 2 * self.num_workers), numbers, waiting)
        for future in waiting:
            number = numbers.pop(future.key)
            answer = self._answer(number, future)
            future.release()
            self._submit(work, 1, numbers, waiting)
            yield answer

    def close(self) -> None:
        self._client.close()

    def _submit(
        self, work: Iterator[Work], how_many: int, numbers: dict[str, int], waiting: Any
    ) -> None:
        for _ in range(how_many):
            piece = next(work, None)
            if piece is None:
                return
            future = self._client.submit(perform_all, piece.message, pure=False)
            numbers[future.key] = piece.number
            waiting.add(future)

    def _answer(self, number: int, future: Any) -> Answer:
        while future.status == "lost" and self._client.status == "running":
            # It was on a worker that is gone since, and Dask works it out again.
            time.sleep(LOOK_SECONDS)
        if future.status == "finished":
            return Answer(number, tuple(future.result()), finished=True)
        if self._client.status != "running":
            raise InputError(
                "the Dask scheduler is gone; finished runs are stored, and the same command goes on"
            )
        error = future.exception()
        return Answer(number, (), finished=True, lost=f"{type(error).__name__}: {error}")

    def _check_versions(self) -> None:
        """Other versions could give other results under the same keys."""

        found = self._client.run(_version)
        for worker, version in found.items():
            if version != __version__:
                self.close()
                raise InputError(
                    f"worker {worker} has fmtools {version}, and this is {__version__}; "
                    "install the same version everywhere"
                )


def _version() -> str:
    return __version__
