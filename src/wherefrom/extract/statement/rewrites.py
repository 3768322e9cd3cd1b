"""What the parser takes for something else: methods of columns, elements of collections, named expressions."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.extract import names
from wherefrom.extract.draft import Here

_METHODS = frozenset(
    {
        "VALUE", "QUERY", "EXIST", "NODES", "TOSTRING", "GETANCESTOR", "GETDESCENDANT", "GETLEVEL",
        "GETREPARENTEDVALUE", "ISDESCENDANTOF", "STDISTANCE", "STASTEXT", "STX", "STY", "STAREA", "STLENGTH",
        "STCONTAINS", "STINTERSECTS", "STWITHIN", "STBUFFER",
    }
)  # fmt: skip
"""Methods of xml, hierarchyid, geometry and geography."""


def rewrite_calls(here: Here, tree: exp.Expr) -> None:
    """Put what is meant in the place of such calls."""
    dialect = here.draft.facts.name
    if dialect == "oracle" and here.draft.variables:
        _rewrite_elements(here, tree)
    elif dialect == "tsql" and any(each.text.upper() in _METHODS for each in here.places.tokens):
        _rewrite_methods(tree)
    elif dialect == "snowflake" and here.records:
        _rewrite_bound_rows(here, tree)
    elif dialect == "duckdb" and here.draft.mentions("FOR"):
        for each in list(tree.find_all(exp.Comprehension)):
            _bind_loop(each)
    elif dialect == "clickhouse":
        for given in list(tree.find_all(exp.With)):
            _put_in_place(given)


def _bind_loop(loop: exp.Comprehension) -> None:
    """The variable of DuckDB's ``[x + m FOR x IN l IF x > n]`` is no column: a bare name stands for it, as in a lambda."""
    variables = {each.name.lower() for key in ("expression", "position") if (each := loop.args.get(key))}
    for key in ("this", "condition"):
        part = loop.args.get(key)
        for column in list(part.find_all(exp.Column)) if part is not None else ():
            if column.parts[0].name.lower() in variables:
                column.replace(column.parts[0])


def _rewrite_bound_rows(here: Here, tree: exp.Expr) -> None:
    """Snowflake's ``:r.x`` is a field of the loop's row."""
    for node in list(tree.find_all(exp.Dot)):
        row, field = node.this, node.expression
        if isinstance(row, exp.Placeholder) and isinstance(field, exp.Identifier):
            called = exp.Identifier(this=row.name, quoted=False)
            if names.alias(here.draft, called) in here.records:
                node.replace(exp.Column(this=field, table=called))


def _put_in_place(given: exp.With) -> None:
    """ClickHouse's ``WITH expression AS name`` is no query: the name stands for the expression."""
    query = given.parent
    for each in list(given.expressions):
        if not each.args.get("scalar") or query is None:
            continue
        name = each.args["alias"].this
        each.pop()
        for column in list(query.find_all(exp.Column)):
            if column.name != name.name or column.args.get("table"):
                continue
            value: exp.Expr = exp.Paren(this=each.this.copy())
            if column.arg_key == "expressions" and isinstance(column.parent, exp.Select):
                value = exp.Alias(this=value, alias=column.this)  # it is called so
            column.replace(value)
    if not given.expressions:
        given.pop()


def _rewrite_elements(here: Here, tree: exp.Expr) -> None:
    """PL/SQL's ``l(i).x`` is a field of the collection's rows, ``l(i)`` its value; i says which row."""
    for call in list(tree.find_all(exp.Anonymous)):
        if call.name.lower() not in here.draft.variables:
            continue
        around = call.parent
        if (
            isinstance(around, exp.Dot)
            and around.this is call
            and isinstance(around.expression, exp.Identifier)
        ):
            called = exp.Identifier(this=call.name, quoted=False)
            around.replace(exp.Column(this=around.expression, table=called))
        else:
            call.replace(exp.Placeholder(this=call.name))


def _rewrite_methods(tree: exp.Expr) -> None:
    """``o.doc.value('…')`` is a function of the column; its XQuery is no value."""
    for node in list(tree.find_all(exp.Dot)):
        call = node.expression
        if isinstance(call, exp.Anonymous) and call.name.upper() in _METHODS:
            made = exp.Anonymous(this=call.this, expressions=[_subject(node.this)])
            made.meta.update(call.meta)
            node.replace(made)


_NAMING = (exp.Column, exp.DataType, exp.Dot, exp.Table, exp.TableAlias)
"""Nodes whose names are none of columns, or are put together already."""


def _subject(node: exp.Expr) -> exp.Expr:
    """Return what a method is called on: a column, a cast of one, or the call of another method."""
    parts: list[exp.Expr] = []
    while isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        parts.append(node.expression)
        node = node.this
    if not isinstance(node, (exp.Identifier, exp.Column)):
        for each in list(node.find_all(exp.Identifier, exp.Dot)):
            name = each.expression if isinstance(each, exp.Dot) else each
            if isinstance(name, exp.Identifier) and not isinstance(each.parent, _NAMING):
                each.replace(_subject(each.copy()))  # before a dot the parser takes columns for bare names
        return node
    first = [node.this] if isinstance(node, exp.Column) else [node]
    keys = ("this", "table", "db", "catalog")
    return exp.Column(**dict(zip(keys, [*parts, *first], strict=False)))
