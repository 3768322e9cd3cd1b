"""What the settings' digest is about, and what not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from wherefrom.config import (
    DialectRule,
    FileSettings,
    PathTarget,
    Project,
    evidence_settings,
    settings_digest,
)

BASE = Project(name="x", sources=("sql",), defaults=FileSettings("hive"), root=Path("/srv/x"))


def test_it_is_stable() -> None:
    assert settings_digest(Project()) == (
        "sha256:41b8b15e9b48a9f4995da4f23fc387713e759ad4457136760f54be1aa00c78f2"
    )


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, name="y"),
        replace(BASE, root=Path("/home/other")),
        replace(BASE, sources=("/srv/elsewhere/sql",)),
        replace(BASE, include=("**",), exclude=("tmp/",)),
        replace(BASE, four_eyes="all", languages=("zh",), redact="literals", file_bytes=1),
    ],
)
def test_what_changes_no_evidence(other: Project) -> None:
    assert settings_digest(other) == settings_digest(BASE)


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, defaults=FileSettings("spark")),
        replace(BASE, defaults=FileSettings("hive", encoding="gbk")),
        replace(BASE, defaults=FileSettings("hive", default_catalog="c")),
        replace(BASE, defaults=FileSettings("hive", default_schema="s")),
        replace(BASE, defaults=FileSettings("hive", styles=("jinja",))),
        replace(BASE, rules=(DialectRule(("a/**",), "tsql"),)),
        replace(BASE, rules=(DialectRule(("a/**",), encoding="tsql"),)),
        replace(BASE, environments=(("a", "b"),)),
        replace(BASE, path_targets=(PathTarget(("models/**",)),)),
        replace(BASE, path_targets=(PathTarget(("models/**",), "{folder}"),)),
        replace(BASE, schema_evidence=("catalog.yml",)),
        replace(BASE, statement_chars=1_000),
        replace(BASE, visits=1_000),
    ],
)
def test_what_changes_evidence(other: Project) -> None:
    assert settings_digest(other) != settings_digest(BASE)


def test_no_place_on_a_machine_is_in_it() -> None:
    project = replace(BASE, schema_evidence=("/srv/x/catalog.yml", "more/catalog.yml"))
    assert "/srv" not in json.dumps(evidence_settings(project))
    assert evidence_settings(project)["schema_evidence"] == ["catalog.yml", "more/catalog.yml"]
