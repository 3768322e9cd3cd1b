"""Template languages that stand around SQL: Jinja (dbt, Airflow) and SqlRender (OHDSI)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wherefrom.extract.oddities import blanked
from wherefrom.extract.script import Note

_JINJA = re.compile(r"\{\{(?s:.)*?\}\}|\{%(?s:.)*?%\}|\{#(?s:.)*?#\}")
_OPENING = re.compile(r"\{[{%#]")
_CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}"}
_TAG_WORD = re.compile(r"\{%[-+]?\s*(\w+)")
_SILENT = re.compile(r"\{\{[-+]?\s*(?:config|log|print|exceptions?|do|return)\b")
_REFERENCE = re.compile(r"\{\{[-+]?\s*(ref|source)\s*\(([^()]*)\)\s*[-+]?\}\}|\{\{[-+]?\s*(this)\s*[-+]?\}\}")
_STRING = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_BRANCHES = frozenset({"if", "for"})
_MIDDLE = frozenset({"elif", "else"})
_DEFINITIONS = frozenset({"macro", "docs", "call", "materialization", "test"})
_REACH = 4000  # code points looked back for the end of the statement before a tag
_COMMENTS = re.compile(r"--[^\r\n]*|/\*(?s:.)*?\*/")


@dataclass(frozen=True, slots=True)
class Tag:
    """One template mark.

    Attributes:
        start: Its first character.
        end: After its last one.
        value: It stands for text of the SQL; otherwise it is blanked.
    """

    start: int
    end: int
    value: bool


def reference(written: str) -> tuple[str, ...]:
    """Return what a Jinja call refers to: ``("ref", "m")``, or nothing for other placeholders."""
    found = _REFERENCE.fullmatch(written)
    if not found:
        return ()
    if found.group(3):
        return ("this",)
    return (found.group(1), *(one or two for one, two in _STRING.findall(found.group(2))))


def read_jinja(text: str) -> tuple[list[Tag], list[Note]]:
    """Return the Jinja tags of a text, and notes where a tag decides which SQL stands there."""
    tags: list[Tag] = []
    notes: list[Note] = []
    open_: list[tuple[str, int, list[int]]] = []
    hidden = 0
    for start, end in _marks(text):
        if start < hidden:
            continue
        written = text[start:end]
        word = _word(written)
        if word in _DEFINITIONS or (word == "set" and "=" not in written):
            hidden = _definition_end(text, word, end)
            tags.append(Tag(start, hidden, value=False))
            if hidden > end and word != "set":
                notes.append(Note("OPAQUE_TEMPLATE", start, hidden, "", f"A {word} is defined here."))
            continue
        tags.append(Tag(start, end, value=written[1] == "{" and not _SILENT.match(written)))
        _follow(text, (start, end), word, open_, notes)
    return tags, _outermost(notes)


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the slices of Jinja marks. What nothing closes is no mark, and is looked for only once."""
    position = 0
    closings = dict(_CLOSING)
    for found in _OPENING.finditer(text):
        closing = closings.get(found.group())
        if closing is None or found.start() < position:
            continue
        end = text.find(closing, found.end())
        if end < 0:
            del closings[found.group()]
        else:
            position = end + len(closing)
            yield found.start(), position


def _definition_end(text: str, word: str, start: int) -> int:
    """Return the offset after the tag that ends a definition; ``start`` if none does."""
    closing = re.compile(rf"\{{%[-+]?\s*end{word}\b[^%]*%\}}").search(text, start)
    return closing.end() if closing else start


def _outermost(notes: list[Note]) -> list[Note]:
    """Return the notes that are not inside another one, in text order."""
    kept: list[Note] = []
    for note in sorted(notes, key=lambda note: (note.start, -note.end)):
        if not kept or note.start >= kept[-1].end:
            kept.append(note)
    return kept


def _word(tag: str) -> str:
    found = _TAG_WORD.match(tag)
    return found.group(1) if found else ""


def _follow(
    text: str, tag: tuple[int, int], word: str, open_: list[tuple[str, int, list[int]]], notes: list[Note]
) -> None:
    """Keep track of IF and FOR; a closed one inside a statement is noted."""
    if word in _BRANCHES:
        open_.append((word, tag[0], [tag[1]]))
    elif word in _MIDDLE and open_:
        open_[-1][2].extend(tag)
    elif word.startswith("end") and word[3:] in _BRANCHES and open_:
        kind, start, edges = open_.pop()
        if not _sequential(text, start, [*edges, tag[0]]):
            kept = "every branch is kept" if kind == "if" else "its content is read once"
            notes.append(
                Note(
                    "OPAQUE_TEMPLATE",
                    start,
                    tag[1],
                    "",
                    f"A template's {kind} stands in a statement; {kept}.",
                )
            )


def _sequential(text: str, start: int, edges: list[int]) -> bool:
    """Return whether the branches between pairs of edges are nothing, or whole statements."""
    branches = [_sql(text[one:two]) for one, two in zip(edges[::2], edges[1::2], strict=True)]
    if not any(branches):
        return True
    before = _sql(text[max(0, start - _REACH) : start]).rstrip("{}:? \r\n")
    return before[-1:] in {"", ";"} and all(branch[-1:] in {"", ";"} for branch in branches)


def _sql(text: str) -> str:
    """Return a stretch of text without template tags, comments and white space around it."""
    return _COMMENTS.sub(" ", _JINJA.sub(" ", text)).strip()


_DEFAULTS = re.compile(r"\{\s*DEFAULT\s+@\w+\s*=[^{}]*\}", re.IGNORECASE)
_CONDITION = re.compile(r"\{(?=[^{}]*@)[^{}]*+\}\s*\?\s*(?=\{)")
_ELSE = re.compile(r"\s*:\s*(?=\{)")


def read_sqlrender(text: str) -> tuple[list[Tag], list[Note]]:
    """Return SqlRender's blocks: defaults, and conditionals with the SQL they decide about."""
    defaults = [found.span() for found in _DEFAULTS.finditer(text)]
    tags = [Tag(start, end, value=False) for start, end in defaults]
    notes: list[Note] = []
    rest, done = blanked(text, defaults), 0
    for found in _CONDITION.finditer(rest):
        branches, end = _branches(rest, found.end())
        if found.start() < done or not branches:
            continue
        edges = [edge for branch in branches for edge in branch]
        if _sequential(rest, found.start(), edges):
            marks = [found.start(), *edges, end]
            tags += [Tag(one, two, value=False) for one, two in zip(marks[::2], marks[1::2], strict=True)]
        else:
            done = end
            tags.append(Tag(found.start(), end, value=False))
            notes.append(
                Note("OPAQUE_TEMPLATE", found.start(), end, "", "A parameter decides what stands here.")
            )
    return tags, notes


def _branches(text: str, start: int) -> tuple[list[tuple[int, int]], int]:
    """Return the insides of ``{a}`` or ``{a} : {b}`` and the offset after them."""
    first = _close(text, start)
    if first < 0:
        return [], start
    branches = [(start + 1, first)]
    after = _ELSE.match(text, first + 1)
    if after and (second := _close(text, after.end())) >= 0:
        return [*branches, (after.end() + 1, second)], second + 1
    return branches, first + 1


def _close(text: str, start: int) -> int:
    """Return the offset of the brace that closes the one at ``start``, or -1."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return found.start()
    return -1
