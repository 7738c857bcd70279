# Needs Python 3.11, make and git; everything else is installed into .venv by the targets themselves.
PYTHON    ?= python3.11
PACK      ?= content/ddm
JSON      ?=
DECISIONS ?= 100000
MATCHES   ?= 334
TIMES     ?= 20
PACKS     ?= 10000
SEED      ?= 0
# Settings of all matches at random: bots concede as soon as they may, and little of a battle would be played.
SETTLED   ?= --set conceding=no

BIN         := .venv/bin
INSTALL     := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RUN_STAMP   := .venv/.runtime-installed
DEV_STAMP   := .venv/.dev-installed

.PHONY: demo test lint types bench mutants soak resume fuzz differential twins secrets check-generated generated requirements clean help

help:                   ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 20

demo: $(RUN_STAMP)      ## watch two bots play a match
	$(BIN)/rulewright play $(PACK) --bots random,greedy --seed 7 --watch

test: export PYTHONDONTWRITEBYTECODE =
test: $(DEV_STAMP)      ## all tests
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: $(DEV_STAMP)      ## style and common mistakes
	$(BIN)/ruff check interpreter tools tests

types: $(DEV_STAMP)     ## strict type check
	$(BIN)/mypy

bench: $(DEV_STAMP)     ## measure; JSON=path also writes the figures there
	$(BIN)/python -m tests.bench $(if $(JSON),--json $(JSON))

mutants: $(DEV_STAMP)   ## inject mistakes into good packs and report how many the checker finds
	$(BIN)/rulewright mutants content

soak: $(DEV_STAMP)      ## long random play of every pack; DECISIONS=n of each
	$(BIN)/rulewright soak content --decisions $(DECISIONS) $(SETTLED)

resume: $(DEV_STAMP)    ## go on from every save of random matches in new processes; MATCHES=n of each pack
	$(BIN)/rulewright soak content --resume --matches $(MATCHES) $(SETTLED)

fuzz: $(DEV_STAMP)      ## far more mutated packs and edits than the tests draw; TIMES=n times as many
	RULEWRIGHT_FUZZ=$(TIMES) $(BIN)/python -m pytest -n auto tests/fuzz tests/caching tests/workspace

differential: MATCHES = 300
differential: PROGRAMS ?= 1000000
differential: ROUTES ?= 10000
differential: $(DEV_STAMP)  ## random matches, programs and whole content tests on engine and oracle; goes on after a stop; MATCHES=n PROGRAMS=n ROUTES=n SEED=n
	$(BIN)/python -m tests.oracle --matches $(MATCHES) --first $(SEED)
	$(BIN)/python -m tests.programs --count $(PROGRAMS) --seed $(SEED) --workers 2
	$(BIN)/python -m tests.programs --routes --count $(ROUTES) --seed $(SEED) --workers 2
	RULEWRIGHT_WHOLE=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/oracle/test_content.py

twins: $(DEV_STAMP)     ## compare far more matches that differ in what a player may not know; TIMES=n times as many
	RULEWRIGHT_TWINS=$(TIMES) $(BIN)/python -m pytest -n auto tests/properties/test_twins.py

secrets: $(DEV_STAMP)   ## compare matches of random packs that differ in one secret; PACKS=n SEED=n
	$(BIN)/python -m tests.secrecy --packs $(PACKS) --seed $(SEED)

check-generated: $(DEV_STAMP)  ## are the generated files up to date?
	$(BIN)/python -m rulewright_tools.generate --check

generated: $(DEV_STAMP) ## write the generated files again
	$(BIN)/python -m rulewright_tools.generate

# The stamps make a second run cheap: they are older than the requirement files only when those have changed.
$(BIN)/python:
	$(PYTHON) -m venv .venv

$(RUN_STAMP): requirements/runtime.txt pyproject.toml | $(BIN)/python
	$(INSTALL) --require-hashes -r requirements/runtime.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): requirements/dev.txt $(RUN_STAMP)
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

requirements:           ## resolve the ranges of requirements/*.in again (needs uv)
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --no-annotate --no-header \
	  --python-version 3.11 --python-platform x86_64-unknown-linux-gnu runtime.in --output-file runtime.txt
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --no-annotate --no-header \
	  --python-version 3.11 --python-platform x86_64-unknown-linux-gnu dev.in --constraints runtime.txt --output-file dev.txt

clean:                  ## remove the environment and every cache
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
