"""`fmtools demo` and `fmtools examples`: what a newcomer runs first."""

from fmtools.api.examples import write_examples
from fmtools.cli.demo import STEPS
from tests.cli.command import fmtools


def test_the_demo_shows_every_command_and_ends_in_success(tmp_path):
    finished = fmtools("demo", "-o", tmp_path / "kept")
    assert finished.code == 0, finished.err
    assert finished.out.count("\n$ fmtools ") == len(STEPS)
    assert finished.out.count("outcome          budget-exhausted") == 1
    assert finished.out.count("outcome          solved") == 4
    last = finished.out.rpartition("$ fmtools validate")[2]
    assert "\nvalid: " in last
    assert (tmp_path / "kept" / "cube.plan").exists()


def test_examples_are_written_whole_and_never_over_what_was_changed(tmp_path):
    finished = fmtools("examples", tmp_path / "mine")
    paths = write_examples(tmp_path / "mine")
    assert finished.code == 0 and f"{len(paths)} files written" in finished.out
    names = {path.suffix for path in paths}
    assert names == {".md", ".py", ".ipynb", ".pddl"}
    changed = tmp_path / "mine" / "warehouse.py"
    changed.write_text("mine")
    refused = fmtools("examples", tmp_path / "mine")
    assert refused.code == 2 and "warehouse.py would change; use --force" in refused.err
    assert changed.read_text() == "mine"
    assert fmtools("examples", tmp_path / "mine", "--force").code == 0
    assert "class Warehouse" in changed.read_text()


def test_every_pddl_example_is_read(tmp_path):
    for path in sorted(write_examples(tmp_path)):
        if path.suffix == ".pddl" and path.stem != "domain":
            assert fmtools("info", path.parent / "domain.pddl", path).code == 0
