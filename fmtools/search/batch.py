"""Many instances of one world, one after the other or on several processes, in order."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from fmtools.lifeline import end_with_parent, in_main_thread
from fmtools.results import SearchResult
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten_result
from fmtools.simulator import Simulator


def plan_each(
    build: Callable[[str], Simulator], lines: Sequence[str], settings: Settings, jobs: int
) -> Iterator[SearchResult]:
    """Results in the order of `lines`; `build` must be importable by other processes.

    Closing the iterator, Ctrl-C, or the end of this process in any way ends the other processes.
    """
    if jobs == 1:
        for line in lines:
            yield _plan_one(build, line, settings)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(lines)), context, end_with_parent, (in_main_thread(),))
    try:
        futures = [pool.submit(_plan_one, build, line, settings) for line in lines]
        for future in futures:
            yield future.result()
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _plan_one(build: Callable[[str], Simulator], line: str, settings: Settings) -> SearchResult:
    simulator = build(line)
    return shorten_result(simulator, plan(simulator, settings), settings)
