"""Whether a project shows the literals of its SQL, and what takes them out where it does not."""

from __future__ import annotations

from typing import Protocol

from wherefrom.app.units import Reading
from wherefrom.config import Project
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import PlacedDiagnostic, TargetAnswer
from wherefrom.lineage import Graph
from wherefrom.publish.redaction import RedactedTexts, Redaction


class Release(Protocol):
    """A release, linked."""

    @property
    def project(self) -> Project:
        """What people set."""

    @property
    def reading(self) -> Reading:
        """Its files, read."""

    @property
    def graph(self) -> Graph:
        """The linked graph."""


def redaction_of(release: Release) -> Redaction | None:
    """Return what takes the literals out of a release's evidence; None where they may be shown."""
    if release.project.redact == "off":
        return None
    return redaction_over(release.project, release.reading, release.graph)


def shown_text(release: Release, file: str) -> str:
    """Return a file's text as it may be shown; empty where it has none."""
    redaction = redaction_of(release)
    return (release.reading.texts if redaction is None else redaction.shown).get(file, "")


def redaction_over(project: Project, reading: Reading, graph: Graph) -> Redaction | None:
    """Return what takes the literals out of what was found in some files; None where they may be shown.

    Args:
        project: What people set.
        reading: The files, read.
        graph: The same, linked.
    """
    if project.redact == "off":
        return None

    def dialect(file: str) -> str:
        return reading.dialects.get(file, project.defaults.dialect)

    return Redaction(reading.texts, RedactedTexts(reading.texts, graph.statements, dialect), dialect)


def redact(
    redaction: Redaction | None, answers: tuple[TargetAnswer, ...], diagnostics: tuple[PlacedDiagnostic, ...]
) -> tuple[tuple[TargetAnswer, ...], tuple[PlacedDiagnostic, ...]]:
    """Return answers and diagnostics as they may be shown.

    Args:
        redaction: What takes literals out; None where they may be shown.
        answers: One per target.
        diagnostics: Diagnostics beside those of the answers.
    """
    if redaction is None:
        return answers, diagnostics
    return run_deep(
        lambda given: (tuple(given.answer(each) for each in answers), given.diagnostics(diagnostics)),
        redaction,
    )
