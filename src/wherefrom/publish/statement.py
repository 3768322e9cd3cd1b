"""``manifest.intoto.json``: the manifest as an in-toto Statement, for tools that sign one (in-toto Attestation v1)."""

from __future__ import annotations

import json
from collections.abc import Mapping

NAME = "manifest.intoto.json"
TYPE = "https://in-toto.io/Statement/v1"
PREDICATE = "urn:wherefrom:deliverables:v1"


def statement_bytes(values: Mapping[str, object], manifest_sha256: str) -> bytes:
    """Return the statement about a publication: every file by its hash, and what the manifest says of them.

    It follows from the manifest alone, so it is the same bytes wherever it is written.

    Args:
        values: The manifest's content.
        manifest_sha256: Hash of ``manifest.json`` itself, hex; it is a subject like the files it lists.
    """
    subjects = {"manifest.json": manifest_sha256} | _listed(values)
    statement = {
        "_type": TYPE,
        "subject": [{"name": name, "digest": {"sha256": subjects[name]}} for name in sorted(subjects)],
        "predicateType": PREDICATE,
        "predicate": {key: values[key] for key in values if key != "files"},
    }
    return (json.dumps(statement, sort_keys=True, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _listed(values: Mapping[str, object]) -> dict[str, str]:
    files = values.get("files")
    entries = files if isinstance(files, list) else []
    return {str(each.get("path")): str(each.get("sha256")) for each in entries if isinstance(each, dict)}
