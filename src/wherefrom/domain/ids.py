"""Ids: a letter and ten hex digits of what a thing is (interface 2.4)."""

from __future__ import annotations

from hashlib import sha256


def short_id(letter: str, *parts: object) -> str:
    """Return the id of what the parts name together."""
    text = "\x00".join(map(str, parts))
    return letter + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def binding_id(
    logical_table: str, writer_file: str, writer_table: str, writer_kind: str, occurrence: int
) -> str:
    """Return the id a writer decision hangs on: no lines, no SQL text (method 1.5).

    Args:
        logical_table: Canonical name that is read.
        writer_file: Path of the writer's file.
        writer_table: Canonical name that is written.
        writer_kind: The writer's kind.
        occurrence: 0-based, among like writers of its file (same table and kind).
    """
    return short_id("W", logical_table, writer_file, writer_table, writer_kind, occurrence)
