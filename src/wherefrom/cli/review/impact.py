"""``wherefrom review impact``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.review.options import AsJson, Release, Target
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.review.impact import FieldChange, Impact, Side

EXAMPLE = "wherefrom review impact W0123456789 --if REJECTED"

_MOST = 20


def command(
    review_id: Annotated[str, typer.Argument(metavar="ID", help="The row.")],
    what: Annotated[
        str,
        typer.Option(
            "--if", help="CONFIRMED, REJECTED or DEFERRED; the first two by default.", show_default=False
        ),
    ] = "",
    release: Release = "",
    target: Target = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a decision would open, close or change, before it is taken. Nothing is recorded."""
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.impact import impact
    from wherefrom.app.review.rows import rows_by_id
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.words import row_cells
    from wherefrom.domain.binding import Status
    from wherefrom.domain.decision import Decision

    if what and what not in {decision.value for decision in Decision}:
        raise UsageRefusal(f"--if is '{what}'. It has to be one of {', '.join(Decision)}.")
    statuses = (Status(what),) if what else (Status.CONFIRMED, Status.REJECTED)
    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    (row,) = rows_by_id(analysis, (review_id,))
    impacts = impact(analysis, row, statuses, tuple(target or ()))
    if as_json:
        say_json({"schema_version": "1", "review_id": review_id, "if": [_object(each) for each in impacts]})
        return
    state, name, *on, _ = row_cells(row)
    say("  ".join((name, state, *on)), "bold")
    for each_impact in impacts:
        say()
        show_impact(each_impact)


def show_impact(found: Impact) -> None:
    """Print what one decision would do."""
    from wherefrom.cli.review.words import names

    targets, fields = counted(len(found.targets), "target"), counted(len(found.changes), "field")
    say(f"If {found.status.value}: {fields} of {targets} would change", "bold")
    if found.targets:
        say(f"  targets  {names(found.targets)}")
    say(f"  closes   {names(found.closes)}")
    say(f"  opens    {names(found.opens)}")
    if found.classes:
        said = (f"{before} to {after} {counted(number, 'field')}" for before, after, number in found.classes)
        say(f"  classes  {', '.join(said)}")
    if found.named:
        say(f"  no longer without a confirmed system  {names(found.named)}")
    if found.unnamed:
        say(f"  new without a confirmed system  {names(found.unnamed)}")
    if found.changes:
        rows = [
            ("field", "now", "then", "origins and systems"),
            *(_cells(change) for change in found.changes[:_MOST]),
        ]
        say("\n".join(table(rows)))
    if len(found.changes) > _MOST:
        say(f"  and {len(found.changes) - _MOST} more: --json lists them")


def _cells(change: FieldChange) -> tuple[str, ...]:
    ends = [f"+{end}" for end in change.gained] + [f"-{end}" for end in change.lost]
    before, after = (_systems(side) for side in (change.before, change.after))
    if before != after:
        ends.append(f"systems {before} to {after}")
    return change.field, _side(change.before), _side(change.after), ", ".join(ends) or "the same"


def _systems(side: Side | None) -> str:
    return " | ".join(side.systems) if side and side.systems else "none"


def _side(side: Side | None) -> str:
    return f"{side.source_class} {side.resolution} {side.standing}" if side else "not there"


def _object(found: Impact) -> dict[str, object]:
    changes = [
        {
            "field": change.field,
            "before": asdict(change.before) if change.before else None,
            "after": asdict(change.after) if change.after else None,
            "gained": list(change.gained),
            "lost": list(change.lost),
        }
        for change in found.changes
    ]
    return {
        "decision": found.status.value,
        "targets": list(found.targets),
        "closes": list(found.closes),
        "opens": list(found.opens),
        "classes": [dict(zip(("before", "after", "fields"), each, strict=True)) for each in found.classes],
        "systems": {"closes": list(found.named), "opens": list(found.unnamed)},
        "changes": changes,
    }
