"""Days and moments as records state them: UTC, to the second, compared as texts."""

from __future__ import annotations

import re
from datetime import datetime

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", re.ASCII)


def is_day(text: str) -> bool:
    """Return whether a text is a day that exists, ``2026-11-27``."""
    return bool(_DAY.fullmatch(text)) and _exists(text)


def is_moment(text: str) -> bool:
    """Return whether a text is a UTC moment, ``2026-11-27T18:00:00Z``."""
    return bool(_MOMENT.fullmatch(text)) and _exists(text)


def _exists(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def first_moment(text: str) -> str:
    """Return the moment a day or moment begins with."""
    return f"{text}T00:00:00Z" if is_day(text) else text


def last_moment(text: str) -> str:
    """Return the moment a day or moment ends with: the whole last day is included."""
    return f"{text}T23:59:59Z" if is_day(text) else text


def begins_after(start: str, as_of: str) -> bool:
    """Return whether a window that begins on a day or moment has not begun; empty means always."""
    return bool(start) and first_moment(start) > as_of


def ends_before(end: str, as_of: str) -> bool:
    """Return whether a window that ends on a day or moment is over; empty means never."""
    return bool(end) and last_moment(end) < as_of
