"""A worker process: messages as JSON lines on stdin, answers on stdout, until stdin ends.

`python -m fmtools.workers.worker`; started by `processes.py`. When stdin ends, whoever started it
is gone or has had enough: what is running is interrupted and not reported.
"""

import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from fmtools.lifeline import GRACE_SECONDS
from fmtools.workers.perform import perform

Say = Callable[[dict[str, Any]], None]


class _ClosedError(Exception):
    """Nobody listens any more."""


def main() -> None:
    # A shell's background processes ignore SIGINT, and so would Python.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints must not disturb the answers
    closed = threading.Event()
    messages: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(messages, closed), daemon=True).start()

    def say(answer: dict[str, Any]) -> None:
        if closed.is_set():
            raise _ClosedError
        stream.write(json.dumps(answer) + "\n")
        stream.flush()

    try:
        while True:
            _answer(json.loads(messages.get()), say)
    except (KeyboardInterrupt, _ClosedError, BrokenPipeError):
        os._exit(0)


def _listen(messages: "queue.SimpleQueue[str]", closed: threading.Event) -> None:
    for line in sys.stdin:
        messages.put(line)
    closed.set()
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(GRACE_SECONDS)
    os._exit(1)  # a user's simulator may have caught the interrupt and gone on


def _answer(message: dict[str, Any], say: Say) -> None:
    try:
        for item in perform(message):
            say({"item": item})
        say({"finished": True})
    except (OSError, _ClosedError):
        raise
    except Exception as error:
        say({"finished": True, "lost": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
