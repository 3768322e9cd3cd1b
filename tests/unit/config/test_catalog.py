"""Catalog files: what they say, and everything that is wrong in one, by line."""

from __future__ import annotations

from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.config import FileSettings, read_catalog, strict_yaml
from wherefrom.config.strict_yaml import YamlFault, read_yaml
from wherefrom.domain.unit import ColumnDefinition, Ddl

POSTGRES = FileSettings("postgres")


def tables(text: str, settings: FileSettings = POSTGRES) -> tuple[Ddl, ...]:
    found, complaints = read_catalog("catalog.yml", text, settings)
    assert [str(each) for each in complaints] == []
    return found


def wrong(text: str, settings: FileSettings = POSTGRES) -> list[str]:
    return [str(each) for each in read_catalog("catalog.yml", text, settings)[1]]


def facts(columns: tuple[ColumnDefinition, ...]) -> list[tuple[str, str, bool | None]]:
    return [(each.name, each.type, each.nullable) for each in columns]


def test_tables_with_columns_in_both_forms() -> None:
    text = """\
# what the source systems send
tables:
  - name: ODS.Orders
    columns:
      - {name: id, type: bigint, nullable: false}
      - {name: amount, type: "numeric(18, 2)", nullable: TRUE}
      - note
  - {name: ods.customer, columns: [id, No]}
"""
    orders, customer = tables(text)
    assert (orders.name.canonical, orders.name.written, orders.statement) == ("ods.orders", "ODS.Orders", 0)
    assert facts(orders.columns) == [
        ("id", "bigint", False),
        ("amount", "numeric(18, 2)", True),
        ("note", "", None),
    ]
    assert facts(customer.columns) == [("id", "", None), ("no", "", None)]
    assert (orders.span.line, orders.span.end_line) == (3, 7)
    assert [each.span and each.span.line for each in orders.columns] == [5, 6, 7]
    assert text[customer.span.start : customer.span.end] == "{name: ods.customer, columns: [id, No]}"
    first = orders.columns[0].span
    assert first is not None
    assert text[first.start : first.end] == "{name: id, type: bigint, nullable: false}"


@pytest.mark.parametrize(
    ("dialect", "written", "canonical"),
    [
        ("postgres", "ods.Orders", "ods.orders"),
        ("postgres", "'ods.\"Orders\"'", 'ods."Orders"'),
        ("postgres", "'ods.\"orders\"'", "ods.orders"),
        ("snowflake", "'ODS.\"ORDERS\"'", "ods.orders"),
        ("snowflake", "'\"a.b\".t'", '"a.b".t'),
        ("tsql", "'[My Db]..[T]'", '"my db".dbo.t'),
        ("bigquery", "my-project.Ds.T", "my-project.Ds.T"),
        ("hive", "'${ENV}_Ods.Orders'", "${ENV}_ods.orders"),
        ("hive", "'`1st`'", '"1st"'),
        ("postgres", "Größe", "größe"),
    ],
)
def test_names_as_the_dialect_reads_them(dialect: str, written: str, canonical: str) -> None:
    (table,) = tables(f"tables: [{{name: {written}, columns: [a]}}]", FileSettings(dialect))
    assert table.name.canonical == canonical


def test_the_default_schema_and_catalog_complete_a_name() -> None:
    settings = FileSettings("hive", default_catalog="c", default_schema="s")
    found = tables("tables: [{name: t, columns: [a]}, {name: q.t, columns: [a]}]", settings)
    assert [(each.name.canonical, each.name.defaulted) for each in found] == [("c.s.t", 2), ("c.q.t", 1)]


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("", ["catalog.yml:1: file is 'empty'; begin it with 'tables:'"]),
        ("a\n", ["catalog.yml:1: file is 'a'; write a mapping with tables"]),
        ("tables:\n  x: 1\n", ["catalog.yml:2: tables is 'a mapping'; write a list"]),
        ("tabels: []\n", ["key is 'tabels'; the nearest known is 'tables'", "file is 'without tables'"]),
        ("tables:\n- {name: t, columns: [a], owner: x}\n", ["2: key is 'owner'; known are name, columns"]),
        ("tables:\n- {name: t}\n", ["2: columns is ''; a table needs its columns"]),
        ("tables:\n- {columns: [a]}\n", ["2: name is ''; a table needs its name"]),
        ("tables:\n- {name: t, columns: []}\n", ["2: columns is '[]'; a table has at least one"]),
        (
            "tables:\n- name: t\n  columns:\n  - a\n  - A\n",
            ["5: name is 'a'; the table has the column already"],
        ),
        (
            "tables:\n- {name: t, columns: [a]}\n- {name: T, columns: [a]}\n",
            ["3: name is 'T'; the table stands on line 2 already"],
        ),
        (
            "tables:\n- {name: t, columns: [{name: a, nullable: no}]}\n",
            ["nullable is 'no'; write true or false"],
        ),
        ("tables:\n- {name: t, columns: [{name: a, type: }]}\n", ["type is ''; write the type as in DDL"]),
        ("tables:\n- {name: t, columns: [City Key]}\n", ["name is 'City Key'; put a name"]),
        ("tables:\n- {name: t, columns: [a.b]}\n", ["name is 'a.b'; a column's name has one part"]),
        ("tables:\n- {name: a..b, columns: [a]}\n", ["name is 'a..b'; write a name"]),
        ("tables:\n- {name: t, columns: [{type: int}]}\n", ["name is ''; a column needs its name"]),
        (
            "tables:\n- {name: t, name: u, columns: [a]}\n",
            ["2: file is 'name'; the key stands on line 2 already"],
        ),
        ("tables:\n- !!python/object:os.system {name: t}\n", ["leave the tag out"]),
        ("tables: !x []\n", ["file is '!x'; leave the tag out"]),
        ("tables: []\n---\ntables: []\n", ["2: file is 'a second document'; divide the file"]),
        ("tables:\n- {name: t,\n", ["write it as YAML"]),
        ("tables:\n\t- a\n", ["2: file is "]),
        ("tables: *x\n", ["1: file is "]),
        ("tables: &x [*x]\n", ["no anchor of that name ends before it"]),
        ("tables: []\n# \x07\n", ["a character that YAML does not allow"]),
    ],
)
def test_what_is_wrong_is_named_by_line(text: str, complaints: list[str]) -> None:
    found = wrong(text)
    assert len(found) == len(complaints)
    for said, wanted in zip(sorted(found), sorted(complaints), strict=True):
        assert wanted in said
        assert said.startswith("catalog.yml:")


def test_every_fault_is_told_at_once() -> None:
    text = "tables:\n- name: a b\n  columns: [c]\n- name: t\n  columns:\n  - {name: x, nul: 1}\n  - [y]\n"
    assert [each.split(":")[1] for each in wrong(text)] == ["2", "6", "7"]


def test_an_alias_gives_two_tables_the_same_columns() -> None:
    found = tables("tables:\n- {name: a, columns: &c [x, y]}\n- {name: b, columns: *c}\n")
    assert [facts(each.columns) for each in found] == [[("x", "", None), ("y", "", None)]] * 2


def test_nothing_endless() -> None:
    many = "tables:\n- {name: a, columns: &c [x]}\n" + "".join(
        f"- {{name: t{number}, columns: *c}}\n" for number in range(101)
    )
    assert wrong(many) == ["catalog.yml:103: file is '*c'; a file may have 100 aliases; write it out"]
    assert len(wrong("[" * 20_000)) == 1
    assert wrong("[" * 300) == ["catalog.yml:1: file is 'more than 64 levels deep'; a catalog has six"]
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join('*' + chr(97 + n) for _ in range(9))}]\n" for n in range(9)
    )
    assert any("known are tables" in each for each in wrong(bomb + "tables: *j\n"))
    assert wrong("#" + "x" * (5 * 1024 * 1024)) == [
        "catalog.yml:1: file is 'larger than 5242880 bytes'; divide the file"
    ]


def test_without_the_fast_parser_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "_LOADER", yaml.SafeLoader)
    test_tables_with_columns_in_both_forms()
    assert len(wrong("[" * 20_000)) == 1
    assert wrong("tables: []\n# \x07\n") == [
        "catalog.yml:2: file is 'no YAML'; it has a character that YAML does not allow"
    ]


def test_values_are_texts() -> None:
    (table,) = tables(
        "tables: [{name: 012, columns: [yes, no, 1e3, 2026-11-27, null, ~x]}]".replace(", ~x", "")
    )
    assert table.name.canonical == "012"
    assert [each.name for each in table.columns] == ["yes", "no", "1e3", "2026-11-27", "null"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_where_the_program_says(end: str) -> None:
    text = end.join(
        [
            "tables:",
            "- name: t  # 𝄞 \u0085\u2028",
            "  columns:",
            "  - 'größe'",
            "  - x y",
            "",
        ]
    )
    assert [each.split(":")[1] for each in wrong(text)] == ["5"]


@given(st.text(st.sampled_from("tables: -[]{}&*!'\"\n\t#|>%@`,ab~\u0085\u2028𝄞"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    _, complaints = read_catalog("c.yml", text, POSTGRES)
    assert all(1 <= each.line <= text.count("\n") + text.count("\r") + 1 for each in complaints)
    with suppress(YamlFault):
        read_yaml(text)
