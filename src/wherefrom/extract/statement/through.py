"""The table behind a query that a statement changes: a CTE of T-SQL, a query in brackets or under FROM."""

from __future__ import annotations

from wherefrom.domain.dataset import Input, Item, Node, Select, Star, Table
from wherefrom.domain.expression import Form
from wherefrom.domain.names import TableName
from wherefrom.extract.draft import Draft, UnreadableError


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
