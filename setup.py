"""Builds the compiled core; everything else about the package stands in pyproject.toml.

Portable flags: on x86-64 the baseline is x86-64-v2 (every machine since about 2009), elsewhere the
compiler's own. FMTOOLS_SANITIZE=1 builds for `make test-sanitized`; FMTOOLS_BUILT=1 builds nothing,
for pip where make builds in place.
"""

import os
import platform

from Cython.Build import cythonize
from setuptools import Extension, setup

X86_64_V2 = ["-mcx16", "-mpopcnt", "-msse3", "-mssse3", "-msse4.1", "-msse4.2"]
SANITIZERS = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-wrapv",  # which Python asks for, and which would hide overflow
    "-fno-omit-frame-pointer",
    "-g",
]

sanitize = os.environ.get("FMTOOLS_SANITIZE") == "1"
flags = ["-O1", *SANITIZERS] if sanitize else ["-O3", "-g0"]
flags += ["-fno-strict-aliasing"]  # cells of 16 bits are looked at as words, too
if platform.machine().lower() in ("x86_64", "amd64"):
    flags += X86_64_V2

SHARED = "fmtools.core._cyutility"
"""What all modules share of Cython's own code, compiled once."""


def extension(name: str, source: str) -> Extension:
    own = [*flags, "-O1"] if name == SHARED else flags  # cold, and large
    links = SANITIZERS[:1] if sanitize else []
    macros = [("FMTOOLS_SANITIZED", "1")] if sanitize else []
    return Extension(
        name, [source], extra_compile_args=own, extra_link_args=links, define_macros=macros
    )


def core() -> list[Extension]:
    return cythonize(
        [
            extension("*", "fmtools/core/*.pyx"),
            extension(SHARED, f"{SHARED.replace('.', '/')}.c"),
        ],
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "language_level": "3",
            "boundscheck": sanitize,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "auto_pickle": False,
            "binding": False,
            "emit_code_comments": False,
            "show_performance_hints": not sanitize,  # bounds checks are meant
        },
        build_dir="build/sanitized/c" if sanitize else None,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )


setup(
    ext_modules=[] if os.environ.get("FMTOOLS_BUILT") == "1" else core(),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
