"""SQL without its literals: what stays, what one sign stands for, and what is done where nothing is proven."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.extract import redact_between, redact_sql, redact_unread

SHOWN = [
    (
        "postgres",
        "SELECT a.x1, 'it''s', 5, 1_000, .5, 1e5 FROM t2024",
        "SELECT a.x1, '…', …, …, .…, … FROM t2024",
    ),
    ("postgres", "SELECT E'a\\'b', U&'x', X'1F', B'01', $$a 'b'$$", "SELECT E'…', U&'…', X'…', B'…', $$…$$"),
    ("postgres", 'SELECT "city key", $1, l[3:4]', 'SELECT "city key", $1, l[…:…]'),
    ("postgres", "SELECT CAST(a AS text), DATE '2024-01-01'", "SELECT CAST(a AS text), DATE '…'"),
    ("postgres", "a -- one\n/* two\nthree */ b", "a --…\n/*…\n*/ b"),
    ("hive", "SELECT \"a\", `b c`, 10L, '${day}', '${day}-1'", "SELECT \"…\", `b c`, …, '${day}', '…'"),
    ("hive", "${env}_ods.orders -- x", "${env}_ods.orders --…"),
    (
        "tsql",
        "SELECT TOP 5 [a b], N'x', 0xFF, $5.25, @v1, #t.a",
        "SELECT TOP … [a b], N'…', …, …, @v1, #t.a",
    ),
    ("tsql", "/* a /* b */ c */ SELECT 1", "/*…*/ SELECT …"),
    ("oracle", "SELECT q'[it's]', :p1 FROM dual", "SELECT q'…', :p1 FROM dual"),
    ("mysql", "SELECT \"a\", _utf8'x' # secret\nFROM `t`", "SELECT \"…\", _utf8'…' #…\nFROM `t`"),
    ("bigquery", "SELECT r'a\\'b', '''x\ny''' FROM `p.d.t`", "SELECT r'…', '…\n' FROM `p.d.t`"),
    ("snowflake", "SELECT c:a.b[0]::int FROM @st/p", "SELECT c:a.b[…]::int FROM @st/p"),
    ("ansi", "SELECT {{ var('a') }} FROM {{ ref('m') }}", "SELECT {{ var('a') }} FROM {{ ref('m') }}"),
    ("ansi", "SELECT {{ var('a', 'x') }} {% set p = 'x' %} {# x #}", "SELECT {{…}} {%…%} {#…#}"),
    ("hive", "SELECT a FROM ods.s4{{ f('x') }}5, t", "SELECT a FROM ods.{{…}}, t"),
    ("ansi", "TRUE AND NULL", "TRUE AND NULL"),
    ("ansi", " \n ", " \n "),
    ("ansi", "INSERT INTO t SELECT 'it's x' FROM s", "INSERT INTO … SELECT '…'… …' FROM …"),
]


@pytest.mark.parametrize(("dialect", "text", "shown"), SHOWN)
def test_one_sign_stands_for_a_literal(dialect: str, text: str, shown: str) -> None:
    assert redact_sql(text, dialect) == shown
    assert redact_sql(shown, dialect) in (shown, redact_unread(shown, dialect))


def test_rows_of_a_dump_are_shown_without_their_values() -> None:
    rows = ",\n".join(f"({number}, 'canary')" for number in range(10_000, 10_500))
    shown = redact_sql(f"INSERT INTO t VALUES\n{rows};", "postgres")
    assert shown.startswith("INSERT INTO t VALUES\n(…, '…'),\n")
    assert shown.endswith("(…, '…');")
    assert shown.count("\n") == 500
    assert not re.search(r"canary|\d", shown)


def test_of_what_was_not_read_words_of_the_language_stay() -> None:
    assert redact_unread("INSERT INTO dm.t SELECT 'a' = 5;", "ansi") == "INSERT INTO ….… SELECT '…' = …;"


def test_between_statements_comments_and_words_of_the_language_stay() -> None:
    assert redact_between(";\n-- a secret\n", "ansi") == ";\n--…\n"
    assert redact_between(":setvar pass secret\nGO\n", "tsql") == ":… … …\nGO\n"
    assert redact_between("it's a secret", "ansi") == "…'… … …"


BREAK = re.compile(r"\r\n|\n|\r")


@given(
    st.text("ab1.'\"`$-/*#{}% \n\r;()[]", max_size=60),
    st.sampled_from(["ansi", "hive", "tsql", "postgres", "mysql"]),
)
def test_lines_stay_where_they_are(text: str, dialect: str) -> None:
    for redact in (redact_sql, redact_unread, redact_between):
        assert len(BREAK.findall(redact(text, dialect))) == len(BREAK.findall(text))
