"""T-SQL's FOR JSON and FOR XML: all columns of all rows of a query make one value."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.dataset import Item, Star
from wherefrom.domain.expression import ColumnRef, Expression, Form, Part
from wherefrom.domain.span import Span
from wherefrom.extract.draft import Scope


def read_document(scope: Scope, node: exp.Select, items: list[Item | Star], span: Span) -> list[Item | Star]:
    """Return the one item that a query FOR JSON or FOR XML has; its items as they are without such a clause.

    Args:
        scope: Its scope; what speaks of one item then speaks of this one.
        node: The query, or a branch of it.
        items: What it lists.
        span: Its place.
    """
    kind = _kind(node) if scope.here.draft.mentions("FOR") else ""
    if not kind:
        return items
    scope.controls[:] = [each if each.item < 0 else replace(each, item=0) for each in scope.controls]
    parts = tuple(Part(_listed(each)) for each in items)
    text = scope.here.places.text[span.start : span.end]
    if all(part.value.form is Form.CONSTANT for part in parts):
        return [Item("", Expression(Form.CONSTANT, text, span), span)]
    return [Item("", Expression(Form.COMPUTED, text, span, parts, function=f"FOR {kind}"), span)]


def _kind(node: exp.Expr) -> str:
    """Return JSON or XML; empty for a query without such a clause. It stands behind the last branch and is for all."""
    while isinstance(node.parent, exp.SetOperation):
        node = node.parent
    clause = node.args.get("for_")
    kind = str(clause.args.get("kind") or "").upper() if isinstance(clause, exp.Expr) else ""
    return kind if kind in ("JSON", "XML") else ""


def _listed(item: Item | Star) -> Expression:
    if isinstance(item, Item):
        return item.value
    text = ".".join((*item.qualifier, "*"))
    return Expression(Form.COLUMN, text, item.span, column=ColumnRef("*", item.qualifier, text))
