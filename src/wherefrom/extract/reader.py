"""The pieces of one file, each read by what it is; one bad piece costs itself only (hardening 5.1)."""

from __future__ import annotations

import gc
from collections.abc import Sequence

from msgspec.structs import replace
from sqlglot import exp
from sqlglot.errors import SqlglotError, TokenError
from sqlglot.tokenizer_core import Token

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Assignment, Statement, StatementStatus
from wherefrom.extract import names
from wherefrom.extract.draft import Asked, Draft, Fired, Here, Label, UnreadableError
from wherefrom.extract.names import variable_name
from wherefrom.extract.query.queries import read_query
from wherefrom.extract.query.values import read_value
from wherefrom.extract.statement.assigning import assign_row, declare_variables, read_assigned
from wherefrom.extract.statement.calls import read_call, read_routine
from wherefrom.extract.statement.changes import read_change
from wherefrom.extract.statement.commands import begins_command, read_command, read_rename_call
from wherefrom.extract.statement.outcomes import read_outcome
from wherefrom.extract.statement.project import keep_history, own_target
from wherefrom.extract.statement.reading import OPAQUE, Reading
from wherefrom.extract.statement.session import enter, read_routine_paths
from wherefrom.extract.statement.statements import heads, read_statement
from wherefrom.extract.statement.tablebodies import returned_columns
from wherefrom.extract.statement.triggers import fired_rows, watched_tables
from wherefrom.extract.statement.unread import head_kind, head_target
from wherefrom.extract.template.alternatives import Fork, crossed, inside, readings, within
from wherefrom.extract.template.unrolling import Unroller, decided
from wherefrom.extract.text.fingerprint import fingerprint
from wherefrom.extract.text.limits import lookalike, too_deep, torn_brackets, torn_text
from wherefrom.extract.text.longlists import LongList
from wherefrom.extract.text.longstatements import too_large
from wherefrom.extract.text.script import Piece, PieceKind, Script
from wherefrom.extract.tree.locate import Places
from wherefrom.extract.tree.parsed import Parser
from wherefrom.extract.tree.parsing import outer_queries

_SWEEP = 500_000
"""Characters of SQL whose trees may wait for the collector: some tens of megabytes."""


class FileReader:
    """Reads the pieces of one file in order."""

    def __init__(self, draft: Draft, script: Script, dialect: str) -> None:
        self.draft = draft
        self.script = script
        self.dialect = dialect
        self.statements: list[Statement] = []
        self.starts: list[int] = []  # as ``read_declarations`` takes them
        self.missed: list[tuple[int, int]] = list(script.unread)
        self._loops: dict[int, tuple[str, int]] = {}
        self._cursors: dict[str, int] = {}
        self._watched: dict[str, dict[TableName, bool]] = {}
        self._fired: dict[str, tuple[Fired, ...]] = {}
        self._parser = Parser(dialect, script, draft.masked, lists=draft.mentions("VALUES"))
        self._returns = returned_columns(draft, script.pieces)

    def read(self) -> None:
        """Read every piece."""
        readers = {
            PieceKind.STATEMENT: self._statement,
            PieceKind.PROCEDURE: self._procedure,
            PieceKind.DECLARE: self._variable,
            PieceKind.ASSIGN: self._variable,
            PieceKind.CONTROL: self._control,
            PieceKind.CALL: self._call,
            PieceKind.DYNAMIC: self._dynamic,
            PieceKind.OPAQUE: self._opaque,
        }
        declare_variables(self.draft, self.script.pieces)
        read_routine_paths(self.draft, self.script.pieces)
        swept = 0
        for number, piece in enumerate(self.script.pieces):
            enter(self.draft, piece.script)
            self.starts.append(len(self.statements) + 1)
            reader = readers.get(piece.kind)
            why = torn_text(piece)
            if why:
                self._unparsed(piece, self._here(piece, piece.tokens), why)
            elif piece.kind is PieceKind.LOOP:
                self._loop(number, piece)
            elif reader is not None:
                reader(piece)
            if piece.end - swept > _SWEEP:
                gc.collect(0)
                swept = piece.end
        self.starts.append(len(self.statements) + 1)

    def _here(self, piece: Piece, tokens: Sequence[Token], long: tuple[LongList, ...] = ()) -> Here:
        places = Places(self.draft.text, self.draft.lines, tokens)
        here = Here(
            self.draft,
            places,
            len(self.statements) + 1,
            piece.script,
            piece.conditional,
            read_query,
            read_change,
            read_value,
            dict(self._loops[each] for each in piece.loops if each in self._loops),
            self._returns.get(piece.script),
            (),
            long,
        )
        if piece.script in self._watched:
            self._fired[piece.script] = fired_rows(here, self._watched.pop(piece.script))
        here.fired = self._fired.get(piece.script, ())
        if len(here.fired) == 1:
            here.records = here.fired[0].rows | here.records
        return here

    def _add(self, piece: Piece, here: Here | None, reading: Reading, targets: tuple[str, ...] = ()) -> None:
        self.statements.append(
            Statement(
                ordinal=len(self.statements) + 1,
                kind=reading.kind,
                span=self.draft.lines.span(piece.start, piece.end),
                status=reading.status,
                script=self.draft.masked.restore(piece.script),
                conditional=piece.conditional,
                targets=tuple(dict.fromkeys(here.targets)) if here is not None else targets,
                fingerprint=fingerprint(self.draft.text, piece.tokens, self.script.bulk, self.dialect),
                result=reading.result,
                dynamic_sql=piece.kind is PieceKind.DYNAMIC,
                calls=self.draft.masked.restore(piece.name) if piece.kind is PieceKind.CALL else "",
            )
        )

    def _statement(self, piece: Piece) -> None:
        """Read a statement; where a template decides what stands in it, every reading of it."""
        tokens = list(piece.tokens)
        if not tokens:
            return
        if all(self.draft.masked.only_placeholder(token.text) for token in tokens):
            self._templated(piece)
            return
        if self._refused(piece, tokens) or (begins_command(tokens) and self._command(piece, tokens)):
            return
        masked = self.draft.masked
        if inside(masked.forks, piece.start, piece.end):
            piece = replace(piece, conditional=True)
        forks = decided(within(masked.forks, piece.start, piece.end), masked.loops)
        try:
            rounds = list(Unroller(masked, self.dialect).statements(tokens)) if masked.loops else [tokens]
        except TokenError:
            self._unparsed(piece, self._here(piece, tokens), "what its template's loop puts there is no SQL")
            return
        for each in rounds:
            self._readings(piece, forks, tokens, each)

    def _refused(self, piece: Piece, tokens: list[Token]) -> bool:
        """Say of a statement that is not given to the parser why; return whether it is not."""
        if self._too_large(piece, tokens):
            return True
        why = too_deep(tokens)
        if why:
            self._unparsed(piece, self._here(piece, tokens), why, "NESTING_LIMIT")
            return True
        notes = self.script.notes
        why = lookalike(notes, piece.start, piece.end) or (torn_brackets(tokens) if notes else "")
        if why:
            self._unparsed(piece, self._here(piece, tokens), why)
        return bool(why)

    def _too_large(self, piece: Piece, tokens: list[Token]) -> bool:
        """Say of a statement that it is too large to be read; return whether it is."""
        longest = self.draft.settings.statement_chars
        why = too_large(piece.start, piece.end, self.script.bulk, longest)
        if why:
            self._unparsed(piece, self._here(piece, tokens), why, "STATEMENT_TOO_LARGE")
        return bool(why)

    def _readings(self, piece: Piece, forks: list[Fork], tokens: list[Token], said: list[Token]) -> None:
        """Read every reading of a statement; ``said`` are its tokens with loops unrolled, in the order of SQL."""
        found = readings(forks, said) if forks else [said]
        read = [parsed for each in found if (parsed := self._parser.parsed(each, tokens)) is not None]
        if len(read) < len(found) or (forks and (found == [said] or not crossed(forks))):
            for fork in forks:
                span = self.draft.lines.span(fork.start, fork.end)
                message = "A template's branches stand in a statement; not every reading of it is read."
                ordinal = len(self.statements) + 1
                self.draft.diagnostics.append(Diagnostic("OPAQUE_TEMPLATE", ordinal, span, "", (), message))
        for number, each in enumerate(read):
            one = piece
            if each.tokens is not tokens:
                one = replace(piece, tokens=each.tokens, conditional=piece.conditional or number > 0)
            self._tree(one, self._here(one, each.kept, each.long), each.tree)
        if not read:
            self._unparsed(piece, self._here(piece, tokens), self._parser.why(tokens))

    def _command(self, piece: Piece, tokens: list[Token]) -> bool:
        """Read a statement that is a command known by its words; return whether it is one."""
        here = self._here(piece, tokens)
        mark = self.draft.mark()
        try:
            reading = read_command(here)
        except (SqlglotError, UnreadableError):
            reading = None
        if reading is None:
            self.draft.undo(mark)
            return False
        self._read(piece, here, reading)
        return True

    def _templated(self, piece: Piece) -> None:
        """A statement that only a template writes."""
        span = self.draft.lines.span(piece.start, piece.end)
        ordinal = len(self.statements) + 1
        message = "A template writes this statement; what it reads and writes is not in the snapshot."
        self.draft.diagnostics.append(Diagnostic("OPAQUE_TEMPLATE", ordinal, span, "", (), message))
        self.missed.append((piece.start, piece.end))
        self._add(piece, None, Reading("TEMPLATE", StatementStatus.OPAQUE))

    def _tree(self, piece: Piece, here: Here, tree: exp.Expr) -> None:
        mark = self.draft.mark()
        try:
            own = own_target(here, tree)
            reading = read_statement(here, own or tree)
            if own is not None:
                keep_history(here)
        except UnreadableError as error:
            self.draft.undo(mark)
            self._unparsed(piece, here, str(error))
            return
        except (AttributeError, KeyError, TypeError, ValueError, IndexError, AssertionError) as error:
            self.draft.undo(mark)
            self._failed(piece, here, error)
            return
        if reading.status is not OPAQUE and heads(here) > here.dml:
            reading = Reading(
                reading.kind, OPAQUE, reading.result, "it holds a data-changing word that was not read"
            )
        self._read(piece, here, reading)

    def _read(self, piece: Piece, here: Here, reading: Reading) -> None:
        """Add a statement that was read; say so where it was not understood in full."""
        if reading.status is OPAQUE:
            self._opaquely(piece, here, reading)
            return
        self._add(piece, here, reading)

    def _opaquely(self, piece: Piece, here: Here, reading: Reading) -> None:
        """Add a statement that was not understood in full; where nothing of it was, its head may name a target."""
        target = "" if here.targets else head_target(self.draft, here, piece)
        named = f" Its head names {target} as the table it writes." if target else ""
        where = self.draft.lines.span(piece.start, piece.end)  # one reading of it may be shorter
        why = _sentence(here, reading.why) + named
        here.diagnose("OPAQUE_STATEMENT", where, target or reading.kind, why)
        self.missed.append((piece.start, piece.end))
        if target:
            self._add(piece, None, Reading(head_kind(piece), OPAQUE), (target,))
        else:
            self._add(piece, here, reading)

    def _unparsed(self, piece: Piece, here: Here, why: str, code: str = "UNPARSED_STATEMENT") -> None:
        where = here.whole() if piece.value_tokens else self.draft.lines.span(piece.start, piece.end)
        target = head_target(self.draft, here, piece)
        named = f" Its head names {target} as the table it writes." if target else ""
        message = f"Statement {here.ordinal} could not be read: {why}.{named}"
        self.draft.diagnostics.append(Diagnostic(code, here.ordinal, where, target, (), message))
        self.missed.append((where.start, where.end))
        self._add(
            piece, None, Reading(head_kind(piece), StatementStatus.UNPARSED), (target,) if target else ()
        )

    def _failed(self, piece: Piece, here: Here, error: Exception) -> None:
        target = head_target(self.draft, here, piece)
        message = f"Statement {here.ordinal} was parsed and not read: {type(error).__name__} in this program."
        here.diagnose("INTERNAL_ERROR", here.whole(), target or "", message)
        self.missed.append((piece.start, piece.end))
        self._add(
            piece, None, Reading(head_kind(piece), StatementStatus.UNPARSED), (target,) if target else ()
        )

    def _procedure(self, piece: Piece) -> None:
        read_routine(self.draft, piece, len(self.statements) + 1)
        self._watched[piece.name] = watched_tables(self.draft, piece, self.script.pieces)
        self._add(piece, None, Reading("CREATE_PROCEDURE", StatementStatus.NO_DATA))

    def _variable(self, piece: Piece) -> None:
        """DECLARE with a value, SET, :=, LET: a script-local definition."""
        if not piece.value_tokens:
            self._add(piece, None, Reading(piece.kind.value, StatementStatus.NO_DATA))
            return
        tokens = list(piece.value_tokens)
        if self._too_large(piece, tokens):
            return
        here = self._here(piece, tokens)
        mark = self.draft.mark()
        try:
            read_assigned(here, piece, tokens, self.script.text)
        except UnreadableError as error:
            self.draft.undo(mark)
            self._unparsed(piece, here, str(error))
            return
        except (SqlglotError, AttributeError, KeyError, TypeError, ValueError, IndexError):
            self.draft.undo(mark)
            self._unparsed(piece, here, "the assigned value is no expression the parser knows")
            return
        self._add(piece, here, Reading(piece.kind.value, StatementStatus.PARSED))

    def _loop(self, number: int, piece: Piece) -> None:
        """The query of a cursor or FOR loop: an input of the statements that name its record."""
        nodes = self._control(piece)
        if nodes:
            name = names.alias(self.draft, piece.name)
            self._loops[number] = (name, nodes[0])
            self._cursors[name] = nodes[0]
            row = Assignment(len(self.statements), variable_name(piece.name), nodes[0], -1)
            self.draft.assignments.append(row)

    def _fetch(self, piece: Piece) -> None:
        """FETCH gives variables the columns of a cursor's query, by position."""
        cursor = self._cursors.get(names.alias(self.draft, piece.name.partition(" ")[2]))
        if cursor is None or not piece.parameters:
            return
        given = [variable_name(each) for each in piece.parameters]
        assign_row(self._here(piece, piece.tokens), given, cursor)
        self._add(piece, None, Reading("FETCH", StatementStatus.NO_DATA))

    def _control(self, piece: Piece) -> list[int]:
        """Control flow moves no data; queries in its conditions are read as evidence."""
        if piece.name.startswith("FETCH "):
            self._fetch(piece)
        if not piece.value_tokens:
            return []
        tokens = list(piece.value_tokens)
        if self._too_large(piece, tokens):
            return []
        here = self._here(piece, tokens)
        mark = self.draft.mark()
        try:
            queries = outer_queries(self.dialect, tokens, self.script.text)
            label = Label(columns=here.returns or () if piece.name.startswith("RETURN") else ())
            nodes = [read_query(here, each, Asked(here.path("root"), label=label)) for each in queries]
        except (SqlglotError, UnreadableError, AttributeError, KeyError, TypeError, ValueError, IndexError):
            self.draft.undo(mark)
            self._unparsed(piece, here, "a query in a condition is not readable")
            return []
        gives = here.returns is not None and piece.name.startswith("RETURN")
        self._add(
            piece,
            here,
            Reading(piece.kind.value, StatementStatus.PARSED, nodes[0] if gives and nodes else -1),
        )
        return nodes

    def _call(self, piece: Piece) -> None:
        if piece.name.lower().split(".")[-1] == "sp_rename" and piece.tokens:
            here = self._here(piece, list(piece.tokens))
            reading = read_rename_call(here, piece.tokens)
            if reading is not None:
                self._add(piece, here, reading)
                return
        here = self._here(piece, piece.tokens)
        read_call(here, piece.name)
        read_outcome(here, piece.tokens, piece.name, dynamic=False)
        self._add(piece, None, Reading("CALL", StatementStatus.NO_DATA))

    def _dynamic(self, piece: Piece) -> None:
        span = self.draft.lines.span(piece.start, piece.end)
        ordinal = len(self.statements) + 1
        message = "SQL is put together at run time; what it reads and writes is not in the snapshot."
        self.draft.diagnostics.append(Diagnostic("DYNAMIC_SQL", ordinal, span, piece.script, (), message))
        read_outcome(self._here(piece, piece.tokens), piece.tokens, piece.name or "EXEC", dynamic=True)
        self._add(piece, None, Reading("DYNAMIC_SQL", StatementStatus.OPAQUE))

    def _opaque(self, piece: Piece) -> None:
        span = self.draft.lines.span(piece.start, piece.end)
        ordinal = len(self.statements) + 1
        code = piece.name if piece.name.isupper() and "_" in piece.name else "OPAQUE_STATEMENT"
        message = f"Statement {ordinal} was not understood; what it reads and writes is not known."
        self.draft.diagnostics.append(Diagnostic(code, ordinal, span, piece.script, (), message))
        self.missed.append((piece.start, piece.end))
        self._add(piece, None, Reading("OPAQUE", StatementStatus.OPAQUE))


def _sentence(here: Here, why: str) -> str:
    return f"Statement {here.ordinal} was not understood in full: {why}."
