"""Where a project or a run keeps its files (interface 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wherefrom.app.remembered import Asked, find_run, recall
from wherefrom.config import Project, find_project, load
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.strict_json import read_object
from wherefrom.snapshot import Snapshot
from wherefrom.snapshot import load as load_snapshot

STORE = Path(".wherefrom") / "evidence.db"
SNAPSHOTS = "snapshots"
DELIVERABLES = "deliverables"
GOVERNANCE = "governance"
DECISIONS = "decisions.jsonl"
SYSTEMS = "source_systems.csv"
GLOSSARY = "glossary.csv"

Flags = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A project, and where its files are.

    Attributes:
        project: What people set.
        home: Folder that holds snapshots, store and deliverables.
        governance: Folder that people edit; it need not exist.
        asked: What a run without set-up was asked; None for a project.
    """

    project: Project
    home: Path
    governance: Path
    asked: Asked | None = None

    @property
    def store(self) -> Path | str:
        """The evidence store: a file, or the URL of a database that a team shares."""
        return self.project.store_url or self.home / STORE

    @property
    def has_store(self) -> bool:
        """Whether there is one already; a shared one always is."""
        return not isinstance(self.store, Path) or self.store.is_file()

    def release_dir(self, release: str) -> Path:
        """Return the folder of a frozen release."""
        return self.home / SNAPSHOTS / release

    def deliverables_dir(self, release: str) -> Path:
        """Return the folder of a release's deliverables."""
        return self.home / DELIVERABLES / release


def project_workspace(start: Path, flags: Flags | None = None) -> Workspace:
    """Return the workspace at or above a folder: a project's, or that of a run by its ``--out`` folder.

    The nearer one rules; a project where both lie in one folder.

    Args:
        start: Where to look.
        flags: What the command line set, by the names of ``Project``.

    Raises:
        UsageRefusal: there is neither, or its configuration is wrong.
        InputRefusal: a source of the run does not exist any more.
    """
    configuration, ran = find_project(start), find_run(start)
    if ran and (configuration is None or configuration.parent in ran.parents):
        asked = recall(ran)
        stated = {name: value for name, value in (flags or {}).items() if value is not None}
        return run_workspace(asked.sources, ran, {**asked.flags, **stated})
    if configuration is None:
        raise UsageRefusal(
            f"{start.absolute()}: there is no wherefrom.toml here or above. Start a project with "
            "wherefrom init, or use wherefrom run, which needs none; after it, commands work in its --out folder."
        )
    root = configuration.parent
    return Workspace(load(configuration, flags or {}), root, root / GOVERNANCE)


def run_workspace(sources: Sequence[Path], out: Path, flags: Flags) -> Workspace:
    """Return the workspace of a run without set-up.

    A ``wherefrom.toml`` in the first source folder or above it says how files are read; a
    ``governance`` folder beside a source holds what people decided.

    Args:
        sources: Folders and files of SQL.
        out: Folder for everything the run writes.
        flags: What the command line set, by the names of ``Project``.

    Raises:
        InputRefusal: a source does not exist.
        UsageRefusal: no source is given, or the configuration is wrong.
    """
    if not sources:
        raise UsageRefusal("Name at least one folder or file of SQL.")
    real = []
    for source in sources:
        if not source.exists():
            raise InputRefusal(f"{source}: there is no such folder or file. Name an existing source of SQL.")
        real.append(source.resolve())
    first = real[0] if real[0].is_dir() else real[0].parent
    project = load(find_project(first), flags)
    root = project.root
    written = tuple(
        source.relative_to(root).as_posix() if root and source.is_relative_to(root) else str(source)
        for source in real
    )
    asked = Asked(tuple(real), flags)
    return Workspace(replace(project, sources=written), out, governance_beside(asked), asked)


def governance_beside(asked: Asked) -> Path:
    """Return the folder that people edit beside a run's sources: the first that is there, else where it would be."""
    beside = [source.parent / GOVERNANCE for source in asked.sources]
    return next((folder for folder in beside if folder.is_dir()), beside[0])


def releases(workspace: Workspace) -> tuple[str, ...]:
    """Return the names of the frozen releases, the latest freeze last."""
    folder = workspace.home / SNAPSHOTS
    if not folder.is_dir():
        return ()
    frozen = [each for each in folder.iterdir() if (each / "release.json").is_file()]
    found = sorted((_frozen_at(each), each.name) for each in frozen if not each.name.startswith("."))
    return tuple(name for _, name in found)


def open_release(workspace: Workspace, release: str) -> Snapshot:
    """Load a release; the latest where none is named. Every hash is checked.

    Raises:
        UsageRefusal: there is no such release.
        InputRefusal: it differs from what was frozen.
    """
    known = releases(workspace)
    name = release or (known[-1] if known else "")
    if not name:
        raise UsageRefusal(
            f"{workspace.home / SNAPSHOTS}: no release is frozen yet. Freeze one with wherefrom freeze --release NAME."
        )
    if name not in known and not workspace.release_dir(name).is_dir():
        listed = f"Frozen are: {', '.join(known)}." if known else "None is frozen yet."
        raise UsageRefusal(f"There is no release '{name}' under {workspace.home / SNAPSHOTS}. {listed}")
    return load_snapshot(workspace.release_dir(name))


def _frozen_at(folder: Path) -> str:
    try:
        return str(read_object((folder / "release.json").read_bytes(), 1_000_000).get("frozen_at", ""))
    except (OSError, ValueError):
        return ""
