"""Hypothesis for all tests: the same examples every time, and no deadline (the first call of a
kernel compiles it)."""

from hypothesis import settings

settings.register_profile("fmtools", deadline=None, derandomize=True)
settings.load_profile("fmtools")
