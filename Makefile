# make play · make test · make soak · make bench · make data SOURCES=folder · make golden · make notebooks
# Each sets up what it needs in .venv, once; a change of pyproject.toml sets it up anew.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= auto

.PHONY: play test soak lint bench data golden notebooks screenshots clean

play: $(VENV)/ready
	@$(BIN)/geoclass serve --open

test: $(VENV)/ready-test chromium lint
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

soak: $(VENV)/ready-test
	@GEOCLASS_SOAK=1 $(BIN)/python -m pytest tests/rooms/test_soak.py tests/rooms/test_kill.py

lint: $(VENV)/ready-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(VENV)/ready-bench chromium
	@$(BIN)/python -m benchmarks

data: $(VENV)/ready
	@test -n "$(SOURCES)" || { echo "Say where the source files are: make data SOURCES=folder (see docs/data.md)"; exit 2; }
	@$(BIN)/python datasets/build.py "$(SOURCES)"

notebooks: $(VENV)/ready-notebooks
	@$(BIN)/jupyter lab notebooks

golden: $(VENV)/ready-test
	@$(BIN)/python -m tests.conformance.golden

screenshots: $(VENV)/ready-test chromium
	@$(BIN)/python -m tests.ui.screenshots $(GAME)

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "geoclass needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 2; }
	@echo "Setting up $(VENV) (once)…"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/ready-%: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[$*]"
	@touch $(VENV)/ready $@

# Browser tests drive a real Chromium: Debian's is installed when run as root, otherwise a line says how to get one.
.PHONY: chromium
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests (once)…"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
	else \
	  echo "The browser tests need Chromium: sudo apt-get install chromium (or your system's package of it)."; exit 2; \
	fi
