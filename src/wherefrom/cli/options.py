"""Option values that several commands share."""

from __future__ import annotations

import os
from enum import StrEnum

from wherefrom.app.analyze import Analysis
from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.errors import GateClosed
from wherefrom.engine import Budget

_ORDER = (Severity.NOTE, Severity.BOUNDARY, Severity.WARNING, Severity.ERROR)


class FailOn(StrEnum):
    """From which severity on diagnostics make a command fail."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    BOUNDARY = "BOUNDARY"
    NOTE = "NOTE"


def budget(jobs: int) -> Budget:
    """Return the budget for a number of jobs; 0 for one job per processor."""
    return Budget(jobs=jobs or os.cpu_count() or 1)


def severity_of(code: str) -> Severity:
    """Return the severity of a diagnostic code."""
    return DIAGNOSTICS[code].severity


def require_below(analysis: Analysis, fail_on: FailOn | None) -> None:
    """Pass if no diagnostic of the snapshot is as severe as the level that was set.

    Raises:
        GateClosed: one is.
    """
    if fail_on is None:
        return
    least = _ORDER.index(Severity(fail_on.value))
    grave = [d for d in analysis.graph.diagnostics if _ORDER.index(severity_of(d.code)) >= least]
    if grave:
        first = min(grave, key=lambda d: (-_ORDER.index(severity_of(d.code)), d.location))
        raise GateClosed(
            f"{len(grave)} diagnostics are at or above {fail_on.value}; the first is {first.location}: {first.code}. "
            "Everything was analysed and written; only the check that --fail-on asks for did not hold."
        )
