"""The decision log on disk, and the time it is judged at."""

from __future__ import annotations

from pathlib import Path

from wherefrom.domain.decision_chain import BrokenRecord, DecisionLog, ForkedLog, read_chain
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.moment import first_moment, is_day, is_moment


def read_log(path: Path) -> DecisionLog:
    """Read ``governance/decisions.jsonl``.

    Args:
        path: The file. One that is not there is a log without records.

    Raises:
        InputRefusal: it cannot be read, or its chain is broken; names file, line and what differs.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return DecisionLog()
    except OSError as error:
        raise InputRefusal(f"{path}: the decision log cannot be read: {error.strerror}.") from error
    try:
        return read_chain(data)
    except BrokenRecord as error:
        raise broken(path, error) from error


def broken(path: Path, error: BrokenRecord) -> InputRefusal:
    """Return the refusal for a log whose chain does not hold."""
    if isinstance(error, ForkedLog):
        return InputRefusal(
            f"{path}:{error.line}: {error}. Nothing of either is lost: put one after the other with "
            "wherefrom review rechain --by NAME --reason TEXT. No decision is used until then."
        )
    return InputRefusal(
        f"{path}:{error.line}: {error}. No decision is used from a log that is broken: bring back the "
        "file as it was last committed, then decide again what is missing."
    )


def as_of(log: DecisionLog, frozen_at: str, override: str = "") -> str:
    """Return the moment effective dates are judged at (method 1.5). Never the clock of the run.

    Args:
        log: The decision log.
        frozen_at: Moment of the freeze, UTC.
        override: What ``--as-of`` says: a day or a moment in UTC; empty if nothing.

    Raises:
        UsageRefusal: the override is neither.
    """
    if override:
        if not is_day(override) and not is_moment(override):
            raise UsageRefusal(
                f"--as-of is '{override}'. It has to be a day (2026-11-27) or a moment in UTC "
                "(2026-11-27T18:00:00Z)."
            )
        return first_moment(override)
    newest = log.records[-1].decided_at if log.records else ""
    return max(frozen_at, newest)
