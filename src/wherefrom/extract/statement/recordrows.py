"""PL/SQL's ``INSERT INTO t VALUES r``: the row of a record as a whole, field by field (method 1.11)."""

from __future__ import annotations

from itertools import pairwise

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, NodeKind, Select, Star
from wherefrom.domain.expression import ColumnRef, Expression, Form
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Here, Label, UnreadableError
from wherefrom.extract.names import variable_name


def read_record_row(here: Here) -> int:
    """Read the row that an INSERT takes from a record; return its node, or -1 where it inserts something else.

    Raises:
        UnreadableError: which query's row the record holds is not told by one assignment.
    """
    record = _record(here)
    if record is None:
        return -1
    node, fields = _row(here, record.text)
    span = here.places.lines.span(record.start, record.end + 1)
    name = names.alias(here.draft, record.text)
    given = tuple((field, _field(record.text, field, span)) for field in fields)
    body = Select((Input(name, node, span),), (Star((name,), span, replace=given),))
    return here.add(NodeKind.QUERY_RESULT, (here.path("root"), RESULT), body, Label("", span))


def _field(record: str, field: str, span: Span) -> Expression:
    """Return what a field of a record holds: the value that was last assigned to it."""
    name = variable_name(record)
    column = ColumnRef(field, (name,), f"{record}.{field}")
    return Expression(Form.VARIABLE, column.written, span, function=name, column=column)


def _record(here: Here) -> Token | None:
    """Return the name behind VALUES where no bracket stands there."""
    if here.draft.facts.name != "oracle":
        return None
    for one, other in pairwise(here.places.tokens):
        if one.token_type is TokenType.VALUES:
            return other if other.token_type is not TokenType.L_PAREN else None
    return None


def _row(here: Here, record: str) -> tuple[int, list[str]]:
    """Return the query whose row a record holds, and the fields that were given values of their own."""
    draft, name = here.draft, variable_name(record)
    looped = here.records.get(names.alias(draft, record))
    given = [each for each in draft.assignments if each.name == name or each.name.startswith(f"{name}.")]
    fields = dict.fromkeys(each.name.removeprefix(f"{name}.") for each in given if each.name != name)
    whole = [each for each in given if each.name == name]
    plain = not any(each.element or each.argument for each in given) and all(each.item < 0 for each in whole)
    own = looped is not None and all(
        each.node == looped for each in whole
    )  # its fields are the query's columns
    if own and plain and not any("." in each for each in fields):
        return whole[0].node, [names.column(draft, each) for each in fields]
    if looped is None and plain and len(whole) == 1 and not fields:
        return whole[0].node, []
    raise UnreadableError("it inserts a record as a whole, and which row that holds is not plain")
