"""`fmtools check`: does a simulator keep the rules, how fast is it, and what would help."""

import json
import sys
from dataclasses import asdict

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON, SEED
from fmtools.cli.process import own_stdout
from fmtools.errors import EXIT_OK, EXIT_SIMULATOR, UsageError
from fmtools.progress import stage

HOLDS = {True: "yes", False: "NO", None: "-"}


def check(
    world: str = argument(metavar="WORLD", help="module:Class | gym:ID"),
    option: list[str] | None = option(None, help="name=value, repeatable."),
    steps: int = option(1000, min=1, help="Of the random walks."),
    json_output: bool = JSON,
    seed: int = SEED,
) -> None:
    """Check a simulator of yours: rules, speed, advice.

    On random walks every answer is asked for again and checked in full, unlike in a search, which
    checks ever more rarely. Then breadth-first search shows states per second and where the time
    goes. Exit code 32 if a rule is broken.

    Example: fmtools check fmtools.examples.warehouse:Warehouse --option robots=2
    """
    if ":" not in world:
        raise UsageError(f"{world!r} is no simulator of yours; write module:Class or gym:ID")

    from fmtools.benches.own_speed import own_speed
    from fmtools.cli.task import load_world
    from fmtools.simulators.checked import CheckedSimulator
    from fmtools.simulators.rules import check_rules

    def build() -> CheckedSimulator:
        built = load_world([world], {"option": tuple(option or ())}, seed)
        assert isinstance(built, CheckedSimulator)
        return built

    with stage("check", world):
        guard = build()
        walked = check_rules(guard.inner, world, guard.options, steps, seed)
        speed = own_speed(build, walked) if walked.holds else None
    with own_stdout():
        if json_output:
            found = {"world": world, **asdict(walked), "holds": walked.holds}
            print(json.dumps({**found, "speed": None if speed is None else asdict(speed)}))
        else:
            _show(world, guard, walked, speed)
    sys.exit(EXIT_OK if walked.holds else EXIT_SIMULATOR)


def _show(world: str, guard: object, walked: object, speed: object) -> None:
    from fmtools.benches.own_speed import OwnSpeed
    from fmtools.cli.process import printable
    from fmtools.cli.shown.console import console, plain_table
    from fmtools.simulator import Explains
    from fmtools.simulators.rules import Walked

    assert isinstance(walked, Walked)
    table = plain_table("rule", "", "holds", "seen")
    for row in walked.rows:
        table.add_row(row.rule, row.text, HOLDS[row.holds], printable(row.told))
    console().print(table)
    notes = guard.notes if isinstance(guard, Explains) else ()
    lines = [("note", note) for note in notes]
    if isinstance(speed, OwnSpeed):
        rough = " (few: a rough rate)" if speed.generated < 1000 else ""
        lines.append(("speed", f"{speed.rate:,.0f} states/s, {speed.generated:,} states{rough}"))
        lines += [("time", f"{share.share:4.0%}  {share.where}") for share in speed.shares]
        lines += [("add", advice) for advice in speed.advice]
    if not lines:
        return
    print()
    told = plain_table()
    before = None
    for label, text in lines:
        told.add_row("" if label == before else label, printable(text))
        before = label
    console().print(told)
