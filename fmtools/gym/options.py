"""Options of `gym:ID` on the command line, which are texts, as arguments of `Environment`."""

from collections.abc import Callable, Mapping
from typing import Any

from fmtools.errors import UsageError
from fmtools.gym.environment import Environment

FUNCTIONS = ("features", "success", "goal")
"""Options that may name a function, as module:function."""


def environment_of(
    env_id: str, options: Mapping[str, Any], find: Callable[[str], Any]
) -> Environment:
    """`find` imports what `module:function` names. What is not ours goes to the environment."""
    given = dict(options)
    for name in FUNCTIONS:
        text = given.get(name)
        if isinstance(text, str) and ":" in text:
            given[name] = find(text)
    if isinstance(given.get("goal"), str):
        given["goal"] = _facts(given["goal"])
    for name in ("features", "actions"):
        if isinstance(given.get(name), str):
            raise UsageError(f"--option {name}={given[name]}: write module:function")
    seed = given.pop("seed", 0)
    if not isinstance(seed, int) or seed < 0:
        raise UsageError(f"--option seed={seed}: give a whole number, 0 or more")
    return Environment(env_id, seed=seed, **given)


def _facts(text: str) -> dict[str | int, int]:
    """`agent=12,direction=0`; variables by name or number."""
    facts: dict[str | int, int] = {}
    for fact in text.split(","):
        name, _, value = fact.rpartition("=")
        if not name or not value.strip().isdecimal():
            raise UsageError(
                f"--option goal={text}: write variable=value, more of them after a comma, or "
                "module:function"
            )
        name = name.strip()
        facts[int(name) if name.isdecimal() else name] = int(value)
    return facts
