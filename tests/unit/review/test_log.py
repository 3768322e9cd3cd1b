"""The decision log is read strictly, and a broken chain is named."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.review.records import PRINT_B, append, chain, log_of, record

from wherefrom.domain.claim import read_claim, system_claim, term_claim
from wherefrom.domain.decision import HASH_PREFIX, Decision
from wherefrom.domain.decision_chain import BrokenRecord, read_chain
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.review import as_of, read_log


def refusal(path: Path) -> str:
    with pytest.raises(InputRefusal) as caught:
        read_log(path)
    return str(caught.value).replace(str(path), "LOG")


def test_a_log_that_is_not_there_is_empty(tmp_path: Path) -> None:
    log = read_log(tmp_path / "decisions.jsonl")
    assert (log.records, log.head, log.count) == ((), "0" * 64, 0)


def test_records_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    append(path)
    last = append(path, decision="REJECTED", reason="replaced", supersedes="D0001")
    log = read_log(path)
    assert [r.decision for r in log.records] == [Decision.CONFIRMED, Decision.REJECTED]
    assert log.records[1].subject == "W0000000001"
    assert (log.head, log.count) == (str(last["hash"]).removeprefix("sha256:"), 2)
    assert log.raw[1] == last


SYSTEM = {"subject_type": "SYSTEM", "subject": '["ods.card","CMS"]'}


def test_other_subjects_stand_in_the_same_log() -> None:
    term = {"subject_type": "TERM", "subject": '["dm.sales","amount","Turnover","Posted sales."]'}
    first, second = read_chain(chain(SYSTEM, term)).records
    assert read_claim(first.subject_type, first.subject) == system_claim("ods.card", "CMS")
    assert read_claim(second.subject_type, second.subject) == term_claim(
        "dm.sales", "amount", "Turnover", "Posted sales."
    )


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("SYSTEM", "ods.card"),
        ("SYSTEM", '["ods.card"]'),
        ("SYSTEM", '["ods.card","CMS","x"]'),
        ("SYSTEM", '["ods.card", "CMS"]'),
        ("SYSTEM", '["","CMS"]'),
        ("SYSTEM", '["ods.card",""]'),
        ("SYSTEM", '["ods.card",1]'),
        ("TERM", '["ods.card","CMS"]'),
        ("TERM", '["dm.sales","amount","","A meaning without a name."]'),
    ],
)
def test_a_subject_that_is_no_claim_breaks_the_chain(kind: str, subject: str) -> None:
    with pytest.raises(BrokenRecord, match="subject is"):
        read_chain(chain({"subject_type": kind, "subject": subject}))


def test_a_claim_needs_its_evidence() -> None:
    with pytest.raises(BrokenRecord, match="evidence_fingerprint is ''"):
        read_chain(chain(SYSTEM | {"evidence_fingerprint": ""}))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"ada"', b'"bob"', "LOG:1: hash is 'sha256:"),
        (b'"v":1', b'"v":2', "LOG:1: v is '2'; this program reads version 1"),
        (b'"seq":2', b'"seq":3', "LOG:2: seq is '3'; record 2 of the log has 2: one is gone or moved"),
        (b'"v":1', b'"v":1,"v":1', "LOG:1: the record cannot be read: its key 'v' stands twice"),
        (b'"v":1', b'"v":NaN', "LOG:1: the record cannot be read: its NaN is no JSON number"),
        (b'"v":1', b'"v":1.0', "LOG:1: the record cannot be read: its 1.0 is no whole number"),
        (b'"v":1,', b"", "LOG:1: the record lacks v"),
        (b'"v":1', b'"v":1,"mood":"x"', "LOG:1: the record holds mood, which no record of its kind has"),
        (b'"CONFIRMED"', b'"PENDING"', "LOG:1: decision is 'PENDING'; it has to be one of CONFIRMED"),
        (b'"ada"', b'" "', "LOG:1: actor is ' '; it must not be empty"),
        (b'"reason":""', b'"reason":null', "LOG:1: reason is 'None'; it has to be a text"),
        (
            b"2026-11-20T",
            b"2026-02-30T",
            "LOG:1: decided_at is '2026-02-30T10:01:00Z'; it has to be a moment",
        ),
        (b'"effective_to":""', b'"effective_to":"soon"', "LOG:1: effective_to is 'soon'; it has to be empty"),
        (b'"ada"', b'"\xff"', "LOG:1: the record cannot be read: its byte"),
        (b'"ada"', b'"\\ud800"', "LOG:1: the record holds half a surrogate pair"),
        (
            b'"note":""',
            b'"note":' + b"[" * 100_000,
            "LOG:1: the record cannot be read: it is nested too deep",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    path = tmp_path / "decisions.jsonl"
    whole = chain({}, {"supersedes": "D0001"})
    assert old in whole
    path.write_bytes(whole.replace(old, new, 1))
    assert refusal(path).startswith(said)


def test_a_record_taken_out_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    first, _, third = chain({}, {"binding_id": "W2"}, {"binding_id": "W3"}).splitlines(keepends=True)
    path.write_bytes(first + third)
    assert refusal(path).startswith("LOG:2: seq is '3'")


def test_records_of_two_logs_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    one = chain({}, {"binding_id": "W2"}).splitlines(keepends=True)
    other = chain({"note": "x"}, {"binding_id": "W2"}).splitlines(keepends=True)
    path.write_bytes(one[0] + other[1])
    assert refusal(path).startswith("LOG:2: prev_hash is 'sha256:")


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"decision_id": "D0001"}, "decision_id is 'D0001'; an earlier record has it already"),
        ({"decision_id": "D-2"}, "decision_id is 'D-2'; it has to be D and letters or digits"),
        ({"supersedes": "D0007"}, "supersedes is 'D0007'; no earlier decision on W0000000001 has that id"),
        ({"binding_id": "W2", "supersedes": "D0001"}, "supersedes is 'D0001'; no earlier decision on W2"),
        ({"request_id": "r1"}, "request_id is 'r1'; an earlier record has it already"),
        ({"evidence_fingerprint": "x"}, "evidence_fingerprint is 'x'; it has to be sha256:"),
        (
            {"effective_from": "2026-11-02", "effective_to": "2026-11-01"},
            "effective_to is '2026-11-01'; it lies before 2026-11-02",
        ),
    ],
)
def test_references_are_checked(tmp_path: Path, stated: dict[str, object], said: str) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(chain({"request_id": "r1"}, stated))
    assert refusal(path).startswith(f"LOG:2: {said}")


def test_a_torn_last_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(chain({}, {"binding_id": "W2"})[:-40])
    assert refusal(path).startswith("LOG:2: the record cannot be read: it is no JSON at its character")


def test_every_changed_byte_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    whole = chain({"note": "a"})
    for place in range(len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert refusal(path).startswith("LOG:1: ")


@given(st.dictionaries(st.sampled_from(["reason", "note", "ticket", "actor"]), st.text()))
def test_the_hash_is_that_of_rfc_8785(words: dict[str, str]) -> None:
    words = {k: v.encode("utf-8", "ignore").decode() for k, v in words.items()}
    values = record(None, **words)
    plain = {key: value for key, value in values.items() if key != "hash"}
    form = rfc8785.dumps(json.loads(json.dumps(plain)))
    assert values["hash"] == "sha256:" + hashlib.sha256(HASH_PREFIX + form).hexdigest()


def test_as_of_is_the_later_of_freeze_and_newest_decision() -> None:
    log = log_of({"decided_at": "2026-11-28T08:00:00Z"})
    assert as_of(log, "2026-11-27T18:00:00Z") == "2026-11-28T08:00:00Z"
    assert as_of(log, "2026-11-29T18:00:00Z") == "2026-11-29T18:00:00Z"
    assert as_of(log, "2026-11-27T18:00:00Z", "2026-01-02") == "2026-01-02T00:00:00Z"
    assert as_of(log, "2026-11-27T18:00:00Z", "2026-01-02T03:04:05Z") == "2026-01-02T03:04:05Z"
    with pytest.raises(UsageRefusal, match="--as-of is 'today'"):
        as_of(log, "2026-11-27T18:00:00Z", "today")


def test_a_fingerprint_is_kept_as_it_was_written() -> None:
    assert log_of({"evidence_fingerprint": PRINT_B}).records[0].evidence_fingerprint == PRINT_B
