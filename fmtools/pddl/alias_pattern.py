"""Alias patterns: which terms of a macro stand for one object. Knows no literals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

Pair = tuple[str, str]
"""Two terms, at least one of them a parameter; parameters in their order, constants last."""


@dataclass(frozen=True)
class Pattern:
    """Parameter -> the term that stands for its block: a constant, or the first parameter."""

    terms: tuple[Pair, ...]

    @classmethod
    def distinct(cls, parameters: Iterable[str]) -> "Pattern":
        """Every parameter an object of its own."""
        return cls(tuple((name, name) for name in parameters))

    @property
    def mapping(self) -> dict[str, str]:
        return dict(self.terms)

    @property
    def num_merges(self) -> int:
        return sum(term != parameter for parameter, term in self.terms)

    @property
    def blocks(self) -> Mapping[str, list[str]]:
        """Term -> the parameters that it stands for."""
        blocks: dict[str, list[str]] = {}
        for parameter, term in self.terms:
            blocks.setdefault(term, []).append(parameter)
        return blocks

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """All pairs of terms that are one object."""
        pairs: set[Pair] = set()
        for term, members in self.blocks.items():
            block = members if term in members else [*members, term]
            pairs.update(combinations(block, 2))
        return frozenset(pairs)

    def merges(self, pair: Pair) -> bool:
        """Whether the two terms, in whichever order, are one object."""
        return pair in self.pairs or (pair[1], pair[0]) in self.pairs

    def joined(self, pairs: Iterable[Pair]) -> "Pattern | None":
        """The finest coarser pattern in which these pairs coincide; None if constants would."""
        terms = self.mapping
        rank = {name: number for number, name in enumerate(terms)}
        for first, second in pairs:
            one, other = terms.get(first, first), terms.get(second, second)
            if one == other:
                continue
            if one not in rank and other not in rank:
                return None
            kept, gone = sorted((one, other), key=lambda term: rank.get(term, -1))
            terms = {name: kept if term == gone else term for name, term in terms.items()}
        return Pattern(tuple(terms.items()))


def unifier(first: Sequence[str], second: Sequence[str]) -> tuple[Pair, ...]:
    """The pairs of terms that must be one object for two lists of arguments to be the same."""
    return tuple((a, b) for a, b in zip(first, second, strict=True) if a != b)


def contains_any(pairs: frozenset[Pair], others: Iterable[frozenset[Pair]]) -> bool:
    """Whether a pattern with these pairs is as coarse as one with others."""
    return any(other <= pairs for other in others)
