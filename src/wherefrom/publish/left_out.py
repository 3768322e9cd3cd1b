"""What a run could not take in, summed up: it stands in the manifest, on the front page and on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.evidence import PlacedDiagnostic, TargetAnswer
from wherefrom.domain.rules import Terminal

_LIMITS = (Terminal.DEPTH_LIMIT, Terminal.VISIT_LIMIT)


def left_out(
    skipped: Iterable[str], diagnostics: Iterable[PlacedDiagnostic], answers: Iterable[TargetAnswer]
) -> Mapping[str, int]:
    """Return how often something was left out, by why; sorted by name, empty if nothing was.

    Args:
        skipped: Why files were not frozen, one reason per file.
        diagnostics: Of the snapshot: what was not read or not understood, and SQL put together at run time.
        answers: Of the targets: where a search stopped at a limit that was set.
    """
    found = Counter(skipped)
    found.update(
        each.code
        for each in diagnostics
        if DIAGNOSTICS[each.code].severity is Severity.ERROR or each.code == "DYNAMIC_SQL"
    )
    ends = (end for answer in answers for field in answer.fields for end in field.open_ends)
    found.update(end.terminal.value for end in ends if end.terminal in _LIMITS)
    return {name: found[name] for name in sorted(found)}
