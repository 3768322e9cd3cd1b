"""What each output of a row-making function is made of: facts the parser's classes do not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from sqlglot import exp

from wherefrom.domain.dataset import Output
from wherefrom.extract import names
from wherefrom.extract.draft import Scope
from wherefrom.extract.query import functions, unnested

KNOWN = frozenset(
    {
        "UNNEST", "EXPLODE", "EXPLODE_OUTER", "POSEXPLODE", "POSEXPLODE_OUTER", "INLINE", "INLINE_OUTER", "STACK",
        "FLATTEN", "GENERATE_SERIES", "GENERATE_ARRAY", "GENERATE_DATE_ARRAY", "GENERATE_TIMESTAMP_ARRAY", "SEQUENCE",
        "RANGE", "OPENJSON", "STRING_SPLIT", "SPLIT_TO_TABLE", "STRTOK_SPLIT_TO_TABLE", "JSON_TUPLE", "GENERATOR",
        "JSON_EACH", "JSONB_EACH", "JSON_EACH_TEXT", "JSONB_EACH_TEXT", "JSON_ARRAY_ELEMENTS", "JSONB_ARRAY_ELEMENTS",
        "JSON_ARRAY_ELEMENTS_TEXT", "JSONB_ARRAY_ELEMENTS_TEXT", "JSONB_TO_RECORDSET", "JSON_TO_RECORDSET",
        "JSONB_TO_RECORD", "JSON_TO_RECORD", "REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE", "GENERATE_SUBSCRIPTS",
        "PARSE_URL_TUPLE", "NUMBERS", "ARRAYJOIN", "XMLTABLE", "JSON_TABLE", "TABLE", "NODES",
        "VARIANT_EXPLODE", "VARIANT_EXPLODE_OUTER",
    }
)  # fmt: skip
"""Functions the dialects define: their rows are made of their arguments."""

ELEMENTS = frozenset(
    {"UNNEST", "FLATTEN", "EXPLODE", "POSEXPLODE", "EXPLODE_OUTER", "POSEXPLODE_OUTER", "INLINE", "INLINE_OUTER",
     "ARRAYJOIN", "JSON_ARRAY_ELEMENTS", "JSONB_ARRAY_ELEMENTS", "JSON_ARRAY_ELEMENTS_TEXT",
     "JSONB_ARRAY_ELEMENTS_TEXT"}
)  # fmt: skip
"""Functions whose rows are the elements of their argument."""

_HADOOP = frozenset(
    {
        "EXPLODE",
        "EXPLODE_OUTER",
        "POSEXPLODE",
        "POSEXPLODE_OUTER",
        "INLINE",
        "INLINE_OUTER",
        "STACK",
        "JSON_TUPLE",
    }
)
_POSTGRES = frozenset(
    {"UNNEST", "GENERATE_SERIES", "REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE", "GENERATE_SUBSCRIPTS",
     "JSON_ARRAY_ELEMENTS", "JSONB_ARRAY_ELEMENTS", "JSON_ARRAY_ELEMENTS_TEXT", "JSONB_ARRAY_ELEMENTS_TEXT"}
)  # fmt: skip
PROJECTED = {
    **dict.fromkeys(("hive", "spark", "databricks"), _HADOOP),
    **dict.fromkeys(("postgres", "redshift"), _POSTGRES),
    "duckdb": frozenset({"UNNEST"}),
    "clickhouse": frozenset({"ARRAYJOIN"}),
}
"""By dialect the functions that multiply rows where they stand behind SELECT."""

_FIXED = {
    "STRING_SPLIT": ("value", "ordinal"),
    "OPENJSON": ("key", "value", "type"),
    "SPLIT_TO_TABLE": ("seq", "index", "value"),
    "STRTOK_SPLIT_TO_TABLE": ("seq", "index", "value"),
    **dict.fromkeys(("JSON_EACH", "JSONB_EACH", "JSON_EACH_TEXT", "JSONB_EACH_TEXT"), ("key", "value")),
    **dict.fromkeys(("EXPLODE", "EXPLODE_OUTER"), ("col",)),
    **dict.fromkeys(("POSEXPLODE", "POSEXPLODE_OUTER"), ("pos", "col")),
    **dict.fromkeys(
        (
            "JSON_ARRAY_ELEMENTS",
            "JSONB_ARRAY_ELEMENTS",
            "JSON_ARRAY_ELEMENTS_TEXT",
            "JSONB_ARRAY_ELEMENTS_TEXT",
        ),
        ("value",),
    ),
}
"""Names of outputs where no alias list gives them."""

_SPLITTING = frozenset({"REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE"})
"""Functions whose further arguments say where to cut."""

_MADE = {"STRING_SPLIT": (1,), "SPLIT_TO_TABLE": (0, 1), "STRTOK_SPLIT_TO_TABLE": (0, 1)}
"""Ordinals of outputs that are numbers of the function's own."""

_NAMED_AFTER = frozenset({"postgres", "redshift", "duckdb"})
_ONE_COLUMN = frozenset(
    {"UNNEST", "GENERATE_SERIES", "RANGE", "REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE", "GENERATE_SUBSCRIPTS"}
)
"""Functions of one column, which PostgreSQL names after the alias or the function."""


@dataclass(frozen=True, slots=True)
class Call:
    """A row-making function as it is called.

    Attributes:
        name: Upper case.
        node: The call.
        arguments: Its arguments that can carry a value.
        columns: Names of its alias list; empty if none.
        offset: Name of its WITH OFFSET or WITH ORDINALITY column; empty if none.
        alias: What its scope calls it; empty if nothing.
    """

    name: str
    node: exp.Expr
    arguments: tuple[exp.Expr, ...]
    columns: tuple[str, ...]
    offset: str
    alias: str


@dataclass(frozen=True, slots=True)
class Made:
    """What a row-making function gives.

    Attributes:
        arguments: What its outputs are made of: its arguments, or the cells of those that are written out.
        outputs: Those that have names; empty where any name may be asked of it.
        struct: Its rows may be structures whose members are not written out.
        open: Its rows may have more columns, or others, than its outputs say.
    """

    arguments: tuple[exp.Expr, ...]
    outputs: tuple[Output, ...]
    struct: bool = False
    open: bool = False


def made(scope: Scope, call: Call) -> Made:
    """Return what a call gives."""
    found = _made(scope, call)
    if call.offset and all(each.name != call.offset for each in found.outputs):
        word = "OFFSET" if scope.here.draft.facts.name == "bigquery" else "ORDINALITY"
        return replace(found, outputs=(*found.outputs, Output(call.offset, generated=word)))
    return found


def _made(scope: Scope, call: Call) -> Made:
    if call.name in unnested.TAKING and call.arguments:
        element_named = call.name == "UNNEST" and names_element(scope, call.node, call.alias)
        if element_named:
            columns = unnested.elements(
                scope, call.arguments[0], call.columns[0] if call.columns else "", element(call)
            )
        elif call.name == "FLATTEN":
            columns = unnested.flattened(call.arguments[0], flattened(call.node))
        else:
            given = call.columns or (_names(scope, call) if call.name == "UNNEST" else ())
            columns = unnested.taken(scope, call.name, call.arguments, given, element(call))
        struct = element_named and not columns.outputs
        return Made(tuple(columns.arguments), tuple(columns.outputs), struct, columns.open)
    special = _SPECIAL.get(call.name)
    found = tuple(special(scope, call)) if special is not None else _plain(scope, call)
    return Made(call.arguments, found)


def width(name: str, columns: tuple[str, ...]) -> int:
    """Return how many names of an alias list are for a function's own columns, and not for its ORDINALITY."""
    if name in _ONE_COLUMN:
        return 1
    return len(_FIXED[name]) if name in _FIXED else max(len(columns) - 1, 1)


def element(call: Call) -> str:
    """Return the path from an argument to what one row is made of."""
    return flattened(call.node) + "[]" if call.name in ELEMENTS else ""


def flattened(node: exp.Expr) -> str:
    """Return the path that FLATTEN's PATH argument goes down, ``$.a.b``."""
    for each in functions.arguments(node):
        if (
            isinstance(each, exp.Kwarg)
            and each.this.name.upper() == "PATH"
            and isinstance(each.expression, exp.Literal)
        ):
            return f"$.{each.expression.name}"
    return "$"


def _plain(scope: Scope, call: Call) -> tuple[Output, ...]:
    """Return outputs that are all made of the first argument, or of all."""
    given = call.columns or _names(scope, call)
    path, numbers = element(call), _MADE.get(call.name, ())
    first = call.name in _FIXED or call.name in _SPLITTING
    every = (0,) if first else tuple(range(len(call.arguments)))
    return tuple(
        Output(name, generated=name.upper()) if at in numbers else Output(name, every, path)
        for at, name in enumerate(given)
    )


def _names(scope: Scope, call: Call) -> tuple[str, ...]:
    fixed = _FIXED.get(call.name)
    if fixed is not None:
        return fixed
    if scope.here.draft.facts.name not in _NAMED_AFTER or call.name not in KNOWN:
        return ()
    if call.alias:
        return (call.alias,)
    return (call.name.lower(),) if call.name in _ONE_COLUMN else ()


def names_element(scope: Scope, node: exp.Expr, alias: str) -> bool:
    """Whether the alias of an UNNEST is the element: in BigQuery, and of Redshift's ``FROM t, t.items AS i``."""
    dialect = scope.here.draft.facts.name
    return dialect == "bigquery" or (dialect == "redshift" and not (isinstance(node, exp.Unnest) and alias))


def _stack(_: Scope, call: Call) -> Iterator[Output]:
    """STACK(n, a, b, …): n rows; every column takes the cells at its place of each row."""
    first = call.arguments[0] if call.arguments else None
    rows = int(first.name) if isinstance(first, exp.Literal) and first.name.isdigit() else 0
    cells = len(call.arguments) - 1
    width = -(-cells // rows) if rows else 0
    for at in range(width):
        name = call.columns[at] if at < len(call.columns) else f"col{at}"
        yield Output(name, tuple(range(1 + at, 1 + cells, width)))
    if not width:
        yield from (Output(name, tuple(range(1, cells + 1))) for name in call.columns)


def _tuple(_: Scope, call: Call) -> Iterator[Output]:
    """JSON_TUPLE, PARSE_URL_TUPLE: one column for each key."""
    for at, key in enumerate(call.arguments[1:]):
        name = call.columns[at] if at < len(call.columns) else f"c{at}"
        path = f"$.{key.name}" if isinstance(key, exp.Literal) and call.name == "JSON_TUPLE" else ""
        yield Output(name, (0,), path)


def _record(_: Scope, call: Call) -> Iterator[Output]:
    """JSONB_TO_RECORDSET … AS r (a text): the members that the alias list names."""
    base = "$[]" if call.name.endswith("SET") else "$"
    yield from (Output(name, (0,), f"{base}.{name}") for name in call.columns)


def _openjson(scope: Scope, call: Call) -> Iterator[Output]:
    if not call.node.expressions:
        yield from _plain(scope, call)
        return
    base = _json_base(call.node.args.get("path")).removesuffix("[]") + "[]"
    for each in call.node.expressions:
        name = names.column(scope.here.draft, each.this)
        path = each.args.get("path")
        yield Output(name, (0,), base + (_below(path) if isinstance(path, exp.Literal) else f".{name}"))


def _json_table(scope: Scope, call: Call) -> Iterator[Output]:
    schema = call.node.args.get("schema")
    if schema is not None:
        yield from _json_columns(scope, schema, _json_base(call.node.args.get("path")))


def _json_columns(scope: Scope, schema: exp.Expr, base: str) -> Iterator[Output]:
    for each in schema.expressions:
        path = each.args.get("path")
        nested = each.args.get("nested_schema")
        below = _below(path) if isinstance(path, exp.Literal) else ""
        if nested is not None:
            yield from _json_columns(scope, nested, base + below)
            continue
        name = names.column(scope.here.draft, each.this)
        if each.args.get("ordinality"):
            yield Output(name, generated="ORDINALITY")
        else:
            yield Output(name, (0,), base + (below or f".{name}"))


def _xml_table(scope: Scope, call: Call) -> Iterator[Output]:
    for each in call.node.args.get("columns") or []:
        name = names.column(scope.here.draft, each.this)
        if each.args.get("ordinality"):
            yield Output(name, generated="ORDINALITY")
        else:
            yield Output(name, tuple(range(len(call.arguments))))


def _array_join(scope: Scope, call: Call) -> Iterator[Output]:
    """ARRAY JOIN a AS x, b: each array is a column of its own. ``arrayJoin(a)`` is one."""
    if isinstance(call.node, exp.Func):
        yield Output(call.columns[0] if call.columns else "", (0,), "$[]")
        return
    for at, each in enumerate((call.node, *(call.node.parent.expressions if call.node.parent else ()))):
        called = each.args.get("alias") if isinstance(each, exp.Alias) else each.this
        if isinstance(called, exp.Identifier):
            yield Output(names.column(scope.here.draft, called), (at,), "$[]")


def _each(scope: Scope, call: Call) -> Iterator[Output]:
    """JSON_EACH: the key and the value of each member; SQLite and DuckDB also say where it stands."""
    base = _json_base(call.arguments[1] if len(call.arguments) > 1 else None)
    places = _PLACES if scope.here.draft.facts.name in ("sqlite", "duckdb") else ()
    for name, own in zip_longest(call.columns, (*_FIXED["JSON_EACH"], *places)):
        yield Output(name or own, (0,), base + "[]" if own in ("value", "atom") else "")


_PLACES = ("type", "atom", "id", "parent", "fullkey", "path")


def _variant(_: Scope, call: Call) -> Iterator[Output]:
    """VARIANT_EXPLODE: the position, then the key and the value of what stands there."""
    for at, name in enumerate(call.columns or ("pos", "key", "value")):
        yield Output(name, (0,), "$[]") if at else Output(name, generated="POS")


def _json_base(path: object) -> str:
    """Return a row path of OPENJSON or JSON_TABLE, ``$.items[*]``, as ``$.items``."""
    if not isinstance(path, exp.Literal):
        return "$"
    return path.name.removeprefix("lax ").removeprefix("strict ").replace("[*]", "[]")


def _below(path: exp.Expr) -> str:
    return path.name.removeprefix("lax ").removeprefix("strict ").removeprefix("$").replace("[*]", "[]")


_SPECIAL: dict[str, Callable[[Scope, Call], Iterator[Output]]] = {
    "STACK": _stack,
    "JSON_TUPLE": _tuple,
    "PARSE_URL_TUPLE": _tuple,
    "OPENJSON": _openjson,
    "JSON_TABLE": _json_table,
    "XMLTABLE": _xml_table,
    "ARRAYJOIN": _array_join,
    **dict.fromkeys(("JSON_EACH", "JSONB_EACH", "JSON_EACH_TEXT", "JSONB_EACH_TEXT"), _each),
    **dict.fromkeys(("VARIANT_EXPLODE", "VARIANT_EXPLODE_OUTER"), _variant),
    **dict.fromkeys(
        ("JSONB_TO_RECORDSET", "JSON_TO_RECORDSET", "JSONB_TO_RECORD", "JSON_TO_RECORD"), _record
    ),
}
