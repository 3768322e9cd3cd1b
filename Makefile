# Needs Python 3.11 or later and make. Everything else comes from requirements.lock into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
ESTATE := examples
OUT := out

.PHONY: run test check unit lock clean

run: $(READY)
	@$(BIN)/python -m tools.show_run $(ESTATE) $(OUT)

test: check unit

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(READY)
	$(BIN)/python -m pytest -q

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Needs uv. Resolves for every platform and Python that pyproject.toml allows.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	  --custom-compile-command "make lock" --group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf $(VENV) $(OUT)
