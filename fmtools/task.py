"""PDDL from Python in three lines: load, applicable actions, progression.

    task = fmtools.load("domain.pddl", "problem.pddl")
    actions = task.applicable(task.start)
    state = task.apply(task.start, actions[0])

States and actions are small immutable objects that hash, compare and print as PDDL. Grounding and
the search for applicable actions are compiled.
"""

from collections.abc import Iterator
from functools import cached_property
from os import PathLike

import numpy as np

from fmtools.errors import UsageError
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import Atom
from fmtools.pddl.read import read_domain, read_problem
from fmtools.simulators.grounded import ground_operators


class State:
    """A set of facts of one task; prints as `(clear d1) (on d1 d2)`, sorted."""

    __slots__ = ("_bits", "_task")

    def __init__(self, task: "Task", bits: int) -> None:
        """For `Task` itself; `Task.state` makes states from atoms."""
        self._task = task
        self._bits = bits

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._bits == other._bits and self._task is other._task

    def __hash__(self) -> int:
        return hash(self._bits)

    def __contains__(self, atom: object) -> bool:
        """Whether an atom (or its text) holds, be it changeable or always true."""
        return self._task._holds(self, atom)

    def __iter__(self) -> Iterator[Atom]:
        return iter(self._task.facts(self))

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"<State {self}>"


class Action:
    """A ground action of one task; prints as `(move d1 d2 peg3)`."""

    __slots__ = ("_task", "id")

    def __init__(self, task: "Task", id: int) -> None:
        """For `Task` itself; `Task.action` finds actions by name."""
        self._task = task
        self.id = id

    @property
    def operator(self) -> str:
        grounded = self._task.grounded
        return grounded.operator_names[int(grounded.operator_ids[self.id])]

    @property
    def arguments(self) -> tuple[str, ...]:
        return self._task.grounded.action_arguments(self.id)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.id == other.id and self._task is other._task

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        return self._task.grounded.action_name(self.id)

    def __repr__(self) -> str:
        return f"<Action {self}>"


class Task:
    """A grounded PDDL task. `start` is its initial state; `grounded` has the arrays behind it."""

    def __init__(self, grounded: GroundTask) -> None:
        self.grounded = grounded
        self.start = State(self, _bits(np.flatnonzero(grounded.start).tolist()))
        self._world = ground_operators(grounded)
        self._row = np.zeros(self._world.num_words, np.uint64)
        self._row_bytes = self._row.data.cast("B")
        self._actions: dict[int, Action] = {}
        self._masks: dict[int, tuple[int, int, int, int]] = {}
        self._goal_true = _bits(grounded.goal_true)
        self._goal_false = _bits(grounded.goal_false)

    def __reduce__(self) -> tuple[type["Task"], tuple[GroundTask]]:
        """Pickles as its ground task; the rest is made again."""
        return Task, (self.grounded,)

    def applicable(self, state: State) -> list[Action]:
        """The actions whose preconditions hold: by operator as in the domain, then by objects."""
        self._check_state(state)
        self._row_bytes[:] = state._bits.to_bytes(len(self._row_bytes), "little")
        ids = sorted(self._world.offered(self._row).tolist())
        known = self._actions
        return [known.get(id) or self._action(id) for id in ids]

    def apply(self, state: State, action: Action | str) -> State:
        """The state after the action; UsageError names the preconditions that do not hold."""
        self._check_state(state)
        if not isinstance(action, Action):
            action = self.action(action)
        elif action._task is not self:
            raise UsageError(f"{action} is an action of another task")
        true, false, keep, add = self._masks.get(action.id) or self._action_masks(action.id)
        bits = state._bits
        if bits & true != true or bits & false:
            raise UsageError(self._why_not(bits, action, true, false))
        if not self.grounded.is_plain:
            return State(self, self._asked(bits, action.id))
        return State(self, (bits & keep) | add)

    def is_goal(self, state: State) -> bool:
        self._check_state(state)
        bits = state._bits
        return bits & self._goal_true == self._goal_true and not bits & self._goal_false

    def facts(self, state: State) -> tuple[Atom, ...]:
        """The facts that hold, sorted; atoms in `always_true` are no part of states."""
        facts = self.grounded.facts
        return tuple(facts[number] for number in _positions(state._bits))

    @property
    def always_true(self) -> frozenset[Atom]:
        """Atoms that hold in every state, because no action can change them."""
        return self.grounded.always_true

    @property
    def num_actions(self) -> int:
        return self.grounded.num_actions

    def action(self, name: str) -> Action:
        """The action of that name, such as `(move d1 d2 peg3)`; parentheses may be left out."""
        words = name.lower().replace("(", " ").replace(")", " ").split()
        id = self._ids.get(f"({' '.join(words)})")
        if id is None:
            raise UsageError(f"no action {name!r} in this task (never applicable, or a no-op)")
        return self._actions.get(id) or self._action(id)

    def state(self, atoms: "list[Atom] | tuple[Atom, ...] | frozenset[Atom] | set[Atom]") -> State:
        """The state in which exactly these facts hold; atoms in `always_true` may be there too."""
        numbers = []
        for atom in atoms:
            if atom in self._fact_numbers:
                numbers.append(self._fact_numbers[atom])
            elif atom not in self.always_true:
                raise UsageError(f"{atom} is no fact of this task: it can never be true")
        return State(self, _bits(numbers))

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {self.grounded.action_name(id): id for id in range(self.num_actions)}

    @cached_property
    def _fact_numbers(self) -> dict[Atom, int]:
        return {atom: number for number, atom in enumerate(self.grounded.facts)}

    def _holds(self, state: State, atom: object) -> bool:
        if isinstance(atom, str):
            predicate, *args = atom.lower().replace("(", " ").replace(")", " ").split() or [""]
            atom = Atom(predicate, tuple(args))
        if not isinstance(atom, Atom):
            return False
        number = self._fact_numbers.get(atom)
        if number is None:
            return atom in self.always_true
        return bool(state._bits >> number & 1)

    def _asked(self, bits: int, id: int) -> int:
        """The state after an action with conditional effects, or where facts are derived."""
        self._row_bytes[:] = bits.to_bytes(len(self._row_bytes), "little")
        return int.from_bytes(self._world.successor(self._row, id).tobytes(), "little")

    def _action(self, id: int) -> Action:
        action = self._actions[id] = Action(self, id)
        return action

    def _action_masks(self, id: int) -> tuple[int, int, int, int]:
        """(must be true, must be false, what stays, what is added), as the bits of integers."""
        task = self.grounded
        true, false, adds, deletes = (
            _bits(lists.facts[lists.first[id] : lists.first[id + 1]].tolist())
            for lists in (task.positive, task.negative, task.adds, task.deletes)
        )
        masks = self._masks[id] = (true, false, ~deletes, adds)
        return masks

    def _why_not(self, bits: int, action: Action, true: int, false: int) -> str:
        missing = [f"{self.grounded.fact_name(f)} is false" for f in _positions(true & ~bits)]
        present = [f"{self.grounded.fact_name(f)} is true" for f in _positions(false & bits)]
        return f"{action} does not apply: {', '.join(missing + present)}"

    def _check_state(self, state: State) -> None:
        if state._task is not self:
            raise UsageError("this state belongs to another task")


def _bits(numbers: "list[int] | tuple[int, ...]") -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _positions(bits: int) -> Iterator[int]:
    """Positions of ones, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def load(domain: str | PathLike[str], problem: str | PathLike[str]) -> Task:
    """Read and ground a domain file and a problem file."""
    domain_read = read_domain(domain)
    return Task(ground(domain_read, read_problem(problem, domain_read)))
