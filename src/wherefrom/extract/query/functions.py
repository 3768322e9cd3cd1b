"""What functions do with their arguments: facts the parser's classes do not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.expression import Form, Part
from wherefrom.extract.draft import Here, Scope
from wherefrom.extract.tree.extents import own_extent
from wherefrom.extract.tree.frames import Range

PATHS = (
    exp.Dot,
    exp.Bracket,
    exp.JSONExtract,
    exp.JSONExtractScalar,
    exp.JSONBExtract,
    exp.JSONBExtractScalar,
)

WINDOW_GENERATED = (
    exp.RowNumber,
    exp.Rank,
    exp.DenseRank,
    exp.PercentRank,
    exp.CumeDist,
    exp.Ntile,
)

ORDERED_SET = (exp.PercentileCont, exp.PercentileDisc, exp.Mode)
"""Aggregates whose value is what WITHIN GROUP orders."""

_NO_VALUE = (
    exp.DataType,
    exp.Identifier,
    exp.Var,
    exp.TableAlias,
    exp.WindowSpec,
    exp.JSONPath,
    exp.ColumnDef,
    exp.IntervalSpan,
)

_GENERATED_NAMES = frozenset(
    {
        "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "NOW", "GETDATE",
        "GETUTCDATE", "SYSDATETIME", "SYSUTCDATETIME", "SYSDATETIMEOFFSET", "SYSDATE", "SYSTIMESTAMP", "CURDATE",
        "CURTIME", "UTC_TIMESTAMP", "UNIX_TIMESTAMP", "CLOCK_TIMESTAMP", "STATEMENT_TIMESTAMP",
        "TRANSACTION_TIMESTAMP", "TIMEOFDAY", "RAND", "RANDOM", "RANDN", "UUID", "GENERATE_UUID", "UUID_STRING",
        "GEN_RANDOM_UUID", "UUID_GENERATE_V4", "NEWID", "NEWSEQUENTIALID", "SYS_GUID", "NEXTVAL", "CURRVAL",
        "LASTVAL", "LAST_INSERT_ID", "SCOPE_IDENTITY", "MONOTONICALLY_INCREASING_ID", "ROW_NUMBER", "CURRENT_USER",
        "SESSION_USER", "SYSTEM_USER", "USER", "CURRENT_SCHEMA", "CURRENT_DATABASE", "SUSER_SNAME", "USER_NAME",
        "HOST_NAME", "DB_NAME", "VERSION", "GROUPING", "GROUPING_ID", "INPUT_FILE_NAME", "CURRENT_ROLE",
        "ROWCOUNT_BIG", "GENERATEUUIDV4", "TODAY", "CURRENT_CATALOG", "SEQ4", "SEQ8", "SEQ1", "SEQ2",
        "IDENTITY",
    }
)  # fmt: skip

_GENERATED_NODES = (
    exp.CurrentDate,
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentUser,
    exp.Rand,
    exp.Randn,
    exp.Uuid,
    exp.NextValueFor,
)


def dialect_name(here: Here) -> str:
    """Return sqlglot's name of the file's dialect."""
    name = here.draft.facts.name
    return "" if name == "ansi" else name


def arguments(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the children that can carry a value, in SQL order as far as the tree keeps it."""
    if is_opaque(node):
        node = node.expression  # the call behind the schema
    for value in node.args.values():
        if isinstance(value, list):
            yield from (each for each in value if _CARRIES_VALUE[type(each)])
        elif _CARRIES_VALUE[type(value)]:
            yield value


class _Carriers(dict[type, bool]):
    """By class, whether a part of a node can carry a value: a node of its own that is not only syntax."""

    def __missing__(self, kind: type) -> bool:
        found = self[kind] = issubclass(kind, exp.Expr) and not issubclass(kind, _NO_VALUE)
        return found


_CARRIES_VALUE = _Carriers()


def name_of(scope: Scope, node: exp.Expr, found: Range | None = None) -> str:
    """Return a function's name as written, in upper case; empty for an operator.

    Args:
        scope: The scope it stands in.
        node: The call.
        found: Its tokens, if they are known; most calls have a place of their own.
    """
    places = scope.here.places
    if isinstance(node, exp.NextValueFor):
        return "NEXT VALUE FOR"
    start = own_extent(node)[0]
    if start >= 0 and isinstance(node, exp.Func) and not isinstance(node, exp.Dot):
        return places.tokens[places.token_at(start)].text.upper()
    found = found or places.of(node)
    if isinstance(node, exp.Dot):
        return places.slice(found).split("(")[0].strip().upper()
    if isinstance(node, exp.Anonymous):
        return node.name.upper()
    if isinstance(node, exp.Func):
        token = places.tokens[found[0]]
        if token.token_type in (TokenType.VAR, TokenType.IDENTIFIER) or places.is_call(found):
            return token.text.upper()
        if found[0] == found[1]:
            return token.text.upper()
        return _SQL_NAMES[type(node)]
    return ""


def generated_name(scope: Scope, node: exp.Expr, name: str, found: Range) -> str:
    """Return what makes a generated value, as written: the parser keeps no place of some clocks inside a call."""
    if not isinstance(node, _GENERATED_NODES):
        return name
    words = [token.text.upper() for token in scope.here.places.tokens[found[0] : found[1] + 1]]
    if name in words and name in _GENERATED_NAMES:
        return name
    return next((word for word in words if word in _GENERATED_NAMES), name)


def is_opaque(node: exp.Expr) -> bool:
    """Whether a scalar function is the project's own: schema-qualified and unknown to the dialect."""
    if not isinstance(node, exp.Dot) or not isinstance(node.expression, exp.Func):
        return False
    first = node
    while isinstance(first, exp.Dot):
        first = first.this
    return first.name.lower() not in _OWN_SCHEMAS and node.expression.name.upper() not in _EXTENSIONS


_OWN_SCHEMAS = frozenset({"pg_catalog", "information_schema", "sys", "safe", "net", "snowflake"})
"""Schemas of functions that databases bring along."""
_EXTENSIONS = frozenset({"GEN_RANDOM_UUID", "UUID_GENERATE_V4"})
"""Functions of extensions, which stand in a schema of the project's choice."""


def own_calls(node: exp.Expr) -> tuple[str, ...]:
    """Return the name, in lower case, of a function that is or may be the project's own; nothing for any other."""
    if isinstance(node, exp.Dot):
        return (".".join(each.name for each in node.flatten()).lower(),) if is_opaque(node) else ()
    return (node.name.lower(),) if isinstance(node, exp.Anonymous) else ()


class _SqlNames(dict[type[exp.Func], str]):
    """What sqlglot calls a class of functions, in upper case."""

    def __missing__(self, kind: type[exp.Func]) -> str:
        found = self[kind] = str(kind.sql_name()).upper()
        return found


_SQL_NAMES = _SqlNames()


def is_generated(node: exp.Expr, name: str) -> bool:
    """Whether a function makes a value without column input."""
    if isinstance(node, _GENERATED_NODES):
        return True
    called = name or (node.name.upper() if isinstance(node, exp.Anonymous) else "")
    return called in _GENERATED_NAMES or (
        isinstance(node, exp.Func) and _SQL_NAMES[type(node)] in ("GROUPING", "GROUPING_ID")
    )


def counts_rows(node: exp.Expr) -> bool:
    """Whether a COUNT counts rows: no argument, a star, or a literal."""
    inner = node.this
    if inner is None or isinstance(inner, (exp.Star, exp.Literal)):
        return True
    return isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star)


def generates_in_window(node: exp.Expr) -> bool:
    """Whether a window function takes no value from its rows."""
    if isinstance(node, WINDOW_GENERATED):
        return True
    if isinstance(node, exp.Count):
        return counts_rows(node)
    return isinstance(node, exp.Anonymous) and not node.expressions


def value_arguments(node: exp.Expr, parts: list[Part]) -> list[Part]:
    """Return the arguments of an aggregate or window function that can be its value.

    The offset of LAG and LEAD is none, its default is one; further literals (separators, percentages)
    are none where there is a column.
    """
    if isinstance(node, (exp.Lag, exp.Lead)):
        default = node.args.get("default")
        return parts[:1] + (parts[-1:] if default is not None and len(parts) > 1 else [])
    if parts and parts[0].value.form is not Form.CONSTANT:
        return [part for part in parts if part.value.form is not Form.CONSTANT]
    varying = [part for part in parts if part.value.form is not Form.CONSTANT]
    return varying or parts[:1]


def ordering(scope: Scope, key: exp.Expr, within: Range | None = None) -> tuple[str, Range]:
    """Return an ORDER BY key as written, with its direction and where it puts NULL, and its tokens."""
    places = scope.here.places
    first, last = places.of(key, within)
    while last < places.whole[1] and places.tokens[last + 1].text.upper() in _DIRECTION:
        last += 1
    found = (first, last)
    text = places.slice(found)
    if isinstance(key, exp.Ordered) and key.args.get("desc") and not _DESCENDING.search(text):
        text += " DESC"  # the parser kept no place of what ends the key
    return text, found


_DIRECTION = frozenset({"ASC", "DESC", "NULLS", "FIRST", "LAST"})
_DESCENDING = re.compile(r"\bDESC\b", re.IGNORECASE)
