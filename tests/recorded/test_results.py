"""Every planner, tie rule, expansion and learner repeats what version 0.1.0 found, to the bit."""

import json

import pytest

from tests.recorded.runs import RESULTS, WORLDS, records_of


@pytest.mark.parametrize("world", WORLDS)
def test_searches_and_libraries_are_those_written_down(world):
    recorded = json.loads(RESULTS.read_text())[world]
    found = json.loads(json.dumps(records_of(world)))
    assert found.keys() == recorded.keys()
    different = {
        name: (recorded[name], found[name]) for name in found if found[name] != recorded[name]
    }
    assert not different
