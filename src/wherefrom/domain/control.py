"""Conditions: what decides a row or a branch, never what a value is made of (method 1.8)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.expression import Expression
from wherefrom.domain.span import Span


class ControlKind(StrEnum):
    """The kinds of method 1.8."""

    CASE_CONDITION = "CASE_CONDITION"
    AGGREGATE_FILTER = "AGGREGATE_FILTER"
    WINDOW = "WINDOW"
    GROUP_BY = "GROUP_BY"
    INNER_JOIN = "INNER_JOIN"
    OUTER_JOIN = "OUTER_JOIN"
    SEMI_JOIN = "SEMI_JOIN"
    WHERE = "WHERE"
    HAVING = "HAVING"
    QUALIFY = "QUALIFY"
    SORT_LIMIT = "SORT_LIMIT"
    SET_OPERATION = "SET_OPERATION"
    MERGE_MATCH = "MERGE_MATCH"
    MERGE_CONDITION = "MERGE_CONDITION"
    ROW_GENERATOR = "ROW_GENERATOR"


class Reach(StrEnum):
    """Whether a control speaks of one field, of scopes its value went through, or of others."""

    EXPRESSION = "EXPRESSION"
    VALUE_PATH = "VALUE_PATH"
    ROW_PATH = "ROW_PATH"


class Control(Struct, frozen=True, gc=False, array_like=True):
    """One condition of one scope: one record per top-level AND term.

    Attributes:
        kind: Its kind.
        predicate: The condition as written, placeholders as written.
        span: Where it stands.
        terms: Leaf expressions of the condition, in SQL order, bound in the same scope.
        join: For joins INNER, LEFT, RIGHT, FULL, SEMI, ANTI; empty otherwise.
        item: 0-based ordinal of the only item it speaks of, ``replacement`` for one inside a star; -1 for all
            rows of the scope.
        input: 0-based ordinal of the joined input; -1 where it is no join.
        subqueries: Unit indexes of queries inside it, whose own conditions come along.
        all_columns: Unit index of an input all of whose remaining columns are meant (PIVOT groups by
            every column it does not use), or of the scope itself (ORDER BY ALL sorts by all that it gives);
            -1 otherwise. ``without`` lists the used ones.
        without: See ``all_columns``.
        negated: NOT EXISTS, NOT IN, ANTI.
    """

    kind: ControlKind
    predicate: str
    span: Span
    terms: tuple[Expression, ...]
    join: str = ""
    item: int = -1
    input: int = -1
    subqueries: tuple[int, ...] = ()
    all_columns: int = -1
    without: tuple[str, ...] = ()
    negated: bool = False
