"""Which types lie below which, and what several lists of types have in common."""

from collections.abc import Iterable, Sequence

from fmtools.pddl.model import Domain

Types = Sequence[str]
"""As a parameter has them: several mean `either`."""


class TypeOrder:
    """A domain's types, looked up once."""

    def __init__(self, domain: Domain) -> None:
        self._above = {name: domain.supertypes(name) for name in domain.types}

    def below(self, types: Types) -> frozenset[str]:
        """Every type whose objects are of one of `types`."""
        return frozenset(name for name, above in self._above.items() if not above.isdisjoint(types))

    def fits(self, own: Types, wanted: Types) -> bool:
        """Whether an object declared with `own` may stand for a parameter of `wanted`."""
        return any(not self._above[name].isdisjoint(wanted) for name in own)

    def includes(self, wide: Types, narrow: Types) -> bool:
        """Whether all that is of `narrow` is of `wide`."""
        return self.below(narrow) <= self.below(wide)

    def common(self, lists: Iterable[Types]) -> tuple[str, ...]:
        """The most general types below every one of `lists`; none where they exclude each other.

        An object that is declared with two unrelated types is of both; types alone cannot tell.
        """
        shared = frozenset.intersection(*(self.below(types) for types in lists))
        return tuple(
            name for name in self._above if name in shared and self._above[name] & shared == {name}
        )
