"""The core that the tests run is the one they are meant for."""

import os

from fmtools.core.build import CYTHON_VERSION, IS_SANITIZED


def test_the_core_is_sanitized_where_make_test_sanitized_runs_and_nowhere_else():
    assert (os.environ.get("FMTOOLS_SANITIZE") == "1") == IS_SANITIZED


def test_the_version_of_cython_is_known():
    assert [int(part) >= 0 for part in CYTHON_VERSION.split(".")] == [True] * 3
