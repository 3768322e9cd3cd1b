"""Whether a deliverables folder is still what was published: every difference, by name. Reads only.

Needs the folder alone; with the snapshot beside it, the evidence texts are compared too.
"""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.domain.decision_chain import BrokenRecord, read_chain
from wherefrom.domain.finding import Finding, Level
from wherefrom.domain.strict_json import read_object
from wherefrom.publish.bundle import APPROVED, DRAFT
from wherefrom.publish.deliverables import PAPERS, files_under, paper_bytes, stays_inside
from wherefrom.publish.evidence_check import check_evidence
from wherefrom.publish.manifest import MAX_SIZE, NAME, SCHEMA, digest_of, manifest_bytes, with_prefix
from wherefrom.publish.references import check_references
from wherefrom.publish.statement import NAME as STATEMENT


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file as the manifest lists it."""

    path: str
    size: int
    sha256: str


def check_deliverables(path: Path, snapshot_dir: Path | None = None) -> tuple[Finding, ...]:
    """Check a deliverables folder, offline.

    Args:
        path: The folder.
        snapshot_dir: Folder of the frozen release; None looks for ``snapshots/<release>`` in and
            above the folder.

    Returns:
        What was found, all of it: one OK finding per check that holds, and one finding per item
        that does not, in the order manifest, files, decisions, references, state, evidence.
    """
    values, findings = _read_manifest(path)
    if values is None:
        return tuple(findings)
    entries, shape = _entries(values)
    findings += shape
    findings += _check_statement(path, values)
    data, files = _read_files(path, entries)
    findings += files
    findings += _check_decisions(values, data)
    findings += check_references(data, str(values.get("state")))
    findings += _check_state(values)
    findings += check_evidence(path, values, data, snapshot_dir)
    return tuple(findings)


class _Found(Exception):  # noqa: N818  # it carries what was found to the check's end
    """A finding that ends the check of one item."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def _read_manifest(path: Path) -> tuple[dict[str, object] | None, list[Finding]]:
    try:
        data = _plain_bytes(path, NAME, "there is no manifest here: these are no deliverables")
        values = read_object(data, MAX_SIZE)
        return values, [_judge_manifest(values, data)]
    except _Found as found:
        return None, [found.finding]
    except (ValueError, RecursionError) as error:
        return None, [Finding(Level.BROKEN, NAME, f"the manifest is not what one is: {error}")]


def _judge_manifest(values: Mapping[str, object], data: bytes) -> Finding:
    if values.get("schema") != SCHEMA:
        schema = str(values.get("schema"))
        raise _Found(Finding(Level.BROKEN, NAME, "this program reads another schema", SCHEMA, schema))
    recorded, found = str(values.get("digest")), digest_of(values)
    if recorded != found:
        said = "the manifest was changed: its own digest does not fit what it says"
        return Finding(Level.DIFFERS, NAME, said, recorded, found)
    written = manifest_bytes(values)
    if data != written:
        said = "the manifest was changed: its layout is not the one it is written in"
        return Finding(Level.DIFFERS, NAME, said, _sha256(written), _sha256(data))
    return Finding(Level.OK, NAME, f"{values.get('state')}, release {values.get('release')}")


def _check_statement(path: Path, values: Mapping[str, object]) -> Iterator[Finding]:
    """Yield what is wrong with the statement: it follows from the manifest."""
    try:
        found = _plain_bytes(path, STATEMENT, "the statement about the manifest is not there")
    except _Found as stop:
        yield stop.finding
        return
    due = paper_bytes(values)[STATEMENT]
    if found != due:
        yield Finding(
            Level.DIFFERS,
            STATEMENT,
            "it is not what follows from manifest.json",
            _sha256(due),
            _sha256(found),
        )


def _sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _entries(values: Mapping[str, object]) -> tuple[tuple[_Entry, ...], list[Finding]]:
    listed = values.get("files")
    entries: dict[str, _Entry] = {}
    findings: list[Finding] = []
    for each in listed if isinstance(listed, list) else [None]:
        entry = _entry(each)
        if entry is None or entry.path in entries or entry.path in PAPERS:
            findings.append(Finding(Level.BROKEN, NAME, f"an entry of its files is none: {each}"))
        else:
            entries[entry.path] = entry
    return tuple(entries.values()), findings


def _entry(value: object) -> _Entry | None:
    if not isinstance(value, dict):
        return None
    path, size, digest = value.get("path"), value.get("size"), value.get("sha256")
    if not isinstance(path, str) or not isinstance(size, int) or not isinstance(digest, str):
        return None
    return _Entry(path, size, digest) if stays_inside(path) else None


def _read_files(path: Path, entries: Iterable[_Entry]) -> tuple[dict[str, bytes], list[Finding]]:
    """Return the bytes of the files that are as recorded, and a finding for each of the others."""
    data: dict[str, bytes] = {}
    findings: list[Finding] = []
    listed = set(PAPERS)
    for entry in entries:
        listed.add(entry.path)
        found = _read_file(path, entry)
        if isinstance(found, Finding):
            findings.append(found)
        else:
            data[entry.path] = found
    unlisted = (name for name in files_under(path) if name not in listed)
    findings += [Finding(Level.EXTRA, name, "the manifest does not list it") for name in unlisted]
    if not findings:
        findings.append(Finding(Level.OK, "files", f"all {len(data)} have the recorded sha256"))
    return data, findings


def _read_file(folder: Path, entry: _Entry) -> bytes | Finding:
    try:
        found = _plain_bytes(folder, entry.path, "the manifest lists it, and it is not there")
    except _Found as stop:
        return stop.finding
    recorded, here = with_prefix(entry.sha256), _sha256(found)
    if here != recorded:
        return Finding(Level.DIFFERS, entry.path, "its bytes are not those published", recorded, here)
    if len(found) != entry.size:
        sizes = (f"{entry.size} bytes", f"{len(found)} bytes")
        return Finding(Level.DIFFERS, entry.path, "its size is not the one recorded", *sizes)
    return found


def _plain_bytes(folder: Path, name: str, missing: str) -> bytes:
    """Return a file's bytes; links are not followed and nothing but plain files is opened."""
    place = folder.joinpath(*name.split("/"))
    way = [up for up in (place, *place.parents) if up.is_relative_to(folder) and up != folder]
    try:
        if any(up.is_symlink() for up in way):
            raise _Found(Finding(Level.BROKEN, name, "it is reached through a link; links are not followed"))
        if not stat.S_ISREG(place.lstat().st_mode):
            raise _Found(Finding(Level.BROKEN, name, "it is no plain file"))
        return place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise _Found(Finding(Level.MISSING, name, missing)) from None
    except OSError as error:
        raise _Found(Finding(Level.BROKEN, name, f"it cannot be read: {error.strerror}")) from None


def _check_decisions(values: Mapping[str, object], data: Mapping[str, bytes]) -> list[Finding]:
    name = "decisions.jsonl"
    if name not in data:
        return []
    try:
        log = read_chain(data[name])
    except BrokenRecord as error:
        return [Finding(Level.BROKEN, name, f"line {error.line}: {error}")]
    recorded = values.get("decisions")
    found = {"head": with_prefix(log.head), "count": log.count}
    if recorded != found:
        said = "the decision log is not the one the manifest names"
        return [Finding(Level.DIFFERS, name, said, _shown(recorded), _shown(found))]
    gone = sorted(_relied_on(values) - {record.decision_id for record in log.records})
    if gone:
        return [
            Finding(Level.BROKEN, NAME, f"it rests on decisions that {name} does not hold: {', '.join(gone)}")
        ]
    return [Finding(Level.OK, "decisions", f"{log.count} records, chain unbroken, head {log.head[:12]}")]


def _relied_on(values: Mapping[str, object]) -> set[str]:
    """Return the ids of every decision that the manifest's targets rest on."""
    targets = values.get("targets")
    stated = (
        [each.get("rests_on") for each in targets if isinstance(each, dict)]
        if isinstance(targets, list)
        else []
    )
    lists = [
        ids for each in stated if isinstance(each, dict) for ids in each.values() if isinstance(ids, list)
    ]
    return {str(one) for ids in lists for one in ids}


def _shown(head: object) -> str:
    if not isinstance(head, dict):
        return str(head)
    return f"{head.get('count')} records, head {head.get('head')}"


def _check_state(values: Mapping[str, object]) -> Iterator[Finding]:
    state = values.get("state")
    if state not in (DRAFT, APPROVED):
        yield Finding(Level.BROKEN, NAME, "its state is none", f"{DRAFT} or {APPROVED}", str(state))
    targets = values.get("targets")
    for target in targets if isinstance(targets, list) else []:
        still = target.get("open") if isinstance(target, dict) else None
        if state == APPROVED and still:
            said = f"{target.get('table')} is APPROVED with open decisions"
            yield Finding(Level.BROKEN, NAME, said, "none open", f"{len(still)} open")
