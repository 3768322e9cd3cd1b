"""What the tables of claims propose: rows decide nothing, and those that state a decision are told so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.claims.desk import CMS, TURNOVER, said
from tests.unit.review.records import log_of

from wherefrom.domain.decision import SubjectType
from wherefrom.domain.errors import InputRefusal
from wherefrom.review.claims import is_pattern, read_proposals

SYSTEM = SubjectType.SYSTEM
HEAD = "logical_table,system,status,owner,note,reviewer,effective_from,effective_to"


def read(tmp_path: Path, *lines: str, head: str = HEAD) -> tuple[list[str], list[str]]:
    """Return what is proposed, and what has to be mended."""
    path = tmp_path / "source_systems.csv"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join((head, *lines, "")).encode())
    found, complaints = read_proposals(path, SYSTEM, log_of(said(CMS)))
    return [str(each.claim) for each in found], [str(each).replace(str(path), "FILE") for each in complaints]


def test_no_file_proposes_nothing(tmp_path: Path) -> None:
    assert read_proposals(tmp_path / "gone.csv", SYSTEM, log_of()) == ((), ())


def test_rows_propose(tmp_path: Path) -> None:
    assert read(
        tmp_path,
        "# ods.example,CRM,CONFIRMED,,,ada,,",
        "ods.card,CMS,CONFIRMED,,,ada,2026-10-20,",
        '"ods.""City Key""",CMS,PROPOSED,,"a, b",,,',
        "ods.none,,,,,,,",
        "${risk_db}.*,RISK,,,,,,",
    ) == (["ods.card = CMS", 'ods."City Key" = CMS', "${risk_db}.* = RISK"], [])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (
            "ods.web,WEB,CONFIRMED,,,ada,,",
            "FILE:2: status is 'CONFIRMED'; the decision log holds no decision on it, so the row only proposes: "
            "wherefrom review import FILE",
        ),
        (
            "ods.*,WEB,CONFIRMED,,,ada,,",
            "FILE:2: status is 'CONFIRMED'; a pattern only proposes: decide on each table in a row of its own",
        ),
        (
            "ods.web,WEB,confirmed,,,ada,,",
            "FILE:2: status is 'confirmed'; it has to be one of CONFIRMED, REJECTED, DEFERRED, PROPOSED, or empty",
        ),
        (",WEB,,,,,,", "FILE:2: logical_table is ''; a row needs the canonical name of a table"),
    ],
)
def test_what_a_person_should_know(tmp_path: Path, row: str, complaint: str) -> None:
    assert read(tmp_path, row)[1] == [complaint]


def test_a_row_without_its_columns_is_told(tmp_path: Path) -> None:
    assert read(tmp_path, "ods.web,WEB", head="table,system")[1] == [
        "FILE:1: header is 'table, system'; it lacks logical_table, status"
    ]


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(InputRefusal, match="the glossary cannot be read"):
        read_proposals(tmp_path, SubjectType.TERM, log_of(said(TURNOVER)))


@pytest.mark.parametrize(
    ("name", "pattern"), [("ods.*", True), ('ods."a*b"', False), ('ods."a*b"*', True), ("${x}.t", False)]
)
def test_a_star_outside_quotes_is_a_pattern(name: str, *, pattern: bool) -> None:
    assert is_pattern(name) is pattern
