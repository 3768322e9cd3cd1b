"""Decisions are appended whole, on what their author knew, and are never lost."""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.review.records import PRINT_A, chain

from wherefrom.domain.decision import Approval, Decision, SubjectType
from wherefrom.domain.errors import Busy, Conflict, InputRefusal, Refusal, UsageRefusal
from wherefrom.review import Entry, append, read_log
from wherefrom.review import lock as lock_module
from wherefrom.review import writing as writing_module

NOON = "2026-11-28T12:00:00Z"
FIRST = Entry(
    SubjectType.WRITER, "W0000000001", Decision.CONFIRMED, Approval.NOT_REQUIRED, "", "ada",
    evidence_fingerprint=f"sha256:{PRINT_A}",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "governance" / "decisions.jsonl"


def test_records_continue_the_chain_and_leave_nothing_else_behind(path: Path) -> None:
    one = append(path, [FIRST], NOON)
    two = append(path, [replace(FIRST, subject="W0000000002"), replace(FIRST, subject="W0000000003")], NOON)
    assert (one.log.count, two.log.count) == (1, 3)
    assert [record.subject for record in two.added] == ["W0000000002", "W0000000003"]
    assert read_log(path) == two.log
    assert [each.name for each in path.parent.iterdir()] == ["decisions.jsonl"]


def test_what_was_there_stays_byte_for_byte(path: Path) -> None:
    path.parent.mkdir()
    before = chain({}, {"subject_type": "WRITER", "binding_id": "W2"}).rstrip(b"\n")
    path.write_bytes(before)
    append(path, [replace(FIRST, subject="W3")], NOON)
    assert path.read_bytes().startswith(before + b"\n{")


def test_a_batch_is_recorded_whole_or_not_at_all(path: Path) -> None:
    append(path, [FIRST], NOON)
    before = path.read_bytes()
    wrong = replace(FIRST, decision=Decision.REJECTED, reason="gone", supersedes="D0000000000")
    with pytest.raises(Conflict, match="was taken on D0000000000, and the newest decision is D"):
        append(path, [replace(FIRST, subject="W2"), wrong], NOON)
    assert path.read_bytes() == before


def test_a_decision_that_did_not_know_of_the_newest_is_a_conflict(path: Path) -> None:
    append(path, [FIRST], NOON)
    with pytest.raises(Conflict, match=r"REJECTED by bob was taken as the first.*CONFIRMED by ada") as caught:
        append(path, [replace(FIRST, actor="bob", decision=Decision.REJECTED, reason="gone")], NOON)
    assert caught.value.exit_code == 5


def test_an_expected_head_that_is_not_the_head_is_a_conflict(path: Path) -> None:
    head = append(path, [FIRST], NOON).log.head
    append(path, [replace(FIRST, subject="W2")], NOON, head)
    with pytest.raises(Conflict, match="the decision was taken on head"):
        append(path, [replace(FIRST, subject="W3")], NOON, head)


def test_a_repeated_request_is_the_same_one(path: Path) -> None:
    once = append(path, [FIRST], NOON)
    again = append(path, [FIRST], "2026-11-28T13:00:00Z")
    assert again.added == ()
    assert again.repeated == once.added
    assert again.log == once.log


def test_a_request_that_says_something_else_is_a_conflict(path: Path) -> None:
    append(path, [replace(FIRST, request_id="r1")], NOON)
    with pytest.raises(Conflict, match="Request r1 was recorded before as D"):
        append(path, [replace(FIRST, request_id="r1", actor="bob")], NOON)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (replace(FIRST, decision=Decision.REJECTED, reason=" "), "a rejection needs a reason"),
        (replace(FIRST, approval=Approval.APPROVED), "nothing is proposed"),
        (replace(FIRST, note="\ud800"), "half a surrogate pair"),
    ],
)
def test_what_cannot_stand_is_refused(path: Path, entry: Entry, said: str) -> None:
    with pytest.raises(UsageRefusal, match=said):
        append(path, [entry], NOON)
    assert not path.exists()


@pytest.mark.parametrize(
    "entry",
    [
        replace(FIRST, effective_from="2026-12-01", effective_to="2026-11-01"),
        replace(FIRST, effective_from="soon"),
        replace(FIRST, actor=" "),
        replace(FIRST, evidence_fingerprint="x"),
    ],
)
def test_a_record_that_the_log_could_not_be_read_with_is_refused(path: Path, entry: Entry) -> None:
    with pytest.raises(InputRefusal, match="Nothing was recorded"):
        append(path, [entry], NOON)
    assert not path.exists()


def test_nobody_approves_their_own_proposal(path: Path) -> None:
    proposal = append(path, [replace(FIRST, approval=Approval.PROPOSED)], NOON).added[0]
    approval = replace(FIRST, approval=Approval.APPROVED, supersedes=proposal.decision_id)
    with pytest.raises(UsageRefusal, match=r"was proposed by ada\. Nobody approves their own proposal"):
        append(path, [replace(approval, actor=" ADA")], NOON)
    assert append(path, [replace(approval, actor="bob")], NOON).log.count == 2


def test_a_clock_that_went_back_is_told_and_the_order_stays(path: Path) -> None:
    append(path, [FIRST], NOON)
    done = append(path, [replace(FIRST, subject="W2")], "2026-11-28T11:00:00Z")
    assert done.clock_back
    assert [record.seq for record in done.log.records] == [1, 2]


def test_a_broken_log_takes_no_decision(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(chain({}).replace(b'"ada"', b'"bob"'))
    with pytest.raises(InputRefusal, match=r"decisions.jsonl:1: hash is"):
        append(path, [FIRST], NOON)


def test_a_link_is_followed_and_stays(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(tmp_path / "real.jsonl")
    append(path, [FIRST], NOON)
    assert path.is_symlink()
    assert read_log(tmp_path / "real.jsonl").count == 1


def test_another_writer_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "WAIT_SECONDS", 0.05)
    path.parent.mkdir()
    with lock_module.writing(path), pytest.raises(Busy, match=f"process {os.getpid()} is writing"):
        append(path, [FIRST], NOON)


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
def test_a_disk_that_fails_leaves_the_log_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    append(path, [FIRST], NOON)
    before = path.read_bytes()

    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if step == "replace":
        monkeypatch.setattr(Path, "replace", fails)
    else:
        monkeypatch.setattr(writing_module.os, step, fails)
    with pytest.raises(InputRefusal, match=r"No space left on device\. Nothing was recorded"):
        append(path, [replace(FIRST, subject="W2")], NOON)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert append(path, [replace(FIRST, subject="W2")], NOON).log.count == 2


def _decide(path: Path, name: str, count: int) -> None:
    for number in range(count):
        append(path, [replace(FIRST, subject=f"W{name}{number}", actor=name)], NOON)


def test_no_decision_of_several_people_at_once_is_lost(path: Path) -> None:
    people = [
        multiprocessing.Process(target=_decide, args=(path, name, 10))
        for name in ("ada", "bob", "eve", "kim")
    ]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert [person.exitcode for person in people] == [0, 0, 0, 0]
    log = read_log(path)
    assert log.count == 40
    assert len({record.subject for record in log.records}) == 40


def _claim(path: Path, name: str) -> None:
    try:
        append(path, [replace(FIRST, actor=name)], NOON)
    except Refusal as refusal:
        os._exit(refusal.exit_code)


def test_of_two_decisions_on_one_subject_one_is_a_conflict(path: Path) -> None:
    people = [multiprocessing.Process(target=_claim, args=(path, name)) for name in ("ada", "bob")]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert sorted(person.exitcode or 0 for person in people) == [0, 5]
    assert read_log(path).count == 1
