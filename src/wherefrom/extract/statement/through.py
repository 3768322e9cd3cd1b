"""The table behind a query that a statement changes: a CTE of T-SQL, a query in brackets or under FROM, a view."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.domain.dataset import Input, Item, Node, Select, Star, Table
from wherefrom.domain.expression import Form
from wherefrom.domain.names import TableName
from wherefrom.extract.draft import Draft, Shown, UnreadableError


def written_through(
    draft: Draft, given: int, items: list[Item | Star]
) -> tuple[TableName, list[Item | Star]]:
    """Return the table that assignments to a query's columns change, and the assignments by that table's names.

    Args:
        draft: The file so far.
        given: Node of the query, or of the table itself.
        items: One per assigned column, named after it.

    Raises:
        UnreadableError: the columns are not, each unchanged, those of one table.
    """
    node = draft.nodes[given]
    if node is not None and isinstance(node.body, Table):
        return node.body.name, items
    found = [_behind(draft, given, item.name) if isinstance(item, Item) else None for item in items]
    tables = {each[0].canonical: each[0] for each in found if each is not None}
    if len(tables) != 1 or None in found:
        raise UnreadableError("it changes a query, and which table's columns these are is not plain")
    (table,) = tables.values()
    named: list[Item | Star] = [
        Item(each[1], item.value, item.span)
        for item, each in zip(items, found, strict=True)
        if isinstance(item, Item) and each is not None
    ]
    return table, named


def remember_view(draft: Draft, view: TableName, source: int, columns: Sequence[str]) -> None:
    """Note what a view shows, if only a table's plain columns: who writes to such a view writes to that table.

    Args:
        draft: The file so far.
        view: Its name.
        source: Node of its query.
        columns: The names it lists for the query's columns; empty for none.
    """
    if draft.facts.writes_through_views:
        replaced = draft.mentions(
            "INSTEAD"
        )  # a trigger or rule may do something else in the place of a change
        draft.views[view.canonical] = None if replaced else _shown(draft, source, columns)


def _shown(draft: Draft, source: int, columns: Sequence[str]) -> Shown | None:
    node = draft.nodes[source]
    body = node.body if node is not None else None
    if not isinstance(body, Select) or len(body.inputs) != 1 or body.distinct or body.grouped:
        return None
    given = draft.nodes[body.inputs[0].node]
    if given is None or not isinstance(given.body, Table) or given.body.prior:
        return None
    below = draft.views.get(given.body.name.canonical, Shown(given.body.name, None))  # a table shows itself
    items = [each for each in body.items if isinstance(each, Item)]
    if below is None:
        return None
    if len(items) < len(body.items):
        (star, *others) = body.items
        whole = isinstance(star, Star) and star == Star(star.qualifier, star.span)
        return below if whole and not others and not columns else None
    called = [*columns, *(each.name for each in items[len(columns) :])]
    found = tuple(zip(called, map(_plain_column, items), strict=False))
    if below.columns is None:
        return Shown(below.table, found)
    onward = dict(below.columns)
    return Shown(below.table, tuple((name, onward.get(column, "")) for name, column in found))


def _plain_column(item: Item) -> str:
    """Return the column that an item passes on unchanged; empty where it does not."""
    column = item.value.column
    plain = item.value.form is Form.COLUMN and column is not None and not column.path
    return column.name if plain and column is not None else ""


def inserted_through(
    draft: Draft, name: TableName, columns: tuple[str, ...] | None
) -> tuple[TableName, tuple[str, ...] | None]:
    """Return the table that an INSERT into a view fills, and that table's columns; what is given for anything else."""
    shown = draft.views.get(name.canonical)
    if shown is None:
        return name, columns
    if shown.columns is None:
        return shown.table, columns
    onward = dict(shown.columns)
    found = tuple(onward.get(each, "") for each in (onward if columns is None else columns))
    return (shown.table, found) if all(found) else (name, columns)


def assigned_through(
    draft: Draft, name: TableName, items: list[Item | Star]
) -> tuple[TableName, list[Item | Star]]:
    """Return the table that assignments to a view's columns change, and the assignments by that table's names.

    What is given comes back for anything but a view whose columns are one table's.
    """
    given = [each for each in items if isinstance(each, Item)]
    table, columns = inserted_through(draft, name, tuple(each.name for each in given))
    if table == name or columns is None or len(given) < len(items):
        return name, items
    return table, [Item(column, each.value, each.span) for column, each in zip(columns, given, strict=True)]


def table_behind(draft: Draft, given: int) -> TableName:
    """Return the only table that a query reads.

    Raises:
        UnreadableError: it reads several inputs.
    """
    while True:
        node = draft.nodes[given]
        if node is not None and isinstance(node.body, Table):
            return node.body.name
        if node is None or not isinstance(node.body, Select) or len(node.body.inputs) != 1:
            raise UnreadableError("it changes a query, and which table that is is not plain")
        given = node.body.inputs[0].node


def _behind(draft: Draft, given: int, column: str) -> tuple[TableName, str] | None:
    """Return the table that a column of a query is taken from unchanged, and its name there."""
    while True:
        node = draft.nodes[given]
        if node is None:
            return None
        if isinstance(node.body, Table):
            return node.body.name, column
        source = _source(node, column)
        if source is None:
            return None
        given, column = source


def _source(node: Node, column: str) -> tuple[int, str] | None:
    """Return the input that a query passes a column on from, and its name there."""
    body = node.body
    if not isinstance(body, Select) or body.distinct or body.grouped:
        return None
    if node.columns:  # by their place
        at = node.columns.index(column) if column in node.columns else -1
        if at < 0 or any(isinstance(each, Star) for each in body.items[: at + 1]):
            return None
        item: Item | Star | None = body.items[at]
    else:
        stars = [each for each in body.items if isinstance(each, Star)]
        item = next((each for each in body.items if isinstance(each, Item) and each.name == column), None)
        item = item or (stars[0] if len(stars) == 1 and not stars[0].rename else None)
    if isinstance(item, Star):
        return _input(body, item.qualifier, column)
    if item is None or item.value.form is not Form.COLUMN or item.value.column is None:
        return None
    return _input(body, item.value.column.qualifier, item.value.column.name)


def _input(body: Select, qualifier: tuple[str, ...], column: str) -> tuple[int, str] | None:
    named: list[Input] = [each for each in body.inputs if not qualifier or each.alias == qualifier[-1]]
    return (named[0].node, column) if len(named) == 1 else None
