# Every target does its own set-up: Python >= 3.11, make and the package registries are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
CORE   := $(VENV)/.built
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
SANITIZED := build/sanitized
WORKERS ?= 2
TESTS ?=
PYTHONS ?= 3.11 3.12 3.13
RESULTS ?= results/paper
DOMAINS := $(notdir $(wildcard pddl/*))

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-pythons test-slow test-hostile test-sanitized test-browser check lint types format bench pddl compiled compare tables figures reproduce reproduce-quick augment-bench clean

help:  ## list every target
	@grep -hE '^[a-z][a-z-]*:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: $(CORE)  ## make .venv/ with fmtools in it; then .venv/bin/fmtools runs

ifeq ($(shell command -v cc gcc clang),)
export CC := $(abspath $(BIN))/python -m ziglang cc
ZIGLANG := ziglang
endif

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "fmtools needs Python >= 3.11; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -z "$(ZIGLANG)" || echo "no C compiler here: the core is built with the one in the package ziglang"
	$(BIN)/pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(PIP) setuptools Cython $(ZIGLANG)
	$(PIP) --no-build-isolation -e '.[dev]'
	@# Without its own pins: that on Pillow is about pictures, and has no wheel from Python 3.12 on.
	$(PIP) --no-deps pddlgym==0.0.7
	@touch $(STAMP)

$(CORE): $(STAMP) setup.py $(wildcard fmtools/core/*.pyx fmtools/core/*.pxd)
	@$(BIN)/python setup.py --quiet build_ext --inplace --parallel 2
	@touch $(CORE)

demo: $(CORE)  ## the main job: scramble a cube, search, draw, count
	$(BIN)/python -m fmtools.cli.demo

test: $(CORE)  ## the tests (under ten minutes on two cores)
	$(BIN)/pytest -n $(WORKERS) -m 'not slow and not browser' $(TESTS)

test-pythons:  ## demo and test in fresh copies, with each Python found here
	$(PYTHON) tests/each_python.py $(PYTHONS) -- WORKERS=$(WORKERS) TESTS='$(TESTS)'

test-slow: $(CORE)  ## the tests that take minutes
	$(BIN)/pytest -n $(WORKERS) -m 'slow and not hostile'

test-hostile: $(CORE)  ## damaged files, lying simulators, kills, full disks: says how many cases ran
	$(BIN)/pytest -n $(WORKERS) -m hostile

test-sanitized: $(CORE)  ## tests of core and search with AddressSanitizer, UBSan and bounds checks
	FMTOOLS_SANITIZE=1 $(BIN)/python setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	  $(BIN)/pytest -n $(WORKERS) -o pythonpath='$(SANITIZED)/lib .' tests/core tests/search tests/pddl/test_ground.py

test-browser: $(CORE)  ## the report in headless Chromium (apt-get install chromium)
	$(BIN)/pytest -m browser tests/browser

check: lint types  ## lint, import rules and types

lint: $(CORE)  ## ruff and the import rules
	$(BIN)/ruff check fmtools tests examples
	$(BIN)/ruff format --check fmtools tests examples
	$(BIN)/lint-imports

types: $(CORE)  ## mypy, strict
	$(BIN)/mypy

format: $(CORE)  ## format and sort imports
	$(BIN)/ruff check --fix fmtools tests examples
	$(BIN)/ruff format fmtools tests examples

bench: $(CORE)  ## the speed tables that the docs quote
	$(BIN)/fmtools bench speed

pddl: $(CORE)  ## make pddl/ anew: domains and problems, byte for byte
	for name in $(DOMAINS); do $(BIN)/fmtools generate $$name -o pddl/$$name --force || exit 1; done

compiled: $(CORE)  ## learn and compile macros for every domain in pddl/
	for name in $(DOMAINS); do \
	  mkdir -p compiled/$$name && echo "$$name" && \
	  $(BIN)/fmtools learn pddl/$$name/domain.pddl pddl/$$name/problem-000.pddl \
	    -o compiled/$$name/macros.json --force >/dev/null && \
	  $(BIN)/fmtools compile pddl/$$name/domain.pddl compiled/$$name/macros.json \
	    -o compiled/$$name/domain.pddl --max-growth 10 --force \
	    --problems pddl/$$name/problem-*.pddl >/dev/null || exit 1; \
	done

compare: $(CORE)  ## LAMA on originals and augmented files, 10 problems of every domain
	mkdir -p results
	$(BIN)/fmtools bench compare | tee results/compare.txt

tables: $(CORE)  ## the paper's tables, ours beside them (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --tables $(RESULTS)-tables --force
	$(BIN)/fmtools report $(RESULTS)

figures: $(CORE)  ## the paper's figures, PNG and PDF (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --figures $(RESULTS)-figures --force

reproduce: $(CORE)  ## every table and figure at full size, and the report
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) -o $(RESULTS)-report.html --figures $(RESULTS)-figures \
	  --tables $(RESULTS)-tables --force

reproduce-quick: $(CORE)  ## the same with fewer instances
	$(BIN)/fmtools bench paper --quick -o results/quick --jobs $(WORKERS)
	$(BIN)/fmtools report results/quick -o results/quick-report.html \
	  --figures results/quick-figures --tables results/quick-tables --force

augment-bench: $(CORE)  ## does augment pay? 16 domains, LAMA before and after (an hour; resumes)
	$(BIN)/fmtools bench augment --jobs $(WORKERS)

clean:  ## remove everything that was made
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
