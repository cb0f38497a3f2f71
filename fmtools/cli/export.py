"""`fmtools export`: tasks as files for external planners, and plans of built-in worlds back."""

import json
import sys
from pathlib import Path

from fmtools.cli.declare import exported_options, option, task_argument
from fmtools.cli.options import FORCE, JSON, SEED, check_writable
from fmtools.cli.task import WorldOptions, load_world
from fmtools.errors import EXIT_INVALID_PLAN, EXIT_OK, InputError, UsageError
from fmtools.files import write_whole
from fmtools.simulators.registry import PDDL, find_world


def export(
    task: list[str] = task_argument(PDDL.title),
    output: Path | None = option(
        None, "-o", "--output", help="A .sas file, or a directory for domain.pddl, problem.pddl."
    ),
    replay: Path | None = option(
        None, help="A plan that a planner found for this task: is it one here?"
    ),
    force: bool = FORCE,
    json_output: bool = JSON,
    seed: int = SEED,
    said: WorldOptions = exported_options(),
) -> None:
    """Write a task for other planners: SAS+ or PDDL.

    PDDL files become SAS+, grounded by fmtools, which Fast Downward's search reads at once; the
    planners sas:… of compare and bench do both. With --replay, run the plan that came back for a
    built-in world in our own simulator; exit code 1 if it does not solve the task. The task must be
    given as it was when exported.

    Example: fmtools export domain.pddl problem.pddl -o task.sas

    Example: fmtools export cube --scramble "R U2 F'" -o cube.sas
    """
    if output is None and replay is None:
        raise UsageError("name what to write with -o, or a plan with --replay")
    if find_world(task)[0] is PDDL:
        if replay is not None:
            raise UsageError(
                "plans of PDDL files are for fmtools validate; leave out --replay, name -o"
            )
        _export_files(task, output, said, force, json_output)
        return
    from fmtools.pddl.plan_file import read_plan
    from fmtools.simulators.export import replay_sas_plan, world_to_pddl, world_to_sas

    world = load_world(task, said, seed)
    texts: dict[Path, str] = {}
    if output is not None and output.suffix == ".sas":
        texts = {output: world_to_sas(world)}
    elif output is not None:
        domain, problem = world_to_pddl(world)
        texts = {output / "domain.pddl": domain, output / "problem.pddl": problem}
        _make_directory(output)
    for path in texts:
        check_writable(path, force)
    for path, text in texts.items():
        write_whole(path, text)
    record: dict[str, object] = {"task": task, "written": [str(path) for path in texts]}
    told = [f"written to {' '.join(map(str, texts))}"] if texts else []
    code = EXIT_OK
    if replay is not None:
        try:
            result = replay_sas_plan(world, read_plan(replay))
        except InputError as error:
            raise InputError(f"{replay}: {error}") from None
        code = EXIT_OK if result.solved else EXIT_INVALID_PLAN
        record |= {
            "valid": result.solved,
            "goal_count": result.goal_count,
            "plan_length": len(result.actions),
            "plan": list(result.names),
        }
        verdict = (
            "valid" if result.solved else f"invalid, goal count {result.goal_count} at its end"
        )
        told.append(f"{verdict}: {len(result.actions)} actions")
        told.append(", ".join(result.names))
    if json_output:
        print(json.dumps(record))
    else:
        print("\n".join(told))
    sys.exit(code)


def _export_files(
    task: list[str], output: Path | None, said: WorldOptions, force: bool, json_output: bool
) -> None:
    """Two PDDL files as SAS+."""
    if output is None or output.suffix != ".sas":
        raise UsageError("PDDL files are exported as SAS+; name a .sas file with -o")
    if said:
        flags = ", ".join("--" + name.replace("_", "-") for name in said)
        raise UsageError(f"{flags}: options of built-in worlds, not of PDDL files")
    from fmtools.pddl.sas_text import files_to_sas

    check_writable(output, force)
    write_whole(output, files_to_sas(*task))
    if json_output:
        print(json.dumps({"task": task, "written": [str(output)]}))
    else:
        print(f"written to {output}")


def _make_directory(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path} is no directory; name one, or a file that ends in .sas")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path}: cannot be made: {error.strerror}") from None
