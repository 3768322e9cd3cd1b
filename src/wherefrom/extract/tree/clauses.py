"""Clauses that the parser does not know and that name no column's source: how errors are kept, how values are shown.

Tokens are left out, or stand for another word in the same place, so every offset still is that of the file.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import word_set, words

_CHANGES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE"})


def _past_group(said: Sequence[str], start: int) -> int:
    """Return the index after the parentheses that open at ``start``; ``start`` where none do."""
    depth = 0
    for at in range(start, len(said)):
        depth += {"(": 1, ")": -1}.get(said[at], 0)
        if depth == 0:
            return at + (at > start)
    return len(said)


def without_error_log(tokens: list[Token]) -> list[Token]:
    """Leave out Oracle's LOG ERRORS: rows that fail go elsewhere, those that count do not."""
    said = words(tokens)
    for at in range(1, len(said) - 1):
        if said[at : at + 2] == ["LOG", "ERRORS"]:
            return [*tokens[:at], *tokens[_past_log(said, at + 2) :]]
    return tokens


def _past_log(said: Sequence[str], at: int) -> int:
    """Return the index after the table, the tag and the limit of LOG ERRORS."""
    if said[at : at + 1] == ["INTO"]:
        at += 2
        while said[at : at + 1] == ["."]:
            at += 2
    at = _past_group(said, at)
    return at + 3 if said[at : at + 2] == ["REJECT", "LIMIT"] else at


def without_evolution(tokens: list[Token]) -> list[Token]:
    """Leave out WITH SCHEMA EVOLUTION of Databricks' MERGE and INSERT: it adds the columns that are new."""
    said = words(tokens[:6])
    for at in range(1, len(said)):
        if said[at : at + 3] == ["WITH", "SCHEMA", "EVOLUTION"]:
            return [*tokens[:at], *tokens[at + 3 :]]
    return tokens


def without_top(tokens: list[Token]) -> list[Token]:
    """Leave out T-SQL's TOP (n) behind a changing verb: nothing orders these rows, so no column chooses them."""
    said = words(tokens)
    dropped: set[int] = set()
    for at in range(1, len(said) - 1):
        if said[at] == "TOP" and said[at + 1] == "(" and said[at - 1] in _CHANGES:
            end = _past_group(said, at + 1)
            dropped.update(range(at, end + (said[end : end + 1] == ["PERCENT"])))
    return [token for at, token in enumerate(tokens) if at not in dropped] if dropped else tokens


def without_file_format(tokens: list[Token]) -> list[Token]:
    """Leave out of T-SQL's OPENROWSET (BULK 'file', …) WITH (…) how the file is read: kept is OPENROWSET ('file')."""
    said = words(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        if said[at : at + 3] != ["OPENROWSET", "(", "BULK"]:
            kept.append(tokens[at])
            at += 1
            continue
        end = _past_group(said, at + 1)
        kept += [*tokens[at : at + 2], *tokens[at + 3 : at + 4], *tokens[end - 1 : end]]
        at = _past_group(said, end + 1) if said[end : end + 2] == ["WITH", "("] else end
    return kept


_LOCKED_FOR = frozenset({"ACCESS", "READ", "WRITE", "EXCLUSIVE", "SHARE", "CHECKSUM"})
_BEHIND_LOCK = frozenset({"MODE", "OVERRIDE", "NOWAIT"})


def without_locking(tokens: list[Token]) -> list[Token]:
    """Leave out Teradata's LOCKING … FOR ACCESS before a statement or a view's query: how it waits for others."""
    said = words(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        if said[at] in ("LOCKING", "LOCK") and (not kept or kept[-1].text.upper() == "AS"):
            end = next((to for to in range(at + 1, len(said)) if said[to] in _LOCKED_FOR), len(said)) + 1
            while said[end : end + 1] and said[end] in _BEHIND_LOCK:
                end += 1
            at = end
        else:
            kept.append(tokens[at])
            at += 1
    return kept or tokens


def with_own_name(tokens: list[Token]) -> list[Token]:
    """Say ``UPDATE t FROM q q SET`` for Teradata's ``UPDATE t FROM q SET``: the parser takes SET for an alias."""
    said = words(tokens)
    if said[0] not in ("UPDATE", "UPD") or "SET" not in said or "FROM" not in said[: said.index("SET")]:
        return tokens
    end = said.index("SET")
    start = end - 1
    while start > 1 and said[start - 1] == ".":
        start -= 2
    return [*tokens[:end], tokens[end - 1], *tokens[end:]] if said[start - 1] in ("FROM", ",") else tokens


def without_outfile(tokens: list[Token]) -> list[Token]:
    """Leave out the file that rows of a MySQL SELECT leave the database for: INTO OUTFILE 'x' FIELDS … ."""
    said = words(tokens)
    for at in range(1, len(said) - 1):
        if said[at] == "INTO" and said[at + 1] in ("OUTFILE", "DUMPFILE"):
            end = said.index("FROM", at) if "FROM" in said[at:] else len(said)
            return [*tokens[:at], *tokens[end:]]
    return tokens


def without_row(tokens: list[Token]) -> list[Token]:
    """Say ``VALUES (1, 2)`` for MySQL's ``VALUES ROW(1, 2)``: the parser takes ROW for a function."""
    said = words(tokens)
    at = said.index("VALUES") + 1 if "VALUES" in said else len(said)
    dropped = set()
    while said[at : at + 2] == ["ROW", "("]:
        dropped.add(at)
        at = _past_group(said, at + 1)
        at += said[at : at + 1] == [","]
    return [token for at, token in enumerate(tokens) if at not in dropped] if dropped else tokens


def mutation_as_change(tokens: list[Token]) -> list[Token]:
    """Say ``UPDATE t SET …`` or ``DELETE FROM t …`` for ClickHouse's ``ALTER TABLE t UPDATE …`` or ``DELETE …``.

    The part of the table that IN PARTITION names is left out: ``names_part`` tells it.
    """
    tokens = _without_part(tokens)
    said = words(tokens)
    if said[:2] != ["ALTER", "TABLE"]:
        return tokens
    end = 3
    while said[end : end + 1] == ["."]:
        end += 2
    verb = end + 3 if said[end : end + 2] == ["ON", "CLUSTER"] else end
    if said[verb : verb + 1] not in (["UPDATE"], ["DELETE"]):
        return tokens
    change, place = tokens[verb], tokens[verb]
    kind, word = (TokenType.SET, "SET") if said[verb] == "UPDATE" else (TokenType.FROM, "FROM")
    made = Token(kind, word, place.line, place.col, place.start, place.end)
    name, rest = tokens[2:end], tokens[verb + 1 : _past_rows(said, verb)]
    return [change, *name, made, *rest] if kind is TokenType.SET else [change, made, *name, *rest]


def _without_part(tokens: list[Token]) -> list[Token]:
    """Leave out a change's IN PARTITION, up to its WHERE."""
    said = words(tokens)
    start = _part(said)
    if start < 0 or "WHERE" not in said[start:]:
        return tokens
    return [*tokens[:start], *tokens[said.index("WHERE", start) :]]


def names_part(tokens: Sequence[Token]) -> bool:
    """Whether a change of ClickHouse is of the rows of one partition only, whatever its WHERE says."""
    return _part(words(list(tokens))) >= 0


def _part(said: Sequence[str]) -> int:
    """Return the index of IN PARTITION in a change; -1 where it is of the whole table."""
    if said[:1] not in (["ALTER"], ["UPDATE"], ["DELETE"]):
        return -1
    return next((at for at in range(len(said) - 1) if said[at] == "IN" and said[at + 1] == "PARTITION"), -1)


def _past_rows(said: Sequence[str], verb: int) -> int:
    """Return the index of the SETTINGS that end a mutation; the number of its words where it has none."""
    return said.index("SETTINGS", verb) if "SETTINGS" in said[verb:] else len(said)


def without_using(tokens: list[Token]) -> list[Token]:
    """Leave out Teradata's USING (a CHAR(3), …) before a statement: the types of the client's values, ``:a``."""
    said = words(tokens)
    return tokens[_past_group(said, 1) :] if said[:2] == ["USING", "("] else tokens


def without_statistics(tokens: list[Token]) -> list[Token]:
    """Leave out AND STATISTICS behind WITH DATA of Teradata's CREATE TABLE: what is known of the rows goes along."""
    said = words(tokens)
    for at in range(len(said) - 2, 2, -1):
        if said[at - 1 : at + 1] == ["DATA", "AND"]:
            end = at + 2 + (said[at + 1] == "NO")
            return [*tokens[:at], *tokens[end:]]
    return tokens


def without_rowid(tokens: list[Token]) -> list[Token]:
    """Leave out how SQLite keeps a table: WITHOUT ROWID, STRICT."""
    said = words(tokens)
    if said[:1] != ["CREATE"] or said[-1] not in ("ROWID", "STRICT"):
        return tokens
    end = len(said) - said[::-1].index(")") if ")" in said else len(said)
    return tokens[:end]


def without_pipeline(tokens: list[Token]) -> list[Token]:
    """Leave out what makes a table one of a Databricks pipeline: LIVE, before its name and others', and expectations."""
    said = words(tokens[:6])
    head = next((at for at in range(1, len(said)) if said[at] in ("TABLE", "VIEW")), 0)
    if head == 0 or said[0] != "CREATE" or said[head - 1] not in ("LIVE", "STREAMING"):
        return tokens
    said = words(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        if said[at] == "LIVE" and (at < head or said[at + 1 : at + 2] == ["."]):
            at += 1 + (at > head)
        elif said[at : at + 2] == ["(", "CONSTRAINT"] and "EXPECT" in said[at : at + 5]:
            at = _past_group(said, at)
        else:
            kept.append(tokens[at])
            at += 1
    return kept


_VIEW_ATTRIBUTES = frozenset({"SCHEMABINDING", "VIEW_METADATA", "ENCRYPTION", ","})


def without_view_attributes(tokens: list[Token]) -> list[Token]:
    """Leave out what T-SQL says of a view between its head and its query: WITH SCHEMABINDING, VIEW_METADATA."""
    said = words(tokens)
    for start in range(1, len(said) - 1):
        if said[start] == "WITH" and said[start + 1] in _VIEW_ATTRIBUTES:
            end = next(
                (at for at in range(start + 1, len(said)) if said[at] not in _VIEW_ATTRIBUTES), len(said)
            )
            return [*tokens[:start], *tokens[end:]]
        if said[start] == "AS":
            break
    return tokens


_TYPES = word_set(
    "DATE TIME TIMESTAMP INTEGER INT BIGINT SMALLINT BYTEINT DECIMAL DEC NUMERIC NUMBER FLOAT REAL DOUBLE CHAR "
    "CHARACTER VARCHAR BYTE VARBYTE CLOB BLOB"
)
_SHOWN = frozenset({"FORMAT", "TITLE"})
_FLAGS = frozenset({"UPPERCASE", "UC", "CASESPECIFIC", "CS", "NOT"})


def without_attributes(tokens: list[Token]) -> list[Token]:
    """Leave out Teradata's ``x (DATE, FORMAT 'yy', TITLE 't')``: a type and how to show it; ``(NAMED n)`` is AS n."""
    said = words(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _past_attributes(tokens, said, at) if kept and said[at] == "(" else 0
        if not end:
            kept.append(tokens[at])
            at += 1
            continue
        if "NAMED" in said[at:end]:
            named = said.index("NAMED", at, end)
            word = tokens[named]
            kept.append(Token(TokenType.ALIAS, "AS", word.line, word.col, word.start, word.end))
            kept.append(tokens[named + 1])
        at = end
    return kept if len(kept) < len(tokens) else tokens


def _past_attributes(tokens: Sequence[Token], said: Sequence[str], start: int) -> int:
    """Return the index after a bracket that holds attributes of a value and nothing else; 0 for any other."""
    at = start + 1
    while at < len(said):
        word = said[at]
        if (word in _SHOWN and tokens[at + 1].token_type is TokenType.STRING) or word == "NAMED":
            at += 2
        elif word in _FLAGS:
            at += 1
        elif word in _TYPES and at == start + 1 and said[start - 1] not in _CASTING:
            at = _past_type(said, at + 1)
        else:
            return 0
        if said[at : at + 1] == [")"]:
            return at + 1
        if said[at : at + 1] == [","]:
            at += 1
    return 0


_CASTING = frozenset({"AS", "RETURNS", ","})


def _past_type(said: Sequence[str], at: int) -> int:
    """Return the index after a type's length and character set."""
    at = _past_group(said, at) if said[at : at + 1] == ["("] else at
    return at + 3 if said[at : at + 2] == ["CHARACTER", "SET"] else at


def without_fallbacks(tokens: list[Token]) -> list[Token]:
    """Leave out what a JSON column of MySQL holds where the path finds nothing: NULL ON EMPTY, DEFAULT 'x' ON ERROR."""
    said = words(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        value = at + 1 + (said[at] == "DEFAULT")
        if said[at] in _FALLBACKS and said[value : value + 1] == ["ON"] and said[value + 1] in _OCCASIONS:
            at = value + 2
        else:
            kept.append(tokens[at])
            at += 1
    return kept


_FALLBACKS = frozenset({"NULL", "ERROR", "DEFAULT"})
_OCCASIONS = frozenset({"EMPTY", "ERROR"})
