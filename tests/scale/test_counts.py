"""What an analysis costs, in counts: a hundred files, and one of them changed. Time is measured in ``benchmarks``."""

from __future__ import annotations

from pathlib import Path

from tests.scale.estate import frozen, rows, statements, workspace

from wherefrom.app.analyze import Reused, analyze
from wherefrom.engine import Budget

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
    assert first == {"INSERT": 14, "SELECT": 20, "UPDATE": 6, "DELETE": 2}

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
    assert second == {"INSERT": 12, "SELECT": 24, "UPDATE": 1, "DELETE": 2}
