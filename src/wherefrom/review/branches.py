"""What the author of a record could not know of: the other branch of a log that was merged."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherefrom.domain.decision import DecisionRecord, SubjectType

_HASH = re.compile(r"sha256:[0-9a-f]{64}", re.ASCII)


def moved_note(hashes: Iterable[str]) -> str:
    """Return the note of a LOG record: the former hashes of the records right before it, ``sha256:…`` each."""
    return f"The records before this one had the hashes: {', '.join(hashes)}"


def moved_hashes(record: DecisionRecord) -> tuple[str, ...]:
    """Return the former hashes that a LOG record names, ``sha256:…`` each; none for other records."""
    return tuple(_HASH.findall(record.note)) if record.subject_type is SubjectType.LOG else ()


def unseen_places(records: Iterable[DecisionRecord]) -> dict[int, range]:
    """Return, by ``seq`` of a record that was moved behind another branch, where that branch stands.

    A LOG record follows the records it speaks of: their number is that of the hashes in its note. It
    names the record that both branches followed. What stands between that one and the moved
    records was not there when those were written.

    Args:
        records: A log, in order.
    """
    places: dict[str, int] = {}
    found: dict[int, range] = {}
    for record in records:
        places[record.hash.removeprefix("sha256:")] = record.seq
        if record.subject_type is SubjectType.LOG:
            first = record.seq - len(moved_hashes(record))
            fork = places.get(record.subject.removeprefix("sha256:"), 0)
            for seq in range(first, record.seq):
                found[seq] = range(fork + 1, first)
    return found
