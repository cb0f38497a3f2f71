"""When this process began, as near as Python can tell: imported before anything else."""

import time

STARTED = time.perf_counter()


def total_seconds() -> float:
    """Seconds since the process began, interpreter start-up excepted."""
    return round(time.perf_counter() - STARTED, 6)
