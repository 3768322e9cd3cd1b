"""Template languages that stand around SQL: Jinja (dbt, Airflow) and SqlRender (OHDSI)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wherefrom.extract.template.alternatives import Fork
from wherefrom.extract.template.loops import Loop, read_loop
from wherefrom.extract.text.oddities import blanked
from wherefrom.extract.text.script import Note

_JINJA = re.compile(r"\{\{(?s:.)*?\}\}|\{%(?s:.)*?%\}|\{#(?s:.)*?#\}")
_OPENING = re.compile(r"\{[{%#]")
_CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}"}
_TAG_WORD = re.compile(r"\{%[-+]?\s*(\w+)")
_SILENT = re.compile(r"\{\{[-+]?\s*(?:config|log|print|exceptions?|do|return)\b")
_REFERENCE = re.compile(r"\{\{[-+]?\s*(ref|source)\s*\(([^()]*)\)\s*[-+]?\}\}|\{\{[-+]?\s*(this)\s*[-+]?\}\}")
_STRING = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_LITERALS = re.compile(
    rf"\s*(?P<names>(?:{_STRING.pattern})(?:\s*,\s*(?:{_STRING.pattern}))?)"
    r"(?:\s*,\s*(?:v|version)\s*=\s*(?:\d+|'[^']*'|\"[^\"]*\"))?\s*,?\s*"
)
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
    """Return what a Jinja call refers to: ``("ref", "m")``, or nothing for other placeholders.

    A name that is put together when the template runs, ``ref('stg_' ~ day)``, is not known: no part of it is a name.
    """
    found = _REFERENCE.fullmatch(written)
    if not found:
        return ()
    if found.group(3):
        return ("this",)
    literals = _LITERALS.fullmatch(found.group(2))
    if literals is None:
        return ()
    return (found.group(1), *(one or two for one, two in _STRING.findall(literals["names"])))


def named_references(text: str) -> dict[str, tuple[str, ...]]:
    """Return what variables of a template refer to that it sets once, outside of whatever it decides or repeats."""
    found: dict[str, tuple[str, ...]] = {}
    depth = 0
    for start, end in _marks(text):
        written = text[start:end]
        word = _word(written)
        depth += (word in _BLOCKS) - (word.startswith("end") and word[3:] in _BLOCKS)
        if word not in ("set", "for"):
            continue
        said = _condition(written, word)
        given, _, value = said.partition("=" if word == "set" else " in ")
        for name in re.findall(r"\w+", given):
            once = word == "set" and depth == 0 and name not in found
            found[name] = reference(f"{{{{ {value.strip()} }}}}") if once else ()
    return found


_BLOCKS = _BRANCHES | _DEFINITIONS
_VARIABLE = re.compile(r"\{\{[-+]?\s*(\w+)\s*[-+]?\}\}")


def variable(written: str) -> str:
    """Return the variable that a placeholder is and nothing else; empty for any other."""
    found = _VARIABLE.fullmatch(written)
    return found[1] if found is not None else ""


def is_macro(written: str) -> bool:
    """Whether a placeholder calls a macro of the project: SQL stands there, and not a value of the run."""
    found = _CALL.match(written)
    if found is None:
        return False
    path = found[1].split(".")
    return path[0] not in _RUN_VALUES and path[-1] not in _VALUE_CALLS


_CALL = re.compile(r"\{\{[-+]?\s*([A-Za-z_][\w.]*)\s*\(")
_RUN_VALUES = frozenset(
    {
        *(
            "var",
            "env_var",
            "macros",
            "params",
            "conf",
            "dag_run",
            "ti",
            "task_instance",
            "run_started_at",
            "modules",
        ),
        *(
            "execution_date",
            "logical_date",
            "data_interval_start",
            "data_interval_end",
            "prev_ds",
            "next_ds",
            "ds",
        ),
        *("int", "range", "ref", "source"),
    }
)
"""What dbt and Airflow set for a run: their calls and those of their parts are values."""
_VALUE_CALLS = frozenset(
    {"strftime", "isoformat", "format", "get", "replace", "date", "timestamp", "isodate"}
)


@dataclass(slots=True)
class _Open:
    """An IF or FOR that is not closed yet: its word, its first character, its conditions, its edges."""

    word: str
    start: int
    conditions: list[str]
    edges: list[int]
    otherwise: bool = False


def read_jinja(text: str) -> tuple[list[Tag], list[Note], list[Fork], list[Loop]]:
    """Return the Jinja tags of a text, notes on what is not read, the forks of its IFs, the loops it unrolls."""
    tags: list[Tag] = []
    notes: list[Note] = []
    forks: list[Fork] = []
    loops: list[Loop] = []
    open_: list[_Open] = []
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
        if word in _BRANCHES:
            open_.append(_Open(word, start, [_condition(written, word)], [end]))
        elif word in _MIDDLE and open_:
            open_[-1].edges.extend((start, end))
            open_[-1].conditions.append(_condition(written, word))
            open_[-1].otherwise = word == "else"
        elif word.startswith("end") and word[3:] in _BRANCHES and open_:
            opened = open_.pop()
            body = (opened.edges[0], start)
            loop = (
                read_loop(text, (opened.start, opened.edges[0]), body, end)
                if len(opened.edges) == 1
                else None
            )
            if opened.word == "for" and loop is not None:
                loops.append(loop)
            else:
                _closed(text, opened, (start, end), forks, notes)
    return tags, _outermost(notes), forks, loops


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


def _condition(tag: str, word: str) -> str:
    """Return what a tag asks, blanks evened out."""
    return " ".join(tag.strip("{}%-+ \r\n\t").removeprefix(word).split())


_FIRST = {"loop.first": 0, "not loop.first": -2, "loop.last": 0, "not loop.last": -2}
"""What a loop whose content is read once decides itself: that reading is the first and the last one."""


def _closed(text: str, opened: _Open, tag: tuple[int, int], forks: list[Fork], notes: list[Note]) -> None:
    """Note a closed IF as a fork; a closed FOR inside a statement is read once, which is said."""
    edges = [*opened.edges, tag[0]]
    branches = tuple(zip(edges[::2], edges[1::2], strict=True))
    if opened.word == "if":
        choice = _FIRST.get(opened.conditions[0], -1)
        if choice == -2 and len(branches) > 1:
            choice = 1
        condition = " | ".join(opened.conditions)
        forks.append(Fork(opened.start, tag[1], condition, branches, not opened.otherwise, choice))
    elif not _sequential(text, opened.start, edges):
        message = "A template's loop stands in a statement; its content is read once."
        notes.append(Note("OPAQUE_TEMPLATE", opened.start, tag[1], "", message))


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


def read_sqlrender(text: str) -> tuple[list[Tag], list[Fork]]:
    """Return SqlRender's defaults, and its conditionals as forks."""
    defaults = [found.span() for found in _DEFAULTS.finditer(text)]
    tags = [Tag(start, end, value=False) for start, end in defaults]
    forks: list[Fork] = []
    rest, done = blanked(text, defaults), 0
    for found in _CONDITION.finditer(rest):
        branches, end = _branches(rest, found.end())
        if found.start() < done or not branches:
            continue
        marks = [found.start(), *(edge for branch in branches for edge in branch), end]
        tags += [Tag(one, two, value=False) for one, two in zip(marks[::2], marks[1::2], strict=True)]
        asked = " ".join(found.group().split())
        forks.append(Fork(found.start(), end, asked, tuple(branches), len(branches) == 1))
    return tags, forks


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
