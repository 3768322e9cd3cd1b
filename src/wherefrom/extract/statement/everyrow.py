"""Whether an UPDATE or DELETE changes every row of its table: only then nothing of the old content stays (method 1.5)."""

from __future__ import annotations

from itertools import pairwise

from sqlglot import exp

from wherefrom.extract.draft import Here, Scope
from wherefrom.extract.tree.clauses import names_part

_PARTS = ("partition", "sample", "only")
"""What stands behind or before a table's name where some of its rows are meant."""


def changes_every_row(scope: Scope, table: exp.Table, node: exp.Expr) -> bool:
    """Whether nothing chooses among the rows of a statement's target: no condition, limit, part or other input.

    Args:
        scope: The statement's, its inputs read.
        table: Its target as it is written.
        node: The UPDATE or DELETE.
    """
    where = node.args.get("where")
    if node.args.get("limit") or any(table.args.get(each) for each in _PARTS) or len(scope.inputs) != 1:
        return False
    return (where is None or _always(where.this)) and not _says_some(scope.here)


def _says_some(here: Here) -> bool:
    """Whether TOP or IN PARTITION stands in it, which the tree does not keep."""
    tokens = here.places.tokens
    if here.draft.facts.name == "tsql":
        said = [token.text.upper() for token in tokens]
        return any(verb in {"DELETE", "UPDATE"} and word == "TOP" for verb, word in pairwise(said))
    return here.draft.facts.name == "clickhouse" and names_part(tokens)


def _always(node: exp.Expr) -> bool:
    """Whether a condition holds for every row: TRUE, ``1 = 1``."""
    if isinstance(node, exp.Paren):
        return _always(node.this)
    if isinstance(node, exp.EQ) and isinstance(node.this, exp.Literal):
        return bool(node.this == node.expression)
    return isinstance(node, exp.Boolean) and bool(node.this)
