"""Types as the SQL spells them, in DDL and in casts."""

from __future__ import annotations

import pytest

from wherefrom.domain.dataset import Item, Select
from wherefrom.extract import ExtractSettings, extract


@pytest.mark.parametrize(
    ("dialect", "written", "spelled"),
    [
        ("postgres", "c numeric (12,2) NOT NULL", "numeric (12,2)"),
        ("postgres", "c double precision DEFAULT 0", "double precision"),
        ("postgres", "c character varying(40) NOT NULL", "character varying(40)"),
        ("postgres", "c timestamp(6) with time zone", "timestamp(6) with time zone"),
        ("postgres", "c timestamp without time zone NOT NULL", "timestamp without time zone"),
        ("postgres", '"a b" int[] NOT NULL', "int[]"),
        ("tsql", "[c d] int IDENTITY(1, 1) NOT NULL", "int"),
        ("tsql", "c nvarchar(max)", "nvarchar(max)"),
        ("oracle", "c VARCHAR2(80 CHAR) NOT NULL", "VARCHAR2(80 CHAR)"),
        ("oracle", "c number(10)", "number(10)"),
        ("hive", "`c` map<string,array<int>> COMMENT 'x'", "map<string,array<int>>"),
        ("bigquery", "c STRUCT<a INT64, b STRING> NOT NULL", "STRUCT<a INT64, b STRING>"),
        ("mysql", "c int unsigned NOT NULL", "int unsigned"),
        ("postgres", "c /* the sum */ numeric(9)", "DECIMAL(9)"),
    ],
)
def test_in_a_column(dialect: str, written: str, spelled: str) -> None:
    unit = extract(f"CREATE TABLE s.t (a int, {written}, z int);", dialect, ExtractSettings())
    (ddl,) = unit.ddl
    assert [each.type for each in ddl.columns[::2]] == ["int", "int"]
    assert ddl.columns[1].type == spelled


@pytest.mark.parametrize(
    ("dialect", "written", "spelled"),
    [
        ("postgres", "CAST(x AS numeric(12,2))", "numeric(12,2)"),
        ("postgres", "x::numeric( 12, 2 )", "numeric( 12, 2 )"),
        ("postgres", "CAST(CAST(x AS text) AS double precision)", "double precision"),
        ("postgres", "x::text::int", "int"),
        ("tsql", "TRY_CAST(x AS nvarchar(20))", "nvarchar(20)"),
        ("hive", "cast(x as string)", "string"),
        ("tsql", "CONVERT(numeric (18,0), x)", "numeric (18,0)"),
        ("tsql", "TRY_CONVERT(varbinary(max), x, 1)", "varbinary(max)"),
        ("tsql", "CONVERT(varchar(8), @day, 112)", "varchar(8)"),
        ("tsql", "PARSE(x AS decimal(5, 2) USING 'de-DE')", "decimal(5, 2)"),
        ("tsql", "TRY_PARSE(SUBSTRING(x, (1), 2) AS int USING @culture)", "int"),
        ("mysql", "CONVERT(x, DECIMAL(10,2))", "DECIMAL(10,2)"),
        ("mysql", "CONVERT(x USING utf8mb4)", ""),
        ("bigquery", "CAST(x AS string FORMAT 'YYYY')", "string"),
        ("postgres", "CAST('7' AS smallint)", "smallint"),
    ],
)
def test_in_a_cast(dialect: str, written: str, spelled: str) -> None:
    unit = extract(f"SELECT {written} AS c FROM s.t;", dialect, ExtractSettings())
    (select,) = (node.body for node in unit.nodes if isinstance(node.body, Select))
    (item,) = select.items
    assert isinstance(item, Item)
    assert item.value.type == spelled
