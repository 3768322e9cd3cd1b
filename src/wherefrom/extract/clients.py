"""Lines that the client runs and the database never sees (hardening 5.5, row 37).

They are found outside strings and comments and blanked at equal length, so that the tokenizer
meets SQL only. Some of them also end the statement before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from wherefrom.extract.lexing import Literals
from wherefrom.extract.script import Note

_FLAGS = re.IGNORECASE | re.MULTILINE
_LINE = r"[^\r\n]*"
_END = r"[ \t]*(?=\r|\n|\Z)"


@dataclass(frozen=True, slots=True)
class _Rule:
    """One kind of client line.

    Attributes:
        pattern: What it looks like; group ``keep``, if any, is where its SQL begins.
        name: What it is called in its piece.
        ends: It ends the statement before it.
        fresh: It counts only where no statement is open.
        include: It runs another file.
    """

    pattern: re.Pattern[str]
    name: str
    ends: bool = False
    fresh: bool = True
    include: bool = False


def _rule(pattern: str, name: str, marks: str = "fresh") -> _Rule:
    """Return a rule. ``marks`` names its attributes that are true."""
    return _Rule(
        re.compile(pattern, _FLAGS), name, "ends" in marks, "fresh" in marks, include="include" in marks
    )


_PSQL = (
    _rule(r"\\(?:i|ir|include|include_relative)\b" + _LINE, "\\i", "include"),
    _rule(r"\\g(?:set|exec|desc|x)?\b" + _LINE, "\\g", "ends"),
    _rule(r"\\crosstabview\b" + _LINE, "\\crosstabview", "ends"),
    _rule(r"\\(?=copy\b)", "\\copy", "ends line"),
    _rule(r"\\[A-Za-z!?+]" + _LINE, "\\", ""),
)
_DOT_COMMANDS = (
    _rule(r"^[ \t]*\.(?:read|run)\b" + _LINE, ".read", "fresh include"),
    _rule(r"^[ \t]*\.[a-z]" + _LINE, ".", "fresh"),
)
_HADOOP = (
    _rule(r"^[ \t]*!\w" + _LINE, "!", "fresh"),
    _rule(r"^[ \t]*source[ \t]+[^\s;]+[ \t]*;?" + _END, "source", "fresh include"),
    _rule(r"^[ \t]*(?:add|delete|list)[ \t]+(?:jars?|files?|archives?)\b[^;\r\n]*;?", "add", "fresh"),
    _rule(r"^[ \t]*dfs[ \t]+-[^;\r\n]*;?", "dfs", "fresh"),
    _rule(r"^[ \t]*(?:quit|exit)[ \t]*;" + _END, "exit", "fresh"),
)
_SQLPLUS_WORDS = (
    "acc|accept|btitle|ttitle|clear|col|column|compute|conn|connect|def|define|disc|disconnect|desc|describe|host|"
    "password|pause|pro|prompt|pri|print|quit|sho|show|spo|spool|store|timing|undef|undefine|var|variable|whenever"
)
_SQLPLUS = (
    _rule(r"^[ \t]*/" + _END, "/", "ends"),
    _rule(r"^[ \t]*@@?[^\s;=]" + _LINE, "@", "fresh include"),
    _rule(r"^[ \t]*sta(?:rt)?[ \t]+(?!with\b)\S" + _LINE, "start", "fresh include"),
    _rule(r"^[ \t]*rem(?:ark)?\b" + _LINE, "rem", "fresh"),
    _rule(r"^[ \t]*set[ \t]+(?!role\b|transaction\b|constraints?\b)\w+" + _LINE, "set", "fresh"),
    _rule(rf"^[ \t]*(?:{_SQLPLUS_WORDS})(?:[ \t]+[^\s(:.]{_LINE}|[ \t]*;?{_END})", "sqlplus", "fresh"),
    _rule(r"^[ \t]*exit\b[^\r\n]*(?=\s*\Z)", "exit", "fresh"),
    _rule(r"^[ \t]*(?=exec(?:ute)?[ \t]+(?!immediate\b))", "exec", "fresh line"),
)

_RULES: dict[str, tuple[_Rule, ...]] = {
    "tsql": (
        _rule(r"^[ \t]*go(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?=--|/\*|\r|\n|\Z)", "GO", "ends"),
        _rule(r"^[ \t]*:r[ \t]" + _LINE, ":r", "include"),
        _rule(r"^[ \t]*:[a-z!]" + _LINE, ":", ""),
        _rule(r"^[ \t]*!!" + _LINE, "!!", ""),
    ),
    "oracle": _SQLPLUS,
    "postgres": _PSQL,
    "redshift": _PSQL,
    "mysql": (
        _rule(r"^[ \t]*delimiter[ \t]+\S+" + _END, "DELIMITER", "ends"),
        _rule(r"^[ \t]*(?:source|\\\.)[ \t]+\S" + _LINE, "source", "fresh include"),
        _rule(r"^[ \t]*(?:system[ \t]|\\!)" + _LINE, "system", "fresh"),
        _rule(r"\\[gG]" + _END, "\\g", "ends"),
        _rule(r"^[ \t]*(?=use[ \t]+[\w`]+" + _END + ")", "use", "fresh line"),
    ),
    "snowflake": (
        _rule(r"^[ \t]*!(?:load|source|run)\b" + _LINE, "!load", "fresh include"),
        _rule(r"^[ \t]*!\w" + _LINE, "!", "fresh"),
    ),
    "sqlite": _DOT_COMMANDS,
    "duckdb": _DOT_COMMANDS,
    "teradata": _DOT_COMMANDS,
    "hive": _HADOOP,
    "spark": _HADOOP,
    "databricks": _HADOOP,
}

_CONFLICT = re.compile(r"^<{7}(?![^\s])[^\n]*\n(?s:.)*?^>{7}(?![^\s])[^\r\n]*", re.MULTILINE)
_COPY_DATA = re.compile(
    r"^[ \t]*COPY\b[^;']*\bFROM\s+STDIN\b[^;]*;[^\n]*\n(?P<data>(?s:.)*?^\\\.[ \t]*\r?(?:\n|\Z))", _FLAGS
)
_BIDI = "\u202a-\u202e\u2066-\u2069"
_SUSPICIOUS = re.compile(
    f"[\\x00\u00ad\u200b-\u200f\u2060-\u2064\u2018-\u201f{_BIDI}\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u3001\u3002]"
)
_UNSEEN = re.compile(f"[{_BIDI}]")
_EXECUTABLE = re.compile(r"/\*M?!")


@dataclass(slots=True)
class Cleared:
    """A text without its client lines, while and after it is made.

    Attributes:
        text: Same length; client lines, data and conflicts are spaces, line ends kept.
        clients: ``(start, end, name)`` of each client line, in text order.
        breaks: Offsets no statement reaches across, ascending.
        notes: What was found.
        unread: Conflicts: nobody knows which side is meant.
        terminators: Delimiters that were blanked, in text order.
    """

    text: str
    clients: list[tuple[int, int, str]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)
    terminators: list[tuple[int, int]] = field(default_factory=list)

    def blank(self, spans: list[tuple[int, int]]) -> None:
        """Replace slices by spaces; line ends stay."""
        self.text = blanked(self.text, spans)


def blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """Return the text with slices replaced by spaces of equal length; line ends stay.

    Args:
        text: Any text.
        spans: Half-open slices, ascending, not overlapping.
    """
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += (text[position:start], re.sub(r"[^\r\n]", " ", text[start:end]))
        position = end
    return "".join((*parts, text[position:])) if spans else text


def clear(text: str, dialect: str) -> Cleared:
    """Return the text with everything blanked that is not SQL of the dialect."""
    cleared = Cleared(text.replace("\ufeff", " ") if "\ufeff" in text else text)
    _clear_conflicts(cleared)
    if dialect in {"postgres", "redshift"}:
        _clear_copy_data(cleared)
    rules = _RULES.get(dialect, ())
    found = sorted(_candidates(cleared.text, rules), key=lambda one: (one[0], one[2]))
    odd = not text.isascii()
    if not found and not odd and "/*!" not in text and "/*M!" not in text:
        return cleared
    _clear_lines(
        cleared, Literals(cleared.text, dialect), [(start, end, rules[at]) for start, end, at in found]
    )
    if dialect == "mysql":
        _clear_delimiters(cleared, dialect)
        _note_executable(cleared, Literals(cleared.text, dialect))
    if odd:
        _note_suspicious(cleared, Literals(cleared.text, dialect))
    cleared.notes.sort(key=lambda note: (note.start, note.end, note.code))
    cleared.breaks.sort()
    return cleared


def _candidates(text: str, rules: tuple[_Rule, ...]) -> Iterator[tuple[int, int, int]]:
    for number, rule in enumerate(rules):
        for found in rule.pattern.finditer(text):
            yield found.start(), found.end(), number


def _clear_lines(cleared: Cleared, literals: Literals, found: list[tuple[int, int, _Rule]]) -> None:
    spans: list[tuple[int, int]] = []
    text, taken = cleared.text, 0
    for start, end, rule in found:
        first = _first_character(text, start, end)
        if first < taken or literals.hold(first) or (rule.fresh and not _fresh(cleared, literals, start)):
            continue
        if end == first and rule.name != "\\copy":  # SQL that ends where its line ends
            cleared.breaks.append(_line_end(text, first))
            continue
        taken = end
        literals.step_over(end)
        spans.append((first, end))
        cleared.clients.append((first, end, _client_name(text[first:end], rule)))
        if rule.name == "\\copy":
            cleared.breaks += [first, _line_end(text, end)]
        elif rule.ends:
            cleared.breaks.append(first)
        if rule.include:
            cleared.notes.append(Note("UNRESOLVED_INCLUDE", first, end, text[first:end].strip()))
    cleared.blank(spans)


def _client_name(line: str, rule: _Rule) -> str:
    """Return what a client line is called: its rule's name, or its own first word."""
    if rule.name == "DELIMITER":
        return f"DELIMITER {line.split()[1]}"
    return line.split()[0] if rule.name in {"\\", ":", "!", ".", "sqlplus"} else rule.name


def _first_character(text: str, start: int, end: int) -> int:
    while start < end and text[start] in " \t":
        start += 1
    return start


def _line_end(text: str, offset: int) -> int:
    found = re.compile(r"\r|\n|\Z").search(text, offset)
    return found.start() if found else len(text)


_COMMENT_MARKS = ("--", "/*", "#", "//")


def _fresh(cleared: Cleared, literals: Literals, offset: int) -> bool:
    """Return whether no statement is open at an offset: what stands before it ended one."""
    text = cleared.text
    while True:
        offset = len(text[:offset].rstrip()) if text[max(0, offset - 1)].isspace() else offset
        if offset == 0 or (cleared.clients and offset <= cleared.clients[-1][1]):
            return True
        if text[offset - 1] == ";" or (cleared.breaks and offset <= cleared.breaks[-1]):
            return True
        inside = literals.around(offset - 1)
        if inside is None or not text.startswith(_COMMENT_MARKS, inside[0]):
            return False
        offset = inside[0]


def _clear_delimiters(cleared: Cleared, dialect: str) -> None:
    """Blank MySQL's own delimiters: each ends a statement."""
    lines = [one for one in cleared.clients if one[2].startswith("DELIMITER ")]
    literals = Literals(cleared.text, dialect)
    spans: list[tuple[int, int]] = []
    stops = [*(start for start, _, _ in lines[1:]), len(cleared.text)]
    for (_, position, name), stop in zip(lines, stops, strict=True):
        mark = name.split(" ", 1)[1]
        position = cleared.text.find(mark, position, stop) if mark != ";" else -1
        while position >= 0:
            if not literals.hold(position):
                spans.append((position, position + len(mark)))
                cleared.breaks.append(position)
            position = cleared.text.find(mark, position + len(mark), stop)
    cleared.terminators += spans
    cleared.blank(spans)


def _clear_conflicts(cleared: Cleared) -> None:
    spans = [found.span() for found in _CONFLICT.finditer(cleared.text)] if "<<<<<<<" in cleared.text else []
    for start, end in spans:
        cleared.notes.append(Note("CONFLICT_MARKER", start, end))
    cleared.unread += spans
    cleared.blank(spans)


def _clear_copy_data(cleared: Cleared) -> None:
    spans = (
        [found.span("data") for found in _COPY_DATA.finditer(cleared.text)] if "\\." in cleared.text else []
    )
    cleared.clients += [(start, end, "COPY data") for start, end in spans]
    cleared.breaks += [start for start, _ in spans]
    cleared.blank(spans)


def _note_suspicious(cleared: Cleared, literals: Literals) -> None:
    for found in _SUSPICIOUS.finditer(cleared.text):
        if _UNSEEN.match(found.group()) or not literals.hold(found.start()):
            name = f"U+{ord(found.group()):04X}"
            cleared.notes.append(Note("SUSPICIOUS_CHAR", found.start(), found.end(), name))


def _note_executable(cleared: Cleared, literals: Literals) -> None:
    for found in _EXECUTABLE.finditer(cleared.text):
        inside = literals.around(found.start())
        if inside is not None and inside[0] == found.start():
            cleared.notes.append(Note("EXECUTABLE_COMMENT", *inside))
