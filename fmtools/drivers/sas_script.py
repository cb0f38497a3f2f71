"""Called in a process of its own: DOMAIN PROBLEM SAS, and a call of Fast Downward on the first two.

It grounds the files, writes the third, and becomes that call with it in their place. A task that
cannot be written so is handed over as PDDL, and the output says it. Numbers are printed as the
translator prints them, so that one reader of logs serves both.
"""

import gc
import os
import sys
import time
from pathlib import Path
from typing import NoReturn

from fmtools.errors import EXIT_EXHAUSTED, FmtoolsError, TooManyError, UnsupportedError


def main() -> NoReturn:
    domain_path, problem_path, sas_path, *call = sys.argv[1:]
    try:
        _write_sas(domain_path, problem_path, sas_path)
    except (UnsupportedError, TooManyError) as error:
        _say(f"fmtools: {error}; Fast Downward gets the PDDL files")
    except FmtoolsError as error:
        _say(f"fmtools: {error}")
        sys.exit(error.exit_code)
    else:
        call[call.index(domain_path)] = sas_path
        call.remove(problem_path)
    os.execvp(call[0], call)


def _write_sas(domain_path: str, problem_path: str, sas_path: str) -> None:
    """Exits where grounding shows that there is no plan."""
    began = time.perf_counter()
    from fmtools.pddl.ground import ground
    from fmtools.pddl.read import read_domain, read_problem
    from fmtools.pddl.sas_encoding import encode
    from fmtools.pddl.sas_text import sas_parts

    domain = read_domain(domain_path)
    sas = encode(ground(domain, read_problem(problem_path, domain)))
    if sas.unsolvable:
        _say(f"Task is provably unsolvable: {sas.unsolvable}")
        sys.exit(EXIT_EXHAUSTED)
    with Path(sas_path).open("w", encoding="utf-8") as file:
        file.writelines(sas_parts(sas))
    _say("Grounded by fmtools.")
    _say(f"Translator operators: {len(sas.operators.actions())}")
    wall = time.perf_counter() - began
    _say(f"Done! [{time.process_time():.3f}s CPU, {wall:.3f}s wall-clock]")


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    # As fmtools itself starts, for the same reasons.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(100_000)
    main()
