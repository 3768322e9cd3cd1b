"""Table functions as inputs: generators the dialect defines, and functions of the project's own."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, NodeKind, TableFunction
from wherefrom.extract import functions, names
from wherefrom.extract.conditions import condition
from wherefrom.extract.draft import Label, Scope
from wherefrom.extract.values import read_value

_KNOWN = {
    "UNNEST", "EXPLODE", "EXPLODE_OUTER", "POSEXPLODE", "POSEXPLODE_OUTER", "INLINE", "INLINE_OUTER", "STACK",
    "FLATTEN", "GENERATE_SERIES", "GENERATE_ARRAY", "GENERATE_DATE_ARRAY", "GENERATE_TIMESTAMP_ARRAY", "SEQUENCE",
    "RANGE", "OPENJSON", "STRING_SPLIT", "SPLIT_TO_TABLE", "STRTOK_SPLIT_TO_TABLE", "JSON_TUPLE", "GENERATOR",
    "JSON_EACH", "JSONB_EACH", "JSON_EACH_TEXT", "JSONB_EACH_TEXT", "JSON_ARRAY_ELEMENTS", "JSONB_ARRAY_ELEMENTS",
    "JSON_ARRAY_ELEMENTS_TEXT", "JSONB_ARRAY_ELEMENTS_TEXT", "JSONB_TO_RECORDSET", "JSON_TO_RECORDSET",
    "REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE", "GENERATE_SUBSCRIPTS", "PARSE_URL_TUPLE", "NUMBERS", "ARRAYJOIN",
    "XMLTABLE", "JSON_TABLE", "TABLE",
}  # fmt: skip

_ONE_COLUMN = {
    "UNNEST",
    "GENERATE_SERIES",
    "RANGE",
    "REGEXP_SPLIT_TO_TABLE",
    "STRING_TO_TABLE",
    "GENERATE_SUBSCRIPTS",
}
"""Functions of one column, which PostgreSQL names after the function."""

_FLATTEN = ("seq", "key", "path", "index", "value", "this")


def read_table_function(scope: Scope, node: exp.Expr, shape: Input) -> None:
    """Read UNNEST, LATERAL, FLATTEN, LATERAL VIEW, OPENJSON or a table function as the next input."""
    here = scope.here
    call = _call(node)
    found = here.places.of(call)
    name = _name(scope, call)
    known = name in _KNOWN
    arguments = tuple(read_value(scope, each, here.places.of(each, found), -1) for each in _arguments(call))
    offset = _offset(scope, node)
    outputs = _outputs(scope, name, shape, offset)
    paths: tuple[str, ...] = ()
    if isinstance(call, exp.OpenJSON):
        base, listed = _openjson(scope, call)
        if listed:
            outputs = (tuple(listed), ())
            paths = tuple(base + below for below in listed.values())
    body = TableFunction(
        function=name,
        paths=paths,
        arguments=arguments,
        known=known,
        generated=outputs[1],
        element="$[]"
        if name == "ARRAYJOIN"
        or name in ("UNNEST", "FLATTEN", "EXPLODE", "POSEXPLODE", "EXPLODE_OUTER", "POSEXPLODE_OUTER")
        else "",
        names=outputs[0],
        struct=name == "UNNEST" and here.draft.facts.name == "bigquery",
    )
    alias = shape.alias
    if not alias and body.struct and shape.columns:
        alias = shape.columns[0]
    alias = alias or name.lower().split(".")[-1]
    label = Label(alias, shape.span, parent=scope.node)
    index = here.add(NodeKind.TABLE_FUNCTION, (scope.path, len(scope.inputs)), body, label)
    if offset and body.struct:
        body = replace(body, names=(*body.names, offset), generated=(offset,))
        here.put(index, NodeKind.TABLE_FUNCTION, (scope.path, len(scope.inputs)), body, label)
    joined = len(scope.inputs)
    scope.inputs.append(replace(shape, alias=alias, node=index, columns=(), lateral=True))
    if arguments:
        condition(
            scope,
            ControlKind.ROW_GENERATOR,
            tuple(_arguments(call)),
            found,
            text=here.places.slice(found),
            join=shape.join,
            joined=joined,
        )


def _call(node: exp.Expr) -> exp.Expr:
    """Return the function behind LATERAL, TABLE(…) and a table reference."""
    while isinstance(node, (exp.Lateral, exp.Table, exp.TableFromRows)) and isinstance(node.this, exp.Expr):
        node = node.this
    if isinstance(node, exp.Anonymous) and node.name.upper() == "TABLE" and len(node.expressions) == 1:
        inner = node.expressions[0]
        return inner if isinstance(inner, exp.Func) else node
    return node


def _name(scope: Scope, call: exp.Expr) -> str:
    places = scope.here.places
    if isinstance(call, exp.Unnest):
        return "UNNEST"
    if isinstance(call, exp.OpenJSON):
        return "OPENJSON"
    if isinstance(call, exp.Alias):
        return "ARRAYJOIN"
    found = places.of(call)
    name = functions.name_of(scope, call, found)
    if name in ("LATERAL", ""):
        name = str(call.sql_name()).upper() if isinstance(call, exp.Func) else "TABLE"
    if isinstance(call, exp.Explode) and scope.here.draft.facts.name == "snowflake":
        return "FLATTEN"
    return name


def _arguments(call: exp.Expr) -> list[exp.Expr]:
    if isinstance(call, exp.Dot):
        call = call.expression
    if isinstance(call, exp.OpenJSON):
        return [call.this]
    if isinstance(call, exp.Alias):
        return [call.this]
    given = [each for each in functions.arguments(call) if not isinstance(each, exp.TableAlias)]
    return [
        each.expression if isinstance(each, exp.Kwarg) else each
        for each in given
        if not (isinstance(each, exp.Kwarg) and each.this.name.upper() not in ("INPUT", "ROWCOUNT"))
    ]


def _openjson(scope: Scope, call: exp.OpenJSON) -> tuple[str, dict[str, str]]:
    """Return the path OPENJSON opens, and its listed columns with the path of each below an element."""
    given = call.args.get("path")
    base = given.name.removeprefix("lax ").removeprefix("strict ") if isinstance(given, exp.Literal) else "$"
    listed: dict[str, str] = {}
    for each in call.expressions:
        path = each.args.get("path")
        name = names.column(scope.here.draft, each.this)
        below = path.name.removeprefix("$") if isinstance(path, exp.Literal) else f".{name}"
        listed[name] = below
    return f"{base}[]", listed


def _offset(scope: Scope, node: exp.Expr) -> str:
    given = node.args.get("offset")
    if isinstance(given, exp.Identifier):
        return names.column(scope.here.draft, given)
    return "offset" if given is True and scope.here.draft.facts.name == "bigquery" else ""


def _outputs(scope: Scope, name: str, shape: Input, offset: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the output names and which of them are generated."""
    if name == "FLATTEN":
        return _FLATTEN, ("seq", "index")
    outputs = list(shape.columns)
    if offset and offset not in outputs:
        outputs.append(offset)
    generated = {offset} if offset else set()
    if name == "ARRAYJOIN" and not outputs:
        outputs = [shape.alias]
    if name.startswith("POSEXPLODE"):
        outputs = outputs or ["pos", "col"]
        generated.add(outputs[0])
    elif name.startswith("EXPLODE") and not outputs:
        outputs = ["col"]
    elif name == "OPENJSON" and not outputs:
        outputs = ["key", "value", "type"]
    elif name == "STRING_SPLIT" and not outputs:
        outputs = ["value", "ordinal"]
        generated.add("ordinal")
    elif not outputs and shape.alias and scope.here.draft.facts.name in ("postgres", "redshift", "duckdb"):
        outputs = [shape.alias]
    elif (
        not outputs
        and name in _ONE_COLUMN
        and scope.here.draft.facts.name in ("postgres", "redshift", "duckdb")
    ):
        outputs = [name.lower()]
    return tuple(outputs), tuple(sorted(generated))
