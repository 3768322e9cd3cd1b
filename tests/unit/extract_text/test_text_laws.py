"""Laws of the text level, on texts nobody thought of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.extract_text.test_blocks import BODIES, PLSQL
from tests.unit.extract_text.test_tsql import ONE_STATEMENT

from wherefrom.domain.dialects import DIALECTS
from wherefrom.extract.template.placeholders import mask
from wherefrom.extract.text.script import Script
from wherefrom.extract.text.split import split

ALONE = """
SELECT INSERT INTO UPDATE SET DELETE FROM MERGE USING WITH AS BEGIN END IF THEN ELSE ELSIF CASE WHEN LOOP WHILE FOR IN DO
DECLARE CREATE PROCEDURE FUNCTION TRIGGER PACKAGE BODY IS RETURN EXEC EXECUTE IMMEDIATE CURSOR OPEN FETCH CLOSE EXCEPTION
HANDLER UNTIL REPEAT CALL LET := = ; ; , ( ) . : @ # a b t1 'x' "y" 1 $$ $tag$ ' " [ ] ` -- /* */ GO / DELIMITER // \\g \\i
${x} ${y}_z {{x}} {%if%} {%endif%} &v. %s <<lbl>> <<<<<<< >>>>>>> \ufeff é \u202e
"""
TOGETHER = [
    "\n",
    "\r\n",
    "\nGO\n",
    "\n/\n",
    "AS $$",
    "{{ this }}",
    "DECLARE x INT DEFAULT 1;",
    "END IF;",
    "END LOOP;",
]
WORDS = st.sampled_from([*ALONE.split(), *TOGETHER])
TEXTS = st.lists(WORDS, max_size=40).map(" ".join)
NAMES = st.sampled_from(sorted(DIALECTS))


def uncovered(text: str, script: Script) -> str:
    """Return what is in no piece and not declared unread."""
    taken = sorted([*((piece.start, piece.end) for piece in script.pieces), *script.unread])
    parts, position = [], 0
    for start, end in taken:
        parts.append(text[position : max(position, start)])
        position = max(position, end)
    return "".join([*parts, text[position:]])


@given(TEXTS, NAMES)
@settings(max_examples=400, deadline=None)
def test_masking_is_undone_by_restoring(text: str, dialect: str) -> None:
    masked = mask(text, dialect)
    assert len(masked.text) == len(text)
    shown = "".join(
        written if (start, end) not in masked.blanked else text[start:end]
        for start, end, written in _slices(masked.text, masked.restore, masked.blanked)
    )
    assert shown == text


def _slices(text: str, restore, blanked):  # type: ignore[no-untyped-def]
    position = 0
    for start, end in blanked:
        yield position, start, restore(text[position:start])
        yield start, end, ""
        position = end
    yield position, len(text), restore(text[position:])


@given(TEXTS, NAMES)
@settings(max_examples=400, deadline=None)
def test_pieces_are_in_order_and_hold_the_text_of_their_tokens(text: str, dialect: str) -> None:
    script = split(text, dialect)
    assert len(script.text) == len(text)
    position = 0
    for index, piece in enumerate(script.pieces):
        assert position <= piece.start < piece.end <= len(text)
        assert all(0 <= loop < index for loop in piece.loops)
        if piece.tokens:
            assert (piece.tokens[0].start, piece.tokens[-1].end + 1) == (piece.start, piece.end)
        position = piece.end


def test_every_character_is_accounted_for() -> None:
    """Outside the pieces there is white space, and terminators."""
    texts = [(PLSQL, "oracle"), *((sql, dialect) for dialect, sql, _ in BODIES)]
    texts += [(f"{sql}\nGO\n", "tsql") for sql in ONE_STATEMENT]
    for text, dialect in texts:
        assert uncovered(text, split(text, dialect)).strip(" \r\n;$'()") == "", text
