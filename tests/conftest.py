"""Hypothesis for all tests: the same examples every time, and no deadline (the first call of a
kernel compiles it). And signals for all: a shell's background jobs ignore Ctrl-C, and so would the
commands that tests start and interrupt."""

import signal

from hypothesis import settings

settings.register_profile("fmtools", deadline=None, derandomize=True)
settings.load_profile("fmtools")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
