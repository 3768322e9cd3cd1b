"""One target's answer as the terminal shows it: a table of fields, then what is not proven."""

from __future__ import annotations

from wherefrom.app.trace import Traceable
from wherefrom.cli.diagnostics import show_diagnostics
from wherefrom.cli.terminal import say, table
from wherefrom.cli.words import short
from wherefrom.domain.evidence import FieldAnswer, TargetAnswer

_WIDEST = 80
"""Most characters of an endpoint in the table: a constant may be a picture or a map."""


def show_answer(answer: TargetAnswer, where: Traceable) -> None:
    """Print a target's fields, writers and first diagnostics.

    Args:
        answer: The target's answer.
        where: Where it was found.
    """
    say(f"{answer.target}  snapshot {short(where.snapshot_id)}", "bold")
    rows = [row for field in answer.fields for row in _field_rows(field)]
    if rows:
        say("\n".join(table(rows)))
    for candidate in answer.closure.candidates:
        ruling = where.graph.rulings.get(candidate.binding_id)
        status = ruling.status.value if ruling else "PENDING"
        rule = candidate.rule.value
        say(
            f"  writer {candidate.binding_id} {status}  {candidate.logical_table}  {candidate.writer}  {rule}"
        )
    said = [*answer.diagnostics, *(each for field in answer.fields for each in field.diagnostics)]
    show_diagnostics(said, "see --json")


def _field_rows(field: FieldAnswer) -> list[tuple[str, ...]]:
    ends = [(_cut(e.endpoint + e.path), e.kind.value, e.transformation.value) for e in field.value]
    ends += [(_cut(end.at), end.terminal.value, "not proven") for end in field.open_ends]
    first, *others = ends or [("", "", "")]
    head = (field.field, field.resolution.value, field.standing.value)
    return [(*head, *first), *(("", "", "", *other) for other in others)]


def _cut(text: str) -> str:
    """Return the beginning of a text that is too long for a column; ``--json`` has all of it."""
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
