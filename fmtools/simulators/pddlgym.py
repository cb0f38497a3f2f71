"""The pddlgym simulator: the real `PDDLEnv` of pddlgym 0.0.7 as a black box.

A variable is an atom that some action could make true, or that the start or the goal mentions;
values are 0 and 1. Nothing is grounded here: which actions apply and what they do, pddlgym says.

What has to be worked around in pddlgym, and how:
- its parser reads little: it gets plain text written from our own model, one problem in a
  directory of its own, costs left out;
- it recomputes derived literals at every step, which is slow and crashes on `=`: switched off, as
  derived predicates are refused while reading anyway;
- it adds equality literals to states: kept out of the vectors;
- it leaves temporary files behind and prints a banner: both are kept from the user.

What remains: **pddlgym has no ground actions with repeated arguments**, such as `(move a a)`. PDDL
allows them, and so does the grounded simulator; most of them change nothing.
"""

import contextlib
import io
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError, UnsupportedError, UsageError
from fmtools.installing import pip_install
from fmtools.pddl.lift import lifted_key
from fmtools.pddl.model import EQUALS, Atom, Domain, Operator, Problem, objects_by_type
from fmtools.pddl.plain_text import PlainTask, plain_task
from fmtools.pddl.plan_file import parse_step
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import check_plan
from fmtools.simulator import ActionId, State

MAX_VARIABLES = 200_000
EXTRA, PDDLGYM = "fmtools[pddlgym]", "pddlgym==0.0.7"
"""Without pddlgym's own pins: that on Pillow is about pictures and has no wheel from 3.12 on."""


class PddlgymSimulator:
    """A `PDDLEnv` that jumps to any state it is asked about. Checks its PDDL when it is made."""

    kind = "pddl"
    num_values = 2

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        _check_supported(domain, problem)
        self._atoms = possible_atoms(domain, problem)
        self.num_variables = len(self._atoms)
        self._variable_of = {atom: variable for variable, atom in enumerate(self._atoms)}
        self._plain = plain_task(domain, problem)
        self._env = _load_env(domain, self._plain)
        self._first = self._env.get_state()
        self._objects = {str(entity.name): entity for entity in self._first.objects}
        self._literals: dict[int, Any] = {}
        self._variables: dict[Any, int] = {}
        self._fixed = frozenset(x for x in self._first.literals if self._variable(x) < 0)
        self._actions: list[Any] = []
        self._action_ids: dict[str, ActionId] = {}
        self._action_names: dict[Any, str] = {}

    def start(self) -> npt.NDArray[np.uint8]:
        start = np.zeros(self.num_variables, np.uint8)
        start[[self._variable(literal) for literal in self._first.literals - self._fixed]] = 1
        return start

    def goal(self) -> dict[int, int]:
        return {
            self._variable_of[literal.atom]: int(literal.positive)
            for literal in self.problem.goal
            if literal.atom.predicate != EQUALS
        }

    def applicable(self, state: State) -> list[ActionId]:
        """Sorted by name; an action gets its id when it is first seen."""
        return self._applicable(self._to_pddlgym(state))

    def successor(self, state: State, action: ActionId) -> npt.NDArray[np.uint8]:
        """The state after an action that applies; pddlgym raises InvalidAction for others."""
        return self._step(np.asarray(state, np.uint8), self._to_pddlgym(state), action)

    def successors(self, state: State) -> tuple[Sequence[ActionId], npt.NDArray[np.uint8]]:
        """All of them, with the state translated only once."""
        before = np.asarray(state, np.uint8)
        inside = self._to_pddlgym(state)
        actions = self._applicable(inside)
        states = np.empty((len(actions), self.num_variables), np.uint8)
        for row, action in enumerate(actions):
            states[row] = self._step(before, inside, action)
        return actions, states

    def action_name(self, action: ActionId) -> str:
        return self._action_names[self._actions[action]]

    def fact_name(self, variable: int) -> str:
        return str(self._atoms[variable])

    def action_id(self, name: str) -> ActionId:
        """The action of that name, once it has been seen to apply somewhere."""
        if name not in self._action_ids:
            raise InputError(f"no action {name!r} has been applicable so far")
        return self._action_ids[name]

    def macro_key(self, actions: Sequence[ActionId]) -> tuple[object, ...]:
        """Equal for sequences that differ only in the names of objects."""
        steps = [parse_step(self.action_name(action)) for action in actions]
        return lifted_key(self.domain, ((step.operator, step.args) for step in steps))

    def check_plan(self, names: Sequence[str]) -> int | None:
        """Validate a plan against the PDDL; its cost, of which pddlgym knows nothing."""
        return check_plan(self.domain, self.problem, names)

    def render(self, state: State) -> str:
        """The facts that hold, sorted, one per line; those that never change are left out."""
        return "\n".join(self.fact_name(int(variable)) for variable in np.flatnonzero(state))

    def _applicable(self, inside: Any) -> list[ActionId]:
        by_name = {
            self._name(action): action
            for action in self._env.action_space.all_ground_literals(inside)
        }
        for name in sorted(by_name.keys() - self._action_ids.keys()):
            self._action_ids[name] = len(self._actions)
            self._actions.append(by_name[name])
        return [self._action_ids[name] for name in sorted(by_name)]

    def _step(
        self, before: npt.NDArray[np.uint8], inside: Any, action: ActionId
    ) -> npt.NDArray[np.uint8]:
        self._env.set_state(inside)
        after, *_ = self._env.step(self._actions[action])
        successor = before.copy()
        successor[[self._variable(x) for x in inside.literals - after.literals]] = 0
        successor[[self._variable(x) for x in after.literals - inside.literals]] = 1
        return successor

    def _to_pddlgym(self, state: State) -> Any:
        true = [self._literal(variable) for variable in np.flatnonzero(state).tolist()]
        return self._first.with_literals(self._fixed.union(true))

    def _literal(self, variable: int) -> Any:
        """pddlgym's literal for a variable."""
        if variable not in self._literals:
            predicate, args = self._plain.plain_atom(self._atoms[variable])
            objects = (self._objects[arg] for arg in args)
            self._literals[variable] = self._env.domain.predicates[predicate](*objects)
        return self._literals[variable]

    def _variable(self, literal: Any) -> int:
        """The variable for one of pddlgym's literals; -1 for what never changes."""
        if literal not in self._variables:
            atom = None
            if literal.predicate.name != EQUALS:
                atom = self._plain.atom(literal.predicate.name, _names(literal))
            self._variables[literal] = -1 if atom is None else self._variable_of.get(atom, -1)
        return self._variables[literal]

    def _name(self, action: Any) -> str:
        if action not in self._action_names:
            name = self._plain.action_name(action.predicate.name, _names(action))
            self._action_names[action] = name
        return self._action_names[action]


def load_pddlgym(domain: str | PathLike[str], problem: str | PathLike[str]) -> PddlgymSimulator:
    """The simulator of a domain file and a problem file."""
    domain_read = read_domain(domain)
    return PddlgymSimulator(domain_read, read_problem(problem, domain_read))


def possible_atoms(domain: Domain, problem: Problem) -> tuple[Atom, ...]:
    """Atoms that some action adds for some arguments of the right types, or that may be deleted.

    Goal atoms are always among them. Sorted; UnsupportedError if there are too many.
    """
    atoms = {atom for atom in problem.init if atom.predicate in domain.changing}
    atoms.update(x.atom for x in problem.goal if x.atom.predicate != EQUALS)
    objects = objects_by_type(domain, problem)
    for operator in domain.operators.values():
        for literal in operator.effect:
            if literal.positive:
                atoms.update(_instances(literal.atom, operator, objects, MAX_VARIABLES))
            if len(atoms) > MAX_VARIABLES:
                raise _too_many()
    return tuple(sorted(atoms))


def _instances(
    atom: Atom, operator: Operator, objects: dict[str, list[str]], limit: int
) -> Iterator[Atom]:
    types = {parameter.name: parameter.types for parameter in operator.parameters}
    variables = list(dict.fromkeys(term for term in atom.args if term in types))
    choices = [
        sorted({name for type_name in types[variable] for name in objects[type_name]})
        for variable in variables
    ]
    if prod(map(len, choices)) > limit:
        raise _too_many()
    for chosen in product(*choices):
        binding = dict(zip(variables, chosen, strict=True))
        yield Atom(atom.predicate, tuple(binding.get(term, term) for term in atom.args))


def _check_supported(domain: Domain, problem: Problem) -> None:
    """Refuse at once what pddlgym would only stumble over during a search."""
    if not domain.is_strips or problem.goal_conditions:
        raise UnsupportedError(
            f"{domain.path or domain.name}: the pddlgym simulator takes STRIPS alone, no "
            "conditional effects, quantifiers, disjunctions or axioms; use --simulator grounded"
        )
    for operator in domain.operators.values():
        for literal in operator.precondition:
            if len(set(literal.atom.args)) < len(literal.atom.args):
                raise UnsupportedError(
                    f"{domain.path or domain.name}: pddlgym cannot run {operator.name}: its "
                    f"precondition {literal} repeats an argument; use --simulator grounded"
                )
    for literal in problem.goal:
        if literal.atom.predicate == EQUALS:
            raise UnsupportedError(
                f"{problem.path or problem.name}: pddlgym cannot run goals with equality, such as "
                f"{literal}; use --simulator grounded"
            )


def _load_env(domain: Domain, plain: PlainTask) -> Any:
    """A PDDLEnv at the start of the problem, its actions known, with no file left open or over."""
    core, spaces = _import_pddlgym()
    silence = io.StringIO()
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(silence),
            contextlib.redirect_stderr(silence),
            _scratch_directory(spaces) as folder,
        ):
            warnings.simplefilter("ignore")
            (folder / "problem").mkdir()
            (folder / "domain.pddl").write_text(plain.domain_text, encoding="ascii")
            (folder / "problem" / "p.pddl").write_text(plain.problem_text, encoding="ascii")
            env = core.PDDLEnv(
                str(folder / "domain.pddl"),
                str(folder / "problem"),
                raise_error_on_invalid_action=True,
                operators_as_actions=True,
                dynamic_action_space=True,
            )
            env._handle_derived_literals = lambda state: state
            env.fix_problem_index(0)
            state, _ = env.reset()
            env.action_space.all_ground_literals(state)
    except (Exception, SystemExit) as error:  # its parsers raise whatever comes
        reason = " ".join(str(error).split())[:100] or "no reason given"
        raise UnsupportedError(
            f"{domain.path or domain.name}: pddlgym cannot run this task "
            f"({type(error).__name__}: {reason}); use --simulator grounded"
        ) from error
    return env


def _import_pddlgym() -> tuple[Any, Any]:
    try:
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            import pddlgym.core as core
            import pddlgym.spaces as spaces
    except ImportError as error:
        install = f"{pip_install(EXTRA)} && {pip_install('--no-deps', PDDLGYM)}"
        raise UsageError(
            f"the pddlgym simulator needs pddlgym 0.0.7, which is not here ({error}); {install}, "
            "or use --simulator grounded"
        ) from error
    return core, spaces


@contextlib.contextmanager
def _scratch_directory(spaces: Any) -> Iterator[Path]:
    """A temporary directory, also for the files that pddlgym's action space forgets about."""
    before = spaces.TMP_PDDL_DIR
    with tempfile.TemporaryDirectory(prefix="fmtools-") as folder:
        spaces.TMP_PDDL_DIR = folder
        try:
            yield Path(folder)
        finally:
            spaces.TMP_PDDL_DIR = before


def _names(literal: Any) -> Iterable[str]:
    return (entity.name for entity in literal.variables)


def _too_many() -> UnsupportedError:
    return UnsupportedError(
        f"the pddlgym simulator is for at most {MAX_VARIABLES:,} possible facts and this task has "
        "more; use --simulator grounded"
    )
