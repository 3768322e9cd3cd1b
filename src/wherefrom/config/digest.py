"""The part of an analysis' identity that people set."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import rfc8785

if TYPE_CHECKING:
    from wherefrom.config.project import Project

_DOMAIN = b"wherefrom-settings-v1\0"


def evidence_settings(project: Project) -> dict[str, object]:
    """Return everything in a project that changes evidence, as JSON values.

    Left out is what the snapshot holds already (sources, include, exclude, the largest file), what only changes how
    evidence is shown (name, languages, redact) or decided on (four eyes), and every absolute path.
    """
    defaults = project.defaults
    return {
        "dialect": defaults.dialect,
        "encoding": defaults.encoding,
        "default_catalog": defaults.default_catalog,
        "default_schema": defaults.default_schema,
        "styles": list(defaults.styles),
        "rules": [
            {
                "files": list(rule.files),
                "dialect": rule.dialect,
                "encoding": rule.encoding,
                "default_catalog": rule.default_catalog,
                "default_schema": rule.default_schema,
                "styles": None if rule.styles is None else list(rule.styles),
            }
            for rule in project.rules
        ],
        "environments": [list(pair) for pair in project.environments],
        "path_targets": [{"files": list(rule.files), "target": rule.target} for rule in project.path_targets],
        "statement_chars": project.statement_chars,
        "visits": project.visits,
        "schema_evidence": [_portable(path) for path in project.schema_evidence],
    }


def settings_digest(project: Project) -> str:
    """Return ``sha256:…`` over the canonical JSON (RFC 8785) of ``evidence_settings``."""
    content = rfc8785.dumps(evidence_settings(project))  # type: ignore[arg-type]
    return f"sha256:{hashlib.sha256(_DOMAIN + content).hexdigest()}"


def _portable(path: str) -> str:
    return PurePosixPath(path).name if PurePosixPath(path).is_absolute() else path
