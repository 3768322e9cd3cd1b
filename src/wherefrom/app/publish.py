"""Publish: evidence and decisions as one bundle, then pages and data files under one manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from wherefrom.app.analyze import Analysis
from wherefrom.app.gate import require_open_gate
from wherefrom.app.redaction import redact, redaction_of
from wherefrom.app.versions import html_versions, templates_versions, tool_versions
from wherefrom.config import evidence_settings
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.lineage import classify
from wherefrom.publish import APPROVED, Bundle, Manifest, write_deliverables
from wherefrom.publish.pages import pages
from wherefrom.publish.site import site
from wherefrom.store import HEAD

MARKDOWN, HTML = "markdown", "html"

FORMS: Mapping[str, Callable[[Bundle, Sequence[str]], dict[str, str]]] = {MARKDOWN: pages, HTML: site}
"""How pages can be published: what makes them of a bundle, in some languages."""


def make_bundle(
    analysis: Analysis, answers: tuple[TargetAnswer, ...], state: str, forms: Sequence[str] = (MARKDOWN,)
) -> Bundle:
    """Return everything that is published, as one value.

    Args:
        analysis: The release, linked.
        answers: One per target.
        state: ``DRAFT`` or ``APPROVED``.
        forms: How its pages are published, by the names of ``FORMS``.
    """
    project, graph, snapshot = analysis.project, analysis.graph, analysis.snapshot
    published: dict[str, object] = {
        "languages": list(project.languages),
        "forms": list(forms),
        "redact": project.redact,
    }
    redaction = redaction_of(analysis)
    answers, diagnostics = redact(redaction, answers, graph.diagnostics)
    return Bundle(
        release=snapshot.release,
        frozen_at=snapshot.frozen_at,
        snapshot_id=snapshot.snapshot_id,
        analysis_id=analysis.analysis_id,
        state=state,
        files=snapshot.files,
        texts=analysis.reading.texts,
        statements=graph.statements,
        nodes=graph.nodes,
        edges=graph.edges,
        diagnostics=diagnostics,
        candidates=graph.candidates,
        rulings=graph.rulings,
        decisions=tuple(asdict(record) for record in analysis.log.records),
        decision_head=analysis.log.head,
        decision_count=analysis.log.count,
        answers=answers,
        classes={answer.target: classify(answer, analysis.systems) for answer in answers},
        systems=analysis.systems,
        glossary=analysis.glossary,
        settings=evidence_settings(project) | published,
        versions=tool_versions() | templates_versions() | (html_versions() if HTML in forms else {}),
        governance=analysis.governance,
        store_revision=HEAD,
        dialects=analysis.reading.dialects,
        skipped=tuple(each.reason.value for each in snapshot.skipped),
        redacted=redaction.shown if redaction is not None else None,
    )


def publish_release(
    analysis: Analysis,
    answers: tuple[TargetAnswer, ...],
    out: Path,
    state: str,
    forms: Sequence[str] = (MARKDOWN,),
) -> Manifest:
    """Write the deliverables of a release.

    Args:
        analysis: The release, linked.
        answers: One per target.
        out: Folder to write; earlier deliverables in it are replaced as a whole.
        state: ``DRAFT``, or ``APPROVED`` where nothing in the targets' closures is open.
        forms: How pages are published, by the names of ``FORMS``.

    Raises:
        Closed: it is to be APPROVED, and decisions are open.
        UsageRefusal: the folder holds something else, or cannot be written.
    """
    if state == APPROVED:
        require_open_gate(answers, analysis.graph.rulings)
    bundle = make_bundle(analysis, answers, state, forms)
    made = run_deep(lambda given: _made(given, forms, analysis.project.languages), bundle)
    return write_deliverables(bundle, out, made)


def _made(bundle: Bundle, forms: Sequence[str], languages: Sequence[str]) -> dict[str, str]:
    made: dict[str, str] = {}
    for form in forms:
        made |= FORMS[form](bundle, languages)
    return made
