"""One target's answer as the terminal shows it: a table of fields, then what is not proven."""

from __future__ import annotations

from wherefrom.app.trace import Tracing
from wherefrom.cli.terminal import say, table
from wherefrom.domain.evidence import FieldAnswer, PlacedDiagnostic, TargetAnswer

_MOST = 5


def show_answer(answer: TargetAnswer, tracing: Tracing) -> None:
    """Print a target's fields, writers and first diagnostics.

    Args:
        answer: The target's answer.
        tracing: Where it belongs.
    """
    say(f"{answer.target}  snapshot {short_id(tracing.snapshot_id)}", "bold")
    rows = [row for field in answer.fields for row in _field_rows(field)]
    if rows:
        say("\n".join(table(rows)))
    for candidate in answer.closure.candidates:
        ruling = tracing.graph.rulings.get(candidate.binding_id)
        status = ruling.status.value if ruling else "PENDING"
        say(
            f"  writer {candidate.binding_id} {status}  {candidate.logical_table}  {candidate.writer}  {candidate.rule.value}"
        )
    shown = [*answer.diagnostics, *(d for field in answer.fields for d in field.diagnostics)]
    show_diagnostics(tuple(dict.fromkeys(shown)))


def show_diagnostics(diagnostics: tuple[PlacedDiagnostic, ...], rest: str = "") -> None:
    """Print the first diagnostics, one a line with their candidates below.

    Args:
        diagnostics: All of them, the gravest first.
        rest: Where the others stand; by default a word on ``--json``.
    """
    if not diagnostics:
        return
    say()
    for each in diagnostics[:_MOST]:
        say(f"{each.location}: {each.code}: {each.subject or each.message}")
        if each.candidates:
            say(f"    ({', '.join(each.candidates)})")
    left = len(diagnostics) - _MOST
    if left > 0:
        say(f"{left} more: {rest or 'see --json'}")


def short_id(snapshot_id: str) -> str:
    """Return the first twelve hex digits of ``sha256:…``."""
    return snapshot_id.removeprefix("sha256:")[:12]


def _field_rows(field: FieldAnswer) -> list[tuple[str, ...]]:
    ends = [(e.endpoint + e.path, e.kind.value, e.transformation.value) for e in field.value]
    ends += [(end.at, end.terminal.value, "not proven") for end in field.open_ends]
    first, *others = ends or [("", "", "")]
    head = (field.field, field.resolution.value, field.standing.value)
    return [(*head, *first), *(("", "", "", *other) for other in others)]
