"""Hints name the Python that runs, however it was started."""

import subprocess
import sys

from fmtools import installing
from fmtools.installing import pip_install


def test_the_command_runs_as_printed(monkeypatch, tmp_path):
    """pip takes the fmtools that is here: nothing of that name is asked of any index."""
    monkeypatch.chdir(tmp_path)
    command = f"{pip_install('--dry-run', '--no-deps', '--no-index', 'fmtools')}"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "already satisfied: fmtools" in run.stdout


def test_python_is_named_as_one_would_type_it(monkeypatch, tmp_path):
    bin_dir = tmp_path / ".venv" / "bin"
    bin_dir.mkdir(parents=True)
    (bin_dir / "python").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(bin_dir / "python"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    assert pip_install("fmtools[gym]") == ".venv/bin/python -m pip install 'fmtools[gym]'"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert pip_install("lapkt").startswith(str(bin_dir / "python"))
    monkeypatch.setenv("PATH", str(bin_dir))
    assert pip_install("lapkt") == "python -m pip install lapkt"


def test_without_pip_uv_does_it(monkeypatch, tmp_path):
    (tmp_path / "uv").touch(mode=0o755)
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pip_install("lapkt").startswith("uv pip install --python ")
