"""A Unit in the making: what the readers of one file's statements write into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct
from sqlglot import exp

from wherefrom.domain.control import Control
from wherefrom.domain.dataset import Body, Input, Node, NodeKind
from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.dialects import DialectFacts, Folding
from wherefrom.domain.expression import ColumnRef, Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span
from wherefrom.domain.unit import STATEMENT_CHARS, Assignment, ContentEvent, Ddl, Routine, Writer
from wherefrom.extract.template.placeholders import Masked
from wherefrom.extract.text.longlists import LongList
from wherefrom.extract.tree.frames import Range
from wherefrom.extract.tree.lines import Lines
from wherefrom.extract.tree.locate import Places

RESULT, TARGET, OPERATION = -1, -2, -3
"""Relation ordinals of a scope itself, its target, and the set operation inside it."""


class UnreadableError(Exception):
    """A statement that was parsed holds what no reader understands; the message says what."""


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """What the configuration says about one file.

    Attributes:
        default_catalog: Catalog of names that have none; empty if there is none.
        default_schema: Schema of names that have none; empty if there is none.
        styles: Placeholder styles, or ``("auto",)``.
        path_target: Table a file's only query fills by a configured rule; empty if none.
        statement_chars: Longest statement that is read, in characters without the rows that were taken out.
    """

    default_catalog: str = ""
    default_schema: str = ""
    styles: tuple[str, ...] = ("auto",)
    path_target: str = ""
    statement_chars: int = STATEMENT_CHARS


class Shown(Struct, frozen=True):
    """What a view shows of one table, so that a change of the view is one of the table (method 1.5).

    Attributes:
        table: The table.
        columns: ``(column of the view, column of the table)`` in the order of the view, a column that is none of
            the table's with an empty second name; None where the view has all of the table's columns by their names.
    """

    table: TableName
    columns: tuple[tuple[str, str], ...] | None


@dataclass(slots=True)
class Session:
    """Where names without a schema belong, as far as a script has said.

    Attributes:
        catalog, schema: From USE, SET SCHEMA or search_path; None while nothing said.
        searched: The schemas of a search_path with several, in order: a table may stand in any of them.
        made: Canonical names without a schema of the tables that were made since: they stand in the first one.
    """

    catalog: str | None = None
    schema: str | None = None
    searched: tuple[str, ...] = ()
    made: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Draft:
    """Facts of one file so far.

    Attributes:
        session: What the script being read has said of names without a schema.
        script: That script (``Piece.script``).
        sessions: The same of other scripts.
        views: What each view made so far shows of one table, by canonical name; None where it is no such view.
        temporary: Names of session-scoped tables seen so far, by canonical name.
        variables: Lower-case names of declared variables and parameters.
        records: Those of them that hold a row.
        constants: Those of them that keep their first value.
        spelled: Canonical forms found so far, by text, whether it is quoted, and folding.
        columns: Column references read so far that have no path, as written.
        mentioned: Whether words stand in the file, as far as they were asked for.
        upper: The file's text in upper case; empty until it is asked for.
        bodies: Per script (``Piece.script``) the routine it is the body of, and the script that one stands in.
    """

    text: str
    lines: Lines
    masked: Masked
    facts: DialectFacts
    settings: ExtractSettings
    nodes: list[Node | None] = field(default_factory=list)
    writers: list[Writer] = field(default_factory=list)
    events: list[ContentEvent] = field(default_factory=list)
    ddl: list[Ddl] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    session: Session = field(default_factory=Session)
    script: str = ""
    sessions: dict[str, Session] = field(default_factory=dict)
    views: dict[str, Shown | None] = field(default_factory=dict)
    temporary: set[str] = field(default_factory=set)
    routines: list[Routine] = field(default_factory=list)
    variables: set[str] = field(default_factory=set)
    records: set[str] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)
    spelled: dict[tuple[str, bool, Folding], str] = field(default_factory=dict)
    columns: dict[str, ColumnRef] = field(default_factory=dict)
    mentioned: dict[str, bool] = field(default_factory=dict)
    upper: str = ""
    bodies: dict[str, tuple[TableName, str]] = field(default_factory=dict)

    def mentions(self, word: str) -> bool:
        """Whether an upper-case word stands anywhere in the file, in a literal too: a cheap no."""
        found = self.mentioned.get(word)
        if found is None:
            self.upper = self.upper or self.text.upper()
            found = self.mentioned[word] = word in self.upper
        return found

    def mark(self) -> tuple[int, ...]:
        """Return how far the file is read, for ``undo``."""
        return tuple(len(each) for each in self._read())

    def undo(self, mark: tuple[int, ...]) -> None:
        """Take back what was read after a mark."""
        for each, length in zip(self._read(), mark, strict=True):
            del each[length:]

    def _read(self) -> tuple[list[Any], ...]:
        return self.nodes, self.writers, self.events, self.ddl, self.assignments

    def reserve(self) -> int:
        """Return the index of a node that is put in later."""
        self.nodes.append(None)
        return len(self.nodes) - 1


class Label(Struct, frozen=True, gc=False):
    """How a node is called and where it stands.

    Attributes:
        name: Name for display; empty for a bare result.
        span: Its place; None for the whole statement.
        columns: Names given by position; empty if none.
        parent: Node index of the scope a bare name may look out into; -1 if none.
    """

    name: str = ""
    span: Span | None = None
    columns: tuple[str, ...] = ()
    parent: int = -1


@dataclass(slots=True)
class Here:
    """The statement being read.

    Attributes:
        places: Places of its tokens.
        ordinal: 1-based ordinal in the file.
        script: The script it runs in.
        conditional: It may or may not run.
        read_query: The reader of queries, for subqueries inside expressions and FROM.
        read_change: The reader of data-changing statements, for those inside WITH.
        read_value: The reader of expressions, for parts of other expressions.
        records: Records of the loops it stands in: canonical name to the node of the loop's query.
        returns: Names of the columns that the function it stands in gives; empty where its queries name them,
            None where it stands in no function that gives rows.
        fired: The rows of the trigger whose body it stands in, by table; those of one table are among the records.
        long: Its long VALUES lists, of which the tokens hold only what is new in every row.
        targets: Canonical names of the tables it writes, so far.
        dml: Data-changing parts that were read, to be held against the DML words found.
    """

    draft: Draft
    places: Places
    ordinal: int
    script: str
    conditional: bool
    read_query: Callable[[Here, exp.Expr, Asked], int]
    read_change: Callable[[Here, exp.Expr, Asked], None]
    read_value: Callable[[Scope, exp.Expr, Range, int], Expression]
    records: dict[str, int] = field(default_factory=dict)
    returns: tuple[str, ...] | None = None
    fired: tuple[Fired, ...] = ()
    long: tuple[LongList, ...] = ()
    paths: dict[str, int] = field(default_factory=dict)
    targets: list[str] = field(default_factory=list)
    dml: int = 0

    def path(self, wanted: str) -> str:
        """Return a scope path nothing else in the statement uses."""
        uses = self.paths[wanted] = self.paths.get(wanted, 0) + 1
        return wanted if uses == 1 else f"{wanted}~{uses}"

    def span(self, node: exp.Expr) -> Span:
        """Return the span of a tree node."""
        return self.places.span(self.places.of(node))

    def whole(self) -> Span:
        """Return the statement's span."""
        return self.places.span(self.places.whole)

    def put(self, index: int, kind: NodeKind, place: tuple[str, int], body: Body, label: Label) -> int:
        """Put a node at a reserved index. ``place`` is its scope path and relation ordinal."""
        self.draft.nodes[index] = Node(
            index=index,
            kind=kind,
            statement=self.ordinal,
            scope=place[0],
            relation=place[1],
            name=label.name,
            span=label.span or self.whole(),
            body=body,
            columns=label.columns,
            parent=label.parent,
        )
        return index

    def add(self, kind: NodeKind, place: tuple[str, int], body: Body, label: Label) -> int:
        """Add a node and return its index."""
        return self.put(self.draft.reserve(), kind, place, body, label)

    def diagnose(self, code: str, span: Span, subject: str, message: str) -> None:
        """Add a diagnostic of this statement."""
        self.draft.diagnostics.append(Diagnostic(code, self.ordinal, span, subject, (), message))


@dataclass(slots=True)
class Scope:
    """A SELECT, or another scope with inputs, being read.

    Attributes:
        here: Its statement.
        path: Scope path.
        node: Reserved node index.
        outer: The scope a bare name may look out into; None for FROM subqueries and CTEs.
        ctes: Visible CTEs: canonical name to node index.
        inputs: Inputs read so far.
        controls: Conditions read so far.
        aliases: Names of the items read so far, to their ordinals.
        windows: Named windows.
        ready: Aliases may answer for bare names here (dialect fact and clause).
        first: An alias comes before a column of its name here (dialect fact and clause).
        keys: In HAVING, the names of the grouping keys: any other bare name can only be an alias, or
            the statement would not compile; None elsewhere.
    """

    here: Here
    path: str
    node: int
    outer: Scope | None
    ctes: dict[str, int]
    inputs: list[Input] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    aliases: dict[str, int] = field(default_factory=dict)
    windows: dict[str, exp.Window] = field(default_factory=dict)
    subqueries: int = 0
    ready: bool = False
    first: bool = False
    keys: frozenset[str] | None = None

    def subquery(self, node: exp.Expr) -> int:
        """Read a query inside an expression and return its node index."""
        self.subqueries += 1
        here = self.here
        path = here.path(f"{self.path}/subquery:{self.subqueries}")
        return here.read_query(here, node, Asked(path, outer=self, ctes=self.ctes))

    def take_record(self, name: str, span: Span) -> None:
        """Make a loop's record an input of the statement that names it (method 1.11)."""
        if name not in self.here.records or self.aliased(name):
            return
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        join = "COMMA" if scope.inputs else ""
        node = self.here.records[name]
        scope.inputs.append(Input(name, node, span, join=join, visible=False))  # fields only behind its name

    def aliased(self, name: str) -> bool:
        """Whether an input of this scope or of one around it goes by that name."""
        return self.input(name) is not None

    def input(self, name: str) -> Input | None:
        """Return the input of this scope, or of the nearest one around it, that goes by a name."""
        scope: Scope | None = self
        while scope is not None:
            found = next((each for each in scope.inputs if each.alias == name), None)
            if found is not None:
                return found
            scope = scope.outer
        return None


class Fired(Struct, frozen=True):
    """The rows of one table that a trigger's body may name.

    Attributes:
        table: The table that fires it.
        rows: Their nodes by name.
        stored: It runs before a row is stored, so that what it assigns to the new one is stored.
    """

    table: TableName
    rows: dict[str, int]
    stored: bool


class Asked(Struct, frozen=True):
    """Where a query is wanted, and what its node is to be.

    Attributes:
        path: Scope path, already unique in its statement.
        kind: Kind of its node.
        outer: Scope that its bare names may look out into; None if none.
        ctes: CTEs it can see.
        label: Name, place and position names of its node.
        index: Node index reserved for it; -1 to reserve one.
    """

    path: str
    kind: NodeKind = NodeKind.QUERY_RESULT
    outer: Scope | None = None
    ctes: dict[str, int] = msgspec.field(default_factory=dict)
    label: Label = msgspec.field(default_factory=Label)
    index: int = -1


def leaf(scope: Scope, form: Form, found: Range, function: str = "") -> Expression:
    """Return a leaf without further parts, its text as written."""
    places = scope.here.places
    return Expression(form, places.slice(found), places.span(found), function=function)
