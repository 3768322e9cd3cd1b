"""``wherefrom verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.terminal import say, say_json

if TYPE_CHECKING:
    from wherefrom.app.verify import Checked
    from wherefrom.domain.finding import Finding

EXAMPLE = "wherefrom verify out"

_VERIFY_FAILED = 4


def command(
    path: Annotated[
        Path,
        typer.Argument(help="A frozen release, deliverables, a store, a project or the --out of a run."),
    ],
    rerun: Annotated[
        bool, typer.Option("--rerun", help="Make the deliverables again and compare every byte.")
    ] = False,
    since: Annotated[
        str,
        typer.Option(
            metavar="HEAD",
            help="Head of the decision log as noted earlier; the log has to go on from it.",
            show_default=False,
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Recompute every hash and chain, offline, and list everything that differs. Exit code 4 if anything does.

    A log that was cut off at its end is a chain still, and one written anew from the start is one too: note its
    head in a ticket or a tag, and give it as HEAD later.
    """
    from wherefrom.app.verify import verify

    checked = verify(path, since, rerun=rerun)
    if as_json:
        say_json({"ok": all(each.ok for each in checked), "checked": [_object(each) for each in checked]})
    else:
        for number, each in enumerate(checked):
            _show(each, first=number == 0)
    if not all(each.ok for each in checked):
        raise typer.Exit(_VERIFY_FAILED)


def _show(checked: Checked, *, first: bool) -> None:
    if not first:
        say()
    say(f"{checked.kind}  {checked.path}", "bold")
    good = [finding for finding in checked.findings if finding.ok]
    bad = [finding for finding in checked.findings if not finding.ok]
    if checked.kind == "store" and good:
        say(f"ok       {len(good)} of {len(checked.findings)} items match their hashes")
    else:
        for finding in good:
            say(f"ok       {finding.item:<9}  {finding.message}")
    for finding in bad:
        _show_bad(finding)


def _show_bad(finding: Finding) -> None:
    say(f"{finding.level.value.upper():<8} {finding.item}", "red")
    say(f"  {finding.message}")
    if finding.recorded:
        say(f"  recorded  {finding.recorded}")
    if finding.found:
        say(f"  found     {finding.found}")


def _object(checked: Checked) -> dict[str, object]:
    return {
        "kind": checked.kind,
        "path": str(checked.path),
        "ok": checked.ok,
        "findings": [
            {
                "level": finding.level.value,
                "item": finding.item,
                "message": finding.message,
                "recorded": finding.recorded,
                "found": finding.found,
            }
            for finding in checked.findings
        ],
    }
