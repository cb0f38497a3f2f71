"""Pages of docs/ as tests: every command is run, every output compared.

In blocks of kind `console`, lines that begin with `$ ` are commands, and what follows up to the
next one is their output; `…` stands for any text, and `cd` holds for the rest of the page. Blocks
of kind `python` are run one after the other; `pycon` blocks are doctests with the same names. A
block of kind `python` whose first line is `# NAME.py` is a file. All of a page happens in one
folder.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli.command import without_progress

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ANY = "…"


@dataclass(frozen=True)
class Block:
    kind: str
    line: int
    text: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(match[1], text[: match.start()].count("\n") + 2, match[2])


def run_page(page: Path, folder: Path) -> int:
    """How many commands and examples ran."""
    number = 0
    names: dict[str, object] = {"__name__": "__main__"}
    with contextlib.chdir(folder), _importable(folder):
        for block in blocks(page):
            where = f"{page.name}:{block.line}"
            if block.kind == "console":
                number += _console(block.text, where)
            elif block.kind == "pycon":
                number += _doctest(block.text, names, where)
            elif block.kind == "python":
                number += 1
                if file := re.match(r"# (\w+\.py)\n", block.text):
                    Path(file[1]).write_text(block.text, encoding="utf-8")
                else:
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block.text, where, "exec"), names)
    return number


@contextlib.contextmanager
def _importable(folder: Path) -> Iterator[None]:
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", None)).startswith(str(folder)):
                del sys.modules[name]


def _console(text: str, where: str) -> int:
    commands = re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
    assert commands, f"{where}: no command"
    for command, expected in commands:
        words = shlex.split(command.replace("\\\n", " "))
        if words[0] == "cd":
            os.chdir(words[1])
            continue
        if words[0] == "python":
            words = [sys.executable, *words[1:]]
        if words[0] == "fmtools":
            words = [sys.executable, "-m", "fmtools", *words[1:]]
        run = subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=os.environ | {"COLUMNS": "80"},
        )
        lines = without_progress(run.stdout).splitlines()
        seen = "\n".join(line.rstrip() for line in lines)
        assert matches(expected, seen), f"{where}: $ {command}\n{seen}"
    return len(commands)


def matches(expected: str, seen: str) -> bool:
    parts = [re.escape(part) for part in expected.strip().split(ANY)]
    return re.fullmatch(".*".join(parts), seen.strip(), re.DOTALL) is not None


def _doctest(text: str, names: dict[str, object], where: str) -> int:
    test = doctest.DocTestParser().get_doctest(text.replace(ANY, "..."), names, where, None, 0)
    test.globs = names
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.write, clear_globs=False)
    assert runner.failures == 0, said.getvalue()
    return len(test.examples)
