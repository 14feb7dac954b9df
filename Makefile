# make demo   set up everything and score the packaged demo: no key, no network but the package index
# make test   set up everything and run the tests
# make bench  fidelity and speed tables (needs the external data for some rows)
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo test coverage lint schemas bench clean

demo: $(VENV)/.installed
	$(BIN)/prism score benchmarks/demo/undecayed-wood/strong.txt \
	    --rubric benchmarks/demo/undecayed-wood/q.json

test: $(VENV)/.tested
	$(BIN)/python -m pytest -n auto --dist worksteal

coverage: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet pytest-cov
	$(BIN)/python -m pytest -n auto --dist worksteal --cov=prism --cov-report=term:skip-covered

lint: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m prism.suites.schemas --check

schemas: $(VENV)/.installed
	$(BIN)/python -m prism.suites.schemas --write

bench: $(VENV)/.tested
	$(BIN)/python -m benchmarks

$(VENV)/.installed: pyproject.toml
	.ci/venv $(VENV) $(PYTHON)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[test,lint,scm,stats,fast]'
	.ci/browser
	touch $@

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache
