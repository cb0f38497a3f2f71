"""The pipeline: library → lifted → proved → selected by a policy. All that needs macro operators
takes it: `compile`, `plan --macros`, `compare`, `augment`, unified-planning.

`compile_library` is the whole of it. `augmented_text.py` writes what it returns,
`simulators/augmented.py` searches it, `compare/` hands it to planners.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fmtools.core.limits import WorkLimits
from fmtools.macros import MacroLibrary
from fmtools.pddl.condition_order import grounding_order
from fmtools.pddl.growth import GroundCounts, count_instances, largest
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.lifted_library import LiftedMacro, lift_library
from fmtools.pddl.macro_operator import CannotCompileError, MacroOperator, make_operator
from fmtools.pddl.model import Atom, Domain, Literal, Problem
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.static_guards import (
    GuardNames,
    GuardPredicate,
    guard_facts,
    guard_signatures,
    with_facts,
    with_predicates,
)
from fmtools.pddl.static_joins import StaticJoin, join_facts, joins_of
from fmtools.pddl.subsume import subsumes
from fmtools.policy import Policy
from fmtools.progress import counted


@dataclass(frozen=True)
class CompiledMacro:
    """`number` is the macro's place in its library, from 1."""

    number: int
    actions: tuple[str, ...]
    effect_size: int
    lifted: LiftedMacro
    macro: MacroOperator

    @property
    def name(self) -> str:
        return self.macro.operator.name


@dataclass(frozen=True)
class DroppedMacro:
    number: int
    name: str
    reason: str


@dataclass(frozen=True)
class Compilation:
    """`domain` is the original, with the predicates of guards and joins where there are any."""

    original: Domain
    domain: Domain
    library: MacroLibrary
    policy: Policy
    macros: tuple[CompiledMacro, ...]
    dropped: tuple[DroppedMacro, ...]
    counts: tuple[GroundCounts, ...] = ()
    """One per problem that was counted in; the macros in it are those kept and those too many."""
    predicates: tuple[GuardPredicate, ...] = ()
    joins: tuple[StaticJoin, ...] = ()

    @property
    def augmented(self) -> Domain:
        """The domain with the macro operators after its own."""
        added = {item.name: item.macro.operator for item in self.macros}
        return replace(self.domain, operators={**self.domain.operators, **added})

    @property
    def sequences(self) -> Mapping[str, LiftedSequence]:
        return {item.name: item.macro.sequence for item in self.macros}

    def growth(self) -> tuple[float, ...]:
        """For each problem, how many times the original's ground operators there are."""
        names = [item.name for item in self.macros]
        return tuple(counts.growth(names) for counts in self.counts)

    @property
    def left_out(self) -> str:
        """In one line: what the growth limit keeps out; empty where it keeps out nothing."""
        counted = {name for counts in self.counts for name in counts.macros}
        number = sum(item.name in counted for item in self.dropped)
        if not number or self.policy.max_growth is None:
            return ""
        where = ", ".join(counts.problem for counts in self.counts)
        return (
            f"{number} of {len(self.library.macros)} macros left out: more than "
            f"{self.policy.max_growth:g} times the ground operators in {where}; --max-growth none "
            "takes all"
        )

    def facts(self, problem: Problem) -> tuple[Atom, ...]:
        """What guards and joins need to know of a problem of the original domain."""
        guards = guard_facts(problem, self.predicates)
        known = replace(problem, init=problem.init | set(guards))
        joins = (fact for join in self.joins for fact in join_facts(self.domain, known, join))
        return (*guards, *joins)

    def problem(self, problem: Problem) -> Problem:
        """A problem of the original domain with these facts in it."""
        return with_facts(self.domain, problem, self.facts(problem))


def compile_library(
    domain: Domain,
    library: MacroLibrary,
    policy: Policy | None = None,
    counted: Sequence[Problem] = (),
    static: Sequence[Problem] = (),
    limits: WorkLimits | None = None,
) -> Compilation:
    """InputError for macros that are not of this domain; what else is wrong, `dropped` says.

    The policy is the library's own unless given. Ground operators are counted in the largest of the
    problems `counted`; static facts of `static` save guards. LimitError where `limits` are reached.
    """
    policy = policy or library.policy or Policy()
    limits = limits or WorkLimits()
    lifted = lift_library(domain, library)
    guards = [guard for item in lifted for guard in item.guards]
    predicates = GuardNames(domain).used(guards) if guards else ()
    guarded = with_predicates(domain, guard_signatures(domain, predicates))
    facts = StaticFacts(guarded, static)
    kept, dropped = _proved(guarded, library, lifted, policy, facts, limits)
    counts = tuple(
        count_instances(
            guarded,
            replace(problem, init=problem.init | set(guard_facts(problem, predicates))),
            [item.macro.operator for item in kept],
            policy.max_growth,
            limits,
        )
        for problem in largest(counted)
    )
    if counts and policy.max_growth is not None:
        kept, too_many = _within_growth(kept, counts, policy.max_growth)
        dropped += too_many
    extended, joined, joins = _with_joins(guarded, kept, facts)
    return Compilation(
        original=domain,
        domain=extended,
        library=library,
        policy=policy,
        macros=joined,
        dropped=tuple(sorted(dropped, key=lambda x: x.number)),
        counts=counts,
        predicates=predicates,
        joins=joins,
    )


def prove(domain: Domain, lifted: LiftedMacro, static: StaticFacts, lean: bool) -> MacroOperator:
    """The operator of a macro with its guards; CannotCompileError where there is no proof.

    Guards are added to what is proved: they only restrict.
    """
    made = make_operator(domain, lifted.sequence, lifted.name, static, lean)
    if not lifted.guards:
        return made
    predicates = domain.static | {guard.predicate for guard in lifted.guards}
    return _restricted(made, lifted.guards, predicates)


def _restricted(
    made: MacroOperator, atoms: Sequence[Atom], static: frozenset[str]
) -> MacroOperator:
    literals = (*made.operator.precondition, *map(Literal, atoms))
    operator = replace(made.operator, precondition=grounding_order(literals, static))
    return replace(made, operator=operator)


def _proved(
    domain: Domain,
    library: MacroLibrary,
    lifted: Sequence[LiftedMacro],
    policy: Policy,
    static: StaticFacts,
    limits: WorkLimits,
) -> tuple[list[CompiledMacro], list[DroppedMacro]]:
    """The operators that can be proved and do what no other does in as few steps."""
    kept: list[CompiledMacro] = []
    dropped: list[DroppedMacro] = []
    pairs = list(enumerate(zip(library.macros, lifted, strict=True), start=1))
    for place, (macro, item) in counted("prove", pairs, "macros"):
        limits.check()
        number = place if macro.number is None else macro.number
        try:
            _refuse_parameters(item, policy.max_parameters)
            made = prove(domain, item, static, policy.lean)
            compiled = CompiledMacro(number, macro.actions, macro.effect_size, item, made)
            _refuse_superfluous(domain, compiled, kept)
        except CannotCompileError as error:
            dropped.append(DroppedMacro(number, item.name, str(error)))
            continue
        for other in [x for x in kept if _is_covered(domain, x, compiled)]:
            kept.remove(other)
            reason = f"macro {number} does the same and needs no more"
            dropped.append(DroppedMacro(other.number, other.name, reason))
        kept.append(compiled)
    return kept, dropped


def _refuse_parameters(item: LiftedMacro, most: int | None) -> None:
    num_parameters = len(item.sequence.parameters)
    if most is not None and num_parameters > most:
        raise CannotCompileError(f"{num_parameters} parameters, more than {most}")


def _refuse_superfluous(
    domain: Domain, compiled: CompiledMacro, kept: Sequence[CompiledMacro]
) -> None:
    operator = compiled.macro.operator
    for own in domain.operators.values():
        if subsumes(domain, own, operator):
            raise CannotCompileError(f"the domain's own {own.name} does the same")
    for other in kept:
        if _is_covered(domain, compiled, other):
            same = subsumes(domain, operator, other.macro.operator)
            raise CannotCompileError(
                f"the same as macro {other.number}"
                if same
                else f"macro {other.number} does the same and needs no more"
            )


def _is_covered(domain: Domain, special: CompiledMacro, general: CompiledMacro) -> bool:
    """Whether `general` serves wherever `special` would, in no more primitive actions."""
    shorter = len(general.actions) <= len(special.actions)
    return shorter and subsumes(domain, general.macro.operator, special.macro.operator)


def _within_growth(
    macros: Sequence[CompiledMacro], counts: Sequence[GroundCounts], limit: float
) -> tuple[list[CompiledMacro], list[DroppedMacro]]:
    """Smallest effects first, those that keep every problem within `limit` times its operators."""
    chosen: list[CompiledMacro] = []
    dropped: list[DroppedMacro] = []
    for item in sorted(macros, key=lambda x: (x.effect_size, x.number)):
        names = [other.name for other in (*chosen, item)]
        worst = max(counts, key=lambda c: c.growth(names))
        growth = worst.growth(names)
        if growth <= limit:
            chosen.append(item)
            continue
        num_instances = worst.macros[item.name]
        reason = (
            f"{num_instances} ground operators in {worst.problem} would make it {growth:.2f} "
            f"times the original's {worst.original}; the limit is {limit:g}"
        )
        dropped.append(DroppedMacro(item.number, item.name, reason))
    return sorted(chosen, key=lambda x: x.number), dropped


def _with_joins(
    domain: Domain, macros: Sequence[CompiledMacro], static: StaticFacts
) -> tuple[Domain, tuple[CompiledMacro, ...], tuple[StaticJoin, ...]]:
    """Static conditions worked out for each problem, for the macros that ask for it."""
    if not any(item.lifted.joined for item in macros):
        return domain, tuple(macros), ()
    operators = [item.macro.operator for item in macros]
    found = joins_of(operators, static.predicates, domain.names)
    wanted = [
        tuple(own) if item.lifted.joined else () for item, own in zip(macros, found, strict=True)
    ]
    joins = tuple(join for own in wanted for join in own)
    extended = with_predicates(domain, [join.signature for join in joins])

    def joined() -> Iterator[CompiledMacro]:
        for item, own in zip(macros, wanted, strict=True):
            names = static.predicates | {join.name for join in own}
            yield replace(item, macro=_restricted(item.macro, [j.atom for j in own], names))

    return extended, tuple(joined()), joins
