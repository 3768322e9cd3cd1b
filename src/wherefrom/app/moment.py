"""The one time a run knows: the moment of a freeze."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from wherefrom.domain.errors import UsageRefusal

_LAST = 253402300799  # 9999-12-31T23:59:59Z, in seconds since 1970: the last moment that has a date
_DIGITS = len(str(_LAST))


def freeze_moment() -> str:
    """Return the moment of a freeze, ``2026-11-27T18:00:00Z``.

    It is SOURCE_DATE_EPOCH (seconds since 1970, UTC) where that is set, so that a run can be
    repeated byte for byte; the clock otherwise.

    Raises:
        UsageRefusal: SOURCE_DATE_EPOCH is no such number.
    """
    stated = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not stated:
        return _written(datetime.now(UTC))
    if not (stated.isascii() and stated.isdigit()) or len(stated) > _DIGITS or int(stated) > _LAST:
        raise UsageRefusal(
            f"SOURCE_DATE_EPOCH is '{stated}'. It has to be a whole number of seconds since 1970, "
            f"between 0 and {_LAST}; unset it to use the clock."
        )
    return _written(datetime.fromtimestamp(int(stated), UTC))


def _written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
