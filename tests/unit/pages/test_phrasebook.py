"""The phrase book and the builders agree: no sentence is missing, none is unused, no gap stays open."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import wherefrom.publish.pages
from wherefrom.publish.pages.markup import Markup
from wherefrom.publish.pages.phrases_en import ENGLISH

ROOM = Path(wherefrom.publish.pages.__file__).parent
BUILDERS = [path for path in sorted(ROOM.glob("*.py")) if not path.name.startswith("phrases_")]
SAYERS = ("say", "tell", "count")


def asked() -> tuple[set[str], set[str], list[re.Pattern[str]]]:
    """Situations said outright, all other texts of the builders, and the patterns of composed ones."""
    outright: set[str] = set()
    texts: set[str] = set()
    composed: list[re.Pattern[str]] = []
    for path in BUILDERS:
        for here in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(here, ast.Constant) and isinstance(here.value, str):
                texts.add(here.value)
            if isinstance(here, ast.JoinedStr):
                parts = [
                    re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in here.values
                ]
                if any(len(part) > 3 and part != ".+" for part in parts) or parts[-1:] == [r"\.lead"]:
                    composed.append(re.compile("".join(parts)))
            if (
                isinstance(here, ast.Call)
                and isinstance(here.func, ast.Attribute)
                and here.func.attr in SAYERS
            ):
                first = here.args[0] if here.args else None
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    outright |= {
                        first.value + end
                        for end in ((".one", ".many") if here.func.attr == "count" else ("",))
                    }
    return outright, texts, composed


def test_every_sentence_that_is_said_is_in_the_book() -> None:
    outright, _, _ = asked()
    assert outright - set(ENGLISH.patterns) == set()


def test_every_sentence_of_the_book_is_said_somewhere() -> None:
    outright, texts, composed = asked()
    unused = [
        key
        for key in ENGLISH.patterns
        if key not in outright
        and key not in texts
        and not any(pattern.fullmatch(key) for pattern in composed)
    ]
    assert unused == []


def test_lists_in_words() -> None:
    a, b, c = Markup("a"), Markup("b"), Markup("c")
    assert ENGLISH.listing([]) == ""
    assert ENGLISH.listing([a]) == "a"
    assert ENGLISH.listing([a, b]) == "a and b"
    assert ENGLISH.listing([a, b, c], "or") == "a, b or c"


def test_what_is_filled_in_is_never_read_as_a_pattern() -> None:
    assert ENGLISH.say("taken.lead", x=Markup("`{x} {y.z} %s`")) == "**Taken unchanged** from `{x} {y.z} %s`."


def test_an_open_gap_is_a_fault() -> None:
    with pytest.raises(KeyError):
        ENGLISH.say("taken.lead")


def test_no_sentence_praises_explains_or_guesses() -> None:
    words = re.compile(
        r"\b(because|important|simply|very|usually|probably|likely|purpose|correct|good for)\b", re.IGNORECASE
    )
    assert [key for key, text in ENGLISH.patterns.items() if words.search(text)] == []
