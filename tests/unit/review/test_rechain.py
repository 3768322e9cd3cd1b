"""Two branches of a log that both appended: told when the log is read, put in order by a named person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.review.records import append, record
from tests.unit.review.test_standing import candidate

from wherefrom.domain.binding import Status
from wherefrom.domain.decision import Approval, Decision, SubjectType
from wherefrom.domain.decision_chain import record_hash
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.review import Entry, read_log, rechain, standing
from wherefrom.review import append as add

NOON = "2026-11-30T12:00:00Z"


def line(values: dict[str, object]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def forked(
    path: Path, ours: list[dict[str, object]], theirs: list[dict[str, object]], *, marks: bool = False
) -> bytes:
    """Write a log of one record and two branches; return the bytes of the second branch."""
    root = append(path)
    sides = []
    for side in (ours, theirs):
        before, lines = root, b""
        for stated in side:
            before = record(before, **stated)
            lines += line(before)
        sides.append(lines)
    if marks:
        merged = b"<<<<<<< HEAD\n" + sides[0] + b"=======\n" + sides[1] + b">>>>>>> review\n"
    else:
        merged = sides[0] + sides[1]
    path.write_bytes(path.read_bytes() + merged)
    return sides[1]


@pytest.mark.parametrize("marks", [False, True])
def test_a_merge_is_told_and_names_what_mends_it(tmp_path: Path, marks: bool) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2"}], [{"binding_id": "W3"}], marks=marks)
    with pytest.raises(InputRefusal, match="wherefrom review rechain --by NAME --reason TEXT") as caught:
        read_log(path)
    assert str(caught.value).startswith(f"{path}:{2 if marks else 3}: ")


@pytest.mark.parametrize("marks", [False, True])
def test_nothing_of_either_branch_is_lost(tmp_path: Path, marks: bool) -> None:
    path = tmp_path / "decisions.jsonl"
    theirs = forked(
        path,
        [{"binding_id": "W2", "actor": "ada", "request_id": "q"}, {"binding_id": "W4"}],
        [
            {"binding_id": "W3", "actor": "bob", "request_id": "q"},
            {"binding_id": "W3", "supersedes": "D0002"},
        ],
        marks=marks,
    )
    done = rechain(path, "eve", "merged two reviews", NOON)
    log = read_log(path)
    assert done.log == log
    assert (done.fork, [r.subject for r in done.moved]) == (1, ["W3", "W3"])
    assert [r.subject for r in log.records[:5]] == ["W0000000001", "W2", "W4", "W3", "W3"]
    assert [r.actor for r in log.records[1:4]] == ["ada", "ada", "bob"]
    # Both sides had a D0002: the second gets an id of its own, and what follows it goes along.
    assert log.records[4].supersedes == log.records[3].decision_id != "D0002"
    last = log.records[5]
    assert (last.subject_type, last.actor, last.reason) == (SubjectType.LOG, "eve", "merged two reviews")
    for each in theirs.splitlines():
        assert str(json.loads(each)["hash"]) in last.note


def test_a_rejection_of_one_branch_stands_against_a_confirmation_of_the_other(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    binding = candidate().binding_id
    forked(
        path,
        [{"binding_id": binding, "decision": "REJECTED", "reason": "gone"}],
        [{"binding_id": binding, "decision": "CONFIRMED"}],
    )
    rechain(path, "eve", "merged", NOON)
    ruling = standing(read_log(path), [candidate()], NOON)[binding]
    assert ruling.status is Status.REJECTED
    assert ruling.flags == ("CONFLICT",)


def test_a_branch_that_never_knew_of_a_rejection_does_not_lift_it_however_often_it_decides(
    tmp_path: Path,
) -> None:
    path = tmp_path / "decisions.jsonl"
    one = candidate()
    forked(
        path,
        [{"binding_id": one.binding_id, "supersedes": "D0001", "decision": "REJECTED", "reason": "gone"}],
        [
            {"binding_id": one.binding_id, "supersedes": "D0001", "decision_id": "D8", "reason": "runs"},
            {"binding_id": one.binding_id, "supersedes": "D8", "decision_id": "D9", "reason": "runs daily"},
        ],
    )
    rechain(path, "eve", "merged", NOON)
    assert standing(read_log(path), [one], NOON)[one.binding_id].status is Status.REJECTED
    # Once both branches stand in one log, a person who decides knows of the rejection, and may lift it.
    entry = Entry(
        SubjectType.WRITER, one.binding_id, Decision.CONFIRMED, Approval.NOT_REQUIRED, "D9", "kim",
        reason="It runs again.", evidence_fingerprint=f"sha256:{one.fingerprint}",
    )  # fmt: skip
    add(path, [entry], NOON)
    assert standing(read_log(path), [one], NOON)[one.binding_id].status is Status.CONFIRMED


def test_a_line_that_both_sides_kept_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    theirs = forked(path, [{"binding_id": "W2"}], [{"binding_id": "W3"}])
    path.write_bytes(path.read_bytes() + theirs)
    assert rechain(path, "eve", "merged", NOON).log.count == 4


def test_three_branches_are_put_in_order_too(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2"}], [{"binding_id": "W3"}])
    root = json.loads(path.read_bytes().splitlines()[0])
    path.write_bytes(path.read_bytes() + line(record(root, binding_id="W4", decision_id="D9")))
    done = rechain(path, "eve", "merged", NOON)
    said = [r.subject if r.subject_type is SubjectType.WRITER else "LOG" for r in done.log.records]
    assert said == ["W0000000001", "W2", "W3", "LOG", "W4", "LOG"]
    assert (done.fork, [r.subject for r in done.moved]) == (1, ["W3", "W4"])


def test_branches_from_the_very_beginning(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(line(record(None, binding_id="W2")) + line(record(None, binding_id="W3")))
    done = rechain(path, "eve", "merged", NOON)
    assert (done.fork, done.log.count) == (0, 3)
    assert [r.decision for r in done.log.records] == [Decision.CONFIRMED] * 3


def test_a_log_that_is_whole_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    append(path)
    before = path.read_bytes()
    with pytest.raises(UsageRefusal, match="one branch only"):
        rechain(path, "eve", "merged", NOON)
    assert path.read_bytes() == before


def test_more_than_a_merge_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2"}], [{"binding_id": "W3"}])
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"W3"', b'"W4"'))
    with pytest.raises(InputRefusal, match=r":3: hash is .*bring back both sides"):
        rechain(path, "eve", "merged", NOON)
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[1:]))
    with pytest.raises(InputRefusal, match=r":1: prev_hash is"):
        rechain(path, "eve", "merged", NOON)


@pytest.mark.parametrize(("by", "reason"), [("", "merged"), ("eve", " ")])
def test_who_and_why_are_stated(tmp_path: Path, by: str, reason: str) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2"}], [{"binding_id": "W3"}])
    with pytest.raises(UsageRefusal, match="--by NAME --reason TEXT"):
        rechain(path, by, reason, NOON)


def test_the_hash_of_a_moved_record_can_be_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2", "decision_id": "D7"}], [{"binding_id": "W3"}])
    log = rechain(path, "eve", "merged", NOON).log
    values = dict(log.raw[2]) | {"seq": 2, "prev_hash": log.raw[0]["hash"]}
    assert record_hash(values) in log.records[-1].note


def test_a_branch_that_only_repeats_the_other_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    forked(path, [{"binding_id": "W2"}, {"binding_id": "W3"}], [{"binding_id": "W2"}])
    with pytest.raises(InputRefusal, match=r":4: this record stands above already"):
        read_log(path)
    done = rechain(path, "eve", "merged", NOON)
    assert done.moved == ()
    assert [r.subject for r in read_log(path).records] == ["W0000000001", "W2", "W3"]
