"""Bodies of routines in the dialects that end statements with semicolons."""

from __future__ import annotations

import pytest
from tests.unit.extract_text.shown import read, shown, statements, values

PLSQL = """CREATE OR REPLACE PROCEDURE w.p (a IN NUMBER, b OUT VARCHAR2) AUTHID CURRENT_USER IS
  v NUMBER := 1;
  CURSOR c (n NUMBER) IS SELECT x FROM t WHERE y = n;
  TYPE list IS TABLE OF t%ROWTYPE;
  oops EXCEPTION;
  PROCEDURE inner IS BEGIN UPDATE t SET a = 1; END;
BEGIN
  v := v + 1;
  FOR r IN (SELECT a FROM src) LOOP
    INSERT INTO tgt VALUES (r.a);
  END LOOP;
  FOR r IN c(5) LOOP UPDATE t SET a = r.x; END LOOP;
  FOR i IN 1..10 LOOP NULL; END LOOP;
  FORALL i IN 1..l.COUNT INSERT INTO t VALUES (l(i));
  IF v = CASE WHEN a = 1 THEN 1 ELSE 2 END THEN DELETE FROM t;
  ELSIF v = 2 THEN MERGE INTO t USING s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET b = 1;
  ELSE l(1).x := 5; END IF;
  CASE v WHEN 1 THEN INSERT INTO q SELECT 1 FROM dual; ELSE NULL; END CASE;
  EXECUTE IMMEDIATE 'truncate table x';
  pkg.run(v, 'a');
  <<again>>
  WHILE v < 5 LOOP v := v + 1; END LOOP again;
EXCEPTION
  WHEN NO_DATA_FOUND THEN INSERT INTO err VALUES (1);
END p;
/
SELECT 1 FROM dual
/
"""


def test_plsql() -> None:
    assert shown(PLSQL, "oracle") == [
        "PROCEDURE CREATE OR REPLACE PROCEDURE w.p (a IN NUMBER, b OUT VARCHAR2) AUTHID CURRENT_USER IS",
        "DECLARE w.p: v NUMBER := 1",
        "LOOP w.p: CURSOR c (n NUMBER) IS SELECT x FROM t WHERE y = n",
        "CONTROL w.p: TYPE list IS TABLE OF t%ROWTYPE",
        "CONTROL w.p: oops EXCEPTION",
        "PROCEDURE w.p: PROCEDURE inner IS",
        "CONTROL w.p.inner: BEGIN",
        "STATEMENT w.p.inner: UPDATE t SET a = 1",
        "CONTROL w.p.inner: END",
        "CONTROL w.p: BEGIN",
        "ASSIGN w.p: v := v + 1",
        "LOOP w.p: FOR r IN (SELECT a FROM src) LOOP",
        "STATEMENT? w.p: INSERT INTO tgt VALUES (r.a)",
        "CONTROL? w.p: END LOOP",
        "LOOP w.p: FOR r IN c(5) LOOP",
        "STATEMENT? w.p: UPDATE t SET a = r.x",
        "CONTROL? w.p: END LOOP",
        "CONTROL w.p: FOR i IN 1..10 LOOP",
        "CONTROL? w.p: NULL",
        "CONTROL? w.p: END LOOP",
        "CONTROL w.p: FORALL i IN 1..l.COUNT",
        "STATEMENT? w.p: INSERT INTO t VALUES (l(i))",
        "CONTROL w.p: IF v = CASE WHEN a = 1 THEN 1 ELSE 2 END THEN",
        "STATEMENT? w.p: DELETE FROM t",
        "CONTROL? w.p: ELSIF v = 2 THEN",
        "STATEMENT? w.p: MERGE INTO t USING s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET b = 1",
        "CONTROL? w.p: ELSE",
        "ASSIGN? w.p: l(1).x := 5",
        "CONTROL? w.p: END IF",
        "CONTROL w.p: CASE v",
        "CONTROL? w.p: WHEN 1 THEN",
        "STATEMENT? w.p: INSERT INTO q SELECT 1 FROM dual",
        "CONTROL? w.p: ELSE",
        "CONTROL? w.p: NULL",
        "CONTROL? w.p: END CASE",
        "DYNAMIC w.p: EXECUTE IMMEDIATE 'truncate table x'",
        "CALL w.p: pkg.run(v, 'a')",
        "CONTROL w.p: <<again>>",
        "CONTROL w.p: WHILE v < 5 LOOP",
        "ASSIGN? w.p: v := v + 1",
        "CONTROL? w.p: END LOOP again",
        "CONTROL w.p: EXCEPTION",
        "CONTROL? w.p: WHEN NO_DATA_FOUND THEN",
        "STATEMENT? w.p: INSERT INTO err VALUES (1)",
        "CONTROL? w.p: END p",
        "CLIENT /",
        "STATEMENT SELECT 1 FROM dual",
        "CLIENT /",
    ]


def test_a_cursor_by_name_brings_its_query_into_the_loop() -> None:
    assert values(PLSQL, "oracle")[:5] == [
        ("DECLARE", "v", "1"),
        ("LOOP", "c", "SELECT x FROM t WHERE y = n"),
        ("ASSIGN", "v", "v + 1"),
        ("LOOP", "r", "SELECT a FROM src"),
        ("LOOP", "r", "SELECT x FROM t WHERE y = n"),
    ]
    pieces = read(PLSQL, "oracle").pieces
    assert pieces[0].parameters == ("a", "b")
    assert [pieces[12].loops, pieces[15].loops, pieces[18].loops] == [(11,), (14,), ()]


def test_a_package_body_names_each_routine() -> None:
    sql = """CREATE PACKAGE BODY w.pk AS
  g NUMBER := 0;
  FUNCTION f (a NUMBER) RETURN NUMBER IS BEGIN RETURN a; END f;
  PROCEDURE p IS v DATE; BEGIN INSERT INTO t SELECT 1 FROM dual; COMMIT; END;
BEGIN
  INSERT INTO log VALUES (1);
END pk;
/"""
    assert shown(sql, "oracle") == [
        "PROCEDURE CREATE PACKAGE BODY w.pk AS",
        "DECLARE w.pk: g NUMBER := 0",
        "PROCEDURE w.pk: FUNCTION f (a NUMBER) RETURN NUMBER IS",
        "CONTROL w.pk.f: BEGIN",
        "CONTROL w.pk.f: RETURN a",
        "CONTROL w.pk.f: END f",
        "PROCEDURE w.pk: PROCEDURE p IS",
        "DECLARE w.pk.p: v DATE",
        "CONTROL w.pk.p: BEGIN",
        "STATEMENT w.pk.p: INSERT INTO t SELECT 1 FROM dual",
        "CONTROL w.pk.p: COMMIT",
        "CONTROL w.pk.p: END",
        "CONTROL w.pk: BEGIN",
        "STATEMENT w.pk: INSERT INTO log VALUES (1)",
        "CONTROL w.pk: END pk",
        "CLIENT /",
    ]


def test_plpgsql_is_read_in_place() -> None:
    sql = """CREATE FUNCTION s.f(a int, OUT b text) RETURNS SETOF t AS $body$
DECLARE
  v int := 0; c CURSOR FOR SELECT 1; r record;
BEGIN
  v = 3;
  FOR r IN SELECT a FROM t LOOP INSERT INTO q VALUES (r.a); END LOOP;
  FOR r IN EXECUTE 'select' LOOP UPDATE z SET a = 1; END LOOP;
  PERFORM g(v);
  IF NOT EXISTS (SELECT 1 FROM t) THEN RAISE EXCEPTION 'x'; END IF;
  RETURN QUERY SELECT a FROM t;
  RETURN QUERY EXECUTE 'x';
END
$body$ LANGUAGE plpgsql;
SELECT 1;"""
    assert shown(sql, "postgres") == [
        "PROCEDURE CREATE FUNCTION s.f(a int, OUT b text) RETURNS SETOF t AS",
        "CONTROL s.f: DECLARE",
        "DECLARE s.f: v int := 0",
        "LOOP s.f: c CURSOR FOR SELECT 1",
        "DECLARE s.f: r record",
        "CONTROL s.f: BEGIN",
        "ASSIGN s.f: v = 3",
        "LOOP s.f: FOR r IN SELECT a FROM t LOOP",
        "STATEMENT? s.f: INSERT INTO q VALUES (r.a)",
        "CONTROL? s.f: END LOOP",
        "DYNAMIC s.f: FOR r IN EXECUTE 'select' LOOP",
        "STATEMENT? s.f: UPDATE z SET a = 1",
        "CONTROL? s.f: END LOOP",
        "CALL s.f: PERFORM g(v)",
        "CONTROL s.f: IF NOT EXISTS (SELECT 1 FROM t) THEN",
        "CONTROL? s.f: RAISE EXCEPTION 'x'",
        "CONTROL? s.f: END IF",
        "CONTROL s.f: RETURN QUERY SELECT a FROM t",
        "DYNAMIC s.f: RETURN QUERY EXECUTE 'x'",
        "CONTROL s.f: END",
        "CONTROL s.f: LANGUAGE plpgsql",
        "STATEMENT SELECT 1",
    ]


def test_a_do_block_stands_in_the_files_own_sequence() -> None:
    sql = "DO $$ BEGIN INSERT INTO x SELECT 1; END $$;\nBEGIN;\nDELETE FROM x;\nCOMMIT;"
    assert shown(sql, "postgres") == [
        "CONTROL DO",
        "CONTROL BEGIN",
        "STATEMENT INSERT INTO x SELECT 1",
        "CONTROL END",
        "CONTROL BEGIN",
        "STATEMENT DELETE FROM x",
        "CONTROL COMMIT",
    ]


BODIES = [
    ("postgres", "CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'SELECT max(a) FROM t'", "SELECT max(a) FROM t"),
    ("postgres", "CREATE PROCEDURE j() BEGIN ATOMIC DELETE FROM u; END", "DELETE FROM u"),
    ("snowflake", "CREATE TASK k WAREHOUSE = w AS INSERT INTO t SELECT 1", "INSERT INTO t SELECT 1"),
    ("snowflake", "CREATE FUNCTION g(a INT) RETURNS TABLE (b INT) AS $$ SELECT b FROM t $$", "SELECT b FROM t"),
    ("snowflake", "EXECUTE IMMEDIATE $$ BEGIN DELETE FROM t; END $$", "DELETE FROM t"),
    ("bigquery", "CREATE PROCEDURE d.p(IN x INT64) OPTIONS (strict_mode=false) BEGIN DELETE FROM t WHERE TRUE; END", "DELETE FROM t WHERE TRUE"),
    ("bigquery", "CREATE TABLE FUNCTION tf(y INT64) AS SELECT a FROM t WHERE b = y", "SELECT a FROM t WHERE b = y"),
    ("mysql", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM t", "DELETE FROM t"),
    ("mysql", "CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW INSERT INTO u VALUES (NEW.a)", "INSERT INTO u VALUES (NEW.a)"),
    ("teradata", "REPLACE MACRO d.m (p INTEGER) AS (INS INTO x SEL 1;)", "INS INTO x SEL 1"),
    ("sqlite", "CREATE TRIGGER a AFTER INSERT ON t BEGIN INSERT INTO u VALUES (new.a); END", "INSERT INTO u VALUES (new.a)"),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "sql", "body"), BODIES)
def test_the_statement_of_a_body(dialect: str, sql: str, body: str) -> None:
    assert statements(sql, dialect) == [body]


FOREIGN = [
    ("postgres", 'CREATE FUNCTION h() RETURNS int LANGUAGE plpython3u AS $$ return "it\'s" $$'),
    ("snowflake", "CREATE PROCEDURE j() RETURNS STRING LANGUAGE JAVASCRIPT AS $$ var x = 1; $$"),
    ("snowflake", "CREATE PROCEDURE j() RETURNS STRING AS 'BEGIN RETURN ''x''; END'"),
]


@pytest.mark.parametrize(("dialect", "sql"), FOREIGN)
def test_a_body_that_cannot_be_read_is_opaque(dialect: str, sql: str) -> None:
    assert [piece.kind.value for piece in read(sql, dialect).pieces] == ["PROCEDURE", "OPAQUE"]


def test_a_function_in_another_language_reads_its_arguments_only() -> None:
    sql = 'CREATE FUNCTION j(x STRING) RETURNS STRING LANGUAGE js AS r"""return x;"""; SELECT 1'
    assert [piece.kind.value for piece in read(sql, "bigquery").pieces] == ["PROCEDURE", "STATEMENT"]


def test_snowflake_scripting() -> None:
    sql = """DECLARE
  res RESULTSET DEFAULT (SELECT a FROM t); c1 CURSOR FOR SELECT b FROM u;
BEGIN
  FOR r IN c1 DO INSERT INTO q SELECT 1; END FOR;
  LET x FLOAT := (SELECT MAX(a) FROM t);
  WHILE (x < 5) DO x := x + 1; END WHILE;
  RETURN TABLE(res);
END;"""
    assert values(sql, "snowflake") == [
        ("DECLARE", "res", "(SELECT a FROM t)"),
        ("LOOP", "c1", "SELECT b FROM u"),
        ("LOOP", "r", "SELECT b FROM u"),
        ("DECLARE", "x", "(SELECT MAX(a) FROM t)"),
        ("ASSIGN", "x", "x + 1"),
    ]


def test_bigquery_scripting() -> None:
    sql = """DECLARE a, b INT64 DEFAULT 0;
IF EXISTS (SELECT 1 FROM q) THEN SET a = (SELECT 2); END IF;
FOR r IN (SELECT x FROM t) DO INSERT INTO u VALUES (r.x); END FOR;
BEGIN TRANSACTION; INSERT INTO t SELECT IF(a = 1, 2, 3); COMMIT TRANSACTION;"""
    assert values(sql, "bigquery") == [
        ("DECLARE", "a", "0"),
        ("DECLARE", "b", "0"),
        ("CONTROL", "IF", "EXISTS (SELECT 1 FROM q)"),
        ("ASSIGN", "a", "(SELECT 2)"),
        ("LOOP", "r", "SELECT x FROM t"),
    ]
    assert statements(sql, "bigquery") == [
        "INSERT INTO u VALUES (r.x)",
        "INSERT INTO t SELECT IF(a = 1, 2, 3)",
    ]


def test_mysql_handlers_are_conditional() -> None:
    sql = """DELIMITER $$
CREATE PROCEDURE p(IN a INT, OUT b INT)
BEGIN
  DECLARE x, y INT;
  DECLARE c CURSOR FOR SELECT id FROM t;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN INSERT INTO err VALUES (1); END;
  OPEN c;
  again: LOOP FETCH c INTO x; INSERT INTO q SELECT x; END LOOP;
  SET @a = 1, y = (SELECT 2);
END$$
DELIMITER ;
INSERT INTO t VALUES ('$$');"""
    assert shown(sql, "mysql")[1:] == [
        "PROCEDURE CREATE PROCEDURE p(IN a INT, OUT b INT)",
        "CONTROL p: BEGIN",
        "DECLARE p: DECLARE x",
        "DECLARE p: y INT",
        "LOOP p: DECLARE c CURSOR FOR SELECT id FROM t",
        "CONTROL p: DECLARE EXIT HANDLER FOR SQLEXCEPTION",
        "CONTROL? p: BEGIN",
        "STATEMENT? p: INSERT INTO err VALUES (1)",
        "CONTROL? p: END",
        "CONTROL p: OPEN c",
        "CONTROL p: again:",
        "CONTROL p: LOOP",
        "CONTROL? p: FETCH c INTO x",
        "STATEMENT? p: INSERT INTO q SELECT x",
        "CONTROL? p: END LOOP",
        "ASSIGN p: SET @a = 1",
        "ASSIGN p: y = (SELECT 2)",
        "CONTROL p: END",
        "CLIENT DELIMITER ;",
        "STATEMENT INSERT INTO t VALUES ('$$')",
    ]


SETTINGS = [
    ("hive", "SET hive.exec.parallel = true", "STATEMENT"),
    ("spark", "SET spark.sql.shuffle.partitions = 64", "STATEMENT"),
    ("postgres", "SET search_path = a", "STATEMENT"),
    ("snowflake", "SET batch_no = 42", "ASSIGN"),
    ("databricks", "SET VAR x = (SELECT 1)", "ASSIGN"),
    ("mysql", "SET NAMES utf8", "STATEMENT"),
]


@pytest.mark.parametrize(("dialect", "sql", "kind"), SETTINGS)
def test_set_is_a_variable_or_a_setting(dialect: str, sql: str, kind: str) -> None:
    assert [piece.kind.value for piece in read(sql, dialect).pieces] == [kind]


def test_a_broken_statement_costs_itself_only() -> None:
    sql = "INSERT INTO a SELECT 1; INSERT INTO b SELECT SUM(x FROM t; INSERT INTO c SELECT 2;"
    assert statements(sql, "snowflake") == [
        "INSERT INTO a SELECT 1",
        "INSERT INTO b SELECT SUM(x FROM t",
        "INSERT INTO c SELECT 2",
    ]


def test_each_statement_of_athena_has_the_tokens_of_its_engine() -> None:
    sql = 'SELECT "a" FROM "b"; CREATE EXTERNAL TABLE `x` (`a` int) LOCATION \'s3://c\''
    one, two = read(sql, "athena").pieces
    assert [token.text for token in one.tokens] == ["SELECT", "a", "FROM", "b"]
    assert [token.text for token in two.tokens][:5] == ["", "CREATE", "EXTERNAL", "TABLE", "x"]
    assert sql[two.tokens[4].start : two.tokens[4].end + 1] == "`x`"
