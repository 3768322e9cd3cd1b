"""A store on a PostgreSQL server that several people share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scale.estate import NO_SERVER, SERVER, frozen, server_store, workspace
from tests.unit.review.records import log_of

from wherefrom.app.analyze import Reused, analyze, open_analysis
from wherefrom.app.review.decide import mirror
from wherefrom.app.workspace import Workspace
from wherefrom.engine import Budget
from wherefrom.store import read_store

pytestmark = pytest.mark.skipif(not SERVER, reason=NO_SERVER)

LOGS = [log_of(*({"binding_id": f"W{at}"} for at in range(count))) for count in range(1, 8)]
"""A decision log as it grows."""


def shared(where: Workspace, url: str) -> Workspace:
    """Return a workspace whose store is at a URL."""
    return replace(where, project=replace(where.project, store_url=url))


def test_what_one_person_analysed_another_reuses(tmp_path: Path) -> None:
    ann, bob = (workspace(tmp_path / name, 40) for name in ("ann", "bob"))
    with server_store() as url:
        first, _ = analyze(shared(ann, url), frozen(ann, "1"), (), Budget(jobs=1))
        again, _ = analyze(shared(bob, url), frozen(bob, "of bob"), (), Budget(jobs=1))
        whole = open_analysis(shared(bob, url), frozen(bob, "of bob"))
        assert (len(first.reading.fresh), len(again.reading.fresh)) == (40, 0)
        assert again.reused == Reused(40, sum(first.linked.statuses.values()), 40)
        assert again.linked == first.linked == whole.linked
        with read_store(url) as store:
            assert store.nodes(first.analysis_id) == whole.graph.nodes
            assert store.edges(first.analysis_id) == whole.graph.edges
            assert all(finding.ok for finding in store.check())


def test_analysis_and_review_at_the_same_time(tmp_path: Path) -> None:
    """Whoever comes second waits, or leaves a note and catches up; no decision is lost, no analysis half there."""
    where = workspace(tmp_path, 60)
    with server_store() as url, ThreadPoolExecutor(2) as people:
        here = shared(where, url)
        snapshot = frozen(where, "1")
        analysing = people.submit(analyze, here, snapshot, (), Budget(jobs=1))
        reviewing = people.submit(lambda: [mirror(here, log) for log in LOGS])
        analysis, _ = analysing.result(timeout=120)
        notes = reviewing.result(timeout=120)
        assert all(not note or "The decision is recorded" in note[0] for note in notes)
        assert mirror(here, LOGS[-1]) == ()
        with read_store(url) as store:
            assert store.decisions(LOGS[-1].head) == LOGS[-1].raw
            assert store.nodes(analysis.analysis_id) == analysis.graph.nodes
            assert all(finding.ok for finding in store.check())
