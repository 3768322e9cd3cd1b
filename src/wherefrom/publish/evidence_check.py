"""Whether the evidence stands where the deliverables say: the frozen text at every stated span."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.finding import Finding, Level
from wherefrom.publish.references import Row, read_jsonl
from wherefrom.publish.spans import Spans
from wherefrom.snapshot import Snapshot, Text, load

_PLACED = (
    "controls.jsonl",
    "diagnostics.jsonl",
    "edges.jsonl",
    "nodes.jsonl",
    "statements.jsonl",
    "visits.jsonl",
)


def check_evidence(
    path: Path, values: Mapping[str, object], data: Mapping[str, bytes], snapshot_dir: Path | None
) -> list[Finding]:
    """Compare every stated span with the frozen text.

    Args:
        path: The deliverables folder.
        values: Its manifest.
        data: Bytes by path of the files that are as recorded.
        snapshot_dir: Folder of the frozen release; None looks for one.
    """
    place = snapshot_dir or find_snapshot(path, str(values.get("release")))
    if place is None:
        said = "no snapshot was given or found, so the evidence texts were not compared"
        return [Finding(Level.OK, "snapshot", said)]
    try:
        snapshot = load(place)
    except InputRefusal as error:
        return [Finding(Level.BROKEN, "snapshot", str(error))]
    recorded = str(values.get("snapshot"))
    if snapshot.snapshot_id != recorded:
        said = "these deliverables were made from another snapshot"
        return [Finding(Level.DIFFERS, "snapshot", said, recorded, snapshot.snapshot_id)]
    held = Finding(Level.OK, "snapshot", f"{recorded}, {len(snapshot.files)} files")
    return [held, *_compare(snapshot, data)]


def find_snapshot(path: Path, release: str) -> Path | None:
    """Return ``snapshots/<release>`` in or above a deliverables folder; None where there is none."""
    if not release or release in (".", "..") or "/" in release or "\\" in release:
        return None
    here = path.resolve()
    for folder in (here, *here.parents[:2]):
        found = folder / "snapshots" / release
        if (found / "manifest.json").is_file():
            return found
    return None


def _compare(snapshot: Snapshot, data: Mapping[str, bytes]) -> list[Finding]:
    texts: dict[str, str] = {}
    for file in snapshot.files:
        text = snapshot.text(file.path)
        if isinstance(text, Text):
            texts[file.path] = text.value
    frozen = _Frozen(texts, frozenset(file.path for file in snapshot.files), {})
    spans = Spans(texts)
    findings: list[Finding] = []
    counts: list[str] = []
    for name in _PLACED:
        if name not in data:
            continue
        try:
            rows = read_jsonl(data[name])
        except ValueError:
            continue  # the references check names it
        findings += _wrong(name, rows, spans, frozen)
        counts.append(f"{len(rows)} {name.removesuffix('.jsonl')}")
    if not findings:
        said = f"{', '.join(counts)}: the text stands at the stated lines"
        findings.append(Finding(Level.OK, "evidence", said))
    return findings


@dataclass(frozen=True, slots=True)
class _Frozen:
    """The frozen texts by path, every path, and what was compared already."""

    texts: Mapping[str, str]
    paths: frozenset[str]
    known: dict[tuple[object, ...], str]


def _wrong(name: str, rows: list[Row], spans: Spans, frozen: _Frozen) -> Iterator[Finding]:
    for number, row in enumerate(rows, start=1):
        file, span = row.get("file"), row.get("span")
        if not isinstance(file, str) or not isinstance(span, dict):
            yield Finding(Level.BROKEN, name, f"row {number} does not say where its evidence stands")
            continue
        key = (file, *span.values())
        if key not in frozen.known:
            frozen.known[key] = _difference(file, span, spans, frozen)
        if frozen.known[key]:
            yield Finding(Level.DIFFERS, name, f"row {number}: {frozen.known[key]}")


def _difference(file: str, span: Mapping[str, object], spans: Spans, frozen: _Frozen) -> str:
    """Return how a span differs from the frozen text; empty if it does not."""
    if file not in frozen.paths:
        return f"the snapshot has no file {file}"
    start, end = span.get("start"), span.get("end")
    text = frozen.texts.get(file)
    if text is None:
        return "" if span.get("sha256") is None else f"{file} has no text that could be read"
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(text):
        return f"{file} has no characters {start} to {end}"
    if hashlib.sha256(text[start:end].encode("utf-8")).hexdigest() != span.get("sha256"):
        return f"{file}, characters {start} to {end}, is another text"
    if spans.lines(file, start, end) != (span.get("line"), span.get("end_line")):
        return f"{file}, characters {start} to {end}, stands on other lines"
    return ""
