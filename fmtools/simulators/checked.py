"""A guard between the user's simulator and the search: it holds it to the rules of the protocol.

The rules and their numbers are those of `fmtools/simulator.py`. What is cheap for a whole batch
of successors at once is checked in `fmtools.core.python_world` instead.
"""

import contextlib
import functools
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from fmtools.errors import FmtoolsError, SimulatorError
from fmtools.macros import OptionValue
from fmtools.places import defined_at, prefix, raised_at
from fmtools.simulator import ActionId, Simulator, State, StateLike, state_array
from fmtools.watch import OutOfTime

MAX_VALUE = 65535
MAX_ACTION_ID = 2**31 - 1
METHODS = ("start", "goal", "applicable", "successor", "action_name")
OPTIONAL = ("kernel", "notes", "num_values")
OPTIONAL_METHODS = ("action_id", "check_plan", "fact_name", "render", "variable_group")
"""Called as they are; what else a user's simulator may have is checked."""
MOST_GUIDED = 1 << 30
"""That `heuristic` may say."""
ORDINARY = (list, tuple, range)
"""What `applicable` may return without being looked at in every call."""
ALWAYS_CHECKED = 8
"""The first calls are checked in full, later ones at powers of two."""


PASSED_ON = (FmtoolsError, KeyboardInterrupt, OutOfTime)
"""What may come out of the user's code as it is."""
_READ_ONLY = re.compile("read-only|WRITEABLE flag")


class CheckedSimulator:
    """A simulator whose breaches become SimulatorErrors that name the rule, the file and the line.

    On every call: exceptions, `sys.exit` included, attempts to change the state, and the length of
    successors. On calls 1 to 8 and at powers of two also types, ranges, and that asking again, now
    and at the next such call, gives the same answer. `start` and `goal` are checked in full, each
    time. `fmtools.watch` tells by this module when the user's code is at work.
    """

    kind = "user"

    def __init__(
        self,
        inner: Any,
        name: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        instance_options: Sequence[str] = (),
        is_thorough: bool = False,
    ) -> None:
        """`options`: what it was built with, defaults included, where that is known.

        `instance_options`: those that choose start and goal alone. `is_thorough`: every call is
        checked in full.
        """
        self._always = sys.maxsize if is_thorough else ALWAYS_CHECKED
        self.name = name or type(inner).__name__
        lacking = [method for method in METHODS if not callable(getattr(inner, method, None))]
        lacking += ["num_variables"] * (not hasattr(inner, "num_variables"))
        if lacking:
            raise SimulatorError(
                f"{self.name} lacks {', '.join(lacking)}; the Simulator protocol needs "
                f"num_variables and the methods {', '.join(METHODS)}; fmtools new-simulator "
                "writes a world to begin with"
            )
        if not _is_int(inner.num_variables) or inner.num_variables < 1:
            raise SimulatorError(
                f"{self.name}: rule 1: num_variables is {inner.num_variables!r}; "
                "it must be an integer, 1 or more"
            )
        self.inner: Simulator = inner
        self.options = options
        self.instance_options = tuple(instance_options)
        self.num_variables = int(inner.num_variables)
        self._successor: Callable[[State, ActionId], StateLike] = inner.successor
        self._applicable: Callable[[State], Sequence[ActionId]] = inner.applicable
        self._num_applicable_calls = self._num_successor_calls = self._num_heuristic_calls = 0
        self._remembered: dict[str, tuple[State, tuple[ActionId, ...], State]] = {}
        self._returned: tuple[StateLike, StateLike] = ((), ())
        """A successor as it came, and a copy."""
        self._take_optional()

    def _take_optional(self) -> None:
        """The optional members of the protocols, where the user's simulator has them.

        They become members here, so that `isinstance` finds what is there, and only that.
        """
        for name in OPTIONAL:
            if hasattr(self.inner, name):
                setattr(self, name, getattr(self.inner, name))
        for name in OPTIONAL_METHODS:
            if hasattr(self.inner, name):
                call = functools.partial(self._call, name)
                setattr(self, name, functools.update_wrapper(call, getattr(self.inner, name)))
        if hasattr(self.inner, "successors"):
            self.successors = self._successors
        if hasattr(self.inner, "random_state"):
            self.random_state = self._random_state
        if hasattr(self.inner, "heuristic"):
            self.heuristic = self._heuristic
        if hasattr(self.inner, "goal_weights"):
            self.goal_weights = self._goal_weights

    def start(self) -> State:
        """The start state as a read-only array; asked twice."""
        try:
            with contextlib.redirect_stdout(sys.stderr):
                first, second = self.inner.start(), self.inner.start()
        except BaseException as error:
            self._blame("start", error)
        start = self._as_state(first, "start")
        if not np.array_equal(start, self._as_state(second, "start")):
            raise self.breach("start", "rule 2: start() gives different states each time")
        start.flags.writeable = False
        return start

    def goal(self) -> dict[int, int]:
        """The goal facts: at least one, variables and values in range."""
        try:
            goal = self.inner.goal()
        except BaseException as error:
            self._blame("goal", error)
        if not isinstance(goal, Mapping) or not goal:
            raise self.breach(
                "goal",
                f"goal() returned {_short(goal)}; it must return a non-empty dict of "
                "variable -> value",
            )
        for variable, value in goal.items():
            if not _is_int(variable) or not 0 <= variable < self.num_variables:
                wanted = f"variables are the integers 0 to {self.num_variables - 1}"
            elif not _is_int(value) or not 0 <= value <= MAX_VALUE:
                wanted = f"values are the integers 0 to {MAX_VALUE}"
            else:
                continue
            raise self.breach(
                "goal", f"rule 1: goal() has the fact {variable!r}: {value!r}; {wanted}"
            )
        return {int(variable): int(value) for variable, value in goal.items()}

    def applicable(self, state: State) -> Sequence[ActionId]:
        self._num_applicable_calls = call = self._num_applicable_calls + 1
        if call <= self._always or not call & (call - 1):
            actions: list[ActionId] = self._checked("applicable", state).tolist()
            return actions
        if type(state.base) is not bytes:  # type: ignore[comparison-overlap]
            state = state_array(state)
        try:
            answer = self._applicable(state)
        except BaseException as error:
            self._blame("applicable", error, state)
        if type(answer) in ORDINARY:
            return answer
        checked: list[ActionId] = self._as_actions(answer).tolist()
        return checked

    def successor(self, state: State, action: ActionId) -> StateLike:
        self._num_successor_calls = call = self._num_successor_calls + 1
        if call <= self._always or not call & (call - 1):
            return self._checked("successor", state, action)
        if type(state.base) is not bytes:  # type: ignore[comparison-overlap]
            state = state_array(state)
        try:
            successor = self._successor(state, action)
            if len(successor) == self.num_variables:
                return successor
        except BaseException as error:
            self._blame("successor", error, state, action)
        return self._as_state(successor, "successor")

    def _successors(self, state: State) -> tuple[Sequence[ActionId], Any]:
        """The optional batch; at checked calls it is compared with one-by-one answers."""
        self._num_successor_calls = call = self._num_successor_calls + 1
        if type(state.base) is not bytes:  # type: ignore[comparison-overlap]
            state = state_array(state)
        try:
            actions, states = self.inner.successors(state)  # type: ignore[attr-defined]
        except BaseException as error:
            self._blame("successors", error, state)
        if call <= self._always or not call & (call - 1):
            one_by_one = self._checked("applicable", state).tolist()
            if list(actions) != one_by_one or len(states) != len(one_by_one):
                raise self.breach(
                    "successors",
                    f"successors() gives the actions {_short(list(actions))}, applicable() "
                    f"{_short(one_by_one)}; they must be the same in the same order",
                )
            for action, successor in zip(one_by_one, states, strict=True):
                if not np.array_equal(self._checked("successor", state, action), successor):
                    raise self.breach(
                        "successors",
                        f"successors() and successor() differ for action {action} in state "
                        f"{_short(state)}; they must agree",
                    )
        return actions, states

    def action_name(self, action: ActionId) -> str:
        try:
            name = self.inner.action_name(action)
            again = self.inner.action_name(action)
        except BaseException as error:
            self._blame("action_name", error, None, action)
        if not isinstance(name, str) or not name:
            raise self.breach(
                "action_name",
                f"rule 4: action_name({action}) returned {name!r}; every applicable action needs "
                "a name, as text",
            )
        if not isinstance(again, str) or again != name:
            raise self.breach(
                "action_name", f"rule 2: action_name({action}) is {name!r}, then {again!r}"
            )
        return name

    def _random_state(self, rng: np.random.Generator) -> State:
        return self._as_state(self._call("random_state", rng), "random_state")

    def _heuristic(self, state: State) -> int:
        """In range each time; asked twice at checked calls."""
        self._num_heuristic_calls = call = self._num_heuristic_calls + 1
        state = state_array(state)
        estimate = self._call("heuristic", state)
        if not _is_int(estimate) or not 0 <= estimate <= MOST_GUIDED:
            raise self.breach(
                "heuristic",
                f"heuristic() returned {_short(estimate)}; it must return an integer from 0 to "
                f"{MOST_GUIDED}",
            )
        if call <= self._always or not call & (call - 1):
            again = self._call("heuristic", state)
            if again != estimate:
                raise self.breach(
                    "heuristic",
                    f"rule 2: heuristic() is {estimate}, then {_short(again)} in state "
                    f"{_short(state)}",
                )
        return int(estimate)

    def _goal_weights(self) -> dict[int, int]:
        weights, goal = self._call("goal_weights"), self.goal()
        if not isinstance(weights, Mapping) or not all(
            variable in goal and _is_int(weight) and 0 <= weight <= MAX_VALUE
            for variable, weight in weights.items()
        ):
            raise self.breach(
                "goal_weights",
                f"goal_weights() returned {_short(weights)}; it must return a dict from variables "
                f"of the goal to integers from 0 to {MAX_VALUE}",
            )
        return {int(variable): int(weight) for variable, weight in weights.items()}

    def _call(self, method: str, *arguments: Any, **options: Any) -> Any:
        """An optional method of the user's."""
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return getattr(self.inner, method)(*arguments, **options)
        except BaseException as error:
            self._blame(method, error)

    def _checked(self, method: str, state: State, *action: ActionId) -> State:
        """Ask twice, and ask once more what was asked at the last such call."""
        which = f" for action {action[0]}" if action else ""
        state = state_array(state)
        answer = self._ask(method, state, *action)
        if not np.array_equal(self._ask(method, state, *action), answer):
            raise self.breach(
                method,
                f"rule 2: {method}() answers differently when asked again{which} in state "
                f"{_short(state)}",
            )
        if method in self._remembered:
            earlier, earlier_action, earlier_answer = self._remembered[method]
            if not np.array_equal(self._ask(method, earlier, *earlier_action), earlier_answer):
                raise self.breach(
                    method,
                    f"rule 2: {method}() has changed its answer in state {_short(earlier)} since "
                    "it was first asked; it may depend on nothing else",
                )
        self._remembered[method] = (state, action, answer)
        return answer

    def _ask(self, method: str, state: State, *action: ActionId) -> State:
        try:
            answer = getattr(self.inner, method)(state, *action)
        except BaseException as error:
            self._blame(method, error, state, *action)
        if not action:
            return self._as_actions(answer)
        if not np.array_equal(*self._returned):
            raise self.breach(
                "successor",
                "rule 3: successor() changed a state that it had returned; return a new one "
                "every time",
            )
        state = self._as_state(answer, "successor")
        self._returned = (answer, state)
        return state

    def _as_actions(self, answer: Sequence[ActionId]) -> State:
        """Action ids as an array, once each is known to be one, and to have a name."""
        is_sequence = hasattr(answer, "__len__") and hasattr(answer, "__getitem__")
        if not is_sequence or isinstance(answer, str | bytes):
            raise self.breach(
                "applicable",
                f"rule 4: applicable() returned {_short(answer)}; it must return a list (or other "
                "sequence) of action ids",
            )
        for action in answer:
            if not _is_int(action) or not 0 <= action <= MAX_ACTION_ID:
                raise self.breach(
                    "applicable",
                    f"rule 4: applicable() returned the action id {action!r}; ids are integers "
                    f"from 0 to {MAX_ACTION_ID}",
                )
            self.action_name(int(action))
        return np.array(answer, dtype=np.int64)

    def _as_state(self, answer: StateLike, method: str) -> State:
        """A fresh uint16 array of `answer`, once it is known to keep rule 1."""
        try:
            state = np.asarray(answer)
        except ValueError:  # rows of different lengths
            state = np.empty(0)
        is_flat = state.shape == (self.num_variables,) and state.dtype.kind in "iub"
        if not is_flat or state.min() < 0 or state.max() > MAX_VALUE:
            many = "value" if state.size == 1 else "values"
            size = f"{state.size} {many}, " if state.ndim == 1 and state.size else ""
            raise self.breach(
                method,
                f"rule 1: {method}() returned {size}{_short(answer)}; it must return a flat "
                f"sequence of {self.num_variables} integers, each 0 to {MAX_VALUE}",
            )
        return state.astype(np.uint16)

    def breach(self, method: str, text: str) -> SimulatorError:
        """A broken rule, and where the method that broke it begins."""
        place = defined_at(getattr(self.inner, method, None))
        return SimulatorError(f"{prefix(place)}{self.name}: {text}")

    def _blame(
        self,
        method: str,
        error: BaseException,
        state: State | None = None,
        action: ActionId | None = None,
    ) -> NoReturn:
        """Raise what becomes of an exception in the user's code; Ctrl-C and the like go on."""
        if isinstance(error, PASSED_ON):
            raise error
        where = "" if state is None else f" in state {_short(state)}"
        which = "" if action is None else f" for action {action}"
        text = f"rule 4: {method}() raised {describe(error)}{which}{where}"
        if isinstance(error, ValueError) and _READ_ONLY.search(str(error)):
            text = (
                f"rule 3: {method}() tried to change the state it was given{where}; "
                "copy it first, e.g. with list(state)"
            )
        place = raised_at(error) or defined_at(getattr(self.inner, method, None))
        raise SimulatorError(f"{prefix(place)}{self.name}: {text}") from error


def _is_int(value: object) -> bool:
    return isinstance(value, int | np.integer)


def describe(error: BaseException) -> str:
    text = f"sys.exit({error.code!r})" if isinstance(error, SystemExit) else str(error)
    return " ".join(f"{type(error).__name__}: {text}".split())


def _short(value: object) -> str:
    """On one line, and not too long to read; numbers of numpy as any others."""
    with np.printoptions(legacy="1.21"):
        text = str(value) if isinstance(value, np.ndarray) else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= 100 else text[:97] + "..."
