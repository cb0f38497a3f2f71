"""The documentation site: `make docs`, offline, with Sphinx from the Markdown in this folder.

The command-line reference is written from the commands' own help before every build.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

project = "fmtools"
author = copyright = "The fmtools authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "fmtools"
html_extra_path = ["_build/extra"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
suppress_warnings = ["ref.python"]


def write_commands(_app: Any = None) -> None:
    """commands.md: what every command says with --help."""
    from fmtools.cli.app import COMMANDS

    environment = os.environ | {"COLUMNS": "80", "PYTHONPATH": str(HERE.parent)}
    parts = ["# Commands\n\nWhat `fmtools COMMAND --help` says, for every command.\n"]
    for name in ("", *COMMANDS):
        words = [sys.executable, "-m", "fmtools", *([name] if name else []), "--help"]
        said = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        text = said.stdout.replace("python -m fmtools", "fmtools").strip()
        parts.append(f"## fmtools {name}".rstrip() + f"\n\n```text\n{text}\n```\n")
    (HERE / "commands.md").write_text("\n".join(parts), encoding="utf-8")


def setup(app: Any) -> None:
    app.connect("builder-inited", write_commands)
