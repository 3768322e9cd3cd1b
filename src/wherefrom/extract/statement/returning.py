"""RETURNING and OUTPUT: the rows a statement changed, read by another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, SetOperation, Star, Table
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Branch, Effect, Mapping, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import OPERATION, RESULT, Here, Label, Scope
from wherefrom.extract.names import variable_name
from wherefrom.extract.query.queries import read_item
from wherefrom.extract.statement.assigning import assign_row
from wherefrom.extract.statement.targets import add_target, add_writer, listed, table_of
from wherefrom.extract.tree.told import without_returned


@dataclass(frozen=True, slots=True)
class Changed:
    """What a statement changes.

    Attributes:
        table: The target as parsed.
        row: Node of the rows as they are after the statement, for INSERT the target itself; -1 for DELETE.
        columns: Names of that node's fields by position; None where it names them itself.
        inputs: Further inputs OUTPUT may read by alias.
        before: Node of the rows as they were; -1 for the target's earlier content as a whole.
        rows: Scope whose conditions say which rows these are; -1 if that is no scope of its own.
    """

    table: exp.Table
    row: int
    columns: tuple[str, ...] | None = None
    inputs: tuple[Input, ...] = ()
    before: int = -1
    rows: int = -1


def inserted(here: Here, table: exp.Table) -> Changed:
    """Return what the INSERT that was read last changes: its target, with the defaults of columns it leaves out."""
    writer = here.draft.writers[-1]
    first, *more = writer.branches
    match = next((each.node for each in more if each.governs_all and not each.brings_rows), first.node)
    return Changed(table, writer.target, rows=match)


def read_output(here: Here, node: exp.Expr, changed: Changed, ctes: dict[str, int]) -> None:
    """Read OUTPUT … INTO as a second writer of the statement."""
    clause = node.args.get("returning")
    if clause is None:
        return
    given = without_returned(list(here.places.tokens))[1] if here.draft.facts.name in _INTO_VARIABLES else []
    if given:
        index = read_returning(here, clause, changed, ctes, Label("", here.span(clause)))
        called = [variable_name(each) for each in _listed(here, given)]
        assign_row(here, called, index)
        return
    into = clause.args.get("into")
    if into is None:
        return
    table = table_of(into)
    if table is None:
        return
    index = read_returning(here, clause, changed, ctes, Label("", here.span(clause)))
    target = add_target(here, names.table(here.draft, table), here.span(clause))
    columns = listed(here, into)
    add_writer(
        here, WriterKind.OUTPUT_INTO, target, [Branch(index, Mapping.POSITION, columns)], Effect.APPEND
    )


_INTO_VARIABLES = frozenset({"oracle", "postgres", "redshift"})


def _listed(here: Here, tokens: Sequence[Token]) -> list[str]:
    """Return the names of variables in a list, as they are written; STRICT is none."""
    named: list[list[Token]] = [[]]
    for token in tokens:
        if token.token_type is TokenType.COMMA:
            named.append([])
        elif token.text.upper() != "STRICT":
            named[-1].append(token)
    return [here.draft.masked.text[each[0].start : each[-1].end + 1] for each in named if each]


def read_returning(
    here: Here, clause: exp.Expr, changed: Changed, ctes: dict[str, int], label: Label, index: int = -1
) -> int:
    """Read RETURNING or OUTPUT as a scope over the changed rows; return its node."""
    path = here.path("root/output")
    scope = Scope(here, path, index if index >= 0 else here.draft.reserve(), None, ctes)
    _changed_inputs(scope, changed, here.span(clause))
    items: list[Item | Star] = [
        read_item(scope, each, here.places.of(each), at) for at, each in enumerate(clause.expressions)
    ]
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    kind = NodeKind.CTE if index >= 0 else NodeKind.QUERY_RESULT
    return here.put(scope.node, kind, (path, RESULT), body, label)


def _changed_inputs(scope: Scope, changed: Changed, span: Span) -> None:
    """Offer ``inserted``, ``deleted`` and the target's own name."""
    here = scope.here
    name = names.table(here.draft, changed.table)
    called = changed.table.args.get("alias")
    alias = names.alias(here.draft, called.this) if called is not None else name.parts[-1]
    before = changed.before
    if before < 0:
        prior = Table(name, "read", prior=True)
        before = here.add(NodeKind.EXTERNAL_TABLE, (scope.path, 0), prior, Label(name.canonical, span))
    after = changed.row if changed.row >= 0 else before
    columns = changed.columns or ()
    named = alias not in ("inserted", "deleted")
    scope.inputs.append(Input("inserted", after, span, columns, visible=not named))
    scope.inputs.append(Input("deleted", before, span, join="COMMA", visible=not named))
    if named:
        scope.inputs.append(Input(alias, after, span, columns, join="COMMA"))
    if changed.rows >= 0:
        scope.inputs.append(Input("rows:", changed.rows, span, join="COMMA"))
    scope.inputs.extend(each for each in changed.inputs if each.alias != alias)


def union_rows(here: Here, branches: list[int], span: Span) -> int:
    """Return a node for the rows that several branches leave: fields meet by name."""
    if len(branches) == 1:
        return branches[0]
    body = SetOperation("UNION ALL", tuple(branches), by_name=True)
    return here.add(NodeKind.SET_OPERATION, (here.path("root/rows"), OPERATION), body, Label("", span))
