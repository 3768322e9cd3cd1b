"""PL/SQL's ``INSERT INTO t VALUES r``: the row of a record as a whole, field by field (method 1.11)."""

from __future__ import annotations

from itertools import pairwise

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, NodeKind, Select, Star
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
    node = _row(here, record.text)
    span = here.places.lines.span(record.start, record.end + 1)
    name = names.alias(here.draft, record.text)
    row = Input(name, node, span)
    body = Select((row,), (Star((name,), span),))
    return here.add(NodeKind.QUERY_RESULT, (here.path("root"), RESULT), body, Label("", span))


def _record(here: Here) -> Token | None:
    """Return the name behind VALUES where no bracket stands there."""
    if here.draft.facts.name != "oracle":
        return None
    for one, other in pairwise(here.places.tokens):
        if one.token_type is TokenType.VALUES:
            return other if other.token_type is not TokenType.L_PAREN else None
    return None


def _row(here: Here, record: str) -> int:
    """Return the query whose row a record holds."""
    looped = here.records.get(names.alias(here.draft, record))
    name = variable_name(record)
    given = [each for each in here.draft.assignments if each.name == name or each.name.startswith(f"{name}.")]
    if looped is not None and all(each.node == looped for each in given):
        return looped
    if len(given) == 1 and given[0].item < 0 and not given[0].argument and not given[0].element:
        return given[0].node
    raise UnreadableError("it inserts a record as a whole, and which row that holds is not plain")
