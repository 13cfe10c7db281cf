# make play · make test · make soak · make bench · make data SOURCES=folder · make golden · make minutes · make notebooks · make docs
# Each sets up what it needs in .venv, once; a change of pyproject.toml sets it up anew.
# make test PYTHON=python3.13 does so in .venv-3.13, make test-oldest with the oldest dependencies that we allow.

PYTHON  ?= python3
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
NAMED   := $(filter-out file,$(origin PYTHON))
VENV    := .venv$(if $(NAMED),-$(VERSION))$(if $(OLDEST),-oldest)
BIN     := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
JOBS    ?= auto

# What is new enough, pip leaves as it is: so the oldest come first.
ifdef OLDEST
OLDEST_FIRST := $(INSTALL) uv && $(BIN)/uv pip install --quiet --python $(BIN)/python --resolution lowest-direct -e .
endif

.PHONY: play test test-oldest soak lint format bench data golden minutes notebooks docs screenshots venv clean

play: $(VENV)/ready
	@$(BIN)/geoclass serve --open

test: $(VENV)/ready-test chromium servers $(if $(OLDEST),,lint)
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

test-oldest:
	@$(MAKE) --no-print-directory test OLDEST=1

soak: $(VENV)/ready-test chromium servers
	@GEOCLASS_SOAK=1 $(BIN)/python -m pytest tests/rooms/test_soak.py tests/rooms/test_kill.py tests/rooms/test_fuzz.py tests/rooms/test_school.py tests/ui/test_geometry.py tests/test_options.py

lint: $(VENV)/ready-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/oxfmt --check 'geoclass/**/*.js'
	@$(BIN)/mypy

format: $(VENV)/ready-test
	@$(BIN)/ruff format .
	@$(BIN)/oxfmt 'geoclass/**/*.js'

bench: $(VENV)/ready-bench chromium servers
	@$(BIN)/python -m benchmarks

data: $(VENV)/ready
	@test -n "$(SOURCES)" || { echo "Say where the source files are: make data SOURCES=folder (see docs/data.md)"; exit 2; }
	@$(BIN)/python datasets/build.py "$(SOURCES)"
	@$(BIN)/python -m geoclass.maps.topology

notebooks: $(VENV)/ready-notebooks
	@$(BIN)/jupyter lab notebooks

docs: $(VENV)/ready-docs
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build
	@echo "The site: docs/_build/index.html"

golden: $(VENV)/ready-test
	@$(BIN)/python -m tests.conformance.golden

minutes: $(VENV)/ready-test
	@$(BIN)/python -m tests.games.minutes

screenshots: $(VENV)/ready-test chromium
	@$(BIN)/python -m tests.ui.screenshots $(GAME) $(if $(DOCS),--docs)

clean:
	rm -rf .venv .venv-* build dist

# pip3.x is the last file of a venv: it is there only in one that is whole and made by this Python.
venv: $(BIN)/pip$(VERSION)
$(BIN)/pip$(VERSION):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "geoclass needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments yet: sudo apt install python$(if $(NAMED),$(VERSION),3)-venv (on Debian and Ubuntu), then the same command again."; exit 2; }
	@echo "Setting up $(VENV) (once)…"
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/ready: pyproject.toml $(BIN)/pip$(VERSION)
	@$(OLDEST_FIRST)
	@$(INSTALL) -e .
	@touch $@

$(VENV)/ready-%: pyproject.toml $(BIN)/pip$(VERSION)
	@$(OLDEST_FIRST)
	@$(INSTALL) -e ".[$*]"
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

# What serves many processes is tested behind a real nginx, on a real Redis, as they come from Debian.
SBIN ?= /usr/sbin
.PHONY: servers
servers:
	@export PATH="$$PATH:$(SBIN)"; if command -v redis-server >/dev/null && command -v nginx >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing redis-server and nginx for the tests of many processes (once)…"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server nginx >/dev/null; \
	else \
	  echo "The tests of many processes need Redis and nginx: sudo apt-get install redis-server nginx (or your system's packages of them)."; exit 2; \
	fi
