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


def html_versions() -> dict[str, str]:
    """Return the versions of the libraries whose words stand in HTML pages: colours, links and bold."""
    return {name: version(name) for name in ("markdown-it-py", "pygments")}


def templates_versions() -> dict[str, str]:
    """Return twelve hex digits over the templates of each form of pages, as ``templates/markdown``."""
    root = templates_folder()
    found = {}
    for form in sorted(each for each in root.iterdir() if each.is_dir()):
        digest = hashlib.sha256()
        for file in sorted(each for each in form.rglob("*") if each.is_file()):
            digest.update(file.relative_to(form).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
        found[f"templates/{form.name}"] = digest.hexdigest()[:12]
    return found
