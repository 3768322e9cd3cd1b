"""Trace fields of a target: over texts, over a folder, or over a graph that is linked already."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.dialect import require_dialect
from wherefrom.app.moment import freeze_moment
from wherefrom.app.units import snapshot_files
from wherefrom.domain.evidence import Ruling, TargetAnswer
from wherefrom.extract import ExtractSettings, extract
from wherefrom.lineage import Estate, EstateFile, Graph, TraceOptions, link, resolve_target
from wherefrom.lineage import trace as trace_graph
from wherefrom.snapshot import FreezeSettings, freeze

_PLAIN = ExtractSettings(default_catalog="", default_schema="", styles=("auto",), path_target="")


@dataclass(frozen=True, slots=True)
class Tracing:
    """Answers with the graph they were found in.

    Attributes:
        snapshot_id: Snapshot they speak of, ``sha256:…``.
        dialect: Dialect asked for.
        graph: The linked graph.
        answers: One per target, in the order asked; all of them in name order.
    """

    snapshot_id: str
    dialect: str
    graph: Graph
    answers: tuple[TargetAnswer, ...]


def trace_texts(
    files: Mapping[str, str], target: str, dialect: str, options: TraceOptions | None = None
) -> TargetAnswer:
    """Trace one target over decoded texts: no folder, no project, no store.

    Args:
        files: Text by snapshot-relative path.
        target: A table or ``table.field``, by any unique suffix.
        dialect: sqlglot's name, or ``ansi``.
        options: Premises and limits; the defaults otherwise.

    Raises:
        UsageRefusal: the dialect is not offered, or nothing writes the target.
    """
    return answers_for(link_texts(files, dialect), (target,), options)[0]


def link_texts(files: Mapping[str, str], dialect: str, rulings: Mapping[str, Ruling] | None = None) -> Graph:
    """Extract decoded texts in this process and link them.

    Args:
        files: Text by snapshot-relative path.
        dialect: sqlglot's name, or ``ansi``.
        rulings: What review says, by binding id; nothing by default.

    Raises:
        UsageRefusal: the dialect is not offered.
    """
    require_dialect(dialect)
    read = tuple(EstateFile(path, extract(files[path], dialect, _PLAIN)) for path in sorted(files))
    return link(Estate(read, (), ()), rulings or {})


def trace_folder(
    source: Path,
    dialect: str,
    targets: tuple[str, ...] = (),
    options: TraceOptions | None = None,
    schema: tuple[Path, ...] = (),
) -> Tracing:
    """Trace targets over a folder or a file, without any project or store.

    The source is frozen into a temporary folder first, so the answer speaks of one moment and has a
    snapshot id like any other.

    Args:
        source: Folder or file with SQL.
        dialect: sqlglot's name, or ``ansi``.
        targets: Tables or fields, by any unique suffix; empty for every written table and every
            bare query.
        options: Premises and limits; the defaults otherwise.
        schema: Further files or folders with DDL.

    Raises:
        UsageRefusal: the dialect is not offered, or nothing writes a target.
        InputRefusal: a source cannot be read, or holds no SQL.
    """
    require_dialect(dialect)
    with tempfile.TemporaryDirectory(prefix="wherefrom-") as place:
        snapshot = freeze((source, *schema), Path(place) / "now", FreezeSettings(), freeze_moment())
        files, _ = snapshot_files(snapshot, lambda _: (dialect, _PLAIN))
    graph = link(Estate(files, (), ()), {})
    return Tracing(snapshot.snapshot_id, dialect, graph, answers_for(graph, targets, options))


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
    asked = options or TraceOptions()
    if not targets:
        return tuple(trace_graph(graph, name, asked) for name in (*graph.written, *graph.queries))
    found = (resolve_target(graph, text) for text in targets)
    return tuple(trace_graph(graph, table, asked, field) for table, field in found)
