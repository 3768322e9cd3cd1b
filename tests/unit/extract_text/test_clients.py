"""Client lines, and text that is no SQL."""

from __future__ import annotations

import pytest
from tests.unit.extract_text.shown import codes, read, shown, statements

CLIENT_LINES = [
    ("tsql", "GO"),
    ("tsql", "  go 5"),
    ("tsql", "go;"),
    ("tsql", ":setvar db x"),
    ("tsql", "!!dir it's"),
    ("oracle", "/"),
    ("oracle", "PROMPT it's done"),
    ("oracle", "SET SERVEROUTPUT ON SIZE 1000"),
    ("oracle", "SPOOL x.log"),
    ("oracle", "WHENEVER SQLERROR EXIT 1"),
    ("oracle", "REM don't"),
    ("postgres", "\\set x 5"),
    ("postgres", "\\echo 'it''s"),
    ("mysql", "DELIMITER //"),
    ("snowflake", "!set variable_substitution=true"),
    ("teradata", ".SET WIDTH 200"),
    ("teradata", ".IF ERRORCODE <> 0 THEN .QUIT 8"),
    ("sqlite", ".mode csv"),
    ("hive", "!echo a;"),
    ("hive", "ADD JAR x.jar;"),
]


@pytest.mark.parametrize(("dialect", "line"), CLIENT_LINES)
def test_a_client_line_is_no_statement(dialect: str, line: str) -> None:
    sql = f"SELECT 1;\r\n{line}\r\nSELECT 2"
    assert statements(sql, dialect) == ["SELECT 1", "SELECT 2"]
    assert [piece.kind.value for piece in read(sql, dialect).pieces] == ["STATEMENT", "CLIENT", "STATEMENT"]


ENDING = [
    ("tsql", "SELECT a FROM s\nGO\nSELECT 2"),
    ("oracle", "SELECT a FROM s\n/\nSELECT 2"),
    ("postgres", "SELECT a FROM s \\gset\nSELECT 2"),
    ("mysql", "SELECT a FROM s\\G\nSELECT 2"),
]


@pytest.mark.parametrize(("dialect", "sql"), ENDING)
def test_some_end_the_statement_before_them(dialect: str, sql: str) -> None:
    assert statements(sql, dialect) == ["SELECT a FROM s", "SELECT 2"]


NOT_CLIENT = [
    ("tsql", "SELECT 'x\nGO\ny'"),
    ("tsql", "SELECT 1 /*\nGO\n*/ + 2"),
    ("oracle", "UPDATE t\nSET a = 1\nWHERE b = 2"),
    ("oracle", "SELECT a FROM t\nSTART WITH a = 1\nCONNECT BY PRIOR a = b"),
    ("postgres", "SELECT '\\d', $$\n\\i x\n$$"),
    ("snowflake", "SELECT 1\n!= 2"),
    ("teradata", "SELECT t\n.a FROM t"),
    ("mysql", "SELECT 'DELIMITER //\n//'"),
]


@pytest.mark.parametrize(("dialect", "sql"), NOT_CLIENT)
def test_inside_a_statement_it_is_sql(dialect: str, sql: str) -> None:
    assert len(read(sql, dialect).pieces) == 1


INCLUDES = [
    ("tsql", ":r other.sql"),
    ("oracle", "@other.sql"),
    ("oracle", "@@other"),
    ("oracle", "START other.sql"),
    ("postgres", "\\i other.sql"),
    ("postgres", "\\ir other.sql"),
    ("mysql", "SOURCE other.sql"),
    ("snowflake", "!source other.sql"),
    ("sqlite", ".read other.sql"),
    ("teradata", ".RUN FILE = other.btq;"),
    ("hive", "source other.hql;"),
]


@pytest.mark.parametrize(("dialect", "line"), INCLUDES)
def test_an_include_is_named(dialect: str, line: str) -> None:
    assert codes(f"SELECT 1;\n{line}\nSELECT 2", dialect) == [("UNRESOLVED_INCLUDE", line)]


def test_copy_data_is_no_sql_and_psql_copy_is() -> None:
    sql = "COPY t (a, b) FROM stdin;\n1\tit's\n\\.\n\\copy u from 'f.csv' csv\nSELECT 1;"
    assert statements(sql, "postgres") == ["COPY t (a, b) FROM stdin", "copy u from 'f.csv' csv", "SELECT 1"]


def test_what_follows_an_open_string_is_not_read() -> None:
    sql = "SELECT 1;\nSELECT 'a' FROM t WHERE b = 'open\n;\nDELETE FROM u;"
    start = sql.index("'open")
    script = read(sql, "tsql")
    assert shown(sql, "tsql") == ["STATEMENT SELECT 1", "OPAQUE SELECT 'a' FROM t WHERE b ="]
    assert codes(sql, "tsql") == [("UNTERMINATED_TEXT", sql[start:])]
    assert script.unread == ((start, len(sql)),)


@pytest.mark.parametrize("dialect", ["postgres", "oracle", "mysql", "tsql"])
def test_an_open_comment_is_found(dialect: str) -> None:
    sql = "SELECT 1; /* never closed\nDELETE FROM t;"
    assert codes(sql, dialect) == [("UNTERMINATED_TEXT", sql[10:])]
    assert statements(sql, dialect) == ["SELECT 1"]


def test_comments_nest_as_the_dialect_says() -> None:
    sql = "SELECT 1 /* a /* b */ , 2 */"
    assert statements("/* a /* b */ c */ SELECT 1", "postgres") == ["SELECT 1"]
    assert codes(sql, "postgres") == []
    assert statements("/* a /* b */ SELECT 1", "oracle") == ["SELECT 1"]


def test_a_conflict_costs_the_statement_it_stands_in() -> None:
    sql = """INSERT INTO a SELECT 1;
SELECT x,
<<<<<<< ours
  b
=======
  c
>>>>>>> theirs
FROM t;
INSERT INTO c SELECT 2;"""
    assert shown(sql, "postgres") == [
        "STATEMENT INSERT INTO a SELECT 1",
        "OPAQUE SELECT x, <<<<<<< ours b ======= c >>>>>>> theirs FROM t",
        "STATEMENT INSERT INTO c SELECT 2",
    ]
    assert [code for code, _ in codes(sql, "postgres")] == ["CONFLICT_MARKER"]


def test_a_conflict_of_whole_statements_leaves_the_others() -> None:
    sql = "SELECT 1;\n<<<<<<< a\nSELECT 2;\n=======\nSELECT 3;\n>>>>>>> b\nSELECT 4;"
    assert statements(sql, "postgres") == ["SELECT 1", "SELECT 4"]


def test_executable_comments_are_named() -> None:
    assert codes("SELECT a /*!50000 , b */ FROM t /* c */", "mysql") == [
        ("EXECUTABLE_COMMENT", "/*!50000 , b */")
    ]


SUSPICIOUS = [
    ("SELECT a\uff0cb FROM t", "\uff0c"),
    ("SELECT \u2018a\u2019 FROM t", "\u2018\u2019"),
    ("SEL\u200bECT 1", "\u200b"),
    ("SELECT 1 -- \u202e evil", "\u202e"),
    ("SELECT a\0 FROM t", "\0"),
    ("SELECT '\uff0c \u200b', \"\u2019\" -- \uff0c", ""),
]


@pytest.mark.parametrize(("sql", "found"), SUSPICIOUS)
def test_characters_that_deceive(sql: str, found: str) -> None:
    assert codes(sql, "postgres") == [("SUSPICIOUS_CHAR", char) for char in found]


def test_a_byte_order_mark_is_white_space() -> None:
    sql = "SELECT 1\nGO\n\ufeffSELECT 2\nGO"
    assert statements(sql, "tsql") == ["SELECT 1", "SELECT 2"]


def test_a_byte_order_mark_in_a_name_or_a_string_is_part_of_it() -> None:
    sql = "SELECT \"a\ufeffb\", 'c\ufeff' FROM\ufefft"
    (piece,) = read(sql, "postgres").pieces
    assert [token.text for token in piece.tokens] == ["SELECT", "a\ufeffb", ",", "c\ufeff", "FROM", "t"]


@pytest.mark.parametrize("sql", ["", " \n", "-- nothing", ";;;", "/* a */;"])
def test_no_statement(sql: str) -> None:
    assert read(sql, "postgres").pieces == ()
