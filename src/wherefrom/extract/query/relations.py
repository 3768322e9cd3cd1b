"""FROM: every kind of input, and how inputs are joined."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Input, NodeKind, Select, Star, Table
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Asked, Here, Label, Scope
from wherefrom.extract.query import objects, pivots, tablefunctions
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.query.matches import read_match
from wherefrom.extract.tree.frames import Frame


def read_from(scope: Scope, node: exp.Expr, frame: Frame | None) -> None:
    """Read FROM, joins and lateral views of a SELECT into its scope."""
    given = node.args.get("from_") or node.args.get("from")
    ons = [found for name, found in frame.clauses if name == "on"] if frame is not None else []
    joins: list[exp.Join] = []
    if given is not None:
        read_relation(scope, given.this, "")
        joins.extend(given.this.args.get("joins") or [])
        laterals = given.this.args.get("laterals") or []
    else:
        laterals = []
    joins.extend(node.args.get("joins") or [])
    conditions = sum(1 for join in joins if join.args.get("on") is not None)
    unsaid = [join for join in joins if _is_unsaid(join)]
    if frame is not None and len(ons) == conditions - len(unsaid):
        for join in unsaid:
            join.set("on", None)
        conditions = len(ons)
    exact = ons if len(ons) == conditions else []
    match = node.args.get("match")
    for join in joins:
        if match is not None and scope.here.places.start(match) < scope.here.places.start(join.this):
            read_match(scope, match)
            match = None
        where = exact.pop(0) if exact and join.args.get("on") is not None else None
        _read_join(scope, join, where)
    if match is not None:
        read_match(scope, match)
    for lateral in [*laterals, *(node.args.get("laterals") or [])]:
        read_relation(scope, lateral, "CROSS")


def _read_join(scope: Scope, join: exp.Join, where: tuple[int, int] | None, left: int = 0) -> None:
    places = scope.here.places
    kind = _kind(scope.here, join)
    first = len(scope.inputs)
    using = tuple(names.column(scope.here.draft, _identifier(each)) for each in join.args.get("using") or [])
    natural = str(join.args.get("method") or "").upper() == "NATURAL"
    if str(join.args.get("kind") or "").upper() == "ARRAY":
        shape = Input("", -1, scope.here.span(join.this), (), "CROSS")
        tablefunctions.read_table_function(scope, join.this, shape, join.expressions)
        return
    read_relation(scope, join.this, kind)
    joined = len(scope.inputs) - 1
    scope.inputs[first] = replace(scope.inputs[first], using=using, natural=natural, left=left)
    nested = join.this.args.get("joins") or []
    for each in nested:
        _read_join(scope, each, None, left=first)
    on = join.args.get("on")
    control = _control(kind)
    if on is not None:
        for term, piece in split_terms(scope, on, where or places.clause(on)):
            condition(scope, control, (term,), piece, join=kind, joined=joined)
    match = join.args.get("match_condition")
    if isinstance(match, exp.Expr):
        for term, piece in split_terms(scope, match, places.of(match)):
            condition(scope, control, (term,), piece, join=kind, joined=joined)
    if on is None and (using or natural):
        span = scope.inputs[first].span
        text = f"USING ({', '.join(using)})" if using else "NATURAL"
        scope.controls.append(Control(control, text, span, (), join=kind, input=first))
    if kind in ("SEMI", "ANTI"):
        for at in range(first, len(scope.inputs)):
            scope.inputs[at] = replace(scope.inputs[at], visible=False)


def _is_unsaid(join: exp.Join) -> bool:
    """Whether the ON of a join may be the parser's own: it gives an ON TRUE to JOIN LATERAL, where none needs to stand."""
    on = join.args.get("on")
    return isinstance(join.this, exp.Lateral) and isinstance(on, exp.Boolean) and bool(on.this)


def _identifier(node: exp.Expr) -> exp.Expr:
    return node.this if isinstance(node, exp.Column) else node


_ASOF_KEEPS_LEFT = {"snowflake"}
"""Dialects whose ASOF JOIN keeps a row of the left side that has no match, with NULLs beside it."""


def _kind(here: Here, join: exp.Join) -> str:
    """Return INNER, LEFT, RIGHT, FULL, CROSS, SEMI, ANTI or COMMA."""
    side = str(join.args.get("side") or "").upper()
    kind = str(join.args.get("kind") or "").upper()
    if here.draft.facts.name in _ASOF_KEEPS_LEFT and str(join.args.get("method") or "").upper() == "ASOF":
        return "LEFT"
    if kind in ("SEMI", "ANTI"):
        return kind
    if side in ("LEFT", "RIGHT", "FULL"):
        return side
    if kind in ("CROSS", "INNER"):
        return kind
    if join.args.get("on") is not None or join.args.get("using") or join.args.get("method"):
        return "INNER"
    return "COMMA"


def _control(kind: str) -> ControlKind:
    if kind in ("LEFT", "RIGHT", "FULL"):
        return ControlKind.OUTER_JOIN
    return ControlKind.SEMI_JOIN if kind in ("SEMI", "ANTI") else ControlKind.INNER_JOIN


def read_relation(scope: Scope, node: exp.Expr, join: str) -> None:
    """Read one relation as the next input of the scope; the joins that hang on it are the caller's to read."""
    here = scope.here
    while isinstance(node, (exp.Final, exp.Stream)) and isinstance(node.this, exp.Expr):
        node = node.this  # which rows of a table, and when: no other columns
    node = _navigated(scope, node)
    alias, columns = _called(here, node)
    shape = Input(alias, -1, _span(here, node), columns, join)
    written = _written_rows(node)
    if written is not None:
        _read_query(scope, written, shape, outer=None)
    elif isinstance(node, exp.Table) and not isinstance(node.this, exp.Func) and not _is_function(node):
        _read_table(scope, node, shape)
    elif isinstance(node, exp.Subquery):
        _read_derived(scope, node, shape, lateral=False)
    elif isinstance(node, exp.Lateral) and isinstance(node.this, (exp.Subquery, exp.Query)):
        _read_derived(scope, node, shape, lateral=True)
    elif isinstance(node, exp.Paren):
        first = len(scope.inputs)
        read_relation(scope, node.this, join)
        for each in node.this.args.get("joins") or []:
            _read_join(scope, each, None, left=first)
        return
    elif isinstance(node, exp.Pivot) and isinstance(node.this, exp.Expr):
        _read_pivot(scope, node, join)
        return
    else:
        tablefunctions.read_table_function(scope, node, shape)
    for pivot in node.args.get("pivots") or []:
        pivots.read_pivot(scope, pivot)


def _read_pivot(scope: Scope, node: exp.Pivot, join: str) -> None:
    """Read a PIVOT or UNPIVOT that stands before what it changes."""
    if scope.here.draft.facts.name == "redshift" and objects.is_object(node):
        objects.read_object(scope, node, join)
        return
    read_relation(scope, node.this, join)
    pivots.read_pivot(scope, pivots.as_clause(node))


def _span(here: Here, node: exp.Expr) -> Span:
    """Return the span of a relation, its alias included."""
    called = node.args.get("alias")
    if isinstance(node, exp.Subquery) and called is not None and _says_only(node, ("this", "alias")):
        found = here.places.query_called(called.this, listed=bool(called.args.get("columns")))
        if found is not None:
            return here.places.span(found)
    return here.span(node)


def _says_only(node: exp.Expr, keys: tuple[str, ...]) -> bool:
    return all(key in keys or not value for key, value in node.args.items())


def _called(here: Here, node: exp.Expr) -> tuple[str, tuple[str, ...]]:
    """Return the alias of a relation, empty if it has none, and the columns of its alias list."""
    if isinstance(node, exp.AtIndex):  # Redshift's ``FROM t, t.items AS i AT n``
        node = node.this
    called = node.args.get("alias")
    if isinstance(node, exp.Alias):
        return names.column(here.draft, node.args["alias"]), ()
    if not isinstance(called, exp.TableAlias):
        return "", ()
    return names.alias(here.draft, called.this) if called.this else "", names.columns(here.draft, called)


def _navigated(scope: Scope, node: exp.Expr) -> exp.Expr:
    """Return ``m.parts`` in FROM as the UNNEST it is where m is an input before or around it.

    The parser does not see all of them.
    """
    table = node.this if isinstance(node, exp.AtIndex) else node
    if scope.here.draft.facts.name not in ("redshift", "bigquery") or not isinstance(table, exp.Table):
        return node
    parts = [table.args[key] for key in ("db", "catalog") if isinstance(table.args.get(key), exp.Identifier)]
    if not parts or not scope.aliased(names.alias(scope.here.draft, parts[-1])):
        return node
    array = exp.Column(this=table.this, **dict(zip(("table", "db"), parts, strict=False)))
    called = table.args.get("alias")
    listed = [called.this] if isinstance(called, exp.TableAlias) else []
    offset = node.expression if isinstance(node, exp.AtIndex) else None
    return exp.Unnest(expressions=[array], alias=exp.TableAlias(columns=listed), offset=offset)


def _written_rows(node: exp.Expr) -> exp.Values | None:
    """Return the VALUES a relation is; behind a bracket the parser makes a table of it."""
    if isinstance(node, exp.Table):
        node = node.this
    return node if isinstance(node, exp.Values) else None


def _is_function(node: exp.Table) -> bool:
    this = node.this
    while isinstance(this, exp.Dot):
        this = this.expression
    return isinstance(this, (exp.Func, exp.Anonymous))


def _read_table(scope: Scope, node: exp.Table, shape: Input) -> None:
    here = scope.here
    name = "" if node.args.get("db") else names.alias(here.draft, node.this)
    if name and name in scope.ctes:
        scope.inputs.append(replace(shape, alias=shape.alias or name, node=scope.ctes[name]))
        return
    if name in here.records and here.draft.facts.name == "tsql":  # the rows that fired a trigger
        scope.inputs.append(replace(shape, alias=shape.alias or name, node=here.records[name]))
        return
    logical = names.table(here.draft, node)
    index = add_table(here, logical, (scope.path, len(scope.inputs)), shape, only=bool(node.args.get("only")))
    alias = shape.alias or names.alias(here.draft, node.this if isinstance(node.this, exp.Identifier) else "")
    scope.inputs.append(replace(shape, alias=alias or logical.parts[-1], node=index))


def add_table(
    here: Here, name: TableName, place: tuple[str, int], shape: Input, *, only: bool = False
) -> int:
    """Add the node of a table that is read, ``only`` where the SQL says so."""
    kind = NodeKind.TEMP_TABLE if name.temporary else NodeKind.EXTERNAL_TABLE
    numbered = name.parts[-1].startswith("@") and here.draft.facts.name == "snowflake"
    body = Table(name, "read", numbered=numbered, only=only)
    return here.add(kind, place, body, Label(name.canonical, shape.span))


def _read_derived(scope: Scope, node: exp.Expr, shape: Input, *, lateral: bool) -> None:
    inner = node.this
    if isinstance(node, exp.Subquery) and not _is_query(inner):
        if shape.alias:
            _read_named_join(scope, node, shape)
            return
        first = len(scope.inputs)
        read_relation(scope, inner, shape.join)
        for join in inner.args.get("joins") or []:
            _read_join(scope, join, None, left=first)
        return
    _read_query(scope, inner, replace(shape, lateral=lateral), outer=scope if lateral else None)


def _read_named_join(scope: Scope, node: exp.Subquery, shape: Input) -> None:
    """Read ``(a JOIN b …) x``: one input, whose alias hides those inside."""
    here = scope.here
    path = here.path(f"{scope.path}/{shape.alias}")
    inner = Scope(here, path, here.draft.reserve(), None, scope.ctes)
    read_relation(inner, node.this, "")
    for join in node.this.args.get("joins") or []:
        _read_join(inner, join, None)
    body = Select(tuple(inner.inputs), (Star((), shape.span),), tuple(inner.controls))
    here.put(inner.node, NodeKind.DERIVED_QUERY, (path, RESULT), body, Label(shape.alias, shape.span))
    scope.inputs.append(replace(shape, node=inner.node))


def _is_query(node: exp.Expr) -> bool:
    """Whether brackets hold a query, and no bracketed join."""
    while isinstance(node, exp.Subquery):
        node = node.this
    return isinstance(node, exp.Query)


def _read_query(scope: Scope, node: exp.Expr, shape: Input, *, outer: Scope | None) -> None:
    here = scope.here
    path = here.path(f"{scope.path}/{shape.alias or f'derived:{len(scope.inputs) + 1}'}")
    label = Label(shape.alias, shape.span)
    asked = Asked(path, NodeKind.DERIVED_QUERY, outer, scope.ctes, label)
    scope.inputs.append(replace(shape, node=here.read_query(here, node, asked)))
