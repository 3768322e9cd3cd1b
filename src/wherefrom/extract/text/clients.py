"""Lines that the client runs and the database never sees.

They are found outside strings and comments and blanked at equal length, so that the tokenizer
meets SQL only. Some of them also end the statement before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from wherefrom.extract.text import oddities
from wherefrom.extract.text.client_rules import Candidate, Rule, candidates
from wherefrom.extract.text.lexing import Literals
from wherefrom.extract.text.script import Note

_LINE_END = re.compile(r"\r|\n|\Z")
_MARK = "\ufeff"
_COMMENT_MARKS = ("--", "/*", "#", "//")


@dataclass(slots=True)
class Cleared:
    """A text without its client lines, while and after it is made.

    Attributes:
        text: Same length; client lines, data and conflicts are spaces, line ends kept.
        clients: ``(start, end, name)`` of each client line, in text order.
        breaks: Offsets no statement reaches across, ascending.
        notes: What was found.
        unread: Conflicts: nobody knows which side is meant.
        terminators: Delimiters of the client's own that were blanked, in text order.
    """

    text: str
    clients: list[tuple[int, int, str]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)
    terminators: list[tuple[int, int]] = field(default_factory=list)

    def blank(self, spans: list[tuple[int, int]]) -> None:
        """Replace slices by spaces; line ends stay."""
        if spans:
            self.text = oddities.blanked(self.text, spans)


def clear(text: str, dialect: str) -> Cleared:
    """Return the text with everything blanked that is not SQL of the dialect."""
    cleared = Cleared(_without_marks(text, dialect) if _MARK in text else text)
    cleared.unread = oddities.conflicts(cleared.text)
    cleared.notes = [Note("CONFLICT_MARKER", start, end) for start, end in cleared.unread]
    cleared.blank(cleared.unread)
    if dialect in {"postgres", "redshift"}:
        _clear_copy_data(cleared)
    if dialect == "databricks":
        cleared.text = oddities.quoted_bodies(cleared.text)
    found = candidates(cleared.text, dialect)
    if found:
        _clear_lines(cleared, Literals(cleared.text, dialect), found)
    if dialect == "mysql":
        _clear_delimiters(cleared, dialect)
        cleared.notes += oddities.executable_comments(cleared.text, dialect)
    if not text.isascii() or "\0" in text:
        cleared.notes += oddities.suspicious_characters(cleared.text, dialect)
    cleared.breaks.sort()
    return cleared


def _without_marks(text: str, dialect: str) -> str:
    """Return the text with byte order marks between its words as spaces; in a name or a string one is a character."""
    literals = Literals(text, dialect)
    marks = (at for at, character in enumerate(text) if character == _MARK)
    return oddities.blanked(text, [(at, at + 1) for at in marks if not literals.hold(at)])


def _clear_copy_data(cleared: Cleared) -> None:
    spans = oddities.copy_data(cleared.text)
    cleared.clients += [(start, end, "COPY data") for start, end in spans]
    cleared.breaks += [start for start, _ in spans]
    cleared.blank(spans)


def _clear_lines(cleared: Cleared, literals: Literals, found: list[Candidate]) -> None:
    spans: list[tuple[int, int]] = []
    text, taken = cleared.text, 0
    for one in found:
        start, end, rule = one.start, one.end, one.rule
        if start < taken or literals.hold(start) or (rule.fresh and not _fresh(cleared, literals, start)):
            continue
        if rule.ends:
            cleared.breaks.append(start)
        if rule.sql:
            cleared.breaks.append(_line_end(text, start))
        if start < end:
            taken = end
            literals.step_over(end)
            spans.append((start, end))
            cleared.clients.append((start, end, _client_name(text[start:end], rule)))
        if rule.include:
            cleared.notes.append(Note("UNRESOLVED_INCLUDE", start, end, text[start:end].strip()))
    cleared.blank(spans)
    cleared.clients.sort()


def _client_name(line: str, rule: Rule) -> str:
    """Return what a client line is called: its rule's name, or its own first word."""
    if rule.name == "DELIMITER":
        return f"DELIMITER {line.split()[1]}"
    return rule.name or line.split(maxsplit=1)[0].rstrip(";")


def _line_end(text: str, offset: int) -> int:
    found = _LINE_END.search(text, offset)
    return found.start() if found else len(text)


def _fresh(cleared: Cleared, literals: Literals, offset: int) -> bool:
    """Return whether no statement is open at an offset: what stands before it ended one."""
    text = cleared.text
    while True:
        while offset > 0 and text[offset - 1].isspace():
            offset -= 1
        if offset == 0 or text[offset - 1] == ";" or (cleared.breaks and offset <= cleared.breaks[-1]):
            return True
        if cleared.clients and offset <= cleared.clients[-1][1]:
            return True
        inside = literals.around(offset - 1)
        if inside is None or not text.startswith(_COMMENT_MARKS, inside[0]):
            return False
        offset = inside[0]


def _clear_delimiters(cleared: Cleared, dialect: str) -> None:
    """Blank MySQL's own delimiters: each ends a statement."""
    lines = [one for one in cleared.clients if one[2].startswith("DELIMITER ")]
    literals = Literals(cleared.text, dialect)
    stops = [*(start for start, _, _ in lines[1:]), len(cleared.text)]
    for (_, start, name), stop in zip(lines, stops, strict=bool(lines)):
        mark = name.split(" ", 1)[1]
        for found in re.compile(re.escape(mark)).finditer(cleared.text, start, stop):
            if mark != ";" and not literals.hold(found.start()):
                cleared.terminators.append(found.span())
                cleared.breaks.append(found.start())
    cleared.blank(cleared.terminators)
