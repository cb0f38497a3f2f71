"""Every command, every output and every line of Python in the tutorials runs as printed."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, matches, run_page

TUTORIALS = sorted(DOCS.glob("tutorial-*.md"))


def test_there_is_a_tutorial_for_every_kind_of_user():
    names = [page.stem.removeprefix("tutorial-") for page in TUTORIALS]
    assert names == ["gymnasium", "paper", "pddl", "simulator"]


@pytest.mark.parametrize("page", [*TUTORIALS, DOCS / "howto.md"], ids=lambda page: page.stem)
def test_everything_on_a_page_runs_as_printed(page: Path, tmp_path: Path) -> None:
    assert run_page(page, tmp_path) >= 4


def test_outputs_are_compared() -> None:
    assert matches("plan  6 actions\n…\nend\n", "plan  6 actions\nand\nmore\nend")
    assert not matches("plan  6 actions\n", "plan  7 actions")
