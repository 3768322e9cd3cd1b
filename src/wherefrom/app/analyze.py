"""Analyse a release: texts to Units to a linked graph, under what people decided."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

from wherefrom.app.linking import Links, link_all, link_parts, outlined
from wherefrom.app.progress import Progress
from wherefrom.app.trace import answers_for
from wherefrom.app.units import Reading, Shelf, read_units
from wherefrom.app.versions import dialect_facts_version, tool_versions
from wherefrom.app.workspace import DECISIONS, GLOSSARY, SYSTEMS, Workspace
from wherefrom.config import Project, evidence_settings, settings_digest
from wherefrom.domain.binding import Ruling
from wherefrom.domain.claim import Claim, Surroundings
from wherefrom.domain.classification import SystemRuling, Term
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.deep import run_deep
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.domain.later import Later
from wherefrom.domain.unit import Unit
from wherefrom.engine import Budget
from wherefrom.extract import EXTRACTOR_VERSION
from wherefrom.lineage import Graph, Linked, TraceOptions, surroundings
from wherefrom.review import DecisionLog, FourEyes, as_of, read_log, standing
from wherefrom.review.claims import (
    Proposal,
    claims_standing,
    read_proposals,
    spread,
    systems_by_table,
    terms_by_name,
)
from wherefrom.snapshot import Snapshot
from wherefrom.store import AnalysisRecord, KeptPart, RuledRows, StoredParts, open_store, read_store


@dataclass(frozen=True, slots=True)
class Reused:
    """What of a release was known from earlier ones.

    Attributes:
        files: Files that were not read again.
        statements: Their statements.
        links: Files that were not linked again.
    """

    files: int = 0
    statements: int = 0
    links: int = 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """A release, linked under the decisions that stand.

    Attributes:
        analysis_id: ``sha256:…`` over snapshot, settings, versions and decision-log head.
        project: What people set.
        snapshot: The frozen release.
        reading: Its files, read.
        later_graph: The linked graph, rulings included: made when it is asked for.
        later_linked: What it says in short, likewise.
        rulings: What stands for the writer candidates, by binding id.
        log: The decision log.
        around: What the frozen SQL shows of the tables that claims are about.
        claims: What stands for the claims that people decided on.
        proposals: What the tables of claims propose, patterns as they stand there.
        systems: Source systems by canonical table, as far as people said.
        glossary: Business names that count, by canonical name of the table or field.
        complaints: What a person has to mend in the governance files.
        governance: sha256 hex by name of the governance files that were read.
        reused: What was known already.
    """

    analysis_id: str
    project: Project
    snapshot: Snapshot
    reading: Reading
    later_graph: Later[Graph]
    later_linked: Later[Linked]
    rulings: Mapping[str, Ruling]
    log: DecisionLog
    around: Surroundings
    claims: Mapping[Claim, Ruling]
    proposals: tuple[Proposal, ...]
    systems: Mapping[str, SystemRuling]
    glossary: Mapping[str, Term]
    complaints: tuple[Complaint, ...]
    governance: Mapping[str, str]
    reused: Reused = Reused()

    @property
    def graph(self) -> Graph:
        """The linked graph, rulings included."""
        return self.later_graph.value

    @property
    def linked(self) -> Linked:
        """What the graph says in short, rulings left out."""
        return self.later_linked.value


@dataclass(frozen=True, slots=True)
class _Governance:
    """What people decided, as it was read."""

    log: DecisionLog
    as_of: str
    proposals: tuple[Proposal, ...]
    complaints: tuple[Complaint, ...]
    digests: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is analysed, and what people decided about it."""

    workspace: Workspace
    snapshot: Snapshot
    reading: Reading
    governance: _Governance


def analyze(
    workspace: Workspace,
    snapshot: Snapshot,
    targets: tuple[str, ...] | None = (),
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> tuple[Analysis, tuple[TargetAnswer, ...]]:
    """Analyse a release into the store, and trace targets.

    Units the store holds are not extracted again. A run that is killed leaves the store as it was;
    Units it has finished stay.

    Args:
        workspace: Where everything is.
        snapshot: The release.
        targets: Tables or fields to trace; none by default. None for every written table and bare query.
        budget: How extraction is spread.
        progress: Called with (files done, files in all) during extraction.

    Raises:
        Busy: another run writes the store.
        InputRefusal: the store, the decision log or a frozen file is damaged.
        UsageRefusal: nothing writes a target.
    """
    governance = _read_governance(workspace.governance, snapshot)
    project = workspace.project
    with open_store(workspace.store) as store:
        latest = store.latest_parts()
        kept = latest.parts if latest is not None else {}
        unchanged = _unchanged(snapshot, project, latest)
        reading = read_units(
            snapshot, project, Shelf(store.units, store.add_units, unchanged), budget, progress
        )
        links = link_parts(reading, project, kept, store.parts)
        reading = replace(reading, units=reading.units.after(partial(_units_again, workspace)))
        asked = _Asked(workspace, snapshot, reading, governance)
        later = Later(lambda: links.graph or link_all(reading, project))
        analysis = replace(_put(asked, links.linked, later), reused=_reused(reading, links))
        answers = () if targets == () else answers_for(analysis.graph, targets or ())
        store.record_snapshot(snapshot)
        whole = analysis.graph if answers else None
        rows = RuledRows(links.rows, analysis.rulings)
        store.record_analysis(_record(analysis), rows, answers, links.parts, whole)
        store.mirror_decisions(governance.log.raw)
    return analysis, answers


def _units_again(workspace: Workspace, keys: Iterable[str]) -> Mapping[str, Unit]:
    with read_store(workspace.store) as store:
        return store.units(keys)


def _unchanged(snapshot: Snapshot, project: Project, latest: StoredParts | None) -> dict[str, str]:
    """Return the keys of the Units of files that are the same, and are read the same way, as in an analysis before."""
    if latest is None or latest.versions != tool_versions():
        return {}
    settings = evidence_settings(project)
    if json.loads(json.dumps(settings)) != latest.settings:
        return {}
    same = (each for each in snapshot.files if latest.contents.get(each.path) == each.sha256)
    return {
        each.path: latest.parts[each.path].unit
        for each in same
        if each.path in latest.parts and not each.unread
    }


def _reused(reading: Reading, links: Links) -> Reused:
    known = [path for path, key in reading.keys.items() if key not in reading.fresh]
    statements = sum(count for path in known for _, count in links.parts[path].outline.statuses)
    return Reused(len(known), statements, sum(isinstance(each, KeptPart) for each in links.parts.values()))


def open_analysis(workspace: Workspace, snapshot: Snapshot) -> Analysis:
    """Link a release again under today's decisions, from the Units in the store. Nothing is written.

    Units the store lacks are extracted on the way; without a store all of them.

    Raises:
        InputRefusal: the store, the decision log or a frozen file is damaged.
    """
    governance = _read_governance(workspace.governance, snapshot)
    if not workspace.has_store:
        reading = read_units(snapshot, workspace.project)
        return _whole(_Asked(workspace, snapshot, reading, governance))
    with read_store(workspace.store) as store:
        reading = read_units(snapshot, workspace.project, Shelf(store.units))
        return _whole(_Asked(workspace, snapshot, reading, governance))


def _whole(asked: _Asked) -> Analysis:
    """Return an analysis of a release that is linked as a whole."""
    graph = link_all(asked.reading, asked.workspace.project)
    linked = Later(lambda: outlined(asked.reading, graph))
    return replace(_put(asked, graph, Later(lambda: graph)), later_linked=linked)


def trace_analysis(
    analysis: Analysis, targets: tuple[str, ...], options: TraceOptions | None = None
) -> tuple[TargetAnswer, ...]:
    """Trace targets over an analysis; empty ``targets`` for every written table and bare query.

    Raises:
        UsageRefusal: nothing writes a target.
    """
    return answers_for(analysis.graph, targets, options)


def _read_governance(folder: Path, snapshot: Snapshot) -> _Governance:
    log = read_log(folder / DECISIONS)
    systems, wrong = read_proposals(folder / SYSTEMS, SubjectType.SYSTEM, log)
    terms, wrong_too = read_proposals(folder / GLOSSARY, SubjectType.TERM, log)
    digests = {}
    for name in (DECISIONS, GLOSSARY, SYSTEMS):
        path = folder / name
        if path.is_file():
            digests[name] = _digest(path)
    moment = as_of(log, snapshot.frozen_at)
    return _Governance(log, moment, (*systems, *terms), (*wrong, *wrong_too), digests)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputRefusal(f"{path}: the file cannot be read: {error.strerror}.") from error


def _put(asked: _Asked, said: Linked | Graph, later: Later[Graph]) -> Analysis:
    """Put what people decided over what link says.

    Args:
        asked: What is analysed.
        said: What link says, in short or whole.
        later: The graph without decisions.
    """
    project, governance = asked.workspace.project, asked.governance
    log, four_eyes = governance.log, cast("FourEyes", project.four_eyes)
    rulings = standing(log, said.candidates, governance.as_of, four_eyes)
    around = said.around if isinstance(said, Linked) else run_deep(surroundings, said)
    claims = claims_standing(log, around, governance.as_of, four_eyes)
    systems = (each for each in governance.proposals if each.claim.kind is SubjectType.SYSTEM)
    return Analysis(
        analysis_id=_analysis_id(asked.snapshot, project, log),
        project=project,
        snapshot=asked.snapshot,
        reading=asked.reading,
        later_graph=Later(lambda: later.value.under(rulings)),
        later_linked=Later(lambda: cast("Linked", said)),
        rulings=rulings,
        log=log,
        around=around,
        claims=claims,
        proposals=governance.proposals,
        systems=systems_by_table(claims, spread(systems, around.sources)),
        glossary=terms_by_name(claims),
        complaints=governance.complaints,
        governance=governance.digests,
    )


def _analysis_id(snapshot: Snapshot, project: Project, log: DecisionLog) -> str:
    """Return the hash of everything that decides the outcome (method 1.1)."""
    decisive = {
        "snapshot": snapshot.snapshot_id,
        "settings": settings_digest(project),
        "extractor": EXTRACTOR_VERSION,
        "dialects": dialect_facts_version(),
        "decisions": log.head,
    }
    said = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(b"wherefrom-analysis-v1\0" + said.encode()).hexdigest()


def _record(analysis: Analysis) -> AnalysisRecord:
    linked = analysis.linked
    counts = {
        "files": len(analysis.snapshot.files),
        "statements": sum(linked.statuses.values()),
        "nodes": linked.nodes,
        "edges": linked.edges,
        "candidates": len(linked.candidates),
        "diagnostics": len(linked.diagnostics),
    }
    return AnalysisRecord(
        analysis.analysis_id,
        analysis.snapshot.snapshot_id,
        evidence_settings(analysis.project),
        tool_versions(),
        analysis.log.head,
        counts,
        analysis.reading.analysed,
    )
