"""Trace fields of a target: over texts, over a folder, or over a graph that is linked already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wherefrom.app.catalogs import is_catalog, parse_catalogs
from wherefrom.app.moment import freeze_moment
from wherefrom.app.redaction import redact, redaction_over
from wherefrom.app.temporary import temporary_folder
from wherefrom.app.units import extract_here, read_units
from wherefrom.config import Project, dialect_name, load
from wherefrom.domain.binding import Ruling
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import FieldAnswer, Passage, PlacedDiagnostic, TargetAnswer
from wherefrom.domain.rest import collector_at_rest
from wherefrom.lineage import (
    Estate,
    Graph,
    TraceOptions,
    Unfolded,
    link,
    passages,
    resolve_target,
    with_models,
)
from wherefrom.lineage import trace as trace_graph
from wherefrom.publish.redaction import Redaction
from wherefrom.snapshot import freeze

Passages = Mapping[str, tuple[Passage, ...]]
"""What the fields of some targets pass, by target."""


@dataclass(frozen=True, slots=True)
class Traceable:
    """A snapshot that fields can be traced in.

    Attributes:
        snapshot_id: Its id, ``sha256:…``.
        dialect: Dialect asked for; in a project that of files no rule is about.
        graph: The linked graph.
        redaction: What takes literals out of answers; None where they may be shown.
    """

    snapshot_id: str
    dialect: str
    graph: Graph
    redaction: Redaction | None

    def shown(self, answer: TargetAnswer) -> TargetAnswer:
        """Return an answer as it may be shown: without literals where the project says so."""
        return redact(self.redaction, (answer,), ())[0][0]

    def shown_diagnostics(self) -> tuple[PlacedDiagnostic, ...]:
        """Return what is said of the snapshot as a whole, as it may be shown."""
        return redact(self.redaction, (), self.graph.diagnostics)[1]


@dataclass(frozen=True, slots=True)
class Tracing(Traceable):
    """Answers with the snapshot they were found in.

    Attributes:
        answers: One per target, in the order asked; all of them in name order.
    """

    answers: tuple[TargetAnswer, ...]


def trace_texts(
    files: Mapping[str, str], target: str, dialect: str, options: TraceOptions | None = None
) -> TargetAnswer:
    """Trace one target over decoded texts: no folder, no project, no store.

    Args:
        files: Text by snapshot-relative path; a ``.yml`` file is a catalog of known tables.
        target: A table or ``table.field``, by any unique suffix.
        dialect: sqlglot's name, or ``ansi``.
        options: Premises and limits; the defaults otherwise.

    Raises:
        UsageRefusal: the dialect is not offered, or nothing writes the target.
    """
    return answers_for(link_texts(files, dialect), (target,), options)[0]


def link_texts(
    files: Mapping[str, str],
    dialect: str,
    rulings: Mapping[str, Ruling] | None = None,
    statement_chars: int | None = None,
) -> Graph:
    """Extract decoded texts in this process and link them.

    Args:
        files: Text by snapshot-relative path; a ``.yml`` file is a catalog of known tables.
        dialect: sqlglot's name, or ``ansi``.
        rulings: What review says, by binding id; nothing by default.
        statement_chars: Longest statement that is read; the project's default otherwise.

    Raises:
        UsageRefusal: the dialect is not offered.
    """
    flags = {"dialect": dialect_name(dialect), "statement_chars": statement_chars}
    project = load(None, flags, environment={})
    return run_deep(_link_texts, (project, files, rulings or {}))


def trace_folder(
    source: Path,
    dialect: str,
    targets: tuple[str, ...] = (),
    options: TraceOptions | None = None,
    schema: tuple[Path, ...] = (),
) -> Tracing:
    """Trace targets over a folder or a file, without any project or store.

    Args:
        source: Folder or file with SQL.
        dialect: sqlglot's name, or ``ansi``.
        targets: Tables or fields, by any unique suffix; empty for every written table and every
            bare query.
        options: Premises and limits; the defaults otherwise.
        schema: Further files or folders with DDL; a ``.yml`` file is a catalog of known tables.

    Raises:
        UsageRefusal: the dialect is not offered, or nothing writes a target.
        InputRefusal: a source cannot be read, or holds no SQL.
    """
    found = link_folder(source, dialect, schema)
    answers = answers_for(found.graph, targets, options)
    return Tracing(found.snapshot_id, found.dialect, found.graph, found.redaction, answers)


def link_folder(source: Path, dialect: str, schema: tuple[Path, ...] = ()) -> Traceable:
    """Link a folder or a file, without any project or store.

    The source is frozen into a temporary folder first, so that answers speak of one moment and have a
    snapshot id like any other.

    Args:
        source: Folder or file with SQL.
        dialect: sqlglot's name, or ``ansi``.
        schema: Further files or folders with DDL; a ``.yml`` file is a catalog of known tables.

    Raises:
        UsageRefusal: the dialect is not offered.
        InputRefusal: a source cannot be read, or holds no SQL.
    """
    ddl = tuple(path for path in schema if not is_catalog(path.name))
    catalogs = tuple(path for path in schema if is_catalog(path.name))
    project = load(None, {"dialect": dialect_name(dialect), "schema_evidence": catalogs})
    with temporary_folder() as place:
        snapshot = freeze((source, *ddl), place / "now", project.freeze_settings(), freeze_moment())
        reading = read_units(snapshot, project)
        if project.redact != "off":
            reading = replace(reading, texts=reading.texts.at_hand())
    graph = link(
        Estate(with_models(reading.files), project.environments, reading.catalog, project.visits), {}
    )
    return Traceable(snapshot.snapshot_id, dialect, graph, redaction_over(project, reading, graph))


def answers_for(
    graph: Graph, targets: tuple[str, ...], options: TraceOptions | None = None
) -> tuple[TargetAnswer, ...]:
    """Trace targets over a linked graph.

    Args:
        graph: The graph.
        targets: Tables or fields, by any unique suffix; empty for everything that is written or
            selected, in name order.
        options: Premises and limits; the defaults otherwise.

    Raises:
        UsageRefusal: nothing writes a target.
    """
    wanted = _wanted(graph, targets)
    return run_deep(_trace_all, (graph, wanted, options or TraceOptions()))


def each_answer(
    graph: Graph, targets: tuple[str, ...], options: TraceOptions | None = None
) -> Iterator[TargetAnswer]:
    """Yield what ``answers_for`` returns, each target traced when it is asked for.

    Raises:
        UsageRefusal: nothing writes a target; at once.
    """
    wanted = _wanted(graph, targets)
    asked = options or TraceOptions()
    return (run_deep(_trace_all, (graph, {table: fields}, asked))[0] for table, fields in wanted.items())


def passages_of(graph: Graph, targets: tuple[str, ...]) -> Passages:
    """Return what each field's value passes, by target: much less than an answer, and much sooner.

    Args:
        graph: The graph.
        targets: Tables or fields, by any unique suffix; empty for everything that is written or selected,
            in name order.

    Raises:
        UsageRefusal: nothing writes a target.
    """
    wanted = _wanted(graph, targets)
    return run_deep(
        lambda given: {table: passages(given, table, fields) for table, fields in wanted.items()}, graph
    )


def tables_meant(graph: Graph, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the written tables and bare queries that some targets are, in the order asked.

    Raises:
        UsageRefusal: nothing writes a target.
    """
    return tuple(_wanted(graph, targets))


def _wanted(graph: Graph, targets: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the tables meant and the fields asked for of each; none for all of them."""
    if not targets:
        return dict.fromkeys((*graph.written, *graph.queries), ())
    wanted: dict[str, tuple[str, ...]] = {}
    for text in targets:
        table, field = resolve_target(graph, text)
        before = wanted.get(table, (field,))
        wanted[table] = tuple(dict.fromkeys((*before, field))) if field and all(before) else ()
    return wanted


def unfolded(field: FieldAnswer) -> Unfolded:
    """Return the visit tree of a field with its shared subtrees written out: counted, any visit by its number.

    Args:
        field: A field of an answer.
    """
    return Unfolded(field.visits)


def by_writer(
    graph: Graph, answers: tuple[TargetAnswer, ...], options: TraceOptions | None = None
) -> tuple[TargetAnswer, ...]:
    """Trace the targets of some answers again, each statement that writes one apart.

    Args:
        graph: The graph they were found in.
        answers: One per target.
        options: Premises and limits; the defaults otherwise.

    Returns:
        One answer per target and writer, with that writer alone in ``writers``; a target without a
        writer of its own (a bare query) as it was.
    """
    return run_deep(_apart, (graph, answers, options or TraceOptions()))


def _apart(given: tuple[Graph, tuple[TargetAnswer, ...], TraceOptions]) -> tuple[TargetAnswer, ...]:
    graph, answers, options = given
    found = []
    for answer in answers:
        asked = {field.field for field in answer.fields}
        for writer in answer.writers:
            one = trace_graph(graph, answer.target, replace(options, writer=writer.node_id))
            found.append(replace(one, fields=tuple(each for each in one.fields if each.field in asked)))
        if not answer.writers:
            found.append(answer)
    return tuple(found)


def _link_texts(given: tuple[Project, Mapping[str, str], Mapping[str, Ruling]]) -> Graph:
    project, files, rulings = given
    read = [extract_here(project, path, files[path]) for path in sorted(files) if not is_catalog(path)]
    texts = {path: (text, project.for_file(path)) for path, text in files.items() if is_catalog(path)}
    return link(Estate(with_models(read), catalog=parse_catalogs(texts)), rulings)


def _trace_all(given: tuple[Graph, Mapping[str, tuple[str, ...]], TraceOptions]) -> tuple[TargetAnswer, ...]:
    graph, wanted, options = given
    return tuple(_trace_table(graph, table, wanted[table], options) for table in wanted)


def _trace_table(graph: Graph, table: str, fields: tuple[str, ...], options: TraceOptions) -> TargetAnswer:
    """Trace some fields of a table; all of them where none is named."""
    with collector_at_rest():  # what an answer is made of holds no circles
        if len(fields) <= 1:
            return trace_graph(graph, table, options, *fields)
        whole = trace_graph(graph, table, options)
    return replace(whole, fields=tuple(each for each in whole.fields if each.field in fields))
