"""What an analysis costs, in counts: a hundred files, and one of them changed. Time is measured in ``benchmarks``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scale.estate import frozen, rows, statements, workspace

import wherefrom.app.trace
from wherefrom.app.analyze import Reused, analyze
from wherefrom.app.review.rows import passages_about, rows_about
from wherefrom.app.review.table import Filters
from wherefrom.domain.about import About
from wherefrom.engine import Budget
from wherefrom.lineage import Graph, passages

HERE = Budget(jobs=1)


def test_a_hundred_files_and_one_changed(tmp_path: Path) -> None:
    where = workspace(tmp_path, 100)
    with statements() as counted:
        analysis, _ = analyze(where, frozen(where, "1"), (), HERE)
        first = counted()
    assert len(analysis.reading.fresh) == 100
    whole = rows(where.store)
    assert whole == {
        "alembic_version": 1,
        "snapshot": 1,
        "snapshot_file": 100,
        "unit": 100,
        "analysis": 1,
        "analysis_file": 100,
        "statement": 159,
        "node": 545,
        "edge": 524,
        "candidate": 138,
        "ruling": 72,
        "part": 100,
        "text": 1943,
    }
    assert first == {"INSERT": 14, "SELECT": 19, "UPDATE": 7, "DELETE": 2}

    path = tmp_path / "sql" / "loans" / "core" / "balance_040.sql"
    path.write_text("-- changed\n" + path.read_text("utf-8"), "utf-8")
    with statements() as counted:
        analysis, _ = analyze(where, frozen(where, "2"), (), HERE)
        second = counted()
    assert len(analysis.reading.fresh) == 1
    grown = rows(where.store)
    more = {name: count - whole[name] for name, count in grown.items() if count != whole[name]}
    assert analysis.reused == Reused(files=99, statements=158, links=97)
    assert more == {
        "snapshot": 1,
        "snapshot_file": 100,
        "unit": 1,
        "analysis": 1,
        "analysis_file": 100,
        "statement": 4,
        "node": 16,
        "edge": 19,
        "candidate": 7,
        "ruling": 72,
        "part": 3,
        "text": 4,
    }
    assert second == {"INSERT": 12, "SELECT": 23, "UPDATE": 1, "DELETE": 2}


@pytest.mark.parametrize("about", [About.WRITERS, About.SYSTEMS])
def test_what_hangs_on_rows_needs_no_trace(
    about: About, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[str] = []

    def counting(graph: Graph, target: str, *more: object) -> object:
        walked.append(target)
        return passages(graph, target, *more)  # type: ignore[arg-type]

    def no_trace(*_: object) -> object:
        pytest.fail("a target was traced")

    where = workspace(tmp_path, 100)
    analysis, _ = analyze(where, frozen(where, "1"), (), HERE)
    monkeypatch.setattr(wherefrom.app.trace, "trace_graph", no_trace)
    monkeypatch.setattr(wherefrom.app.trace, "passages", counting)
    row = rows_about(analysis, about, Filters(), ())[0]
    assert walked == [*analysis.graph.written, *analysis.graph.queries]
    walked.clear()
    found = passages_about(analysis, row)
    assert walked == [*found]
    assert 0 < len(found) < len(analysis.graph.written)
    (again,) = (
        each
        for each in rows_about(analysis, about, Filters(), tuple(found))
        if each.review_id == row.review_id
    )
    assert again.fields == row.fields
