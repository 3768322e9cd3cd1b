"""Diagnostics as the terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.cli.terminal import say
from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.span import Location

_MOST = 5
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.BOUNDARY, Severity.NOTE)


def show_diagnostics(diagnostics: Iterable[PlacedDiagnostic], rest: str) -> None:
    """Print the first diagnostics, the gravest first, each with its candidates; none if there is none.

    Args:
        diagnostics: All of them.
        rest: Where those stand that are not printed.
    """
    known = sorted(dict.fromkeys(diagnostics), key=_gravity)
    if not known:
        return
    say()
    for each in known[:_MOST]:
        said = each.subject or each.message
        say(f"{each.location}: {each.code}: {said}")
        if each.candidates:
            say(f"    ({', '.join(each.candidates)})")
    if len(known) > _MOST:
        say(f"{len(known) - _MOST} more: {rest}")


def _gravity(said: PlacedDiagnostic) -> tuple[int, Location, str, str, str]:
    severity = _ORDER.index(severity_of(said.code))
    return severity, said.location, said.code, said.subject, said.diagnostic_id


def severity_of(code: str) -> Severity:
    """Return the severity of a diagnostic code."""
    return DIAGNOSTICS[code].severity
