"""What must be equal when a search runs compiled, interpreted and in the reference."""

from typing import Any

from fmtools.results import SearchResult


def assert_same_search(
    simulator: Any, compiled: SearchResult, interpreted: SearchResult, reference: Any
) -> None:
    for result in (compiled, interpreted):
        assert result.outcome == reference.outcome
        assert result.generated == reference.generated
        assert result.expanded == reference.expanded
        assert result.evaluated == reference.evaluated
        assert result.best_goal_count == reference.best
    assert compiled.primitive_steps == interpreted.primitive_steps
    names = reference.actions and tuple(map(simulator.action_name, reference.actions))
    assert compiled.plan == interpreted.plan == names
    assert compiled.trace == interpreted.trace
