"""The frame that domains and problems share: `(define (domain NAME) (:section ...) ...)`."""

from collections.abc import Collection, Mapping
from pathlib import Path

from fmtools.frozen import frozen
from fmtools.pddl.names import expectation
from fmtools.pddl.sexpr import Node, parse_tree, shown


@frozen
class Define:
    """A definition's name and its sections by keyword, in the order written."""

    node: Node
    name: str
    sections: Mapping[str, list[Node]]

    def items(self, keyword: str) -> list[Node]:
        """The members of a section; of all of them if the section is there more than once."""
        return [item for section in self.sections.get(keyword, ()) for item in section.items()[1:]]

    def single(self, keyword: str) -> Node | None:
        """A section that may be there once at most."""
        found = self.sections.get(keyword, [])
        if len(found) > 1:
            raise found[1].error(f"a second {keyword} section; expected one")
        return found[0] if found else None


def read_define(
    text: str,
    path: Path | None,
    kind: str,
    known: Collection[str],
    refused: Mapping[str, str],
) -> Define:
    """The frame of a `kind` ("domain" or "problem"); `refused` maps section to construct."""
    expected = f"(define ({kind} NAME) ...)"
    root = parse_tree(text, path, expected)
    members = root.items()
    if root.head != "define":
        where = members[0] if members else root
        raise where.error(f"unexpected {where.describe()}; expected {expected}")
    if len(members) < 2 or not members[1].is_list:
        raise members[-1].error(f"a definition without a header; expected {expected}")
    name = _read_header(members[1], kind)
    sections: dict[str, list[Node]] = {}
    for section in members[2:]:
        keyword = section.head
        if keyword in refused:
            raise section.unsupported(refused[keyword])
        if keyword not in known:
            if not keyword.startswith(":"):
                raise section.error(
                    f"unexpected {section.describe()}; expected a section such as (:{_some(known)})"
                )
            hint = expectation(keyword, known, "section")
            raise section.error(f"unknown section {shown(keyword)}; {hint}")
        sections.setdefault(keyword, []).append(section)
    return Define(root, name, sections)


def _some(known: Collection[str]) -> str:
    return sorted(known)[0].removeprefix(":") + " ..."


def _read_header(header: Node, kind: str) -> str:
    members = header.items()
    other = {"domain": "problem", "problem": "domain"}[kind]
    if header.head == other:
        raise header.error(f"this is a {other} file; expected a {kind}: (define ({kind} NAME) ...)")
    if header.head != kind:
        raise header.error(f"unexpected {header.describe()}; expected ({kind} NAME)")
    if len(members) != 2 or members[1].is_list:
        raise header.error(f"({kind} ...) without a name; expected ({kind} NAME)")
    return members[1].word
