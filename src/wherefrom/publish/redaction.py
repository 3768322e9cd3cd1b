"""Evidence without literals: the one border between what was found and what is published.

Names, types, words of SQL and placeholders stay as they are, and so do places and hashes. What stands
for a literal has one form, whatever the literal was (see ``extract.text.redaction``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from wherefrom.domain.evidence import (
    ControlRecord,
    Endpoint,
    EndpointKind,
    FieldAnswer,
    OpenEnd,
    PlacedDiagnostic,
    TargetAnswer,
    Visit,
)
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.unit import Statement, StatementStatus
from wherefrom.extract import redact_between, redact_sql, redact_unread
from wherefrom.publish.bundle import PlacedStatement

GONE = "…"
"""Stands for a word of a literal where a name or a path holds it."""

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_SQL_ENDS = frozenset({"CONSTANT", "GENERATED", "PARAMETER"})
_KEYS_ARE_SQL = frozenset({Form.WINDOW, Form.AGGREGATE})
_NO_SQL = frozenset({"OPAQUE", "SET", "TEMPLATE"})
"""Kinds of statements of which nothing was read as SQL, or whose plain words are values."""


class RedactedTexts(Mapping[str, str]):
    """The texts of a snapshot without their literals, on the same lines, each made when it is asked for."""

    def __init__(
        self, texts: Mapping[str, str], statements: Iterable[PlacedStatement], dialect: Callable[[str], str]
    ) -> None:
        """Take the texts by path, what was read in them, and what gives a file's dialect."""
        self._texts, self._dialect = texts, dialect
        self._statements: defaultdict[str, list[Statement]] = defaultdict(list)
        for placed in statements:
            self._statements[placed.file].append(placed.statement)
        self._made: dict[str, str] = {}

    def __getitem__(self, path: str) -> str:
        if path not in self._made:
            statements = self._statements.get(path, ())
            self._made[path] = "".join(_redacted(self._texts[path], statements, self._dialect(path)))
        return self._made[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def _redacted(text: str, statements: Iterable[Statement], dialect: str) -> Iterator[str]:
    """Yield the parts of a text without literals: each by the innermost statement it stands in."""
    open_: list[Statement] = []
    done = 0

    def part(end: int) -> str:
        nonlocal done
        piece, done = text[done:end], max(done, end)
        if not open_:
            return redact_between(piece, dialect)
        statement = open_[-1]
        unread = statement.status is StatementStatus.UNPARSED or statement.kind in _NO_SQL
        return redact_unread(piece, dialect) if unread else redact_sql(piece, dialect)

    for each in sorted(statements, key=lambda statement: (statement.span.start, -statement.span.end)):
        while open_ and open_[-1].span.end <= each.span.start:
            yield part(open_[-1].span.end)
            open_.pop()
        yield part(each.span.start)
        open_.append(each)
    while open_:
        yield part(open_[-1].span.end)
        open_.pop()
    yield part(len(text))


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes the literals out of answers and diagnostics.

    Attributes:
        texts: The snapshot's texts by path, as they were frozen.
        shown: The same without literals.
        dialect: Gives a file's dialect.
    """

    texts: Mapping[str, str]
    shown: RedactedTexts
    dialect: Callable[[str], str]

    def answer(self, answer: TargetAnswer) -> TargetAnswer:
        """Return a target's answer without literals. As deep as its expressions: call it on a deep stack."""
        hand = _Hand(self)
        return replace(
            answer,
            writers=tuple(
                replace(each, manner=hand.sql(each.manner, each.location.file)) for each in answer.writers
            ),
            fields=tuple(hand.field(each) for each in answer.fields),
            diagnostics=self.diagnostics(answer.diagnostics),
        )

    def diagnostics(self, said: Iterable[PlacedDiagnostic]) -> tuple[PlacedDiagnostic, ...]:
        """Return diagnostics without literals in what they are about; their messages repeat none."""
        hand = _Hand(self)
        return tuple(hand.diagnostic(each) for each in said)


class _Hand:
    """One answer's redaction: a text, a file's words and a condition are each redacted once."""

    def __init__(self, redaction: Redaction) -> None:
        self._redaction = redaction
        self._sql: dict[tuple[str, str], str] = {}
        self._words: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._expressions: dict[tuple[int, str], tuple[Expression, Expression]] = {}
        self._controls: dict[str, ControlRecord] = {}

    def sql(self, text: str, file: str) -> str:
        """Return SQL of a file."""
        dialect = self._redaction.dialect(file)
        if (text, dialect) not in self._sql:
            self._sql[text, dialect] = redact_sql(text, dialect)
        return self._sql[text, dialect]

    def name(self, text: str, files: Iterable[str]) -> str:
        """Return a name or a path without words that stand in literals of some files, and nowhere else in them."""
        found = _WORD.findall(text)
        if not found:
            return text
        inside: set[str] = set()
        outside: set[str] = set()
        for file in files:
            gone, kept = self._words_of(file)
            inside.update(word for word in found if word in gone)
            outside.update(word for word in found if word in kept)
        secret = inside - outside
        return _WORD.sub(lambda word: GONE if word[0] in secret else word[0], text) if secret else text

    def _words_of(self, file: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the words of a file that are not shown, and those that are."""
        if file not in self._words:
            shown = frozenset(_WORD.findall(self._redaction.shown.get(file, "")))
            words = frozenset(_WORD.findall(self._redaction.texts.get(file, "")))
            self._words[file] = words - shown, shown
        return self._words[file]

    def field(self, field: FieldAnswer) -> FieldAnswer:
        """Return a field's answer."""
        files = tuple(dict.fromkeys(visit.location.file for visit in field.visits))
        return replace(
            field,
            value=_told_apart([self._endpoint(each, files) for each in field.value]),
            open_ends=tuple(self._open_end(each, files) for each in field.open_ends),
            controls=tuple(
                structs.replace(each, control=self._control(each.control)) for each in field.controls
            ),
            diagnostics=tuple(self.diagnostic(each) for each in field.diagnostics),
            visits=tuple(self._visit(each, files) for each in field.visits),
            type=self._type(field.type, files[0]) if files else field.type,
        )

    def diagnostic(self, said: PlacedDiagnostic) -> PlacedDiagnostic:
        """Return a diagnostic."""
        files = (said.location.file,)
        candidates = tuple(self.name(each, files) for each in said.candidates)
        message = said.message
        if (
            said.code == "UNPARSED_STATEMENT"
        ):  # it quotes where the parser stopped, in what may be the middle of a text
            dialect = self._redaction.dialect(said.location.file)
            message = _QUOTED.sub(lambda quoted: redact_unread(quoted[0], dialect), message)
        return structs.replace(
            said, subject=self.name(said.subject, files), candidates=candidates, message=message
        )

    def _visit(self, visit: Visit, files: Iterable[str]) -> Visit:
        file = visit.location.file
        return structs.replace(
            visit,
            text=self.sql(visit.text, file),
            expression=self._expression(visit.expression, file) if visit.expression is not None else None,
            path=self.name(visit.path, files),
        )

    def _endpoint(self, end: Endpoint, files: Iterable[str]) -> tuple[Endpoint, str]:
        """Return an endpoint, and what told it from others before."""
        file = end.location.file
        said = end.endpoint if end.kind is EndpointKind.FIELD else self.sql(end.endpoint, file)
        shown = structs.replace(
            end, endpoint=said, expression=self.sql(end.expression, file), path=self.name(end.path, files)
        )
        return shown, end.endpoint

    def _open_end(self, end: OpenEnd, files: Iterable[str]) -> OpenEnd:
        candidates = tuple(self.name(each, files) for each in end.candidates)
        return structs.replace(end, at=self.name(end.at, files), candidates=candidates)

    def _control(self, record: ControlRecord) -> ControlRecord:
        if record.control_id not in self._controls:
            file = record.location.file
            self._controls[record.control_id] = structs.replace(
                record,
                predicate=self.sql(record.predicate, file),
                columns_here=tuple(self.sql(each, file) for each in record.columns_here),
                columns=tuple(self.name(each, (file,)) for each in record.columns),
                prior=tuple(self.name(each, (file,)) for each in record.prior),
                other=tuple(dict.fromkeys(self._other(each, file) for each in record.other)),
            )
        return self._controls[record.control_id]

    def _other(self, said: str, file: str) -> str:
        """Return what stands in a condition and is no column: a word that says what it is, and the thing."""
        kind, _, thing = said.partition(" ")
        return f"{kind} {self.sql(thing, file)}" if kind in _SQL_ENDS else self.name(said, (file,))

    def _type(self, text: str, file: str) -> str:
        """Return a type: its numbers say how wide it is, its texts are values."""
        return self.sql(text, file) if "'" in text or '"' in text else text

    def _expression(self, whole: Expression, file: str) -> Expression:
        """Return an expression; one that several visits share stays one."""
        key = id(whole), file
        if key not in self._expressions:
            self._expressions[key] = whole, self._made(whole, file)  # kept, so that its id stays its own
        return self._expressions[key][1]

    def _made(self, whole: Expression, file: str) -> Expression:
        column = whole.column
        if column is not None:
            written, path = self.sql(column.written, file), self.name(column.path, (file,))
            column = structs.replace(column, written=written, path=path)
        keys = whole.keys
        if whole.form in _KEYS_ARE_SQL:
            keys = tuple(self.sql(each, file) for each in keys)
        elif whole.function == "PATH":
            keys = tuple(self.name(each, (file,)) for each in keys)
        return structs.replace(
            whole,
            text=self.sql(whole.text, file),
            parts=tuple(
                structs.replace(
                    each, value=self._expression(each.value, file), condition=self.sql(each.condition, file)
                )
                for each in whole.parts
            ),
            column=column,
            keys=keys,
            order=tuple(self.sql(each, file) for each in whole.order),
            type=self._type(whole.type, file),
            frame=self.sql(whole.frame, file),
        )


def _told_apart(ends: Iterable[tuple[Endpoint, str]]) -> tuple[Endpoint, ...]:
    """Return a field's endpoints in order; those that only a literal told apart are numbered as the SQL has them."""
    alike: defaultdict[tuple[EndpointKind, str], dict[str, None]] = defaultdict(dict)
    ordered = sorted(ends, key=lambda each: (each[0].kind.value, each[0].endpoint, each[0].visit_id))
    for end, before in ordered:
        alike[end.kind, end.endpoint][before] = None
    found = []
    for end, before in ordered:
        same = list(alike[end.kind, end.endpoint])
        number = f" {same.index(before) + 1}/{len(same)}" if len(same) > 1 else ""
        found.append(structs.replace(end, endpoint=f"{end.endpoint}{number}"))
    return tuple(found)
