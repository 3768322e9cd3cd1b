"""What the program says where it cannot prove something, or could not read something.

The codes themselves, with severity, meaning and next step, are rows of ``domain/codes.py``.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.span import Span


class Severity(StrEnum):
    """How far a diagnostic reaches (method 1.7)."""

    ERROR = "ERROR"  # This input was not analysed.
    WARNING = "WARNING"  # A claim is missing or open.
    BOUNDARY = "BOUNDARY"  # What SQL cannot show.
    NOTE = "NOTE"


class Diagnostic(Struct, frozen=True, gc=False, array_like=True, order=True):
    """One occurrence of a code, inside one file.

    Attributes:
        code: A key of ``domain.codes.DIAGNOSTICS``.
        statement: Ordinal of the statement it speaks of, 1-based; 0 for the whole file.
        span: The SQL that caused it.
        subject: The dataset, field or text spoken of; empty if the span says it all.
        candidates: Everything that stayed possible, as canonical names in SQL order; empty if
            nothing did. Candidates are doubt and are never read as sources.
        message: One sentence: what was found, and why it is not proven.
    """

    code: str
    statement: int
    span: Span
    subject: str
    candidates: tuple[str, ...]
    message: str
