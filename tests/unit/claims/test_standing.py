"""What stands for a claim: as for writers, and one system for a table, one name for a field."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.claims.desk import ACQ, AROUND, CMS, NOW, TURNOVER, said, stands
from tests.unit.review.records import chain, log_of

from wherefrom.domain.claim import Claim, read_claim, system_claim, term_claim, told_subject
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.decision_chain import read_chain
from wherefrom.review import rechain
from wherefrom.review.claims import claims_standing

LATER = "2027-02-01T00:00:00Z"


def test_a_confirmed_claim_counts() -> None:
    assert stands(said(CMS), said(TURNOVER)) == {CMS: ("CONFIRMED",), TURNOVER: ("CONFIRMED",)}


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"effective_from": "2026-12-01"}, ("PENDING", "NOT_YET_EFFECTIVE")),
        ({"effective_to": "2026-11-29"}, ("PENDING", "EXPIRED")),
        ({"effective_from": "2026-11-01", "effective_to": "2026-11-30"}, ("CONFIRMED",)),
        ({"decision": "DEFERRED"}, ("DEFERRED",)),
        ({"decision": "REJECTED", "reason": "x", "effective_to": "2026-11-01"}, ("REJECTED",)),
        ({"approval": "PROPOSED"}, ("PENDING", "PROPOSED")),
    ],
)
def test_a_claim_at_the_moment_of_publication(stated: dict[str, object], expected: tuple[str, ...]) -> None:
    assert stands(said(CMS, **stated)) == {CMS: expected}


def test_a_source_that_is_written_now_makes_its_system_stale_and_no_rejection_weaker() -> None:
    filled = replace(AROUND, written={"ods.card": ("b" * 64,)})
    assert stands(said(CMS), around=filled) == {CMS: ("STALE",)}
    rejected = said(CMS, decision="REJECTED", reason="x")
    assert stands(rejected, around=filled) == {CMS: ("REJECTED", "STALE")}


def test_a_statement_that_changed_makes_the_names_of_its_table_stale() -> None:
    changed = replace(AROUND, written={"dm.sales": ("c" * 64,)})
    assert stands(said(TURNOVER), said(CMS), around=changed) == {TURNOVER: ("STALE",), CMS: ("CONFIRMED",)}


def test_what_is_not_in_the_snapshot_is_orphaned() -> None:
    gone = replace(AROUND, read=frozenset({"ods.shop"}))
    lost = term_claim("dm.sales", "discount", "Discount", "")
    assert stands(said(CMS), said(lost), around=gone) == {
        CMS: ("CONFIRMED", "ORPHANED"),
        lost: ("CONFIRMED", "ORPHANED"),
    }


def test_a_field_of_a_table_that_was_not_traced_is_taken_at_its_word() -> None:
    unknown = replace(AROUND, fields={})
    lost = term_claim("dm.sales", "discount", "Discount", "")
    assert stands(said(lost), around=unknown) == {lost: ("CONFIRMED",)}


def test_the_newest_confirmation_replaces_the_earlier_one_for_good() -> None:
    moved = (said(CMS), said(ACQ))
    assert stands(*moved) == {CMS: ("PENDING", "REPLACED"), ACQ: ("CONFIRMED",)}
    back = said(ACQ, decision="REJECTED", reason="x", supersedes="D0002")
    assert stands(*moved, back) == {CMS: ("PENDING", "REPLACED"), ACQ: ("REJECTED",)}
    again = said(CMS, supersedes="D0001")
    assert stands(*moved, again) == {CMS: ("CONFIRMED",), ACQ: ("PENDING", "REPLACED")}


def test_a_system_hands_over_on_the_day_the_next_one_takes_effect() -> None:
    log = (said(CMS), said(ACQ, effective_from="2027-01-01"))
    assert stands(*log) == {CMS: ("CONFIRMED",), ACQ: ("PENDING", "NOT_YET_EFFECTIVE")}
    assert stands(*log, as_of=LATER) == {CMS: ("PENDING", "REPLACED"), ACQ: ("CONFIRMED",)}


def test_one_that_ended_does_not_bring_the_one_before_back() -> None:
    log = (said(CMS), said(ACQ, effective_to="2026-12-31"))
    assert stands(*log, as_of=LATER) == {CMS: ("PENDING", "REPLACED"), ACQ: ("PENDING", "EXPIRED")}


def test_a_proposal_replaces_nothing_until_it_is_approved() -> None:
    log = (
        said(CMS, approval="PROPOSED", actor="ada"),
        said(CMS, approval="APPROVED", actor="bob", supersedes="D0001"),
    )
    waits = said(ACQ, approval="PROPOSED", actor="ada")
    assert stands(*log, waits, four_eyes="confirm") == {CMS: ("CONFIRMED",), ACQ: ("PENDING", "PROPOSED")}
    own = said(ACQ, approval="APPROVED", actor="Ada", supersedes="D0003")
    assert stands(*log, waits, own, four_eyes="confirm")[CMS] == ("CONFIRMED",)
    other = said(ACQ, approval="APPROVED", actor="eve", supersedes="D0003")
    assert stands(*log, waits, other, four_eyes="confirm") == {
        CMS: ("PENDING", "REPLACED"),
        ACQ: ("CONFIRMED",),
    }


def test_a_rejected_claim_is_lifted_with_a_reason_only() -> None:
    rejected = said(CMS, decision="REJECTED", reason="Another team.")
    assert stands(rejected, said(CMS, supersedes="D0001")) == {CMS: ("REJECTED", "NO_REASON")}
    assert stands(rejected, said(CMS, supersedes="D0001", reason="They moved.")) == {CMS: ("CONFIRMED",)}
    assert stands(rejected, said(ACQ)) == {CMS: ("REJECTED",), ACQ: ("CONFIRMED",)}


def test_two_systems_confirmed_on_two_branches_are_in_conflict(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    start = said(TURNOVER)
    one, other = chain(start, said(CMS)), chain(start, said(ACQ, decision_id="D0009"))
    path.write_bytes(one + other.splitlines(keepends=True)[1])
    rechain(path, "eve", "Two branches.", NOW)
    log = read_chain(path.read_bytes())
    found = claims_standing(log, AROUND, NOW)
    assert {claim: (r.status.value, *r.flags) for claim, r in found.items() if claim != TURNOVER} == {
        CMS: ("CONFLICT", "CONFLICT"),
        ACQ: ("CONFLICT", "CONFLICT"),
    }


SYSTEMS = st.sampled_from(
    [system_claim(table, name) for table in ("ods.card", "ods.shop") for name in ("CMS", "ACQ")]
)
RECORDS = st.lists(st.tuples(SYSTEMS, st.sampled_from(["CONFIRMED", "REJECTED", "DEFERRED"])), max_size=12)


@settings(deadline=None)
@given(RECORDS)
def test_a_table_never_has_two_systems_and_a_rejection_needs_a_reason_to_go(
    decided: list[tuple[Claim, str]],
) -> None:
    newest: dict[Claim, str] = {}
    records = []
    rejected: set[Claim] = set()
    for number, (claim, decision) in enumerate(decided, start=1):
        reason = "x" if decision == "REJECTED" else ""
        records.append(said(claim, decision=decision, reason=reason, supersedes=newest.get(claim, "")))
        newest[claim] = f"D{number:04}"
        rejected |= {claim} if decision == "REJECTED" else set()
    found = claims_standing(log_of(*records), AROUND, NOW)
    confirmed = [claim.table for claim, ruling in found.items() if ruling.status.value == "CONFIRMED"]
    assert len(confirmed) == len(set(confirmed))
    assert {claim for claim, ruling in found.items() if ruling.status.value == "REJECTED"} == rejected


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@settings(deadline=None)
@given(TEXTS, st.text(max_size=5), TEXTS, st.text(max_size=12))
def test_a_subject_holds_its_claim(table: str, field: str, name: str, meaning: str) -> None:
    for claim in (system_claim(table, name), term_claim(table, field, name, meaning)):
        assert read_claim(claim.kind, claim.subject) == claim
        assert told_subject(claim.kind, claim.subject) == str(claim)
    assert told_subject(SubjectType.WRITER, "W0123456789") == "W0123456789"
