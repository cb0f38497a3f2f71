"""README's two commands with each supported Python found on this machine: `make test-pythons`.

Every version gets a fresh copy of the tree in build/pythons/, with an environment of its own. One
line per version; what the commands printed is beside the copy, and a copy that passed is removed.
Standard library only: it runs before anything is installed.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "pythons"
TARGETS = ("setup", "demo", "test")


def candidates(version: str) -> Iterator[str]:
    """Where a Python of this version may be; pyenv's shims are on the PATH even for absent ones."""
    yield from filter(None, [shutil.which(f"python{version}"), shutil.which("python3")])
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True))
    yield from map(
        str, sorted(Path.home().glob(f".local/share/uv/python/cpython-{version}.*/bin/python3"))
    )


def find(version: str) -> str | None:
    question = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    for path in candidates(version):
        answer = subprocess.run([path, "-c", question], capture_output=True, text=True, check=False)
        if answer.stdout.strip() == version:
            return path
    return None


def copy_tree(target: Path) -> None:
    """What a clone of this tree would hold, and what is not committed yet."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shutil.rmtree(target, ignore_errors=True)
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name, follow_symlinks=False)


def try_python(version: str, python: str, settings: list[str]) -> tuple[bool, str]:
    """Whether all targets passed, and what to say about it."""
    copy, log = FOLDER / version, FOLDER / f"{version}.log"
    copy_tree(copy)
    log.write_text("")
    took = []
    for target in TARGETS:
        began = time.monotonic()
        with log.open("a") as output:
            command = ["make", f"PYTHON={python}", *settings, target]
            code = subprocess.run(
                command, cwd=copy, stdout=output, stderr=subprocess.STDOUT, check=False
            ).returncode
        took.append(f"{target} {time.monotonic() - began:.0f} s")
        if code:
            return False, f"make {target} failed: see {log.relative_to(ROOT)}"
    shutil.rmtree(copy)
    summary = re.findall(r"^\d+ passed.*?(?= in )", log.read_text(), re.MULTILINE)
    return True, ", ".join([*took, *summary[-1:]])


def main(words: list[str]) -> int:
    cut = words.index("--") if "--" in words else len(words)
    versions, settings = words[:cut], words[cut + 1 :]
    os.environ.pop("MAKEFLAGS", None)  # the outer make's jobs and overrides are not the copies'
    results = []
    for version in versions:
        python = find(version)
        if python is None:
            print(f"{version}  not found on this machine", flush=True)
            continue
        passed, text = try_python(version, python, settings)
        results.append(passed)
        print(f"{version}  {'passed' if passed else 'FAILED'}: {text}", flush=True)
    if not results:
        print("no supported Python was found")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
