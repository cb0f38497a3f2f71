"""`fmtools compare`: what do macros buy, planner by planner?"""

import json
import sys
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import (
    FAST_DOWNWARD,
    FORCE,
    JSON,
    MAX_GROWTH,
    PLANNERS_FILE,
    SEED,
    STDOUT,
    check_writable,
    output_option,
    takes_stdout,
    write_output,
)
from fmtools.cli.process import say, summary
from fmtools.errors import EXIT_INVALID_PLAN, EXIT_OK, UsageError
from fmtools.files import is_stream, write_whole
from fmtools.progress import stage
from fmtools.quantities import parse_bytes, parse_seconds


def compare(
    domain: Path = argument(help="The original domain."),
    problems: list[Path] = argument(metavar="PROBLEM…", help="Problems of it."),
    macros: Path = option(..., help="As learn writes them, or a domain of compile."),
    planner: list[str] = option(
        ["lama-first"],
        help="Repeatable: lama-first, sas:lama-first, gbfs, lapkt:BFWS-f5, fd:'astar(lmcut())' …",
    ),
    time_limit: str = option("60", help="Wall time of each run: 60, 10m."),
    memory_limit: str = option("4G", help="For each run, all its processes: 500M, 4G."),
    max_growth: str = MAX_GROWTH,
    output: Path | None = output_option(
        None, "Write the records here, one JSON line each; - is stdout."
    ),
    csv: Path | None = option(None, help="Write the records here as a table; - is stdout."),
    fast_downward: Path | None = FAST_DOWNWARD,
    planners_file: Path | None = PLANNERS_FILE,
    force: bool = FORCE,
    json_output: bool = JSON._replace(
        help="Print a JSON list of records, one for each run; all else goes to stderr."
    ),
    seed: int = SEED,
) -> None:
    """Run planners with and without macros; say what those buy.

    Every plan is unfolded and validated against the original files, whatever the planner says of
    itself. Limits hold for all processes of a run together. Where a planner cannot read equality,
    it gets guards as a static predicate. Macros are those that fmtools compile would write: their
    policy is in the file of --macros (10 times the ground operators at most, unless it says other).
    Total time includes reading and grounding the files.
    fmtools planners lists the planners that are here. Exit code 1 if any plan is invalid.

    Example: fmtools compare domain.pddl p01.pddl p02.pddl --macros macros.json --planner lama-first
    """
    seconds, memory = parse_seconds(time_limit), parse_bytes(memory_limit)
    inputs = [domain, *problems, macros, *([planners_file] if planners_file else [])]
    for target in (output, csv):
        check_writable(target, force, inputs)
    to_stderr = takes_stdout(json_output, output, csv)
    if output is not None and csv is not None and output.resolve() == csv.resolve():
        raise UsageError("-o and --csv name the same file; choose another name")

    from fmtools.cli.shown.compare import failures, live_table, show_comparison
    from fmtools.cli.shown.console import console
    from fmtools.compare.augmented_files import compared_files
    from fmtools.compare.runs import compare as run_all
    from fmtools.compare.runs import summarize
    from fmtools.drivers.command import load_commands
    from fmtools.drivers.interrupts import interrupt_once
    from fmtools.drivers.process import ProcessLimits
    from fmtools.drivers.records import RunOutcome, RunRecord, records_to_csv, records_to_jsonl
    from fmtools.drivers.registry import find_driver
    from fmtools.pddl.macro_file import compile_macros, load_macros
    from fmtools.pddl.read import read_domain, read_problem
    from fmtools.policy import overruled

    commands = {} if planners_file is None else load_commands(planners_file)
    drivers = [find_driver(name, fast_downward, commands, seed) for name in dict.fromkeys(planner)]
    original = read_domain(domain)
    tasks = [read_problem(path, original) for path in dict.fromkeys(problems)]
    given = overruled(max_growth)
    compilation = compile_macros(original, load_macros(macros), macros, own=tasks, given=given)
    if compilation.left_out:
        say(compilation.left_out)
    files = compared_files(compilation, tasks, macros)
    records: list[RunRecord] = []
    writers = {path: to for path, to in ((output, records_to_jsonl), (csv, records_to_csv)) if path}
    num_runs = 2 * len(tasks) * len(drivers)
    with interrupt_once(), stage("compare", total=num_runs) as told, live_table(told) as table:
        for record in run_all(files, drivers, ProcessLimits(seconds, memory), table.announce):
            records.append(record)
            table.add(record)
            # Written whole after every run, so that an interruption loses none; a pipe once.
            for path, to_text in writers.items():
                if path != STDOUT and not is_stream(path):
                    write_whole(path, to_text(records))
    for path, to_text in writers.items():
        if path == STDOUT or is_stream(path):
            write_output(path, to_text(records))
    for line in failures(records):
        say(line)
    if json_output:
        print(json.dumps([record.to_dict() for record in records]))
    with summary(to_stderr):
        show_comparison(records, summarize(records), console())
    invalid = any(record.outcome is RunOutcome.INVALID_PLAN for record in records)
    sys.exit(EXIT_INVALID_PLAN if invalid else EXIT_OK)
