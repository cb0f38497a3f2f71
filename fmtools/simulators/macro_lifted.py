"""A PDDL macro as people read it: its steps with parameters for objects, what it needs and changes.

Only the library is known here, not the domain: every object becomes a parameter that is named after
it, constants too. What is written into PDDL is proved elsewhere (`pddl/macro_operator.py`).
"""

import re
from collections import Counter
from collections.abc import Iterable

from fmtools.macros import Macro, MacroLibrary


def lifted_steps(library: MacroLibrary, macro: Macro) -> tuple[list[str], dict[str, list[str]]]:
    """`(pick ?ball ?rooma ?left)`, one for each action; and what it needs, adds and removes, where
    the library says so."""
    names = _parameters(library, macro)

    def facts(ids: Iterable[int], form: str = "{}") -> list[str]:
        return sorted(form.format(_lifted(_fact(library, number), names)) for number in ids)

    needed = macro.precondition or {}
    found = {
        "needs": facts(n for n, value in needed.items() if value)
        + facts((n for n, value in needed.items() if not value), "(not {})"),
        "adds": facts(n for n, _, after in macro.effect if after),
        "removes": facts(n for n, _, after in macro.effect if not after),
    }
    steps = [_lifted(action, names) for action in macro.actions]
    return steps, {what: texts for what, texts in found.items() if texts}


def _parameters(library: MacroLibrary, macro: Macro) -> dict[str, str]:
    """Object -> `?ball`; with its number where there are several: `?ball8`, `?ball13`."""
    numbers = [*(number for number, *_ in macro.effect), *(macro.precondition or ())]
    texts = [*macro.actions, *(_fact(library, number) for number in numbers)]
    objects = dict.fromkeys(name for text in texts for name in text.strip("()").split()[1:])
    stems = {name: re.sub(r"[-_]?\d+$", "", name) or name for name in objects}
    counts = Counter(stems.values())
    return {name: f"?{stem if counts[stem] == 1 else name}" for name, stem in stems.items()}


def _lifted(text: str, names: dict[str, str]) -> str:
    head, *objects = text.strip("()").split()
    return f"({' '.join([head, *(names[name] for name in objects)])})"


def _fact(library: MacroLibrary, number: int) -> str:
    return library.facts.get(number, f"(fact-{number})")
