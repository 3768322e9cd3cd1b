"""Script variables and records that get a value: SET, LET, :=, FETCH, SELECT INTO (method 1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.unit import Assignment
from wherefrom.extract.draft import RESULT, Asked, Draft, Here, Label, Scope
from wherefrom.extract.names import assigned_name, variable_name
from wherefrom.extract.query.queries import read_query
from wherefrom.extract.query.values import read_value
from wherefrom.extract.statement.triggers import change_field, changed_field
from wherefrom.extract.text.lexing import words
from wherefrom.extract.text.script import Piece, PieceKind
from wherefrom.extract.tree.parsing import parse, select_token
from wherefrom.extract.tree.told import told

_ROW_TYPES = frozenset({"ROWTYPE", "RECORD"})


def declare_variables(draft: Draft, pieces: Sequence[Piece]) -> None:
    """Take over the names of all variables, parameters and records that the pieces of a file declare."""
    row_types = _ROW_TYPES | set(_record_types(pieces))
    for piece in pieces:
        if piece.kind in (PieceKind.DECLARE, PieceKind.ASSIGN):
            given = piece.parameters or (piece.name,)
            draft.variables.update(variable_name(each) for each in given)
            said = words(list(piece.tokens)) if piece.kind is PieceKind.DECLARE else []
            if not row_types.isdisjoint(said):
                draft.records.add(variable_name(piece.name))
            if said[1:2] == ["CONSTANT"]:
                draft.constants.add(variable_name(piece.name))
        elif piece.kind in (PieceKind.PROCEDURE, PieceKind.LOOP):
            draft.variables.update(variable_name(each) for each in piece.parameters)


def _record_types(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the types that a file declares as records, in upper case: ``TYPE t IS RECORD (…)``."""
    for piece in pieces:
        if piece.kind is PieceKind.CONTROL and piece.name == "TYPE":
            said = words(list(piece.tokens))
            if said[2:4] == ["IS", "RECORD"]:
                yield said[1]


def read_assigned(here: Here, piece: Piece, tokens: list[Token], text: str) -> None:
    """Read the value of a DECLARE, SET, LET or ``:=`` as a script-local definition.

    Raises:
        SqlglotError: the value is no expression the parser knows.
        UnreadableError: it is given to a row of a table that the file does not tell.
    """
    dialect = here.draft.facts.name
    tree = parse(dialect, told(dialect, [*select_token(tokens), *tokens], text), text)
    value = tree.expressions[0] if isinstance(tree, exp.Select) and select_token(tokens) else tree
    if piece.parameters:
        _read_several(here, piece, value.unnest() if isinstance(value, (exp.Subquery, exp.Paren)) else value)
        return
    value = tree.expressions[0] if isinstance(tree, exp.Select) else tree
    field = changed_field(here, piece.name)
    if field:
        change_field(here, field, lambda scope: read_value(scope, value, here.places.whole, 0))
        return
    scope = Scope(here, here.path("root"), here.draft.reserve(), None, {})
    read = read_value(scope, value, here.places.whole, 0)
    _define(here, piece, scope, [Item("", read, here.whole())])
    _assign(here, piece.name, scope.node, 0)


def _read_several(here: Here, piece: Piece, value: exp.Expr) -> None:
    """``SET (a, b) = (SELECT …)``, or of a list of values: each variable its place."""
    if isinstance(value, exp.Query):
        node = read_query(here, value, Asked(here.path("root")))
    else:
        scope = Scope(here, here.path("root"), here.draft.reserve(), None, {})
        cells = value.expressions if isinstance(value, (exp.Tuple, exp.Struct)) else [value]
        items = [
            Item("", read_value(scope, each, here.places.of(each), at), here.span(each))
            for at, each in enumerate(cells)
        ]
        node = _define(here, piece, scope, items)
    for at, name in enumerate(piece.parameters):
        _assign(here, name, node, at)


def _define(here: Here, piece: Piece, scope: Scope, items: list[Item]) -> int:
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    return here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label(piece.name))


def _assign(here: Here, name: str, node: int, item: int) -> None:
    plain, element = assigned_name(variable_name(name))
    here.draft.assignments.append(Assignment(here.ordinal, plain, node, item, element=element))


def assign_row(here: Here, variables: Sequence[str], node: int) -> None:
    """Give variables the columns of a query by position; a single record takes the whole row.

    Args:
        here: The statement.
        variables: Their names, as ``variable_name`` gives them.
        node: The query's node.

    Raises:
        UnreadableError: one of them is a field of a row of a table that the file does not tell.
    """
    draft = here.draft
    if len(variables) == 1 and (variables[0] in draft.records or not _is_one(draft, node)):
        draft.records.add(assigned_name(variables[0])[0])
        _assign(here, variables[0], node, -1)
        return
    for at, name in enumerate(variables):
        field = changed_field(here, name)
        if field:
            change_field(here, field, partial(_output, node, at))
        else:
            _assign(here, name, node, at)


def columns_and_variables(assignments: Sequence[exp.Expr]) -> tuple[list[exp.Expr], list[exp.EQ]]:
    """Part T-SQL's ``SET @v = x`` from the columns; ``SET @v = c = x`` assigns to both."""
    columns: list[exp.Expr] = []
    variables: list[exp.EQ] = []
    for each in assignments:
        if not isinstance(each, exp.EQ) or not isinstance(each.this, exp.Parameter):
            columns.append(each)
            continue
        value = each.expression
        if isinstance(value, exp.EQ):
            columns.append(value)
            value = value.expression
        variables.append(exp.EQ(this=each.this, expression=value))
    return columns, variables


def fill_variables(scope: Scope, inputs: Sequence[Input], variables: Sequence[exp.EQ]) -> None:
    """Give variables what an UPDATE assigns to them, under the conditions of its rows.

    Args:
        scope: That of the UPDATE.
        inputs: Its inputs, the target as it was before.
        variables: ``variable = value`` each.
    """
    here = scope.here
    beside = Scope(here, here.path("root/variables"), here.draft.reserve(), None, scope.ctes)
    beside.inputs, beside.controls = list(inputs), list(scope.controls)
    items = tuple(
        Item("", read_value(beside, each.expression, here.places.of(each.expression), at), here.whole())
        for at, each in enumerate(variables)
    )
    body = Select(tuple(beside.inputs), items, tuple(beside.controls))
    here.put(beside.node, NodeKind.QUERY_RESULT, (beside.path, RESULT), body, Label("", here.whole()))
    here.draft.assignments.extend(
        Assignment(here.ordinal, f"@{each.this.name.lower()}", beside.node, at)
        for at, each in enumerate(variables)
    )


def _output(node: int, at: int, scope: Scope) -> Expression:
    """Return an output of a query as a value."""
    places = scope.here.places
    return Expression(Form.SUBQUERY, places.slice(places.whole), scope.here.whole(), node=node, item=at)


def _is_one(draft: Draft, node: int) -> bool:
    """Whether a query gives a single column."""
    made = draft.nodes[node]
    body = made.body if made is not None else None
    return not isinstance(body, Select) or (len(body.items) == 1 and not isinstance(body.items[0], Star))
