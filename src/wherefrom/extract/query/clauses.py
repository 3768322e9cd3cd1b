"""The clauses after FROM: WHERE, GROUP BY, HAVING, QUALIFY, CONNECT BY, ORDER BY with LIMIT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Item, Star
from wherefrom.domain.expression import Expression, Form, aggregates
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import Scope
from wherefrom.extract.query import functions
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.tree.frames import Frame, Range

_NO_GROUP_ALIAS = {"tsql", "oracle", "trino", "presto", "athena", "ansi"}
_WHOLE_KEY_ALIAS = {"postgres"}
"""Dialects in which an alias answers only where it is a whole GROUP BY or ORDER BY key, and never in HAVING."""
_ALIAS_FIRST = {"bigquery"}
"""Dialects in which an alias comes before a column: as a whole GROUP BY key, and anywhere in HAVING and QUALIFY."""
_OUTPUT_FIRST = {"bigquery", "spark", "databricks", "trino", "presto", "athena"}
"""Dialects in which an output's name comes before a column anywhere in ORDER BY."""
_WHERE_ALIAS = {"snowflake", "clickhouse", "teradata", "duckdb", "sqlite"}


def read_clauses(
    scope: Scope, node: exp.Expr, frame: Frame | None, items: Sequence[Item | Star]
) -> tuple[str, ...]:
    """Read the row conditions of a SELECT into its scope; return the GROUP BY keys as written."""
    dialect = scope.here.draft.facts.name
    scope.ready = dialect in _WHERE_ALIAS
    where, connect = node.args.get("where"), node.args.get("connect")
    if where is not None:
        found = _range(scope, frame, "where", where.this)
        if connect is not None:
            found = _before_tree(scope, found)
        read_terms(scope, ControlKind.WHERE, where.this, found)
    early = node.args.get("prewhere")  # ClickHouse's WHERE that is asked first
    if early is not None:
        read_terms(scope, ControlKind.WHERE, early.this, scope.here.places.of(early.this))
    if connect is not None:
        _read_connect(scope, connect, frame)
    scope.ready = dialect not in _NO_GROUP_ALIAS
    if dialect in _ALIAS_FIRST:
        _put_first(scope, items)
    grouped = _read_group(scope, node, items)
    scope.ready = scope.ready and dialect not in _WHOLE_KEY_ALIAS
    having, qualify = node.args.get("having"), node.args.get("qualify")
    if having is not None:
        scope.keys = _key_names(scope) if scope.ready and not scope.first else None
        read_terms(scope, ControlKind.HAVING, having.this, _range(scope, frame, "having", having.this))
        scope.keys = None
    if qualify is not None:
        read_terms(scope, ControlKind.QUALIFY, qualify.this, _range(scope, frame, "qualify", qualify.this))
    return grouped


def _put_first(scope: Scope, items: Sequence[Item | Star]) -> None:
    """Let the names of the items answer before the inputs do, also that of a column under its own name."""
    scope.ready = scope.first = True
    scope.aliases = _by_name(items)


def _by_name(items: Sequence[Item | Star]) -> dict[str, int]:
    return {item.name: at for at, item in enumerate(items) if isinstance(item, Item) and item.name}


def _key_names(scope: Scope) -> frozenset[str]:
    """Return the columns that the grouping keys name."""
    return frozenset(
        term.column.name
        for control in scope.controls
        if control.kind is ControlKind.GROUP_BY
        for term in control.terms
        if term.column is not None
    )


def _range(scope: Scope, frame: Frame | None, name: str, node: exp.Expr) -> Range:
    found = frame.clause(name) if frame is not None else None
    return found or scope.here.places.of(node)


def read_terms(scope: Scope, kind: ControlKind, node: exp.Expr, found: Range) -> None:
    """Add one control per top-level AND term; ``(+)`` and T-SQL's ``*=`` make a term an outer join."""
    marks = scope.here.draft.mentions("(+)") or scope.here.draft.mentions("*=")
    for term, piece in split_terms(scope, node, found):
        if marks and (optional := _optional(term, scope.here.places.slice(piece))):
            joined = _input_of(scope, optional)
            condition(scope, ControlKind.OUTER_JOIN, (term,), piece, join="LEFT", joined=joined)
        else:
            condition(scope, kind, (term,), piece)


def _optional(term: exp.Expr, text: str) -> list[exp.Column]:
    """Return the columns of the side that may be missing: those with ``(+)``, or those behind ``*=``.

    The parser was told ``a.x = a.x * b.x`` for ``a.x *= b.x``, which is an assignment elsewhere.
    """
    if "*=" in text and isinstance(term, exp.EQ) and isinstance(term.expression, exp.Mul):
        return list(term.expression.expression.find_all(exp.Column))
    return [column for column in term.find_all(exp.Column) if column.args.get("join_mark")]


def _input_of(scope: Scope, columns: Sequence[exp.Column]) -> int:
    """Return the ordinal of the input that columns name as theirs; -1 if it cannot be told."""
    for column in columns:
        if column.args.get("table") is not None:
            alias = names.alias(scope.here.draft, column.args["table"])
            for ordinal, each in enumerate(scope.inputs):
                if each.alias == alias:
                    return ordinal
    return -1


def _before_tree(scope: Scope, found: Range) -> Range:
    """Return a clause up to START WITH or ORDER SIBLINGS BY, which no frame tells apart."""
    places = scope.here.places
    at = found[0]
    while at < found[1]:
        words = tuple(places.tokens[each].text.upper() for each in (at, at + 1))
        if at > found[0] and (words == ("START", "WITH") or words[0] == "ORDER SIBLINGS BY"):
            return found[0], at - 1
        at = places.closing(at) + 1
    return found


def _read_connect(scope: Scope, connect: exp.Expr, frame: Frame | None) -> None:
    places = scope.here.places
    start = connect.args.get("start")
    if start is not None:
        read_terms(scope, ControlKind.WHERE, start, places.of(start))
    recursion = connect.args.get("connect")
    if recursion is not None:
        found = _before_tree(scope, _range(scope, frame, "connect", recursion))
        if places.tokens[found[0]].text.upper() == "NOCYCLE":
            found = (found[0] + 1, found[1])
        for term, piece in split_terms(scope, recursion, found):
            condition(scope, ControlKind.INNER_JOIN, (term,), piece, join="INNER")


def _read_group(scope: Scope, node: exp.Expr, items: Sequence[Item | Star]) -> tuple[str, ...]:
    group = node.args.get("group")
    if group is None:
        return ()
    places = scope.here.places
    texts: list[str] = []
    keys = list(_keys(group))
    if group.args.get("all"):
        for ordinal, item in enumerate(items):
            if isinstance(item, Item) and not aggregates(item.value):
                texts.append(item.value.text)
                _item_control(scope, ControlKind.GROUP_BY, ordinal, item, item.value.text, item.value.span)
    for key in keys:
        found = places.of(key)
        text = places.slice(found)
        ordinal = _ordinal(key, items)
        if ordinal >= 0:
            item = items[ordinal]
            if isinstance(item, Item):
                text = item.value.text
                _item_control(scope, ControlKind.GROUP_BY, ordinal, item, text, item.value.span)
        else:
            _read_key(scope, ControlKind.GROUP_BY, key, found, "")
        if text not in texts:
            texts.append(text)
    return tuple(texts)


def _keys(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the grouping keys of all grouping sets, each written key once."""
    for each in functions.arguments(node):
        if isinstance(each, (exp.GroupingSets, exp.Rollup, exp.Cube, exp.Tuple)):
            yield from _keys(each)
        elif isinstance(each, exp.Paren):
            yield from _keys(each) if isinstance(each.this, exp.Tuple) else iter((each.this,))
        else:
            yield each


def _ordinal(key: exp.Expr, items: Sequence[Item | Star]) -> int:
    """Return the 0-based item that ``GROUP BY 2`` means; -1 for anything else."""
    if isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit():
        ordinal = int(key.name) - 1
        if 0 <= ordinal < len(items) and not any(isinstance(each, Star) for each in items[: ordinal + 1]):
            return ordinal
    return -1


def _item_control(scope: Scope, kind: ControlKind, ordinal: int, item: Item, text: str, span: Span) -> None:
    """Add a control that an item of the same SELECT decides; it stands where its text does."""
    term = Expression(Form.ALIAS, item.value.text, item.value.span, item=ordinal)
    scope.controls.append(Control(kind, text, span, (term,)))


def read_limit(scope: Scope, node: exp.Expr, frame: Frame | None, items: Sequence[Item | Star]) -> bool:
    """Read ORDER BY with LIMIT, TOP or FETCH, and DISTINCT ON; return whether there is one."""
    places = scope.here.places
    distinct = node.args.get("distinct")
    on = distinct.args.get("on") if distinct is not None else None
    if on is not None:
        for key in on.expressions if isinstance(on, exp.Tuple) else [on]:
            bare = key.this if isinstance(key, exp.Paren) else key
            condition(
                scope,
                ControlKind.SORT_LIMIT,
                (bare,),
                places.of(bare),
                text=f"DISTINCT ON {places.slice(places.of(bare))}",
            )
    _read_each(scope, node)
    limited = on is not None or any(node.args.get(key) is not None for key in ("limit", "fetch"))
    order = node.args.get("order")
    if order is None or not limited:
        return limited
    if _sorts_by_all(order):
        _read_all(scope, _range(scope, frame, "order", order))
        return limited
    if scope.here.draft.facts.name in _OUTPUT_FIRST:
        _put_first(scope, items)
    by_name = _by_name(items)
    for key in order.expressions:
        inner = key.this if isinstance(key, exp.Ordered) else key
        written, found = functions.ordering(scope, key)
        text = f"ORDER BY {written}"
        ordinal = _ordinal(inner, items)
        if ordinal < 0 and isinstance(inner, exp.Column) and inner.args.get("table") is None:
            ordinal = by_name.get(names.column(scope.here.draft, inner.this), -1)
        item = items[ordinal] if ordinal >= 0 else None
        if isinstance(item, Item):
            _item_control(scope, ControlKind.SORT_LIMIT, ordinal, item, text, places.span(found))
        else:
            _read_key(scope, ControlKind.SORT_LIMIT, inner, found, text)
    return limited


def _read_each(scope: Scope, node: exp.Expr) -> None:
    """Read ClickHouse's ``LIMIT 2 BY a``: some rows of each. Before a second LIMIT the parser was told CLUSTER BY."""
    places = scope.here.places
    each = node.args.get("limit")
    before = node.args.get("cluster") if scope.here.draft.facts.name == "clickhouse" else None
    if before is not None:
        first = places.of(before.expressions[0])
        count = places.back_to("LIMIT", first)[0], first[0] - 2  # up to BY
        condition(scope, ControlKind.SORT_LIMIT, (), count)
        each = before
    for key in each.expressions if isinstance(each, (exp.Limit, exp.Cluster)) else []:
        found = places.of(key)
        condition(scope, ControlKind.SORT_LIMIT, (key,), found, text=f"LIMIT BY {places.slice(found)}")


def _sorts_by_all(order: exp.Expr) -> bool:
    """Whether it is ``ORDER BY ALL``: the word, which no dialect takes for a column unless it is quoted."""
    key = order.expressions[0].this
    if isinstance(key, exp.Column) and key.args.get("table") is None:
        key = key.this
    bare = isinstance(key, exp.Var) or (isinstance(key, exp.Identifier) and not key.args.get("quoted"))
    return bare and key.name.upper() == "ALL"


def _read_all(scope: Scope, found: Range) -> None:
    """Add the control of ``ORDER BY ALL``: every column that the query gives decides."""
    places = scope.here.places
    text = "ALL" if found == places.whole else places.slice(found)  # the parser may keep no place of it
    span = places.span(found)
    scope.controls.append(
        Control(ControlKind.SORT_LIMIT, f"ORDER BY {text}", span, (), all_columns=scope.node)
    )


def _read_key(scope: Scope, kind: ControlKind, key: exp.Expr, found: Range, text: str) -> None:
    """Add the control of a grouping or sorting key; inside an expression an alias may answer to no name."""
    ready, dialect = scope.ready, scope.here.draft.facts.name
    within = dialect not in _WHOLE_KEY_ALIAS and not (
        kind is ControlKind.GROUP_BY and dialect in _ALIAS_FIRST
    )
    scope.ready = ready and (within or isinstance(key, exp.Column))
    condition(scope, kind, (key,), found, text=text)
    scope.ready = ready


def read_set_limit(scope: Scope, node: exp.SetOperation) -> None:
    """Read ORDER BY with LIMIT or FETCH over a set operation: its keys are output columns."""
    places = scope.here.places
    order = node.args.get("order")
    if order is None or not any(node.args.get(key) is not None for key in ("limit", "fetch")):
        return
    if _sorts_by_all(order):
        _read_all(scope, _range(scope, places.frame(node.expression), "order", order))
        return
    for key in order.expressions:
        inner = key.this if isinstance(key, exp.Ordered) else key
        written, found = functions.ordering(scope, key)
        text = f"ORDER BY {written}"
        if isinstance(inner, exp.Literal) and not inner.is_string and inner.name.isdigit():
            span = places.span(found)
            term = Expression(Form.ALIAS, inner.name, span, item=int(inner.name) - 1)
            scope.controls.append(Control(ControlKind.SORT_LIMIT, text, span, (term,)))
        else:
            condition(scope, ControlKind.SORT_LIMIT, (inner,), found, text=text)
