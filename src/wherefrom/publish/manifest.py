"""``manifest.json``: what a deliverables folder holds, what it rests on, and its own digest."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import rfc8785

from wherefrom.domain.binding import PROVEN_RULES, Candidate, Status
from wherefrom.domain.decision import is_open
from wherefrom.domain.evidence import EndpointKind, TargetAnswer
from wherefrom.domain.strict_json import read_object
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.closure import all_fields
from wherefrom.publish.folder import Written
from wherefrom.publish.left_out import left_out
from wherefrom.publish.spans import Json

SCHEMA = "wherefrom.deliverables/1"

NAME = "manifest.json"

MAX_SIZE = 256_000_000
"""Largest manifest that is read. Unit: bytes."""

_TEMPLATES = "templates/"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of one publication.

    Attributes:
        values: Its content, as JSON values.
        digest: ``sha256:…`` of its canonical form without ``digest``; for a tag or a ticket.
        files: Paths of the files it lists, sorted.
    """

    values: Mapping[str, object]
    digest: str
    files: tuple[str, ...]


def make_manifest(bundle: Bundle, files: Sequence[Written]) -> Manifest:
    """Return the manifest of a bundle and its files.

    Args:
        bundle: What is published.
        files: What was written, by ascending path.
    """
    values: Json = {
        "schema": SCHEMA,
        "state": bundle.state,
        "release": bundle.release,
        "analysis_id": bundle.analysis_id,
        "snapshot": bundle.snapshot_id,
        "frozen_at": bundle.frozen_at,
        "decisions": {"head": with_prefix(bundle.decision_head), "count": bundle.decision_count},
        "store_revision": bundle.store_revision,
        "governance": {name: with_prefix(bundle.governance[name]) for name in bundle.governance},
        "targets": [_target(bundle, answer) for answer in bundle.answers],
        "counts": _counts(bundle),
        "left_out": dict(left_out(bundle.skipped, bundle.diagnostics, bundle.answers)),
        "tool": _tool(bundle.versions),
        "settings": dict(bundle.settings),
        "files": [{"path": each.path, "size": each.size, "sha256": each.sha256} for each in files],
    }
    values["digest"] = digest_of(values)
    return Manifest(values, str(values["digest"]), tuple(each.path for each in files))


def manifest_bytes(values: Mapping[str, object]) -> bytes:
    """Return a manifest as its file holds it: indented, keys sorted, one newline at the end."""
    return (json.dumps(values, sort_keys=True, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def digest_of(values: Mapping[str, object]) -> str:
    """Return a manifest's digest: sha256 of its RFC 8785 form without ``digest``.

    Raises:
        ValueError: it holds what no manifest may: a fraction, or half a surrogate pair.
    """
    plain = json.dumps({key: value for key, value in values.items() if key != "digest"})
    form = rfc8785.dumps(read_object(plain.encode("utf-8"), MAX_SIZE))  # type: ignore[arg-type]
    return "sha256:" + hashlib.sha256(form).hexdigest()


def with_prefix(digest: str) -> str:
    """Return a digest as ``sha256:…``, however it was given."""
    return digest if digest.startswith("sha256:") else f"sha256:{digest}"


def open_candidates(bundle: Bundle, answer: TargetAnswer) -> tuple[Candidate, ...]:
    """Return the writer bindings that keep the gate closed for a target, by id."""
    found = (c for c in answer.closure.candidates if is_open(c, bundle.rulings.get(c.binding_id)))
    return tuple(sorted(found, key=lambda candidate: candidate.binding_id))


def status_of(bundle: Bundle, candidate: Candidate) -> Status:
    """Return what stands for a candidate; PENDING where nobody said anything and review is needed."""
    ruling = bundle.rulings.get(candidate.binding_id)
    if ruling is not None:
        return ruling.status
    return Status.NOT_NEEDED if candidate.rule in PROVEN_RULES else Status.PENDING


def _target(bundle: Bundle, answer: TargetAnswer) -> Json:
    classes = Counter(found.source_class.value for found in bundle.classes.get(answer.target, ()))
    found: Json = {"table": answer.target}
    if answer.display and answer.display != answer.target:
        found["display"] = answer.display
    return found | {
        "rests_on": _rests_on(bundle, answer),
        "fields": len(answer.fields),
        "proven": sum(field.proven for field in answer.fields),
        "classes": dict(classes),
        "open": [
            {"candidate_id": candidate.binding_id, "state": status_of(bundle, candidate).value}
            for candidate in open_candidates(bundle, answer)
        ],
    }


def _rests_on(bundle: Bundle, answer: TargetAnswer) -> Json:
    """Return the decisions that a target's deliverables rest on, by what they are about, each sorted."""
    writers = (bundle.rulings.get(c.binding_id) for c in answer.closure.candidates)
    ends = {end.table for field in answer.fields for end in field.value if end.kind is EndpointKind.FIELD}
    systems = (bundle.systems.get(table) for table in ends)
    names = (answer.target, *(f"{answer.target}.{field.field}" for field in answer.fields))
    terms = (bundle.glossary.get(name) for name in names)
    return {
        "writers": sorted({each.decision_id for each in writers if each and each.decision_id}),
        "systems": sorted({each.decision_id for each in systems if each and each.decision_id}),
        "glossary": sorted({each.decision_id for each in terms if each}),
    }


def _counts(bundle: Bundle) -> Json:
    visits = [visit for _, field in all_fields(bundle) for visit in field.visits]
    terminals = Counter(visit.terminal.value for visit in visits if visit.terminal)
    by_status = Counter(placed.statement.status.value for placed in bundle.statements)
    decisions = Counter(status_of(bundle, candidate).value for candidate in bundle.candidates)
    return {
        "files": len(bundle.files),
        "statements": len(bundle.statements),
        "statements_by_status": dict(by_status),
        "diagnostics": dict(Counter(said.code for said in bundle.diagnostics)),
        "candidates": dict(decisions),
        "visits": len(visits),
        "terminals": dict(terminals),
    }


def _tool(versions: Mapping[str, str]) -> Json:
    found: Json = {name: text for name, text in versions.items() if not name.startswith(_TEMPLATES)}
    templates = {
        name.removeprefix(_TEMPLATES): text for name, text in versions.items() if name.startswith(_TEMPLATES)
    }
    return found | ({"templates": templates} if templates else {})
