"""Every command, every output and every line of Python in README and docs/ runs as printed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fmtools.api.examples import write_examples
from tests.docs.pages import DOCS, ROOT, blocks, matches, run_page

TUTORIALS = sorted(DOCS.glob("tutorial-*.md"))
EXAMPLES = ROOT / "fmtools" / "examples"
PAGES = sorted(
    page
    for page in (ROOT / "README.md", *DOCS.glob("*.md"))
    if any(block.kind in ("console", "pycon", "python") for block in blocks(page))
)


def test_there_is_a_tutorial_for_every_kind_of_user():
    names = [page.stem.removeprefix("tutorial-") for page in TUTORIALS]
    assert names == ["gymnasium", "paper", "pddl", "simulator"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_everything_on_a_page_runs_as_printed(page: Path, tmp_path: Path) -> None:
    assert run_page(page, tmp_path) >= 2


def test_the_page_of_the_examples_runs_in_their_folder(tmp_path: Path) -> None:
    write_examples(tmp_path)
    assert run_page(EXAMPLES / "README.md", tmp_path) >= 4


def test_readme_is_short_and_its_table_is_of_the_page_of_results() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") < 150
    ours = dict(_means(readme, 2))
    assert len(ours) == 8
    assert ours == dict(_means((DOCS / "results.md").read_text(encoding="utf-8"), 5))


def _means(page: str, num_columns: int) -> Iterator[tuple[str, list[str]]]:
    """World -> means of gbfs without and with macros, from its table of so many planners."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    for world, *cells in (row for row in rows if len(row) == 1 + num_columns):
        if cells[0][:1] in "≥0123456789" and world:
            yield world, [cell.split()[0] for cell in cells[:2]]


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *DOCS.glob("*.md")], ids=lambda page: page.name
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_outputs_are_compared() -> None:
    assert matches("plan  6 actions\n…\nend\n", "plan  6 actions\nand\nmore\nend")
    assert not matches("plan  6 actions\n", "plan  7 actions")
