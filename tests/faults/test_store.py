"""The store when things go wrong: killed runs, two runs at once, damaged and foreign files."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.store.values import Frozen, answer, deep_unit, graph, record

from wherefrom.domain.errors import Busy, InputRefusal, Refusal
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.store import NewUnit, Reader, at_rest, open_store, read_store

ROOT = Path(__file__).parents[2]

KILLED = """
import os, sys
from tests.faults.test_store import dying
from tests.unit.store.values import graph, record
from wherefrom.store import open_store

with open_store(sys.argv[1]) as store:
    store.record_analysis(record("sha256:2"), graph(), dying(int(sys.argv[2])))
"""

HOLDER = """
import sys
from wherefrom.store import open_store

with open_store(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def dying(after: int) -> Iterator[TargetAnswer]:
    """Answers, and then the end of the process as by a kill."""
    for at in range(after):
        yield answer(f"dm.t{at}")
    os._exit(9)


def run(script: str, *arguments: object) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def fill(place: Path) -> None:
    with open_store(place) as store:
        store.record_snapshot(Frozen())
        store.add_units([NewUnit("a" * 64, "a" * 64, deep_unit(2))])
        store.record_analysis(record(unit="a" * 64), graph(), [answer()])


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "e.db"
    fill(place)
    return place


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_killed_run_leaves_the_last_analysis_and_the_next_run_finishes(place: Path, after: int) -> None:
    assert run(KILLED, place, after).wait() == 9
    with read_store(place) as store:
        latest = store.latest_analysis()
        assert latest is not None
        assert latest.analysis_id == "sha256:1"
        assert store.answer("sha256:1", "dm.t") == answer()
    with sqlite3.connect(place) as raw:
        assert raw.execute("SELECT state FROM analysis ORDER BY id").fetchall() == [("DONE",), ("RUNNING",)]
    with open_store(place) as store:
        store.record_analysis(record("sha256:2"), graph(), [answer()])
        latest = store.latest_analysis()
        assert latest is not None
        assert latest.analysis_id == "sha256:2"
        assert all(finding.ok for finding in store.check())


def test_a_run_killed_while_it_creates_the_store_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    place = tmp_path / "e.db"
    script = (
        "import os, sys; from wherefrom.store import opening; real = opening.upgrade\n"
        "def dying(*given): real(*given); os._exit(9)\n"
        "opening.upgrade = dying\n"
        "with opening.open_store(sys.argv[1]): pass"
    )
    assert run(script, place).wait() == 9
    fill(place)
    with read_store(place) as store:
        assert store.answer("sha256:1", "dm.t") == answer()


def test_a_second_writer_is_told_who_holds_the_store_and_readers_go_on(place: Path) -> None:
    holder = run(HOLDER, place)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(Busy, match=rf"process {holder.pid}, since 2\d\d\d-"), open_store(place):
        pass
    with read_store(place) as store:
        assert store.targets("sha256:1") == ("dm.t",)
    holder.kill()
    holder.wait()
    with open_store(place) as store:
        assert store.targets("sha256:1") == ("dm.t",)


def test_readers_see_the_last_whole_state_while_a_writer_is_at_work(place: Path) -> None:
    def answers() -> Iterator[TargetAnswer]:
        with read_store(place) as reader:
            latest = reader.latest_analysis()
            assert latest is not None
            assert latest.analysis_id == "sha256:1"
        yield answer()

    with open_store(place) as store:
        store.record_analysis(record("sha256:2"), graph(), answers())
    with read_store(place) as reader:
        latest = reader.latest_analysis()
        assert latest is not None
        assert latest.analysis_id == "sha256:2"


def test_an_error_in_the_middle_leaves_nothing_of_an_analysis(place: Path) -> None:
    def answers() -> Iterator[TargetAnswer]:
        yield answer()
        raise RuntimeError("on the way")

    with open_store(place) as store:
        with pytest.raises(RuntimeError, match="on the way"):
            store.record_analysis(record("sha256:2"), graph(), answers())
        with pytest.raises(InputRefusal):
            store.analysis("sha256:2")
        store.record_analysis(record("sha256:2"), graph(), [answer()])
        assert store.targets("sha256:2") == ("dm.t",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"SELECT 1;\n" * 100, "no SQLite file.*delete the file and analyse again"),
        (b"\x00" * 5000, "no SQLite file.*delete the file and analyse again"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, said: str
) -> None:
    place = tmp_path / "e.db"
    place.write_bytes(content)
    for door in (open_store, read_store):
        with pytest.raises(InputRefusal, match=said), door(place):
            pass
    assert place.read_bytes() == content


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    place = tmp_path / "e.db"
    place.touch()
    fill(place)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "theirs.db"
    with sqlite3.connect(place) as raw:
        raw.execute("CREATE TABLE note (text)")
    raw.close()
    before = place.read_bytes()
    for door in (open_store, read_store):
        with (
            pytest.raises(InputRefusal, match=r"belongs to another program.*Nothing was changed"),
            door(place),
        ):
            pass
    assert place.read_bytes() == before


def test_a_store_of_a_newer_program_is_refused_and_left_alone(place: Path) -> None:
    with sqlite3.connect(place) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    for door in (open_store, read_store):
        with pytest.raises(InputRefusal, match="newer wherefrom"), door(place):
            pass
    with sqlite3.connect(place) as raw:
        assert raw.execute("SELECT count(*) FROM analysis").fetchone() == (1,)


def test_a_store_that_is_not_there_is_created_for_writing_only(tmp_path: Path) -> None:
    with pytest.raises(InputRefusal, match="no store at"), read_store(tmp_path / "e.db"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_hold_a_store_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputRefusal, match="cannot be written"), open_store(tmp_path / "file" / "e.db"):
        pass
    with pytest.raises(InputRefusal, match="is a folder"), open_store(tmp_path):
        pass
    with pytest.raises(InputRefusal, match="nosuch://"), open_store("nosuch://user:secret@host/db"):
        pass
    with pytest.raises(InputRefusal, match="URL cannot be read"), open_store("a b://x:y:z"):
        pass


def test_a_truncated_store_is_refused(place: Path) -> None:
    whole = place.read_bytes()
    for length in range(4096, len(whole), 40960):
        place.write_bytes(whole[:length])
        assert looked_at(place) != "as written"


def test_a_changed_byte_is_never_read_as_evidence(place: Path) -> None:
    whole = place.read_bytes()
    pick = random.Random(20261127)
    seen = set()
    for _ in range(60):
        at = pick.randrange(len(whole))
        changed = bytearray(whole)
        changed[at] ^= 1 << pick.randrange(8)
        place.write_bytes(changed)
        seen.add(looked_at(place))
        seen.add(looked_at(place, checked=False))
        assert "wrong" not in seen, at
    assert "found by the check" in seen


def looked_at(place: Path, *, checked: bool = True) -> str:
    """What a reader of a store meets: a refusal, a finding, or what was written, or something wrong."""
    for left in ("-wal", "-shm"):
        place.with_name(place.name + left).unlink(missing_ok=True)
    try:
        with read_store(place) as store:
            if checked and not all(finding.ok for finding in store.check()):
                return "found by the check"
            same = (
                store.answer("sha256:1", "dm.t") == answer()
                and store.nodes("sha256:1") == graph().nodes
                and store.edges("sha256:1") == graph().edges
                # A Unit that is no longer found by its key is extracted anew.
                and store.units(["a" * 64]) in ({}, {"a" * 64: deep_unit(2)})
            )
            return "as written" if same else "wrong"
    except Refusal:
        return "refused"


def test_a_store_on_a_read_only_medium_is_read_and_leaves_no_trace(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    before = {path.name: path.read_bytes() for path in place.parent.iterdir()}
    with read_store(place) as store:
        assert store.answer("sha256:1", "dm.t") == answer()
        assert {path.name for path in place.parent.iterdir()} == set(before)
    assert {path.name: path.read_bytes() for path in place.parent.iterdir()} == before


HALF_MADE = """
import os, sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("PRAGMA cache_size = 1")  # so that what is not committed reaches the file
raw.execute("CREATE TABLE t (x)")
raw.execute("DROP TABLE t")
raw.execute("BEGIN IMMEDIATE")
raw.execute("CREATE TABLE analysis (x)")
raw.executemany("INSERT INTO analysis VALUES (?)", [("x" * 500,)] * 500)
os._exit(9)
"""


def test_a_reader_takes_back_what_a_killed_run_had_begun(tmp_path: Path) -> None:
    place = tmp_path / "e.db"
    assert run(HALF_MADE, place).wait() == 9
    assert place.with_name("e.db-journal").stat().st_size
    with read_store(place) as store:
        assert store.latest_analysis() is None
    assert not place.with_name("e.db-journal").exists()


def test_a_look_at_a_store_at_rest_leaves_no_trace(place: Path) -> None:
    before = {path.name: path.read_bytes() for path in place.parent.iterdir()}
    assert at_rest(place, lambda store: store.targets("sha256:1")) == ("dm.t",)
    assert {path.name: path.read_bytes() for path in place.parent.iterdir()} == before


def test_a_look_is_taken_again_where_somebody_writes_meanwhile(place: Path) -> None:
    looks = []

    def look(reader: Reader) -> tuple[str, ...]:
        looks.append(reader)
        if len(looks) == 1:
            with open_store(place) as store:
                store.record_analysis(record(unit="a" * 64), graph(), [answer("dm.new")])
        return reader.targets("sha256:1")

    assert at_rest(place, look) == ("dm.new", "dm.t")
    assert len(looks) == 2
