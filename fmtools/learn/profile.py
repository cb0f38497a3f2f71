"""How a run of `--keep auto` or of levels divides its budget and what it keeps: frozen values.

`profile_of` is the one place that asks what kind of world it is and how much may be spent; the
learner itself reads numbers. A comment says what a number trades.
"""

from dataclasses import dataclass, replace

from fmtools.learn.focused import LENGTH_PLUS_EFFECT, LearnSettings
from fmtools.learn.select import Rules
from fmtools.search.engine import Order

LENGTH_PLUS_TWICE_EFFECT = Order(depth_weight=1, distance_weight=2)
"""Where one macro of a kind is enough: goes deeper, and finds longer ways back to small effects."""
SMALL_BUDGET = 20_000
"""Up to here nothing is spent on anything but searching from the task's own start: a walk leads to
states that say more of the world, a trial to better macros, but either may be unlucky, and a few
queries do not make up for that."""


@dataclass(frozen=True)
class Profile:
    """Shares are of the whole budget; what they leave is for searches."""

    rules: Rules
    """What the result keeps. More macros serve more states and cost more in each of them."""
    level_rules: Rules
    """The same for macros that are only actions of the next level: fewer, since a further level
    multiplies them."""
    order: Order
    """Of the searches: a larger weight of effects finds longer macros, and fewer of them."""
    anywhere: bool
    """Macros stand for their kind (PDDL), and so run wherever it does. Then all starts share one
    quota, and a further level begins afresh where a search for the goal came nearest: macros that
    serve are found again, and what was only easy to find gives its place away."""
    first_walk: int
    """Steps from the task's start to the first search's: farther states are more typical of the
    world, but may be dead ends."""
    further_walk: int
    """Steps from one start to the next where macros run anywhere."""
    check_share: float = 0.04
    """For measuring effects in other states."""
    conjugate_share: float = 0.0
    """For conjugates, which multiply macros, instead of searches, which find new ones."""
    goalward_share: float = 0.0
    """For the search for the goal before each further level: a start there shows what is needed
    late, as towers are in hanoi, and costs queries that look for no macro."""
    trial_share: float = 0.0
    """For a search for the goal with `most_tried` macros, of which those stay that most often
    brought it nearer, instead of more searches for macros."""
    most_tried: int = 40
    searches: int = 1
    """From how many starts macros are searched for: more starts show more kinds of states, fewer
    find longer sequences."""
    start_share: float = 0.2
    """Of what is left, at most, for one further start where macros do not run anywhere."""

    def reserve(self, levels_left: int) -> float:
        """The share to be set aside while further levels wait."""
        later = self.check_share + self.conjugate_share + self.trial_share
        return later + self.goalward_share * levels_left


QUOTA, LEVEL_QUOTA = 40, 20
"""Macros per variable and parity of length, shared between the starts."""
MOST_LIFTED = 8
"""Macros where each becomes many ground actions."""

OF_KINDS = Profile(
    rules=Rules(QUOTA, MOST_LIFTED, by_parity=True, slack=0, extensions=False, falling=False),
    level_rules=Rules(
        LEVEL_QUOTA, MOST_LIFTED, by_parity=True, slack=0, extensions=False, falling=False
    ),
    order=LENGTH_PLUS_TWICE_EFFECT,
    anywhere=True,
    first_walk=0,
    further_walk=0,
    goalward_share=0.3,
)
"""Where a macro stands for all of its kind."""

AS_THEY_ARE = Profile(
    rules=Rules(QUOTA, None, by_parity=True, slack=1, extensions=True, falling=True),
    level_rules=Rules(LEVEL_QUOTA, None, by_parity=True, slack=1, extensions=True, falling=True),
    order=LENGTH_PLUS_EFFECT,
    anywhere=False,
    first_walk=0,
    further_walk=0,
    conjugate_share=0.2,
)
"""Where a macro is one sequence. One more unit of effect than the largest primitive is allowed:
variety for focus."""

FURTHER_WALK = 0.03
TRIAL_SHARE = 0.15


def profile_of(lifted: bool, settings: LearnSettings) -> Profile:
    """The profile of a run; `lifted`: whether a macro stands for its kind."""
    profile = OF_KINDS if lifted else AS_THEY_ARE
    repetitions = settings.repetitions
    quotas = repetitions
    if repetitions > 1 and not lifted:
        # Many starts: searching from another is better than conjugates of what this one gave, and
        # parities share a quota, because every macro more is tried in every state.
        profile = replace(
            profile,
            conjugate_share=0.0,
            rules=replace(profile.rules, by_parity=False),
            level_rules=replace(profile.level_rules, by_parity=False),
        )
        quotas = 2 * repetitions
    if lifted:
        profile = replace(profile, further_walk=int(FURTHER_WALK * settings.budget))
    if settings.budget > SMALL_BUDGET:
        walk = int(settings.walk_share * settings.budget / repetitions)
        tried = lifted and settings.auto and settings.levels == 1
        profile = replace(profile, first_walk=walk, trial_share=TRIAL_SHARE if tried else 0.0)
    if repetitions > 1:
        profile = replace(profile, searches=repetitions)

    def kept(rules: Rules) -> Rules:
        most = rules.most if settings.auto else settings.keep
        return replace(rules, quota=max(1, rules.quota // quotas), most=most)

    return replace(profile, rules=kept(profile.rules), level_rules=kept(profile.level_rules))
