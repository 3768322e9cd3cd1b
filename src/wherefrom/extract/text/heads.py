"""Where a T-SQL statement ends: at a semicolon, at END, or where the next one begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wherefrom.extract.text.lexing import word_set
from wherefrom.extract.text.pieces import Tape

HEADS = word_set(
    "SELECT INSERT UPDATE DELETE MERGE WITH CREATE ALTER DROP TRUNCATE EXEC EXECUTE DECLARE SET IF ELSE WHILE BEGIN "
    "RETURN PRINT RAISERROR THROW COMMIT ROLLBACK SAVE BREAK CONTINUE GOTO WAITFOR OPEN FETCH CLOSE DEALLOCATE USE "
    "GRANT REVOKE DENY BACKUP RESTORE DBCC CHECKPOINT KILL RECONFIGURE BULK REVERT SHUTDOWN ENABLE DISABLE"
) | {"UPDATE STATISTICS"}
"""Words that begin a statement at depth zero, unless the open one waits for them."""
_MARKS = word_set("TO FROM CURSOR VALUES")
_STOPS = HEADS | _MARKS | word_set("( ) ; : CASE END")
_SET_OPERATORS = word_set("UNION EXCEPT INTERSECT")
_EVENTS = {
    "THEN": frozenset({"MERGE"}),
    "FOR": frozenset({"DECLARE", "SET", "CREATE", "ALTER", "SELECT"}),
    **dict.fromkeys(("AFTER", "BEFORE", "OF", "ON", ","), frozenset({"CREATE", "ALTER"})),
}
"""Words before INSERT, UPDATE, DELETE that make them events or branches, in these statements."""
_OBJECTS = word_set(
    "TABLE VIEW PROCEDURE PROC FUNCTION TRIGGER DATABASE SCHEMA USER LOGIN ROLE SEQUENCE TYPE SYNONYM STATISTICS "
    "CLUSTERED NONCLUSTERED UNIQUE"
)
_OPTIONS = word_set(
    "@ NOCOUNT ANSI_NULLS ANSI_PADDING ANSI_WARNINGS QUOTED_IDENTIFIER XACT_ABORT IDENTITY_INSERT ARITHABORT DATEFIRST "
    "DATEFORMAT LANGUAGE LOCK_TIMEOUT NOEXEC ROWCOUNT STATISTICS TRANSACTION CONCAT_NULL_YIELDS_NULL NUMERIC_ROUNDABORT "
    "DEADLOCK_PRIORITY FMTONLY IMPLICIT_TRANSACTIONS TEXTSIZE CONTEXT_INFO"
)
_NEVER_INSIDE = word_set("INSERT UPDATE DELETE TRUNCATE CREATE ALTER DROP EXEC EXECUTE DECLARE WHILE")
"""Words that stand in no bracket of a statement."""
_RIGHTS = frozenset({"GRANT", "REVOKE", "DENY"})


@dataclass(slots=True)
class _Open:
    """The statement that is open.

    Attributes:
        verb: Its first word; after WITH the verb of the statement proper.
        due: It waits for a query (INSERT, a cursor) or for its verb (WITH).
        set_due: It waits for its SET.
        to_seen: A GRANT has come to its TO.
    """

    verb: str
    due: bool
    set_due: bool
    to_seen: bool = False


def ends_at(tape: Tape, start: int, end: int) -> int:
    """Return the index after the last token of the statement that begins at ``start``.

    Args:
        tape: The tokens.
        start: Index of its first token.
        end: Index after the batch's last token.
    """
    verb = tape.words[start]
    cursor = verb == "DECLARE" and tape.word(start + 1) != "@"
    open_ = _Open(verb, cursor or verb in {"INSERT", "WITH"}, verb in {"UPDATE", "ALTER"})
    for index, word in _surface(tape.words, start + 1, end):
        if word in {";", "END"}:
            return index
        if word == ":":
            if index - 1 > start:
                return index - 1
        elif _begins(tape, index, open_):
            return index
    return _rescued(tape, start, end)


def _rescued(tape: Tape, start: int, end: int) -> int:
    """Return where a statement ends that runs to the batch's end behind a bracket that nothing closes.

    A line that begins with a word no bracket can hold begins the next statement: what is broken costs itself only.
    """
    opened: list[int] = []
    for index in range(start, end):
        if tape.words[index] == "(":
            opened.append(index)
        elif tape.words[index] == ")" and opened:
            opened.pop()
    for index in range(opened[0] + 1 if opened else end, end):
        first_of_line = "\n" in tape.text[tape.tokens[index - 1].end + 1 : tape.tokens[index].start]
        if first_of_line and tape.words[index] in _NEVER_INSIDE:
            return index
    return end


def _surface(words: list[str], start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the words that may matter, outside parentheses and CASE; semicolons always."""
    depth = cases = 0
    for index in range(start, end):
        word = words[index]
        if word not in _STOPS:
            continue
        if word == "(":
            depth += 1
        elif word == ")":
            depth = max(0, depth - 1)
        elif word == ";":
            yield index, word
        elif depth:
            continue
        elif word == "CASE":
            cases += 1
        elif word == "END" and cases:
            cases -= 1
        elif not cases or word == "END":
            yield index, word


def _begins(tape: Tape, index: int, open_: _Open) -> bool:
    """Return whether a word at depth zero begins a new statement; what it waited for has come if not."""
    word, before, after = tape.words[index], tape.word(index - 1), tape.word(index + 1)
    if word in _MARKS:
        _mark(word, open_)
        return False
    if open_.verb in _RIGHTS and not open_.to_seen:
        return False
    rule = _RULES.get(word)
    if rule is not None:
        return rule(tape, index, open_)
    if word in {"CREATE", "ALTER", "DROP"}:
        return _begins_definition(word, before, after, open_)
    return not (before in {"WITH", "AS"} and word in {"ROLLBACK", "GRANT", "EXECUTE", "EXEC"})


def _mark(word: str, open_: _Open) -> None:
    """A word that begins nothing, but changes what is waited for."""
    if word == "CURSOR" and open_.verb == "SET":
        open_.due = True
    elif word == "VALUES" and open_.verb == "INSERT":
        open_.due = False
    elif word in {"TO", "FROM"}:
        open_.to_seen = True


def _select(tape: Tape, index: int, open_: _Open) -> bool:
    before = tape.word(index - 1)
    if open_.due:
        open_.due = False
        if open_.verb == "WITH":
            open_.verb = "SELECT"
        return False
    operator = tape.word(index - 2) if before == "ALL" else before
    return operator not in _SET_OPERATORS and not (before == "AS" and open_.verb in {"CREATE", "ALTER"})


def _verb(tape: Tape, index: int, open_: _Open) -> bool:
    word, before, after = tape.words[index], tape.word(index - 1), tape.word(index + 1)
    if open_.verb in _EVENTS.get(before, ()) or before == "BULK":
        return False
    if open_.verb in {"IF", "WHILE"} and word == "UPDATE" and after == "(":
        return False
    if word == "MERGE" and after in {"JOIN", "UNION"}:
        return False
    if open_.verb == "WITH" and open_.due:
        open_.verb = word
        open_.due = word == "INSERT"
        open_.set_due = word == "UPDATE"
        return False
    return True


def _set(tape: Tape, index: int, open_: _Open) -> bool:
    if tape.word(index - 1) in {"UPDATE", "DELETE"}:
        return False
    if open_.set_due:
        open_.set_due = False
        return open_.verb == "ALTER" and tape.word(index + 1) in _OPTIONS
    return True


def _with(tape: Tape, index: int, open_: _Open) -> bool:
    """WITH begins a statement where it names a CTE; hints and options have another shape."""
    if open_.verb in {"CREATE", "ALTER", "DECLARE", "SET"} and tape.word(index - 1) in {"AS", "FOR"}:
        open_.verb, open_.due = "WITH", True
        return False
    if tape.word(index + 1) == "XMLNAMESPACES":
        return True
    place = index + 2
    if tape.word(place) == "(":
        while place < len(tape.words) and tape.words[place] not in {")", ";"}:
            place += 1
        place += 1
    return tape.word(index + 1) != "(" and tape.word(place) == "AS" and tape.word(place + 1) == "("


def _execute(tape: Tape, index: int, open_: _Open) -> bool:
    if open_.verb == "INSERT" and open_.due:
        open_.due = False
        return False
    return tape.word(index - 1) not in {"WITH", ",", "AS"} or tape.word(index + 1) != "AS"


def _if(tape: Tape, index: int, open_: _Open) -> bool:
    guard = tape.word(index + 1) == "EXISTS" and tape.word(index + 2) != "("
    return not (guard and open_.verb in {"DROP", "ALTER"})


def _fetch(tape: Tape, index: int, open_: _Open) -> bool:  # noqa: ARG001 - one signature for all rules
    return tape.word(index - 1) not in {"ROWS", "ROW"}


def _soft(tape: Tape, index: int, open_: _Open) -> bool:
    """Words that may also be names: they begin a statement only in its full shape."""
    word, after = tape.words[index], tape.word(index + 1)
    if word == "THROW":
        return after in {"", ";", "@", "END", "ELSE"}
    return after == "TRIGGER" and open_.verb != "ALTER"


def _begins_definition(word: str, before: str, after: str, open_: _Open) -> bool:
    if before in {"OR", "GRANT", ","}:
        return False
    if open_.verb == "ALTER" and word != "CREATE":
        return after in _OBJECTS
    return True


_RULES = {
    "SELECT": _select,
    "INSERT": _verb,
    "UPDATE": _verb,
    "DELETE": _verb,
    "MERGE": _verb,
    "SET": _set,
    "WITH": _with,
    "EXEC": _execute,
    "EXECUTE": _execute,
    "IF": _if,
    "FETCH": _fetch,
    "THROW": _soft,
    "ENABLE": _soft,
    "DISABLE": _soft,
}
