"""File names in evidence and under ``files/``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.snapshot.names import evidence_path, is_evidence_path, spells, stored_path, twins


@pytest.mark.parametrize(
    ("raw", "path", "stored"),
    [
        (b"dm/sales.sql", "dm/sales.sql", "dm/sales.sql"),
        ("dm/销售 报表.sql".encode(), "dm/销售 报表.sql", "dm/销售 报表.sql"),
        (b"a\nb.sql", r"a\x0ab.sql", "a%5Cx0ab.sql"),
        (b"a\\b.sql", r"a\x5cb.sql", "a%5Cx5cb.sql"),
        (b"caf\xe9.sql", r"caf\xe9.sql", "caf%5Cxe9.sql"),
        ("a\u202eb.sql".encode(), r"a\xe2\x80\xaeb.sql", "a%5Cxe2%5Cx80%5Cxaeb.sql"),
        (b"-rf.sql", "-rf.sql", "-rf.sql"),
        (b"=1.sql", "=1.sql", "=1.sql"),
        (b"x/CON.sql", "x/CON.sql", "x/%43ON.sql"),
        (b"nul", "nul", "%6Eul"),
        (b"console.sql", "console.sql", "console.sql"),
        (b"a:b?.sql", "a:b?.sql", "a%3Ab%3F.sql"),
        (b"dot./a.sql", "dot./a.sql", "dot%2E/a.sql"),
        (b"a.sql ", "a.sql ", "a.sql%20"),
        (b"rate%20.sql", "rate%20.sql", "rate%2520.sql"),
        (b"100%.sql", "100%.sql", "100%.sql"),
    ],
)
def test_names(raw: bytes, path: str, stored: str) -> None:
    assert evidence_path(raw) == path
    assert stored_path(path) == stored
    assert is_evidence_path(path)
    assert spells(path, raw) == (raw == path.encode())


def test_a_name_too_long_once_escaped_is_cut_and_hashed() -> None:
    one, other = "?" * 200 + "a.sql", "?" * 200 + "b.sql"
    assert len(stored_path(one).encode()) <= 255
    assert stored_path(one) != stored_path(other)


@pytest.mark.parametrize("path", ["", "/etc/passwd", "../x", "a/../b", "a//b", "a/", "a\nb", "a\0b", "."])
def test_what_is_no_evidence_path(path: str) -> None:
    assert not is_evidence_path(path)


names = st.binary(min_size=1, max_size=40).filter(lambda name: b"/" not in name and b"\0" not in name)


@given(names, names)
def test_two_files_never_share_a_path_or_a_place(one: bytes, other: bytes) -> None:
    if one != other:
        assert evidence_path(one) != evidence_path(other)
        assert stored_path(evidence_path(one)) != stored_path(evidence_path(other))


@given(names)
def test_places_are_safe(name: bytes) -> None:
    stored = stored_path(evidence_path(name))
    assert not set(stored) & set('\\\n\r\0<>:"|?*')
    assert not stored.endswith((".", " "))


def test_twins_by_case_and_normalisation() -> None:
    assert twins(["a.sql", "A.SQL", "b.sql", "cafe\u0301.sql", "café.sql"]) == (
        ("A.SQL", "a.sql"),
        ("cafe\u0301.sql", "café.sql"),
    )
