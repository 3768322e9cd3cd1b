"""The whole way of a bad input: frozen, analysed, published and verified beside a file that is good."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.analyze import Analysis, analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.publish import publish_release
from wherefrom.app.verify import verify
from wherefrom.app.workspace import project_workspace
from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.domain.unit import Unit
from wherefrom.engine import Budget
from wherefrom.publish import DRAFT

GOOD = "CREATE TABLE mart.good AS SELECT g.a FROM ods.given g;\n"
HERE = Budget(jobs=1)
WORKERS = Budget(jobs=2, small=0)

Files = Mapping[str, bytes | str]


@dataclass(frozen=True, slots=True)
class Through:
    """What came out at the other end.

    Attributes:
        home: The project's folder.
        analysis: The release, linked.
        answers: By target.
        texts: Decoded text by path, of the files that have one.
    """

    home: Path
    analysis: Analysis
    answers: Mapping[str, TargetAnswer]
    texts: Mapping[str, str]

    def said(self) -> set[tuple[str, str, str]]:
        """Return every diagnostic of the files: code, file and line, and the text it stands on."""
        return {
            (
                each.code,
                f"{each.location.file}:{each.location.span.line}",
                self.texts.get(each.location.file, "")[each.location.span.start : each.location.span.end],
            )
            for each in self.analysis.graph.diagnostics
        }

    def origins(self, target: str) -> dict[str, list[str]]:
        """Return the proven origins of a target's fields."""
        return {field.field: [each.endpoint for each in field.value] for field in self.answers[target].fields}

    @property
    def published(self) -> Path:
        """The folder of deliverables."""
        return self.home / "deliverables" / "R1"

    def rows(self, name: str) -> list[dict[str, object]]:
        """Return the rows of a published JSONL file."""
        return [json.loads(line) for line in (self.published / name).read_text("utf-8").splitlines()]


def project(home: Path, files: Files, dialect: str = "postgres", config: str = "") -> Path:
    """Write a project with the good file and others, and return its folder."""
    sql = home / "sql"
    sql.mkdir(parents=True)
    head = f'config_version = 1\n[project]\nsources = ["sql"]\ndialect = "{dialect}"\n'
    (home / "wherefrom.toml").write_text(head + config, "utf-8")
    for name, data in {"good.sql": GOOD, **files}.items():
        place = sql / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return home


def go_through(home: Path, targets: tuple[str, ...] | None = None, budget: Budget = HERE) -> Through:
    """Freeze, analyse, publish and verify a project; what holds for every input is checked on the way."""
    workspace = project_workspace(home)
    snapshot = freeze(workspace, "R1")
    analysis, answers = analyze(workspace, snapshot, targets, budget)
    publish_release(analysis, answers, workspace.deliverables_dir("R1"), DRAFT)
    done = Through(home, analysis, {each.target: each for each in answers}, analysis.reading.texts)
    assert done.origins("mart.good") == {"a": ["ods.given.a"]}
    assert [each for item in verify(home) for each in item.findings if not each.ok] == []
    for file in analysis.reading.files:
        assert unaccounted(file.unit) == 0, file.path
    published = {(row["code"], row["file"]) for row in done.rows("diagnostics.jsonl")}
    assert {(each.code, each.location.file) for each in analysis.graph.diagnostics} <= published
    return done


def unaccounted(unit: Unit) -> int:
    """Return how many characters are neither understood nor named by a diagnostic that says they were not."""
    grave = [each for each in unit.diagnostics if DIAGNOSTICS[each.code].severity is Severity.ERROR]
    if any(each.statement == 0 and each.span.end == 0 for each in grave):
        return 0  # the file has no text: it is named as a whole
    named = last = 0
    for start, end in sorted((each.span.start, each.span.end) for each in grave):
        named += max(0, end - max(start, last))
        last = max(last, end)
    return max(0, unit.coverage.total - unit.coverage.understood - named)
