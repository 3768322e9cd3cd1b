"""Table functions as inputs: generators the dialect defines, and functions of the project's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Star, TableFunction
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import Label, Scope, UnreadableError
from wherefrom.extract.query import functions, rows
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.query.entries import placed
from wherefrom.extract.query.values import read_value
from wherefrom.extract.tree.frames import Range


def read_table_function(scope: Scope, node: exp.Expr, shape: Input, more: Sequence[exp.Expr] = ()) -> None:
    """Read UNNEST, LATERAL, FLATTEN, LATERAL VIEW, OPENJSON or a table function as the next input.

    Args:
        scope: The scope it is an input of.
        node: The relation.
        shape: What its scope calls it, and where it stands.
        more: Further arrays of an ARRAY JOIN.
    """
    here = scope.here
    call = _call(node)
    if not isinstance(call, (exp.Func, exp.Dot, exp.Alias, exp.Column)):
        raise UnreadableError(f"a relation of the kind {type(call).__name__.upper()} is not read")
    found = here.places.of(call)
    name = _name(scope, call)
    if isinstance(call, exp.OpenJSON):  # placed are only the columns behind WITH
        found = here.places.back_to(name, found)
    if isinstance(call, exp.Unnest):
        found = _without_alias(scope, call, found)
    given = [
        *(_unnamed(scope, each) for each in _arguments(call)),
        *(each.this if isinstance(each, exp.Alias) else each for each in more),
    ]
    columns, offset = shape.columns, _offset(scope, node)
    if not offset and _is_numbered(node):
        own = columns[: rows.width(name, columns)]
        columns, offset = own, "".join(columns[len(own) : len(own) + 1]) or "ordinality"
    made = rows.made(scope, called := rows.Call(name, call, tuple(given), columns, offset, shape.alias))
    arguments = tuple(read_value(scope, each, placed(here, each, found), -1) for each in made.arguments)
    body = TableFunction(
        function=_qualified(node, name),
        arguments=arguments,
        known=name in rows.KNOWN,
        outputs=made.outputs,
        element=rows.element(called),
        struct=made.struct,
        named=_given_names(call) if len(more) == 0 else (),
    )
    alias = shape.alias
    if not alias and isinstance(call, exp.Unnest) and shape.columns:
        alias = shape.columns[0]
    alias = alias or name.lower().split(".")[-1]
    label = Label(alias, shape.span, parent=scope.node)
    joined = len(scope.inputs)
    index = here.add(NodeKind.TABLE_FUNCTION, (scope.path, joined), body, label)
    scope.inputs.append(replace(shape, alias=alias, node=index, columns=(), lateral=True))
    if arguments:
        text = here.places.slice(found)
        condition(
            scope, ControlKind.ROW_GENERATOR, tuple(given), found, text=text, join=shape.join, joined=joined
        )


def _without_alias(scope: Scope, call: exp.Unnest, found: Range) -> Range:
    """Return the tokens of ``UNNEST( … )``: the parser keeps a place of what stands in its brackets and of its alias."""
    places = scope.here.places
    inside = next((places.of(each)[0] for each in call.expressions if places.start(each) >= 0), -1)
    first = inside if inside >= 0 else found[0]
    word = places.back_to("UNNEST", (first, first))[0]
    closing = places.closing(word + 1)
    reaches = (
        first <= closing if inside >= 0 else closing + 2 >= first > closing
    )  # AS and the alias behind it
    return (word, closing) if word < first and reaches else found


_NAMED: dict[type[exp.Expr], str] = {
    exp.OpenJSON: "OPENJSON",
    exp.JSONTable: "JSON_TABLE",
    exp.XMLTable: "XMLTABLE",
    exp.Column: "ARRAYJOIN",
}


_ONE_ROW = frozenset(
    {exp.Cast, exp.Case, exp.If, exp.Coalesce, exp.Count, exp.Sum, exp.Max, exp.Min, exp.And, exp.Or}
)
"""The most frequent functions behind SELECT, whose names need no look."""


def read_projected(scope: Scope, node: exp.Expr, found: Range, ordinal: int) -> list[Item | Star]:
    """Read a function behind SELECT that multiplies rows: one item per output; none for anything else.

    Behind those that are known stands a star for the columns of which only the data tells how many there are.
    """
    if isinstance(node, exp.QueryTransform):
        return _transformed(scope, node, found, ordinal)
    call = node.this if isinstance(node, (exp.Alias, exp.Aliases)) else node
    here = scope.here
    if type(call) in _ONE_ROW or not isinstance(call, exp.Func):
        return []
    wanted = rows.PROJECTED.get(here.draft.facts.name, ())
    if not wanted or (name := _name(scope, call)) not in wanted:
        return []
    given = _arguments(call)
    called = node.expressions if isinstance(node, exp.Aliases) else [node.args.get("alias")]
    columns = tuple(names.column(here.draft, each) for each in called if isinstance(each, exp.Expr))
    made = rows.made(scope, rows.Call(name, call, tuple(given), columns, "", ""))
    read = [Part(read_value(scope, each, placed(here, each, found), ordinal)) for each in made.arguments]
    text, span = here.places.slice(found), here.places.span(found)
    condition(scope, ControlKind.ROW_GENERATOR, tuple(given), found, text=text)
    chosen = name == "STACK" or made.arguments != tuple(given) or all(_is_constant(each) for each in read)
    form = Form.COALESCE if chosen else Form.COMPUTED
    items: list[Item | Star] = [
        Item(
            "" if made.open and not each.generated else each.name,
            Expression(Form.GENERATED, each.generated, span, function=each.generated)
            if each.generated
            else Expression(form, text, span, tuple(read[at] for at in each.arguments), function=name),
            span,
        )
        for each in made.outputs
    ]
    return [*items, *_unknown(name, read[0], items, text, span)] if made.open else items


def _is_constant(part: Part) -> bool:
    return part.value.form is Form.CONSTANT


def _unknown(
    name: str, argument: Part, known: list[Item | Star], text: str, span: Span
) -> Iterator[Item | Star]:
    """Yield what stands for columns whose number only the data tells: of a map two, of an array one, of structures any."""
    if not known and not name.startswith("INLINE"):
        yield Item("", Expression(Form.COMPUTED, text, span, (argument,), function=name), span)
    yield Star(
        (), span, value=Expression(Form.COMPUTED, text, span, (argument,), function="PATH", keys=("[]",))
    )


def _transformed(scope: Scope, node: exp.QueryTransform, found: Range, ordinal: int) -> list[Item | Star]:
    """Read SELECT TRANSFORM: what rows the script makes of the values it is given, only the script knows."""
    here = scope.here
    schema = node.args.get("schema")
    listed = schema.expressions if isinstance(schema, exp.Schema) else []
    called = [
        names.column(here.draft, each.this if isinstance(each, exp.ColumnDef) else each) for each in listed
    ]
    parts = tuple(
        Part(read_value(scope, each, here.places.of(each, found), ordinal)) for each in node.expressions
    )
    text, span = here.places.slice(found), here.places.span(found)
    condition(scope, ControlKind.ROW_GENERATOR, tuple(node.expressions), found, text=text)
    made = Expression(Form.COMPUTED, text, span, parts, function="TRANSFORM", opaque=True)
    return [Item(each, made, span) for each in called or _UNNAMED]


_UNNAMED = ("key", "value")
"""The columns of a script's rows where the statement names none (Hive language manual, Transform)."""


def _call(node: exp.Expr) -> exp.Expr:
    """Return the function behind LATERAL, TABLE(…) and a table reference."""
    while isinstance(node, (exp.Lateral, exp.Table, exp.TableFromRows, exp.AtIndex)) and isinstance(
        node.this, exp.Expr
    ):
        node = node.this
    if isinstance(node, exp.Anonymous) and node.name.upper() == "TABLE" and len(node.expressions) == 1:
        inner = node.expressions[0]
        inner = inner.this if isinstance(inner, exp.Cast) else inner  # ``TABLE(CAST(o.items AS …))``
        called = inner.expression if isinstance(inner, exp.Dot) else inner  # ``TABLE(pkg.rows_of(…))``
        return inner if isinstance(called, exp.Func) and called.name.upper() not in _COLLECTIONS else node
    return node


_COLLECTIONS = frozenset({"ODCINUMBERLIST", "ODCIVARCHAR2LIST", "ODCIDATELIST", "ODCIRAWLIST", "MULTISET"})
"""What Oracle calls like a function and is none: its rows are its arguments."""


def _name(scope: Scope, call: exp.Expr) -> str:
    if isinstance(call, exp.Unnest):
        return "UNNEST"
    if isinstance(call, (exp.Alias, exp.Column)) and scope.here.draft.facts.name == "redshift":
        return "UNNEST"  # ``FROM t, t.items AS i``
    if type(call) in _NAMED:
        return _NAMED[type(call)]
    if isinstance(call, exp.Alias):
        return "ARRAYJOIN"
    name = functions.name_of(scope, call)
    if name in ("LATERAL", ""):
        name = str(call.sql_name()).upper() if isinstance(call, exp.Func) else "TABLE"
    if isinstance(call, exp.Explode):
        return {"snowflake": "FLATTEN", "clickhouse": "ARRAYJOIN"}.get(scope.here.draft.facts.name, name)
    return name


def _qualified(node: exp.Expr, name: str) -> str:
    """Return a function's name with the schema before it; the parser keeps that beside the call."""
    while isinstance(node, exp.Lateral):
        node = node.this
    schema = [node.args.get(key) for key in ("catalog", "db")] if isinstance(node, exp.Table) else []
    return ".".join([*(part.name.upper() for part in schema if isinstance(part, exp.Expr)), name])


def _arguments(call: exp.Expr) -> list[exp.Expr]:
    if isinstance(call, exp.Dot):
        call = call.expression
    if isinstance(call, (exp.OpenJSON, exp.JSONTable, exp.Alias)):
        return [call.this]
    if isinstance(call, exp.XMLTable):
        return list(call.args.get("passing") or [])
    given = [each for each in functions.arguments(call) if not isinstance(each, exp.TableAlias)]
    if isinstance(call, exp.Anonymous) and call.name.upper() == "OPENQUERY":
        given = given[1:]  # before it stands the name of a server
    own = _is_own(call)
    return [
        each.expression if isinstance(each, exp.Kwarg) else each
        for each in given
        if own or not (isinstance(each, exp.Kwarg) and each.this.name.upper() not in ("INPUT", "ROWCOUNT"))
    ]


def _is_own(call: exp.Expr) -> bool:
    """Whether a table function may be one of the project's own."""
    return isinstance(call, exp.Anonymous) and call.name.upper() not in rows.KNOWN


def _given_names(call: exp.Expr) -> tuple[str, ...]:
    """Return the parameters that the arguments of a project's own function are given for by name."""
    inner = call.expression if isinstance(call, exp.Dot) else call
    given = list(functions.arguments(inner)) if _is_own(inner) else []
    called = [names.variable_name(each.this.name) if isinstance(each, exp.Kwarg) else "" for each in given]
    return tuple(called) if any(called) else ()


def _unnamed(scope: Scope, argument: exp.Expr) -> exp.Expr:
    """Return the value of DuckDB's ``f(name = value)`` in FROM; any other argument as it is."""
    if scope.here.draft.facts.name != "duckdb" or not isinstance(argument, (exp.EQ, exp.PropertyEQ)):
        return argument
    named = isinstance(argument, exp.PropertyEQ) or isinstance(argument.this, exp.Column)
    return argument.expression if named else argument


def _is_numbered(node: exp.Expr) -> bool:
    """Whether WITH ORDINALITY stands behind a function; behind UNNEST the parser takes it apart itself."""
    return bool(node.args.get("ordinality")) or (
        isinstance(node.this, exp.Expr) and bool(node.this.args.get("ordinality"))
    )


def _offset(scope: Scope, node: exp.Expr) -> str:
    given = node.expression if isinstance(node, exp.AtIndex) else node.args.get("offset")
    if given is None and isinstance(node, exp.Lateral):
        given = node.this.args.get("offset")
    if isinstance(given, exp.Identifier):
        return names.column(scope.here.draft, given)
    return "offset" if given is True and scope.here.draft.facts.name == "bigquery" else ""
