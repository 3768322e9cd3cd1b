"""Files that are no workbook, or mean harm: one clear complaint, in bounded memory (hardening 5.5, row 53)."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from tests.unit.review import desk

from wherefrom.review import WRITERS, read_sheet, table_cells, workbook_bytes
from wherefrom.review.workbook_check import MAX_UNPACKED

EXPORTED = workbook_bytes(WRITERS, table_cells(desk.rows()))
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
TYPES = "[Content_Types].xml"
LAUGHS = b"<!DOCTYPE x [<!ENTITY a 'ha'>" + b"".join(
    b"<!ENTITY %c '%s'>" % (b, b"&%c;" % (b - 1) * 10) for b in b"bcdefghij"
) + b"]>"  # fmt: skip


def packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the exported workbook with one part changed or added."""
    with zipfile.ZipFile(io.BytesIO(EXPORTED)) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    return packed(parts | {name: change(parts.get(name, b""))})


def after_declaration(text: bytes) -> Callable[[bytes], bytes]:
    return lambda part: part.replace(b"?>\n", b"?>\n" + text, 1)


def external(part: bytes) -> bytes:
    named = after_declaration(b'<!DOCTYPE sst [<!ENTITY e SYSTEM "file:///etc/passwd">]>')(part)
    return named.replace(b"<t>review_id</t>", b"<t>&e;</t>")


def in_utf_16(part: bytes) -> bytes:
    text = after_declaration(LAUGHS)(part).decode().replace('encoding="UTF-8"', 'encoding="UTF-16"')
    return text.encode("utf-16")


def many_cells(part: bytes) -> bytes:
    return part.replace(b"</sheetData>", b"<row>" + b"<c/>" * 1_100_000 + b"</row></sheetData>")


def understated() -> bytes:
    """A part of 300 MB that the archive's own table says is small."""
    data = bytearray(with_part("xl/media/big.xml", lambda _: b" " * 300_000_000))
    at = data.index(b"PK\x01\x02", data.index(b"xl/media/big.xml") + 30)
    while data[at + 46 : at + 62] != b"xl/media/big.xml":
        at = data.index(b"PK\x01\x02", at + 4)
    data[at + 24 : at + 28] = struct.pack("<I", 1_000)
    return bytes(data)


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "no whole workbook"),
    "text": (lambda: b"review_id,decision\r\n", "no whole workbook"),
    "cut": (lambda: EXPORTED[: len(EXPORTED) // 2], "no whole workbook"),
    "other zip": (lambda: packed({"readme.txt": b"hello"}), "no XLSX workbook"),
    "document": (lambda: packed({TYPES: b"<Types/>", "word/document.xml": b"<d/>"}), "no XLSX workbook"),
    "OpenDocument": (lambda: packed({"mimetype": b"", "content.xml": b"<d/>"}), "no XLSX workbook"),
    "old or locked": (
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 5_000,
        "an old .xls, or locked by a password",
    ),
    "macros": (lambda: with_part("xl/vbaProject.bin", lambda _: b"\xd0\xcf"), "a workbook with macros"),
    "macro type": (
        lambda: with_part(TYPES, lambda part: part.replace(b"sheet.main", b"sheet.macroEnabled.main")),
        "a workbook with macros",
    ),
    "bomb": (lambda: with_part("xl/big.xml", lambda _: b" " * (MAX_UNPACKED + 1)), "100,0"),
    "understated bomb": (understated, "no whole workbook"),
    "large": (lambda: EXPORTED + b"\0" * 20_000_000, "20,0"),
    "many cells": (lambda: with_part(SHEET, many_cells), "more than 1,000,000 XML elements"),
    "entities": (lambda: with_part(STRINGS, after_declaration(LAUGHS)), "XML with a document type"),
    "entities in UTF-16": (lambda: with_part(STRINGS, in_utf_16), "XML with a document type"),
    "entities elsewhere": (
        lambda: with_part("xl/media/p.png", lambda _: LAUGHS + b"<x/>"),
        "XML with a document type",
    ),
    "external entity": (lambda: with_part(STRINGS, external), "XML with a document type"),
    "text that is not there": (
        lambda: with_part(SHEET, lambda part: part.replace(b"<v>0</v>", b"<v>99999</v>")),
        "no XLSX workbook that can be read",
    ),
    "broken part": (lambda: with_part(SHEET, lambda part: part[:-20]), f"broken in {SHEET}"),
    "no sheet": (lambda: with_part("xl/workbook.xml", lambda _: b"<workbook/>"), "no sheet"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_it_is_named_and_little_of_it_is_unpacked(name: str) -> None:
    made, found = BAD[name]
    data = made()
    tracemalloc.start()
    try:
        rows, complaints = read_sheet("t.xlsx", data, WRITERS)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rows == ()
    (complaint,) = complaints
    assert (complaint.line, complaint.cell) == (1, "file")
    assert complaint.found.startswith(found)
    assert complaint.wanted
    assert peak < 30_000_000


def test_a_part_with_a_password_is_named() -> None:
    data = bytearray(EXPORTED)
    for sign, flag in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(sign)
        while at >= 0:
            data[at + flag] |= 1
            at = data.find(sign, at + 4)
    (complaint,) = read_sheet("t.xlsx", bytes(data), WRITERS)[1]
    assert complaint.found == "no whole workbook"


def test_a_changed_byte_is_a_complaint_or_changes_nothing() -> None:
    """Whatever byte is changed, nothing but a complaint or a table comes of it."""
    whole = read_sheet("t.xlsx", EXPORTED, WRITERS)
    pick = random.Random(20261130)
    seen = set()
    for at in pick.sample(range(len(EXPORTED)), 300):
        changed = bytearray(EXPORTED)
        changed[at] ^= 1 << pick.randrange(8)
        found = read_sheet("t.xlsx", bytes(changed), WRITERS)
        seen.add("same" if found == whole else "complaint" if found[1] else "another table")
    assert seen == {"same", "complaint"}
