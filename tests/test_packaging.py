"""What is installed: portable code, with its interface and without generated files."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

from fmtools.api.examples import COPIED
from tests.docs.pages import DOCS

ROOT = Path(__file__).parents[1]


def test_the_core_is_compiled_for_any_machine():
    text = (ROOT / "setup.py").read_text()
    assert not [flag for flag in ("-march", "-mtune", "-mcpu", "-ffast-math") if flag in text]


def test_the_package_has_stubs_and_declarations_and_no_generated_c(tmp_path):
    command = ["setup.py", "--quiet", "egg_info", "--egg-base", tmp_path, "build_py"]
    subprocess.run(
        [sys.executable, *command, "--build-lib", tmp_path / "lib"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    package = tmp_path / "lib" / "fmtools"
    assert (package / "py.typed").exists()
    assert [name for name in COPIED if not (package / "examples" / name).exists()] == []
    sources = sorted((ROOT / "fmtools" / "core").glob("*.p[xy][di]"))
    assert len(sources) > 30
    assert [path.name for path in sources if not (package / "core" / path.name).exists()] == []
    assert [
        path.name for path in package.rglob("*") if path.suffix in (".c", ".pyx", ".html")
    ] == []


def test_installing_needs_no_package_that_only_some_commands_use():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    heavy = ("matplotlib", "scipy", "pddlgym", "pydantic", "numba")
    assert not [need for need in project["dependencies"] for name in heavy if name in need]


def test_what_installing_costs_is_about_what_the_page_says():
    """Sizes differ with Python and platform; packages hardly do."""
    spec = importlib.util.spec_from_file_location("install_cost", DOCS / "install_cost.py")
    assert spec is not None and spec.loader is not None
    install_cost = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(install_cost)
    page = (DOCS / "install.md").read_text(encoding="utf-8")
    for cost in install_cost.costs():
        row = next(line for line in page.splitlines() if line.startswith(f"| {cost.name} |"))
        packages, size = (cell.strip(" +<") for cell in row.split("|")[3:5])
        assert abs(cost.packages - int(packages)) <= 2, row
        assert 0.7 * int(size) - 1 <= cost.megabytes <= 1.4 * int(size) + 1, row
