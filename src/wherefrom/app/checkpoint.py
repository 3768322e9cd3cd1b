"""Whether a decision log goes on from a head that somebody noted earlier."""

from __future__ import annotations

import re
from pathlib import Path

from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.finding import Finding, Level
from wherefrom.review import moved_hashes, read_log

_HEAD = re.compile(r"(?:sha256:)?([0-9a-f]{12,64})")
_EMPTY = "0" * 64


def checkpoint(head: str) -> str:
    """Return a head as hex digits, twelve or more, however it was noted.

    Raises:
        UsageRefusal: it is none.
    """
    found = _HEAD.fullmatch(head.strip().lower())
    if found is None:
        raise UsageRefusal(
            f"'{head}' is no head of a decision log. Give its sha256, or the first twelve digits or more, as "
            "verify and publish print it."
        )
    return found[1]


def extends(log: Path, head: str) -> Finding:
    """Return whether a log holds the record of a head; all behind it came later.

    A record that was put in order behind another branch has a new hash and names its old one.

    Args:
        log: The decision log.
        head: Its head earlier, hex, perhaps only the first digits.
    """
    try:
        records = read_log(log).records
    except InputRefusal as refusal:
        return Finding(Level.BROKEN, log.name, str(refusal))
    if _EMPTY.startswith(head):
        return Finding(Level.OK, "checkpoint", f"the log was empty then, {len(records)} records since")
    for number, record in enumerate(records, start=1):
        hashes = (each.removeprefix("sha256:") for each in (record.hash, *moved_hashes(record)))
        if any(each.startswith(head) for each in hashes):
            return Finding(
                Level.OK,
                "checkpoint",
                f"record {number} is {head[:12]}, {len(records) - number} records since",
            )
    said = "the log does not hold this record any more: it was cut off, or written anew"
    return Finding(Level.MISSING, log.name, said, head, records[-1].hash if records else "empty")
