"""Append records to a decision log, as a later command will; for tests only."""

from __future__ import annotations

import json
from pathlib import Path

from wherefrom.domain.decision import GENESIS
from wherefrom.domain.decision_chain import DecisionLog, read_chain, record_hash

PRINT_A, PRINT_B, PRINT_C = "a" * 64, "b" * 64, "c" * 64


def record(before: dict[str, object] | None, **stated: object) -> dict[str, object]:
    """Return the record that follows another, as JSON values."""
    seq = int(str(before["seq"])) + 1 if before else 1
    values: dict[str, object] = {
        "v": 1,
        "seq": seq,
        "prev_hash": str(before["hash"]) if before else f"sha256:{GENESIS}",
        "decision_id": f"D{seq:04}",
        "subject_type": "WRITER",
        "binding_id": "W0000000001",
        "decision": "CONFIRMED",
        "approval": "NOT_REQUIRED",
        "supersedes": "",
        "reason": "",
        "ticket": "",
        "responsible": "Orders",
        "note": "",
        "actor": "ada",
        "actor_source": "local",
        "decided_at": f"2026-11-{20 + seq // 60 % 8:02}T10:{seq % 60:02}:00Z",
        "effective_from": "",
        "effective_to": "",
        "evidence_fingerprint": f"sha256:{PRINT_A}",
        "snapshot_id": "sha256:" + "1" * 64,
        "request_id": "",
    }
    values.update(stated)
    if "subject" in stated:
        values.pop("binding_id")
    values["hash"] = record_hash(values)
    return values


def chain(*stated: dict[str, object]) -> bytes:
    """Return a log's bytes: one record per set of stated values."""
    lines: list[bytes] = []
    before: dict[str, object] | None = None
    for each in stated:
        before = record(before, **each)
        lines.append(json.dumps(before, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return b"".join(lines)


def log_of(*stated: dict[str, object]) -> DecisionLog:
    return read_chain(chain(*stated))


def append(path: Path, **stated: object) -> dict[str, object]:
    """Append one record to a log on disk."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    after = record(json.loads(lines[-1]) if lines else None, **stated)
    with path.open("ab") as stream:
        stream.write(json.dumps(after, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return after
