"""Hypothesis for all tests: the same examples every time, and no deadline (machines are
busy). Signals for all: a shell's background jobs ignore Ctrl-C, and so would the
commands that tests start and interrupt. Hooks that mark and count hostile cases."""

import signal

from hypothesis import settings

from tests.hostile.cases import (  # noqa: F401 - hooks and a fixture, for pytest
    num_cases,
    pytest_collection_modifyitems,
    pytest_terminal_summary,
)

settings.register_profile("fmtools", deadline=None, derandomize=True)
settings.load_profile("fmtools")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
