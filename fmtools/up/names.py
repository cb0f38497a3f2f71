"""Names that unified-planning allows and PDDL does not: there with them, and back."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from fmtools.pddl.names import fresh_name

_NO_PDDL = re.compile(r"[^a-z0-9_-]")


@dataclass(frozen=True)
class NameTable:
    """One kind of things: names as the user gave them, and as PDDL has them."""

    to_pddl: Mapping[str, str]
    to_user: Mapping[str, str]

    @classmethod
    def of(cls, names: Iterable[str], taken: Iterable[str] = ()) -> Self:
        """Lower case, letters, digits, `-` and `_` only, the first a letter, no two the same."""
        to_pddl: dict[str, str] = {}
        used = set(taken)
        for name in names:
            plain = _NO_PDDL.sub("_", name.lower())
            if not plain[:1].isalpha():
                plain = f"x{plain}"
            to_pddl[name] = fresh_name(plain, used)
            used.add(to_pddl[name])
        return cls(to_pddl, {plain: name for name, plain in to_pddl.items()})


@dataclass(frozen=True)
class Names:
    types: NameTable
    fluents: NameTable
    objects: NameTable
    actions: NameTable
