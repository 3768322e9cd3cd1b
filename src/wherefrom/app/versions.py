"""Versions of everything an answer depends on, for manifests, the store and ``doctor``."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from importlib.metadata import version

from wherefrom import __version__
from wherefrom.domain.dialects import DIALECTS
from wherefrom.extract import EXTRACTOR_VERSION
from wherefrom.publish.pages import templates_folder


@cache
def dialect_facts_version() -> str:
    """Return twelve hex digits over every dialect's fact sheet."""
    sheets = {name: asdict(sheet) for name, sheet in DIALECTS.items()}
    return hashlib.sha256(json.dumps(sheets, sort_keys=True).encode()).hexdigest()[:12]


def tool_versions() -> dict[str, str]:
    """Return the versions that decide an answer, by name. Libraries that only move bytes are left out."""
    return {
        "wherefrom": __version__,
        "extractor": EXTRACTOR_VERSION,
        "dialect_facts": dialect_facts_version(),
        "sqlglot": version("sqlglot"),
    }


def templates_versions() -> dict[str, str]:
    """Return twelve hex digits over the templates of each language, as ``templates/markdown/en``."""
    root = templates_folder()
    found = {}
    for language in sorted(each for each in (root / "markdown").iterdir() if each.is_dir()):
        digest = hashlib.sha256()
        for file in sorted(language.rglob("*.j2")):
            digest.update(file.relative_to(language).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
        found[f"templates/{language.relative_to(root).as_posix()}"] = digest.hexdigest()[:12]
    return found
