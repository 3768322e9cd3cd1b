"""The review table of a release: what people decide on, and how much hangs on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from wherefrom.app.analyze import Analysis, open_analysis
from wherefrom.app.trace import Passages, passages_of, tables_meant
from wherefrom.app.workspace import Workspace, open_release
from wherefrom.domain.binding import BindingRule, Status
from wherefrom.domain.deep import run_deep
from wherefrom.domain.errors import UsageRefusal
from wherefrom.lineage import Graph, search
from wherefrom.review import ReviewRow, review_rows


@dataclass(frozen=True, slots=True)
class ReviewTable:
    """The review table of a release.

    Attributes:
        analysis: The release, linked under today's decisions.
        rows: As ``review_rows`` orders them.
    """

    analysis: Analysis
    rows: tuple[ReviewRow, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which rows are meant; empty means any.

    Attributes:
        tables: Globs over the logical table, or its whole name.
        schemas: Globs over everything before the logical table's last part.
        files: Globs over the writer's file.
        rules: Binding rules.
        states: Statuses, or ``OPEN``.
    """

    tables: tuple[str, ...] = ()
    schemas: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    states: tuple[str, ...] = ()

    @property
    def are_set(self) -> bool:
        """Whether any is."""
        return bool(self.tables or self.schemas or self.files or self.rules or self.states)


OPEN = "OPEN"
"""State of every row that keeps the gate closed where it is part of what is published."""


def open_table(workspace: Workspace, release: str = "", targets: tuple[str, ...] | None = ()) -> ReviewTable:
    """Return the review table of a release under today's decisions. Nothing is parsed again or written.

    Args:
        workspace: Where everything is.
        release: The release; the latest where none is named.
        targets: Targets whose fields count and whose closures have rows; every written table and
            bare query where empty. None to trace nothing: no row knows its fields then.

    Raises:
        UsageRefusal: there is no such release, or nothing writes a target.
        InputRefusal: the store, the decision log or a frozen file is damaged.
    """
    analysis = open_analysis(workspace, open_release(workspace, release))
    return table_of(analysis, {} if targets is None else passages_of(analysis.graph, targets), targets or ())


def table_of(analysis: Analysis, passages: Passages, targets: tuple[str, ...] = ()) -> ReviewTable:
    """Return the review table of an analysis.

    Args:
        analysis: The release, linked.
        passages: Targets whose fields count.
        targets: What was asked for; where anything was, only candidates of their closures have rows.
    """
    graph = analysis.graph
    rows = review_rows(graph.candidates, graph.rulings, analysis.log, _fields(analysis, passages))
    meant = tuple(row for row in rows if row.ruling.status is not Status.NOT_NEEDED)
    if targets:
        inside = run_deep(lambda given: _inside(given, tables_meant(given, targets)), graph)
        meant = tuple(row for row in meant if row.candidate.binding_id in inside)
    return ReviewTable(analysis, meant)


def _inside(graph: Graph, tables: tuple[str, ...]) -> set[str]:
    """Return the ids of the candidates in the closures of some targets."""
    return {each.binding_id for table in tables for each in search(graph, table).candidates}


def _fields(analysis: Analysis, passages: Passages) -> Mapping[str, tuple[str, ...]]:
    """Return the target fields that hang on each candidate.

    A candidate that nothing follows yet (a hint) is asked about for the fields that reach the table
    it may fill.
    """
    by_binding: dict[str, dict[str, None]] = {}
    by_table: dict[str, dict[str, None]] = {}
    tables = {each.binding_id: each.logical_table for each in analysis.graph.candidates}
    for target, fields in passages.items():
        for each in fields:
            name = f"{target}.{each.field}"
            for binding in each.bindings:
                by_binding.setdefault(binding, {})[name] = None
                by_table.setdefault(tables.get(binding, ""), {})[name] = None
            for table in each.tables:
                by_table.setdefault(table, {})[name] = None
    return {
        binding: tuple(by_binding.get(binding) or by_table.get(table, {}))
        for binding, table in tables.items()
    }


def select(rows: Iterable[ReviewRow], filters: Filters) -> tuple[ReviewRow, ...]:
    """Return the rows that filters mean, in their order.

    Raises:
        UsageRefusal: a rule or state does not exist.
    """
    require_known(filters.rules, [rule.value for rule in BindingRule], "rule")
    require_known(filters.states, [OPEN, *(status.value for status in Status)], "state")
    return tuple(row for row in rows if _fits(row, filters))


def _fits(row: ReviewRow, filters: Filters) -> bool:
    each = row.candidate
    schema = each.logical_table.rpartition(".")[0]
    state = {row.ruling.status.value} | ({OPEN} if row.is_open else set())
    return (
        matches(each.logical_table, filters.tables)
        and matches(schema, filters.schemas)
        and matches(each.writer.file, filters.files)
        and (not filters.rules or each.rule.value in filters.rules)
        and (not filters.states or bool(state & set(filters.states)))
    )


def matches(name: str, globs: tuple[str, ...]) -> bool:
    """Return whether a name is one of some globs, or fits one; none means any."""
    return not globs or any(name == glob or fnmatchcase(name, glob) for glob in globs)


def require_known(asked: Iterable[str], known: list[str], word: str) -> None:
    """Pass if every word exists.

    Raises:
        UsageRefusal: one does not; names those that do.
    """
    for each in asked:
        if each not in known:
            raise UsageRefusal(f"There is no {word} '{each}'. It has to be one of {', '.join(known)}.")


def row_of(table: ReviewTable, review_id: str) -> ReviewRow:
    """Return the row of a candidate.

    Raises:
        UsageRefusal: the release has no candidate of that id that people decide on.
    """
    for row in table.rows:
        if row.candidate.binding_id == review_id:
            return row
    release = table.analysis.snapshot.release
    raise UsageRefusal(
        f"{review_id}: release {release} has no candidate of that id that people decide on. "
        "wherefrom review list shows all of them."
    )
