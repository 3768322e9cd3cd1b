"""Freezing when the world misbehaves: whole or not at all, and one clear paragraph."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wherefrom.domain.errors import InputRefusal, Refusal, UsageRefusal
from wherefrom.snapshot import FreezeSettings, Skipped, SkipReason, check, copying, freeze, load, place

if TYPE_CHECKING:
    from collections.abc import Callable

MOMENT = "2026-11-27T18:00:00Z"
PLAIN = FreezeSettings()


@pytest.fixture
def estate(tmp_path: Path) -> Path:
    folder = tmp_path / "sql"
    folder.mkdir()
    for name in ("a.sql", "b.sql", "c.sql"):
        (folder / name).write_bytes(f"SELECT '{name}'\n".encode() * 50)
    return folder


def nothing_left(releases: Path) -> bool:
    return not releases.exists() or list(releases.iterdir()) == []


class Reads:
    """Stands in for ``os.read``: does something after the n-th read of a run."""

    def __init__(self, act: Callable[[int], object]) -> None:
        self.act = act
        self.count = 0

    def __call__(self, descriptor: int, size: int) -> bytes:
        data = REAL_READ(descriptor, min(size, 64))
        self.count += 1
        self.act(self.count)
        return data


REAL_READ = os.read
REAL_OPEN = os.open


def reading(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], object]) -> None:
    monkeypatch.setattr(copying.os, "read", Reads(act))


# One moment


def test_a_file_that_keeps_growing_is_named(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grow(_: int) -> None:
        with (estate / "b.sql").open("ab") as out:
            out.write(b"x")

    reading(monkeypatch, grow)
    with pytest.raises(InputRefusal, match=r"FILE_CHANGED_DURING_FREEZE: .*b\.sql changed") as refusal:
        freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT)
    assert refusal.value.exit_code == 3
    assert nothing_left(tmp_path / "snapshots")


def test_a_file_that_changes_once_while_read_is_read_again(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def once(count: int) -> None:
        if count == 2:
            (estate / "a.sql").write_bytes(b"SELECT 'longer than before'\n" * 60)

    reading(monkeypatch, once)
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert snapshot.read("a.sql") == (estate / "a.sql").read_bytes()
    assert check(snapshot.release_dir) == ()


def test_a_file_that_shrinks_while_read_is_read_again(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch, lambda count: count == 2 and (estate / "a.sql").write_bytes(b"SELECT 1"))
    assert freeze([estate], tmp_path / "R1", PLAIN, MOMENT).read("a.sql") == b"SELECT 1"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda e: (e / "a.sql").write_bytes(b"SELECT 2"), "a.sql"),
        (lambda e: (e / "a.sql").unlink(), "a.sql"),
        (lambda e: (e / "aa.sql").write_bytes(b"SELECT 2"), "aa.sql"),
        (lambda e: os.replace(e / "b.sql", e / "a.sql"), "a.sql"),
    ],
)
def test_what_changes_after_it_was_read_is_seen_at_the_end(
    estate: Path, tmp_path: Path, change: Callable[[Path], object], named: str
) -> None:
    def progress(done: int, total: int) -> None:
        if done == total:
            change(estate)

    with pytest.raises(InputRefusal, match=f"FILE_CHANGED_DURING_FREEZE: .*/{named} changed"):
        freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT, progress)
    assert nothing_left(tmp_path / "snapshots")


def test_a_file_that_vanishes_before_it_is_read_is_named(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch, lambda count: count == 1 and (estate / "c.sql").unlink())
    with pytest.raises(InputRefusal, match=r"FILE_CHANGED_DURING_FREEZE: .*c\.sql"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT)


@pytest.mark.parametrize("replace", [lambda p: p.symlink_to("/etc/passwd"), os.mkfifo])
def test_a_file_swapped_for_a_link_or_a_pipe_is_never_followed_nor_waited_for(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: Callable[[Path], object]
) -> None:
    def swap(count: int) -> None:
        if count == 1:
            (estate / "c.sql").unlink()
            replace(estate / "c.sql")

    reading(monkeypatch, swap)
    with pytest.raises(InputRefusal, match=r"FILE_CHANGED_DURING_FREEZE: .*c\.sql"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT)


def test_a_folder_swapped_for_a_link_is_seen(estate: Path, tmp_path: Path) -> None:
    (estate / "dm").mkdir()
    (estate / "dm/x.sql").write_bytes(b"SELECT 1")

    def progress(done: int, _: int) -> None:
        if done == 1:
            (estate / "dm").rename(tmp_path / "elsewhere")
            (estate / "dm").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(InputRefusal, match=r"FILE_CHANGED_DURING_FREEZE: .*dm/x\.sql"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT, progress)


# What cannot be read


def refuse_to_open(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> None:
    def opened(path: Any, *rest: Any, **more: Any) -> int:
        if os.fspath(path).endswith(name):
            raise OSError(number, os.strerror(number))
        return REAL_OPEN(path, *rest, **more)

    monkeypatch.setattr(copying.os, "open", opened)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EIO])
def test_a_file_that_the_system_refuses_is_listed(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_to_open(monkeypatch, "/sql/b.sql", number)
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert [file.path for file in snapshot.files] == ["a.sql", "c.sql"]
    assert snapshot.skipped == (Skipped("b.sql", SkipReason.UNREADABLE),)
    assert check(snapshot.release_dir) == ()


def test_a_disk_error_in_the_middle_of_a_file_lists_it(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(count: int) -> None:
        if count == 3:
            raise OSError(errno.EIO, "Input/output error")

    reading(monkeypatch, fail)
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert snapshot.skipped == (Skipped("a.sql", SkipReason.UNREADABLE),)
    assert check(snapshot.release_dir) == ()


def test_where_nothing_can_be_read_nothing_is_frozen(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_open(monkeypatch, ".sql", errno.EACCES)
    with pytest.raises(InputRefusal, match=r"no SQL file could be read.*3, first 'a\.sql' \(UNREADABLE\)"):
        freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT)
    assert nothing_left(tmp_path / "snapshots")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permissions_are_respected(estate: Path, tmp_path: Path) -> None:
    (estate / "b.sql").chmod(0)
    (estate / "shut").mkdir(mode=0)
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert {each.path for each in snapshot.skipped} == {"b.sql", "shut/"}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda _: None, "the source cannot be read"),
        (lambda p: p.mkdir(), "no SQL file was found"),
        (lambda p: (p.mkdir(), (p / "x.md").write_bytes(b"")), "no SQL file was found"),
        (lambda p: (p.mkdir(), (p / "x.sql").symlink_to("y")), r"first 'x\.sql' \(SYMLINK\)"),
        (lambda p: (p.mkdir(), (p / "x.sql").symlink_to(p)), r"first 'x\.sql' \(SYMLINK\)"),
        (lambda p: p.symlink_to(p), "the source cannot be read"),
        (os.mkfifo, r"\(SPECIAL\)"),
        (lambda p: p.write_bytes(b"\x7fELF\2\1\1\0\0\0\0\0\0\0\0\0"), "no file here is text"),
    ],
)
def test_a_source_that_is_none(tmp_path: Path, make: Callable[[Path], object], says: str) -> None:
    make(tmp_path / "source")
    with pytest.raises(InputRefusal, match=says) as refusal:
        freeze([tmp_path / "source"], tmp_path / "snapshots/R1", PLAIN, MOMENT)
    assert "source" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert nothing_left(tmp_path / "snapshots")


def test_without_any_source(tmp_path: Path) -> None:
    with pytest.raises(InputRefusal, match="No source"):
        freeze([], tmp_path / "R1", PLAIN, MOMENT)


# What cannot be written


def test_a_place_that_cannot_be_written(estate: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(UsageRefusal, match="cannot be written") as refusal:
        freeze([estate], tmp_path / "file/R1", PLAIN, MOMENT)
    assert refusal.value.exit_code == 2
    with pytest.raises(UsageRefusal, match="holds something else"):
        freeze([estate], tmp_path / "file", PLAIN, MOMENT)
    assert (tmp_path / "file").read_bytes() == b"x"


def test_a_folder_that_holds_something_else_is_left_alone(estate: Path, tmp_path: Path) -> None:
    (tmp_path / "R1").mkdir()
    (tmp_path / "R1/notes.txt").write_bytes(b"x")
    with pytest.raises(UsageRefusal, match="holds something else"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert [path.name for path in (tmp_path / "R1").iterdir()] == ["notes.txt"]


def test_an_empty_folder_may_become_the_release(estate: Path, tmp_path: Path) -> None:
    (tmp_path / "R1").mkdir()
    assert freeze([estate], tmp_path / "R1", PLAIN, MOMENT) == load(tmp_path / "R1")


def test_a_damaged_release_of_that_name_is_named(estate: Path, tmp_path: Path) -> None:
    freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    (tmp_path / "R1/files/a.sql").unlink()
    with pytest.raises(InputRefusal, match=r"damaged.*files/a\.sql"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT)


class Disk:
    """Fails the n-th operation that writes, with a full disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fail_at: int) -> None:
        self.left = fail_at
        for module, name in ((os, "fsync"), (os, "rename"), (Path, "mkdir"), (Path, "write_bytes")):
            monkeypatch.setattr(module, name, self.failing(getattr(module, name)))
        real = Path.open
        monkeypatch.setattr(Path, "open", lambda p, mode="r", *a: self.file(real, p, mode, *a))

    def failing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.step()
            return real(*arguments, **named)

        return call

    def file(self, real: Callable[..., Any], path: Path, mode: str, *rest: Any) -> Any:
        if "x" in mode or "w" in mode:
            self.step()
        return real(path, mode, *rest)

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise OSError(errno.ENOSPC, "No space left on device")


def outcome(act: Callable[[], object]) -> str:
    """Return what a refusal with exit code 2 says; empty if there is none."""
    try:
        act()
    except Refusal as refusal:
        return str(refusal) if refusal.exit_code == 2 else "another exit code"
    return ""


def test_a_disk_that_fails_at_any_step_leaves_nothing(estate: Path, tmp_path: Path) -> None:
    releases = tmp_path / "snapshots"
    for step in range(1, 100):
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, step)
            said = outcome(lambda: freeze([estate], releases / "R1", PLAIN, MOMENT))
        if said == "":
            assert disk.left > 0
            break
        assert "No space left on device" in said
        assert not releases.exists()
    assert step > 10
    assert check(releases / "R1") == ()


def test_an_interrupted_freeze_cleans_up(estate: Path, tmp_path: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT, interrupt)
    assert nothing_left(tmp_path / "snapshots")


KILLED = """
import os, signal, sys
from pathlib import Path
from wherefrom.snapshot import FreezeSettings, freeze
def die(done, total):
    if done == 2:
        os.kill(os.getpid(), signal.SIGKILL)
freeze([Path(sys.argv[1])], Path(sys.argv[2]), FreezeSettings(), "2026-11-27T18:00:00Z", die)
"""


def test_a_killed_freeze_leaves_no_release_and_the_next_one_sweeps(estate: Path, tmp_path: Path) -> None:
    release = tmp_path / "snapshots/R1"
    source = str(Path(freeze.__code__.co_filename).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", KILLED, estate, release], env={**os.environ, "PYTHONPATH": source}, check=False
    )
    assert done.returncode == -signal.SIGKILL
    left = list((tmp_path / "snapshots").iterdir())
    assert [path.name.startswith(".R1.freezing-") for path in left] == [True]
    freeze([estate], tmp_path / "snapshots/R2", PLAIN, MOMENT)
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == ["R2"]


def test_a_living_run_is_not_swept(estate: Path, tmp_path: Path) -> None:
    def other(done: int, _: int) -> None:
        if done == 1:
            freeze([estate], tmp_path / "snapshots/R2", PLAIN, MOMENT)

    freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT, other)
    assert sorted(path.name for path in (tmp_path / "snapshots").iterdir()) == ["R1", "R2"]
    assert check(tmp_path / "snapshots/R1") == ()


def test_two_runs_of_one_release_at_once_agree(estate: Path, tmp_path: Path) -> None:
    results: list[str] = []

    def run() -> None:
        results.append(freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT).snapshot_id)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert len(set(results)) == 1
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == ["R1"]
    assert check(tmp_path / "snapshots/R1") == ()


def test_a_disk_without_locks_still_freezes(
    estate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(place.fcntl, "flock", no_locks)
    (tmp_path / "snapshots/.R0.freezing-1").mkdir(parents=True)
    freeze([estate], tmp_path / "snapshots/R1", PLAIN, MOMENT)
    assert sorted(path.name for path in (tmp_path / "snapshots").iterdir()) == [".R0.freezing-1", "R1"]
