"""`fmtools examples`: what there is to try, in a folder of the user's."""

from pathlib import Path

from fmtools.cli.declare import argument, option


def examples(
    folder: Path = argument(Path("fmtools-examples"), help="The folder to write into."),
    force: bool = option(False, "--force", help="Overwrite files that would change."),
) -> None:
    """Write problems and a simulator to try into a folder.

    Its README.md says what to try. fmtools demo runs a part of it.

    Example: fmtools examples && cd fmtools-examples
    """
    from fmtools.api.examples import write_examples

    paths = write_examples(folder, force)
    print(f"{len(paths)} files written; begin with {folder / 'README.md'}")
