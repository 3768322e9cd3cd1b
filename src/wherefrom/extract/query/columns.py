"""Column references, nested paths, variables and placeholders in value position."""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.expression import ColumnRef, Expression, Form
from wherefrom.domain.span import Span
from wherefrom.extract import names
from wherefrom.extract.draft import Scope
from wherefrom.extract.template.templates import is_macro
from wherefrom.extract.tree.frames import Range

_STRUCTURED = {
    "bigquery", "spark", "databricks", "hive", "duckdb", "trino", "presto", "athena", "clickhouse", "snowflake", "redshift",
}  # fmt: skip
"""Dialects in which ``a.b`` may be a field of the column a."""

_SEQUENCE = {"nextval", "currval"}
_NUMBERED = {"snowflake"}
"""Dialects in which ``$1`` is the first column; elsewhere it is the first parameter."""
_VARIABLE_SIGNS = {"sqlite": ("@", "$")}
"""What the name of a parameter may begin with where the parser takes it for a column."""


def read_column(scope: Scope, node: exp.Expr, found: Range) -> Expression:
    """Read a column reference as a leaf: a column, a parameter, or a generated value."""
    places, draft = scope.here.places, scope.here.draft
    if draft.facts.temporary_prefix:
        found = _with_signs(scope, node, found)
    text, span = places.slice(found), places.span(found)
    exact = not draft.masked.loops and _is_exact(node, found)  # a loop gives one text several meanings
    if exact and (known := draft.columns.get(text)) is not None and _stands(scope, known):
        return _reference(scope, known, span)
    parts = _parts(node)
    last = parts[-1]
    if isinstance(last, exp.Star):
        return Expression(Form.COLUMN, text, span, column=ColumnRef("*", _canonical(scope, parts[:-1]), text))
    if isinstance(last, exp.Parameter):
        return _positional(scope, node, found)
    other = _no_column(scope, node, parts, found, (text, span))
    if other is not None:
        return other
    if len(parts) > 1 and scope.here.records:
        scope.take_record(names.alias(draft, parts[-2]), span)
    qualifier, name, path = _narrow(scope, parts)
    ref = ColumnRef(name, qualifier, text, path)
    if exact and not path:
        draft.columns[text] = ref
    return _reference(scope, ref, span)


def _with_signs(scope: Scope, node: exp.Expr, found: Range) -> Range:
    """Return a column's range with the signs before a temporary table's name, of which the parser keeps no place."""
    table, kinds, start = node.args.get("table"), scope.here.places.kinds, found[0]
    if not isinstance(table, exp.Identifier) or not (
        table.args.get("temporary") or table.args.get("global_")
    ):
        return found
    while start and kinds[start - 1] is TokenType.HASH:
        start -= 1
    return (start, found[1])


def _is_exact(node: exp.Expr, found: Range) -> bool:
    """Whether a range around a column is the column's own: as many tokens as its names and dots."""
    args = node.args
    this = args.get("this")
    if type(this) is not exp.Identifier or not this._meta:  # noqa: SLF001  # the property gives every node a dictionary
        return False
    dots = (args.get("table") is not None) + (args.get("db") is not None) + (args.get("catalog") is not None)
    return found[1] - found[0] == 2 * dots


def _no_column(
    scope: Scope, node: exp.Expr, parts: list[exp.Expr], found: Range, said: tuple[str, Span]
) -> Expression | None:
    """Read a name that is no column: a variable, a placeholder, a string, or what ``_special`` reads."""
    draft, last = scope.here.draft, parts[-1]
    (text, span), raw = said, last.name
    placeholder = draft.masked.only_placeholder(raw)
    if len(parts) == 1:
        signs = _VARIABLE_SIGNS.get(draft.facts.name, ("@",))
        if placeholder and is_macro(draft.masked.restore(raw)):
            return Expression(Form.TEMPLATE, text, span)
        if placeholder or (isinstance(last, exp.Identifier) and raw.startswith(signs)):
            return read_variable(scope, node, found)
        if _is_string(scope, last):
            return Expression(Form.CONSTANT, text, span)
    elif placeholder:
        return Expression(Form.TEMPLATE, text, span)
    return _special(scope, parts, text, span)


def _stands(scope: Scope, ref: ColumnRef) -> bool:
    """Whether a name that was read elsewhere in the file means the same in this scope."""
    return not ref.qualifier or (
        not scope.here.records
        and not scope.here.draft.records
        and (not is_structured(scope) or scope.aliased(ref.qualifier[-1]))
    )


def _reference(scope: Scope, ref: ColumnRef, span: Span) -> Expression:
    alias = _alias(scope, ref)
    if alias >= 0 and (scope.first or (scope.keys is not None and ref.name not in scope.keys)):
        return Expression(Form.ALIAS, ref.written, span, item=alias)
    return Expression(Form.COLUMN, ref.written, span, column=ref, item=alias)


def _special(scope: Scope, parts: list[exp.Expr], text: str, span: Span) -> Expression | None:
    """Read a name that is no column: a generated value, a field of a script's record, ``session.x``."""
    made = _generated(scope, parts)
    if made:
        return Expression(Form.GENERATED, text, span, function=made)
    if len(parts) != 2:
        return None
    name = parts[-1].name.lower()
    if parts[0].name.lower() == "session" and name in scope.here.draft.variables:
        return Expression(Form.VARIABLE, text, span, function=name)
    if _of_routine(scope, parts):
        return Expression(Form.VARIABLE, text, span, function=name)
    record = _record(scope, parts)
    if not record:
        return None
    scope.take_record(names.alias(scope.here.draft, parts[0]), span)
    ref = ColumnRef(names.column(scope.here.draft, parts[-1]), (record,), text)
    return Expression(Form.VARIABLE, text, span, function=record, column=ref)


def _of_routine(scope: Scope, parts: list[exp.Expr]) -> bool:
    """Whether ``f.p`` is a parameter of the routine around, named with the routine's name; an input's name is nearer."""
    draft = scope.here.draft
    if scope.here.script not in draft.bodies:
        return False
    around = draft.bodies[scope.here.script][0].parts[-1]
    if names.part(draft, parts[0], draft.facts.tables) != around or scope.aliased(
        names.alias(draft, parts[0])
    ):
        return False
    script, name = draft.masked.restore(scope.here.script), names.variable_name(parts[1].name)
    own = any(each.script == script and name in each.parameters for each in draft.routines)
    return own and not names_input(scope, parts[:1])


def _record(scope: Scope, parts: list[exp.Expr]) -> str:
    """Return the script's record that ``r.x`` is a field of; empty for a column, which a loop's row has too."""
    draft = scope.here.draft
    name, alias = parts[0].name.lower(), names.alias(draft, parts[0])
    given, row = scope.input(alias), scope.here.records.get(alias)
    if given is not None and given.node != row:
        return ""
    if row is not None:
        field = f"{name}.{parts[-1].name}".lower()
        return name if any(each.name == field for each in draft.assignments) else ""
    return name if name in draft.records else ""


def _generated(scope: Scope, parts: list[exp.Expr]) -> str:
    """Return what a name that is no column generates; empty for a column."""
    last = parts[-1]
    name = last.name.lower()
    if len(parts) > 1 and name in _SEQUENCE:
        return last.name.upper()
    if (name, "GENERATED") in scope.here.draft.facts.pseudo_columns and not last.args.get("quoted"):
        return last.name if name[0] == "$" else last.name.upper()
    return ""


def _parts(node: exp.Expr) -> list[exp.Expr]:
    if isinstance(node, exp.Pseudocolumn):
        return [part for key in ("table", "this") if (part := node.args.get(key)) is not None]
    return [part for key in ("catalog", "db", "table", "this") if (part := node.args.get(key)) is not None]


def _canonical(scope: Scope, parts: list[exp.Expr]) -> tuple[str, ...]:
    return tuple(names.alias(scope.here.draft, part) for part in parts)


def _is_string(scope: Scope, identifier: exp.Expr) -> bool:
    """Whether a double-quoted bare name is a string in this dialect."""
    if not (scope.here.draft.facts.double_quoted_strings and identifier.args.get("quoted")):
        return False
    at = identifier.meta.get("start")
    return at is not None and scope.here.draft.text[at : at + 1] == '"'


def _narrow(scope: Scope, parts: list[exp.Expr]) -> tuple[tuple[str, ...], str, str]:
    """Tell the qualifier from the column and from the fields below it."""
    draft = scope.here.draft
    qualifier = _canonical(scope, parts[:-1])
    name = names.column(draft, parts[-1])
    if not qualifier or not is_structured(scope) or scope.aliased(qualifier[-1]):
        return qualifier, name, ""
    for cut, part in enumerate(qualifier):
        if scope.aliased(part):
            below = [names.column(draft, each) for each in parts[cut + 1 :]]
            return qualifier[: cut + 1], below[0], "$" + "".join(f".{each}" for each in below[1:])
    if _by_table(scope, qualifier):
        return qualifier, name, ""
    below = [names.column(draft, each) for each in parts]
    return (), below[0], "$" + "".join(f".{each}" for each in below[1:])


def member(scope: Scope, identifier: exp.Expr) -> str:
    """Return the name of a structure's member."""
    return names.column(scope.here.draft, identifier)


def is_structured(scope: Scope) -> bool:
    """Whether ``a.b`` may be a field of the column a in the scope's dialect."""
    return scope.here.draft.facts.name in _STRUCTURED


def names_input(scope: Scope, parts: list[exp.Expr]) -> bool:
    """Whether these parts of a name are an input without alias."""
    return _by_table(scope, _canonical(scope, parts))


def _by_table(scope: Scope, qualifier: tuple[str, ...]) -> bool:
    """Whether an input without alias is a table of that name."""
    ahead: Scope | None = scope
    while ahead is not None:
        for each in ahead.inputs:
            node = ahead.here.draft.nodes[each.node]
            if node is not None and node.name.split(".")[-1] == qualifier[-1]:
                return True
        ahead = ahead.outer
    return False


def _alias(scope: Scope, ref: ColumnRef) -> int:
    """Return the earlier item a bare name may mean; -1 where none can be."""
    if ref.qualifier or not scope.ready:
        return -1
    return scope.aliases.get(ref.name, -1)


def _positional(scope: Scope, node: exp.Expr, found: Range) -> Expression:
    """``t.$2``: a column by position."""
    here = scope.here
    text = here.places.slice(found)
    ordinal = node.this.this.name
    qualifier = _canonical(scope, _parts(node)[:-1])
    name = f"#{ordinal}" if ordinal.isdigit() else ordinal
    return Expression(Form.COLUMN, text, here.places.span(found), column=ColumnRef(name, qualifier, text))


def read_variable(scope: Scope, node: exp.Expr, found: Range) -> Expression:
    """Read a bind variable, script variable or bare placeholder."""
    here = scope.here
    if isinstance(node, exp.Parameter) and isinstance(node.this, exp.Parameter):  # @@ROWCOUNT
        text = f"@@{node.this.name}"
        return Expression(Form.GENERATED, text, here.places.span(found), function=text)
    numbered = isinstance(node, exp.Parameter) and isinstance(node.this, exp.Literal) and node.name.isdigit()
    if numbered and here.draft.facts.name in _NUMBERED:
        text, span = _written_variable(scope, node, found)
        return Expression(Form.COLUMN, text, span, column=ColumnRef(f"#{node.name}", (), text))
    if here.draft.masked.placeholders(node.name if isinstance(node, exp.Column) else ""):
        return Expression(Form.PARAMETER, here.places.slice(found), here.places.span(found))
    text, span = _written_variable(scope, node, found)
    return Expression(Form.VARIABLE, text, span, function=text.lstrip(":$").lower())


_SIGNS = (TokenType.PARAMETER, TokenType.COLON, TokenType.DOLLAR)


def _written_variable(scope: Scope, node: exp.Expr, found: Range) -> tuple[str, Span]:
    """Find a variable in its tokens by its name: the parser keeps no place of it."""
    places = scope.here.places
    name = node.name
    signed = scope.here.draft.facts.name == "tsql" and isinstance(node, exp.Parameter)
    sign = found[0] - 1
    first = sign if sign >= 0 and places.tokens[sign].token_type in _SIGNS else found[0]
    start, end = places.tokens[first].start, places.tokens[found[1]].end + 1
    signs = r"(?:@@?|:|\$|\?|%\()"
    whole = rf"{re.escape(name)}(?!\w)(?:\)s)?" if name else "(?!)"
    last = places.tokens[places.whole[1]].end + 1
    # A call around it may be placed by its name alone, and a column may have the variable's name.
    tries = [(signs + whole, end), (signs + whole, last), (rf"(?<!\w){whole}" if name else r"[?]|%s", end)]
    found_at = (re.compile(each, re.IGNORECASE).search(places.text, start, stop) for each, stop in tries)
    match = next((each for each in found_at if each is not None), None)
    if match is None or (signed and match.group()[:1] != "@"):
        return f"@{name}" if signed else name or places.slice(found), places.span(found)
    return match.group(), places.lines.span(match.start(), match.end())


def read_path(scope: Scope, node: exp.Expr, found: Range) -> Expression | None:
    """Read a nested or JSON path down to its column; None where it is no literal path."""
    steps: list[str] = []
    here: exp.Expr = node
    while True:
        if isinstance(here, (exp.Paren, exp.Cast)):
            here = here.this
        elif isinstance(here, exp.Dot) and isinstance(here.expression, (exp.Identifier, exp.Column)):
            steps.append(f".{names.column(scope.here.draft, here.expression)}")
            here = here.this
        elif isinstance(here, exp.Bracket) and len(here.expressions) == 1:
            key = here.expressions[0]
            if not isinstance(key, exp.Literal):
                return None
            steps.append(f".{key.name}" if key.is_string else f"[{key.name}]")
            here = here.this
        elif isinstance(here, _JSON):
            step = _json_step(here.expression)
            if step is None:
                return None
            steps.append(step)
            here = here.this
        else:
            break
    if not isinstance(here, exp.Column) or isinstance(here.this, exp.Star):
        return None
    base = read_column(scope, here, scope.here.places.of(here, found))
    if base.form is not Form.COLUMN or base.column is None:
        return None
    places = scope.here.places
    below = "".join(reversed(steps))
    path = (base.column.path or "$") + below
    ref = ColumnRef(base.column.name, base.column.qualifier, places.slice(found), path)
    return Expression(Form.COLUMN, places.slice(found), places.span(found), column=ref, item=base.item)


_JSON = (exp.JSONExtract, exp.JSONExtractScalar, exp.JSONBExtract, exp.JSONBExtractScalar)


def _json_step(path: exp.Expr) -> str | None:
    """Return a JSON path as a suffix, ``.a[0]``; None where it is not literal."""
    if isinstance(path, exp.JSONPath):
        steps = []
        for step in path.expressions:
            if isinstance(step, exp.JSONPathKey):
                steps.append(f".{step.this}")
            elif isinstance(step, exp.JSONPathSubscript):
                steps.append(f"[{step.this or 0}]")
            elif not isinstance(step, exp.JSONPathRoot):
                return None
        return "".join(steps)
    if isinstance(path, exp.Literal):
        text = path.name
        if text.startswith("{") and text.endswith("}"):
            return "".join(f"[{key}]" if key.isdigit() else f".{key}" for key in text[1:-1].split(",") if key)
        return f".{text}" if path.is_string else f"[{text}]"
    return None


def is_default(node: exp.Expr) -> bool:
    """Whether an expression is the word DEFAULT, which no dialect takes for a column unless it is quoted."""
    if isinstance(node, exp.Column) and not node.args.get("table"):
        node = node.this
    bare = isinstance(node, exp.Var) or (isinstance(node, exp.Identifier) and not node.args.get("quoted"))
    return bare and node.name.upper() == "DEFAULT"
