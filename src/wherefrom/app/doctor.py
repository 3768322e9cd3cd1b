"""Doctor: what is installed, and whether configuration and store can be used."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from wherefrom import __version__
from wherefrom.app.remembered import find_run
from wherefrom.app.workspace import Workspace, project_workspace, releases
from wherefrom.config import find_project
from wherefrom.domain.errors import Refusal
from wherefrom.review import read_log
from wherefrom.store import migrations_folder, read_store

_LEAST_PYTHON = (3, 11)
_PINNED = ("sqlglot", "sqlalchemy", "alembic", "jinja2", "pydantic", "msgspec", "rfc8785", "typer")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: What.
        ok: Whether it is as it has to be.
        found: What was found.
        fix: What to do about it; empty where it is fine.
    """

    name: str
    ok: bool
    found: str
    fix: str = ""


def doctor(start: Path) -> tuple[Check, ...]:
    """Look at the installation, and at the project at or above a folder, where there is one."""
    return (*_installation(), *_project(start))


def _installation() -> Iterator[Check]:
    yield Check("wherefrom", ok=True, found=__version__)
    found = platform.python_version()
    enough = sys.version_info[:2] >= _LEAST_PYTHON
    yield Check("python", enough, found, "" if enough else "Use Python 3.11 or later.")
    for name in _PINNED:
        try:
            yield Check(name, ok=True, found=version(name))
        except PackageNotFoundError:
            yield Check(name, ok=False, found="not installed", fix="Install wherefrom again.")
    parser = find_spec("sqlglot.parser")
    compiled = parser is not None and not str(parser.origin).endswith(".py")
    yield Check(
        "parser",
        ok=True,
        found="compiled" if compiled else "pure Python: the same answers, several times slower",
        fix="" if compiled else "Install sqlglot's compiled extension: pip install 'sqlglot[c]'.",
    )
    try:
        folder = migrations_folder()
    except Refusal as refusal:
        yield Check("migrations", ok=False, found="missing", fix=str(refusal))
    else:
        count = len(list((folder / "versions").glob("*.py")))
        yield Check("migrations", ok=True, found=f"{count} revisions")


def _project(start: Path) -> Iterator[Check]:
    configuration, ran = find_project(start), find_run(start)
    if configuration is None and ran is None:
        yield Check("project", ok=True, found="none here: wherefrom run and trace --sql need none")
        return
    place = str(configuration or ran)
    try:
        workspace = project_workspace(start)
    except Refusal as refusal:
        yield Check("configuration", ok=False, found=place, fix=str(refusal))
        return
    place = f"none: {workspace.home} is the --out of a run" if workspace.asked else place
    yield Check("configuration", ok=True, found=place)
    for source in workspace.project.source_paths():
        there = source.exists()
        yield Check(
            "source",
            there,
            str(source),
            "" if there else "It does not exist: create it, or correct project.sources in wherefrom.toml.",
        )
    frozen = releases(workspace)
    yield Check("releases", ok=True, found=", ".join(frozen) or "none frozen yet")
    yield _decisions(workspace)
    yield _store(workspace)


def _decisions(workspace: Workspace) -> Check:
    try:
        log = read_log(workspace.governance / "decisions.jsonl")
    except Refusal as refusal:
        return Check("decisions", ok=False, found="the log is broken", fix=str(refusal))
    return Check("decisions", ok=True, found=f"{log.count} records")


def _store(workspace: Workspace) -> Check:
    if not workspace.has_store:
        return Check("store", ok=True, found="none yet: wherefrom analyze makes it")
    try:
        with read_store(workspace.store) as store:
            return Check("store", ok=True, found=f"{store.place}, revision {store.revision()}")
    except Refusal as refusal:
        return Check("store", ok=False, found="it cannot be used", fix=str(refusal))
