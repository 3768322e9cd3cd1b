"""Variables, cursors and calls of procedural SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.control import no_data, plain
from wherefrom.extract.text.lexing import word_set
from wherefrom.extract.text.script import PieceKind
from wherefrom.extract.text.walk import HANDLER, SECTION, Walk

_SIGNS = (":=", "DEFAULT", "=")
_LISTED = frozenset({"mysql", "bigquery", "teradata", "databricks", "spark", "trino"})
_SET_OPTIONS = word_set(
    "GLOBAL SESSION LOCAL NAMES PERSIST PERSIST_ONLY CHARACTER CHARSET TRANSACTION PASSWORD ROLE DEFAULT RESOURCE"
)
_TYPES = frozenset({"TYPE", "SUBTYPE", "PRAGMA"})


def declare(walk: Walk) -> None:
    """DECLARE: one statement, or a section up to BEGIN, as the dialect has it."""
    if walk.tape.dialect in _LISTED:
        _declare_one(walk)
    elif walk.tape.dialect in {"postgres", "redshift"} and not walk.inside:
        stop = walk.stop()
        _cursor(walk, walk.at + 1, stop) if "CURSOR" in walk.tape.words[walk.at : stop] else no_data(walk)
    else:
        walk.put(PieceKind.CONTROL, walk.at + 1, "DECLARE")
        walk.open(SECTION)


def _declare_one(walk: Walk) -> None:
    words, stop, start = walk.tape.words, walk.stop(), walk.at
    kind = words[start + 1 : min(start + 4, stop)]
    if "HANDLER" in kind:
        _handler(walk)
    elif "CURSOR" in kind:
        _cursor(walk, start + 1, stop)
    elif "CONDITION" in kind:
        no_data(walk)
    else:
        first = start + 1
        if words[first : first + 2] == ["OR", "REPLACE"]:
            first += 2
        first += walk.tape.word(first) in {"VARIABLE", "VAR"}
        _variables(walk, first, stop)


def _handler(walk: Walk) -> None:
    """DECLARE … HANDLER FOR conditions: its one statement, or block, is conditional."""
    words, index = walk.tape.words, walk.at
    while index < walk.end and words[index] != "FOR":
        index += 1
    index += 1
    while index < walk.end and (words[index] in _CONDITIONS or not words[index]):
        index += 1
    walk.put(PieceKind.CONTROL, index, "HANDLER")
    walk.open(HANDLER)


_CONDITIONS = frozenset({"NOT", "FOUND", "SQLEXCEPTION", "SQLWARNING", "SQLSTATE", "VALUE", ","})


def _variables(walk: Walk, first: int, stop: int) -> None:
    """DECLARE a, b INT DEFAULT 0: every name gets the value."""
    start, value = walk.at, _value(walk, first, stop)
    ranges = _outside_types(walk, walk.tape.commas(first, stop))
    names = [one for one, _ in ranges]
    shared = all(last - one == 1 for one, last in ranges[:-1])
    for number, (one, last) in enumerate(ranges):
        begin = start if number == 0 else one
        name = walk.tape.written(one, walk.tape.past_name(one, last))
        own = value if shared else _value(walk, one, last)
        walk.tape.put(PieceKind.DECLARE, (begin, last), walk.place, name, own)
    walk.at = stop if names else stop + 1
    walk.finish()


def _outside_types(walk: Walk, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges between commas, those put together that part the members of a type: ``STRUCT<a INT64, b INT64>``."""
    found: list[tuple[int, int]] = []
    depth = 0
    for start, stop in ranges:
        if depth > 0:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
        said = "".join(walk.tape.words[start : _value_sign(walk, start, stop)])
        depth += said.count("<") - said.count(">")
    return found


def _value(walk: Walk, start: int, stop: int) -> Sequence[Token] | None:
    """Return the tokens of an initial value, or None."""
    return walk.tape.tokens[_value_sign(walk, start, stop) + 1 : stop] or None


def _value_sign(walk: Walk, start: int, stop: int) -> int:
    """Return the index of the sign before an initial value, or ``stop``."""
    depth = 0
    for index in range(start, stop):
        word = walk.tape.words[index]
        depth += 1 if word == "(" else -1 if word == ")" else 0
        if depth == 0 and word in _SIGNS:
            return index
    return stop


def _cursor(walk: Walk, first: int, stop: int) -> None:
    """A cursor with its query, in any spelling: the query follows FOR or IS."""
    words, tape = walk.tape.words, walk.tape
    named = first + 1 if words[first] == "CURSOR" else first
    name = tape.written(named, named + 1)
    after = named + 1
    parameters: tuple[str, ...] = ()
    if tape.word(after) == "(":
        inside = tape.commas(after + 1, tape.past_group(after, stop) - 1)
        parameters = tuple(tape.written(one, one + 1) for one, _ in inside)
    while after < stop and words[after] not in {"FOR", "IS"}:
        after = tape.past_group(after, stop) if words[after] == "(" else after + 1
    query = walk.tape.query(after + 1, stop)
    if query is None and after + 1 < stop:
        known = tape.cursors.get(tape.written(after + 1, after + 2).lower(), -1)
        query = tape.pieces[known].value_tokens if known >= 0 else None
    kind = PieceKind.LOOP if after < stop else PieceKind.CONTROL
    index = walk.put(kind, stop, name, query, parameters)
    tape.cursors[name.lower()] = index
    walk.finish()


def declaration(walk: Walk) -> None:
    """One item of a declare section or package."""
    words, stop, start = walk.tape.words, walk.stop(), walk.at
    head = words[start]
    if head in _TYPES or stop - start == 1:
        walk.put(PieceKind.CONTROL, stop, head or "DECLARE")
    elif head == "CURSOR" or "CURSOR" in words[start + 1 : min(start + 4, stop)]:
        _cursor(walk, start, stop)
    elif words[start + 1] in {"EXCEPTION", "ALIAS"}:
        walk.put(PieceKind.CONTROL, stop, words[start + 1])
    else:
        name, value = walk.tape.written(start, start + 1), _value(walk, start + 1, stop)
        index = walk.put(PieceKind.DECLARE, stop, name, value)
        if "RESULTSET" in words[start + 1 : min(start + 3, stop)]:
            walk.tape.cursors[name.lower()] = index


def assign_set(walk: Walk) -> None:
    """SET: variables, or the session's own settings (a statement)."""
    tape, stop, start = walk.tape, walk.stop(), walk.at
    first = start + 1
    if tape.word(first) in {"VAR", "VARIABLE"}:
        first += 1
    elif not _sets_variables(walk):
        plain(walk)
        return
    for number, (one, last) in enumerate(
        tape.commas(first, stop) if tape.dialect == "mysql" else [(first, stop)]
    ):
        sign = _sign(walk, one, last)
        name = tape.written(one, sign)
        targets = (
            tuple(tape.written(*each) for each in tape.commas(one + 1, sign - 1))
            if tape.word(one) == "("
            else ()
        )
        begin = start if number == 0 else one
        tape.put(PieceKind.ASSIGN, (begin, last), walk.place, name, tape.tokens[sign + 1 : last], targets)
    walk.at = stop
    walk.finish()


def _sets_variables(walk: Walk) -> bool:
    """Return whether SET gives a value to a variable in this dialect, here."""
    first, dialect = walk.word(1), walk.tape.dialect
    if _sign(walk, walk.at + 1, walk.stop()) >= walk.stop():
        return False
    if dialect == "bigquery":  # it has no options beside @@x
        return True
    if first in _SET_OPTIONS:
        return False
    if dialect == "mysql":
        return (first == "@" and walk.word(2) != "@") or (walk.inside and first != "@")
    return dialect == "snowflake" or (walk.inside and dialect not in {"postgres", "redshift", "oracle"})


def _sign(walk: Walk, start: int, stop: int) -> int:
    """Return the index of the assignment sign, or ``stop``."""
    for index in range(start, stop):
        if walk.tape.words[index] in {"=", ":="}:
            return index
    return stop


def let(walk: Walk) -> None:
    """LET name [type] := value, a result set, or a cursor."""
    stop, first = walk.stop(), walk.at + 1
    if "CURSOR" in walk.tape.words[first : first + 3]:
        _cursor(walk, first, stop)
        return
    name, sign = walk.tape.written(first, first + 1), _value_sign(walk, first + 1, stop)
    walk.tape.cursors[name.lower()] = _assign(walk, PieceKind.DECLARE, name, sign, stop)
    walk.finish()


def _assign(walk: Walk, kind: PieceKind, name: str, sign: int, stop: int) -> int:
    """Put a value given to a variable, its sign at ``sign``; of what a call gives back, the call is what is known."""
    called = sign + 1 + (walk.tape.word(sign + 1) == "(")
    if walk.tape.word(called) == "CALL":
        routine = walk.tape.written(called + 1, walk.tape.past_name(called + 1, stop))
        return walk.put(PieceKind.CALL, stop, routine)
    return walk.put(kind, stop, name, walk.tape.tokens[sign + 1 : stop] or None)


def give_back(walk: Walk) -> None:
    """RETURN, also of a query, a table, or text run as a query."""
    stop, first = walk.stop(), walk.at + 1
    word = walk.word(1)
    if word in {"QUERY", "TABLE", "NEXT"}:
        first += 1
        dynamic = walk.tape.word(first) == "EXECUTE"
        walk.put(
            PieceKind.DYNAMIC if dynamic else PieceKind.CONTROL,
            stop,
            f"RETURN {word}",
            walk.tape.query(first, stop),
        )
    else:
        walk.put(PieceKind.CONTROL, stop, "RETURN", walk.tape.query(first, stop))
    walk.finish()


def open_cursor(walk: Walk) -> None:
    """OPEN: a declared cursor, or one that gets its query here."""
    tape, stop, start = walk.tape, walk.stop(), walk.at
    name = tape.written(start + 1, start + 2)
    if "FOR" in tape.words[start:stop]:
        query = walk.tape.query(tape.words.index("FOR", start, stop) + 1, stop)
        index = walk.put(PieceKind.LOOP if query else PieceKind.DYNAMIC, stop, name, query)
        if query:
            tape.cursors[name.lower()] = index
            tape.opened.append(index)
    else:
        walk.put(PieceKind.CONTROL, stop, f"OPEN {name}")
        known = tape.cursors.get(name.lower(), -1)
        if known >= 0:
            tape.opened.append(known)
    walk.finish()


def fetch(walk: Walk) -> None:
    """FETCH: from which cursor, into which variables."""
    tape, stop, start = walk.tape, walk.stop(), walk.at
    words = tape.words
    into = next((at for at in range(start, stop) if words[at] in {"INTO", "BULK COLLECT INTO"}), stop)
    last = words.index("LIMIT", into, stop) if "LIMIT" in words[into:stop] else stop
    targets = tuple(tape.written(*one) for one in tape.commas(into + 1, last)) if into < stop else ()
    name = tape.written(into - 1, into) if into < stop else tape.written(start + 1, start + 2)
    tape.put(PieceKind.CONTROL, (start, stop), walk.place, f"FETCH {name}", None, targets)
    walk.at = stop
    walk.finish()


def close_cursor(walk: Walk) -> None:
    """CLOSE: the cursor feeds no loop any more."""
    name = walk.tape.written(walk.at + 1, walk.at + 2)
    known = walk.tape.cursors.get(name.lower(), -1)
    if known in walk.tape.opened:
        walk.tape.opened.remove(known)
    walk.put(PieceKind.CONTROL, walk.stop(), f"CLOSE {name}")
    walk.finish()


def call(walk: Walk) -> None:
    """CALL of a procedure by name; PERFORM of a function, or of a query (then it calls nothing by name)."""
    tape, first, stop = walk.tape, walk.at + 1, walk.stop()
    after = tape.past_name(first, walk.end)
    query = walk.word() == "PERFORM" and not (
        tape.word(after) == "(" and tape.past_group(after, stop) == stop
    )
    name = "" if query else tape.written(first, after)
    if name.upper() == "DBC.SYSEXECSQL":
        walk.put(PieceKind.DYNAMIC, stop, name)
        walk.finish()
        return
    walk.put(PieceKind.CALL, walk.stop(), name, walk.tape.query(first, walk.stop()))
    walk.finish()


def assigns(walk: Walk) -> bool:
    """Put an assignment without a keyword, or a bare call, and return whether there was one."""
    tape, stop, start = walk.tape, walk.stop(), walk.at
    after = _past_target(walk, start, stop)
    sign = tape.word(after) if after < stop else ""
    dotted = tape.word(start + 1) == "."  # no word of SQL is followed by a dot
    if sign in {":=", "="}:
        _assign(walk, PieceKind.ASSIGN, tape.written(start, after), after, stop)
    elif after == stop and (dotted or tape.tokens[start].token_type in {TokenType.VAR, TokenType.IDENTIFIER}):
        walk.put(PieceKind.CALL, stop, tape.written(start, tape.past_name(start, stop)))
    else:
        return False
    walk.finish()
    return True


def _past_target(walk: Walk, start: int, stop: int) -> int:
    """Return the index after what may be assigned to or called: ``a.b``, ``l(1).x``, ``p(1, 2)``."""
    tape, after = walk.tape, walk.tape.past_name(start, stop)
    while after < stop and tape.words[after] in {"(", "["}:
        after = tape.past_group(after, stop) if tape.words[after] == "(" else _past_bracket(walk, after, stop)
        if tape.word(after) == ".":
            after = tape.past_name(after + 1, stop)
    return min(after, stop)


def _past_bracket(walk: Walk, start: int, stop: int) -> int:
    words = walk.tape.words
    return words.index("]", start, stop) + 1 if "]" in words[start:stop] else stop
