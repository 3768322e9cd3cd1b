"""What is written is what is read."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.store.values import Frozen, Graph, answer, deep_unit, graph, outline, record

from wherefrom.domain.errors import InputRefusal
from wherefrom.store import NewPart, NewUnit, encode_unit, open_store, read_store, unit_key

KEYS = [unit_key(letter * 64, "utf-8", "hive", "s", "1") for letter in "abc"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A store with one analysis."""
    place = tmp_path / "work" / "evidence.db"
    with open_store(place) as store:
        store.record_snapshot(Frozen())
        store.add_units([NewUnit(KEYS[0], "a" * 64, deep_unit(2))])
        store.record_analysis(record(unit=KEYS[0]), graph(), [answer()])
    return place


def test_an_analysis_comes_back(place: Path) -> None:
    with read_store(place) as store:
        latest = store.latest_analysis()
        assert latest is not None
        assert (latest.analysis_id, latest.snapshot_id) == ("sha256:1", Frozen().snapshot_id)
        assert latest.settings == {"dialect": "hive", "include": ["**/*.sql"]}
        assert (latest.versions, latest.counts, latest.decision_head) == (
            {"wherefrom": "0"},
            {"nodes": 2},
            "0" * 64,
        )
        assert store.analysis("sha256:1") == latest
        assert store.files("sha256:1") == record(unit=KEYS[0]).files
        wanted = graph()
        assert store.statements("sha256:1") == wanted.statements
        assert store.nodes("sha256:1") == wanted.nodes
        assert store.edges("sha256:1") == wanted.edges
        assert store.candidates("sha256:1") == wanted.candidates
        assert store.rulings("sha256:1") == wanted.rulings
        assert store.diagnostics("sha256:1") == wanted.diagnostics
        assert store.targets("sha256:1") == ("dm.t",)
        assert store.answer("sha256:1", "dm.t") == answer()
        assert store.visits("sha256:1", "dm.t", "#2") == answer().fields[1].visits


def test_an_analysis_takes_the_parts_that_another_holds(tmp_path: Path) -> None:
    """The second one has no rows of its own but its rulings, and reads as the first."""
    wanted = graph()
    with open_store(tmp_path / "e.db") as store:
        assert store.latest_parts() is None
        store.record_snapshot(Frozen())
        part = NewPart("e" * 64, "a" * 64, outline())
        store.record_analysis(record(), wanted, [], {"sql/a.sql": part})
        kept = store.latest_parts()
        assert kept is not None
        assert kept.contents == {"sql/a.sql": "b" * 64, "sql/ä.sql": "c" * 64}
        assert (kept.settings, kept.versions) == (record().settings, record().versions)
        (again,) = kept.parts.values()
        assert (again.key, again.unit, again.outline) == (part.key, part.unit, part.outline)
        assert store.parts(["e" * 64, "f" * 64]) == {"e" * 64: again}
        store.record_analysis(
            record("sha256:2"), Graph(rulings=wanted.rulings), [answer()], kept.parts, wanted
        )
        for name in ("sha256:1", "sha256:2"):
            assert store.statements(name) == wanted.statements
            assert store.nodes(name) == wanted.nodes
            assert store.edges(name) == wanted.edges
            assert store.candidates(name) == wanted.candidates
            assert store.diagnostics(name) == wanted.diagnostics
        assert store.answer("sha256:2", "dm.t") == answer()
        assert all(finding.ok for finding in store.check())


def test_a_changed_part_is_found(tmp_path: Path) -> None:
    place = tmp_path / "e.db"
    with open_store(place) as store:
        store.record_snapshot(Frozen())
        store.record_analysis(record(), graph(), [], {"sql/a.sql": NewPart("e" * 64, "a" * 64, outline())})
    raw = sqlite3.connect(place)
    raw.execute("DROP TRIGGER part_no_update")
    raw.execute("UPDATE part SET unit = ?", ["b" * 64])
    raw.commit()
    raw.close()
    with read_store(place) as store:
        assert [each.item for each in store.check() if not each.ok] == ["part 1"]
        with pytest.raises(InputRefusal, match="part 1 differs from its hash"):
            store.latest_parts()


def test_an_analysis_without_anything_comes_back(tmp_path: Path) -> None:
    with open_store(tmp_path / "e.db") as store:
        store.record_snapshot(replace(Frozen(), files=()))
        store.record_analysis(replace(record(), files=()), Graph(), [])
        assert store.nodes("sha256:1") == ()
        assert store.targets("sha256:1") == ()
        assert all(finding.ok for finding in store.check())


def test_units_are_kept_once_and_come_back_by_key(place: Path) -> None:
    with open_store(place) as store:
        store.add_units([NewUnit(KEYS[0], "a" * 64, deep_unit(9)), NewUnit(KEYS[1], "b" * 64, deep_unit(3))])
        known = encode_unit(deep_unit(4))
        store.add_units([NewUnit(KEYS[2], "c" * 64, deep_unit(4), known)] * 2)
        assert store.units([*KEYS, "f" * 64]) == {
            KEYS[0]: deep_unit(2),
            KEYS[1]: deep_unit(3),
            KEYS[2]: deep_unit(4),
        }
        assert store.units([]) == {}


def test_a_later_run_adds_targets_and_changes_none(place: Path) -> None:
    with open_store(place) as store:
        changed = replace(answer(), display="other")
        store.record_analysis(record(), graph(), [changed, answer("dm.u")])
        assert store.targets("sha256:1") == ("dm.t", "dm.u")
        assert store.answer("sha256:1", "dm.t").display == "DM.t"
        assert store.answer("sha256:1", "dm.u") == answer("dm.u")
        assert all(finding.ok for finding in store.check())


def test_the_latest_analysis_is_the_last_one_recorded(place: Path) -> None:
    other = replace(Frozen(), snapshot_id="sha256:other", release="r2")
    with open_store(place) as store:
        store.record_snapshot(other)
        store.record_snapshot(other)
        later = replace(record("sha256:2"), snapshot_id="sha256:other")
        store.record_analysis(later, graph(), [answer()])
        latest = store.latest_analysis()
        earlier = store.latest_analysis(Frozen().snapshot_id)
        assert latest is not None
        assert earlier is not None
        assert (latest.analysis_id, earlier.analysis_id) == ("sha256:2", "sha256:1")
        assert store.latest_analysis("sha256:none") is None


def test_what_is_not_there_is_named(place: Path) -> None:
    with open_store(place) as store:
        with pytest.raises(InputRefusal, match="no finished analysis sha256:9"):
            store.analysis("sha256:9")
        with pytest.raises(InputRefusal, match=r"dm\.x was not traced"):
            store.answer("sha256:1", "dm.x")
        with pytest.raises(InputRefusal, match=r"no field total\. Its fields are: amt, #2"):
            store.visits("sha256:1", "dm.t", "total")
        with pytest.raises(InputRefusal, match="does not know snapshot"):
            store.record_analysis(replace(record("sha256:3"), snapshot_id="sha256:x"), graph(), [])


def test_a_check_speaks_of_every_unit_analysis_and_target(place: Path) -> None:
    with read_store(place) as store:
        found = store.check()
    assert all(finding.ok for finding in found)
    assert [finding.item for finding in found] == [
        "pages",
        f"unit {KEYS[0][:12]}",
        f"snapshot {Frozen().snapshot_id}",
        "analysis sha256:1",
        "target dm.t of sha256:1",
    ]


def test_the_key_of_a_unit_depends_on_everything_it_is_made_from() -> None:
    keys = {
        unit_key(*parts)
        for parts in [("a", "b", "c", "d", "e"), ("x", "b", "c", "d", "e"), ("a", "x", "c", "d", "e"),
                      ("a", "b", "x", "d", "e"), ("a", "b", "c", "x", "e"), ("a", "b", "c", "d", "x"),
                      ("ab", "", "c", "d", "e")]
    }  # fmt: skip
    assert len(keys) == 7
    assert {len(key) for key in keys} == {64}
