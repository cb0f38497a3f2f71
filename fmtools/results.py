"""What a search ends with: named outcomes and a frozen result. Nothing here runs anything."""

from enum import StrEnum

from fmtools import errors
from fmtools.frozen import frozen

Trace = tuple[tuple[int, int], ...]
"""(generated states, smallest goal count) at the start of a search and whenever it fell."""


class Outcome(StrEnum):
    """How a search ended; each outcome has its exit code."""

    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    """Every reachable state was seen: there is no plan."""
    INCOMPLETE = "incomplete"
    """A search that drops states (IW) ended without a plan; there may be one."""
    BUDGET_EXHAUSTED = "budget-exhausted"
    TIMEOUT = "timeout"
    MEMORY_EXHAUSTED = "memory-exhausted"
    INTERRUPTED = "interrupted"

    @property
    def exit_code(self) -> int:
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Outcome.SOLVED: errors.EXIT_OK,
    Outcome.EXHAUSTED: errors.EXIT_EXHAUSTED,
    Outcome.INCOMPLETE: errors.EXIT_BUDGET,
    Outcome.BUDGET_EXHAUSTED: errors.EXIT_BUDGET,
    Outcome.TIMEOUT: errors.EXIT_TIME,
    Outcome.MEMORY_EXHAUSTED: errors.EXIT_MEMORY,
    Outcome.INTERRUPTED: errors.EXIT_INTERRUPTED,
}


@frozen
class Improvement:
    """A plan that was better than all before it, and what all had taken when it was found."""

    generated: int
    seconds: float
    length: int
    """Of the primitive plan."""
    cost: int | None

    def to_dict(self) -> dict[str, object]:
        return {
            "generated": self.generated,
            "seconds": round(self.seconds, 6),
            "length": self.length,
            "cost": self.cost,
        }


@frozen
class SearchResult:
    """One search. A macro counts as one generated state; its steps count in `primitive_steps`."""

    outcome: Outcome
    generated: int
    expanded: int
    evaluated: int
    primitive_steps: int
    seconds: float
    """Of the search alone: no start-up, no replay."""
    plan: tuple[str, ...] | None
    primitive_plan: tuple[str, ...] | None
    best_goal_count: int | None
    """None where no state was seen."""
    best_plan: tuple[str, ...]
    """The way to the state with the smallest goal count seen; the plan itself where solved."""
    best_state: tuple[int, ...]
    """Where `best_plan` ends."""
    trace: Trace
    """(generated, best goal count) at each improvement: the paper's planning curves."""
    num_states: int
    memory_bytes: int
    """Of the arrays of the search."""
    seed: int
    cost: int | None = None
    """Of the primitive plan, where the world has costs."""
    plan_macros: int | None = None
    """How many actions of the plan are macros; None without a plan, or where there are none."""
    iw_generated: int = 0
    """States that BFWS's IW phase generated; they are part of `generated`."""
    shortened_from: int | None = None
    """Length of the primitive plan before it was shortened; None where that was not asked for."""
    shorten_queries: int = 0
    """Successors that shortening asked for; no part of `generated`."""
    shorten_seconds: float = 0.0
    shorten_ended: str | None = None
    """`limit`, `interrupted`, `shortest` (proved) or `converged` (nothing more was found)."""
    improvements: tuple[Improvement, ...] = ()
    """Of --anytime: the first plan, and each that was better."""
    anytime_ended: str | None = None
    """`limit`, `interrupted`, `converged`, or proved: `shortest`, or with costs `cheapest`."""
    found_by: str | None = None
    """Of --portfolio: who was first."""
    notes: tuple[str, ...] = ()
    """What the user should know, such as a width given up for lack of memory."""
    drawings: tuple[str, ...] = ()
    """The states along the primitive plan, drawn, for notebooks; no part of `to_dict`."""

    @property
    def solved(self) -> bool:
        return self.outcome is Outcome.SOLVED

    def __repr__(self) -> str:
        steps = "" if self.plan is None else f", {len(self.plan)} actions"
        return f"<SearchResult {self.outcome}{steps}, {self.generated:,} generated>"

    def __str__(self) -> str:
        """What was found, and what it took, as `fmtools plan` shows it."""
        width = max(len(name) for name, _ in self.rows())
        told = [f"{name:{width}}  {value}" for name, value in self.rows()]
        return "\n".join([*told, *(f"  {step}" for step in self.plan or ())])

    def _repr_html_(self) -> str:
        """For notebooks: the numbers, the search curve, and the plan to play step by step."""
        from fmtools.notebook import result_html

        return result_html(self)

    def rows(self) -> list[tuple[str, str]]:
        """What there is to tell people, each with its name."""
        rate = self.generated / self.seconds if self.seconds > 0 else 0
        rows = [
            ("outcome", self.outcome.value),
            ("generated", f"{self.generated:,}"),
            ("expanded", f"{self.expanded:,}"),
            ("evaluated", f"{self.evaluated:,}"),
            ("primitive steps", f"{self.primitive_steps:,}"),
            ("best goal count", str(self.best_goal_count)),
            ("search", f"{self.seconds:.3f} s, {rate:,.0f} states/s"),
            ("memory", f"{self.memory_bytes / 1e6:,.1f} MB in {self.num_states:,} states"),
        ]
        if self.plan is not None and self.primitive_plan is not None:
            length = f"{len(self.plan)} actions"
            if self.plan_macros is not None:
                length += f", {self.plan_macros or 'none'} of them macros"
            num_primitive = self.shortened_from or len(self.primitive_plan)
            if num_primitive != len(self.plan):
                length += f", {num_primitive} primitive"
            if self.cost is not None:
                length += f", cost {self.cost}"
            rows.append(("plan", length))
        if self.shortened_from is not None and self.primitive_plan is not None:
            rows.append(("shortened", self._shortened_text(len(self.primitive_plan))))
        if self.improvements:
            rows.append(("anytime", self._improved_text()))
        if self.found_by is not None:
            rows.append(("found by", self.found_by))
        if self.iw_generated:
            rows.append(("IW phase", f"{self.iw_generated:,} of the generated states"))
        return rows + [("note", note) for note in self.notes]

    def _improved_text(self) -> str:
        first, last = self.improvements[0], self.improvements[-1]
        told = f"{first.length} → {last.length} steps"
        if last.cost is not None:
            told += f", cost {first.cost} → {last.cost}"
        ended = {
            "shortest": ": there is no shorter plan",
            "cheapest": ": there is no cheaper plan",
            "interrupted": ": interrupted",
        }
        told += (
            f" in {len(self.improvements) - 1} better plans, the last after {last.seconds:.2f} s"
        )
        return told + ended.get(self.anytime_ended or "", "")

    def _shortened_text(self, length: int) -> str:
        ended = {"shortest": ": a shortest plan", "interrupted": ": interrupted"}
        same = self.shortened_from == length
        return (
            f"{'by nothing' if same else f'{self.shortened_from} → {length} steps'} "
            f"with {self.shorten_queries:,} queries in "
            f"{self.shorten_seconds:.2f} s{ended.get(self.shorten_ended or '', '')}"
        )

    def to_dict(self) -> dict[str, object]:
        """As `plan --json` prints it; the caller adds what only it knows."""
        return {
            "outcome": self.outcome.value,
            "generated": self.generated,
            "expanded": self.expanded,
            "evaluated": self.evaluated,
            "primitive_steps": self.primitive_steps,
            "seconds": round(self.seconds, 6),
            "plan": None if self.plan is None else list(self.plan),
            "primitive_plan": None if self.primitive_plan is None else list(self.primitive_plan),
            "plan_length": None if self.plan is None else len(self.plan),
            "primitive_plan_length": (
                None if self.primitive_plan is None else len(self.primitive_plan)
            ),
            "plan_macros": self.plan_macros,
            "cost": self.cost,
            "best_goal_count": self.best_goal_count,
            "trace": [list(point) for point in self.trace],
            "states": self.num_states,
            "memory_bytes": self.memory_bytes,
            "seed": self.seed,
            "iw_generated": self.iw_generated,
            "shortened_from": self.shortened_from,
            "shorten_queries": self.shorten_queries,
            "shorten_seconds": round(self.shorten_seconds, 6),
            "shorten_ended": self.shorten_ended,
            "improvements": [improvement.to_dict() for improvement in self.improvements],
            "anytime_ended": self.anytime_ended,
            "found_by": self.found_by,
            "notes": list(self.notes),
        }


def unsearched(error: errors.LimitError, seed: int) -> SearchResult:
    """Of a task that reached a limit before its search began."""
    timeout = isinstance(error, errors.TimeLimitError)
    return SearchResult(
        outcome=Outcome.TIMEOUT if timeout else Outcome.MEMORY_EXHAUSTED,
        generated=0,
        expanded=0,
        evaluated=0,
        primitive_steps=0,
        seconds=0.0,
        plan=None,
        primitive_plan=None,
        best_goal_count=None,
        best_plan=(),
        best_state=(),
        trace=(),
        num_states=0,
        memory_bytes=0,
        seed=seed,
        notes=(f"{error}; the search did not begin",),
    )
