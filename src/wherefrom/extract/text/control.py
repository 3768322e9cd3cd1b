"""Control words of procedural SQL: blocks, branches, loops, handlers, labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.script import PieceKind
from wherefrom.extract.text.walk import BLOCK, CASE, IF, LOOP, PACKAGE, SECTION, Walk

_THEN = frozenset({"THEN"})
_BODY = frozenset({"LOOP", "DO"})
_DML = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "EXECUTE"})
_TRANSACTION = frozenset(
    {
        "",
        ";",
        "WORK",
        "TRANSACTION",
        "TRAN",
        "ISOLATION",
        "READ",
        "DEFERRED",
        "IMMEDIATE",
        "EXCLUSIVE",
        "NAME",
        "CONCURRENT",
    }
)
_ENDS = {
    "IF": frozenset({IF}),
    "CASE": frozenset({CASE}),
    "LOOP": frozenset({LOOP}),
    "FOR": frozenset({LOOP}),
    "WHILE": frozenset({LOOP}),
    "REPEAT": frozenset({LOOP}),
    "FOREACH": frozenset({LOOP}),
}
_PLAIN_END = frozenset({BLOCK, CASE, PACKAGE, SECTION})


def begin(walk: Walk) -> None:
    """BEGIN: a transaction, the end of a declare section, or a block."""
    after = walk.word(1)
    transaction = after in _TRANSACTION - {"", ";"} or (not walk.inside and after in _TRANSACTION)
    if transaction:
        walk.put(PieceKind.CONTROL, walk.stop(), "BEGIN")
        return
    size = 2 if after in {"ATOMIC", "NOT"} else 1
    if walk.top in {SECTION, PACKAGE}:
        walk.frames[-1].kind = BLOCK
        walk.put(PieceKind.CONTROL, walk.at + size, "BEGIN")
        return
    walk.put(PieceKind.CONTROL, walk.at + size, "BEGIN")
    walk.open(BLOCK)


def end(walk: Walk) -> None:
    """END: of what its second word says, or of the innermost block."""
    kinds = _ENDS.get(walk.word(1), _PLAIN_END) if walk.frames else frozenset()
    stop = walk.stop()
    walk.tape.put(PieceKind.CONTROL, (walk.at, stop), walk.place, "END")
    walk.at = stop
    walk.close(kinds)


def branch(walk: Walk) -> None:
    """IF, ELSIF: the condition; what follows THEN is conditional."""
    then = walk.find(_THEN, walk.at + 1)
    if then < 0:
        plain(walk)
        return
    opens = walk.word() == "IF"
    walk.put(PieceKind.CONTROL, then + 1, walk.word(), walk.tape.query(walk.at + 1, then))
    if opens:
        walk.open(IF)


def otherwise(walk: Walk) -> None:
    """ELSE, also written ELSE IF."""
    walk.put(PieceKind.CONTROL, walk.at + 1, "ELSE")


def case(walk: Walk) -> None:
    """CASE as a statement: its WHENs follow."""
    when = walk.find(frozenset({"WHEN"}), walk.at + 1)
    walk.put(
        PieceKind.CONTROL,
        when if when > 0 else walk.stop(),
        "CASE",
        walk.tape.query(walk.at + 1, max(when, 0)),
    )
    walk.open(CASE)


def when(walk: Walk) -> None:
    """WHEN of a CASE statement or of a handler."""
    then = walk.find(_THEN, walk.at + 1)
    walk.put(
        PieceKind.CONTROL,
        then + 1 if then > 0 else walk.stop(),
        "WHEN",
        walk.tape.query(walk.at + 1, max(then, 0)),
    )


def handlers(walk: Walk) -> None:
    """EXCEPTION: from here to the end of its block everything is conditional."""
    walk.put(PieceKind.CONTROL, walk.at + 1, "EXCEPTION")
    if walk.frames:
        walk.frames[-1].place = replace(walk.frames[-1].place, conditional=True)


def loop(walk: Walk) -> None:
    """LOOP or REPEAT: cursors that are open feed it."""
    walk.put(PieceKind.CONTROL, walk.at + 1, walk.word())
    _open_loop(walk)


def until(walk: Walk) -> None:
    """UNTIL: the condition at the end of REPEAT."""
    stop = walk.find(frozenset({"END"}), walk.at + 1)
    walk.put(PieceKind.CONTROL, stop if stop > 0 else walk.stop(), "UNTIL")


def while_(walk: Walk) -> None:
    """WHILE: its condition up to LOOP or DO."""
    body = walk.find(_BODY, walk.at + 1)
    if body < 0:
        plain(walk)
        return
    walk.put(PieceKind.CONTROL, body + 1, "WHILE", walk.tape.query(walk.at + 1, body))
    _open_loop(walk)


def _open_loop(walk: Walk) -> None:
    walk.open(LOOP)
    frame = walk.frames[-1]
    more = tuple(one for one in walk.tape.opened if one not in frame.place.loops)
    frame.place = replace(frame.place, loops=frame.place.loops + more)


def for_(walk: Walk) -> None:
    """FOR: over a query, a cursor, text run as a query, or numbers."""
    body = walk.find(_BODY, walk.at + 1)
    if body < 0:
        plain(walk)
        return
    name = walk.tape.written(walk.at + 1, walk.at + 2)
    if (
        walk.word() == "FOREACH" and "ARRAY" in walk.tape.words[walk.at : body]
    ):  # its variable gets each element
        first = walk.tape.words.index("ARRAY", walk.at, body) + 1
        index = walk.tape.put(
            PieceKind.ASSIGN, (walk.at, body), walk.place, name, walk.tape.tokens[first:body]
        )
        assert index >= 0
        walk.at = body
        walk.put(PieceKind.CONTROL, body + 1, "LOOP")
        walk.open(LOOP)
        return
    kind, value = _source(walk, body)
    index = walk.put(kind, body + 1, name if kind is not PieceKind.CONTROL else "FOR", value)
    walk.open(LOOP, loop=index if kind is PieceKind.LOOP else -1)


def _source(walk: Walk, body: int) -> tuple[PieceKind, Sequence[Token] | None]:
    """Return what a FOR goes through: the kind of its piece, and the query's tokens."""
    words = walk.tape.words
    first = walk.at + 3
    if words[walk.at + 2 : walk.at + 3] == ["AS"] and "FOR" in words[first:body]:
        first = words.index("FOR", first, body) + 1
    if walk.tape.word(first) == "EXECUTE":
        return PieceKind.DYNAMIC, None
    if query := walk.tape.query(first, body):
        return PieceKind.LOOP, query
    name = walk.tape.written(first, walk.tape.past_name(first, body)).lower()
    known = walk.tape.cursors.get(name, -1)
    return (PieceKind.LOOP, walk.tape.pieces[known].value_tokens) if known >= 0 else (PieceKind.CONTROL, None)


def for_all(walk: Walk) -> None:
    """FORALL i IN a .. b: a statement that is run many times."""
    verb = walk.find(_DML, walk.at + 1)
    if verb < 0:
        plain(walk)
        return
    walk.put(PieceKind.CONTROL, verb, "FORALL")
    walk.open("HANDLER")


def label(walk: Walk) -> None:
    """<<name>>, or name: before a block or loop."""
    if walk.word() != "<":
        walk.put(PieceKind.CONTROL, walk.at + 2, "LABEL")
    elif walk.word(1) == "<" and walk.word(3) == walk.word(4) == ">":
        walk.put(PieceKind.CONTROL, walk.at + 5, "LABEL")
    else:
        plain(walk)


def plain(walk: Walk) -> None:
    """Anything else: one statement, to be parsed."""
    walk.put(PieceKind.STATEMENT, walk.stop())
    walk.finish()


def no_data(walk: Walk) -> None:
    """A statement that moves no data, whatever it says."""
    walk.put(PieceKind.CONTROL, walk.stop(), walk.word())
    walk.finish()
