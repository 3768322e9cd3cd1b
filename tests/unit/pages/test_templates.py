"""The templates are found in a checkout and in an installed package, and hold no name of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import UndefinedError

import wherefrom
from wherefrom.publish.pages import templates_folder
from wherefrom.publish.pages.render import environment

PACKAGE = Path(wherefrom.__file__).parent
ASK = "from wherefrom.publish.pages import templates_folder; print(templates_folder())"


def ask(site: Path) -> subprocess.CompletedProcess[str]:
    environ = {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""}
    return subprocess.run(
        [sys.executable, "-c", ASK], env=environ, capture_output=True, text=True, check=False
    )


def test_a_checkout() -> None:
    folder = templates_folder()
    assert sorted(path.name for path in (folder / "markdown").iterdir()) == [
        "index.md.j2",
        "target.md.j2",
    ]


def test_an_installed_package(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "site" / "wherefrom", ignore=shutil.ignore_patterns("__pycache__"))
    lost = ask(tmp_path / "site")
    assert "The templates of the pages were not found" in lost.stderr
    shutil.copytree(templates_folder(), tmp_path / "site" / "wherefrom" / "_data" / "templates")
    found = ask(tmp_path / "site")
    assert found.stdout.strip() == str(tmp_path / "site" / "wherefrom" / "_data" / "templates")


def test_an_unknown_name_in_a_template_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()
