"""By which rule a step is made, what it rests on, and how a path ends (method 1.6, 1.7)."""

from __future__ import annotations

from enum import StrEnum


class Terminal(StrEnum):
    """The terminal reasons of method 1.7."""

    EXTERNAL_ENDPOINT = "EXTERNAL_ENDPOINT"
    CONSTANT = "CONSTANT"
    GENERATED = "GENERATED"
    PARAMETER = "PARAMETER"
    PRIOR_STATE = "PRIOR_STATE"
    CYCLE = "CYCLE"
    MISSING_FIELD = "MISSING_FIELD"
    NO_WRITER_EXPRESSION = "NO_WRITER_EXPRESSION"
    NON_ENUMERABLE_PROJECTION = "NON_ENUMERABLE_PROJECTION"
    AMBIGUOUS_COLUMN = "AMBIGUOUS_COLUMN"
    AMBIGUOUS_STAR = "AMBIGUOUS_STAR"
    OPAQUE_FUNCTION = "OPAQUE_FUNCTION"
    OPAQUE_TEMPLATE = "OPAQUE_TEMPLATE"
    DYNAMIC_SQL = "DYNAMIC_SQL"
    UNPARSED_WRITER = "UNPARSED_WRITER"
    WRITER_REJECTED = "WRITER_REJECTED"
    WRITER_DEFERRED = "WRITER_DEFERRED"
    WRITER_PENDING = "WRITER_PENDING"
    DEPTH_LIMIT = "DEPTH_LIMIT"
    VISIT_LIMIT = "VISIT_LIMIT"


CLOSED = frozenset(
    {
        Terminal.EXTERNAL_ENDPOINT,
        Terminal.CONSTANT,
        Terminal.GENERATED,
        Terminal.PARAMETER,
        Terminal.PRIOR_STATE,
    }
)


NEUTRAL = frozenset({Terminal.CYCLE})


class Rule(StrEnum):
    """The column binding rules of method 1.6, and the ways a writer gives a field."""

    QUALIFIED = "QUALIFIED"
    SINGLE_INPUT = "SINGLE_INPUT"
    STAR_EXPANSION = "STAR_EXPANSION"
    STAR_PASS = "STAR_PASS"  # noqa: S105  # a rule's name
    PSEUDO_COLUMN = "PSEUDO_COLUMN"
    DECLARED_UNIQUE = "DECLARED_UNIQUE"
    NAME_RESOLUTION = "NAME_RESOLUTION"
    ELIMINATION = "ELIMINATION"
    LATERAL_ALIAS = "LATERAL_ALIAS"
    OUTER_SCOPE = "OUTER_SCOPE"
    USING_MERGE = "USING_MERGE"
    ORDINAL = "ORDINAL"
    BY_NAME = "BY_NAME"


class Premise(StrEnum):
    """What a binding rests on beside the SQL itself (method 1.6)."""

    COLUMN_EXISTS = "COLUMN_EXISTS"  # the column exists in an input that is not enumerable
    COMPILES = "COMPILES"  # the statement compiles
    DDL_CURRENT = "DDL_CURRENT"  # the DDL of the snapshot is current
    DIALECT = "DIALECT"  # a fact of the dialect
