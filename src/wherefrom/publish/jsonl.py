"""JSON as files hold it: one compact record per line, UTF-8, LF, keys in the order they are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

_encoder = msgspec.json.Encoder()


def data_lines(rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return rows as JSONL."""
    return b"".join(_encoder.encode(row) + b"\n" for row in rows)
