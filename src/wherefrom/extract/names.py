"""Canonical names from identifiers (method 1.4)."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.dialects import Folding, canonical_part, fold
from wherefrom.domain.names import TableName
from wherefrom.extract.draft import Draft, UnreadableError


def part(draft: Draft, identifier: exp.Expr | str, folding: Folding) -> str:
    """Return one part of a name in canonical form, placeholders as written."""
    if isinstance(identifier, exp.Identifier):
        text, quoted = str(identifier.this), bool(identifier.args.get("quoted"))
    else:
        text, quoted = (identifier if isinstance(identifier, str) else identifier.name), False
    key = (text, quoted, folding)
    found = draft.spelled.get(key)
    if found is None:
        restore = draft.masked.restore
        if restore(text) == text:
            found = canonical_part(text, quoted, folding)
        else:
            found = restore(text if folding is Folding.SENSITIVE else fold(text))
        draft.spelled[key] = found
    return found


def column(draft: Draft, identifier: exp.Expr | str) -> str:
    """Return a column's canonical name."""
    return part(draft, identifier, draft.facts.columns)


def alias(draft: Draft, identifier: exp.Expr | str | None) -> str:
    """Return the canonical form of an alias or CTE name; empty for None."""
    if identifier is None or identifier == "":
        return ""
    folding = draft.facts.tables
    return _signed(draft, identifier, Folding.INSENSITIVE if folding is Folding.SENSITIVE else folding)


def _signed(draft: Draft, identifier: exp.Expr | str, folding: Folding) -> str:
    """Return the canonical form of what may be a table's own name: ``#t``, ``##t`` and ``t`` are three tables."""
    prefix = draft.facts.temporary_prefix
    if not prefix or not isinstance(identifier, exp.Identifier):
        return part(draft, identifier, folding)
    text = str(identifier.this)
    bare = text.lstrip(prefix)
    signs = 2 if identifier.args.get("global_") else int(bool(identifier.args.get("temporary")))
    signs = max(signs, len(text) - len(bare))
    if not signs or not bare:
        return part(draft, identifier, folding)
    own = exp.Identifier(this=bare, quoted=bool(identifier.args.get("quoted")))
    return prefix * signs + part(draft, own, folding)


def columns(draft: Draft, given: exp.Expr | None) -> tuple[str, ...]:
    """Return the column alias list of a ``TableAlias``; empty if there is none."""
    if given is None:
        return ()
    return tuple(column(draft, _identifier(each)) for each in given.args.get("columns") or ())


def _identifier(node: exp.Expr) -> exp.Expr:
    return node.this if isinstance(node, (exp.ColumnDef, exp.Column)) else node


def table(draft: Draft, node: exp.Table, *, written: bool = False) -> TableName:
    """Return the logical name of a table.

    Args:
        draft: The file, with what its session said so far.
        node: The table as parsed.
        written: It is being created as a session-scoped table.

    Raises:
        UnreadableError: its schema or catalog is a parameter, so no name stands there.
    """
    facts = draft.facts
    identifiers = [each for each in _identifiers(node) if each is not None]
    restore = draft.masked.restore
    spelled = [restore(each.name if isinstance(each, exp.Expr) else each) for each in identifiers]
    text = ".".join(spelled)
    noted = node._meta or {}  # noqa: SLF001  # asking for the property gives every node a dictionary
    if noted.get("own"):
        own = tuple(part(draft, each, facts.tables) for each in identifiers)
        return TableName(own, text, reference=True)
    if noted.get("dynamic"):
        return TableName((text,), text, (text,))
    reference = _reference(draft, identifiers)
    if reference:
        folded = tuple(canonical_part(each, quoted=False, folding=facts.tables) for each in reference)
        return TableName(folded, text, reference=True)
    parts = [part(draft, each, facts.tables) for each in identifiers[:-1]]
    parts.append(last := _signed(draft, identifiers[-1], facts.tables))
    prefix = facts.temporary_prefix
    if prefix and last.startswith(prefix):
        signed = text if spelled[-1].startswith(prefix) else _with_sign(text, last)
        return TableName((last,), signed, temporary=not last.startswith(2 * prefix))
    if facts.name == "tsql" and spelled[-1].startswith("@"):
        return TableName((last,), text, temporary=True)
    if not facts.temporary_in_schema and _is_own(draft, parts, written=written):
        return TableName((last,), text, temporary=True)
    placeholders = draft.masked.placeholders(_masked(identifiers))
    if draft.session.searched:
        parts = _found_first(draft, parts, made=bool(noted.get("made")))
        if len(parts) == 1:
            return TableName((last,), text, placeholders, searched=_searched(draft))
    given = len(parts)
    parts, defaulted = _complete(draft, parts)
    before = " ".join(parts[: len(parts) - given])
    placeholders = (*draft.masked.within(before), *placeholders)
    full = ".".join(parts)
    if facts.temporary_in_schema and written:
        draft.temporary.add(full)
    hidden = facts.temporary_in_schema and full in draft.temporary  # by a temporary table of its schema
    return TableName(tuple(parts), text, placeholders, defaulted, hidden)


USER_SCHEMA = '"$user"'
"""The schema of a search_path that is called as the user is: no table of a snapshot is known to be in it."""


def _found_first(draft: Draft, parts: list[str], *, made: bool) -> list[str]:
    """Return a name with the first schema of the search_path, if the script made the table there."""
    session, first = draft.session, draft.session.searched[0]
    if made and first != USER_SCHEMA and parts[:-1] in ([], [first]):
        session.made.add(parts[-1])
    return [first, *parts] if len(parts) == 1 and parts[0] in session.made else parts


def _searched(draft: Draft) -> tuple[str, ...]:
    """Return the schemas of the session's search_path, with their catalog where it is known."""
    catalog = draft.session.catalog if draft.session.catalog is not None else draft.settings.default_catalog
    return tuple(f"{catalog}.{each}" if catalog else each for each in draft.session.searched)


_SESSION = (["_session"], ["_SESSION"], ["pg_temp"])
"""Schemas that hold a session's own tables."""


def _with_sign(written: str, last: str) -> str:
    """Return a name as it is written where the parser took the sign of a temporary table off it."""
    schema, dot, bare = written.rpartition(".")
    signs = last[: len(last) - len(last.lstrip(last[0]))]
    return f"{schema}{dot}{signs}{bare}"


def _is_own(draft: Draft, parts: list[str], *, written: bool) -> bool:
    """Whether a name is that of a session-scoped table, which has no schema of the script's."""
    last, full = parts[-1], ".".join(parts)
    if written:
        draft.temporary.update((last, full))
    alone = len(parts) == 1 or parts[:-1] in _SESSION
    return written or (last if alone else full) in draft.temporary


def _identifiers(node: exp.Table) -> list[exp.Expr | str]:
    found: list[exp.Expr | str] = []
    for key in ("catalog", "db"):
        value = node.args.get(key)
        if isinstance(value, (exp.Parameter, exp.Placeholder)):
            raise UnreadableError("a parameter of the client stands where a schema has its name")
        if value is not None and value != "":
            found.append(value)
        elif found:
            found.append("")
    this = node.this
    while isinstance(this, exp.Dot):
        found.append(this.this)
        this = this.expression
    found.append(f"@{this.name}" if isinstance(this, exp.Parameter) else this)
    return found


def _masked(identifiers: list[exp.Expr | str]) -> str:
    return " ".join(each.name if isinstance(each, exp.Expr) else each for each in identifiers)


def _reference(draft: Draft, identifiers: list[exp.Expr | str]) -> tuple[str, ...]:
    """Return the parts of a project reference, ``{{ ref('m') }}``; empty if it is none."""
    if len(identifiers) != 1:
        return ()
    text = identifiers[0].name if isinstance(identifiers[0], exp.Expr) else identifiers[0]
    if not text or text != text[0] * len(text):
        return ()
    found = draft.masked.references.get(text[0], ())
    if found and found[0] in ("ref", "source"):
        return tuple(found[1:]) if found[0] == "source" else (found[-1],)
    return (draft.settings.path_target,) if found[:1] == ("this",) and draft.settings.path_target else ()


def _complete(draft: Draft, parts: list[str]) -> tuple[list[str], int]:
    """Add the schema and catalog that the file proves or the configuration gives."""
    facts, settings, session = draft.facts, draft.settings, draft.session
    defaulted = 0
    parts = [each or (settings.default_schema or facts.default_schema) for each in parts]
    if len(parts) == 1:
        proven = session.schema
        if proven is None and session.catalog is not None and facts.default_schema:
            proven = facts.default_schema
        schema = proven if proven is not None else settings.default_schema
        if schema:
            parts = [schema, *parts]
            defaulted += proven is None
    if len(parts) == 2:
        catalog = session.catalog if session.catalog is not None else settings.default_catalog
        if catalog:
            parts = [catalog, *parts]
            defaulted += session.catalog is None
    return parts, defaulted


def assigned_name(name: str) -> tuple[str, bool]:
    """Return the name of what is assigned to without its subscripts, and whether it has some.

    ``l(i).x`` is an element of ``l.x``.
    """
    depth, kept = 0, []
    for each in name:
        depth += each in "(["
        if depth == 0 and not each.isspace():
            kept.append(each)
        depth -= each in ")]"
    plain = "".join(kept)
    return plain, plain != "".join(name.split())


def variable_name(name: str) -> str:
    """Return a variable's name as statements are searched for it: lower case, ``:`` and ``$`` taken off."""
    return name.lower().lstrip(":$")
