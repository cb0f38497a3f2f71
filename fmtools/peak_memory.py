"""How much memory this process has held."""

import contextlib
import sys
from pathlib import Path


def peak_memory() -> int:
    """The most memory this process has held so far, in bytes.

    Where the kernel tells, of this program alone: `ru_maxrss` also remembers the parent's size.
    """
    import resource

    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
