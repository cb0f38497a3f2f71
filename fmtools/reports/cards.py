"""One macro as a report shows it: words, picture, steps. Plain data, made by whoever knows the
world; this module must not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fmtools.macros import Frames


@dataclass(frozen=True)
class MacroCard:
    title: str
    words: str
    """What it does."""
    sequence: str
    length: int
    effect_size: int
    num_alike: int
    """Macros of its kind in the library."""
    svg: str = ""
    steps: Frames | None = None


@dataclass(frozen=True)
class Chapter:
    """The macros of one library: how many of which kind, and some of them shown."""

    world: str
    macros: str
    """Their type, as in records."""
    num_macros: int
    effect_sizes: tuple[int, int]
    lengths: tuple[int, int]
    kinds: Mapping[str, int] = field(default_factory=dict)
    """Words without places -> how many, commonest first."""
    cards: tuple[MacroCard, ...] = ()
