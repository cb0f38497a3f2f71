"""Which tests are hostile, and how many cases ran: hooks of `tests/conftest.py`.

A test's kind is the argument of its mark; quick tests elsewhere get theirs by their file and run in
`make test` too. A test that holds many cases says how many through the fixture `num_cases`.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
KINDS = {
    "tests/drivers/test_misbehaving_planners.py": "hostile planners",
    "tests/drivers/test_supervisor.py": "hostile planners",
    "tests/drivers/test_interrupts.py": "kills",
    "tests/search/test_batch.py": "kills",
    "tests/simulators/test_user.py": "lying simulators",
    "tests/pddl/test_read_fuzz.py": "mutated files",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        kind = KINDS.get(item.path.relative_to(ROOT).as_posix())
        if kind is not None:
            item.add_marker(pytest.mark.hostile(kind))
        mark = item.get_closest_marker("hostile")
        if mark is not None:
            item.user_properties.append(("hostile", mark.args[0]))


@pytest.fixture
def num_cases(record_property: Callable[[str, object], None]) -> Callable[[int], None]:
    return lambda number: record_property("cases", number)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What `make test-hostile` really ran; what was skipped does not count."""
    if config.option.markexpr != "hostile":
        return
    ran: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            properties = dict(report.user_properties)
            if report.when == "call" and "hostile" in properties:
                ran[properties["hostile"]] += properties.get("cases", 1)
    told = ", ".join(f"{number:,} {kind}" for kind, number in sorted(ran.items()))
    terminalreporter.write_line(f"hostile: {ran.total():,} cases ran: {told or 'none'}")
