"""Which table belongs to which source system: only reviewed rows count."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherefrom.domain.classification import SystemRuling, SystemStatus
from wherefrom.domain.errors import InputRefusal
from wherefrom.review import read_systems

NOW = "2026-11-30T00:00:00Z"
HEADER = "logical_table,system,status,owner,note,reviewer,effective_from,effective_to"
CONFIRMED, PROPOSED, REJECTED = SystemStatus.CONFIRMED, SystemStatus.PROPOSED, SystemStatus.REJECTED


def read(
    tmp_path: Path, *lines: str, header: str = HEADER, bom: bool = True
) -> tuple[dict[str, SystemRuling], list[str]]:
    path = tmp_path / "source_systems.csv"
    text = "\r\n".join((header, *lines)) + "\r\n"
    path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.encode())
    rulings, complaints = read_systems(path, NOW)
    return rulings, [str(each).replace(str(path), "FILE") for each in complaints]


def test_no_file_no_rows(tmp_path: Path) -> None:
    assert read_systems(tmp_path / "source_systems.csv", NOW) == ({}, ())


def test_rows(tmp_path: Path) -> None:
    rulings, complaints = read(
        tmp_path,
        "# ods.example,CRM,CONFIRMED,,,ada,,",
        "ods.cards,ACQ,CONFIRMED,Cards,,ada,2026-10-20,",
        '"ods.""City Key""",CMS,CONFIRMED,,"a, b",ada,,2026-11-30',
        ",,,,,,,",
        "${risk_db}.score,RISK,PROPOSED,,,,,",
        "ods.old,ACQ,REJECTED,,,ada,,",
    )
    assert complaints == []
    assert rulings == {
        "${risk_db}.score": SystemRuling("RISK", PROPOSED, "source_systems.csv:6"),
        'ods."City Key"': SystemRuling("CMS", CONFIRMED, "source_systems.csv:4"),
        "ods.cards": SystemRuling("ACQ", CONFIRMED, "source_systems.csv:3"),
        "ods.old": SystemRuling("ACQ", REJECTED, "source_systems.csv:7"),
    }


@pytest.mark.parametrize("separator", [";", "\t"])
def test_what_spreadsheets_write_back(tmp_path: Path, separator: str) -> None:
    rows = ["x" + HEADER + ",extra", "x'=ods.t,ACQ,CONFIRMED,,,ada,,,y"]
    header, row = (each[1:].replace(",", separator) for each in rows)
    rulings, complaints = read(tmp_path, row, header=header, bom=False)
    assert (rulings, complaints) == ({"=ods.t": SystemRuling("ACQ", CONFIRMED, "source_systems.csv:2")}, [])


@pytest.mark.parametrize(
    ("row", "expected", "said"),
    [
        (
            "ods.*,ACQ,CONFIRMED,,,ada,,",
            SystemRuling("ACQ", PROPOSED, "source_systems.csv:2", ("PATTERN",)),
            "logical_table is 'ods.*'; a pattern only proposes: confirm each table in a row of its own",
        ),
        (
            "ods.t,ACQ,confirmed,,,ada,,",
            SystemRuling("ACQ", PROPOSED, "source_systems.csv:2"),
            "status is 'confirmed'; it has to be one of CONFIRMED, PROPOSED, REJECTED",
        ),
        (
            "ods.t,ACQ,CONFIRMED,,,,,",
            SystemRuling("ACQ", PROPOSED, "source_systems.csv:2"),
            "reviewer is ''; a confirmed row names who confirmed it",
        ),
        (
            "ods.t,,CONFIRMED,,,ada,,",
            SystemRuling("", PROPOSED, "source_systems.csv:2"),
            "system is ''; a confirmed row names its source system",
        ),
        (
            "ods.t,ACQ,CONFIRMED,,,ada,20.10.2026,",
            SystemRuling("ACQ", PROPOSED, "source_systems.csv:2"),
            "effective_from is '20.10.2026'; it has to be empty, a day (2026-11-27) or a moment in UTC",
        ),
    ],
)
def test_a_cell_that_is_wrong_never_confirms(
    tmp_path: Path, row: str, expected: SystemRuling, said: str
) -> None:
    rulings, complaints = read(tmp_path, row)
    assert list(rulings.values()) == [expected]
    assert complaints == [f"FILE:2: {said}"]


def test_pattern_stars_stand_outside_quotes(tmp_path: Path) -> None:
    rulings, complaints = read(tmp_path, '"ds.""events_*""",APP,CONFIRMED,,,ada,,', "ods.*,ACQ,PROPOSED,,,,,")
    assert rulings['ds."events_*"'].status is CONFIRMED
    assert rulings["ods.*"].flags == ("PATTERN",)
    assert complaints == []


def test_dates_are_judged_as_of(tmp_path: Path) -> None:
    rulings, complaints = read(
        tmp_path, "a,ACQ,CONFIRMED,,,ada,,2026-11-29", "b,ACQ,CONFIRMED,,,ada,2026-12-01,"
    )
    assert complaints == []
    assert [(r.status, r.flags) for r in rulings.values()] == [
        (PROPOSED, ("EXPIRED",)),
        (PROPOSED, ("NOT_YET_EFFECTIVE",)),
    ]


def test_a_table_that_moved_to_another_system(tmp_path: Path) -> None:
    rulings, complaints = read(
        tmp_path, "a,OLD,CONFIRMED,,,ada,,2026-06-30", "a,NEW,CONFIRMED,,,ada,2026-07-01,"
    )
    assert (rulings["a"].system, rulings["a"].status, complaints) == ("NEW", CONFIRMED, [])


def test_rows_that_contradict_each_other_do_not_count(tmp_path: Path) -> None:
    rulings, complaints = read(tmp_path, "a,ONE,CONFIRMED,,,ada,,", "a,TWO,CONFIRMED,,,bob,,")
    assert rulings["a"] == SystemRuling("ONE", PROPOSED, "source_systems.csv:2", ("CONFLICT",))
    assert complaints == [
        "FILE:3: system is 'TWO'; line 2 confirms ONE for the same table and time; keep one"
    ]
    rulings, complaints = read(tmp_path, "a,ONE,CONFIRMED,,,ada,,", "a,ONE,REJECTED,,,bob,,")
    assert rulings["a"].status is PROPOSED
    assert complaints == [
        "FILE:2: system is 'ONE'; another row rejects the same system for the same table; keep one"
    ]


def test_a_file_that_is_none(tmp_path: Path) -> None:
    assert read(tmp_path, "x,y", header="logical_table,system")[1] == [
        "FILE:1: header is 'logical_table,system'; it lacks status, owner, note, reviewer, effective_from, effective_to"
    ]
    assert read(tmp_path, 'a,"ACQ,CONFIRMED')[1] == [
        "FILE:2: row is 'unexpected end of data'; close its double quotes"
    ]
    assert read(tmp_path, "a,ACQ,CONFIRMED,,,ada,,,,")[1] == [
        "FILE:2: row is '10 cells long'; a row has 8 cells: put a cell that holds the separator in double quotes"
    ]
    path = tmp_path / "source_systems.csv"
    path.write_bytes(HEADER.encode() + b"\n\xb0\xa1,A,PROPOSED,,,,,\n")
    assert [str(c).replace(str(path), "FILE") for c in read_systems(path, NOW)[1]] == [
        f"FILE:2: file is 'byte {len(HEADER) + 2}'; the file has to be UTF-8: save it as 'CSV UTF-8'"
    ]
    with pytest.raises(InputRefusal, match="cannot be read"):
        read_systems(tmp_path, NOW)
