"""Queries to Dataset Nodes: SELECT, set operations, VALUES, CTEs (method 1.3)."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.dataset import EdgeKind, Item, Kept, NodeKind, Select, SetOperation, Star, Values, Wrap
from wherefrom.domain.dialects import LateralAlias
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import OPERATION, RESULT, Asked, Here, Label, Scope, UnreadableError
from wherefrom.extract.query.clauses import read_clauses, read_limit, read_set_limit
from wherefrom.extract.query.cuts import read_cuts, read_set_cut
from wherefrom.extract.query.documents import read_document
from wherefrom.extract.query.recursion import read_added
from wherefrom.extract.query.relations import read_from
from wherefrom.extract.query.stars import read_star
from wherefrom.extract.query.tablefunctions import read_projected
from wherefrom.extract.query.values import read_value
from wherefrom.extract.text.longlists import Literals, LongList
from wherefrom.extract.tree.frames import Frame, Range
from wherefrom.extract.tree.recursion import Added, added_columns


def read_query(here: Here, node: exp.Expr, asked: Asked) -> int:
    """Read a query and return the index of its node."""
    ctes = dict(asked.ctes)
    while True:
        read_ctes(here, node, asked, ctes)
        if not (isinstance(node, exp.Subquery) and _bare(node)):
            break
        node = node.this
    index = asked.index if asked.index >= 0 else here.draft.reserve()
    inner = Asked(asked.path, asked.kind, asked.outer, ctes, asked.label, index)
    if isinstance(node, exp.SetOperation):
        return _read_set(here, node, inner)
    if isinstance(node, exp.Values):
        return _read_values(here, node, inner)
    if isinstance(node, exp.Select):
        return _read_select(here, node, inner)
    return _read_relation(here, node, inner)


def _bare(node: exp.Subquery) -> bool:
    """Whether brackets add nothing of their own."""
    return not any(node.args.get(key) for key in ("joins", "pivots", "laterals", "where", "sample"))


def _parent(asked: Asked) -> int:
    return asked.outer.node if asked.outer is not None else -1


def _label(asked: Asked, span: Span) -> Label:
    label = asked.label
    return Label(label.name, label.span or span, label.columns, _parent(asked))


def read_ctes(here: Here, node: exp.Expr, asked: Asked, ctes: dict[str, int]) -> None:
    """Read WITH; a CTE sees those before it, itself where the dialect or RECURSIVE lets it."""
    given = node.args.get("with_")
    if given is None:
        return
    draft = here.draft
    recursive = bool(given.args.get("recursive")) or not draft.facts.recursive_keyword
    own: set[str] = set()
    for cte in given.expressions:
        called = cte.args.get("alias")
        name = names.alias(draft, called.this if called is not None else None)
        if name in own:
            raise UnreadableError(f"two queries of its WITH are called {name}")
        own.add(name)
        index = draft.reserve()
        visible = dict(ctes)
        if recursive and _names_itself(draft, cte.this, name):
            visible[name] = index
        label = Label(name, _cte_span(here, cte), names.columns(draft, called))
        wanted = Asked(here.path(f"{asked.path}/{name}"), NodeKind.CTE, None, visible, label, index)
        added = _added(here, cte) if recursive else []
        if added:
            path = here.path(f"{wanted.path}/rows")
            rows = read_query(here, cte.this, Asked(path, NodeKind.DERIVED_QUERY, None, visible, label))
            read_added(here, added, rows, (index, wanted.path), Label(name, label.span))
        elif isinstance(cte.this, (exp.Insert, exp.Update, exp.Delete, exp.Merge)):
            here.read_change(here, cte.this, wanted)
        else:
            read_query(here, cte.this, wanted)
        ctes[name] = index


def _added(here: Here, cte: exp.Expr) -> list[Added]:
    """Return the columns that SEARCH and CYCLE behind a query of a WITH add to it."""
    if not (here.draft.mentions("SEARCH") or here.draft.mentions("CYCLE")):
        return []
    called = cte.args.get("alias")
    found = here.places.named_query(called.this) if called is not None else None
    return added_columns(here.places.tokens, found[1] + 1)[0] if found is not None else []


def _cte_span(here: Here, cte: exp.Expr) -> Span:
    """Return the span of a CTE: from its name to the bracket that closes its query."""
    called = cte.args.get("alias")
    found = here.places.named_query(called.this) if called is not None else None
    return here.places.span(found) if found is not None else here.span(cte)


def _names_itself(draft: object, body: exp.Expr, name: str) -> bool:
    for table in body.find_all(exp.Table):
        if not table.args.get("db") and names.alias(draft, table.this) == name:  # type: ignore[arg-type]
            return True
    return False


def _read_select(here: Here, node: exp.Select, asked: Asked) -> int:
    scope = Scope(here, asked.path, asked.index, asked.outer, asked.ctes)
    frame = here.places.frame(node)
    read_from(scope, node, frame)
    for window in node.args.get("windows") or []:
        scope.windows[window.this.name.lower()] = window
    items = _read_items(scope, node, frame)
    grouped = read_clauses(scope, node, frame, items)
    limited = read_limit(scope, node, frame, items)
    read_cuts(scope, node, frame)
    span = _frame_span(here, node, frame)
    items = read_document(scope, node, items, span)
    body = Select(
        inputs=tuple(scope.inputs),
        items=tuple(items),
        controls=tuple(scope.controls),
        distinct=node.args.get("distinct") is not None and node.args["distinct"].args.get("on") is None,
        grouped=grouped,
        ordered=node.args.get("order") is not None and not limited,
    )
    return here.put(asked.index, asked.kind, (asked.path, RESULT), body, _label(asked, span))


def _frame_span(here: Here, node: exp.Select, frame: Frame | None) -> Span:
    """Return the span of a SELECT, its own WITH included."""
    places = here.places
    if frame is None:
        return here.span(node)
    if node.args.get("from_") is not None and frame.clause("from") is None:  # FROM t SELECT a
        first, last = places.of(node)
        return places.span((min(frame.first, max(first - 1, 0)), last))
    given = node.args.get("with_")
    first = frame.first if given is None else min(frame.first, places.with_before(given.expressions[0]))
    return places.span((first, frame.last if _ends_with(node, frame) else places.reach(node, first)))


def _ends_with(node: exp.Select, frame: Frame) -> bool:
    """Whether a SELECT ends where its frame does.

    A set operation behind it says so, brackets around it, or a statement that ends with it; what
    follows elsewhere may belong to a set operation or to the statement around it.
    """
    whole: exp.Expr = node
    while isinstance(whole.parent, exp.SetOperation):
        if whole.parent.this is whole:
            return True
        whole = whole.parent
    if whole is not node and any(whole.args.get(key) for key in _TAIL):
        return False
    around = whole.parent
    if frame.depth > 0 or around is None:
        return True
    return isinstance(around, exp.Insert) and not (
        around.args.get("conflict") or around.args.get("returning")
    )


_TAIL = ("order", "limit", "offset", "settings", "format")
"""What a set operation may say behind its last branch."""


def _read_items(scope: Scope, node: exp.Select, frame: Frame | None) -> list[Item | Star]:
    places = scope.here.places
    scope.ready = scope.here.draft.facts.lateral_alias is not LateralAlias.NONE
    items: list[Item | Star] = []
    given = node.expressions
    exact = frame is not None and len(frame.items) == len(given)
    for at, each in enumerate(given):
        found = places.item(frame.items[at]) if exact and frame is not None else places.of(each)
        ordinal = len(items)
        items.extend(read_projected(scope, each, found, ordinal) or [read_item(scope, each, found, ordinal)])
        for place, made in enumerate(items[ordinal:], start=ordinal):
            if isinstance(made, Item) and made.name and not _is_itself(made):
                scope.aliases.setdefault(made.name, place)
    return items


def _is_itself(item: Item) -> bool:
    """Whether an item is a column under its own name: then a bare name means the same either way."""
    column = item.value.column
    return column is not None and column.name == item.name and not column.path


def read_item(scope: Scope, node: exp.Expr, found: Range, ordinal: int) -> Item | Star:
    """Read one projection."""
    here = scope.here
    star = read_star(scope, node, found, ordinal)
    if star is not None:
        return star
    span = here.places.span(found)
    name, value, inner = _alias(scope, node, found)
    return Item(name, read_value(scope, value, inner, ordinal), span)


def _alias(scope: Scope, node: exp.Expr, found: Range) -> tuple[str, exp.Expr, Range]:
    """Return a projection's name, its expression and that expression's tokens."""
    draft, places = scope.here.draft, scope.here.places
    if isinstance(node, exp.EQ) and isinstance(node.this, (exp.Parameter, exp.SessionParameter)):
        return "", node.expression, places.of(node.expression, found)
    named = isinstance(node, exp.Subquery) and node.args.get("alias") is not None  # T-SQL's x = (SELECT …)
    if not named and not isinstance(node, (exp.Alias, exp.Aliases)):
        return _own_name(scope, node), node, found
    called = node.args.get("alias")
    if isinstance(node, exp.Aliases) or not isinstance(called, exp.Identifier):
        return "", node.this, found
    name = names.column(draft, called)
    start = called.meta.get("start")
    if start is None:
        return name, node.this, found
    at = places.token_at(start)
    if at == found[0] and at < found[1]:
        return name, node.this, (min(at + 2, found[1]), found[1])
    last = at - 1
    if last > found[0] and places.tokens[last].text.upper() == "AS":
        last -= 1
    return name, node.this, (found[0], max(last, found[0]))


def _own_name(scope: Scope, node: exp.Expr) -> str:
    """Return the name a projection has without an alias (dialect fact)."""
    draft = scope.here.draft
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Column):
        if draft.masked.only_placeholder(node.name) or isinstance(node.this, exp.Parameter):
            return ""
        return names.column(draft, node.this)
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        return names.column(draft, node.expression)
    if draft.facts.cast_keeps_name and isinstance(node, exp.Cast):
        return _own_name(scope, node.this)
    if draft.facts.unnamed == "function":
        if isinstance(node, exp.Case):
            return "case"
        start = node.meta.get("start")
        if isinstance(node, exp.Window):
            start = node.this.meta.get("start")
        if isinstance(node, (exp.Func, exp.Window)) and start is not None:
            places = scope.here.places
            return places.tokens[places.token_at(start)].text.lower()
    return ""


def _read_set(here: Here, node: exp.SetOperation, asked: Asked) -> int:
    """Read a set operation: a node of its own with numbered branches."""
    wrapped = asked.kind in (NodeKind.CTE, NodeKind.DERIVED_QUERY)
    index = here.draft.reserve() if wrapped else asked.index
    branches = []
    given = _flatten(node)
    for number, branch in enumerate(given, start=1):
        path = here.path(f"{asked.path}/branch:{number}")
        branches.append(read_query(here, branch, Asked(path, outer=asked.outer, ctes=asked.ctes)))
    span = _set_span(here, node, branches)
    scope = Scope(here, asked.path, index, None, asked.ctes)
    read_set_limit(scope, node)
    read_set_cut(scope, node)
    by_name, keeps, listed = _matching(here, node)
    body = SetOperation(_operator(node), tuple(branches), by_name, tuple(scope.controls), keeps, listed)
    if not wrapped:
        return here.put(index, NodeKind.SET_OPERATION, (asked.path, OPERATION), body, _label(asked, span))
    here.put(index, NodeKind.SET_OPERATION, (asked.path, OPERATION), body, Label(asked.label.name, span))
    wrap = Wrap(index, EdgeKind.DERIVES)
    return here.put(asked.index, asked.kind, (asked.path, RESULT), wrap, _label(asked, span))


def _set_span(here: Here, node: exp.SetOperation, branches: list[int]) -> Span:
    """Return the span of a set operation: all of its branches, and what it says behind them."""
    spans = [here.span(node), *(each.span for at in branches if (each := here.draft.nodes[at]) is not None)]
    return here.draft.lines.span(min(each.start for each in spans), max(each.end for each in spans))


def _operator(node: exp.SetOperation) -> str:
    name = type(node).__name__.upper()
    return name + ("" if node.args.get("distinct", True) else " ALL")


def _matching(here: Here, node: exp.Expr) -> tuple[bool, Kept, tuple[str, ...]]:
    """Return whether a set operation matches columns by name, which of them it keeps, and the list of ``ON (…)``."""
    if not node.args.get("by_name"):
        return False, Kept.FIRST, ()
    side, kind = (str(node.args.get(key) or "").upper() for key in ("side", "kind"))
    keeps = Kept.FIRST if side == "LEFT" else Kept.COMMON if kind == "INNER" and not side else Kept.ALL
    given = (each.this if isinstance(each, exp.Column) else each for each in node.args.get("on") or [])
    return True, keeps, tuple(names.column(here.draft, each) for each in given)


def _flatten(node: exp.SetOperation) -> list[exp.Expr]:
    """Return the branches of a left-deep chain of one operator; iterative, chains can be long."""
    branches: list[exp.Expr] = []
    here: exp.Expr = node
    associative = isinstance(node, exp.Union)
    while (
        isinstance(here, exp.SetOperation)
        and (associative or here is node)
        and (here is node or (_is_like(here, node) and not here.args.get("with_")))
    ):
        branches.append(here.expression)
        here = here.this
    branches.append(here)
    return branches[::-1]


def _is_like(one: exp.SetOperation, other: exp.SetOperation) -> bool:
    """Whether two set operations do the same, and match columns in the same way."""
    return _operator(one) == _operator(other) and all(
        (one.args.get(key) or None) == (other.args.get(key) or None) for key in _MATCHING
    )


_MATCHING = ("by_name", "side", "kind", "on")


def _read_values(here: Here, node: exp.Values, asked: Asked) -> int:
    scope = Scope(here, asked.path, asked.index, asked.outer, asked.ctes)
    rows = [each.expressions if isinstance(each, exp.Tuple) else [each] for each in node.expressions]
    width = max((len(row) for row in rows), default=0)
    places = _cell_places(here, rows)
    long = _long_list(here, node)
    columns: list[tuple[Expression, ...]] = []
    for position in range(width):
        cells = [row[position] for row in rows if position < len(row)]
        literals = long.literals.get(position) if long is not None else None
        columns.append(_cells(scope, cells, position, places, literals))
    label = _label(asked, here.span(node))
    if scope.inputs and len(rows) == 1:
        items = tuple(Item("", cells[0], cells[0].span) for cells in columns)
        row = Select(tuple(scope.inputs), items, tuple(scope.controls))
        return here.put(asked.index, asked.kind, (asked.path, RESULT), row, label)
    body = Values(asked.label.columns, tuple(columns), long.rows if long is not None else len(rows))
    return here.put(asked.index, NodeKind.VALUES_LIST, (asked.path, RESULT), body, label)


def _cell_places(here: Here, rows: list[list[exp.Expr]]) -> dict[int, Range]:
    """Return the tokens of every cell of a short list, by the cell's identity."""
    found: dict[int, Range] = {}
    for row, inside in zip(rows, here.places.rows(rows), strict=True):
        pieces = here.places.divide(inside, TokenType.COMMA) if inside is not None else []
        if len(pieces) == len(row):
            found.update({id(cell): piece for cell, piece in zip(row, pieces, strict=True)})
    return found


def _long_list(here: Here, node: exp.Values) -> LongList | None:
    """Return the long list that a VALUES is what is left of; None for a short one."""
    at = here.places.start(node)
    if at < 0:  # NULLs have no place
        return here.long[0] if len(here.long) == 1 else None
    return next((each for each in here.long if each.start <= at < each.end), None)


def _cells(
    scope: Scope, cells: list[exp.Expr], position: int, exact: dict[int, Range], literals: Literals | None
) -> tuple[Expression, ...]:
    """Read the different cells of one column; the literals of a long list make one summarised cell."""
    places = scope.here.places
    seen: dict[str, Expression] = {}
    if literals is not None:
        text = places.text[slice(*literals.first)]
        if literals.count > 1:
            text += f" … ({literals.count} literals)"
        seen[text] = Expression(Form.CONSTANT, text, places.lines.span(literals.first[0], literals.last[1]))
    for cell in cells:
        found = exact.get(id(cell)) or places.of(cell)
        if literals is None or not places.is_literal(found):
            read = read_value(scope, cell, found, position)
            seen.setdefault(read.text, read)
    return tuple(seen.values())


def _read_relation(here: Here, node: exp.Expr, asked: Asked) -> int:
    """Read what stands where a query is wanted and is none: ``TABLE t``, a bracketed join."""
    scope = Scope(here, asked.path, asked.index, asked.outer, asked.ctes)
    select = exp.Select(expressions=[exp.Star()], from_=exp.From(this=node))
    read_from(scope, select, None)
    span = here.span(node)
    body = Select(tuple(scope.inputs), (Star((), span),), tuple(scope.controls))
    return here.put(asked.index, asked.kind, (asked.path, RESULT), body, _label(asked, span))
