"""The phrase books and the builders agree: no sentence is missing in any language, none is unused, no gap stays open."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from tests.unit.pages.reading import MARKDOWN

import wherefrom.publish.pages
from wherefrom.domain.codes import DIAGNOSTICS, REASONS, RULES
from wherefrom.publish.pages import templates_folder
from wherefrom.publish.pages.markup import Markup
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.phrases import BOOKS
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.phrases_zh import CHINESE

ROOMS = [
    Path(wherefrom.publish.pages.__file__).parent,
    Path(wherefrom.publish.pages.__file__).parents[1] / "site",
]
BUILDERS = [
    path for room in ROOMS for path in sorted(room.glob("*.py")) if not path.name.startswith("phrases_")
]
TEMPLATES = sorted(path for path in templates_folder().rglob("*.j2"))
SAYERS = ("say", "tell", "count")
SAID = re.compile(r'\b(say|tell|count)\("([^"]+)"( ~ )?')
HAN = re.compile(r"[\u4e00-\u9fff]")

books = pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))


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
    said, begun = asked_in_templates()
    return outright | said, texts, composed + begun


def asked_in_templates() -> tuple[set[str], list[re.Pattern[str]]]:
    """Situations that templates say outright, and the patterns of composed ones."""
    found = [hit for path in TEMPLATES for hit in SAID.findall(path.read_text("utf-8"))]
    return (
        {
            text + end
            for how, text, more in found
            if not more
            for end in ((".one", ".many") if how == "count" else ("",))
        },
        [re.compile(re.escape(text) + ".+") for _, text, more in found if more],
    )


def gaps(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


@books
def test_every_sentence_that_is_said_is_in_the_book(book: Phrasebook) -> None:
    outright, _, _ = asked()
    assert outright - set(book.patterns) == set()


@books
def test_every_sentence_of_the_book_is_said_somewhere(book: Phrasebook) -> None:
    outright, texts, composed = asked()
    unused = [
        key
        for key in book.patterns
        if key not in outright
        and key not in texts
        and not any(pattern.fullmatch(key) for pattern in composed)
    ]
    assert unused == []


@books
def test_a_book_has_every_sentence_of_the_first_with_the_same_gaps(book: Phrasebook) -> None:
    assert {key: gaps(text) for key, text in book.patterns.items()} == {
        key: gaps(text) for key, text in ENGLISH.patterns.items()
    }
    assert book.aggregates.keys() == ENGLISH.aggregates.keys()


@books
def test_a_book_explains_every_code(book: Phrasebook) -> None:
    assert book.diagnostics.keys() == DIAGNOSTICS.keys()
    assert book.reasons.keys() == REASONS.keys()
    assert book.rules.keys() == RULES.keys()
    assert all(meaning.found and meaning.next_step for meaning in book.diagnostics.values())


@books
def test_bold_and_code_of_every_sentence_are_read_as_such(book: Phrasebook) -> None:
    """Chinese has no blanks, and Markdown tells bold by what stands beside it."""
    samples = ("`x`", "x", "常量 `x`", "3")
    for key, pattern in book.patterns.items():
        for sample in samples:
            text = book.fill(pattern, dict.fromkeys(gaps(pattern), sample))
            (inline,) = [token for token in MARKDOWN.parse(f"x {text}") if token.type == "inline"] or [None]
            shown = "" if inline is None else "".join(child.content for child in inline.children or ())
            assert "**" not in shown, key


def test_the_mark_of_an_open_writer_is_in_its_place() -> None:
    for book in BOOKS.values():
        assert book.tell("place.open.mark") in book.tell("place.open", place="x")


def test_lists_in_words() -> None:
    a, b, c = Markup("a"), Markup("b"), Markup("c")
    assert ENGLISH.listing([]) == ""
    assert ENGLISH.listing([a]) == "a"
    assert ENGLISH.listing([a, b]) == "a and b"
    assert ENGLISH.listing([a, b, c], "or") == "a, b or c"


def test_lists_in_chinese() -> None:
    a, b, c = Markup("`a`"), Markup("`b`"), Markup("常量 `c`")
    assert CHINESE.listing([]) == ""
    assert CHINESE.listing([a, b]) == "`a` 和 `b`"
    assert CHINESE.listing([a, c]) == "`a` 和常量 `c`"
    assert CHINESE.listing([a, b, c]) == "`a`、`b`、常量 `c`"
    assert CHINESE.listing([a, b, c], "or") == "`a`、`b` 或常量 `c`"
    assert CHINESE.listing([Markup("3"), Markup("4")]) == "3、4"


def test_blanks_stand_between_chinese_and_code_only() -> None:
    assert CHINESE.say("taken.lead", x=Markup("`a.b`")) == "**原样取自** `a.b`。"
    assert CHINESE.say("computed.is", origins=Markup("常量 `1`")) == "由常量 `1` 计算"
    assert CHINESE.say("stated.type", type=Markup("`INT`"), by=Markup("外连接（`a:1`）")) == (
        "**类型** `INT`，由外连接（`a:1`）声明。"
    )


def test_a_chinese_literal_keeps_its_blanks() -> None:
    assert CHINESE.say("constant.lead", x=Markup("`'合计 金额 （元）'`")) == "**恒为** `'合计 金额 （元）'`。"


@books
def test_what_is_filled_in_is_never_read_as_a_pattern(book: Phrasebook) -> None:
    assert "`{x} {y.z} %s`" in book.say("taken.lead", x=Markup("`{x} {y.z} %s`"))


@books
def test_an_open_gap_is_a_fault(book: Phrasebook) -> None:
    with pytest.raises(KeyError):
        book.say("taken.lead")


def test_no_sentence_praises_explains_or_guesses() -> None:
    words = re.compile(
        r"\b(because|important|simply|very|usually|probably|likely|purpose|correct|good for)\b", re.IGNORECASE
    )
    assert [key for key, text in ENGLISH.patterns.items() if words.search(text)] == []


def test_chinese_sentences_are_chinese() -> None:
    """No English sentence was left where a Chinese one belongs; full-width marks stand in Chinese text."""
    plain = {
        key: re.sub(r"`[^`]*`|\{\w+\}|\bhttps?\S+", "", text)
        for key, text in CHINESE.patterns.items()
        if ENGLISH.patterns[key] == text
    }
    assert [key for key, text in plain.items() if re.search(r"[a-z]{3,}", text)] == []
    beside = re.compile(r"[\u4e00-\u9fff][,;:!?()]|[,;:!()][\u4e00-\u9fff]")
    assert [key for key, text in CHINESE.patterns.items() if beside.search(text)] == []
    for facts in CHINESE.diagnostics.values():
        assert HAN.search(facts.found)
