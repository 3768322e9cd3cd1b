"""``wherefrom analyze``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.options import Executor, Executors, FailOn, Scheduler
from wherefrom.cli.terminal import Progress, complain, say, say_json
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.analyze import Analysis
    from wherefrom.domain.evidence import TargetAnswer

EXAMPLE = "wherefrom analyze --release 2026.11 --target dm.sales"


def command(
    release: Annotated[
        str, typer.Option(help="Release to analyse; the latest by default.", show_default=False)
    ] = "",
    target: Annotated[
        list[str] | None, typer.Option(help="A target to trace. May be repeated.", show_default=False)
    ] = None,
    all_targets: Annotated[bool, typer.Option("--all-targets", help="Trace every written table.")] = False,
    jobs: Annotated[int, typer.Option(min=0, help="Worker processes; 0 for one per processor.")] = 0,
    executor: Executors = Executor.LOCAL,
    scheduler: Scheduler = "",
    fail_on: Annotated[
        FailOn | None,
        typer.Option(help="Exit with 1 if a diagnostic is at or above this level.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Extract, link and trace a frozen release into the store."""
    if target and all_targets:
        raise UsageRefusal("--target and --all-targets exclude each other.")
    from wherefrom.app.analyze import Reused, analyze
    from wherefrom.app.redaction import redact, redaction_of
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.diagnostics import show_diagnostics
    from wherefrom.cli.stages import (
        budget,
        extract_line,
        left_line,
        link_line,
        require_below,
        reuse_line,
        trace_line,
    )
    from wherefrom.cli.words import freeze_line

    workspace = project_workspace(Path.cwd())
    snapshot = open_release(workspace, release)
    wanted = None if all_targets else tuple(target or ())
    analysis, answers = analyze(
        workspace, snapshot, wanted, budget(jobs, executor, scheduler), Progress("extract")
    )
    if as_json:
        say_json(_object(analysis, answers))
    else:
        say(freeze_line(snapshot))
        say(extract_line(analysis))
        say(link_line(analysis))
        if analysis.reused != Reused():
            say(reuse_line(analysis))
        if answers:
            say(trace_line(answers))
        if lost := left_line(analysis, answers):
            say(lost, "yellow")
        _, said = redact(redaction_of(analysis), (), analysis.linked.diagnostics)
        show_diagnostics(said, "wherefrom analyze --json")
        for complaint in analysis.complaints:
            complain(str(complaint))
    require_below(analysis, fail_on)


def _object(analysis: Analysis, answers: tuple[TargetAnswer, ...]) -> dict[str, object]:
    from wherefrom.cli.stages import coverage

    total, understood = coverage(analysis)
    linked, reused = analysis.linked, analysis.reused
    return {
        "schema_version": "1",
        "analysis_id": analysis.analysis_id,
        "snapshot": analysis.snapshot.snapshot_id,
        "release": analysis.snapshot.release,
        "files": len(analysis.snapshot.files),
        "statements": dict(sorted(linked.statuses.items())),
        "characters": {"total": total, "understood": understood},
        "written": list(linked.written),
        "queries": list(linked.queries),
        "nodes": linked.nodes,
        "edges": linked.edges,
        "candidates": dict(sorted(Counter(c.rule.value for c in linked.candidates).items())),
        "diagnostics": dict(sorted(Counter(d.code for d in linked.diagnostics).items())),
        "reused": {"files": reused.files, "statements": reused.statements, "links": reused.links},
        "targets": [answer.target for answer in answers],
        "complaints": [str(each) for each in analysis.complaints],
    }
