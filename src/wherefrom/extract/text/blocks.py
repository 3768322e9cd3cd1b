"""The walk itself: which word leads where (method 1.5: static DML inside bodies is evidence)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlglot.tokenizer_core import TokenType

from wherefrom.extract.text import control, variables
from wherefrom.extract.text.lexing import TokenError, tokenize, word_set
from wherefrom.extract.text.pieces import Place, Tape
from wherefrom.extract.text.routines import PURE_FUNCTIONS, Body, Head, read_head, read_named
from wherefrom.extract.text.script import PieceKind
from wherefrom.extract.text.walk import PACKAGE, ROUTINE, SECTION, Walk

_SCRIPTING = frozenset({"bigquery", "snowflake", "oracle", "databricks"})
"""Dialects with control statements outside routines."""


def walk_statements(tape: Tape, start: int, end: int, place: Place | None = None) -> None:
    """Put the pieces of a run of tokens.

    Args:
        tape: The tokens.
        start: Index of the first.
        end: Index after the last.
        place: Where the run stands, for the body of a routine; None for the file's own sequence.
    """
    walk = Walk(tape, start, end, place or Place(), body=place is not None)
    while walk.at < end:
        _step(walk)


def _step(walk: Walk) -> None:
    word = walk.word()
    if word == ";":
        walk.at += 1
        return
    if walk.top in {SECTION, PACKAGE} and word not in {"BEGIN", "END"}:
        _item(walk)
        return
    always = _ALWAYS.get(word)
    if always:
        always(walk)
        return
    inside = walk.inside or walk.tape.dialect in _SCRIPTING
    step = _INSIDE.get(word) if inside else None
    if step:
        step(walk)
    elif inside and walk.word(1) == ":" and word.isidentifier():
        control.label(walk)
    elif not (inside and _may_assign(walk) and variables.assigns(walk)):
        control.plain(walk)


def _may_assign(walk: Walk) -> bool:
    first = walk.tape.tokens[walk.at]
    named = first.token_type in {TokenType.VAR, TokenType.IDENTIFIER, TokenType.COLON}
    return named or walk.word(1) in {":=", "."}


def _item(walk: Walk) -> None:
    """One item of a declare section: a nested routine, or a declaration."""
    words = walk.tape.words
    index = walk.at
    while words[index : index + 1] and words[index] in {
        "MEMBER",
        "STATIC",
        "CONSTRUCTOR",
        "MAP",
        "ORDER",
        "FINAL",
    }:
        index += 1
    if walk.tape.word(index) in {"PROCEDURE", "FUNCTION"}:
        head = read_named(walk.tape, index, walk.end)
        if head:
            _enter(walk, head)
        else:
            walk.put(PieceKind.CONTROL, walk.stop(), words[index])
    elif walk.word() in {"BEFORE", "AFTER", "INSTEAD"} and "IS" in words[index : index + 6]:
        walk.put(PieceKind.CONTROL, words.index("IS", index) + 1, walk.word())
        walk.open(SECTION)
    else:
        variables.declaration(walk)


def _replace(walk: Walk) -> None:
    """REPLACE: in Teradata as CREATE; elsewhere a statement that inserts."""
    if walk.tape.dialect == "teradata":
        _create(walk)
    else:
        control.plain(walk)


def _update(walk: Walk) -> None:
    """UPDATE; in Teradata an INSERT may stand behind ELSE, for rows that are not there."""
    other = walk.find(frozenset({"ELSE"}), walk.at + 1) if walk.tape.dialect == "teradata" else -1
    if other < 0:
        control.plain(walk)
        return
    walk.put(PieceKind.STATEMENT, other)
    walk.put(PieceKind.CONTROL, other + 1, "ELSE")
    stop = walk.stop()
    walk.tape.put(PieceKind.STATEMENT, (walk.at, stop), replace(walk.place, conditional=True))
    walk.at = stop
    walk.finish()


def _async(walk: Walk) -> None:
    """ASYNC (statement): a child job of Snowflake scripting."""
    tape, start = walk.tape, walk.at
    after = tape.past_group(start + 1, walk.end)
    if walk.word(1) != "(":
        control.plain(walk)
        return
    tape.put(PieceKind.CONTROL, (start, start + 2), walk.place, "ASYNC")
    walk_statements(tape, start + 2, after - 1, walk.place)
    tape.put(PieceKind.CONTROL, (after - 1, after), walk.place, "END")
    walk.at = after
    walk.finish()


def _create(walk: Walk) -> None:
    head = read_head(walk.tape, walk.at, walk.end)
    if head is None:
        control.plain(walk)
    else:
        _enter(walk, head)


def _enter(walk: Walk, head: Head) -> None:
    """Put a routine's head, and go into its body."""
    tape = walk.tape
    outer = walk.place.script
    name = f"{outer}.{head.name}" if outer and walk.frames else head.name
    tape.put(PieceKind.PROCEDURE, (walk.at, head.body), walk.place, name, None, head.parameters)
    walk.at = head.body
    if head.form is Body.TEXT:
        _enter_text(walk, walk.within(name))
    elif head.form is Body.FOREIGN:
        if head.kind != "FUNCTION" or walk.tape.dialect not in PURE_FUNCTIONS:
            walk.tape.put(PieceKind.OPAQUE, (walk.at, walk.stop()), Place(name), "OPAQUE_STATEMENT")
        walk.at = walk.stop()
    elif head.form is Body.GROUP:
        _enter_group(walk, walk.within(name))
    elif head.form is Body.PACKAGE:
        walk.open(PACKAGE, script=name)
    else:
        walk.open(ROUTINE, script=name)
        if head.form is not Body.STATEMENT:
            walk.open(SECTION)


def _enter_group(walk: Walk, place: Place) -> None:
    """A body in parentheses, whose statements stand in ``place``: those of a macro, or a function's expression."""
    tape = walk.tape
    after = tape.past_group(walk.at, walk.end)
    if ";" in tape.words[walk.at : after] or tape.dialect == "teradata":
        walk_statements(tape, walk.at + 1, after - 1, place)
    else:
        tape.put(PieceKind.CONTROL, (walk.at, after), place, "RETURN", tape.query(walk.at, after))
    walk.at = after
    if walk.at < walk.stop():
        tape.put(PieceKind.CONTROL, (walk.at, walk.stop()), place, "END")
        walk.at = walk.stop()


def _enter_text(walk: Walk, place: Place) -> None:
    """A body given as quoted text, whose statements stand in ``place``: its tokens have the file's offsets."""
    tape, token = walk.tape, walk.tape.tokens[walk.at]
    start, end = inside_quotes(tape.text, token.start, token.end + 1)
    text = tape.text[start:end]
    plain = tape.text[token.start] == "$" or not ("''" in text or "\\" in text)
    try:
        inner = tape.inner(tokenize(text, tape.dialect, start)) if plain else None
    except TokenError:
        inner = None
    if inner is None or not inner.tokens:
        tape.put(PieceKind.OPAQUE, (walk.at, walk.at + 1), place, "OPAQUE_STATEMENT")
    elif _is_expression(inner):
        size = len(inner.tokens)
        inner.put(PieceKind.CONTROL, (0, size), place, "RETURN", inner.query(0, size))
    else:
        walk_statements(inner, 0, len(inner.tokens), place)
    stop = walk.stop()
    walk.at += 1
    if walk.at < stop:
        tape.put(PieceKind.CONTROL, (walk.at, stop), place, "END")
    walk.at = max(walk.at, stop)


def inside_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the inside of a quoted text: ``'…'``, ``$$…$$`` or ``$tag$…$tag$``."""
    size = text.index("$", start + 1) + 1 - start if text[start] == "$" else 1
    return start + size, end - size


def _is_expression(inner: Tape) -> bool:
    """Return whether the body of a function is one expression and no statement."""
    first = inner.word(0)
    known = (
        first in _ALWAYS
        or first in _INSIDE
        or first in {"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH"}
    )
    return bool(inner.tokens) and not known and ";" not in inner.words and first != "("


def _do(walk: Walk) -> None:
    """DO with a quoted block: it runs where it stands, in the file's own sequence."""
    tape = walk.tape
    stop = walk.stop()
    for index in range(walk.at + 1, stop):
        if tape.tokens[index].token_type in {TokenType.HEREDOC_STRING, TokenType.STRING}:
            walk.put(PieceKind.CONTROL, index, "DO")
            _enter_text(walk, walk.block())
            return
    control.plain(walk)


def _execute(walk: Walk) -> None:
    """EXECUTE: text run as SQL; of a quoted block the text is known; of a name it is a call."""
    tape = walk.tape
    first = tape.tokens[walk.at + 2] if walk.at + 2 < walk.end else None
    if walk.word(1) == "IMMEDIATE" and first is not None and tape.text[first.start] == "$":
        walk.put(PieceKind.CONTROL, walk.at + 2, "EXECUTE IMMEDIATE")
        _enter_text(walk, walk.block())
        return
    named = tape.dialect in {"teradata", "oracle"} and walk.word(1) != "IMMEDIATE"
    if named:
        variables.call(walk)
    elif walk.word(1) in {"TASK", "ALERT"}:
        control.no_data(walk)
    else:
        walk.put(PieceKind.DYNAMIC, walk.stop(), walk.word())
        walk.finish()


Step = Callable[[Walk], None]
_ALWAYS: dict[str, Step] = {
    "BEGIN": control.begin,
    "BEGIN TRANSACTION": control.no_data,
    "END": control.end,
    "CREATE": _create,
    "REPLACE": _replace,
    "UPDATE": _update,
    "UPD": _update,
    "DO": _do,
    "DECLARE": variables.declare,
    "SET": variables.assign_set,
    "CALL": variables.call,
    "EXECUTE": _execute,
    "EXEC": _execute,
    **dict.fromkeys(word_set("COMMIT ROLLBACK SAVEPOINT RELEASE START"), control.no_data),
}
_CONTROL_WORDS = word_set(
    "NULL EXIT CONTINUE LEAVE ITERATE BREAK GOTO SIGNAL RESIGNAL RAISE ASSERT PRAGMA PIPE GET PREPARE DEALLOCATE AWAIT"
)
_INSIDE: dict[str, Step] = {
    "IF": control.branch,
    "ELSIF": control.branch,
    "ELSEIF": control.branch,
    "ELSE": control.otherwise,
    "CASE": control.case,
    "WHEN": control.when,
    "EXCEPTION": control.handlers,
    "LOOP": control.loop,
    "REPEAT": control.loop,
    "UNTIL": control.until,
    "WHILE": control.while_,
    "FOR": control.for_,
    "FOREACH": control.for_,
    "FORALL": control.for_all,
    "<": control.label,
    "LET": variables.let,
    "RETURN": variables.give_back,
    "OPEN": variables.open_cursor,
    "FETCH": variables.fetch,
    "CLOSE": variables.close_cursor,
    "BT": control.no_data,  # Teradata's BEGIN and END TRANSACTION
    "ET": control.no_data,
    "PERFORM": variables.call,
    "ASYNC": _async,
    **dict.fromkeys(_CONTROL_WORDS, control.no_data),
}
