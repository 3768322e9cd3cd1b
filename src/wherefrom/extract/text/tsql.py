"""T-SQL: statements need no semicolon, so one ends where the next begins (method 1.5).

A batch (what stands between two GO) is walked once. A reserved word at depth zero begins a new
statement unless the open one still waits for it: the SELECT of an INSERT, the SET of an UPDATE,
the verbs after THEN in a MERGE.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.heads import HEADS, ends_at
from wherefrom.extract.text.lexing import word_set
from wherefrom.extract.text.pieces import Place, Tape
from wherefrom.extract.text.script import PieceKind
from wherefrom.extract.text.tsql_routines import read_routine

_CONTROL = word_set(
    "PRINT RAISERROR THROW COMMIT ROLLBACK SAVE BREAK CONTINUE GOTO WAITFOR DENY DBCC KILL BACKUP RESTORE "
    "CHECKPOINT RECONFIGURE REVERT SHUTDOWN ENABLE DISABLE SEND RECEIVE MOVE GRANT REVOKE"
)
_OBJECTS_OF_BEGIN = frozenset({"TRAN", "TRANSACTION", "DISTRIBUTED", "DIALOG", "CONVERSATION"})


@dataclass(slots=True)
class _Frame:
    """Something open: a BEGIN block, or an IF/WHILE that waits for its one statement."""

    kind: str
    place: Place


class BatchWalk:
    """One batch on its way from the first token to the last."""

    def __init__(self, tape: Tape, start: int, end: int) -> None:
        self.tape = tape
        self.at = start
        self.end = end
        self.first = start
        self.frames: list[_Frame] = []
        self.base = Place(blocks=(~len(tape.pieces),))  # variables live in one batch
        self.rows: Sequence[Token] = ()  # the variable whose rows the function around gives

    @property
    def place(self) -> Place:
        """Where the next statement stands."""
        return self.frames[-1].place if self.frames else self.base

    def run(self) -> None:
        """Put every piece of the batch."""
        steps = {
            "IF": self.branch,
            "WHILE": self.branch,
            "ELSE": self.otherwise,
            "BEGIN": self.begin,
            "END": self.close,
            "CREATE": self.create,
            "ALTER": self.create,
            "DECLARE": self.declare,
            "SET": self.assign,
            "EXEC": self.execute,
            "EXECUTE": self.execute,
            "OPEN": self.cursor,
            "FETCH": self.cursor,
            "CLOSE": self.cursor,
            "DEALLOCATE": self.cursor,
            "RETURN": self.give_back,
        }
        while self.at < self.end:
            word = self.tape.words[self.at]
            if word == ";":
                self.at += 1
                continue
            steps.get(word, self.other)()

    def finish(self) -> None:
        """Close what waited for one statement, now that it has come; ELSE keeps its IF open."""
        while self.frames and self.frames[-1].kind != "BLOCK":
            after = self.at
            while after < self.end and self.tape.words[after] == ";":
                after += 1
            if self.frames[-1].kind == "IF" and after < self.end and self.tape.words[after] == "ELSE":
                self.at = after
                return
            self.frames.pop()

    def put(self, kind: PieceKind, end: int, name: str = "", value: Sequence[Token] | None = None) -> int:
        """Put what stands from here to ``end``, and go on there."""
        end = min(end, self.end)
        index = self.tape.put(kind, (self.at, end), self.place, name, value)
        self.at = max(end, self.at + 1)
        return index

    def branch(self) -> None:
        """IF or WHILE: its condition is a piece, its statement is conditional."""
        word, start = self.tape.words[self.at], self.at
        end = ends_at(self.tape, start, self.end)
        opened = tuple(one for one in self.tape.opened if one not in self.place.loops)
        loops = self.place.loops + (opened if word == "WHILE" else ())
        inside = replace(self.place, conditional=True, loops=loops)
        self.put(PieceKind.CONTROL, end, word, self.tape.query(start + 1, end))
        self.frames.append(_Frame(word, inside))

    def otherwise(self) -> None:
        """ELSE: goes with the IF that is open."""
        if self.frames and self.frames[-1].kind == "IF":
            self.frames[-1].kind = "ELSE"
        self.put(PieceKind.CONTROL, self.at + 1, "ELSE")

    def begin(self) -> None:
        """BEGIN: a block, TRY, CATCH, or a transaction (which is a statement of its own)."""
        word = self.tape.word(self.at + 1)
        if word in _OBJECTS_OF_BEGIN:
            self.put(PieceKind.CONTROL, ends_at(self.tape, self.at + 1, self.end), "BEGIN")
            self.finish()
            return
        catch = word == "CATCH"
        inside = replace(self.place, conditional=self.place.conditional or catch)
        size = 2 if word in {"TRY", "CATCH", "ATOMIC"} else 1
        end = self.at + size
        if word == "ATOMIC" and self.tape.word(end) == "WITH":
            end = self.tape.past_group(end + 1, self.end)
        self.put(PieceKind.CONTROL, min(end, self.end), "BEGIN" if size == 1 else f"BEGIN {word}")
        opened = len(self.tape.pieces) - 1
        self.frames.append(_Frame("BLOCK", replace(inside, blocks=(*inside.blocks, opened))))

    def close(self) -> None:
        """END of the innermost block."""
        word = self.tape.word(self.at + 1)
        if word == "CONVERSATION":
            self.put(PieceKind.CONTROL, ends_at(self.tape, self.at, self.end), "END CONVERSATION")
            self.finish()
            return
        while self.frames and self.frames.pop().kind != "BLOCK":
            continue
        whole = word in {"TRY", "CATCH"}
        self.put(PieceKind.CONTROL, self.at + 1 + whole, f"END {word}" if whole else "END")
        self.finish()

    def create(self) -> None:
        """CREATE or ALTER: a routine's body runs to the end of the batch; the rest is a statement."""
        routine = read_routine(self.tape, self.at, self.end)
        if routine is None:
            self.other()
            return
        first, last = routine.rows
        self.tape.put(
            PieceKind.PROCEDURE,
            (self.at, first or routine.body),
            self.place,
            routine.name,
            None,
            routine.parameters,
        )
        opened = len(self.tape.pieces) - 1
        self.base = Place(routine.name, blocks=(*self.base.blocks, opened))
        named = self.tape.written(first, first + 2) if first else ""
        self.tape.put(PieceKind.STATEMENT, (first, last), self.base, named)
        self.tape.put(PieceKind.CONTROL, (last or routine.body, routine.body), self.base, "AS")
        self.rows = self.tape.tokens[first : first + 2] if first else []
        self.frames.clear()
        self.at = routine.body
        if routine.foreign:
            self.put(PieceKind.OPAQUE, self.end, "OPAQUE_STATEMENT")

    def declare(self) -> None:
        """DECLARE: variables one by one, a cursor as a loop, a table variable as a statement."""
        start, end = self.at, ends_at(self.tape, self.at, self.end)
        words = self.tape.words
        if "CURSOR" in words[start:end] and self.tape.word(start + 1) != "@":
            name = self.tape.written(start + 1, start + 2)
            index = self.put(PieceKind.LOOP, end, name, self.after("FOR", start, end))
            self.tape.cursors[name.lower()] = index
            self.finish()
            return
        for first, last in self.tape.commas(start + 1, end):
            self.variable(start if first == start + 1 else first, first, last)
        self.at = end
        self.finish()

    def after(self, word: str, start: int, end: int) -> Sequence[Token] | None:
        """Return what follows a word, without a closing FOR UPDATE or FOR READ ONLY."""
        words = self.tape.words
        if word not in words[start:end]:
            return None
        first = words.index(word, start, end) + 1
        for index in range(first, end):
            if words[index] == "FOR" and self.tape.word(index + 1) in {"UPDATE", "READ"}:
                return self.tape.tokens[first:index]
        return self.tape.tokens[first:end]

    def variable(self, start: int, first: int, last: int) -> None:
        """Put one variable of a DECLARE; ``start`` takes the DECLARE itself along for the first."""
        words = self.tape.words
        name = self.tape.written(first, min(first + 2, last))
        place = replace(self.place, blocks=self.base.blocks)  # wherever it stands, it is the batch's
        if "TABLE" in words[first : first + 4]:
            self.tape.put(PieceKind.STATEMENT, (start, last), place, name)
            return
        sign = words.index("=", first, last) + 1 if "=" in words[first:last] else last
        self.tape.put(PieceKind.DECLARE, (start, last), place, name, self.tape.tokens[sign:last])

    def assign(self) -> None:
        """SET: a variable, a cursor variable, or options of the session."""
        start, end = self.at, ends_at(self.tape, self.at, self.end)
        words = self.tape.words
        if self.tape.word(start + 1) != "@" or "=" not in words[start:end]:
            self.put(PieceKind.CONTROL, end, "SET")
            self.finish()
            return
        name = self.tape.written(start + 1, start + 3)
        sign = words.index("=", start, end)
        if self.tape.word(sign + 1) == "CURSOR":
            index = self.put(PieceKind.LOOP, end, name, self.after("FOR", start, end))
            self.tape.cursors[name.lower()] = index
        else:
            old = self.tape.tokens[start + 1 : sign] if sign > start + 3 else []  # @x += 1 is @x + 1
            self.put(PieceKind.ASSIGN, end, name, old + self.tape.tokens[sign + 1 : end])
        self.finish()

    def execute(self) -> None:
        """EXEC: a procedure by name, or text."""
        start, end = self.at, ends_at(self.tape, self.at, self.end)
        words, first = self.tape.words, self.at + 1
        if words[first : first + 1] == ["@"] and words[first + 2 : first + 3] == ["="]:
            first += 3
        name = self.tape.written(first, self.tape.past_name(first, end))
        own = words[first : first + 1]
        if own in (["("], ["@"]):
            self.put(PieceKind.DYNAMIC, end, "" if own == ["("] else name)
        elif own in (["AS"], []):
            self.put(PieceKind.CONTROL, end, "EXECUTE AS")
        else:
            last = name.rsplit(".", 1)[-1].strip('[]"').lower()
            self.put(PieceKind.DYNAMIC if last == "sp_executesql" else PieceKind.CALL, end, name)
        assert self.at > start
        self.finish()

    def cursor(self) -> None:
        """OPEN, FETCH, CLOSE: which cursor, and into which variables."""
        start, end = self.at, ends_at(self.tape, self.at, self.end)
        word, words = self.tape.words[start], self.tape.words
        place = words.index("FROM", start, end) + 1 if "FROM" in words[start:end] else start + 1
        name = self.tape.written(place, min(place + 1 + (self.tape.word(place) == "@"), end))
        into = words.index("INTO", start, end) + 1 if "INTO" in words[start:end] else end
        targets = tuple(self.tape.written(*one) for one in self.tape.commas(into, end)) if into < end else ()
        self.tape.put(PieceKind.CONTROL, (start, end), self.place, f"{word} {name}", None, targets)
        index = self.tape.cursors.get(name.lower(), -1)
        if word == "OPEN" and index >= 0:
            self.tape.opened.append(index)
        elif word in {"CLOSE", "DEALLOCATE"} and index in self.tape.opened:
            self.tape.opened.remove(index)
        self.at = end
        self.finish()

    def give_back(self) -> None:
        """RETURN: of a table function it holds the query."""
        start, end = self.at, ends_at(self.tape, self.at, self.end)
        self.put(PieceKind.CONTROL, end, "RETURN", self.tape.query(start + 1, end) or self._given(start))
        self.finish()

    def _given(self, at: int) -> Sequence[Token] | None:
        """Return the query that RETURN stands for where the function gives the rows of a variable."""
        said = self.tape.tokens[at]
        kinds = (TokenType.SELECT, TokenType.STAR, TokenType.FROM, *(token.token_type for token in self.rows))
        texts = ("SELECT", "*", "FROM", *(token.text for token in self.rows))
        return [
            Token(kind, text, said.line, said.col, said.start, said.end)
            for kind, text in zip(kinds if self.rows else (), texts, strict=False)
        ]

    def _is_name(self, index: int) -> bool:
        return self.tape.tokens[index].token_type in {TokenType.VAR, TokenType.IDENTIFIER}

    def other(self) -> None:
        """Every other statement, a label, or a procedure called without EXEC."""
        words, start = self.tape.words, self.at
        if self.tape.word(start + 1) == ":":
            self.put(PieceKind.CONTROL, start + 2, "LABEL")
            return
        end = ends_at(self.tape, start, self.end)
        if words[start] in _CONTROL:
            self.put(PieceKind.CONTROL, end, words[start])
        elif start == self.first and words[start] not in HEADS and self._is_name(start):
            self.put(PieceKind.CALL, end, self.tape.written(start, self.tape.past_name(start, end)))
        else:
            self.put(PieceKind.STATEMENT, end)
        self.finish()


def walk_batch(tape: Tape, start: int, end: int) -> None:
    """Put the pieces of one batch.

    Args:
        tape: The file's tape.
        start: Index of the batch's first token.
        end: Index after its last token.
    """
    BatchWalk(tape, start, end).run()
