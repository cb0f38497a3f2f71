"""`python -m fmtools`, and the command `fmtools`: nothing is imported before Ctrl-C is heard."""

import atexit
import gc
import os
import signal
import sys


def main() -> None:
    """Until the command itself runs, Ctrl-C ends the process at once, with a word and no traceback.

    Where it is ignored (a shell's background job), it stays ignored.
    """
    # Nothing here is linear algebra, and its threads take as long to start as a small search.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Importing makes many objects and no garbage.
    gc.set_threshold(100_000)
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _leave)
    from fmtools.cli.app import main as run

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    except SystemExit as end:
        _end(end)
        raise


def _end(end: SystemExit) -> None:
    """At once, after what was registered for the end and without taking all objects apart one by
    one, which takes a tenth of a small search; but a profiler or debugger has its turn."""
    if sys.gettrace() is None and sys.getprofile() is None and isinstance(end.code, int | None):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code or 0)


def _leave(_number: int, _frame: object) -> None:
    from fmtools.errors import EXIT_INTERRUPTED

    os.write(2, b"fmtools: interrupted\n")
    os._exit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    main()
