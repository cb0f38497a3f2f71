# Every target does its own set-up: Python >= 3.11, make and the package registries are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TOOLS  := $(VENV)/.tools
CORE   := $(VENV)/.built
STAMP  := $(VENV)/.installed
DEV    := $(VENV)/.complete
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
SANITIZED := build/sanitized
WORKERS ?= 2
TESTS ?=
PYTHONS ?= 3.11 3.12 3.13
RESULTS ?= results/paper
DOMAINS := $(notdir $(wildcard pddl/*))

.DEFAULT_GOAL := help
.PHONY: help setup packages demo test test-pythons test-slow test-hostile test-sanitized test-browser check lint types format bench bench-macros pddl compiled compare tables figures reproduce reproduce-quick augment-bench docs picture install-cost clean

help:  ## list every target
	@grep -hE '^[a-z][a-z-]*:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: $(DEV) $(CORE)  ## make .venv/ with all that fmtools can use; then .venv/bin/fmtools runs

ifeq ($(origin CC),default)
FOUND := $(firstword $(foreach name,cc gcc clang,$(shell command -v $(name) 2>/dev/null)))
ZIGLANG := $(if $(FOUND),,ziglang)
export CC := $(or $(FOUND),$(abspath $(BIN))/python -m ziglang cc)
endif

$(TOOLS): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "fmtools needs Python >= 3.11; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -z "$(ZIGLANG)" || echo "no C compiler here: the core is built with the one in the package ziglang"
	@echo "making $(VENV)/: packages, and the core in C; a minute or two"
	$(BIN)/pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(PIP) setuptools Cython $(ZIGLANG)
	@touch $(TOOLS)

$(CORE): $(TOOLS) setup.py $(wildcard fmtools/core/*.pyx fmtools/core/*.pxd)
	@echo "compiling the core; about a minute"
	$(BIN)/python -W ignore setup.py --quiet build_ext --inplace
	@$(BIN)/python -m compileall -q fmtools  # so that the first command is as quick as later ones
	@touch $(CORE)

# The core is compiled while packages are installed; FMTOOLS_BUILT: pip only links to this tree.
$(STAMP): $(TOOLS)
	@$(MAKE) --no-print-directory -j2 $(CORE) packages
	@touch $(STAMP)

# compat: a plain path; by default setuptools leaves a finder, which every start of Python loads.
LINKED := FMTOOLS_BUILT=1 $(PIP) --no-build-isolation --config-settings editable_mode=compat -e

packages:
	$(LINKED) .

$(DEV): $(STAMP)
	$(LINKED) '.[dev]'
	@# Without its own pins: that on Pillow is about pictures, and has no wheel from Python 3.12 on.
	$(PIP) --no-deps pddlgym==0.0.7
	@touch $(DEV)

demo: $(STAMP) $(CORE)  ## the main story in a minute: each command printed before it runs
	$(BIN)/fmtools demo

test: $(DEV) $(CORE)  ## the tests (under ten minutes on two cores)
	$(BIN)/pytest -n $(WORKERS) -m 'not slow and not browser' $(TESTS)

test-pythons:  ## demo and test in fresh copies, with each Python found here
	$(PYTHON) tests/each_python.py $(PYTHONS) -- WORKERS=$(WORKERS) TESTS='$(TESTS)'

test-slow: $(DEV) $(CORE)  ## the tests that take minutes
	$(BIN)/pytest -n $(WORKERS) -m 'slow and not hostile'

test-hostile: $(DEV) $(CORE)  ## damaged files, lying simulators, kills, full disks: says how many cases ran
	$(BIN)/pytest -n $(WORKERS) -m hostile

test-sanitized: $(DEV) $(CORE)  ## tests of core and search with AddressSanitizer, UBSan and bounds checks
	FMTOOLS_SANITIZE=1 $(BIN)/python -W ignore setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	FMTOOLS_SANITIZE=1 PYTHONPATH="$(CURDIR)/$(SANITIZED)/lib" LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	  $(BIN)/pytest -n $(WORKERS) -o pythonpath='$(SANITIZED)/lib .' \
	  tests/core tests/search tests/pddl/test_ground.py tests/pddl/test_ground_limits.py tests/pddl/test_fact_groups.py

test-browser: $(DEV) $(CORE)  ## the report in headless Chromium (apt-get install chromium)
	$(BIN)/pytest -m browser tests/browser

check: lint types  ## lint, import rules and types

lint: $(DEV) $(CORE)  ## ruff and the import rules
	$(BIN)/ruff check fmtools tests
	$(BIN)/ruff format --check fmtools tests
	$(BIN)/lint-imports

types: $(DEV) $(CORE)  ## mypy, strict
	$(BIN)/mypy

format: $(DEV) $(CORE)  ## format and sort imports
	$(BIN)/ruff check --fix fmtools tests
	$(BIN)/ruff format fmtools tests

bench: $(DEV) $(CORE)  ## the speed tables that the docs quote
	$(BIN)/fmtools bench speed

pddl: $(DEV) $(CORE)  ## make pddl/ anew: domains and problems, byte for byte
	for name in $(DOMAINS); do $(BIN)/fmtools generate $$name -o pddl/$$name --seed 1 --force || exit 1; done

compiled: $(DEV) $(CORE)  ## learn and compile macros for every domain in pddl/
	for name in $(DOMAINS); do \
	  mkdir -p compiled/$$name && echo "$$name" && \
	  $(BIN)/fmtools learn pddl/$$name/domain.pddl pddl/$$name/problem-000.pddl \
	    -o compiled/$$name/macros.json --keep 8 --force >/dev/null || [ $$? -eq 13 ] && \
	  $(BIN)/fmtools compile pddl/$$name/domain.pddl compiled/$$name/macros.json \
	    -o compiled/$$name/domain.pddl --force \
	    --problems pddl/$$name/problem-*.pddl >/dev/null || exit 1; \
	done

compare: $(DEV) $(CORE)  ## LAMA on originals and augmented files, 10 problems of every domain
	mkdir -p results
	$(BIN)/fmtools bench compare | tee results/compare.txt

tables: $(DEV) $(CORE)  ## the paper's tables, ours beside them (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --tables $(RESULTS)-tables --force
	$(BIN)/fmtools report $(RESULTS)

figures: $(DEV) $(CORE)  ## the paper's figures, PNG and PDF (runs what the store lacks)
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) --figures $(RESULTS)-figures --force

reproduce: $(DEV) $(CORE)  ## every table and figure at full size, and the report
	$(BIN)/fmtools bench paper -o $(RESULTS) --jobs $(WORKERS)
	$(BIN)/fmtools report $(RESULTS) -o $(RESULTS)-report.html --figures $(RESULTS)-figures \
	  --tables $(RESULTS)-tables --force

reproduce-quick: $(DEV) $(CORE)  ## the same with fewer instances
	$(BIN)/fmtools bench paper --quick -o results/quick --jobs $(WORKERS)
	$(BIN)/fmtools report results/quick -o results/quick-report.html \
	  --figures results/quick-figures --tables results/quick-tables --force

# Folders like those of the competitions, from our generators: the first two problems teach.
# Where this list changes, remove $(FOLDERS) first.
FOLDERS := results/folders
GENERATED := barman:5,8,10,12,14,16,18,20,22,24 blocksworld:6,9,15,20,25,30,35,40,50,60 \
  childsnack:4,6,8,10,12,13,14,15,16,18 depot:4,6,7,8,9,10,11,12,13,14 doors:8,9,10,12,14,16,18,20,24,30 \
  elevators:4,7,10,15,20,24,28,32,36,40 ferry:6,10,20,30,45,60,80,100,120,150 \
  floortile:2,2,3,3,3,3,3,4,4,4 gripper:6,10,20,30,45,60,80,100,120,150 hanoi:3,5,6,7,8,9,10,11,12,13 \
  logistics:5,9,14,20,26,33,36,40,44,50 miconic:6,10,20,30,45,60,80,100,120,150 \
  npuzzle:3,3,4,4,5,5,6,6,7,8 rovers:3,4,6,8,10,13,16,18,20,24 satellite:4,6,9,12,15,18,22,26,30,36 \
  sokoban:5,6,7,8,9,10,11,12,14,16 termes:3,3,3,4,4,4,4,5,5,5 transport:4,6,8,10,12,14,16,18,20,24 \
  visitall:4,6,10,14,20,26,32,40,50,60

bench-macros: $(DEV) $(CORE)  ## do learned macros pay? 19 folders of our generators, five seeds (resumes)
	for one in $(GENERATED); do \
	  $(BIN)/fmtools generate $${one%%:*} -o $(FOLDERS)/$${one%%:*} --size $${one#*:} --seed 11 -q || exit 1; \
	done
	$(BIN)/fmtools bench ipc $(FOLDERS) --planner auto --learn "" --learn-limit 60s --time-limit 10 \
	  --seeds 5 --jobs $(WORKERS) -o results/macros

augment-bench: $(DEV) $(CORE)  ## does augment pay? 16 domains, LAMA before and after (hours; resumes)
	$(BIN)/fmtools bench augment --jobs $(WORKERS)

docs: $(DEV) $(CORE)  ## the documentation site, from docs/, into docs/_build/html
	FMTOOLS_BUILT=1 $(PIP) --no-build-isolation -e '.[docs]'
	mkdir -p docs/_build/extra
	$(BIN)/fmtools report results/paper -o docs/_build/extra/report.html --force >/dev/null
	$(BIN)/python -m sphinx -W -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

picture: $(STAMP) $(CORE)  ## docs/demo.svg, README's picture: a part of the demo, as it runs here
	$(BIN)/python docs/demo_picture.py docs/demo.svg

install-cost: $(DEV)  ## what the default installation and each extra cost: the table in docs/install.md
	@$(BIN)/python docs/install_cost.py

clean:  ## remove everything that was made
	rm -rf $(VENV) build fmtools/core/*.c fmtools/core/*.so *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
