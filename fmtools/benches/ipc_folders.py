"""Folders of PDDL tasks as the planning competitions leave them: what is a domain, what a problem,
and which goes with which.

A folder has one domain and its problems, or a domain per problem (`p01-domain.pddl`, `domain_p01`,
`domain-1`); a folder of problems alone takes the domains of the one above it. What a file is stands
in the file (`(define (domain …`); names only say which domain goes with which problem. Nothing here
reads more of a file than its beginning, and nothing raises over a single task: one that cannot be
put together is a task with a reason.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from fmtools.errors import InputError, PddlError, UsageError
from fmtools.natural_order import NaturalKey, natural_key
from fmtools.pddl.text import decode

_HEAD_BYTES = 1 << 16
_COMMENT = re.compile(r";[^\n\r]*")
_DEFINES = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b", re.IGNORECASE)
_DOMAIN_WORD = re.compile(r"domain", re.IGNORECASE)
_SEPARATORS = "-_. "


@dataclass(frozen=True)
class FolderTask:
    """One problem and its domain; `reason` says why there is no task, where there is none."""

    folder: str
    """Relative to what was asked for, with slashes."""
    name: str
    """Of the problem's file, without `.pddl`."""
    problem: Path
    domain: Path | None
    reason: str = ""


@dataclass(frozen=True)
class TaskFolder:
    name: str
    tasks: tuple[FolderTask, ...]
    """In natural order: p2 before p10."""


def find_folders(
    root: Path, only: Sequence[str] = (), skip: Sequence[str] = ()
) -> list[TaskFolder]:
    """All folders with PDDL files at or below `root`, in natural order.

    `only` and `skip` are names or patterns such as `*-adl`; UsageError for one that fits nothing.
    """
    if not root.is_dir():
        raise InputError(
            f"{root}: not a directory; name a folder of PDDL files, or of such folders"
        )
    places = sorted({path.parent for path in root.rglob("*.pddl")}, key=_by_nature)
    if not places:
        raise InputError(f"{root}: no .pddl files in it or below")
    names = {place: place.relative_to(root).as_posix() for place in places}
    if names.get(root) is not None:
        names[root] = root.resolve().name
    for pattern in (*only, *skip):
        if not any(fnmatch(name, pattern) for name in names.values()):
            raise UsageError(f"no folder {pattern!r} in {root}; there are: {_some(names.values())}")
    found = (
        folder_tasks(place, name)
        for place, name in names.items()
        if (not only or any(fnmatch(name, pattern) for pattern in only))
        and not any(fnmatch(name, pattern) for pattern in skip)
    )
    return [folder for folder in found if folder.tasks]


def folder_tasks(directory: Path, name: str | None = None) -> TaskFolder:
    """The tasks of one folder; those in folders below are not its own."""
    name = directory.resolve().name if name is None else name
    domains, problems, reasons = _sorted_out(directory)
    if not domains:
        domains, _, above = _sorted_out(directory.resolve().parent)
        reasons |= above
    tasks = []
    for path in problems:
        domain = _domain_of(path, domains)
        alone = f"{path.name}: no domain file goes with it" if domain is None else ""
        reason = reasons.get(path) or alone or reasons.get(domain or path, "")
        tasks.append(FolderTask(name, path.stem, path, domain, reason))
    return TaskFolder(name, tuple(tasks))


def _sorted_out(directory: Path) -> tuple[list[Path], list[Path], dict[Path, str]]:
    """Domains, problems, and of those that are neither the reason; names decide about these."""
    domains: list[Path] = []
    problems: list[Path] = []
    reasons: dict[Path, str] = {}
    for path in sorted(directory.glob("*.pddl"), key=_by_nature):
        try:
            is_domain = _is_domain(path)
        except InputError as error:
            reasons[path] = str(error)
            is_domain = bool(_DOMAIN_WORD.search(path.stem))
        (domains if is_domain else problems).append(path)
    return domains, problems, reasons


def _by_nature(path: Path) -> tuple[NaturalKey, str]:
    return natural_key(path.with_suffix("").as_posix()), path.name


def _is_domain(path: Path) -> bool:
    """By what the file defines; InputError where it cannot be read or defines neither."""
    try:
        with path.open("rb") as file:
            head = decode(file.read(_HEAD_BYTES), path)
    except OSError as error:
        raise PddlError(f"{path.name}: cannot be read: {error.strerror}") from None
    found = _DEFINES.search(_COMMENT.sub("", head))
    if found is None:
        raise PddlError(f"{path.name}: defines neither a domain nor a problem")
    return found[1].lower() == "domain"


def _domain_of(problem: Path, domains: Sequence[Path]) -> Path | None:
    """The domain whose name says most of the problem's; the only one where there is but one."""
    if len(domains) == 1:
        return domains[0]
    fitting = [domain for domain in domains if _goes_with(_own_part(domain), problem.stem)]
    return max(fitting, key=lambda domain: len(_own_part(domain)), default=None)


def _own_part(domain: Path) -> str:
    """`p01` of `p01-domain` and `domain_p01`; empty for `domain`, which goes with every problem."""
    return _DOMAIN_WORD.sub("", domain.stem).strip(_SEPARATORS).casefold()


def _goes_with(part: str, problem: str) -> bool:
    """`p01` goes with `p01` and `p01-airport1`, not with `p010`; `7` with `instance-7`."""
    word = re.escape(part)
    pattern = rf"(?<!\d)0*{word}$" if part.isdecimal() else rf"{word}(?![^\W_])"
    found = re.search(pattern, problem.casefold())
    return not part or (found is not None and (part.isdecimal() or found.start() == 0))


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:8]) + (f", … ({len(listed)})" if len(listed) > 8 else "")
