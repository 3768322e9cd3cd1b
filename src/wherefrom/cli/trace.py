"""``wherefrom trace``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.terminal import say, say_json, say_json_list
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.trace import Traceable
    from wherefrom.domain.evidence import PlacedDiagnostic, TargetAnswer

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
    from wherefrom.app.trace import by_writer, each_answer, link_folder
    from wherefrom.lineage import TraceOptions

    options = TraceOptions(no_premises=no_premises, confirmed_only=confirmed_only, max_visits=max_visits)
    where = _linked_release(release) if sql is None else link_folder(sql, dialect, tuple(schema or ()))
    found = each_answer(where.graph, (target,) if target else (), options)
    if apart:
        found = (part for answer in found for part in by_writer(where.graph, (answer,), options))
    answers = (where.shown(answer) for answer in found)
    if as_json:
        _print_json(where, answers, apart=apart, single=not every and not apart)
    else:
        _print(where, answers, apart=apart, tree=tree)


def _print_json(where: Traceable, answers: Iterator[TargetAnswer], *, apart: bool, single: bool) -> None:
    from wherefrom.publish.answer import SCHEMA_VERSION

    known = {said.diagnostic_id: said for said in where.shown_diagnostics()}
    objects = (_object(answer, where, known, apart=apart) for answer in answers)
    if single:
        say_json(next(objects))
    else:
        say_json_list({"schema_version": SCHEMA_VERSION}, "targets", objects)


def _print(where: Traceable, answers: Iterator[TargetAnswer], *, apart: bool, tree: bool) -> None:
    from wherefrom.cli.answer import show_answer
    from wherefrom.cli.tree import tree_lines

    for number, answer in enumerate(answers):
        if number:
            say()
        if apart:
            say(f"writer {', '.join(str(each.location) for each in answer.writers) or 'none'}", "bold")
        if tree:
            trees = (tree_lines(each, answer.target, where.snapshot_id) for each in answer.fields)
            say("\n\n".join("\n".join(lines) for lines in trees))
        else:
            show_answer(answer, where)


def _linked_release(release: str) -> Traceable:
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.redaction import redaction_of
    from wherefrom.app.trace import Traceable
    from wherefrom.app.workspace import open_release, project_workspace

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    dialect = workspace.project.defaults.dialect
    return Traceable(analysis.snapshot.snapshot_id, dialect, analysis.graph, redaction_of(analysis))


def _object(
    answer: TargetAnswer, where: Traceable, known: Mapping[str, PlacedDiagnostic], *, apart: bool
) -> dict[str, object]:
    from wherefrom.publish import trace_json

    found = trace_json(answer, where.dialect, where.snapshot_id, known)
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
