"""Parameters of learning, as worlds declare them: ours, chosen by measurement, and the paper's."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fmtools.errors import UsageError
from fmtools.learn.focused import LearnSettings, paper_settings

__all__ = ["AUTO", "OURS", "Presets", "paper_settings"]

OURS = LearnSettings()
AUTO = LearnSettings(auto=True, ties="random", expanded_only=False)
"""For `--keep auto`, where a world has no own. All generated nodes are candidates: per variable the
best of them are better than the best expanded ones."""


@dataclass(frozen=True)
class Presets:
    """Of one kind of world."""

    ours: LearnSettings = OURS
    auto: LearnSettings = AUTO
    """Where the learner is to choose how many macros to keep."""
    paper: Mapping[str, LearnSettings] = field(default_factory=dict)
    """The paper's, by the name of the world in libraries."""

    def chosen(
        self, name: str, given: Mapping[str, Any], seed: int, paper: bool = False
    ) -> LearnSettings:
        """The paper's settings for a world, or ours, with what was given in their place.

        `keep` may be "auto"; what is None was not given. `name` matters to the paper's alone.
        """
        wanted = {option: value for option, value in given.items() if value is not None}
        if wanted.get("keep") == "auto":
            wanted = {**wanted, "auto": True}
            del wanted["keep"]
        preset = self.auto if wanted.get("auto") else self.ours
        return replace(self.of_paper(name) if paper else preset, seed=seed, **wanted)

    def of_paper(self, name: str) -> LearnSettings:
        """The paper's setting for a world (`--paper`)."""
        if name not in self.paper:
            known = ", ".join(map(repr, self.paper)) or "none"
            raise UsageError(
                f"the paper has no setting for {name!r}; in worlds of this kind it has {known}"
            )
        return self.paper[name]
