"""Verify a snapshot, deliverables, a store, a decision log, or a folder that holds them. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.checkpoint import checkpoint, extends
from wherefrom.app.remembered import RUN, recall
from wherefrom.app.rerun import made_again
from wherefrom.app.workspace import (
    DECISIONS,
    DELIVERABLES,
    GLOSSARY,
    GOVERNANCE,
    SNAPSHOTS,
    STORE,
    SYSTEMS,
    governance_beside,
)
from wherefrom.config import CONFIG_NAME
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.finding import Finding, Level
from wherefrom.domain.strict_json import read_object
from wherefrom.publish import check_deliverables
from wherefrom.review import WRITERS, Form, machine_cells_changed, moved_hashes, read_log
from wherefrom.review.claims import SYSTEMS as SYSTEM_CLAIMS
from wherefrom.review.claims import TERMS
from wherefrom.snapshot import Difference
from wherefrom.snapshot import check as check_snapshot
from wherefrom.snapshot import load as load_snapshot
from wherefrom.store import at_rest

_LARGEST = 512 * 1024 * 1024  # bytes of a manifest that is read
_SQLITE = b"SQLite format 3\0"
_TABLES = {"writer_review.csv": WRITERS, SYSTEMS: SYSTEM_CLAIMS, GLOSSARY: TERMS}
_LEVELS = {
    Difference.CHANGED: Level.DIFFERS,
    Difference.MISSING: Level.MISSING,
    Difference.EXTRA: Level.EXTRA,
    Difference.MALFORMED: Level.BROKEN,
    Difference.UNREADABLE: Level.BROKEN,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check of one thing found.

    Attributes:
        kind: ``snapshot``, ``deliverables``, ``store``, ``decisions``, ``table``, ``checkpoint`` or ``rerun``.
        path: The thing, as a path from where the check began.
        findings: Everything, good and bad.
    """

    kind: str
    path: Path
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether everything stands as recorded."""
        return all(finding.ok for finding in self.findings)


def verify(path: Path, since: str = "", *, rerun: bool = False) -> tuple[Checked, ...]:
    """Check whatever is at a path.

    Args:
        path: A snapshot folder, a deliverables folder, a store, a decision log, or a folder that
            holds any of them where a project or a run keeps them.
        since: Head of a decision log, as it was noted earlier: the log has to hold it still. Empty for none.
        rerun: Make the deliverables again in a temporary folder and compare the bytes.

    Raises:
        UsageRefusal: there is nothing of the kind, nothing with a decision log where a head is given, or
            nothing that can be made again where that is asked for.
    """
    if not path.exists():
        raise UsageRefusal(f"{path}: there is nothing here to verify.")
    found = tuple(_checks(path))
    if since:
        found += _since(path, found, since)
    if rerun:
        found += _again(found)
    if not found:
        raise UsageRefusal(
            f"{path}: there is nothing here that can be verified. Name the folder of a frozen release or of "
            "deliverables, a store, a project, or what wherefrom run was given as --out."
        )
    return found


def _since(path: Path, checked: tuple[Checked, ...], head: str) -> tuple[Checked, ...]:
    """Check that decision logs go on from an earlier head: the project's own, else those of deliverables."""
    wanted = checkpoint(head)
    logs = [each.path for each in checked if each.kind == "decisions"]
    logs = logs or [each.path / DECISIONS for each in checked if each.kind == "deliverables"]
    if not logs:
        raise UsageRefusal(f"{path}: there is no decision log here that could go on from a checkpoint.")
    return tuple(Checked("checkpoint", log, (extends(log, wanted),)) for log in dict.fromkeys(logs))


def _again(checked: tuple[Checked, ...]) -> tuple[Checked, ...]:
    folders = [each.path for each in checked if each.kind == "deliverables"]
    if not folders:
        raise UsageRefusal("There are no deliverables here that could be made again.")
    return tuple(Checked("rerun", folder, made_again(folder)) for folder in folders)


def _checks(path: Path) -> Iterator[Checked]:
    if path.is_file():
        yield _file(path)
        return
    kind = _kind(path)
    if kind == "snapshot":
        yield _snapshot(path)
    elif kind == "deliverables":
        yield Checked("deliverables", path, check_deliverables(path))
    else:
        yield from _whole(path)


def _whole(home: Path) -> Iterator[Checked]:
    """Check everything that a project or a run keeps under its home; so does a folder of releases."""
    snapshots = home / SNAPSHOTS if (home / SNAPSHOTS).is_dir() else home
    deliverables = home / DELIVERABLES if (home / DELIVERABLES).is_dir() else home
    for folder in _folders(snapshots):
        if snapshots != home or _kind(folder) == "snapshot":
            yield _snapshot(folder)
    governance = _governance(home)
    log = governance / DECISIONS
    if log.is_file():
        yield _decisions(log)
    yield from _tables(governance)
    if (home / STORE).is_file():
        yield _store(home / STORE)
        if governance.is_dir() or (home / CONFIG_NAME).is_file():
            yield from _lost(log, home / STORE)
    for folder in _folders(deliverables):
        if deliverables != home or _kind(folder) == "deliverables":
            beside = home / SNAPSHOTS / folder.name
            yield Checked(
                "deliverables", folder, check_deliverables(folder, beside if beside.is_dir() else None)
            )


def _governance(home: Path) -> Path:
    """Return the folder that people edit: a project's own, or the one beside the sources of a run."""
    if (home / CONFIG_NAME).is_file() or not (home / RUN).is_file():
        return home / GOVERNANCE
    try:
        return governance_beside(recall(home))
    except UsageRefusal:
        return home / GOVERNANCE


def _folders(parent: Path) -> list[Path]:
    return sorted(each for each in parent.iterdir() if each.is_dir() and not each.name.startswith("."))


def _kind(folder: Path) -> str:
    """Return what a folder is: by its manifest, or where that is lost by what stands beside it."""
    try:
        schema = str(read_object((folder / "manifest.json").read_bytes(), _LARGEST).get("schema", ""))
    except (OSError, ValueError):
        schema = ""
    for kind in ("snapshot", "deliverables"):
        if schema.startswith(f"wherefrom.{kind}/"):
            return kind
    if (folder / "release.json").is_file() or (folder / "SHA256SUMS").is_file():
        return "snapshot"
    if (folder / "visits.jsonl").is_file() or (folder / "field_origins.csv").is_file():
        return "deliverables"
    return ""


def _snapshot(folder: Path) -> Checked:
    found = check_snapshot(folder)
    if not found:
        snapshot = load_snapshot(folder)
        said = f"release {snapshot.release}, {snapshot.snapshot_id}, {len(snapshot.files)} files"
        return Checked("snapshot", folder, (Finding(Level.OK, "snapshot", said),))
    bad = (Finding(_LEVELS[each.difference], each.path, each.message) for each in found)
    return Checked("snapshot", folder, tuple(bad))


def _decisions(path: Path) -> Checked:
    try:
        log = read_log(path)
    except InputRefusal as refusal:
        return Checked("decisions", path, (Finding(Level.BROKEN, path.name, str(refusal)),))
    said = f"{log.count} records, chain unbroken, head {log.head.removeprefix('sha256:')[:12]}"
    return Checked("decisions", path, (Finding(Level.OK, "decisions", said),))


def _tables(governance: Path) -> Iterator[Checked]:
    for name, form in _TABLES.items():
        for path in (governance / name, (governance / name).with_suffix(".xlsx")):
            if path.is_file():
                yield _table(path, form)


def _table(path: Path, form: Form) -> Checked:
    """Check what the program filled in; what people write in their own columns is theirs to change."""
    filled, complaints = machine_cells_changed(path.name, path.read_bytes(), form)
    if complaints:
        bad = (Finding(Level.DIFFERS, f"{path.name}:{each.line}", str(each)) for each in complaints)
        return Checked("table", path, tuple(bad))
    said = f"{filled} rows as they were exported" if filled else "no row that was exported"
    return Checked("table", path, (Finding(Level.OK, path.name, said),))


def _lost(path: Path, store: Path) -> Iterator[Checked]:
    """Yield the decisions that the store has seen and the log no longer holds, if there are any.

    A chain that was cut off at its end is a chain still: only who saw its end can tell. A record that was
    put in order behind another branch has a new hash, and the old one is named in the log.
    """
    try:
        log = read_log(path)
        held = {each for record in log.records for each in (record.hash, *moved_hashes(record))}
        hashes = frozenset(each.removeprefix("sha256:") for each in held)
        gone = at_rest(store, lambda opened: opened.decisions_gone(hashes))
    except InputRefusal:
        return  # told where the log and the store are checked themselves
    if gone:
        said = (
            f"The store has seen decisions that the log no longer holds: {', '.join(gone[:10])}. "
            "Bring the log back as it was committed."
        )
        yield Checked("decisions", path, (Finding(Level.MISSING, path.name, said),))


def _store(path: Path) -> Checked:
    try:
        return Checked("store", path, at_rest(path, lambda store: store.check()))
    except InputRefusal as refusal:
        return Checked("store", path, (Finding(Level.BROKEN, path.name, str(refusal)),))


def _file(path: Path) -> Checked:
    with path.open("rb") as opened:
        start = opened.read(len(_SQLITE))
    if start == _SQLITE or path.suffix == ".db":
        return _store(path)
    if path.name == DECISIONS or path.suffix == ".jsonl":
        return _decisions(path)
    raise UsageRefusal(f"{path}: this file is neither a store nor a decision log.")
