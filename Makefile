# Every target does its own set-up: Python >= 3.11, make and the package registries are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
WORKERS ?= 2
TESTS ?=
PYTHONS ?= 3.11 3.12 3.13
RESULTS ?= results/paper
DOMAINS := $(notdir $(wildcard pddl/*))

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-pythons test-slow test-hostile test-nojit test-browser check lint types format bench pddl compiled compare tables figures reproduce reproduce-quick augment-bench clean

help:  ## list every target
	@grep -hE '^[a-z][a-z-]*:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: $(STAMP)  ## make .venv/ with fmtools in it; then .venv/bin/fmtools runs

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "fmtools needs Python >= 3.11; set PYTHON=/path/to/python3.11"; exit 1; }
	$(BIN)/pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@# Without its own pins: that on Pillow is about pictures, and has no wheel from Python 3.12 on.
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps pddlgym==0.0.7
	@touch $(STAMP)

demo: $(STAMP)  ## the main job: scramble a cube, search, draw, count
	$(BIN)/python -m fmtools.cli.demo

test: $(STAMP)  ## the tests (under ten minutes on two cores)
	$(BIN)/pytest -n $(WORKERS) -m 'not slow and not browser' $(TESTS)

test-pythons:  ## demo and test in fresh copies, with each Python found here
	$(PYTHON) tests/each_python.py $(PYTHONS) -- WORKERS=$(WORKERS) TESTS='$(TESTS)'

test-slow: $(STAMP)  ## the tests that take minutes
	$(BIN)/pytest -n $(WORKERS) -m 'slow and not hostile'

test-hostile: $(STAMP)  ## damaged files, lying simulators, kills, full disks: says how many cases ran
	$(BIN)/pytest -n $(WORKERS) -m hostile

test-nojit: $(STAMP)  ## the kernels' tests as plain Python, then compiled with bounds checks
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(WORKERS) tests/kernels tests/search
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n $(WORKERS) tests/kernels tests/search

test-browser: $(STAMP)  ## the report in headless Chromium (apt-get install chromium)
	$(BIN)/pytest -m browser tests/browser

check: lint types  ## lint, import rules and types

lint: $(STAMP)  ## ruff and the import rules
	$(BIN)/ruff check fmtools tests examples
	$(BIN)/ruff format --check fmtools tests examples
	$(BIN)/lint-imports

types: $(STAMP)  ## mypy, strict outside kernels
	$(BIN)/mypy

format: $(STAMP)  ## format and sort imports
	$(BIN)/ruff check --fix fmtools tests examples
	$(BIN)/ruff format fmtools tests examples

bench: $(STAMP)  ## the speed tables that the docs quote
	$(BIN)/fmtools bench speed

pddl: $(STAMP)  ## make pddl/ anew: domains and problems, byte for byte
	for name in $(DOMAINS); do $(BIN)/fmtools generate $$name -o pddl/$$name --force || exit 1; done

compiled: $(STAMP)  ## learn and compile macros for every domain in pddl/
	for name in $(DOMAINS); do \
	  mkdir -p compiled/$$name && echo "$$name" && \
	  $(BIN)/fmtools learn pddl/$$name/domain.pddl pddl/$$name/problem-000.pddl \
	    -o compiled/$$name/macros.json --force >/dev/null && \
	  $(BIN)/fmtools compile pddl/$$name/domain.pddl compiled/$$name/macros.json \
	    -o compiled/$$name/domain.pddl --max-growth 10 --force \
	    --problems pddl/$$name/problem-*.pddl >/dev/null || exit 1; \
	done

compare: $(STAMP)  ## LAMA on originals and augmented files, 10 problems of every domain
	mkdir -p results
	$(BIN)/fmtools bench compare | tee results/compare.txt

tables: $(STAMP)  ## the paper's tables, ours beside them (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --tables $(RESULTS)-tables --force
	$(BIN)/fmtools report $(RESULTS)

figures: $(STAMP)  ## the paper's figures, PNG and PDF (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --figures $(RESULTS)-figures --force

reproduce: $(STAMP)  ## every table and figure at full size, and the report
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) -o $(RESULTS)-report.html --figures $(RESULTS)-figures \
	  --tables $(RESULTS)-tables --force

reproduce-quick: $(STAMP)  ## the same with fewer instances
	$(BIN)/fmtools bench paper --quick -o results/quick --jobs $(WORKERS)
	$(BIN)/fmtools report results/quick -o results/quick-report.html \
	  --figures results/quick-figures --tables results/quick-tables --force

augment-bench: $(STAMP)  ## does augment pay? 16 domains, LAMA before and after (an hour; resumes)
	$(BIN)/fmtools bench augment --jobs $(WORKERS)

clean:  ## remove everything that was made
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
