"""Window clauses as written: PARTITION BY and ORDER BY, and the condition that keeps the first row."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from wherefrom.domain.control import ControlKind
from wherefrom.domain.evidence import ControlRecord
from wherefrom.domain.expression import Expression, Form
from wherefrom.publish.pages.facts import Facts

_WORD = re.compile(r"[A-Za-z_]\w*")
_FIRST = re.compile(r"^\s*(?P<name>[\w.\"`\[\]]+)\s*(?:=\s*1|<=\s*1|<\s*2)\s*$")
_FIRST_HERE = re.compile(
    r"^\s*ROW_NUMBER\s*\(\s*\)\s*OVER\s*\((?P<window>.*)\)\s*(?:=\s*1|<=\s*1|<\s*2)\s*$",
    re.IGNORECASE | re.DOTALL,
)
_ROW_NUMBER = re.compile(r"\bROW_NUMBER\s*\(\s*\)\s*OVER\s*\(", re.IGNORECASE)
_OVER = re.compile(r"\bOVER\s*\(", re.IGNORECASE)
_DIRECTION = re.compile(
    r"^(?P<key>.*?)\s+(?P<way>ASC|DESC)(?P<nulls>\s+NULLS\s+(?:FIRST|LAST))?\s*$", re.IGNORECASE | re.DOTALL
)
_FRAMES = frozenset({"ROWS", "RANGE", "GROUPS"})


@dataclass(frozen=True, slots=True)
class Window:
    """A window clause.

    Attributes:
        keys: PARTITION BY texts, in SQL order.
        order: ORDER BY texts, in SQL order, direction included.
        frame: The frame as written; empty without one.
    """

    keys: tuple[str, ...]
    order: tuple[str, ...]
    frame: str = ""


@dataclass(frozen=True, slots=True)
class FirstRow:
    """A condition that keeps the first row of each window partition.

    Attributes:
        window: The window its row number counts in.
        records: The condition itself, then the records of that window where they are its own.
    """

    window: Window
    records: tuple[ControlRecord, ...]


def read_window(text: str) -> Window:
    """Return the window that a clause describes; quotes and brackets inside are passed over.

    Args:
        text: ``PARTITION BY a ORDER BY b DESC``, with or without ``OVER (`` around it.
    """
    over = _OVER.search(text)
    start = over.end() if over else 0
    parts: dict[str, list[str]] = {"PARTITION": [], "ORDER": [], "FRAME": []}
    section, begun = "", start
    for word, at, end in _words(text, start):
        if word == "," and section:
            parts[section].append(text[begun:at])
            begun = end
        elif word in ("PARTITION", "ORDER") or word in _FRAMES or word == ")":
            if section:
                parts[section].append(text[begun:at])
            section, begun = (word, end) if word in parts else ("", end)
            if word in _FRAMES:
                section, begun = "FRAME", end - len(word)
        elif word == "BY" and section and not text[begun:at].strip():
            begun = end
    if section:
        parts[section].append(text[begun:])
    kept = {name: tuple(t.strip() for t in texts if t.strip()) for name, texts in parts.items()}
    return Window(kept["PARTITION"], kept["ORDER"], ", ".join(kept["FRAME"]))


def window_of(expression: Expression) -> Window:
    """Return the window of a window function: a named one as its clause describes it."""
    if expression.keys or expression.order or expression.frame:
        return Window(expression.keys, expression.order, expression.frame)
    return read_window(expression.text)


def has_named_window(expression: Expression) -> bool:
    """Whether a window function stands on a window whose clause is written elsewhere."""
    if expression.form not in (Form.WINDOW, Form.GENERATED):
        return False
    return window_of(expression) != read_window(expression.text)


def _words(text: str, start: int) -> list[tuple[str, int, int]]:
    """Return the words and commas of the outermost level; a closing bracket of the outside ends it."""
    found: list[tuple[str, int, int]] = []
    at, depth = start, 0
    while at < len(text):
        char = text[at]
        if char in "'\"`":
            close = text.find(char, at + 1)
            at = len(text) if close < 0 else close + 1
            continue
        if char == ")" and depth == 0:
            return [*found, (")", at, len(text))]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        word = _WORD.match(text, at)
        if depth == 0 and word:
            found.append((word[0].upper(), at, word.end()))
        elif depth == 0 and char == ",":
            found.append((",", at, at + 1))
        at = word.end() if word else at + 1
    return found


def direction(text: str) -> tuple[str, str]:
    """Return an ORDER BY text as its key and ``order.down`` or ``order.up``."""
    hit = _DIRECTION.match(text)
    if hit is None:
        return text, "order.up"
    return hit["key"] + (hit["nulls"] or ""), "order.down" if hit["way"].upper() == "DESC" else "order.up"


def first_row(facts: Facts, record: ControlRecord) -> FirstRow | None:
    """Return what a condition keeps the first row of; None where the SQL does not show it."""
    here = _FIRST_HERE.match(record.predicate)
    if here:
        return FirstRow(read_window(here["window"]), (record,))
    hit = _FIRST.match(record.predicate)
    if hit is None or not any(text.upper().startswith("GENERATED ROW_NUMBER") for text in record.other):
        return None
    name = hit["name"].rpartition(".")[2].strip('"`[]')
    return _counted(facts, record, name)


def _counted(facts: Facts, record: ControlRecord, name: str) -> FirstRow | None:
    """Return the window of the row number that the statement calls ``name``, if it does so exactly once."""
    if facts.bundle.redacted is not None:
        return None  # only a number that is not shown says that it is the first row
    place = record.location
    text = facts.bundle.texts.get(place.file, "")
    statement = facts.statements.get((place.file, place.statement))
    start, end = (statement.span.start, statement.span.end) if statement else (0, len(text))
    found: list[FirstRow] = []
    for hit in _ROW_NUMBER.finditer(text, start, end):
        close = closing(text, hit.end(), end)
        called = re.match(rf"\)\s*(?:AS\s+)?[\"`\[]?{re.escape(name)}\b", text[close:end], re.IGNORECASE)
        inside = [w for w in facts.controls.values() if _within(w, place.file, hit.end(), close)]
        if called and inside:
            ordered = sorted(inside, key=lambda window: window.location)
            found.append(FirstRow(read_window(text[hit.end() : close]), (record, *ordered)))
    return found[0] if len(found) == 1 else None


def _within(window: ControlRecord, file: str, start: int, end: int) -> bool:
    span = window.location.span
    return (
        window.kind is ControlKind.WINDOW
        and window.location.file == file
        and start <= span.start <= span.end <= end
    )


def pieces(text: str) -> list[str]:
    """Return what stands between the commas of the outermost level."""
    commas = [at for word, at, _ in _words(text, 0) if word == ","]
    return [text[begun + 1 : at] for begun, at in pairwise([-1, *commas, len(text)])]


def closing(text: str, start: int, end: int) -> int:
    """Return where the bracket that is open at ``start`` closes; ``end`` where it does not."""
    return next((at for word, at, _ in _words(text[:end], start) if word == ")"), end)
