"""Methods of columns in T-SQL, ``o.doc.value('…')``: to the parser they are functions of a schema."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.extract.draft import Here

_METHODS = frozenset(
    {
        "VALUE", "QUERY", "EXIST", "NODES", "TOSTRING", "GETANCESTOR", "GETDESCENDANT", "GETLEVEL",
        "GETREPARENTEDVALUE", "ISDESCENDANTOF", "STDISTANCE", "STASTEXT", "STX", "STY", "STAREA", "STLENGTH",
        "STCONTAINS", "STINTERSECTS", "STWITHIN", "STBUFFER",
    }
)  # fmt: skip
"""Methods of xml, hierarchyid, geometry and geography."""


def resolve_methods(here: Here, tree: exp.Expr) -> None:
    """Put a function of the column in the place of a method call; its XQuery is no value."""
    if here.draft.facts.name != "tsql" or not any(
        each.text.upper() in _METHODS for each in here.places.tokens
    ):
        return
    for node in list(tree.find_all(exp.Dot)):
        call = node.expression
        if isinstance(call, exp.Anonymous) and call.name.upper() in _METHODS:
            made = exp.Anonymous(this=call.this, expressions=[_subject(node.this)])
            made.meta.update(call.meta)
            node.replace(made)


def _subject(node: exp.Expr) -> exp.Expr:
    """Return what a method is called on: a column, or the call of another method."""
    parts: list[exp.Expr] = []
    while isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        parts.append(node.expression)
        node = node.this
    if not isinstance(node, (exp.Identifier, exp.Column)):
        return node
    first = [node.this] if isinstance(node, exp.Column) else [node]
    keys = ("this", "table", "db", "catalog")
    return exp.Column(**dict(zip(keys, [*parts, *first], strict=False)))
