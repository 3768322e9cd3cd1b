"""JSON as files hold it: one compact record per line, UTF-8, LF, keys in the order they are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec

_encoder = msgspec.json.Encoder()


_AT_ONCE = 1_000


def data_lines(rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield rows as JSONL, some at a time."""
    rest = iter(rows)
    while some := list(islice(rest, _AT_ONCE)):
        yield _encoder.encode_lines(some)
