"""Dataset Nodes of one file, and what each is made of (method 1.3).

Everything here is local to a file and holds no path: equal files share one Unit. Column references
stay symbolic until link, since what a name means may depend on other files.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.control import Control
from wherefrom.domain.expression import Expression, Transformation
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span


class NodeKind(StrEnum):
    """The kinds of method 1.3."""

    PHYSICAL_TABLE = "PHYSICAL_TABLE"
    EXTERNAL_TABLE = "EXTERNAL_TABLE"
    TEMP_TABLE = "TEMP_TABLE"
    VIEW = "VIEW"
    CTE = "CTE"
    DERIVED_QUERY = "DERIVED_QUERY"
    QUERY_RESULT = "QUERY_RESULT"
    SET_OPERATION = "SET_OPERATION"
    VALUES_LIST = "VALUES_LIST"
    TABLE_FUNCTION = "TABLE_FUNCTION"
    COMMAND_TARGET = "COMMAND_TARGET"


class EdgeKind(StrEnum):
    """The edges of method 1.3. Data flows from ``src`` to ``dst``."""

    READS = "READS"
    CTE_BINDING = "CTE_BINDING"
    DERIVES = "DERIVES"
    SET_BRANCH = "SET_BRANCH"
    CORRELATES = "CORRELATES"
    WRITES = "WRITES"
    COMMAND_WRITES = "COMMAND_WRITES"
    COMMAND = "COMMAND"  # a call runs what it leads to; no row goes through it (docs/decisions/0012)
    WRITER_BINDING = "WRITER_BINDING"


KEPT = "deleted:"
"""Alias of the hidden input from which the row that an UPDATE leaves takes what is not assigned."""


class Input(Struct, frozen=True, gc=False, array_like=True):
    """One relation under FROM, as its scope sees it.

    Attributes:
        alias: Canonical name the scope calls it by; empty if it has none.
        node: Unit index of the node that is read.
        span: The relation in the FROM clause.
        columns: Column alias list, ``AS t (a, b)``; empty if none.
        join: How it is joined: ``""`` for the first, else INNER, LEFT, RIGHT, FULL, CROSS, SEMI,
            ANTI, COMMA.
        using: Columns of USING, canonical; empty if none.
        natural: NATURAL JOIN.
        lateral: It may see the inputs before it.
        visible: False where names may not bind to it: the right side of SEMI and ANTI outside ON.
        left: Ordinal of the first input its join can have on the left side: 0, or where a bracket around
            joins begins.
        row_of: The table whose DDL names its columns by position: the row that an INSERT without column list
            proposes; None for anything else.
    """

    alias: str
    node: int
    span: Span
    columns: tuple[str, ...] = ()
    join: str = ""
    using: tuple[str, ...] = ()
    natural: bool = False
    lateral: bool = False
    visible: bool = True
    left: int = 0
    row_of: TableName | None = None


class Item(Struct, frozen=True, gc=False, array_like=True, tag="item"):
    """One explicit projection.

    Attributes:
        name: Canonical output name; empty if it has none (then it is addressed by ordinal).
        value: What it is made of.
        span: The item, alias included.
    """

    name: str
    value: Expression
    span: Span


class Star(Struct, frozen=True, gc=False, array_like=True, tag="star"):
    """``*`` or ``t.*`` with its modifiers.

    Attributes:
        qualifier: Canonical qualifier parts; empty for a bare star.
        span: The star with its modifiers.
        without: Names of EXCEPT/EXCLUDE.
        replace: ``(name, expression)`` pairs of REPLACE.
        rename: ``(old, new)`` pairs of RENAME.
        pattern: Regular expression that the whole name of a column must match; empty if none.
        value: The structure whose members it lists, ``f(x).*``; None where it stands over inputs.
        numbered: Its columns have places and no names: a staged file.
        applied: What a function does to each of its columns, ``min(COLUMNS(*))``; None where they stay as they are.
        unnamed: The function takes their names away, ``* APPLY(min)``.
    """

    qualifier: tuple[str, ...]
    span: Span
    without: tuple[str, ...] = ()
    replace: tuple[tuple[str, Expression], ...] = ()
    rename: tuple[tuple[str, str], ...] = ()
    pattern: str = ""
    value: Expression | None = None
    numbered: bool = False
    applied: Transformation | None = None
    unnamed: bool = False


def replacement(star: int, at: int) -> int:
    """Return the number that conditions of a REPLACE expression know it by, apart from the star's own.

    Args:
        star: Ordinal of the star among the projections, 0-based.
        at: Ordinal of the REPLACE, 0-based.
    """
    return (star + 1) * 1_000_000 + at


class Select(Struct, frozen=True, gc=False, array_like=True, tag="select"):
    """A SELECT, and every other scope that computes fields from inputs (SET, RETURNING, PIVOT).

    Attributes:
        inputs: FROM items in SQL order; empty for a SELECT without FROM.
        items: Projections in SQL order.
        controls: Conditions of this scope, row-level and item-level.
        distinct: Plain DISTINCT (a flag, no control).
        grouped: GROUP BY key texts as written; empty if none.
        ordered: ORDER BY without LIMIT (a flag, no control).
    """

    inputs: tuple[Input, ...]
    items: tuple[Item | Star, ...]
    controls: tuple[Control, ...] = ()
    distinct: bool = False
    grouped: tuple[str, ...] = ()
    ordered: bool = False


class Kept(StrEnum):
    """Which columns a set operation by name has, in the order of the branches."""

    FIRST = "FIRST"  # those of the first branch
    ALL = "ALL"  # those of any branch
    COMMON = "COMMON"  # those of every branch


class SetOperation(Struct, frozen=True, gc=False, array_like=True, tag="set"):
    """UNION, EXCEPT, INTERSECT. Nested operations of one kind are flattened.

    Attributes:
        operator: ``UNION``, ``UNION ALL``, ``EXCEPT``, ``INTERSECT`` …, as written, one blank.
        branches: Unit indexes of the branch nodes, in SQL order.
        by_name: BY NAME instead of by position.
        controls: ORDER BY … LIMIT over the whole.
        keeps: The columns that BY NAME keeps.
        listed: The columns of ``BY NAME ON (…)``, the only ones it keeps; empty without such a list.
    """

    operator: str
    branches: tuple[int, ...]
    by_name: bool = False
    controls: tuple[Control, ...] = ()
    keeps: Kept = Kept.FIRST
    listed: tuple[str, ...] = ()


class Wrap(Struct, frozen=True, gc=False, array_like=True, tag="wrap"):
    """All columns of another node, unchanged and in order: a CTE over a set operation.

    Attributes:
        node: Unit index of the node inside.
        edge: The edge it is read through.
    """

    node: int
    edge: EdgeKind = EdgeKind.DERIVES


class Values(Struct, frozen=True, gc=False, array_like=True, tag="values"):
    """Inline rows.

    Attributes:
        names: Column names where the dialect or an alias list gives them; empty names otherwise.
        cells: Per column the different cell expressions, in SQL order; a long list of literals is
            summarised to one CONSTANT per column.
        rows: Number of rows.
    """

    names: tuple[str, ...]
    cells: tuple[tuple[Expression, ...], ...]
    rows: int


class Output(Struct, frozen=True, gc=False, array_like=True):
    """One named output of a table function.

    Attributes:
        name: Canonical name.
        arguments: Ordinals of the arguments it is made of, 0-based.
        path: Path below them, ``$[].sku``; empty if it is the argument itself.
        generated: What makes it where no argument does (INDEX, SEQ, ORDINALITY, OFFSET); empty otherwise.
    """

    name: str
    arguments: tuple[int, ...] = ()
    path: str = ""
    generated: str = ""


class TableFunction(Struct, frozen=True, gc=False, array_like=True, tag="function"):
    """UNNEST, FLATTEN, EXPLODE, OPENJSON, generators, and the project's own table functions.

    Attributes:
        function: Name as written.
        arguments: Arguments in SQL order, in the scope it stands in.
        known: A generator the dialect defines: its outputs are made of its arguments. Otherwise
            its outputs are OPAQUE_FUNCTION.
        outputs: Those that have names, in order; empty where any name may be asked of it.
        element: Path from an argument to what a row is made of, ``$[]`` for array elements; empty if none.
        struct: The element may be a structure: any field asked of it is a path below the argument.
        dynamic: Its rows come from SQL put together at run time.
        named: Per argument the parameter it is given for by name, empty for one given by its place; empty where
            none has a name.
    """

    function: str
    arguments: tuple[Expression, ...]
    known: bool
    outputs: tuple[Output, ...] = ()
    element: str = ""
    struct: bool = False
    dynamic: bool = False
    named: tuple[str, ...] = ()


class Table(Struct, frozen=True, gc=False, array_like=True, tag="table"):
    """A use of a table: read (``prior`` false or true) or written.

    Attributes:
        name: The logical table.
        role: ``read`` or ``target``.
        prior: The content before the statement is meant (``deleted.x``): PRIOR_STATE.
        numbered: Its columns have places and no names: a staged file.
        only: Its own rows are meant without those of its child tables (ONLY).
    """

    name: TableName
    role: str
    prior: bool = False
    numbered: bool = False
    only: bool = False


class Call(Struct, frozen=True, gc=False, array_like=True, tag="call"):
    """A call of a routine: it gives no rows, it runs what writes them (docs/decisions/0012).

    Attributes:
        names: Canonical names the routine may have, nearest first: those inside the routines around the call,
            then the one as written. Empty where it is nothing but a placeholder.
        placeholders: Placeholders in the name, in order.
    """

    names: tuple[str, ...]
    placeholders: tuple[str, ...] = ()


Body = Select | SetOperation | Wrap | Values | TableFunction | Table | Call


class Node(Struct, frozen=True, gc=False, array_like=True):
    """One Dataset Node. Identity: file path (given by the snapshot), statement, scope, relation.

    Attributes:
        index: Position in ``Unit.nodes``; the only way nodes refer to each other inside a file.
        kind: Kind as far as the file alone shows; link decides PHYSICAL or EXTERNAL.
        statement: Ordinal of its statement, 1-based.
        scope: Scope path, ``root/spend`` or ``root/u/branch:1``.
        relation: Ordinal among the relations of that scope, 0-based; -1 for the scope itself.
        name: Table name, CTE name or alias, for display; empty for a bare result.
        span: Where it stands.
        body: What it is made of.
        columns: Names given by position, ``WITH c (a, b)`` or a view's column list; empty if none.
        parent: Unit index of the scope a bare name may look out into; -1 if none.
    """

    index: int
    kind: NodeKind
    statement: int
    scope: str
    relation: int
    name: str
    span: Span
    body: Body
    columns: tuple[str, ...] = ()
    parent: int = -1
