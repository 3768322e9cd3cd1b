"""Every command explains itself, plainly, and starting up loads little."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.command import SOURCE, wherefrom

from wherefrom.cli.main import COMMANDS, module_of
from wherefrom.cli.review import COMMANDS as REVIEW

HEAVY = ("rich", "sqlglot", "sqlalchemy", "alembic", "jinja2", "pydantic", "wherefrom.app")


def test_the_list_of_commands_is_the_promised_one() -> None:
    assert set(COMMANDS) == {
        "run", "init", "freeze", "analyze", "search", "trace", "review", "publish", "verify", "explain",
        "doctor",
    }  # fmt: skip
    assert set(REVIEW) == {
        "list", "show", "propose", "export", "import", "confirm", "reject", "defer", "approve", "return", "log", "impact",
        "rechain",
    }  # fmt: skip


def test_help_lists_every_command() -> None:
    done = wherefrom("--help")
    assert done.code == 0
    assert done.err == ""
    for name, sentence in COMMANDS.items():
        assert f"  {name}" in done.out
        assert sentence[:30] in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("name", sorted(REVIEW))
def test_every_review_command_has_help_with_an_example(name: str) -> None:
    done = wherefrom("review", name, "--help")
    assert done.code == 0
    assert f"Usage: wherefrom review {name}" in done.out
    assert f"Example:\n    wherefrom review {name}" in done.out


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = wherefrom(name, "--help")
    assert done.code == 0
    assert f"Usage: wherefrom {name}" in done.out
    assert f"Example:\n    wherefrom {name}" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    "statement",
    [
        "import wherefrom",
        "import wherefrom.cli.main",
        *(f"import wherefrom.cli.{name}" for name in sorted(COMMANDS)),
        *(f"import wherefrom.cli.review.{module_of(name)}" for name in sorted(REVIEW)),
    ],
)
def test_starting_up_loads_no_heavy_library(statement: str) -> None:
    probe = f"{statement}; import sys; print(*sorted(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        env={"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ""


def test_version() -> None:
    done = wherefrom("--version")
    assert done.code == 0
    assert done.out.startswith("wherefrom ")
