"""`Environment`: a Gymnasium environment that fulfils the Simulator protocol.

States are what the observation says, as variables, and two more: whether the episode has ended, and
success. To ask about a state, the environment is brought back to it (`saving.py`); what its steps
led to is remembered. It stays a black box: nothing is known of it but what `step` returns.

Nothing is taken on trust. Before planning and, ever more rarely, while planning: the same step is
taken again with other random numbers (random worlds are refused), restored states are compared with
what they were, and two ways to one state must lead on alike (else the variables do not tell all).
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.gym.making import action_names, constructor_options, make_environment
from fmtools.gym.minigrid import is_minigrid, minigrid_variables
from fmtools.gym.parts import digest, generators, shake
from fmtools.gym.saving import WAYS, Observe, choose_way
from fmtools.gym.variables import MOST_VALUES, Read, Variables, actions_of, variables_of
from fmtools.places import defined_at, prefix
from fmtools.simulator import ActionId, State

Judge = Callable[[Any, float, bool, bool, dict[str, Any]], bool]
Goal = Mapping[str | int, int] | Callable[[Any], bool]

COMPARED = 32
"""States met again that are all compared with what they were; later one in as many is."""
DOUBTED, ALWAYS_DOUBTED = 2, 12
"""How often a state met again is looked at for each difference that nobody sees, and where no
difference can be told."""
LOOKED_THROUGH = 1024
"""Steps before the whole environment is looked through again, which takes long."""
WALKS, WALK_STEPS = 6, 40
"""Random walks from the start by which random worlds are found out."""
AHEAD_WALKS, AHEAD_STEPS = 2, 6
"""Walks on from two ways to one state, which must be alike."""


class _Met:
    """A state that has been met: how to get back to it, and what its actions led to."""

    __slots__ = ("after", "saved")

    def __init__(self, saved: Any) -> None:
        self.saved = saved
        self.after: dict[ActionId, bytes] = {}


class Environment:
    """`env_or_id`: an environment, or the id of a registered one with its `options`.

    - `seed`: of `reset`; it makes the start.
    - `features(observation, env)`: the variables, as small integers, where observations are not
      made of integers or do not tell one state from another; `env` is the unwrapped environment.
    - `goal`: variables with values, `{"observation": 15}`, or a function of the observation.
      Without it the goal is success as the environment reports it: `info["is_success"]` where there
      is such, else an episode that ends with a reward above 0. That goal tells nothing on the way:
      goal counting is blind, and novelty (`bfws`) has to lead.
    - `success`: "terminated" if every end is a success, or a function of what `step` returned.
    - `actions`: those to plan with, where the action space cannot be listed: a list, or names with
      values.
    - `save`: auto, or own, parts, deepcopy, replay, see `fmtools.gym.saving`.

    Time limits (`truncated`) end no episode here. Not for several threads at once.
    """

    def __init__(
        self,
        env_or_id: Any,
        *,
        seed: int = 0,
        features: Read | None = None,
        goal: Goal | None = None,
        success: str | Judge | None = None,
        actions: Sequence[Any] | Mapping[str, Any] | None = None,
        save: str = "auto",
        **options: Any,
    ) -> None:
        if save not in WAYS:
            raise UsageError(f"save={save!r} is no way to save states; choose {', '.join(WAYS)}")
        self._given = (env_or_id, seed, features, goal, success, actions, save, options)
        self._env, self.name = make_environment(env_or_id, options)
        self._seed, self._features = seed, features
        self._choices, self._action_names = _actions(self._env, actions)
        self._judge = _judge(goal, success)
        self._variables: Variables
        self._refuse_random()
        if is_minigrid(self._env.unwrapped) and features is None:
            if save not in ("auto", "parts"):
                raise UsageError(f"save={save!r} needs features= in minigrid worlds")
            save = "parts"
        self._way, self._observe = choose_way(save, self._env, seed, self._choices, self._reset)
        self.num_values = self._variables.num_values
        self._extra = ("terminated",) if self._judge is None else ("terminated", "success")
        self._names = (*self._variables.names, *self._extra)
        self.num_variables = len(self._names)
        self._goal = self._goal_facts(goal)
        self._start = self._first
        self._root = self._way.save(None, None)
        self._met = {self._start: _Met(self._root)}
        self.num_steps = self._num_again = 0
        self._num_different: dict[frozenset[Any] | None, int] = {}
        self._rng = np.random.default_rng(seed)
        if self._can_render():
            self.render = self._render

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the environment is used."""
        notes = [f"states of {self.name} are saved by {self._way.name}"]
        if list(self._goal) == [self.num_variables - 1] and self._judge is not None:
            notes.append(
                "the goal is success as the environment reports it, which says nothing on the way: "
                "goal counting is blind, novelty leads (--planner bfws); goal= can say more"
            )
        return tuple(notes)

    def start(self) -> State:
        return np.frombuffer(self._start, np.int64)

    def goal(self) -> dict[int, int]:
        return dict(self._goal)

    def applicable(self, state: State) -> Sequence[ActionId]:
        """All actions, or none where the episode has ended."""
        ended = self.num_variables - len(self._extra)
        return [] if state[ended] else range(len(self._choices))

    def successor(self, state: State, action: ActionId) -> State:
        key = np.asarray(state, np.int64).tobytes()
        return np.frombuffer(self._after(key, self._known(key), action), np.int64)

    def successors(self, state: State) -> tuple[Sequence[ActionId], State]:
        """Every action's, as one array."""
        key = np.asarray(state, np.int64).tobytes()
        actions, met = self.applicable(state), self._known(key)
        rows = b"".join([self._after(key, met, action) for action in actions])
        return actions, np.frombuffer(rows, np.int64).reshape(len(actions), self.num_variables)

    def action_name(self, action: ActionId) -> str:
        return self._action_names[action]

    def action_id(self, name: str) -> ActionId:
        if name not in self._action_names:
            raise InputError(f"no action {name!r}; there are {', '.join(self._action_names)}")
        return self._action_names.index(name)

    def fact_name(self, variable: int) -> str:
        name: str = self._names[variable]
        return name

    def check_plan(self, names: Sequence[str]) -> None:
        """Run a plan from `reset` to the goal, with nothing saved, restored or remembered."""
        observe = self._reset()
        key = self._first
        for number, name in enumerate(names, 1):
            shake(generators(self._env), number)
            key = observe(self._env, self._env.step(self._choices[self.action_id(name)]))
        self._way.restore(self._root)
        reached = np.frombuffer(key, np.int64)
        if any(reached[variable] != value for variable, value in self._goal.items()):
            raise SimulatorError(
                f"{self.name}: run from the start, the plan found does not reach the goal: states "
                "are not told apart by their variables, or were not restored; give features= that "
                "tell more, or save='replay'"
            )

    def _known(self, key: bytes) -> _Met:
        met = self._met.get(key)
        if met is None:
            state = np.frombuffer(key, np.int64).tolist()
            raise SimulatorError(f"{self.name} has not been in state {state}; walk there first")
        return met

    def _after(self, key: bytes, met: _Met, action: ActionId) -> bytes:
        after = met.after.get(action)
        if after is None:
            after = met.after[action] = self._step(key, met, action)
        return after

    def _step(self, key: bytes, met: _Met, action: ActionId) -> bytes:
        """Take a step in the environment; look whether all is well, the more rarely the longer."""
        way = self._way
        way.restore(met.saved)
        after = self._observe(way.env, way.env.step(self._choices[action]))
        self.num_steps += 1
        is_new = after not in self._met
        if is_new:
            self._met[after] = _Met(way.save(met.saved, self._choices[action]))
        doubtful = not is_new and self._is_doubtful(met, action, after)
        if _is_due(self.num_steps):
            self._check_restored(key, met, action, after, is_new)
        if doubtful:
            self._check_alike(met, action, after)
        return after

    def _is_doubtful(self, met: _Met, action: ActionId, after: bytes) -> bool:
        """Whether to look if a state met again is the same: where something unseen is different,
        for the first times that it is. Of states met again, the first are compared, then a few."""
        self._num_again += 1
        if self._num_again > COMPARED and self._num_again % COMPARED:
            return False
        here = self._way.save(met.saved, self._choices[action])
        different = self._way.difference(self._met[after].saved, here)
        if different is not None and not different:
            return False
        number = self._num_different[different] = self._num_different.get(different, 0) + 1
        return number <= (ALWAYS_DOUBTED if different is None else DOUBTED) or _is_due(number)

    def _check_restored(
        self, key: bytes, met: _Met, action: ActionId, after: bytes, is_new: bool
    ) -> None:
        """The state before is brought back, whatever the random numbers; so is the one after."""
        way = self._way
        for _ in range(3):
            way.restore(met.saved)
            shake(generators(way.env), int(self._rng.integers(1 << 30)))
            again = self._observe(way.env, way.env.step(self._choices[action]))
            if again != after:
                raise self._random(key, action, after, again)
        if is_new and way.is_seen and self.num_steps >= LOOKED_THROUGH:
            seen = digest(way.env)
            way.restore(self._root)
            way.restore(self._met[after].saved)
            if digest(way.env) != seen:
                raise SimulatorError(
                    f"{self.name}: something in the environment changed for the first time after "
                    f"{self.num_steps} steps, and is not brought back; give save='deepcopy', or "
                    "save='replay'"
                )

    def _check_alike(self, met: _Met, action: ActionId, after: bytes) -> None:
        """Two ways to one state lead on alike, or the variables do not tell the whole state."""
        way = self._way
        ended = np.frombuffer(after, np.int64)[self.num_variables - len(self._extra)]
        for _ in range(0 if ended else AHEAD_WALKS):
            walk = self._rng.integers(len(self._choices), size=AHEAD_STEPS).tolist()
            way.restore(self._met[after].saved)
            first = self._walk(walk)
            way.restore(met.saved)
            way.env.step(self._choices[action])
            if self._walk(walk) != first:
                state = np.frombuffer(after, np.int64).tolist()
                raise SimulatorError(
                    f"{self.name}: rule 2: two ways to the same observation (variables {state}) "
                    "lead on differently: it does not tell the whole state; give features=, a "
                    "function (observation, env) -> list of small integers that does"
                )

    def _walk(self, actions: Sequence[ActionId]) -> list[bytes]:
        """What a walk from here sees, up to the end of the episode."""
        seen = []
        for action in actions:
            step = self._way.env.step(self._choices[action])
            seen.append(self._observe(self._way.env, step))
            if step[2]:
                break
        return seen

    def _refuse_random(self) -> None:
        """The same walks again with other random numbers: all must see the same."""
        rng = np.random.default_rng(self._seed)
        for _ in range(WALKS):
            walk = rng.integers(len(self._choices), size=WALK_STEPS).tolist()
            seen: list[list[bytes]] = []
            for shaken in range(3):
                observe = self._reset()
                states = [self._first]
                found = generators(self._env) if shaken else []
                for number, action in enumerate(walk):
                    shake(found, 1000 * shaken + number)
                    step = self._env.step(self._choices[action])
                    states.append(observe(self._env, step))
                    if step[2]:
                        break
                seen.append(states)
            for states in seen[1:]:
                for number, (one, other) in enumerate(zip(seen[0], states, strict=False)):
                    if one != other and not number:
                        raise SimulatorError(
                            f"{self.name}: rule 2: reset(seed={self._seed}) gives different starts"
                        )
                    if one != other:
                        raise self._random(states[number - 1], walk[number - 1], one, other)

    def _random(self, key: bytes, action: ActionId, one: bytes, other: bytes) -> SimulatorError:
        before, first, second = (np.frombuffer(k, np.int64).tolist() for k in (key, one, other))
        options = constructor_options(self._env)
        return SimulatorError(
            f"{self.name}: rule 2: the environment is random: {self._action_names[action]!r} in "
            f"{_short(before)} leads to {_short(first)}, and to {_short(second)}; only "
            "deterministic ones can be planned in"
            + (f" (its options: {', '.join(options)})" if options else "")
        )

    def _reset(self) -> Observe:
        """Back to the start by `reset`; how to look at steps from here on."""
        observation, info = self._env.reset(seed=self._seed)
        inner = self._env.unwrapped
        if self._features is not None:
            names = [f"feature[{n}]" for n in range(len(self._features(observation, inner)))]
            self._variables = Variables(tuple(names), MOST_VALUES, self._features)
        elif is_minigrid(inner):
            self._variables = minigrid_variables(inner)
        else:
            self._variables = variables_of(self._env.observation_space)
        observe = self._observer(self._variables.read, len(self._variables.names))
        self._first = observe(self._env, (observation, 0.0, False, False, info))
        return observe

    def _observer(self, read: Read, length: int) -> Observe:
        judge = self._judge

        def observe(env: Any, step: tuple[Any, ...]) -> bytes:
            observation, reward, terminated, truncated, info = step
            values = array("q", read(observation, env.unwrapped))
            if len(values) != length:
                raise SimulatorError(
                    f"{prefix(defined_at(self._features))}rule 1: features() returned "
                    f"{len(values)} numbers, and {length} at the start; it must be as many always"
                )
            values.append(bool(terminated))
            if judge is not None:
                values.append(bool(judge(observation, reward, bool(terminated), truncated, info)))
            return values.tobytes()

        return observe

    def _goal_facts(self, goal: Goal | None) -> dict[int, int]:
        if not isinstance(goal, Mapping):
            return {self.num_variables - 1: 1}
        facts = {}
        for name, value in goal.items():
            if isinstance(name, str) and name not in self._names:
                raise UsageError(f"goal: no variable {name!r}; there are {', '.join(self._names)}")
            facts[self._names.index(name) if isinstance(name, str) else int(name)] = int(value)
        return facts

    def _can_render(self) -> bool:
        inner = self._env.unwrapped
        return self._env.render_mode == "ansi" or is_minigrid(inner)

    def _render(self, state: State) -> str:
        """As the environment draws itself in text."""
        self._way.restore(self._known(np.asarray(state, np.int64).tobytes()).saved)
        env = self._way.env
        drawn = env.unwrapped.pprint_grid() if is_minigrid(env.unwrapped) else env.render()
        return str(drawn).rstrip()

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from its id and options; states met are met again."""
        env_or_id, seed, features, goal, success, actions, save, options = self._given
        if not isinstance(env_or_id, str):
            raise TypeError(
                "an Environment pickles where it was made from the id of a registered environment; "
                "this one was made from an object, which may not keep its state when pickled"
            )
        keywords = {"seed": seed, "features": features, "goal": goal, "success": success}
        return _made, (env_or_id, {**keywords, "actions": actions, "save": save, **options})


def _made(env_id: str, keywords: dict[str, Any]) -> Environment:
    return Environment(env_id, **keywords)


def _actions(
    env: Any, given: Sequence[Any] | Mapping[str, Any] | None
) -> tuple[list[Any], list[str]]:
    """Actions as `step` takes them, and their names."""
    if isinstance(given, Mapping):
        return list(given.values()), list(given)
    choices = list(given) if given is not None else actions_of(env.action_space)
    if not choices:
        raise InputError("actions= is empty")
    return choices, action_names(env, choices)


def _judge(goal: Goal | None, success: str | Judge | None) -> Judge | None:
    """What makes a success, where the goal is not a matter of variables."""
    if isinstance(goal, Mapping):
        if success is not None:
            raise UsageError("goal= with variables and success= exclude each other")
        return None
    if goal is not None:
        return lambda observation, reward, terminated, truncated, info: goal(observation)
    if success == "terminated":
        return lambda observation, reward, terminated, truncated, info: terminated
    if callable(success):
        return success
    if success is None:
        return _reported
    raise UsageError(f"success={success!r}: give 'terminated', or a function of what step returned")


def _reported(
    observation: Any, reward: float, terminated: bool, truncated: bool, info: dict[str, Any]
) -> bool:
    told = info.get("is_success", info.get("success"))
    return terminated and reward > 0 if told is None else bool(told)


def _is_due(number: int) -> bool:
    """At powers of four."""
    return not number & (number - 1) and number.bit_length() % 2 == 1


def _short(values: list[int]) -> str:
    text = str(values)
    return text if len(text) <= 60 else text[:57] + "..."
