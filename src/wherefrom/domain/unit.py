"""The Unit: every local fact of one file. What extract gives and the store keeps (architecture 3.1)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.dataset import Node
from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.expression import Expression
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span

STATEMENT_CHARS = 8 * 1024 * 1024
"""Longest statement that is read, unless the project says otherwise. Unit: characters, without the rows of a
VALUES list that need no tokens."""


class StatementStatus(StrEnum):
    """What became of a statement."""

    PARSED = "PARSED"
    NO_DATA = "NO_DATA"  # understood, and it moves no data (SET, GRANT, ANALYZE)
    UNPARSED = "UNPARSED"
    OPAQUE = "OPAQUE"


class WriterKind(StrEnum):
    """How a statement puts rows into a table (method 1.5)."""

    INSERT_INTO = "INSERT_INTO"
    INSERT_OVERWRITE = "INSERT_OVERWRITE"
    CREATE_TABLE_AS = "CREATE_TABLE_AS"
    SELECT_INTO = "SELECT_INTO"
    CREATE_VIEW = "CREATE_VIEW"
    MERGE = "MERGE"
    UPDATE = "UPDATE"
    OUTPUT_INTO = "OUTPUT_INTO"
    COPY = "COPY"
    RENAME = "RENAME"
    CLONE = "CLONE"
    PARTITION = (
        "PARTITION"  # the rows of a partition are those of its table; rows put into that table go there
    )
    INHERITS = "INHERITS"  # the rows of a child table are those of its parent, and not the other way round
    PROJECT_FILE = "PROJECT_FILE"  # the file is its own target by a configured rule


PARTS = frozenset({WriterKind.PARTITION, WriterKind.INHERITS})
"""Kinds by which a table is part of another, now and for what is written to it later."""


class Effect(StrEnum):
    """What a statement does to the content that was there (method 1.5)."""

    OVERWRITE = "OVERWRITE"  # nothing of it stays
    APPEND = "APPEND"  # it stays, rows are added, or part of it is replaced
    CHANGE = "CHANGE"  # rows stay, some columns of some rows change
    SET_ALL = "SET_ALL"  # rows stay, the assigned columns change in every row (UPDATE without WHERE)
    CLEAR = "CLEAR"  # TRUNCATE, DELETE without WHERE, DROP
    MOVE = "MOVE"  # renamed or swapped away
    REFRESH = "REFRESH"  # a materialized view is filled anew with what its query gives now
    DETACH = "DETACH"  # it stays, and is no longer part of another table


class Mapping(StrEnum):
    """How the fields of a branch meet the columns of the target."""

    POSITION = "POSITION"  # by ordinal: onto ``columns`` where given, else onto the DDL's columns
    NAME = "NAME"  # by the field's own name (BY NAME, assignments, CREATE … AS)


class Partition(Struct, frozen=True, gc=False, array_like=True):
    """A partition column of an INSERT.

    Attributes:
        name: Canonical column name.
        value: The static value; None for a dynamic partition, bound from the last fields.
    """

    name: str
    value: Expression | None


class Branch(Struct, frozen=True, gc=False, array_like=True):
    """One way a writer gives rows or values.

    Attributes:
        node: Unit index of the query that gives them.
        mapping: How its fields meet the target's columns.
        columns: Target columns by ordinal, canonical; None where the statement lists none.
        partitions: Partition columns in SQL order.
        brings_rows: False for UPDATE and the UPDATE branch of MERGE.
        governs_all: Its scope's row conditions govern every field of the target (INSERT, MERGE ON);
            False where they govern only the fields it assigns.
    """

    node: int
    mapping: Mapping
    columns: tuple[str, ...] | None = None
    partitions: tuple[Partition, ...] = ()
    brings_rows: bool = True
    governs_all: bool = True


class Writer(Struct, frozen=True, gc=False, array_like=True):
    """A statement that puts rows into a logical table, or changes them.

    Attributes:
        statement: Ordinal, 1-based.
        kind: How.
        target: Unit index of the target's node.
        branches: Its branches, in SQL order.
        effect: What it does to earlier content.
    """

    statement: int
    kind: WriterKind
    target: int
    branches: tuple[Branch, ...]
    effect: Effect


class ContentEvent(Struct, frozen=True, gc=False, array_like=True):
    """A statement that ends, moves or refreshes a table's content without writing values of its own."""

    statement: int
    name: TableName
    effect: Effect


class ColumnDefinition(Struct, frozen=True, gc=False, array_like=True):
    """One column of DDL.

    Attributes:
        name: Canonical name.
        type: SQL type as written; empty if none is stated.
        nullable: False for NOT NULL and primary keys; None where DDL says nothing.
        default: Its DEFAULT, IDENTITY or sequence (CONSTANT or GENERATED); None if there is none.
        computed: The expression of a computed column, over the same row; None if it is stored.
        span: Where it is defined; None where only its table's place is known.
        behind: The column it is put behind; empty for the first place, None for the last, or the one it has.
        fills: For a column that is added: rows that are there get its default, too.
        hidden: A ``*`` leaves it out, and so does an INSERT without a column list.
        fills_null: Its default takes the place of a NULL that is inserted.
    """

    name: str
    type: str = ""
    nullable: bool | None = None
    default: Expression | None = None
    computed: Expression | None = None
    span: Span | None = None
    behind: str | None = None
    fills: bool = True
    hidden: bool = False
    fills_null: bool = False


class DdlChange(StrEnum):
    """What a DDL statement does to a table's column list."""

    CREATE = "CREATE"
    LIKE = "LIKE"
    PART = "PART"  # the columns of the table it is part of, those added there later included
    QUERY = "QUERY"  # CREATE … AS with a query that brings no rows
    ADD = "ADD"
    DROP = "DROP"
    RENAME = "RENAME"
    ALTER = "ALTER"
    SET = "SET"  # what is stated of a column changes, the rest stays
    UNSET = "UNSET"  # a column has no default any more
    REPLACE = "REPLACE"  # other columns in place of all
    DROP_TABLE = "DROP_TABLE"


class Ddl(Struct, frozen=True, gc=False, array_like=True):
    """One step of schema evidence, in statement order (method 1.4).

    Attributes:
        statement: Ordinal, 1-based; 0 for a catalog file.
        span: Where it stands.
        name: The table.
        change: What happens.
        columns: Created, added or altered columns; for DROP their names.
        like: For LIKE the table copied, for PART the table it is part of.
        rename: For RENAME ``(old, new)``.
        partitioned: Names of partition columns, which come last.
        keys: Column names of the primary or unique keys, one tuple each.
        only_if_absent: IF NOT EXISTS, of the table, or of the columns that are added.
        query: For QUERY the unit index of the query whose columns it has; -1 otherwise, and where it has others too.
    """

    statement: int
    span: Span
    name: TableName
    change: DdlChange
    columns: tuple[ColumnDefinition, ...] = ()
    like: TableName | None = None
    rename: tuple[str, str] = ("", "")
    partitioned: tuple[str, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    only_if_absent: bool = False
    query: int = -1


class Assignment(Struct, frozen=True, gc=False, array_like=True):
    """A script variable that gets a value (method 1.11).

    Attributes:
        statement: Ordinal, 1-based.
        name: Canonical variable name with its sigil (``@rate``, ``:cutoff`` is ``cutoff``); ``r.v`` is the field v
            of the record r.
        node: Unit index of a query whose item ``item`` is the value.
        item: 0-based ordinal; -1 for a record, which is the whole row.
        argument: Where a call may fill it, and may leave it as it was: the argument it is given as, by
            its name or its 1-based position; empty where the statement fills it.
        rowwise: It is given row by row inside a query, whose other expressions may read it.
        element: It is given to one element of the collection, ``l(1) := x``; the others keep theirs.
    """

    statement: int
    name: str
    node: int
    item: int
    argument: str = ""
    rowwise: bool = False
    element: bool = False


class Declaration(Struct, frozen=True, gc=False, array_like=True):
    """A variable, a table variable or a routine's parameter, and where its name means it: to the end of its block.

    Attributes:
        statement: Ordinal of the first statement it holds for, 1-based.
        name: As ``Assignment.name``.
        script: ``Statement.script`` of what it is declared in.
        last: Ordinal of the last statement it holds for, those inside a nested block that declares the name anew
            left out; below ``statement`` where there is none.
    """

    statement: int
    name: str
    script: str
    last: int


class Exit(Struct, frozen=True, gc=False, array_like=True):
    """A RETURN, GOTO, RAISE … and what it may pass by: what stands there runs as a whole or not at all.

    Attributes:
        script: ``Statement.script`` of what it stands in.
        first: Ordinal of the first statement it may pass by, 1-based.
        last: Ordinal of the last one.
    """

    script: str
    first: int
    last: int


class Statement(Struct, frozen=True, gc=False, array_like=True):
    """One statement of a file.

    Attributes:
        ordinal: 1-based position in the file; statements inside bodies count.
        kind: ``INSERT_INTO``, ``SELECT``, ``CREATE_TABLE`` …
        span: The statement, without the terminator and the comments before it.
        status: What became of it.
        script: Script it runs in: empty for the file's own sequence, else the procedure's name.
        conditional: Under IF, WHILE, CASE, a loop or a handler: it may or may not run.
        targets: Canonical names it writes; from its head alone where it could not be read.
        fingerprint: sha256 hex of its tokens without comments and white space.
        result: Unit index of its result node where it is a bare query; -1 otherwise.
        conditions: Unit indexes of queries that decide whether it runs (IF EXISTS …).
        dynamic_sql: It runs SQL put together at run time.
        calls: Name of the procedure it calls, as written; empty if none.
    """

    ordinal: int
    kind: str
    span: Span
    status: StatementStatus
    script: str = ""
    conditional: bool = False
    targets: tuple[str, ...] = ()
    fingerprint: str = ""
    result: int = -1
    conditions: tuple[int, ...] = ()
    dynamic_sql: bool = False
    calls: str = ""


class Routine(Struct, frozen=True, gc=False, array_like=True):
    """A procedure, function, trigger or package whose body stands in the file.

    Attributes:
        statement: Ordinal of its head, 1-based.
        name: Canonical name; of a routine inside another with that one's name before it.
        script: ``Statement.script`` of the statements of its body.
        parameters: Their names in order, as ``Assignment.name``.
        fills: Those of them that give a value back to the caller.
        function: It gives a value or rows where a query calls it.
        replaces: Those of these that leave nothing of what the caller's variable held: OUT, not INOUT.
    """

    statement: int
    name: str
    script: str
    parameters: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()
    function: bool = False
    replaces: tuple[str, ...] = ()

    def may_fill(self, argument: str) -> bool:
        """Whether a call may get a value back through an argument, by its name or 1-based position.

        One that the head does not list is of another routine of that name: it may.
        """
        parameter = self._parameter(argument)
        return parameter not in self.parameters or parameter in self.fills

    def must_fill(self, argument: str) -> bool:
        """Whether nothing of a variable's old value is left after a call that it is given to."""
        return self._parameter(argument) in self.replaces

    def _parameter(self, argument: str) -> str:
        at = int(argument) - 1 if argument.isdigit() else -1
        if at < 0:
            return argument
        return self.parameters[at] if at < len(self.parameters) else ""


class Coverage(Struct, frozen=True, gc=False, array_like=True):
    """How much of a file was understood. Unit: code points of the decoded text.

    Attributes:
        total: All of them.
        understood: In read statements, client commands, comments, white space.
    """

    total: int
    understood: int


class Unit(Struct, frozen=True, gc=False, array_like=True):
    """Every local fact of one file's text under one dialect and one set of settings.

    Attributes:
        dialect: sqlglot's name, or ``ansi``.
        statements: In text order.
        nodes: ``nodes[i].index == i``.
        writers, events, ddl, assignments: In statement order.
        diagnostics: In text order.
        coverage: Understood and total.
        parameters: Names that the file declares as variables, or as parameters of its routines.
        placeholders: Placeholder texts in the file, sorted.
        routines: Those whose bodies stand in the file, in text order.
        declarations: Those of variables, in text order.
        exits: Those that may pass statements by, in text order.
    """

    dialect: str
    statements: tuple[Statement, ...]
    nodes: tuple[Node, ...]
    writers: tuple[Writer, ...]
    events: tuple[ContentEvent, ...]
    ddl: tuple[Ddl, ...]
    assignments: tuple[Assignment, ...]
    diagnostics: tuple[Diagnostic, ...]
    coverage: Coverage
    parameters: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    routines: tuple[Routine, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    exits: tuple[Exit, ...] = ()
