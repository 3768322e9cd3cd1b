# Needs Python 3.11 or later and make. Everything else comes from requirements.lock into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
OUT := out

.PHONY: run test check unit bench lock clean

# The main job on the example estate. Results are in out/.
run: $(READY)
	@$(BIN)/wherefrom run examples --target branch_scorecard --out $(OUT)
	@page=$$(ls -t $(OUT)/deliverables/*/business/*branch_scorecard*.md | head -n 1); \
	echo; echo "The first ten lines of $$page:"; echo; head -n 10 "$$page"

# Everything: formatting, lint, types, floors, tests.
test: check unit

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(READY)
	$(BIN)/python -m pytest -q -n auto --dist loadfile

# One table: what the program costs beside bare parsing and its peers. Obtains the peers; takes a while.
bench: $(READY)
	$(BIN)/python -m benchmarks $(BENCH)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Needs uv. Resolves for every platform and Python that pyproject.toml allows.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	  --custom-compile-command "make lock" --group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf $(VENV) $(OUT)
