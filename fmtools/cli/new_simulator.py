"""`fmtools new-simulator`: a file to begin with, for a world of one's own."""

import keyword
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, check_writable
from fmtools.errors import UsageError
from fmtools.files import write_whole


def new_simulator(
    name: str = argument(metavar="NAME", help="Of the class: Lights, or my_world."),
    output: Path | None = option(None, "-o", "--output", help="Write here; NAME.py."),
    force: bool = FORCE,
) -> None:
    """Write a simulator to begin with, which keeps all rules.

    It is a small world with comments, made to be changed; fmtools check says whether the rules
    still hold.

    Example: fmtools new-simulator Elevators
    """
    words = name.replace("-", "_").split("_")
    class_name = "".join(word[:1].upper() + word[1:] for word in words)
    if not class_name.isidentifier() or keyword.iskeyword(class_name):
        raise UsageError(f"{name!r} is no name for a Python class; take letters, such as Elevators")
    path = output or Path(f"{'_'.join(words).lower()}.py")
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise UsageError(f"output {path} is no module; its name must be such as {words[0]}.py")
    check_writable(path, force)

    import inspect

    from fmtools.simulators import template

    text = inspect.getsource(template)
    for old, new in (("THIS_FILE", path.stem), ("class Lights", f"class {class_name}")):
        text = text.replace(old, new)
    write_whole(path, text.replace(":Lights", f":{class_name}"))
    where = "" if path.parent == Path() else f"cd {path.parent} && "
    print(f"{path} written; try: {where}fmtools check {path.stem}:{class_name}")
