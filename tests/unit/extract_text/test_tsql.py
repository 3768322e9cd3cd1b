"""T-SQL without semicolons: a statement ends where the next one begins."""

from __future__ import annotations

import pytest
from tests.unit.extract_text.shown import read, shown, statements, values

ONE_STATEMENT = [
    "WITH a AS (SELECT 1 AS x), b (y) AS (SELECT 2) INSERT INTO t (x) SELECT x FROM a UNION ALL SELECT y FROM b",
    "WITH a AS (SELECT 1 AS x) UPDATE t SET x = a.x FROM t INNER JOIN a ON a.x = t.y",
    "WITH a AS (SELECT 1 AS x) MERGE INTO t USING a ON a.x = t.x WHEN MATCHED THEN UPDATE SET y = 1"
    " WHEN NOT MATCHED THEN INSERT (x) VALUES (a.x) WHEN NOT MATCHED BY SOURCE THEN DELETE"
    " OUTPUT $action, inserted.x INTO #log",
    "INSERT INTO #t EXEC dbo.p @a = 1, @b = 'x'",
    "INSERT INTO t DEFAULT VALUES",
    "INSERT t (a) OUTPUT inserted.a INTO @seen VALUES (1)",
    "SELECT a FROM t WITH (NOLOCK) WHERE CASE WHEN a = 1 THEN 2 ELSE 3 END = 2",
    "SELECT a FROM t ORDER BY a OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY",
    "SELECT TOP (1) WITH TIES a FROM t GROUP BY a WITH ROLLUP OPTION (MERGE JOIN)",
    "SELECT a FROM t INNER MERGE JOIN u ON u.b = t.b EXCEPT SELECT a FROM v",
    "SELECT [select], t.[insert], @set, #t.if FROM #t",
    "CREATE TABLE t (a int REFERENCES u (a) ON DELETE CASCADE ON UPDATE SET NULL) ON [PRIMARY]",
    "CREATE TABLE t WITH (DISTRIBUTION = HASH (a)) AS SELECT a FROM u",
    "CREATE VIEW v WITH SCHEMABINDING AS WITH a AS (SELECT 1 AS x) SELECT x FROM a WITH CHECK OPTION",
    "ALTER TABLE t WITH CHECK ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES u (a) ON DELETE SET NULL",
    "ALTER TABLE t DROP COLUMN b",
    "ALTER DATABASE d SET SINGLE_USER WITH ROLLBACK IMMEDIATE",
    "DROP TABLE IF EXISTS t",
    "UPDATE STATISTICS dbo.t",
    "DELETE FROM t FROM t INNER JOIN u ON u.a = t.a",
    "BULK INSERT t FROM 'f' WITH (FIELDTERMINATOR = ',')",
]


@pytest.mark.parametrize("sql", ONE_STATEMENT)
def test_it_is_one_statement(sql: str) -> None:
    assert statements(sql, "tsql") == [sql]


@pytest.mark.parametrize("sql", ONE_STATEMENT)
def test_it_ends_where_another_begins(sql: str) -> None:
    assert statements(f"{sql}\nDELETE FROM z\nTRUNCATE TABLE y", "tsql") == [
        sql,
        "DELETE FROM z",
        "TRUNCATE TABLE y",
    ]


NEXT_ONES = [
    ("SELECT 1 SELECT 2", ["SELECT 1", "SELECT 2"]),
    ("INSERT t VALUES (1) SELECT a FROM u", ["INSERT t VALUES (1)", "SELECT a FROM u"]),
    ("UPDATE t SET a = 1 SET NOCOUNT ON", ["UPDATE t SET a = 1"]),
    ("SET NOCOUNT ON INSERT t SELECT 1", ["INSERT t SELECT 1"]),
    ("DROP TABLE a IF EXISTS (SELECT 1) DROP TABLE b", ["DROP TABLE a", "DROP TABLE b"]),
    ("CREATE TABLE t (a int) SELECT 1", ["CREATE TABLE t (a int)", "SELECT 1"]),
    ("DECLARE @a int SELECT @a = 1", ["SELECT @a = 1"]),
    (
        "SELECT a FROM t WITH x AS (SELECT 1 AS b) SELECT b FROM x",
        ["SELECT a FROM t", "WITH x AS (SELECT 1 AS b) SELECT b FROM x"],
    ),
    ("ALTER TABLE t ADD b int DROP TABLE u", ["ALTER TABLE t ADD b int", "DROP TABLE u"]),
    ("USE d SELECT 1", ["USE d", "SELECT 1"]),
    ("SELECT a FROM t WHERE (a = 1;\nSELECT 2", ["SELECT a FROM t WHERE (a = 1", "SELECT 2"]),
]


@pytest.mark.parametrize(("sql", "expected"), NEXT_ONES)
def test_heads(sql: str, expected: list[str]) -> None:
    assert statements(sql, "tsql") == expected


def test_a_procedure_without_one_semicolon() -> None:
    sql = """CREATE PROC etl.refresh @day date, @full AS bit = 0 WITH EXECUTE AS OWNER
AS
  IF OBJECT_ID('tempdb..#x') IS NOT NULL
    DROP TABLE #x
  ELSE IF @full = 1
  BEGIN
    DELETE FROM mart.a
  END
  SELECT b INTO #x FROM core.b
  INSERT INTO mart.a SELECT b FROM #x
GO
SELECT 1"""
    assert shown(sql, "tsql") == [
        "PROCEDURE CREATE PROC etl.refresh @day date, @full AS bit = 0 WITH EXECUTE AS OWNER AS",
        "CONTROL etl.refresh: IF OBJECT_ID('tempdb..#x') IS NOT NULL",
        "STATEMENT? etl.refresh: DROP TABLE #x",
        "CONTROL? etl.refresh: ELSE",
        "CONTROL? etl.refresh: IF @full = 1",
        "CONTROL? etl.refresh: BEGIN",
        "STATEMENT? etl.refresh: DELETE FROM mart.a",
        "CONTROL? etl.refresh: END",
        "STATEMENT etl.refresh: SELECT b INTO #x FROM core.b",
        "STATEMENT etl.refresh: INSERT INTO mart.a SELECT b FROM #x",
        "CLIENT GO",
        "STATEMENT SELECT 1",
    ]
    assert read(sql, "tsql").pieces[0].parameters == ("@day", "@full")


def test_only_the_catch_is_conditional() -> None:
    sql = """BEGIN TRY
 BEGIN TRAN
 INSERT INTO a SELECT 1
 COMMIT
END TRY
BEGIN CATCH
 IF @@TRANCOUNT > 0 ROLLBACK
 INSERT INTO err SELECT 2
 THROW
END CATCH"""
    assert shown(sql, "tsql") == [
        "CONTROL BEGIN TRY",
        "CONTROL BEGIN TRAN",
        "STATEMENT INSERT INTO a SELECT 1",
        "CONTROL COMMIT",
        "CONTROL END TRY",
        "CONTROL BEGIN CATCH",
        "CONTROL? IF @@TRANCOUNT > 0",
        "CONTROL? ROLLBACK",
        "STATEMENT? INSERT INTO err SELECT 2",
        "CONTROL? THROW",
        "CONTROL END CATCH",
    ]


def test_a_condition_with_a_query_keeps_its_tokens() -> None:
    sql = "IF UPDATE(a) AND EXISTS (SELECT 1 FROM q) UPDATE t SET b = 1 WHERE c = 2"
    assert values(sql, "tsql") == [("CONTROL", "IF", "UPDATE(a) AND EXISTS (SELECT 1 FROM q)")]
    assert statements(sql, "tsql") == ["UPDATE t SET b = 1 WHERE c = 2"]


def test_variables_one_by_one() -> None:
    sql = """DECLARE @a decimal(9, 2), @b varchar(5) = 'x', @c int = (SELECT MAX(q) FROM t)
SET @a = (SELECT 1)
SET @b += 'y'
DECLARE @t TABLE (a int, b int)"""
    assert shown(sql, "tsql") == [
        "DECLARE DECLARE @a decimal(9, 2)",
        "DECLARE @b varchar(5) = 'x'",
        "DECLARE @c int = (SELECT MAX(q) FROM t)",
        "ASSIGN SET @a = (SELECT 1)",
        "ASSIGN SET @b += 'y'",
        "STATEMENT DECLARE @t TABLE (a int, b int)",
    ]
    assert values(sql, "tsql")[:3] == [
        ("DECLARE", "@b", "'x'"),
        ("DECLARE", "@c", "(SELECT MAX(q) FROM t)"),
        ("ASSIGN", "@a", "(SELECT 1)"),
    ]
    added = read(sql, "tsql").pieces[4].value_tokens or []
    assert [token.text for token in added] == ["@", "b", "+", "y"]


def test_a_cursor_feeds_the_loop_it_is_open_in() -> None:
    sql = """DECLARE c CURSOR LOCAL FAST_FORWARD FOR SELECT a, b FROM src FOR READ ONLY
OPEN c
FETCH NEXT FROM c INTO @a, @b
WHILE @@FETCH_STATUS = 0
BEGIN
  INSERT INTO t VALUES (@a)
  FETCH NEXT FROM c INTO @a, @b
END
CLOSE c
INSERT INTO u SELECT 1"""
    script = read(sql, "tsql")
    assert values(sql, "tsql") == [("LOOP", "c", "SELECT a, b FROM src")]
    assert [piece.parameters for piece in script.pieces if piece.name == "FETCH c"] == [("@a", "@b")] * 2
    inserts = [piece for piece in script.pieces if sql[piece.start : piece.end].startswith("INSERT")]
    assert [(piece.loops, piece.conditional) for piece in inserts] == [((0,), True), ((), False)]


def test_calls_and_dynamic_sql() -> None:
    sql = """EXEC @rc = dbo.p @a OUTPUT
EXEC ('SELECT 1')
EXEC sp_executesql @s, N'@x int', 1
EXECUTE @proc
GO
sp_help 't'"""
    pieces = [(piece.kind.value, piece.name) for piece in read(sql, "tsql").pieces]
    assert pieces == [
        ("CALL", "dbo.p"),
        ("DYNAMIC", ""),
        ("DYNAMIC", "sp_executesql"),
        ("DYNAMIC", "@proc"),
        ("CLIENT", "GO"),
        ("CALL", "sp_help"),
    ]


def test_a_table_function_returns_its_query() -> None:
    sql = "CREATE FUNCTION f (@a int) RETURNS TABLE AS RETURN (SELECT b FROM t WHERE c = @a)"
    assert values(sql, "tsql") == [("CONTROL", "RETURN", "SELECT b FROM t WHERE c = @a")]
    assert read(sql, "tsql").pieces[1].script == "f"


def test_functions_and_triggers() -> None:
    sql = """CREATE FUNCTION g () RETURNS @r TABLE (a int) BEGIN INSERT @r SELECT 1 RETURN END
GO
CREATE TRIGGER tr ON t AFTER INSERT, UPDATE AS INSERT INTO l SELECT a FROM inserted
GO
CREATE PROC p AS EXTERNAL NAME a.b.c"""
    assert shown(sql, "tsql") == [
        "PROCEDURE CREATE FUNCTION g () RETURNS",
        "STATEMENT g: @r TABLE (a int)",
        "CONTROL g: BEGIN",
        "STATEMENT g: INSERT @r SELECT 1",
        "CONTROL g: RETURN",
        "CONTROL g: END",
        "CLIENT GO",
        "PROCEDURE CREATE TRIGGER tr ON t AFTER INSERT, UPDATE AS",
        "STATEMENT tr: INSERT INTO l SELECT a FROM inserted",
        "CLIENT GO",
        "PROCEDURE CREATE PROC p AS",
        "OPAQUE p: EXTERNAL NAME a.b.c",
    ]


def test_rights_name_verbs_and_begin_none() -> None:
    sql = "GRANT SELECT, INSERT, EXECUTE ON dbo.t TO u\nretry:\nSELECT 1"
    assert shown(sql, "tsql") == [
        "CONTROL GRANT SELECT, INSERT, EXECUTE ON dbo.t TO u",
        "CONTROL retry:",
        "STATEMENT SELECT 1",
    ]
