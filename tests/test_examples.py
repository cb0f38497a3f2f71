"""The examples run as written."""

from examples import walk


def test_the_walk_prints_actions_and_the_facts_of_the_last_state(capsys):
    walk.main(steps=3, seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("(move ") for line in lines[:3])
    assert "(on d10 " in lines[3]
    assert lines[-1] == "not there yet"
