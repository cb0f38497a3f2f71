"""The notebook in examples/: every cell runs, and it stays short."""

import json
from pathlib import Path

import matplotlib

NOTEBOOK = Path(__file__).parents[2] / "fmtools" / "examples" / "cube_macros.ipynb"


def test_the_notebook_learns_shows_plans_and_plots_in_under_20_lines(monkeypatch):
    matplotlib.use("Agg")
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    lines = [line for source in sources for line in source.splitlines() if line.strip()]
    assert len(lines) < 20
    names: dict[str, object] = {}
    shown = []
    for source in sources:
        *before, last = source.splitlines()
        exec("\n".join(before), names)
        shown.append(eval(last, names))
    library, result, legend = shown
    assert "svg" in library._repr_html_() and "svg" in result._repr_html_()
    assert result.solved and not names["plain"].solved
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels == ["primitive actions", "focused macros"]
