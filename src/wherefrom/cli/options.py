"""Option values that several commands share."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """A language that pages are published in."""

    EN = "en"
    ZH = "zh"


class FailOn(StrEnum):
    """From which severity on diagnostics make a command fail."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    BOUNDARY = "BOUNDARY"
    NOTE = "NOTE"
