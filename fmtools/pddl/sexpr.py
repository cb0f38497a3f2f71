"""S-expressions with positions: the tokenizer and the tree under every PDDL file.

The tree is two flat arrays, the tokens and for each `(` the index of its `)`; a `Node` is a view of
one index. So nesting costs no recursion, a file of 10 MB costs tens of bytes per token, and offsets
into the text are worked out only when an error or a splice asks for them. Case is folded here and
comments are dropped here. This module knows nothing of PDDL beyond parentheses and `;`.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from fmtools.errors import PddlError, UnsupportedError
from fmtools.pddl.text import MAX_BYTES

MAX_DEPTH = 200_000
"""Deeper nesting is refused: no domain needs it, and a limit keeps memory bounded."""

MAX_SHOWN = 60
"""Characters of a token or file name fragment that an error message repeats."""

# A `?` begins a token wherever it stands: IPC's zenotravel has `(aircraft?a)`.
_TOKEN = re.compile(r";[^\n\r]*|([()]|\?[^\s();?]*|[^\s();?]+)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_NEWLINE = re.compile(r"\r\n|\n|\r")
_FOLD = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_CHUNK = 1 << 20


def shown(name: str) -> str:
    """`name` quoted for a message: one line, and short even if the token is a megabyte."""
    return repr(name if len(name) <= MAX_SHOWN else name[: MAX_SHOWN - 3] + "...")


class Source:
    """One file's text, its folded tokens, and where each list ends."""

    __slots__ = ("_newlines", "_starts", "ends", "path", "text", "tokens")

    def __init__(self, text: str, path: Path | None = None) -> None:
        self.text = text
        self.path = path
        self._starts: array[int] | None = None
        self._newlines: array[int] | None = None
        if len(text) > MAX_BYTES:
            raise PddlError(f"{self.name}: the text is too long; expected at most 64 MB")
        self.tokens = _tokenize(text)
        self.ends = self._match_parentheses()
        if not text.isascii() or _CONTROL.search(text):
            self._refuse_odd_names()

    @property
    def name(self) -> str:
        return str(self.path) if self.path is not None else "<text>"

    def start(self, index: int) -> int:
        """Character offset of a token in `text`."""
        if self._starts is None:
            matches = _TOKEN.finditer(self.text)
            self._starts = array("q", (m.start() for m in matches if m.group(1) is not None))
        return self._starts[index]

    def position(self, index: int) -> tuple[int, int]:
        """Line and column of a token, both counted from 1."""
        if self._newlines is None:
            self._newlines = array("q", (m.end() for m in _NEWLINE.finditer(self.text)))
        offset = self.start(index)
        line = bisect_right(self._newlines, offset)
        return line + 1, offset - (self._newlines[line - 1] if line else 0) + 1

    def error(self, index: int, message: str) -> PddlError:
        line, column = self.position(index)
        return PddlError(f"{self.name}:{line}:{column}: {message}")

    def _match_parentheses(self) -> "array[int]":
        ends = array("i", bytes(4 * len(self.tokens)))
        opened: list[int] = []
        for index, token in enumerate(self.tokens):
            if token == "(":
                opened.append(index)
                if len(opened) > MAX_DEPTH:
                    raise self.error(
                        index, f"lists nested too deeply; expected at most {MAX_DEPTH} levels"
                    )
            elif token == ")":
                if not opened:
                    raise self.error(index, "unexpected ')'; expected no more text here")
                ends[opened.pop()] = index
        if opened:
            raise self.error(
                opened[-1], "this '(' is never closed; expected ')' before the end of the file"
            )
        return ends

    def _refuse_odd_names(self) -> None:
        """Comments may hold anything, names may not: other planners read ASCII only, and
        a terminal may obey the rest."""
        for index, token in enumerate(self.tokens):
            if not token.isascii() or not token.isprintable():
                raise self.error(index, f"odd characters in {shown(token)}; expected ASCII")


class Node:
    """A word or a list in a `Source`."""

    __slots__ = ("index", "source")

    def __init__(self, source: Source, index: int) -> None:
        self.source = source
        self.index = index

    @property
    def word(self) -> str:
        """The token, in lower case; `(` for a list."""
        return self.source.tokens[self.index]

    @property
    def is_list(self) -> bool:
        return self.source.tokens[self.index] == "("

    @property
    def is_empty(self) -> bool:
        """Whether this is the list `()`."""
        return self.is_list and self._end == self.index + 1

    @property
    def head(self) -> str:
        """The first word of a list; empty for a word, for `()` and for `((…`."""
        if not self.is_list:
            return ""
        first = self.source.tokens[self.index + 1]
        return first if first not in "()" else ""

    def items(self) -> list["Node"]:
        """The members of a list, none for a word."""
        return list(self.iterate())

    def iterate(self) -> Iterator["Node"]:
        source = self.source
        tokens, ends = source.tokens, source.ends
        if tokens[self.index] != "(":
            return
        index, end = self.index + 1, ends[self.index]
        while index < end:
            yield Node(source, index)
            index = ends[index] + 1 if tokens[index] == "(" else index + 1

    def words(self) -> list[str] | None:
        """The members of a list if all are words, else None; the quick way to read an atom."""
        if not self.is_list:
            return None
        words = self.source.tokens[self.index + 1 : self.source.ends[self.index]]
        return None if "(" in words else words

    @property
    def span(self) -> tuple[int, int]:
        """Where this node's characters lie in `source.text`, for splicing text in beside it."""
        if self.is_list:
            return self.source.start(self.index), self.source.start(self._end) + 1
        start = self.source.start(self.index)
        return start, start + len(self.word)

    @property
    def position(self) -> tuple[int, int]:
        return self.source.position(self.index)

    @property
    def _end(self) -> int:
        return self.source.ends[self.index]

    def describe(self) -> str:
        """This node in a message: `'word'`, `(head ...)` or `()`."""
        if not self.is_list:
            return shown(self.word)
        if self.is_empty:
            return "()"
        return f"({shown(self.head)[1:-1]} ...)" if self.head else "a list"

    def error(self, message: str) -> PddlError:
        return self.source.error(self.index, message)

    def unsupported(self, construct: str) -> UnsupportedError:
        """An error for PDDL that is correct but beyond what fmtools reads."""
        line, column = self.position
        return UnsupportedError(
            f"{self.source.name}:{line}:{column}: {construct} not supported; "
            "expected classical PDDL: STRIPS, ADL, derived predicates and action costs"
        )


def parse_tree(text: str, path: Path | None = None, expected: str = "(define ...)") -> Node:
    """The single list that `text` consists of."""
    source = Source(text, path)
    if not source.tokens:
        raise PddlError(f"{source.name}:1:1: the file is empty; expected {expected}")
    root = Node(source, 0)
    if not root.is_list:
        raise root.error(f"unexpected {root.describe()}; expected {expected}")
    after = source.ends[0] + 1
    if after < len(source.tokens):
        extra = Node(source, after)
        raise extra.error(f"unexpected {extra.describe()} after the end; expected no more text")
    return root


def _tokenize(text: str) -> list[str]:
    """Folded tokens without comments; equal tokens share one string.

    Works in pieces that end at line breaks, so that only one piece's tokens exist unshared.
    """
    folded = text.translate(_FOLD) if not text.isascii() else text.lower()
    tokens: list[str] = []
    shared: dict[str, str] = {}
    start = 0
    while start < len(folded):
        stop = folded.find("\n", start + _CHUNK)
        stop = len(folded) if stop < 0 else stop
        piece = _TOKEN.findall(folded, start, stop)
        tokens.extend(map(shared.setdefault, piece, piece))
        start = stop
    if ";" in folded:
        return [token for token in tokens if token]
    return tokens
