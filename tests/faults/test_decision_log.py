"""A process that appends to the decision log is killed wherever it can be: the log holds all of it, or nothing.

Killed before and after each call that Python makes into the operating system, and in the middle of a write,
at every byte of the new log. Only the kernel ends such a process; nothing of it is cleaned up.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import BuiltinFunctionType, FrameType

import pytest
from tests.unit.review.records import PRINT_A, chain

from wherefrom.domain.decision import Approval, Decision, SubjectType
from wherefrom.domain.errors import InputRefusal
from wherefrom.review import Entry, append, read_log

MOMENT = "2026-11-28T10:00:00Z"
BEFORE = chain({}, {"binding_id": "W0000000002", "decision": "REJECTED", "reason": "Repair."})
SYSTEM = ("posix", "fcntl", "_io", "io")


def entries(*names: str) -> list[Entry]:
    return [
        Entry(
            SubjectType.WRITER, name, Decision.REJECTED, Approval.NOT_REQUIRED, "", "bob",
            reason="Off the schedule. " * 20, evidence_fingerprint=f"sha256:{PRINT_A}",
        )
        for name in names
    ]  # fmt: skip


def write(log: Path) -> None:
    append(log, entries("W0000000003", "W0000000004"), MOMENT)


@pytest.fixture(params=["first records", "more records"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "governance" / "decisions.jsonl"
    if request.param == "more records":
        path.parent.mkdir()
        path.write_bytes(BEFORE)
    return path


def start_again(log: Path, before: bytes) -> None:
    """Bring the log back as it was, with whatever else a killed process left beside it."""
    if before:
        log.write_bytes(before)
    else:
        log.unlink(missing_ok=True)


def in_a_child(work: Callable[[Callable[[str], None]], None]) -> tuple[int, list[str]]:
    """Do some work in a process of its own; return how it ended, and the lines that it told."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        code = 70
        try:
            work(lambda line: os.write(writing, line.encode() + b"\n") and None)
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        lines = told.read().splitlines()
    return os.waitpid(child, 0)[1], lines


def watched(log: Path, tell: Callable[[str], None], at: int) -> None:
    """Append, and die at the n-th of its calls into the system, counted before and after each; 0 for never."""
    seen = 0

    def look(_frame: FrameType, event: str, called: object) -> None:
        nonlocal seen
        if event not in ("c_call", "c_return") or not isinstance(called, BuiltinFunctionType):
            return
        owner = called.__module__ or type(called.__self__).__module__
        if owner not in SYSTEM:
            return
        seen += 1
        if not at:
            tell(f"{event} {called.__name__}")
        elif seen == at:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(look)
    write(log)
    sys.setprofile(None)
    tell("acknowledged")


def require_whole_or_nothing(log: Path, before: int, *, acknowledged: bool) -> str:
    """Pass if the log verifies and holds both new records or none; and if the next append goes through."""
    found = read_log(log)
    assert found.count in ((before + 2,) if acknowledged else (before, before + 2))
    append(log, entries("W0000000005"), MOMENT)
    assert read_log(log).count == found.count + 1
    assert [each.name for each in log.parent.iterdir()] == [log.name]
    return "old" if found.count == before else "new"


def test_killed_at_each_call_into_the_system(log: Path) -> None:
    before = log.read_bytes() if log.exists() else b""
    held = before.count(b"\n")
    status, calls = in_a_child(lambda tell: watched(log, tell, 0))
    assert status == 0
    assert calls.pop() == "acknowledged"
    names = {call.split()[1] for call in calls}
    assert names >= {"open", "flock", "pwrite", "write", "flush", "fsync", "replace", "unlink", "close"}
    seen = []
    for at in range(1, len(calls) + 1):
        start_again(log, before)
        status, told = in_a_child(lambda tell, at=at: watched(log, tell, at))  # type: ignore[misc]
        assert (status, told) == (signal.SIGKILL, [])
        seen.append(require_whole_or_nothing(log, held, acknowledged=False))
    assert seen == sorted(seen, reverse=True)  # old up to one call, new from there on
    assert set(seen) == {"old", "new"}


def test_killed_in_the_middle_of_the_write(log: Path) -> None:
    """The kernel ends a process at the first byte it writes beyond its limit."""
    before = log.read_bytes() if log.exists() else b""
    held = before.count(b"\n")

    def cut(limit: int) -> Callable[[Callable[[str], None]], None]:
        def work(tell: Callable[[str], None]) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            write(log)
            tell("acknowledged")

        return work

    assert in_a_child(write_and_tell(log)) == (0, ["acknowledged"])
    whole = len(log.read_bytes())
    for limit in (*range(8, whole, 61), whole - 1):
        start_again(log, before)
        status, told = in_a_child(cut(limit))
        assert (os.WTERMSIG(status), told) == (signal.SIGXFSZ, [])
        assert require_whole_or_nothing(log, held, acknowledged=False) == "old"
    start_again(log, before)
    assert in_a_child(cut(whole)) == (0, ["acknowledged"])
    assert require_whole_or_nothing(log, held, acknowledged=True) == "new"


def write_and_tell(log: Path) -> Callable[[Callable[[str], None]], None]:
    def work(tell: Callable[[str], None]) -> None:
        write(log)
        tell("acknowledged")

    return work


def test_a_full_disk_is_told_and_nothing_is_recorded(log: Path) -> None:
    before = log.read_bytes() if log.exists() else b""

    def work(tell: Callable[[str], None]) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        try:
            write(log)
        except InputRefusal as refusal:
            tell(str(refusal))

    status, (told,) = in_a_child(work)
    assert status == 0
    assert told == f"{log}: the decision log cannot be written: File too large. Nothing was recorded."
    assert (log.read_bytes() if log.exists() else b"") == before
    require_whole_or_nothing(log, before.count(b"\n"), acknowledged=False)
