"""Hypothesis for all tests: the same examples every time, and no deadline (the first call of a
kernel compiles it). Hooks that mark and count hostile cases."""

from hypothesis import settings

from tests.hostile.cases import (  # noqa: F401 - hooks and a fixture, for pytest
    num_cases,
    pytest_collection_modifyitems,
    pytest_terminal_summary,
)

settings.register_profile("fmtools", deadline=None, derandomize=True)
settings.load_profile("fmtools")
