"""A piece of work, done: what a worker calls, in whichever process it is."""

from collections.abc import Iterator, Mapping
from typing import Any

from fmtools.benches.ipc_job import perform_run
from fmtools.experiments.jobs import run_job
from fmtools.experiments.libraries import make_library
from fmtools.experiments.work import Message


def perform(message: Mapping[str, Any]) -> Iterator[Message]:
    """The work itself, in a worker: records of a job or of an IPC run, or one library."""
    if "ipc" in message:
        yield from perform_run(message["ipc"])
        return
    if "job" in message:
        yield from run_job(message["job"])
        return
    request = message["library"]
    yield {"name": request["name"], "text": make_library(request, message["base_text"])}


def perform_all(message: Mapping[str, Any]) -> list[Message]:
    """As `perform`, for executors that carry whole results."""
    return list(perform(message))
