"""Write a domain and its instances into a folder: what `fmtools generate` does."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from fmtools.errors import UsageError
from fmtools.files import write_whole
from fmtools.generators.instances import DEFAULT_SEED, generate
from fmtools.generators.registry import domain_text


def write_instances(
    name: str,
    out_dir: Path,
    size: int | Sequence[int] | None = None,
    count: int | None = None,
    seed: int = DEFAULT_SEED,
    force: bool = False,
) -> list[Path]:
    """`domain.pddl` and `problem-000.pddl` .. in `out_dir`; the paths, domain first.

    Of several sizes so many each, by default one, in the order of sizes; one that is named twice
    goes on where it ended. As `write_folder` writes: what is there and differs stays.
    """
    return write_folder(out_dir, instance_texts(name, size, count, seed), force)


def instance_texts(
    name: str,
    size: int | Sequence[int] | None = None,
    count: int | None = None,
    seed: int = DEFAULT_SEED,
) -> dict[str, str]:
    """Names of files and their texts."""
    texts = {"domain.pddl": domain_text(name)}
    if isinstance(size, Sequence):
        problems = _of_sizes(name, size, 1 if count is None else count, seed)
    else:
        problems = generate(name, size, seed, count)
    for index, text in enumerate(problems):
        texts[f"problem-{index:03}.pddl"] = text
    return texts


def _of_sizes(name: str, sizes: Sequence[int], each: int, seed: int) -> Iterator[str]:
    if not sizes or each < 1:
        raise UsageError(f"{len(sizes)} sizes, {each} problems of each: at least 1 is needed")
    drawn = {size: generate(name, size, seed, each * sizes.count(size)) for size in set(sizes)}
    for size in sizes:
        yield from islice(drawn[size], each)


def write_folder(folder: Path, texts: Mapping[str, str], force: bool = False) -> list[Path]:
    """Files by their names in the folder, which is made; their paths.

    A file that is there and differs is left alone unless `force` is set: UsageError, and nothing is
    written. Files with other names are never touched.
    """
    paths = {folder / name: text for name, text in texts.items()}
    differing = [path for path, text in paths.items() if not force and _differs(path, text)]
    if differing:
        more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
        raise UsageError(f"{differing[0]}{more} would change; use --force to overwrite")
    try:
        for path, text in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    return list(paths)


def _differs(path: Path, text: str) -> bool:
    if not path.exists():
        return False
    return not path.is_file() or path.read_bytes() != text.encode()
