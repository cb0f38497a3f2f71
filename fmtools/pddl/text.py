"""Bytes on disk to text: size limit, byte-order marks, encodings. Knows no PDDL."""

from pathlib import Path

from fmtools.errors import PddlError

MAX_BYTES = 64 * 1024 * 1024
"""Larger files are refused: the reader's memory grows with the text (about 20 bytes per byte)."""

_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def load_text(path: Path) -> str:
    """The text of a PDDL or plan file, line ends untouched, so that offsets fit the file.

    UTF-8 is expected. Old benchmark files carry latin-1 names in their comments, so anything else
    is taken as latin-1; the tokenizer then refuses odd bytes outside of comments.
    """
    try:
        if not path.is_file():
            raise PddlError(f"{path}: no such file" if not path.exists() else f"{path}: not a file")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise PddlError(
                f"{path}: the file has {size} bytes; expected at most {MAX_BYTES} (64 MB)"
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PddlError(f"{path}: cannot be read: {reason}") from error
    return decode(data, path)


def decode(data: bytes, path: Path | None = None) -> str:
    """Text of `data`: UTF-8 with or without a byte-order mark, else latin-1."""
    if data.startswith(_WIDE_MARKS):
        raise PddlError(f"{path or '<text>'}:1:1: the file is in UTF-16; expected UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
