"""Original SQL: the statements on the paths, whole lines with their numbers."""

from __future__ import annotations

import re

from wherefrom.publish.pages.facts import Facts, Key
from wherefrom.publish.pages.markup import Markup, fence, visible
from wherefrom.publish.pages.model import SqlExcerpt, TextBlock
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.plan import Plan

LINES_SHOWN = 400
"""Longest statement shown whole, in lines; a longer one is cut in the middle."""

WIDTH_SHOWN = 1_000
"""Longest line shown whole, in characters."""

STATEMENTS_SHOWN = 60
"""Most statements that a page shows."""

_NEWLINE = re.compile(r"\r\n|\n|\r")


def excerpts(facts: Facts, plan: Plan) -> tuple[tuple[SqlExcerpt, ...], Markup]:
    """Return the statements on the paths in order of first appearance, and sentences on what is left out."""
    split: dict[str, list[str]] = {}
    shown: list[SqlExcerpt] = []
    known = [key for key in plan.statements if key in facts.statements and key[0] in facts.bundle.texts]
    for key in known[:STATEMENTS_SHOWN]:
        if key[0] not in split:
            split[key[0]] = _NEWLINE.split(facts.bundle.shown(key[0]))
        shown.append(_excerpt(facts, key, split[key[0]]))
    left = len(known) - len(shown)
    said = [facts.words.say("sql.more.statements", n=left)] if left else []
    said += [facts.words.say("sql.redacted")] if facts.bundle.redacted is not None else []
    return tuple(shown), Markup(" ".join(said))


def _excerpt(facts: Facts, key: Key, lines: list[str]) -> SqlExcerpt:
    span = facts.statements[key].span
    numbered = list(enumerate(lines[span.line - 1 : span.end_line], start=span.line))
    width = max(3, len(str(span.end_line)))
    left = len(numbered) - LINES_SHOWN
    if left > 0:
        half = LINES_SHOWN // 2
        gap = " " * (width + 2) + facts.words.tell("sql.left.out", n=left)
        text = [
            *_numbered(facts.words, numbered[:half], width),
            gap,
            *_numbered(facts.words, numbered[-half:], width),
        ]
    else:
        text = _numbered(facts.words, numbered, width)
    place = place_of_lines(facts, key[0], span.line, span.end_line)
    return SqlExcerpt(place, TextBlock(fence(text), tuple(text)), key[0], span.line, span.end_line)


def _numbered(words: Phrasebook, lines: list[tuple[int, str]], width: int) -> list[str]:
    return [f"{number:>{width}}  {_shown(words, line)}".rstrip() for number, line in lines]


def _shown(words: Phrasebook, line: str) -> str:
    left = len(line) - WIDTH_SHOWN
    if left <= 0:
        return visible(line, keep="\t")
    return visible(line[:WIDTH_SHOWN], keep="\t") + words.tell("sql.characters", n=left)


def place_of_lines(facts: Facts, file: str, first: int, last: int) -> Markup:
    """Return a file with its lines, in words."""
    situation = "place.line" if first == last else "place.lines"
    return facts.words.say(situation, file=facts.places.file(file, first), a=first, b=last)
