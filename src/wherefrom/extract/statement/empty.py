"""Tables made by a query that brings no rows: DDL, since only the query's columns come of it (method 1.4, 1.5)."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.dataset import NodeKind, Table
from wherefrom.domain.unit import Ddl, DdlChange, Effect
from wherefrom.extract import names
from wherefrom.extract.draft import TARGET, Asked, Here, Label
from wherefrom.extract.query.queries import read_ctes, read_query
from wherefrom.extract.statement.targets import add_event, listed, table_of
from wherefrom.extract.statement.writers import is_temporary, lists_beside


def makes_empty(node: exp.Create) -> bool:
    """Whether the query of a CREATE TABLE … AS brings no rows into it."""
    query = node.expression
    return isinstance(query, exp.Query) and (without_data(node) or brings_no_rows(query))


def without_data(node: exp.Create) -> bool:
    """Whether a CREATE TABLE … AS says that it takes no rows: WITH NO DATA, ClickHouse's EMPTY."""
    properties = node.args.get("properties")
    return any(
        isinstance(each, exp.EmptyProperty)
        or (isinstance(each, exp.WithDataProperty) and bool(each.args.get("no")))
        for each in (properties.expressions if properties is not None else ())
    )


def brings_no_rows(query: exp.Expr) -> bool:
    """Whether a query gives no row whatever its inputs hold: LIMIT 0, TOP 0, FETCH FIRST 0 ROWS, a false WHERE.

    Nothing is claimed of the branches of a set operation, nor of a false WHERE below what may be an
    aggregate: that gives a row over no rows.
    """
    limit = query.args.get("limit")
    if isinstance(limit, (exp.Limit, exp.Fetch)) and not limit.expressions:
        count = limit.args.get("count") if isinstance(limit, exp.Fetch) else limit.expression
        if _number(count) == 0:
            return True
    if isinstance(query, exp.Subquery):
        return brings_no_rows(query.this)
    where = query.args.get("where")
    if not isinstance(query, exp.Select) or where is None or not _is_false(where.this):
        return False
    grouped = query.args.get("group") or query.args.get("having")
    return not grouped and not any(map(_may_aggregate, query.expressions))


def _is_false(test: exp.Expr) -> bool:
    """Whether a condition is false for certain: FALSE, two numbers that differ, or AND with such a term."""
    terms = list(test.flatten()) if isinstance(test, exp.And) else [test]
    for each in terms:
        term = each.unnest() if isinstance(each, exp.Paren) else each
        if isinstance(term, exp.And) and _is_false(term):
            return True
        if isinstance(term, exp.Boolean) and not term.this:
            return True
        if isinstance(term, (exp.EQ, exp.NEQ)):
            left, right = _number(term.this), _number(term.expression)
            unlike = left != right if isinstance(term, exp.EQ) else left == right
            if left is not None and right is not None and unlike:
                return True
    return False


def holds_always(node: exp.Expr) -> bool:
    """Whether a condition holds for every row: TRUE, ``1 = 1``."""
    if isinstance(node, exp.Paren):
        return holds_always(node.this)
    if isinstance(node, exp.EQ) and isinstance(node.this, exp.Literal):
        return bool(node.this == node.expression)
    return isinstance(node, exp.Boolean) and bool(node.this)


def _number(node: object) -> int | None:
    """Return a written whole number; None for anything else."""
    inner = node.unnest() if isinstance(node, exp.Paren) else node
    if (
        isinstance(inner, exp.Literal)
        and not inner.is_string
        and inner.name.isascii()
        and inner.name.isdigit()
    ):
        return int(inner.name)
    return None


def _may_aggregate(projected: exp.Expr) -> bool:
    return projected.find(exp.AggFunc, exp.Anonymous) is not None


def read_empty_create(here: Here, node: exp.Create) -> int:
    """Read a CREATE TABLE … AS whose query brings no rows; return the query's node, -1 for none."""
    table = table_of(node.this)
    if table is None:
        return -1
    visible: dict[str, int] = {}
    read_ctes(here, node, Asked("root", ctes=visible), visible)
    beside = lists_beside(here, node)
    columns = () if beside else listed(here, node.this) or ()
    asked = Asked(here.path("root"), ctes=visible, label=Label(columns=columns))
    source = read_query(here, node.expression, asked)
    only = bool(node.args.get("exists"))
    made = -1 if beside else source
    _make(here, table, made, temporary=is_temporary(node), only_if_absent=only)
    return source


def read_empty_into(here: Here, into: exp.Into, source: int) -> None:
    """Read the INTO of a SELECT that brings no rows."""
    table = table_of(into.this)
    if table is not None:
        _make(here, table, source, temporary=bool(into.args.get("temporary")), only_if_absent=False)


def _make(here: Here, table: exp.Table, source: int, *, temporary: bool, only_if_absent: bool) -> None:
    """Add a table with the columns of a query; one that was there is replaced by an empty one."""
    name = names.table(here.draft, table, written=temporary)
    here.targets.append(name.canonical)
    kind = NodeKind.TEMP_TABLE if name.temporary else NodeKind.PHYSICAL_TABLE
    label = Label(name.canonical, here.span(table))
    here.add(kind, (here.path("root/target"), TARGET), Table(name, "target"), label)
    change = DdlChange.QUERY
    here.draft.ddl.append(
        Ddl(here.ordinal, here.whole(), name, change, only_if_absent=only_if_absent, query=source)
    )
    if not only_if_absent:
        add_event(here, name, Effect.CLEAR)
