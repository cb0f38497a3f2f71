"""Text from files on a terminal: what is not printable is shown as its escape, never obeyed."""

import unicodedata


def printable(text: str) -> str:
    r"""One line; an escape character, say, as `\x1b`."""
    return "".join(c if _is_plain(c) else c.encode("unicode_escape").decode() for c in text)


def _is_plain(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"
