"""Redshift's UNPIVOT of an object: a row for each member, with its value and its name."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, NodeKind, Output, TableFunction
from wherefrom.extract import names
from wherefrom.extract.draft import Label, Scope, UnreadableError
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.query.values import read_value


def is_object(pivot: exp.Pivot) -> bool:
    """Whether an UNPIVOT in FROM takes an object apart, and lists no columns: ``UNPIVOT s.obj AS value AT name``."""
    return bool(pivot.args.get("unpivot")) and not (pivot.expressions or pivot.args.get("fields"))


def read_object(scope: Scope, pivot: exp.Pivot, join: str) -> None:
    """Read the UNPIVOT of an object as the next input.

    Raises:
        UnreadableError: it is no column that is taken apart.
    """
    here = scope.here
    given = pivot.this
    at = given.expression if isinstance(given, exp.AtIndex) else None
    given = given.this if at is not None else given
    called = given.args.get("alias")
    if isinstance(called, exp.TableAlias):
        called = called.this
    value = given.this if isinstance(given, exp.Alias) else _column(given)
    if not isinstance(value, exp.Column) or not isinstance(called, exp.Identifier):
        raise UnreadableError("an UNPIVOT of what is no column is not read")
    found = here.places.of(value)
    outputs = [Output(names.column(here.draft, called), (0,), "$[]")]
    if isinstance(at, exp.Identifier):
        outputs.append(Output(names.column(here.draft, at), (0,), "$[]"))
    body = TableFunction(
        "UNPIVOT", (read_value(scope, value, found, -1),), known=True, outputs=tuple(outputs)
    )
    span, joined = here.span(pivot), len(scope.inputs)
    label = Label("unpivot", span, parent=scope.node)
    index = here.add(NodeKind.TABLE_FUNCTION, (scope.path, joined), body, label)
    scope.inputs.append(Input("unpivot", index, span, join=join, lateral=True))
    text = f"UNPIVOT {here.places.slice(found)}"
    condition(scope, ControlKind.ROW_GENERATOR, (value,), found, text=text, join=join, joined=joined)


def _column(table: exp.Expr) -> exp.Expr | None:
    """Return ``s.obj`` in FROM as the column it is; None for a name without an input before it."""
    if not isinstance(table, exp.Table) or not table.args.get("db"):
        return None
    return exp.Column(this=table.this, table=table.args["db"], db=table.args.get("catalog"))
