# Everything a person needs: `make` alone says what there is.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

.DEFAULT_GOAL := help
.PHONY: help install demo test lint bench migration lock clean

# help       show this list
help:
	@grep -E '^# [a-z]+  ' Makefile | sed 's/^# /make /'

# install    make .venv and put the hub with all it needs into it
install: $(STAMP)

# (made anew when the lock or the project's own metadata changes)
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make install needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	         "Install one and say: make install PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@echo "installing the packages of requirements.lock, which takes a minute or two ..."
	$(BIN)/python -m pip install --quiet --only-binary :all: --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# demo       run the main job on the sample data
demo: install
	$(BIN)/hub demo

# lint       check style, types and layers
lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# test       lint, then run all tests
test: lint
	$(BIN)/pytest

# bench      records per second of the hub beside other ways; RECORDS=10000 for a short one
RECORDS ?= 1000000
bench: install
	PYTHONPATH=tests $(BIN)/python -m bench --records $(RECORDS)

# migration  write the next database revision from the rows, with m="why" (needs a local stack)
migration: install
	$(BIN)/python -m hub.commands.revise "$(m)"

# lock       choose the newest allowed versions again (needs uv)
lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
	  --upgrade --custom-compile-command "make lock" --no-annotate --no-emit-index-url --no-emit-find-links --output-file requirements.lock

# clean      remove what install and the tests made
clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
