"""A changed decision: nothing is parsed, and only what it reaches is linked and traced again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wherefrom.app.trace
import wherefrom.app.units
from wherefrom.app.again import under
from wherefrom.app.analyze import analyze, open_analysis
from wherefrom.app.freeze import freeze
from wherefrom.app.review.decide import decide
from wherefrom.app.review.table import table_of
from wherefrom.app.trace import answers_for, link_texts
from wherefrom.app.workspace import Workspace, open_release
from wherefrom.config import load
from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.decision import Decision
from wherefrom.engine import Budget
from wherefrom.lineage import Graph, reached, readers_of
from wherefrom.lineage.edges import Edges
from wherefrom.review import Words

FILES = {
    "a.sql": "INSERT INTO d.t (x) SELECT s.x FROM src.one s;",
    "b.sql": "INSERT INTO d.t (x) SELECT s.x FROM src.two s;",
    "c.sql": "INSERT INTO d.u (y) SELECT s.y FROM src.three s;",
    "middle.sql": "INSERT OVERWRITE TABLE d.m (x) SELECT t.x FROM d.t t WHERE t.x > 0;",
    "one.sql": "CREATE TABLE r.one AS SELECT m.x, u.y FROM d.m m JOIN d.u u ON u.y = m.x;",
    "two.sql": "CREATE TABLE r.two AS SELECT u.y FROM d.u u;",
    "star.sql": "CREATE TABLE r.star AS SELECT * FROM d.t;",
    "hint.sql": "INSERT INTO z.w (v) SELECT s.v FROM src.five s;",
    "hinted.sql": "CREATE TABLE r.hinted AS SELECT w.v FROM q.w w;",
    "alone.sql": "CREATE TABLE r.alone AS SELECT s.z FROM src.four s;",
}
TARGETS = ("d.m", "d.t", "d.u", "r.alone", "r.hinted", "r.one", "r.star", "r.two", "z.w")
STATUSES = (Status.PENDING, Status.CONFIRMED, Status.REJECTED, Status.DEFERRED, Status.STALE)


class Counted:
    """What was done since the counting began."""

    def __init__(self) -> None:
        self.parsed = 0
        self.traced: list[str] = []
        self.bound: list[str] = []


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    found = Counted()
    extract, trace, bind = wherefrom.app.units.extract, wherefrom.app.trace.trace_graph, Edges._bind

    def counting_extract(*given: object) -> object:
        found.parsed += 1
        return extract(*given)  # type: ignore[arg-type]

    def counting_trace(graph: Graph, target: str, *more: object) -> object:
        found.traced.append(target)
        return trace(graph, target, *more)  # type: ignore[arg-type]

    def counting_bind(self: Edges, gid: int) -> Iterator[object]:
        found.bound.append(self.index.location(gid).file)
        return bind(self, gid)

    monkeypatch.setattr(wherefrom.app.units, "extract", counting_extract)
    monkeypatch.setattr(wherefrom.app.trace, "trace_graph", counting_trace)
    monkeypatch.setattr(Edges, "_bind", counting_bind)
    return found


def binding(graph: Graph, file: str) -> str:
    (found,) = {each.binding_id for each in graph.candidates if each.writer.file == file and each.readers}
    return found


def test_one_decision_of_many(counted: Counted) -> None:
    graph = link_texts(FILES, "spark")
    answers = answers_for(graph, ())
    assert (counted.parsed, tuple(counted.traced)) == (len(FILES), TARGETS)
    assert graph.links
    assert sorted(set(counted.bound)) == sorted({*FILES})
    counted.__init__()  # type: ignore[misc]
    again = under(graph, answers, {binding(graph, "a.sql"): Ruling(Status.REJECTED, "D1")})
    assert again.graph.links
    assert counted.parsed == 0
    assert sorted(counted.bound) == ["middle.sql", "star.sql"]
    assert counted.traced == ["d.m", "r.one", "r.star"]
    assert again.traced == ("d.m", "r.one", "r.star")
    for old, new in zip(answers, again.answers, strict=True):
        assert (old is new) is (old.target not in again.traced)


def test_the_same_decisions_reach_nothing(counted: Counted) -> None:
    graph = link_texts(FILES, "spark")
    answers = answers_for(graph, ())
    counted.__init__()  # type: ignore[misc]
    again = under(graph, answers, {binding(graph, "a.sql"): Ruling(Status.PENDING, "D7", ("RETURNED",))})
    assert (again.answers, counted.traced, counted.bound, counted.parsed) == (answers, [], [], 0)


GRAPH = link_texts(FILES, "spark")
IDS = sorted({each.binding_id for each in GRAPH.candidates})
DECIDED = st.dictionaries(st.sampled_from(IDS), st.sampled_from(STATUSES).map(Ruling), max_size=len(IDS))


@settings(deadline=None)
@given(DECIDED, DECIDED)
def test_what_is_kept_is_what_a_whole_run_would_give(
    before: dict[str, Ruling], after: dict[str, Ruling]
) -> None:
    graph = GRAPH.under(before)
    again = under(graph, answers_for(graph, ()), after)
    whole = link_texts(FILES, "spark", after)
    assert again.answers == answers_for(whole, ())
    assert (again.graph.edges, again.graph.nodes) == (whole.edges, whole.nodes)


def test_after_an_analysis_a_decision_parses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / "sql").mkdir(exist_ok=True)
        (tmp_path / "sql" / name).write_text(text, encoding="utf-8")
    project = load(None, {"dialect": "spark"}, environment={})
    workspace = Workspace(
        replace(project, sources=(str(tmp_path / "sql"),)), tmp_path, tmp_path / "governance"
    )
    analysis, _ = analyze(workspace, freeze(workspace, "r1"), (), Budget(jobs=1, small=len(FILES)))
    asked: list[int] = []
    extract_all = wherefrom.app.units.extract_all

    def counting(jobs: list[object], *more: object) -> object:
        asked.append(len(jobs))
        return extract_all(jobs, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(wherefrom.app.units, "extract_all", counting)
    rows = [row for row in table_of(analysis, {}).rows if row.candidate.writer.file == "a.sql"]
    done = decide(workspace, analysis, rows, Decision.CONFIRMED, Words(), "ada")
    after = open_analysis(workspace, open_release(workspace, "r1"))
    assert [record.decision for record in done.added] == [Decision.CONFIRMED]
    assert after.graph.rulings[rows[0].review_id].status is Status.CONFIRMED
    assert asked == [0]


def test_what_a_binding_and_a_table_reach() -> None:
    assert reached(GRAPH, [binding(GRAPH, "c.sql")]) == ("r.one", "r.two")
    assert reached(GRAPH, []) == ()
    assert readers_of(GRAPH, "src.three") == ("d.u", "r.one", "r.two")
    assert readers_of(GRAPH, "src.none") == ()
