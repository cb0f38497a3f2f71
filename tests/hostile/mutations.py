"""Seeded damage to text: what editors, disks, merges and jokers do to files."""

import re
from random import Random

NASTY = [
    "", "\0", "\ufeff", "\u202e", "é", "\U0001f4a5", "-", "?", ":", "(", ")", "[", "]", "{", "}",
    '"', "'", "\\", "\\n", "../../../evil", "null", "true", "NaN", "Infinity", "-1", "0", "1e999",
    "9" * 19, "0.1", "and", "not", "or", "when", "forall", "either", "=", "total-cost", "object",
    ":types", ":init", "\x1b[2J", "<script>", "$(id)", "%s", "a" * 5000, "(" * 3000, "[" * 3000,
]  # fmt: skip


def mutate(text: str, rng: Random) -> bytes:
    """One to four mutations of its tokens or its bytes."""
    tokens = re.findall(r"\s+|[()\[\]{}\",:]|[^\s()\[\]{}\",:]+", text)
    for _ in range(rng.randint(1, 4)):
        _mutate_tokens(tokens, rng)
    data = "".join(tokens).encode("utf-8", "surrogatepass")
    return _mutate_bytes(data, rng) if rng.random() < 0.3 else data


def _mutate_tokens(tokens: list[str], rng: Random) -> None:
    if not tokens:
        return
    first, second = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    kind = rng.randrange(7)
    if kind == 0:
        del tokens[first]
    elif kind == 1:
        tokens.insert(first, tokens[second])
    elif kind == 2:
        tokens[first], tokens[second] = tokens[second], tokens[first]
    elif kind == 3:
        tokens[first] = rng.choice(NASTY)
    elif kind == 4:
        tokens.insert(first, rng.choice(NASTY))
    elif kind == 5:
        del tokens[min(first, second) : max(first, second)]
    else:
        low, high = sorted((first, min(second, first + 40)))
        tokens[low:low] = tokens[low:high]


def _mutate_bytes(data: bytes, rng: Random) -> bytes:
    if not data:
        return data
    where = rng.randrange(len(data))
    kind = rng.randrange(4)
    if kind == 0:
        return data[:where]
    if kind == 1:
        return data[:where] + bytes([rng.randrange(256)]) + data[where + 1 :]
    if kind == 2:
        return data[:where] + rng.randbytes(rng.randint(1, 20)) + data[where:]
    return data.decode("utf-8", "replace").encode("utf-16")
