"""One fact sheet per SQL dialect: everything that differs between dialects and changes an answer.

Each sheet names its source. A dialect without a sheet of its own is not offered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Folding(StrEnum):
    """What the dialect does to the case of an identifier without quotes."""

    LOWER = "LOWER"
    UPPER = "UPPER"
    INSENSITIVE = "INSENSITIVE"  # case never matters, quoted or not
    SENSITIVE = "SENSITIVE"  # case always matters


class LateralAlias(StrEnum):
    """Whether a projection may use the alias of an earlier one."""

    NONE = "NONE"
    INPUT_FIRST = "INPUT_FIRST"  # an input column of that name wins
    ALIAS_FIRST = "ALIAS_FIRST"  # the alias wins


@dataclass(frozen=True, slots=True)
class DialectFacts:
    """Facts of one dialect.

    Attributes:
        name: sqlglot's name, or ``ansi``.
        columns: Folding of column names.
        tables: Folding of table and schema names.
        lateral_alias: See ``LateralAlias``.
        pseudo_columns: Lower-case names that are never bound by elimination, with what they are:
            ``COLUMN`` of the table, or ``GENERATED``.
        recursive_keyword: A CTE sees itself only after RECURSIVE.
        default_schema: Schema of a name like ``db..t``; empty if the dialect has none.
        temporary_prefix: Prefix of session-scoped tables; empty if none. Twice, it is that of tables that every
            session sees.
        temporary_in_schema: A session-scoped table belongs to a schema, as every other does.
        unnamed: How a projection without alias is named: ``none``, or ``function`` where the
            dialect names it after the outermost function.
        cast_keeps_name: ``x::int`` is still called ``x``.
        double_quoted_strings: ``"x"`` is a string.
        merged_in_place: A ``*`` lists the columns that USING merges at their place in the left input, not first.
        marked_variables: A variable has a sign before it where a query reads rows: a bare name is none.
        schema_by_use: USE with one name gives the schema, not the catalog.
        writes_through_views: Changes of a view's rows are changes of its table's.
        skips_own_values: An INSERT without a column list leaves out identity and computed columns.
        adds_null: A column that is added and may be NULL is NULL in the rows that are there, whatever its default.
        own_schema_first: A routine looks for another that it calls without a schema in its own schema first.
        functions_by_schema: A query calls a function of a schema with the schema before it, never without.
        stored_views: A materialized view keeps the rows it was filled with until a REFRESH. Elsewhere the engine keeps
            it up to date, or what refreshes it is not in the SQL (Oracle's jobs and DBMS_MVIEW, a pipeline's runs).
        system_routines: Beginnings of the names of routines that the database brings along, in lower case.
        source: Where the facts stand.
    """

    name: str
    columns: Folding
    tables: Folding
    lateral_alias: LateralAlias = LateralAlias.NONE
    pseudo_columns: tuple[tuple[str, str], ...] = ()
    recursive_keyword: bool = True
    default_schema: str = ""
    temporary_prefix: str = ""
    temporary_in_schema: bool = False
    unnamed: str = "none"
    cast_keeps_name: bool = False
    double_quoted_strings: bool = False
    merged_in_place: bool = False
    marked_variables: bool = False
    schema_by_use: bool = False
    writes_through_views: bool = False
    skips_own_values: bool = False
    adds_null: bool = False
    own_schema_first: bool = False
    functions_by_schema: bool = False
    stored_views: bool = False
    system_routines: tuple[str, ...] = ()
    source: str = ""


_SHEETS = (
    DialectFacts(
        "ansi",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        writes_through_views=True,
        source="ISO/IEC 9075-2, 5.2 and 7.16; 4.15 Updatable tables",
    ),
    DialectFacts(
        "postgres",
        Folding.LOWER,
        Folding.LOWER,
        pseudo_columns=(
            *((n, "COLUMN") for n in ("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid")),
            *((n, "GENERATED") for n in ("sqlerrm", "sqlstate")),
        ),
        unnamed="function",
        cast_keeps_name=True,
        stored_views=True,
        writes_through_views=True,
        system_routines=("pg_", "set_config", "setval", "nextval"),
        source="PostgreSQL manual, 4.1.1 Identifiers, 5.5 System Columns, 7.3.2 Column Labels, 9.27, 39.3; CREATE VIEW, updatable views",
    ),
    DialectFacts(
        "redshift",
        Folding.LOWER,
        Folding.LOWER,
        lateral_alias=LateralAlias.INPUT_FIRST,
        pseudo_columns=(("$path", "COLUMN"), ("$size", "COLUMN"), ("$spectrum_oid", "COLUMN")),
        temporary_prefix="#",
        unnamed="function",
        cast_keeps_name=True,
        stored_views=True,
        source="Amazon Redshift guide, Names and identifiers; SELECT list, lateral column alias references; "
        "Refreshing a materialized view",
    ),
    DialectFacts(
        "duckdb",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        lateral_alias=LateralAlias.INPUT_FIRST,
        pseudo_columns=(("rowid", "COLUMN"),),
        merged_in_place=True,
        source="DuckDB documentation, Keywords and Identifiers; Friendly SQL, reusable column aliases",
    ),
    DialectFacts(
        "snowflake",
        Folding.UPPER,
        Folding.UPPER,
        lateral_alias=LateralAlias.INPUT_FIRST,
        pseudo_columns=(
            ("level", "GENERATED"),
            *((n, "COLUMN") for n in ("metadata$filename", "metadata$file_row_number", "metadata$action")),
        ),
        recursive_keyword=False,
        marked_variables=True,
        temporary_in_schema=True,
        system_routines=("system$",),
        source="Snowflake reference, Identifier requirements; SELECT, usage notes; WITH; Scripting, using a variable in SQL; Temporary tables",
    ),
    DialectFacts(
        "bigquery",
        Folding.INSENSITIVE,
        Folding.SENSITIVE,
        pseudo_columns=tuple(
            (n, "COLUMN")
            for n in ("_partitiontime", "_partitiondate", "_table_suffix", "_file_name", "_change_type")
        ),
        double_quoted_strings=True,
        functions_by_schema=True,
        system_routines=("bq.",),
        source="BigQuery reference, Lexical structure, case sensitivity; Pseudocolumns; System procedures; User-defined functions",
    ),
    DialectFacts(
        "hive",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(
            ("input__file__name", "COLUMN"),
            ("block__offset__inside__file", "COLUMN"),
            ("grouping__id", "GENERATED"),
        ),
        double_quoted_strings=True,
        temporary_in_schema=True,
        schema_by_use=True,
        stored_views=True,
        source="Hive language manual, Identifiers; Virtual columns; Temporary tables; Materialized views, rebuild",
    ),
    DialectFacts(
        "spark",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        lateral_alias=LateralAlias.INPUT_FIRST,
        pseudo_columns=(("_metadata", "COLUMN"),),
        double_quoted_strings=True,
        schema_by_use=True,
        source="Spark SQL reference, Identifiers; SPARK-27561 lateral column alias",
    ),
    DialectFacts(
        "databricks",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        lateral_alias=LateralAlias.INPUT_FIRST,
        pseudo_columns=(("_metadata", "COLUMN"),),
        double_quoted_strings=True,
        schema_by_use=True,
        source="Databricks SQL reference, Name resolution",
    ),
    DialectFacts(
        "tsql",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(("$action", "GENERATED"), ("$rowguid", "COLUMN"), ("$identity", "COLUMN")),
        recursive_keyword=False,
        default_schema="dbo",
        temporary_prefix="#",
        writes_through_views=True,
        skips_own_values=True,
        adds_null=True,
        own_schema_first=True,
        functions_by_schema=True,
        system_routines=(
            *(
                "sys.",
                "xp_",
                "sp_help",
                "sp_who",
                "sp_configure",
                "sp_addextendedproperty",
                "sp_lock",
                "sp_spaceused",
            ),
            *(
                "sp_updateextendedproperty",
                "sp_dropextendedproperty",
                "sp_addrolemember",
                "sp_droprolemember",
            ),
            *("sp_getapplock", "sp_releaseapplock", "sp_settriggerorder", "sp_recompile", "sp_refreshview"),
            *(
                "sp_updatestats",
                "sp_set_session_context",
                "sp_xml_",
                "sp_send_dbmail",
                "sp_describe_",
                "sp_rename",
            ),
        ),
        source="Transact-SQL reference, Database identifiers; WITH common_table_expression; OUTPUT clause; EXECUTE; INSERT; CREATE VIEW; Invoke user-defined functions",
    ),
    DialectFacts(
        "oracle",
        Folding.UPPER,
        Folding.UPPER,
        pseudo_columns=(
            ("rownum", "GENERATED"),
            ("level", "GENERATED"),
            ("sysdate", "GENERATED"),
            ("systimestamp", "GENERATED"),
            ("connect_by_isleaf", "GENERATED"),
            ("connect_by_iscycle", "GENERATED"),
            ("user", "GENERATED"),
            ("uid", "GENERATED"),
            ("sqlerrm", "GENERATED"),
            ("sqlcode", "GENERATED"),
            ("rowid", "COLUMN"),
            ("ora_rowscn", "COLUMN"),
        ),
        recursive_keyword=False,
        writes_through_views=True,
        temporary_in_schema=True,
        own_schema_first=True,
        system_routines=("dbms_", "utl_", "sys.", "apex_", "owa_", "htp.", "raise_application_error"),
        source="Oracle SQL language reference, Database object naming rules; Pseudocolumns; CREATE TABLE; CREATE VIEW; PL/SQL, Name resolution",
    ),
    DialectFacts(
        "mysql",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        double_quoted_strings=True,
        writes_through_views=True,
        temporary_in_schema=True,
        schema_by_use=True,
        own_schema_first=True,
        system_routines=("sys.", "mysql."),
        source="MySQL manual, 25.2.1 Stored routine syntax; 9.2.3 Identifier case sensitivity; 9.1.1 String literals; 13.1.20.2 CREATE TEMPORARY TABLE; 25.5.3 Updatable views",
    ),
    DialectFacts(
        "teradata",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        lateral_alias=LateralAlias.INPUT_FIRST,
        schema_by_use=True,
        adds_null=True,
        writes_through_views=True,
        source="Teradata SQL fundamentals, Object names; SQL data manipulation, Referencing an alias; CREATE VIEW, updatable views",
    ),
    DialectFacts(
        "clickhouse",
        Folding.SENSITIVE,
        Folding.SENSITIVE,
        lateral_alias=LateralAlias.ALIAS_FIRST,
        pseudo_columns=tuple((n, "COLUMN") for n in ("_part", "_partition_id", "_table", "_file", "_path")),
        merged_in_place=True,
        schema_by_use=True,
        skips_own_values=True,
        source="ClickHouse reference, Syntax, identifiers and expression aliases; prefer_column_name_to_alias = 0",
    ),
    DialectFacts(
        "trino",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(("$path", "COLUMN"), ("$file_size", "COLUMN")),
        schema_by_use=True,
        source="Trino documentation, SELECT; Keywords and identifiers",
    ),
    DialectFacts(
        "presto",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(("$path", "COLUMN"),),
        schema_by_use=True,
        source="Presto documentation, SELECT",
    ),
    DialectFacts(
        "athena",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(("$path", "COLUMN"),),
        schema_by_use=True,
        source="Amazon Athena guide, Names for databases, tables and columns",
    ),
    DialectFacts(
        "sqlite",
        Folding.INSENSITIVE,
        Folding.INSENSITIVE,
        pseudo_columns=(("rowid", "COLUMN"), ("oid", "COLUMN"), ("_rowid_", "COLUMN")),
        recursive_keyword=False,
        merged_in_place=True,
        source="SQLite documentation, SQLite keywords; ROWIDs; WITH clause",
    ),
)

DIALECTS: dict[str, DialectFacts] = {sheet.name: sheet for sheet in _SHEETS}
"""Every offered dialect by name."""


def canonical_part(text: str, quoted: bool, folding: Folding) -> str:  # noqa: FBT001  # a fact about the name
    """Return one part of a name in canonical form (method 1.4).

    Args:
        text: The part without its quotes.
        quoted: It was written in quotes.
        folding: The dialect's rule for this kind of name.
    """
    if quoted and folding in (Folding.LOWER, Folding.UPPER):
        kept = _upper(text) if folding is Folding.UPPER else fold(text)
        if kept != text or not _plain(fold(text)):
            return _in_quotes(text)
    folded = text if folding is Folding.SENSITIVE else fold(text)
    if quoted:
        return folded if _plain(folded) else _in_quotes(folded)
    return folded if folded.isascii() or folded.isprintable() else _in_quotes(folded)


_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_UPPER = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def fold(text: str) -> str:
    """Return a name in lower case; ASCII letters only, so that no locale and no special letter matters."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def _upper(text: str) -> str:
    return text.translate(_UPPER)


_WORD = re.compile(r"[\w$]+")


def _plain(text: str) -> bool:
    return _WORD.fullmatch(text) is not None and not text[0].isdigit()


def _in_quotes(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
