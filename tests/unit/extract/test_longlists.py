"""Long VALUES lists: every literal is counted, every other expression is read, nothing is parsed twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wherefrom.domain.dataset import Values
from wherefrom.domain.expression import Expression, Form
from wherefrom.extract import extract
from wherefrom.extract.text.longlists import LONG

LITERALS = ("1", "-2", "0.5", "'a'", "'it''s, (1)'", "NULL", "TRUE", "DATE '2026-01-31'")
OTHERS = ("now()", "f('NJ')", "f('PA', 1)", "1 + 1", "ARRAY[1, 2]", "(SELECT max(k) FROM s)")


def listed(sql: str, dialect: str = "postgres") -> Values:
    """Return the only VALUES list of a statement that was understood."""
    unit = extract(sql, dialect)
    assert [each.code for each in unit.diagnostics if each.code == "UNPARSED_STATEMENT"] == []
    (found,) = [node.body for node in unit.nodes if isinstance(node.body, Values)]
    return found


def written(cells: tuple[Expression, ...]) -> list[str]:
    return [each.text for each in cells]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(LITERALS + OTHERS), st.sampled_from(LITERALS)),
        min_size=LONG + 1,
        max_size=LONG + 40,
    )
)
def test_a_long_list_counts_its_literals_and_reads_all_else(rows: list[tuple[str, str]]) -> None:
    sql = "INSERT INTO t (a, b) VALUES\n" + ",\n".join(f"  ({a}, {b})" for a, b in rows)
    found = listed(sql)
    assert found.rows == len(rows)
    for column, cells in enumerate(found.cells):
        said = [row[column] for row in rows]
        literals = [each for each in said if each in LITERALS]
        others = list(dict.fromkeys(each for each in said if each in OTHERS))
        first = (
            [f"{literals[0]} … ({len(literals)} literals)" if len(literals) > 1 else literals[0]]
            if literals
            else []
        )
        assert written(cells) == first + others
        for cell in cells:
            assert sql[cell.span.start :].startswith(cell.text.split(" … ")[0])


def test_the_literals_stand_from_the_first_to_the_last() -> None:
    rows = [f"({number}, x{number % 3})" for number in range(100)]
    sql = f"INSERT INTO t VALUES {', '.join(rows)}"
    literals, *_ = listed(sql).cells[0]
    assert (literals.form, literals.text) == (Form.CONSTANT, "0 … (100 literals)")
    assert sql[literals.span.start : literals.span.end].startswith("0, x0), (1,")
    assert sql[literals.span.start : literals.span.end].endswith("(99")


def test_a_list_of_64_rows_is_read_cell_by_cell() -> None:
    rows = ", ".join(f"({number})" for number in range(LONG))
    assert written(listed(f"INSERT INTO t VALUES {rows}").cells[0]) == [str(number) for number in range(LONG)]


def test_rows_of_another_width_are_read() -> None:
    rows = ["(1)"] * 70 + ["(1, s)"] + ["(2)"] * 70
    found = listed(f"INSERT INTO t VALUES {', '.join(rows)}")
    assert found.rows == 141
    assert [written(each) for each in found.cells] == [["1 … (141 literals)"], ["s"]]


@pytest.mark.parametrize(
    ("dialect", "literal"),
    [
        ("tsql", "0xE610"),
        ("tsql", "N'ä'"),
        ("mysql", "x'4D'"),
        ("postgres", "E'a\\n'"),
        ("oracle", "q'[it's]'"),
        ("bigquery", "r'a'"),
    ],
)
def test_the_literals_of_a_dialect(dialect: str, literal: str) -> None:
    rows = ", ".join(f"({literal}, {number})" for number in range(80))
    first, second = listed(f"INSERT INTO t VALUES {rows}", dialect).cells
    assert written(first) == [f"{literal} … (80 literals)"]
    assert written(second) == ["0 … (80 literals)"]


def test_a_placeholder_in_a_long_list_stays_a_parameter() -> None:
    rows = ", ".join(f"({number}, '${{day}}')" for number in range(80))
    found = listed(f"INSERT INTO ${{env}}.t VALUES {rows}").cells[1]
    assert [(each.form, each.text) for each in found] == [(Form.PARAMETER, "'${day}'")]


def test_lists_inside_a_query_and_several_of_them() -> None:
    rows = ", ".join(f"({number})" for number in range(70))
    sql = f"SELECT a.x, b.y FROM (VALUES {rows}) AS a (x) CROSS JOIN (VALUES {rows}, (now())) AS b (y)"
    unit = extract(sql, "postgres")
    lists = [node.body for node in unit.nodes if isinstance(node.body, Values)]
    assert [(each.rows, written(each.cells[0])) for each in lists] == [
        (70, ["0 … (70 literals)"]),
        (71, ["0 … (70 literals)", "now()"]),
    ]


def test_a_bad_row_costs_its_statement_and_no_more() -> None:
    rows = ", ".join(f"({number})" for number in range(80))
    unit = extract(f"INSERT INTO t VALUES {rows}, (1 +); INSERT INTO u SELECT a FROM s", "postgres")
    assert [each.status.value for each in unit.statements] == ["UNPARSED", "PARSED"]
