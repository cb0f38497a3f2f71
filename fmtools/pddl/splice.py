"""Putting new text into the user's own files: nothing that was there is touched or moved.

Works on positions in the text; every insertion is made just before a closing parenthesis or, for a
missing section, right after the header. Line ends follow the file's.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from fmtools.errors import UnsupportedError
from fmtools.pddl.sexpr import Node, parse_tree

_IMPLIED = {":adl": {":equality", ":negative-preconditions"}}


class Splice:
    """Insertions into one file's text, collected and then made at once."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        self._text = text
        self._name = str(path) if path is not None else "<text>"
        self._root = parse_tree(text, path)
        self._sections = self._root.items()[2:]
        self._insertions: list[tuple[int, str]] = []

    def require(self, requirements: Iterable[str]) -> None:
        """Extend `:requirements` by what is not there yet."""
        section = self._section(":requirements")
        own = {item.word for item in section.items()[1:]} if section else set()
        own |= {name for word in own for name in _IMPLIED.get(word, ())}
        missing = [name for name in requirements if name not in own]
        if not missing:
            return
        if section is not None:
            self._insertions.append((section.span[1] - 1, " " + " ".join(missing)))
            return
        typing = [":typing"] if self._section(":types") else []
        words = " ".join((":strips", *typing, *missing))
        end = self._root.items()[1].span[1]
        self._insertions.append((end, f"\n  (:requirements {words})"))

    def add_to(self, keyword: str, lines: Sequence[str], comment: str) -> None:
        """Lines at the end of a section, which must be there."""
        section = self._section(keyword)
        if section is None:
            raise UnsupportedError(
                f"{self._name}: a file without {keyword} cannot be extended; add ({keyword} ...)"
            )
        block = "".join(f"\n    {line}" for line in (f"; {comment}", *lines))
        self._insertions.append((section.span[1] - 1, f"{block}\n  "))

    def append(self, blocks: Sequence[str]) -> None:
        """Blocks of lines before the last parenthesis of the file."""
        offset = self._root.span[1] - 1
        own_line = self._text[:offset].rstrip(" \t").endswith(("\n", "\r"))
        self._insertions.append((offset, ("" if own_line else "\n") + "\n" + "\n\n".join(blocks)))
        self._insertions.append((offset, "\n"))

    def result(self) -> str:
        newline = "\r\n" if "\r\n" in self._text else "\n"
        pieces, last = [], 0
        for offset, inserted in sorted(self._insertions, key=lambda item: item[0]):
            pieces += [self._text[last:offset], inserted.replace("\n", newline)]
            last = offset
        return "".join((*pieces, self._text[last:]))

    def _section(self, keyword: str) -> Node | None:
        return next((node for node in self._sections if node.head == keyword), None)
