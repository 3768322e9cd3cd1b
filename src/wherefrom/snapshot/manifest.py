"""The papers of a release: ``manifest.json``, ``release.json`` and ``SHA256SUMS``, to and from bytes.

``manifest.json`` and ``release.json`` are canonical JSON (RFC 8785) without a trailing newline, so
that equal content is equal bytes. The snapshot id hashes the sorted (path, size, sha256) and
nothing else (method 1.2): the same files give the same id anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import rfc8785

from wherefrom.snapshot.names import is_evidence_path, twins
from wherefrom.snapshot.values import CATALOG, SQL, FreezeSettings, Skipped, SkipReason, SnapshotFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MANIFEST, RELEASE, SUMS = "manifest.json", "release.json", "SHA256SUMS"
SCHEMA = "wherefrom.snapshot/1"
RELEASE_SCHEMA = "wherefrom.release/1"
_ID_DOMAIN = b"wherefrom-snapshot-v1\0"
_RELEASE_DOMAIN = b"wherefrom-release-v1\0"
_HEX = re.compile(r"[0-9a-f]{64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Malformed(ValueError):  # noqa: N818  # it is what the paper is
    """Bytes that are not the paper they should be; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of ``manifest.json``.

    Attributes:
        files: Sorted by path.
        skipped: Sorted.
        settings: The rules the release was frozen by.
        snapshot_id: The identity of the content, worked out from the files.
    """

    files: tuple[SnapshotFile, ...]
    skipped: tuple[Skipped, ...]
    settings: FreezeSettings
    snapshot_id: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "snapshot_id", snapshot_id(self.files))


@dataclass(frozen=True, slots=True)
class ReleaseRecord:
    """The content of ``release.json``: what the content alone does not say.

    Attributes:
        name: The release's name.
        frozen_at: ISO 8601 in UTC, to the second.
        snapshot_id: Identity of the content.
        manifest_sha256: Of the manifest's bytes, hex.
    """

    name: str
    frozen_at: str
    snapshot_id: str
    manifest_sha256: str


def snapshot_id(files: Iterable[SnapshotFile]) -> str:
    """Return the identity of a set of files: their paths, sizes and hashes, in order of path."""
    rows = sorted((file.path, file.size, file.sha256) for file in files)
    content = rfc8785.dumps([list(row) for row in rows])
    return f"sha256:{hashlib.sha256(_ID_DOMAIN + content).hexdigest()}"


def is_moment(text: str) -> bool:
    """Whether a text is a moment as a release record states it: ``2026-11-27T18:00:00Z``."""
    return _MOMENT.fullmatch(text) is not None


def manifest_bytes(manifest: Manifest) -> bytes:
    """Return ``manifest.json``."""
    settings = manifest.settings
    return rfc8785.dumps(
        {
            "schema": SCHEMA,
            "hash": "sha256",
            "snapshot": manifest.snapshot_id,
            "entries": [_entry(file) for file in manifest.files],
            "skipped": [{"path": each.path, "reason": each.reason.value} for each in manifest.skipped],
            "twins": [list(group) for group in twins(file.path for file in manifest.files)],
            "rules": {
                "include": list(settings.include),
                "exclude": list(settings.exclude),
                "encodings": [{"files": glob, "encoding": name} for glob, name in settings.encodings],
                "max_file_bytes": settings.max_file_bytes,
            },
            "totals": {
                "files": len(manifest.files),
                "bytes": sum(file.size for file in manifest.files),
                "skipped": len(manifest.skipped),
                "unread": sum(bool(file.unread) for file in manifest.files),
            },
        }
    )


def _entry(file: SnapshotFile) -> dict[str, Any]:
    lf, crlf, cr = file.newlines
    entry: dict[str, Any] = {
        "path": file.path,
        "size": file.size,
        "sha256": file.sha256,
        "encoding": file.encoding,
        "bom": file.bom,
        "newlines": {"lf": lf, "crlf": crlf, "cr": cr},
        "executable": file.executable,
    }
    if file.stored != f"files/{file.path}":
        entry["stored"] = file.stored
    if file.raw:
        entry["raw"] = base64.b64encode(file.raw).decode("ascii")
    if file.kind != SQL:
        entry["kind"] = file.kind
    if file.source:
        entry["source"] = file.source
    if file.unread:
        entry["unread"] = {"code": file.unread, "message": file.unread_message}
    return entry


def read_manifest(data: bytes) -> Manifest:
    """Read ``manifest.json``.

    Raises:
        Malformed: it is not canonical, not a manifest, or says something that its entries do not bear out.
    """
    value = _canonical(data, SCHEMA)
    try:
        rules = value["rules"]
        manifest = Manifest(
            tuple(_read_entry(entry) for entry in value["entries"]),
            tuple(Skipped(each["path"], SkipReason(each["reason"])) for each in value["skipped"]),
            FreezeSettings(
                tuple(rules["include"]),
                tuple(rules["exclude"]),
                tuple((each["files"], each["encoding"]) for each in rules["encodings"]),
                rules["max_file_bytes"],
            ),
        )
        again = manifest_bytes(manifest)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed(f"it is no snapshot manifest ({type(error).__name__}: {error})") from error
    paths = [file.path for file in manifest.files]
    if paths != sorted(set(paths)):
        raise Malformed("its entries are not sorted by path, or a path stands twice")
    if value.get("snapshot") != manifest.snapshot_id:
        raise Malformed(
            f"it names the snapshot {value.get('snapshot')}, and its entries hash to {manifest.snapshot_id}"
        )
    if again != data:
        raise Malformed("it holds more, less or other values than its entries bear out")
    return manifest


def _read_entry(entry: dict[str, Any]) -> SnapshotFile:
    counts = entry["newlines"]
    unread = entry.get("unread", {"code": "", "message": ""})
    file = SnapshotFile(
        path=entry["path"],
        size=entry["size"],
        sha256=entry["sha256"],
        encoding=entry["encoding"],
        newlines=(counts["lf"], counts["crlf"], counts["cr"]),
        bom=entry["bom"],
        executable=entry["executable"],
        raw=base64.b64decode(entry.get("raw", ""), validate=True),
        unread=unread["code"],
        unread_message=unread["message"],
        kind=entry.get("kind", SQL),
        source=entry.get("source", ""),
    )
    if not _HEX.fullmatch(file.sha256) or type(file.size) is not int:
        raise ValueError(f"sha256 or size of '{file.path}'")
    if file.kind not in (SQL, CATALOG):
        raise ValueError(f"kind of '{file.path}'")
    if not is_evidence_path(file.path):
        raise ValueError(f"the path '{file.path}' is none that is ever frozen")
    return file


def release_bytes(record: ReleaseRecord) -> bytes:
    """Return ``release.json``: the record with its own hash, over everything else in it."""
    value: dict[str, Any] = {
        "schema": RELEASE_SCHEMA,
        "name": record.name,
        "frozen_at": record.frozen_at,
        "snapshot": record.snapshot_id,
        "manifest_sha256": record.manifest_sha256,
    }
    own = hashlib.sha256(_RELEASE_DOMAIN + rfc8785.dumps(value)).hexdigest()
    return rfc8785.dumps({**value, "hash": f"sha256:{own}"})


def read_release(data: bytes) -> ReleaseRecord:
    """Read ``release.json``.

    Raises:
        Malformed: it is not canonical, no release record, or its own hash does not hold.
    """
    value = _canonical(data, RELEASE_SCHEMA)
    try:
        record = ReleaseRecord(value["name"], value["frozen_at"], value["snapshot"], value["manifest_sha256"])
        again = release_bytes(record)
        moment_is_good = is_moment(record.frozen_at)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(f"it is no release record ({type(error).__name__}: {error})") from error
    if again != data:
        raise Malformed("its own hash does not hold, or it has fields that do not belong there")
    if not moment_is_good:
        raise Malformed(f"frozen_at is '{record.frozen_at}'; it is written like 2026-11-27T18:00:00Z")
    return record


def sums_bytes(files: Sequence[SnapshotFile], manifest: bytes, release: bytes) -> bytes:
    """Return ``SHA256SUMS``, which ``sha256sum -c`` checks from inside the release folder.

    Stored names hold no newline, carriage return or backslash, so no line needs that tool's escapes.
    """
    rows = [(MANIFEST, hashlib.sha256(manifest).hexdigest()), (RELEASE, hashlib.sha256(release).hexdigest())]
    rows += sorted((file.stored, file.sha256) for file in files)
    return "".join(f"{digest}  {name}\n" for name, digest in rows).encode()


def _canonical(data: bytes, schema: str) -> dict[str, Any]:
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"it is no JSON ({type(error).__name__})") from error
    if not isinstance(value, dict):
        raise Malformed("it is no JSON object")
    if value.get("schema") != schema:
        raise Malformed(f"its schema is '{value.get('schema')}'; this program reads '{schema}'")
    try:
        canonical = rfc8785.dumps(value)
    except (ValueError, RecursionError) as error:  # CanonicalizationError is a ValueError
        raise Malformed("it is no canonical JSON (RFC 8785)") from error
    if canonical != data:
        raise Malformed("it is no canonical JSON (RFC 8785): bytes were added, moved or doubled")
    return value
