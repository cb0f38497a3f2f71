"""The wall: all that planners and learners may ask of a world (paper, section 2).

A state is a fixed-length vector of small integers (0..65535); each position is a variable. A goal
is a partial assignment: variable -> value. Nothing here says how a world works inside.

`Simulator` is what every world has. The small protocols after it name what some worlds can tell
beyond that; whoever would use it asks by `isinstance` first, and does without it elsewhere.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from fmtools.frozen import frozen

ActionId = int
State = npt.NDArray[Any]
"""As fmtools hands it out: a one-dimensional, read-only array of `num_variables` small integers."""
StateLike = Sequence[int] | npt.NDArray[np.integer[Any]]
"""As a simulator may return it: any sequence of `num_variables` small integers."""


@runtime_checkable
class Simulator(Protocol):
    """A deterministic world.

    Rules (checked where they can be; a breach raises SimulatorError naming the rule):

    1. `start()` and every successor have exactly `num_variables` integers, each 0..65535.
    2. The same state and action give the same successor, and the same applicable actions in the
       same order, every time.
    3. `successor` leaves the state it is given as it was, and those it has returned.
    4. `applicable` returns ids for which `successor` works and `action_name` has a name.

    Methods return: `sys.exit` in one is an error, and one that is still at work when time is up
    ends the search as `timeout`. What they print goes to stderr.
    """

    num_variables: int

    def start(self) -> StateLike: ...

    def goal(self) -> Mapping[int, int]: ...

    def applicable(self, state: State) -> Sequence[ActionId]: ...

    def successor(self, state: State, action: ActionId) -> StateLike: ...

    def action_name(self, action: ActionId) -> str: ...


@runtime_checkable
class BoundsValues(Protocol):
    """Values lie in 0..num_values - 1, which saves memory; 65536 where nothing is said."""

    num_values: int


@runtime_checkable
class Batches(Protocol):
    """Gives all successors at once; worth it where numpy can compute them together."""

    def successors(self, state: State) -> tuple[Sequence[ActionId], Any]:
        """All applicable actions, and their successors as one array."""


@runtime_checkable
class Compiled(Protocol):
    """Has a twin in the core, which the loop asks in its place."""

    @property
    def kernel(self) -> Any:
        """A `fmtools.core.world.World`, or None."""


@runtime_checkable
class Guides(Protocol):
    """Has an estimate of its own, for planners that take one; the learner never asks it."""

    def heuristic(self, state: State) -> int:
        """About how many actions are missing to the goal: 0 to 2^30, the same every time."""


@runtime_checkable
class WeighsGoals(Protocol):
    """Tells which goals are harder; planners that take an estimate then add the weights of those
    that do not hold. Where there is a `heuristic`, that goes before."""

    def goal_weights(self) -> Mapping[int, int]:
        """Variable of a goal -> 0 to 65535; a goal that is not named weighs 1."""


@runtime_checkable
class TellsCosts(Protocol):
    """Its actions have costs, the same in every state (PDDL: where the metric asks for them)."""

    @property
    def action_costs(self) -> Any:
        """int32 by primitive action, none negative; None where all are equal."""


@runtime_checkable
class GroupsVariables(Protocol):
    """Tells which variables are alike (PDDL: facts of one predicate).

    The learner prefers macros that make facts true which are like goal facts.
    """

    def variable_group(self, variable: int) -> Hashable:
        """Equal for variables that are alike."""


@runtime_checkable
class Renders(Protocol):
    """Draws states for people; where `render` has a parameter `color`, it is told."""

    def render(self, state: State) -> str: ...


@runtime_checkable
class NamesFacts(Protocol):
    """Has names for its variables; where they have two values, the name is that of the second."""

    def fact_name(self, variable: int) -> str: ...


@runtime_checkable
class SpeaksInWords(Protocol):
    """Names of actions and facts are made of words, such as `(move d1 d2 peg3)` and `(on d1 d2)`.

    All actions are known by name from the beginning, as ids from 0 on. Words are numbers from 0;
    the first of a name says of which kind it is, others which things it is about.
    """

    def action_words(self) -> npt.NDArray[np.int32]:
        """int32[actions, .]: the words of each name, padded with -1."""

    def fact_words(self) -> npt.NDArray[np.int32]:
        """int32[variables, .]: the same for the facts that variables with two values stand for."""


@runtime_checkable
class FindsActions(Protocol):
    """Knows its actions by name."""

    def action_id(self, name: str) -> ActionId:
        """The opposite of `action_name`; InputError where there is no such action."""


KnownActions = Mapping[str, Mapping[str, Sequence[Sequence[Any]]]]
"""What kinds of actions need and do, by name, as JSON has it: `fmtools.search.known_actions`."""


@frozen
class Known:
    """What learning found out beside macros."""

    actions: KnownActions
    searches: tuple[str, ...] = ()
    """Which searches of planner `auto` served in the tasks that taught, the best first; none where
    that was not looked at."""
    paid: bool = True
    """Whether the planner was seen to save effort by it there: small tasks may not show that."""


@runtime_checkable
class KnowsActions(SpeaksInWords, NamesFacts, Protocol):
    """May come with what was learned in other tasks of its domain."""

    known: Known | None


@runtime_checkable
class TellsNeeds(Protocol):
    """Can tell what a sequence of actions needs."""

    def precondition(self, actions: Sequence[ActionId]) -> Mapping[int, int]:
        """Variable -> value that must hold for the sequence to run."""


@runtime_checkable
class Lifts(Protocol):
    """A macro stands for all sequences that differ in names of objects only (PDDL)."""

    def macro_key(self, actions: Sequence[ActionId]) -> Hashable:
        """Equal for sequences that are one macro."""


@runtime_checkable
class TellsEffects(Protocol):
    """Can tell what a sequence needs and does, up to names of objects."""

    def effect_key(self, actions: Sequence[ActionId]) -> Hashable:
        """Equal for sequences that need and do the same."""


@runtime_checkable
class RandomStates(Protocol):
    """Draws states of its own, where a random walk would stay near the start."""

    def random_state(self, rng: "np.random.Generator") -> StateLike: ...  # numpy.random loads late


@runtime_checkable
class ChecksPlans(Protocol):
    """Can judge plans by other means than by running them (PDDL: the validator)."""

    def check_plan(self, names: Sequence[str]) -> int | None:
        """The cost of primitive actions, where there is one; an error where they are no plan."""


@runtime_checkable
class HasMacros(Protocol):
    """Some of its actions are macros."""

    def steps(self, action: ActionId) -> int:
        """How many primitive actions an action stands for."""

    def primitives(self, action: ActionId) -> tuple[ActionId, ...]:
        """The primitive actions behind an action."""

    def macro_of(self, action: ActionId) -> int | None:
        """Which of its macros, from 0, an action is an instance of; None: it is primitive."""

    @property
    def without_macros(self) -> Simulator:
        """The same world with the primitive actions alone; their ids stay."""


@runtime_checkable
class HasTable(Protocol):
    """Its macros are words of a macro table."""

    @property
    def table(self) -> Any:
        """A `fmtools.macro_table.MacroTable`, or None."""


@runtime_checkable
class Explains(Protocol):
    """Has something to tell people about how it is simulated; shown with results."""

    @property
    def notes(self) -> tuple[str, ...]: ...


@runtime_checkable
class Guarded(Protocol):
    """Says where in the user's code a rule was broken."""

    def breach(self, method: str, text: str) -> Exception: ...


def kernel_of(simulator: Simulator) -> Any:
    """The compiled twin, or None."""
    return simulator.kernel if isinstance(simulator, Compiled) else None


def primitive_world(simulator: Simulator) -> Simulator:
    """The world without its macros, if it has any."""
    return simulator.without_macros if isinstance(simulator, HasMacros) else simulator


def state_array(values: StateLike) -> State:
    """As simulators see states: int64, so that their arithmetic cannot wrap, and read-only.

    Its memory is that of a bytes object, so nobody can make it writable (rule 3).
    """
    return np.frombuffer(np.asarray(values, np.int64).tobytes(), np.int64)


def goal_count(state: State, goal: Mapping[int, int]) -> int:
    """How many goal facts do not hold: the paper's #g, in plain Python."""
    return sum(int(state[variable]) != value for variable, value in goal.items())
