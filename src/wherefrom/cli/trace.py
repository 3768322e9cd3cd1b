"""``wherefrom trace``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.terminal import say, say_json
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.trace import Tracing
    from wherefrom.domain.evidence import TargetAnswer
    from wherefrom.lineage import TraceOptions

EXAMPLE = "wherefrom trace dm.sales.amount --sql sql --dialect hive --tree"


def command(
    target: Annotated[
        str, typer.Argument(help="A table or table.field, by any unique suffix.", show_default=False)
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="Every written table and bare query.")] = False,
    sql: Annotated[
        Path | None, typer.Option(help="Folder or file with SQL; no project is needed.", show_default=False)
    ] = None,
    dialect: Annotated[str, typer.Option(help="Dialect of the files under --sql.")] = "ansi",
    schema: Annotated[
        list[Path] | None,
        typer.Option(help="More DDL, or a catalog.yml, beside --sql. May be repeated.", show_default=False),
    ] = None,
    release: Annotated[
        str, typer.Option(help="Release of the project; the latest by default.", show_default=False)
    ] = "",
    no_premises: Annotated[
        bool, typer.Option("--no-premises", help="Accept only what rests on no premise.")
    ] = False,
    confirmed_only: Annotated[
        bool, typer.Option("--confirmed-only", help="Stop at writers nobody has confirmed.")
    ] = False,
    max_visits: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Most visits of one field; what lies beyond ends in VISIT_LIMIT. Otherwise as limits.visits says.",
            show_default=False,
        ),
    ] = None,
    apart: Annotated[bool, typer.Option("--by-writer", help="Keep the writers of a target apart.")] = False,
    tree: Annotated[bool, typer.Option("--tree", help="Print the visit trees.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, schema version 1.")] = False,
) -> None:
    """Follow the fields of a target to where their values come from."""
    if bool(target) == every:
        raise UsageRefusal("Name one target, or ask for all of them with --all.")
    if sql is None and schema:
        raise UsageRefusal(
            "--schema goes with --sql. In a project, DDL is part of the sources, and schema_evidence names catalog files."
        )
    from wherefrom.app.trace import by_writer, trace_folder
    from wherefrom.lineage import TraceOptions

    targets = (target,) if target else ()
    options = TraceOptions(no_premises=no_premises, confirmed_only=confirmed_only, max_visits=max_visits)
    if sql is not None:
        tracing = trace_folder(sql, dialect, targets, options, tuple(schema or ()))
    else:
        tracing = _trace_release(release, targets, options)
    if apart:
        tracing = replace(tracing, answers=by_writer(tracing.graph, tracing.answers, options))
    tracing = tracing.shown()
    if as_json:
        _print_json(tracing, apart=apart, single=not every and not apart)
    else:
        _print(tracing, apart=apart, tree=tree)


def _print_json(tracing: Tracing, *, apart: bool, single: bool) -> None:
    from wherefrom.publish.answer import SCHEMA_VERSION

    objects = [_object(answer, tracing, apart=apart) for answer in tracing.answers]
    say_json(objects[0] if single else {"schema_version": SCHEMA_VERSION, "targets": objects})


def _print(tracing: Tracing, *, apart: bool, tree: bool) -> None:
    from wherefrom.cli.answer import show_answer
    from wherefrom.cli.tree import tree_lines

    for number, answer in enumerate(tracing.answers):
        if number:
            say()
        if apart:
            say(f"writer {', '.join(str(each.location) for each in answer.writers) or 'none'}", "bold")
        if tree:
            trees = (tree_lines(each, answer.target, tracing.snapshot_id) for each in answer.fields)
            say("\n\n".join("\n".join(lines) for lines in trees))
        else:
            show_answer(answer, tracing)


def _trace_release(release: str, targets: tuple[str, ...], options: TraceOptions) -> Tracing:
    from wherefrom.app.analyze import open_analysis, trace_analysis
    from wherefrom.app.redaction import redaction_of
    from wherefrom.app.trace import Tracing
    from wherefrom.app.workspace import open_release, project_workspace

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    answers = trace_analysis(analysis, targets, options)
    return Tracing(
        analysis.snapshot.snapshot_id,
        workspace.project.defaults.dialect,
        analysis.graph,
        answers,
        analysis.graph.diagnostics,
        redaction_of(analysis),
    )


def _object(answer: TargetAnswer, tracing: Tracing, *, apart: bool) -> dict[str, object]:
    from wherefrom.publish import trace_json

    found = trace_json(answer, tracing.dialect, tracing.snapshot_id, tracing.diagnostics)
    if apart and answer.writers:
        (writer,) = answer.writers
        span = writer.location.span
        found["writer"] = {
            "file": writer.location.file,
            "statement": writer.location.statement,
            "lines": [span.line, span.end_line],
            "kind": writer.kind,
        }
    return found
