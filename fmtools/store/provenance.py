"""Where and with what a run was made. No names of hosts or users."""

import os
import platform
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from fmtools.core.build import CYTHON_VERSION
from fmtools.version import __version__


@cache
def provenance() -> dict[str, str]:
    """The same for every run of a process."""

    return {
        "fmtools_version": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "cython": CYTHON_VERSION,
        "machine": f"{_processor()}, {os.cpu_count()} cores",
    }


def now() -> str:
    """UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    except OSError:
        pass
    return platform.machine()
