"""The tables of claims, out and in again, by the rules of the review table."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.claims.desk import ACQ, CMS, NOW, TURNOVER, said, table, who
from tests.unit.review.records import log_of

from wherefrom.domain.binding import Status
from wherefrom.domain.claim import system_claim
from wherefrom.domain.decision import Approval, Decision, SubjectType
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review import FourEyes, Plan, csv_bytes, read_sheet
from wherefrom.review.claims import (
    FORMS,
    ClaimTable,
    Proposal,
    claims_standing,
    plan_claims,
    spread,
    systems_by_table,
    table_cells,
)
from wherefrom.review.deciding import Words

EMPTY = log_of()
SYSTEM, TERM = SubjectType.SYSTEM, SubjectType.TERM
HEAD = ("logical_table", "system", "status", "reviewer")


def written(*rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> bytes:
    """Return a CSV as a person writes one, without the program's columns."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([head, *rows])
    return out.getvalue().encode("utf-8")


def edited(found: ClaimTable, changes: dict[str, dict[str, str]]) -> bytes:
    """Return an export with cells changed, by the first cell of the row."""
    rows = list(table_cells(found.rows))
    data = csv_bytes(FORMS[found.kind], rows).decode("utf-8-sig")
    cells = list(csv.reader(io.StringIO(data, newline="")))
    for row in cells[1:]:
        for column, text in changes.get(row[0], {}).items():
            row[cells[0].index(column)] = text
    out = io.StringIO(newline="")
    csv.writer(out).writerows(cells)
    return out.getvalue().encode("utf-8")


def plan(data: bytes, found: ClaimTable, actor: str = "bob", four_eyes: FourEyes = "off") -> Plan:
    rows, complaints = read_sheet("t.csv", data, FORMS[found.kind])
    assert complaints == ()
    return plan_claims("t.csv", rows, found, who(actor, four_eyes))


def asked(data: bytes, found: ClaimTable, **more: str) -> list[tuple[str, str, str]]:
    """Return (claim, decision, actor) of what a file asks for; it has to be sound."""
    made = plan(data, found, **more)  # type: ignore[arg-type]
    assert (made.complaints, made.conflicts) == ((), ())
    return [(each.entry.subject, each.entry.decision.value, each.entry.actor) for each in made.asked]


def test_what_most_fields_wait_for_stands_first_and_what_is_settled_last() -> None:
    log = log_of(said(CMS), said(system_claim("ods.web", "WEB"), decision="REJECTED", reason="x"))
    shown = [
        (str(row.claim), row.ruling.status.value, len(row.fields), row.is_open) for row in table(log).rows
    ]
    assert shown == [
        ("ods.shop", "PENDING", 1, True),
        ("ods.web", "PENDING", 0, True),
        ("ods.card = CMS", "CONFIRMED", 2, False),
        ("ods.web = WEB", "REJECTED", 0, False),
    ]


def test_a_proposal_beside_a_confirmed_system_waits_for_nobody() -> None:
    rows = table(log_of(said(CMS)), proposals=(Proposal(ACQ, Words(), 2),)).rows
    here = {row.claim: row for row in rows if row.claim.table == "ods.card"}
    assert {claim: (row.is_open, row.competing) for claim, row in here.items()} == {
        CMS: (False, (ACQ.claim_id,)),
        ACQ: (False, (CMS.claim_id,)),
    }


def test_a_pattern_proposes_for_each_table_that_no_row_names() -> None:
    proposals = (
        Proposal(system_claim("ods.*", "SHOP"), Words(), 2),
        Proposal(system_claim("ods.c?rd", "NONE"), Words(), 3),
        Proposal(CMS, Words(), 4),
    )
    made = spread(proposals, ["ods.card", "ods.shop", "ods.web", "dm.sales"])
    assert [(str(each.claim), each.pattern) for each in made] == [
        ("ods.c?rd = NONE", ""),
        ("ods.card = CMS", ""),
        ("ods.shop = SHOP", "ods.*"),
        ("ods.web = SHOP", "ods.*"),
    ]


def test_what_stands_for_a_table_is_told_by_what_is_nearest_to_counting() -> None:
    log = log_of(said(CMS, decision="DEFERRED"), said(ACQ, decision="REJECTED", reason="x"))
    rulings = claims_standing(log, table(log).around, NOW)
    found = systems_by_table(rulings, [Proposal(system_claim("ods.web", name), Words(), 1) for name in "AB"])
    assert (found["ods.card"].system, found["ods.card"].status) == ("CMS", Status.DEFERRED)
    assert (found["ods.web"].system, found["ods.web"].status) == ("A / B", Status.PENDING)


def test_a_file_that_a_person_wrote_is_imported_once() -> None:
    data = written(
        ("ods.card", "CMS", "CONFIRMED", "ada"), ("ods.web", "WEB", "PROPOSED", ""), ("# x", "", "", "")
    )
    assert asked(data, table(EMPTY)) == [(CMS.subject, "CONFIRMED", "ada")]
    again = log_of(said(CMS, actor="ada"))
    assert asked(data, table(again)) == []


def test_an_export_as_it_is_asks_for_nothing() -> None:
    log = log_of(
        said(CMS, note="=1+1 is no formula", effective_to="2027-01-01"),
        said(system_claim("ods.web", "WEB"), decision="REJECTED", reason="No."),
        said(system_claim("ods.shop", "'SHOP"), decision="DEFERRED"),
    )
    found = table(log, proposals=(Proposal(ACQ, Words("", "Cards"), 2),))
    assert asked(edited(found, {}), found) == []


def test_an_export_from_before_asks_for_nothing_where_it_says_what_stood_then() -> None:
    before = table(log_of(said(CMS)))
    after = table(log_of(said(CMS), said(CMS, decision="REJECTED", reason="x", supersedes="D0001")))
    assert asked(edited(before, {}), after) == []


@pytest.mark.parametrize("name", ["SHOP", "-1", "=SUM(A1)", "'quoted", 'a "b"', "系统"])
def test_filling_in_a_system_decides_on_it(name: str) -> None:
    found = table(EMPTY)
    data = edited(found, {"ods.shop": {"system": name, "status": "CONFIRMED", "owner": "Shop data"}})
    (entry,) = [each.entry for each in plan(data, found).asked]
    assert (entry.subject, entry.responsible) == (system_claim("ods.shop", name).subject, "Shop data")


def test_another_system_on_a_confirmed_row_is_another_claim() -> None:
    found = table(log_of(said(CMS)))
    data = edited(found, {"ods.card": {"system": "ACQ"}})
    (entry,) = [each.entry for each in plan(data, found).asked]
    assert (entry.subject, entry.decision, entry.supersedes, entry.known) == (
        ACQ.subject, Decision.CONFIRMED, "", "D0001"
    )  # fmt: skip


def test_a_name_is_filled_in_for_a_field() -> None:
    found = table(EMPTY, TERM)
    rows = list(table_cells(found.rows))
    rows[0] |= {"business_name": "Turnover", "meaning": "Posted sales.", "status": "CONFIRMED"}
    assert asked(csv_bytes(FORMS[TERM], rows), found) == [(TURNOVER.subject, "CONFIRMED", "bob")]


@pytest.mark.parametrize("data", [
    written(("ods.card", "ACQ", "CONFIRMED", "ada")),
    edited(table(EMPTY), {"ods.card": {"system": "ACQ", "status": "CONFIRMED"}}),
    edited(table(EMPTY), {"ods.card": {"system": "CMS", "status": "REJECTED", "reason": "x"}}),
])  # fmt: skip
def test_somebody_decided_on_the_table_since(data: bytes) -> None:
    made = plan(data, table(log_of(said(CMS, actor="eve"))))
    assert made.asked == ()
    (conflict,) = made.conflicts
    assert "is based on no decision; recorded since" in conflict
    assert "D0001 (CONFIRMED by eve" in conflict


@pytest.mark.parametrize(
    ("row", "said_of"),
    [
        (
            ("ods.card", "CMS", "confirmed", "ada"),
            "status is 'confirmed'; it has to be one of CONFIRMED, REJECTED",
        ),
        (
            ("ods.card", "CMS", "PENDING", "ada"),
            "status is 'PENDING'; it is nobody's decision: leave the cell empty",
        ),
        (("ods.*", "CMS", "CONFIRMED", "ada"), "status is 'CONFIRMED'; a pattern only proposes"),
        (("ods.card", "", "CONFIRMED", "ada"), "system is ''; a decision is about a system: name it"),
        (("", "CMS", "CONFIRMED", "ada"), "logical_table is ''; a row needs the canonical name of a table"),
        (
            ("ods.cart", "CMS", "CONFIRMED", "ada"),
            "logical_table is 'ods.cart'; no statement of this release reads",
        ),
        (("ods.card", "CMS", "REJECTED", "ada"), "reason is ''; REJECTED, and what lifts it, needs a reason"),
    ],
)
def test_what_has_to_be_mended(row: tuple[str, ...], said_of: str) -> None:
    (complaint,) = plan(written(row), table(EMPTY)).complaints
    assert said_of in str(complaint)


def test_nobody_decides() -> None:
    (complaint,) = plan(written(("ods.card", "CMS", "CONFIRMED", "")), table(EMPTY), actor="").complaints
    assert "reviewer is ''; a decision names who decides" in str(complaint)


def test_two_rows_that_confirm_two_systems_of_one_table() -> None:
    data = written(("ods.card", "CMS", "CONFIRMED", "ada"), ("ods.card", "ACQ", "CONFIRMED", "ada"))
    (complaint,) = plan(data, table(EMPTY)).complaints
    assert str(complaint) == "t.csv:3: system is 'ACQ'; line 2 confirms another one for ods.card; keep one"


def test_the_programs_columns_are_left_alone() -> None:
    found = table(log_of(said(CMS)))
    (complaint,) = plan(edited(found, {"ods.card": {"logical_table": "ods.cart"}}), found).complaints
    assert "logical_table is 'ods.cart'; it was exported as 'ods.card': leave it as it is" in str(complaint)
    (complaint,) = plan(edited(found, {"ods.card": {"row_digest": "sha256:0"}}), found).complaints
    assert complaint.cell == "row_digest"


def test_a_field_that_is_not_there_cannot_be_named() -> None:
    head = ("logical_table", "field", "business_name", "meaning", "status", "reviewer")
    data = written(("dm.sales", "discount", "Discount", "", "CONFIRMED", "ada"), head=head)
    (complaint,) = plan(data, table(EMPTY, TERM)).complaints
    assert "field is 'discount'; no statement of this release reads or writes it" in str(complaint)


def test_a_confirmation_is_proposed_where_two_people_are_asked_for() -> None:
    data = written(("ods.card", "CMS", "CONFIRMED", "ada"))
    (entry,) = [each.entry for each in plan(data, table(EMPTY), four_eyes="confirm").asked]
    assert entry.approval is Approval.PROPOSED
    proposed: DecisionLog = log_of(said(CMS, actor="ada", approval="PROPOSED", responsible=""))
    assert asked(data, table(proposed, four_eyes="confirm"), four_eyes="confirm") == []


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=10).map(str.strip)
NAMES = WORDS.filter(bool) | st.sampled_from(["=1+1", "'=x", "-1", "0012", "1E5", "@a", "a;b", 'q"q', "＝x"])


@settings(deadline=None)
@given(NAMES, WORDS, WORDS, st.sampled_from(["CONFIRMED", "REJECTED", "DEFERRED"]))
def test_what_goes_out_comes_in_as_it_was(system: str, owner: str, note: str, decision: str) -> None:
    claim = system_claim("ods.card", system)
    log = log_of(said(claim, responsible=owner, note=note, decision=decision, reason="Said so."))
    found = table(log)
    exported = csv_bytes(FORMS[SYSTEM], table_cells(found.rows))
    assert asked(exported, found) == []
    rows, _ = read_sheet("t.csv", exported, FORMS[SYSTEM])
    (row,) = [each for each in rows if each.cells["review_id"] == claim.claim_id]
    assert (row.cells["system"].strip(), row.cells["owner"].strip()) == (system, owner)
