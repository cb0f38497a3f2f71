"""Parameters of learning, as worlds declare them: ours, chosen by measurement, and the paper's."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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

    def of_paper(self, name: str) -> LearnSettings:
        """The paper's setting for a world (`--paper`)."""
        if name not in self.paper:
            known = ", ".join(map(repr, self.paper)) or "none"
            raise UsageError(
                f"the paper has no setting for {name!r}; in worlds of this kind it has {known}"
            )
        return self.paper[name]
