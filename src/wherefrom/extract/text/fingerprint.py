"""What tells whether a statement changed: its tokens, without comments and white space (method 1.5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import sha256

from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.bulkrows import bulk_tokens
from wherefrom.extract.text.longlists import BulkRows


def fingerprint(text: str, tokens: Sequence[Token], bulk: Sequence[BulkRows], dialect: str) -> str:
    """Return the sha256 of a statement's tokens.

    Args:
        text: The file's.
        tokens: The statement's.
        bulk: The rows of the file that were taken out before it was cut into tokens; they count like all others.
        dialect: The file's.
    """
    parts = [text[token.start : token.end + 1] for token in tokens]
    for rows in reversed(bulk):
        if tokens and tokens[0].start < rows.start < tokens[-1].end:
            at = bisect_left(tokens, rows.start, key=lambda token: token.start)
            parts[at:at] = bulk_tokens(text, rows, dialect)
    return sha256("\x00".join(parts).encode()).hexdigest()
