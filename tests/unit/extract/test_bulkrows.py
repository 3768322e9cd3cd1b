"""Rows of a dump that get no tokens: the Unit is the one that their tokens would have given."""

from __future__ import annotations

import pytest

from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.unit import Unit
from wherefrom.extract import extract, unit
from wherefrom.extract.text.bulkrows import find_bulk_rows

ROW = "(1, -2.5, NULL, TRUE, 'a'', (b)', DATE '2026-01-31', 1e5)"


def dump(*rows: str, before: str = "INSERT INTO t VALUES ", after: str = ";") -> str:
    """Return an INSERT of 70 rows or more: those given, then numbered ones."""
    width = 7
    numbered = [f"({number}{', 0' * (width - 1)})" for number in range(70)]
    return before + ",\n".join([*rows, *numbered]) + after


def found(text: str, dialect: str = "postgres", placeholders: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    """Return (rows, width) of what is taken out."""
    return [(each.rows, each.width) for each in find_bulk_rows(text, dialect, placeholders)]


def by_tokens(text: str, dialect: str, monkeypatch: pytest.MonkeyPatch) -> Unit:
    """Return the Unit that the tokens of every row give."""
    with monkeypatch.context() as patch:
        patch.setattr(unit, "find_bulk_rows", lambda *_: ())
        return extract(text, dialect)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize(
    "row",
    [
        ROW,
        "(N'ü', 'a;b', '-- no comment', '/* nor this', 'GO', '\n', .5)",
        "( 'x' , 'VALUES (1)' ,null,false , 1 , TIMESTAMP '2026-01-31 10:00:00', TIME'10:00')",
        """("1", "a,b", "c)", "it's", "", "", "")""",
        r"('a\'', 'b', 0, 0, 0, 0, 0)",
        "(0x1F, 1, 2, 3, 4, 5, 6)",
        "(.5, 1., 1.e5, 2, 3, 4, 5)",
        "('a' 'b', 1, 2, 3, 4, 5, 6)",
        "(now(), 1, 2, 3, 4, 5, 6)",
        "(1, /* two */ 2, 3, 4, 5, 6, 7)",
        "(1, 2, 3)",
    ],
)
def test_the_unit_is_that_of_the_tokens(dialect: str, row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rows in ([row], [row, row, row], ["(0, 1, 2, 3, 4, 5, 6)", row]):
        text = "SELECT a FROM s;\n" + dump(*rows) + "\nINSERT INTO u SELECT x FROM t;\n"
        assert extract(text, dialect) == by_tokens(text, dialect, monkeypatch)


def test_all_rows_but_the_first_and_the_last_are_taken_out() -> None:
    assert found(dump(ROW)) == [(69, 7)]
    assert found(dump(ROW, after=" ON CONFLICT DO NOTHING;")) == [(69, 7)]
    assert found(dump(ROW) + dump()) == [(69, 7), (68, 7)]


@pytest.mark.parametrize(
    "text",
    [
        dump(ROW, "(now(), 1, 2, 3, 4, 5, 6)"),
        dump(ROW, "(1, /* two */ 2, 3, 4, 5, 6, 7)"),
        dump(ROW, "(1, 2, 3)"),
        dump(ROW, after=", (a, 2, 3, 4, 5, 6, 7);"),
        dump(before="SELECT '", after="';"),
        dump(before="/* VALUES ", after=" */ SELECT 1"),
        dump(before="INSERT INTO t VALUES ", after=",").replace("\n", " -- one\n"),
        "INSERT INTO t VALUES " + ", ".join(f"({number})" for number in range(64)),
    ],
)
def test_what_is_not_all_literals_of_one_width_is_left(text: str) -> None:
    assert found(text) == []


def test_a_list_with_a_placeholder_is_left() -> None:
    text = dump(ROW)
    assert found(text, placeholders=(text.index("(0"),)) == []
    assert found(text + dump(), placeholders=(text.index("INTO"), len(text) + 40)) == [(69, 7)]


def test_a_loop_of_a_template_is_read_whole() -> None:
    text = "INSERT INTO t VALUES {% for d in days %}" + ", ".join(["('{{ d }}', 1)"] * 70) + "{% endfor %};"
    assert extract(text, "postgres").coverage.total == len(text)


def test_the_rows_are_counted_and_the_column_is_one_cell() -> None:
    text = dump(ROW)
    (node,) = [each for each in extract(text, "postgres").nodes if each.kind == "VALUES_LIST"]
    assert node.body.rows == 71
    assert [cell.text for cell in node.body.cells[0]] == ["1 … (71 literals)"]
    assert node.body.cells[4][0].text == "'a'', (b)' … (71 literals)"
