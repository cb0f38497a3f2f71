"""The engines are known to unified-planning, which keeps its credits to itself."""

import pytest
from unified_planning.shortcuts import get_environment

import fmtools.up


@pytest.fixture(scope="session", autouse=True)
def engines() -> None:
    get_environment().credits_stream = None
    fmtools.up.register()
