"""The decision log's mirror: it only grows, and it gives a log back by its head."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.unit.review.records import log_of

from wherefrom.domain.errors import InputRefusal
from wherefrom.store import open_store, read_store

LOG = log_of({}, {"binding_id": "W2"}, {"subject_type": "WRITER", "binding_id": "W3"})
HASHES = [record.hash.removeprefix("sha256:") for record in LOG.records]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "e.db"
    with open_store(place) as store:
        assert store.mirror_decisions(LOG.raw) == 3
        assert store.mirror_decisions(LOG.raw) == 0
    return place


def test_a_log_comes_back_by_its_head(place: Path) -> None:
    with read_store(place) as store:
        assert store.decisions(LOG.head) == LOG.raw
        assert store.decisions(HASHES[0]) == LOG.raw[:1]
        assert store.decisions("0" * 64) == ()
        assert all(finding.ok for finding in store.check())


def test_records_that_the_log_lost_are_named(place: Path) -> None:
    with read_store(place) as store:
        assert store.decisions_gone(HASHES) == ()
        assert store.decisions_gone(HASHES[:2]) == (f"D0003 ({HASHES[2][:12]})",)


def test_another_branch_of_the_log_stands_beside_it(place: Path) -> None:
    branch = log_of({}, {"binding_id": "W9"})
    with open_store(place) as store:
        assert store.mirror_decisions(branch.raw) == 1
        assert store.decisions(branch.head) == branch.raw
        assert store.decisions(LOG.head) == LOG.raw


def test_a_head_that_was_never_mirrored_is_refused(place: Path) -> None:
    with read_store(place) as store, pytest.raises(InputRefusal):
        store.decisions("f" * 64)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE decision SET record = replace(record, 'ada', 'bob') WHERE seq = 2",
        "DELETE FROM decision WHERE seq = 2",
        "INSERT OR REPLACE INTO decision SELECT hash, prev_hash, 9, decision_id, subject_type, subject, record FROM decision",
        "REPLACE INTO decision SELECT * FROM decision",
        "INSERT INTO decision SELECT * FROM decision WHERE true ON CONFLICT (hash) DO UPDATE SET seq = 9",
    ],
)
def test_the_database_refuses_any_change(place: Path, change: str) -> None:
    raw = sqlite3.connect(place)
    with pytest.raises(sqlite3.IntegrityError, match="rows of decision are evidence and never change"), raw:
        raw.execute(change)
    raw.close()
    with read_store(place) as store:
        assert store.decisions(LOG.head) == LOG.raw


def test_a_changed_record_is_found(place: Path) -> None:
    raw = sqlite3.connect(place)
    raw.execute("DROP TRIGGER decision_no_update")
    raw.execute("UPDATE decision SET record = replace(record, 'ada', 'bob') WHERE seq = 2")
    raw.commit()
    raw.close()
    with read_store(place) as store:
        assert [f.item for f in store.check() if not f.ok] == ["decision D0002"]
        with pytest.raises(InputRefusal, match="differs from its hash"):
            store.decisions(LOG.head)
