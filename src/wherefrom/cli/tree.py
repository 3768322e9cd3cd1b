"""A field's visit tree as the terminal shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wherefrom.cli.terminal import visible
from wherefrom.cli.words import short
from wherefrom.domain.evidence import FieldAnswer, OpenEnd, Visit, is_neutral
from wherefrom.domain.rules import Terminal

_TEXT_WIDTH = 46
_MIDDLE_WIDTH = 60


@dataclass(frozen=True, slots=True)
class _Row:
    """One line before it is aligned.

    Attributes:
        number: Visit id; 0 for a line of a writer that has no visit of its own.
        text: Indented text.
        word: Step or terminal.
        at: ``file:line``.
    """

    number: int
    text: str
    word: str
    at: str


def tree_lines(field: FieldAnswer, target: str, snapshot_id: str) -> list[str]:
    """Return the lines of one field's tree, its endpoints and what is not proven.

    Args:
        field: The field's answer.
        target: Canonical name of the target.
        snapshot_id: Snapshot it speaks of.
    """
    head = (field.tree_id, field.resolution.value, field.standing.value, f"snapshot {short(snapshot_id)}")
    lines = ["  ".join(head), ""]
    rows = list(_rows(field, target))
    text_width = min(max((len(row.text) for row in rows), default=0), _MIDDLE_WIDTH + 20)
    word_width = max((len(row.word) for row in rows), default=0)
    digits = len(str(len(field.visits)))
    for row in rows:
        line = f"{row.number:>{digits}} {row.text.ljust(text_width)}  {row.word.ljust(word_width)}  {row.at}"
        lines.append(line.rstrip())
    return [*lines, "", *_summary(field)]


def _rows(field: FieldAnswer, target: str) -> Iterator[_Row]:
    children: dict[int, list[Visit]] = {}
    for visit in field.visits:
        children.setdefault(visit.parent, []).append(visit)
    stack: list[tuple[Visit, str, str]] = [(root, "", "") for root in reversed(children.get(0, []))]
    while stack:
        visit, lead, below = stack.pop()
        text = lead + visible(_name(visit, target, is_root=visit.parent == 0))
        yield _Row(visit.visit_id, text, _word(visit), visible(str(visit.location)))
        under = children.get(visit.visit_id, [])
        for position, child in reversed(list(enumerate(under))):
            last = position == len(under) - 1
            mark, bar = ("└─ ", "   ") if last else ("├─ ", "│  ")
            stack.append((child, below + mark, below + bar))


def _name(visit: Visit, target: str, *, is_root: bool) -> str:
    if is_root:
        return f"{target}.{visit.field}"
    name = f"{visit.dataset}.{visit.field}" if visit.field and visit.dataset else visit.field
    text = _short(visit.text)
    if name and text and text != name:
        name = f"{name} = {text}"
    name = name or text or visit.dataset
    words = [f"writer {visit.writer}"] if visit.writer else ["writer"] if visit.binding_id else []
    words += [visit.binding_id] if visit.binding_id else []
    words += [visit.status.value] if visit.binding_id and visit.status else []
    return f"{' '.join(words)}: {name}" if words else name


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _TEXT_WIDTH else flat[: _TEXT_WIDTH - 1] + "…"


def _word(visit: Visit) -> str:
    if visit.expanded_at:
        return f"see {visit.expanded_at}"
    if visit.terminal is not None:
        return visit.terminal.value + (", operand" if visit.operand else "")
    return visit.transformation.value if visit.transformation is not None else ""


def _summary(field: FieldAnswer) -> list[str]:
    value = [
        (
            visible(e.endpoint) + (f" {visible(e.path)}" if e.path else ""),
            e.terminal.value,
            _how(e.transformation.value, e.provisional),
        )
        for e in field.value
    ]
    given = [end for end in field.open_ends if end.terminal is not Terminal.CYCLE]
    lines = [
        *_block("Value", value),
        *_block("Not proven", _ends(end for end in given if not is_neutral(field, end))),
        *_block("Rejected", _ends(end for end in given if is_neutral(field, end))),
    ]
    return [*lines, f"Conditions  {_conditions(field)}"]


def _ends(given: Iterable[OpenEnd]) -> list[tuple[str, str, str]]:
    rows = ((visible(end.at), end.terminal.value, " | ".join(map(visible, end.candidates))) for end in given)
    return list(dict.fromkeys(rows))


def _how(step: str, provisional: bool) -> str:  # a value to print, not a switch
    return f"{step}, provisional" if provisional else step


def _block(label: str, rows: list[tuple[str, str, str]]) -> list[str]:
    if not rows:
        return []
    first = max(len(row[0]) for row in rows)
    second = max(len(row[1]) for row in rows)
    return [
        f"{label if i == 0 else '':<10}  {a.ljust(first)}  {b.ljust(second)}  {c}".rstrip()
        for i, (a, b, c) in enumerate(rows)
    ]


def _conditions(field: FieldAnswer) -> str:
    own = sum(1 for c in field.controls if c.reach.value == "EXPRESSION")
    rows = len(field.controls) - own
    return f"{own} for this field, {rows} for its rows: --json lists them" if field.controls else "none"
