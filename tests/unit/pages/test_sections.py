"""Every section of a page: what it shows, and what it says where it has nothing to show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from tests.unit.pages.build import (
    FILE,
    Estate,
    V,
    answer_field,
    at,
    candidate,
    classed,
    column,
    constant,
    control,
    edge,
    ends,
    leaf,
    made,
    node,
    statement,
)
from tests.unit.pages.reading import faults

from wherefrom.domain.binding import BindingRule, Ruling, Status
from wherefrom.domain.classification import SourceClass
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import FieldAnswer, PlacedDiagnostic, Resolution, Standing, TargetWriter
from wherefrom.domain.expression import Form
from wherefrom.domain.rules import Terminal
from wherefrom.domain.unit import StatementStatus
from wherefrom.publish.pages import pages

TEXT = "".join(f"line {n}\n" for n in range(1, 13))


def query(field: str, expr: object, *below: V) -> V:
    return V(
        NodeKind.QUERY_RESULT, "", field, expr, below=below, node="N:query", edge=EdgeKind.WRITES, line=3
    )  # type: ignore[arg-type]


def plain_field(name: str = "amount", ordinal: int = 1, **more: object) -> FieldAnswer:
    return answer_field(
        name, query(name, column("o.amount"), ends("ods.orders.amount")), ordinal=ordinal, **more
    )  # type: ignore[arg-type]


SMALL = Estate(
    fields=(plain_field(),),
    nodes=(
        node("N:target", NodeKind.PHYSICAL_TABLE, "dm.report", "target", line=2),
        node("N:query", NodeKind.QUERY_RESULT, "", "query", line=3),
        node("N:ods.orders", NodeKind.EXTERNAL_TABLE, "ods.orders", "read", line=4, alias="o"),
    ),
    edges=(
        edge(EdgeKind.WRITES, "N:query", "N:target", line=2),
        edge(EdgeKind.READS, "N:ods.orders", "N:query", line=4, alias="o"),
    ),
    systems={"ods.orders": "SHOP"},
    classes=(classed("amount", SourceClass.S1, "SHOP", endpoints=("ods.orders.amount",)),),
    texts={FILE: TEXT},
    statements=((FILE, statement(2, 5)),),
)


def page(estate: Estate) -> str:
    made_ = pages(estate.bundle())
    text = next(text for path, text in made_.items() if path != "business/index.md")
    assert faults(text) == []
    assert faults(made_["business/index.md"]) == []
    return text


def section(text: str, heading: str) -> list[str]:
    lines = text.split("\n")
    start = lines.index(f"## {heading}") + 1
    end = next((i for i in range(start, len(lines)) if lines[i].startswith("## ")), len(lines))
    return [line for line in lines[start:end] if line]


def test_the_whole_of_a_small_page() -> None:
    text = page(SMALL)
    assert text.split("\n")[:13] == [
        "# `dm.report`",
        "",
        "| State | **DRAFT** – no writer decision is needed; not published as approved |",
        "|:--|:--|",
        "| Release | 2026.11, frozen 2026-11-27 18:00 UTC |",
        "| Snapshot | `sha256:aaaaaaaaaaaa…` |",
        "| Decision log | empty |",
        "| Written by | `shop/orders.sql`, lines 2–5; replaces the table |",
        "",
        "Everything below is read from the frozen SQL. Nothing was run and no meaning was guessed:",
        "`names in this type` are the SQL's own. Confirmed business names in `governance/glossary.csv`: none.",
        "",
        "**Contents** – [Fields at a glance](#fields-at-a-glance) · [How a row is formed](#how-a-row-is-formed) ·",
    ]
    assert section(text, "Fields at a glance") == [
        "| # | Field | Formed by | Source systems | Class | Standing |",
        "|--:|:--|:--|:--|:-:|:--|",
        "| 1 | [`amount`](#amount) | taken unchanged | SHOP | S1 | proven |",
        "S1 one source system · S2 no source system · S3 not provable yet · S4 two or more source systems",
    ]
    assert section(text, "How a row is formed") == [
        "```text",
        "dm.report",
        "└─ ods.orders   starts here · SHOP",
        "```",
        "**must match**: a row without a match is left out. **may match**: it stays, and that input's fields are empty (NULL).",
    ]
    assert section(text, "Which rows count") == [
        "No condition limits the rows: every row that the SQL forms stands in the table."
    ]
    assert section(text, "How inputs are matched") == [
        "Nothing is matched: no statement on the paths joins inputs."
    ]
    assert section(text, "Fields") == [
        "### `amount`",
        "**Taken unchanged** from `ods.orders.amount`.",
        "- **Class S1:** the only confirmed origin belongs to SHOP.",
        "- **SQL:** `shop/orders.sql` line 3 · visit tree `T0000000001`",
    ]
    assert section(text, "Not proven") == ["Nothing: every field is proven."]
    assert section(text, "Decisions relied on") == [
        "None: no table on the paths is written by another script of the snapshot."
    ]
    assert section(text, "Boundaries") == [
        "- The SQL shows what may flow, not which rows were read in a run, nor in what share.",
        "- Who owns a field, what it means, how good the data are and who may see them are not shown by SQL.",
    ]
    assert section(text, "Original SQL") == [
        "`shop/orders.sql`, lines 2–5",
        "```sql",
        "  2  line 2",
        "  3  line 3",
        "  4  line 4",
        "  5  line 5",
        "```",
    ]
    assert "| Visit trees | `visits.jsonl`: `T0000000001` |" in section(text, "Proof")
    assert text.endswith("| Check this folder | `wherefrom verify deliverables/2026.11` |\n")


def test_a_target_of_which_nothing_is_known() -> None:
    text = page(replace(Estate(), target="dm.lost"))
    for heading, said in (
        ("Fields at a glance", "The SQL of the snapshot shows no field of this table."),
        ("How a row is formed", "The SQL of the snapshot shows no input of this table."),
        ("Which rows count", "No condition is known, since no field of the table is known."),
        ("Not proven", "Nothing can be listed: no field of the table is known."),
        ("Original SQL", "No statement on the paths can be shown."),
    ):
        assert section(text, heading) == [said]


JOINED = replace(
    SMALL,
    nodes=(*SMALL.nodes, node("N:c", NodeKind.EXTERNAL_TABLE, "ods.city", "read", line=5, alias="c")),
    edges=(*SMALL.edges, edge(EdgeKind.READS, "N:c", "N:query", line=5, alias="c")),
)


@pytest.mark.parametrize(
    ("join", "kind", "negated", "drawn", "rule"),
    [
        ("INNER", ControlKind.INNER_JOIN, False, "must match", "must match: `o.c = c.c`"),
        ("LEFT", ControlKind.OUTER_JOIN, False, "may match", "may match: `o.c = c.c`"),
        ("FULL", ControlKind.OUTER_JOIN, False, "either side may be missing", "either side may be missing: `o.c = c.c`"),
        ("SEMI", ControlKind.SEMI_JOIN, False, "a match must exist", "a match must exist: `o.c = c.c`"),
        ("ANTI", ControlKind.SEMI_JOIN, True, "a match must not exist", "a match must not exist: `o.c = c.c`"),
    ],
)  # fmt: skip
def test_joins(join: str, kind: ControlKind, negated: bool, drawn: str, rule: str) -> None:
    on = control(
        kind, "o.c = c.c", "ods.city.c", "ods.orders.c", join=join, input="ods.city", negated=negated, line=6
    )
    text = page(replace(JOINED, fields=(plain_field(controls=[on]),)))
    assert f"└─ ods.city     {drawn} · ? no confirmed system" in section(text, "How a row is formed")
    assert (
        section(text, "How inputs are matched")[-1] == f"| `ods.city` (`c`) | {rule} | `shop/orders.sql:6` |"
    )


def test_an_input_without_a_condition() -> None:
    between = " " * 4010 + "CROSS JOIN" + " " * 980
    cross = page(replace(JOINED, texts={FILE: between}))
    assert (
        section(cross, "How inputs are matched")[-1]
        == "| `ods.city` (`c`) | every row with every row | `shop/orders.sql:5` |"
    )


def test_conditions_stand_in_reading_order_and_say_what_decides_them() -> None:
    said = PlacedDiagnostic("G7", "AMBIGUOUS_COLUMN_SOURCES", "x", ("a.x", "b.x"), "…", at(8))
    conditions = [
        control(
            ControlKind.WHERE, "o.day = '${day}'", "ods.orders.day", line=6, other=("PARAMETER '${day}'",)
        ),
        control(ControlKind.WHERE, "'${day}' > '2020'", line=7, other=("PARAMETER '${day}'",)),
        control(ControlKind.WHERE, "x = 1", line=8, diagnostics=("G7",)),
        control(ControlKind.HAVING, "COUNT(*) > 1", line=9, other=("GENERATED COUNT(*)",)),
        control(
            ControlKind.SEMI_JOIN, "o.id IN (SELECT b.id FROM bad b)", "ods.bad.id", line=10, negated=True
        ),
        control(ControlKind.SORT_LIMIT, "ORDER BY o.day LIMIT 5", "ods.orders.day", line=11),
        control(ControlKind.WHERE, "d.open = 1", "ods.d.open", line=12, optional=True, reach=Reach.ROW_PATH),
        control(
            ControlKind.MERGE_MATCH,
            "t.id = o.id",
            "dm.report.id",
            "ods.orders.id",
            prior=("dm.report.id",),
            line=13,
        ),
    ]
    text = page(replace(SMALL, fields=(plain_field(controls=conditions),), diagnostics=(said,)))
    rows = [line for line in section(text, "Which rows count") if line.startswith("| final")]
    assert rows == [
        "| final rows | `o.day = '${day}'` | `ods.orders.day` | `shop/orders.sql:6` |",
        "| final rows | `'${day}' > '2020'` | the run parameter `'${day}'` | `shop/orders.sql:7` |",
        "| final rows | `x = 1` | a column that is not proven | `shop/orders.sql:8` |",
        "| final rows | `COUNT(*) > 1` | the number of rows | `shop/orders.sql:9` |",
        "| final rows | a match must not exist: `o.id IN (SELECT b.id FROM bad b)` | `ods.bad.id` | `shop/orders.sql:10` |",
        "| final rows | only the first rows: `ORDER BY o.day LIMIT 5` | `ods.orders.day` | `shop/orders.sql:11` |",
        "| final rows | existing rows are found by `t.id = o.id` | `ods.orders.id`, the table's own earlier content | `shop/orders.sql:13` |",
        "| final rows | `d.open = 1` | `ods.d.open` | `shop/orders.sql:12` |",
    ]
    assert "These only limit what a **may match** input can offer:" in section(text, "Which rows count")
    assert "- Values of `${day}` are not part of the evidence." in section(text, "Boundaries")


def test_a_long_condition_is_shortened_in_its_cell() -> None:
    long = "o.id IN (" + ", ".join(str(n) for n in range(200)) + ")"
    text = page(
        replace(SMALL, fields=(plain_field(controls=[control(ControlKind.WHERE, long, "ods.orders.id")]),))
    )
    row = next(line for line in section(text, "Which rows count") if line.startswith("| final"))
    assert " … " in row
    assert len(row.split("|")[2]) <= 125


REVIEWED = replace(
    SMALL,
    nodes=(
        *SMALL.nodes[:2],
        node("N:shop", NodeKind.PHYSICAL_TABLE, "dwd.shop", "read", line=4, alias="s"),
        node("N:W1", NodeKind.PHYSICAL_TABLE, "dwd.shop", "target", line=2, location=at(2, file="shop/daily.sql")),
        node("N:q1", NodeKind.QUERY_RESULT, "", "query", location=at(3, file="shop/daily.sql")),
        node("N:ods.orders", NodeKind.EXTERNAL_TABLE, "ods.orders", "read", location=at(4, file="shop/daily.sql")),
    ),
    edges=(
        edge(EdgeKind.WRITES, "N:query", "N:target", line=2),
        edge(EdgeKind.READS, "N:shop", "N:query", line=4, alias="s"),
        edge(EdgeKind.WRITER_BINDING, "N:W1", "N:shop", binding_id="W1", rule=BindingRule.EXACT, location=at(2, file="shop/daily.sql")),
        edge(EdgeKind.WRITES, "N:q1", "N:W1", location=at(2, file="shop/daily.sql")),
        edge(EdgeKind.READS, "N:ods.orders", "N:q1", location=at(4, file="shop/daily.sql")),
    ),
    candidates=(candidate("W1", "dwd.shop", "shop/daily.sql", 2),),
    decisions=(
        {
            "decision_id": "D0001", "subject_type": "WRITER", "binding_id": "W1", "decision": "CONFIRMED", "supersedes": "",
            "actor": "reviewer-1", "responsible": "Shop data", "decided_at": "2026-10-26T09:12:00Z", "reason": "",
            "note": "Daily job, *see* ${ticket}.",
        },
    ),
)  # fmt: skip


def reviewed(status: Status, *flags: str, standing: Standing = Standing.PROVISIONAL) -> Estate:
    stops = {Status.DEFERRED: Terminal.WRITER_DEFERRED, Status.REJECTED: Terminal.WRITER_REJECTED}
    binding = V(
        NodeKind.PHYSICAL_TABLE, "dwd.shop", "amount", node="N:W1", edge=EdgeKind.WRITER_BINDING, binding="W1", status=status,
        file="shop/daily.sql", terminal=stops.get(status), provisional=True,
        below=[] if status in stops else [query("amount", column("o.amount"), ends("ods.orders.amount", provisional=True))],
    )  # fmt: skip
    read = V(
        NodeKind.PHYSICAL_TABLE, "dwd.shop", "amount", node="N:shop", edge=EdgeKind.READS, below=[binding]
    )
    field = answer_field("amount", query("amount", column("s.amount"), read), standing=standing)
    decision = "D0001" if status is not Status.PENDING or flags else ""
    return replace(
        REVIEWED,
        fields=(field,),
        rulings={"W1": Ruling(status, decision, flags)},
        classes=(classed("amount", SourceClass.S3, "SHOP", endpoints=("ods.orders.amount",)),),
    )


@pytest.mark.parametrize(
    ("status", "flags", "open_", "remedy", "drawn", "standing"),
    [
        (Status.PENDING, (), "Writer W1 of `dwd.shop` is not reviewed.", "A decision: confirmed or rejected.", "? not reviewed", "**pending**"),
        (Status.STALE, (), "Writer W1 of `dwd.shop` changed after D0001.", "The same decision, given again for the present text.", "? changed since its review", "**stale**"),
        (Status.PENDING, ("PROPOSED",), "Writer W1 of `dwd.shop` is proposed as confirmed by D0001 and not yet approved.", "The approval by a second person, or a rejection.", "? not reviewed", "**proposed**"),
        (Status.PENDING, ("EXPIRED",), "The decision D0001 on writer W1 of `dwd.shop` has expired.", "A decision: confirmed or rejected.", "? not reviewed", "**expired**"),
        (Status.CONFLICT, (), "The decisions on writer W1 of `dwd.shop` conflict.", "One decision that stands.", "? its decisions conflict", "**in conflict**"),
    ],
)  # fmt: skip
def test_a_writer_that_is_open(
    status: Status, flags: tuple[str, ...], open_: str, remedy: str, drawn: str, standing: str
) -> None:
    text = page(reviewed(status, *flags))
    assert section(text, "Not proven")[2:] == [f"| 1 | `amount` | {open_} `shop/daily.sql:2` | {remedy} |"]
    assert f"└─ dwd.shop        starts here · {drawn}" in section(text, "How a row is formed")
    assert section(text, "Decisions relied on")[2].split(" | ")[2] == standing
    assert "| State | **DRAFT** – 1 of 1 writer decisions is open; it touches 1 of 1 fields |" in text
    assert (
        "| 1 | [`amount`](#amount) | taken unchanged | SHOP, provisional | S3 | **open: 1 point** |" in text
    )


def test_what_the_class_would_be_once_the_only_open_writer_is_decided() -> None:
    assert "- **Class S3:** provisional, [point 1](#not-proven). Once confirmed: S1, SHOP." in page(
        reviewed(Status.PENDING)
    )
    stale = page(reviewed(Status.STALE))
    assert "- **Class S3:** provisional, [point 1](#not-proven). Once confirmed again: S1, SHOP." in stale
    assert "- **Relies on** D0001, given for an earlier text of the statement." in stale


def test_a_deferred_writer_and_a_rejected_one_stop_the_path() -> None:
    deferred = page(reviewed(Status.DEFERRED, standing=Standing.BLOCKED))
    assert (
        "| 1 | `amount` | Writer W1 of `dwd.shop` was deferred by D0001. `shop/daily.sql:2` | A decision: confirmed or rejected. |"
        in deferred
    )
    assert "   └─ shop/daily.sql:2   ? deferred writer" in deferred
    rejected = page(reviewed(Status.REJECTED, standing=Standing.BLOCKED))
    assert (
        "| 1 | `amount` | The only writer of `dwd.shop` was rejected by D0001. `shop/daily.sql:2` "
        "| The script that really fills `dwd.shop`, in the next snapshot. |"
    ) in rejected
    assert "- **Not counted:** a writer rejected by D0001." in rejected
    assert "**Not proven:** the only writer was rejected." in rejected


def test_a_confirmed_writer_and_the_reviewers_own_words() -> None:
    confirmed = replace(
        reviewed(Status.CONFIRMED, standing=Standing.CONFIRMED),
        classes=(classed("amount", SourceClass.S1, "SHOP", endpoints=("ods.orders.amount",)),),
    )
    text = page(confirmed)
    assert section(text, "Decisions relied on") == [
        "| Decision | On | Standing | By | Note |",
        "|:--|:--|:--|:--|:--|",
        "| D0001 | `shop/daily.sql:2` → `dwd.shop` | confirmed | reviewer-1 for Shop data, 2026-10-26 | Daily job, \\*see\\* \\${ticket}. |",
        "Notes are the reviewers' own words.",
    ]
    assert "- **Relies on** D0001." in text
    assert "**DRAFT** – the one writer decision is taken; not published as approved" in text
    approved = page(replace(confirmed, state="APPROVED"))
    assert (
        "**APPROVED** – all 1 writer decisions are taken, the last on 2026-10-26; 0 of 1 fields are not proven"
        in approved
    )


def test_one_point_that_opens_many_fields_is_one_row() -> None:
    fields = tuple(plain_field(f"f{n}", n) for n in range(1, 8))
    text = page(replace(SMALL, fields=fields, systems={}))
    assert section(text, "Not proven")[2:] == [
        "| 1 | `f1`, `f2`, `f3`, `f4` and 3 more | `ods.orders` has no confirmed system. `shop/orders.sql:1` "
        "| A confirmed row in `governance/source_systems.csv`. |"
    ]


@pytest.mark.parametrize(
    ("terminal", "open_", "remedy"),
    [
        (Terminal.MISSING_FIELD, "`dwd.x` has no column `f` in the snapshot.", "The right column name, or current DDL."),
        (Terminal.NO_WRITER_EXPRESSION, "This writer gives `f` no value.", "DDL with the default, if there is one."),
        (Terminal.NON_ENUMERABLE_PROJECTION, "The columns of a `SELECT *` that gives `f` are not known.", "DDL of the tables under the `SELECT *` in the snapshot."),
        (Terminal.OPAQUE_FUNCTION, "The body of `dwd.x.f` is not in the snapshot, or is not followed.", "The body of `dwd.x.f` in the snapshot; of a scalar function, what its body says."),
        (Terminal.DYNAMIC_SQL, "The statement is put together at run time.", "The statement as text in the snapshot."),
        (Terminal.UNPARSED_WRITER, "A statement that writes `dwd.x` could not be read.", "The statement repaired, or its dialect set."),
        (Terminal.DEPTH_LIMIT, "The search stopped at the set limit, at `dwd.x.f`.", "A higher limit."),
        (Terminal.CYCLE, "`dwd.x` is filled only from itself.", "The script that first fills `dwd.x`."),
    ],
)  # fmt: skip
def test_open_ends(terminal: Terminal, open_: str, remedy: str) -> None:
    end = V(NodeKind.PHYSICAL_TABLE, "dwd.x", "f", terminal=terminal)
    field = answer_field("f", query("f", column("x.f"), end), resolution=Resolution.UNRESOLVED)
    assert section(page(replace(SMALL, fields=(field,))), "Not proven")[2:] == [
        f"| 1 | `f` | {open_} `shop/orders.sql:1` | {remedy} |"
    ]


def test_ambiguities_name_everything_that_stayed_possible() -> None:
    said = (
        PlacedDiagnostic(
            "G1", "AMBIGUOUS_COLUMN_SOURCES", "region", ("dwd.a.region", "ods.b.region"), "…", at(3)
        ),
        PlacedDiagnostic("G2", "AMBIGUOUS_STAR_SOURCES", "g", ("ods.a.g", "ods.b.g"), "…", at(3)),
        PlacedDiagnostic("G3", "AMBIGUOUS_COLUMN_SOURCES", "x", ("ods.a.x", "alias:X(ods.b.y)"), "…", at(3)),
    )
    fields = (
        answer_field(
            "r", query("r", column("region"), leaf(Terminal.AMBIGUOUS_COLUMN, "region", diagnostics=("G1",)))
        ),
        answer_field(
            "g",
            V(NodeKind.QUERY_RESULT, "", "g", terminal=Terminal.AMBIGUOUS_STAR, diagnostics=("G2",)),
            ordinal=2,
        ),
        answer_field(
            "x", query("x", column("x"), leaf(Terminal.AMBIGUOUS_COLUMN, "x", diagnostics=("G3",))), ordinal=3
        ),
    )
    text = page(replace(SMALL, fields=fields, diagnostics=said))
    assert [row.split(" | ")[2:] for row in section(text, "Not proven")[2:]] == [
        [
            "`region` without an alias; it may be a column of `dwd.a` or of `ods.b`. `shop/orders.sql:1`",
            "The alias in the SQL, or DDL of `dwd.a` and `ods.b` in the snapshot. |",
        ],
        [
            "`g` out of `SELECT *` over 2 tables. `shop/orders.sql:1`",
            "The columns written out in the SQL, or DDL of `ods.a` and `ods.b` in the snapshot. |",
        ],
        [
            "`x` without an alias; it may be `ods.a.x` or `alias:X(ods.b.y)`. `shop/orders.sql:1`",
            "The alias in the SQL, or DDL of the tables in the snapshot. |",
        ],
    ]
    assert "**Not proven:** it may be a column of `dwd.a` or of `ods.b`." in text
    assert "**Not proven:** a column of `SELECT *` over `ods.a` and `ods.b`." in text


def test_classes() -> None:
    def told(row: SourceClass, *systems: str, **more: object) -> str:
        given = classed("amount", row, *systems, endpoints=("ods.orders.amount",), **more)
        return next(line for line in page(replace(SMALL, classes=(given,))).split("\n") if "**Class" in line)

    assert told(SourceClass.S4, "ACQ", "EBANK") == (
        "- **Class S4:** the confirmed origins belong to ACQ and EBANK. Whether both took part in one run is not shown by SQL."
    )
    assert told(SourceClass.S4, "A", "B", "C").endswith(
        "Whether all took part in one run is not shown by SQL."
    )
    assert told(SourceClass.S2) == "- **Class S2:** formed without any source system."
    expr = made(Form.COALESCE, "COALESCE(o.amount, 0)", column("o.amount"), constant("0"))
    both = answer_field(
        "amount",
        query(
            "amount",
            expr,
            ends("ods.orders.amount"),
            V(None, "", "", constant("0"), terminal=Terminal.CONSTANT, text="0"),
        ),
    )
    text = page(replace(SMALL, fields=(both,)))
    assert (
        "- **Class S1:** the only confirmed column origin belongs to SHOP; a constant has no system." in text
    )


def test_statements_that_could_not_be_read() -> None:
    bad = (FILE, statement(7, 9, 2, StatementStatus.UNPARSED, targets=("dm.other",)))
    lost = ("b.sql", statement(3, 3, 1, StatementStatus.OPAQUE))
    one = page(replace(SMALL, statements=(*SMALL.statements, bad)))
    assert (
        "- One statement of the snapshot is not fully understood: `shop/orders.sql:7`–`9`. Its head names `dm.other`, which this table does not use."
    ) in one
    alone = page(replace(SMALL, statements=(*SMALL.statements, lost)))
    assert "Which table it writes is not known, so every list of writers above may be incomplete." in alone
    two = page(replace(SMALL, statements=(*SMALL.statements, bad, lost)))
    assert (
        "- 2 statements of the snapshot are not fully understood: `b.sql:3` and `shop/orders.sql:7`–`9`. "
        "No head among them names a table that this table uses. Which table 1 of them writes is not known, "
        "so every list of writers above may be incomplete."
    ) in two


def test_boundaries_appear_with_their_triggers() -> None:
    writer = TargetWriter(at(2), "INSERT_INTO", "dm.report", BindingRule.EXACT, "adds rows", "N:target")
    names = PlacedDiagnostic("G4", "TARGET_COLUMN_NAME_UNPROVEN", "dm.report.amount", (), "…", at(2))
    missing = PlacedDiagnostic("G5", "INCOMPLETE_WRITERS", "dm.report", (), "…", at(8))
    text = page(
        replace(SMALL, writers=(writer,), fields=(plain_field(diagnostics=(names,)),), diagnostics=(missing,))
    )
    assert section(text, "Boundaries")[1:-1] == [
        "- `shop/orders.sql:2` leaves other rows or columns of `dm.report` as they were; that earlier content is not shown here.",
        "- `dm.report` has no DDL in the snapshot: its column names are those of the SELECT that writes it.",
        "- Writers of `dm.report` may be missing: `shop/orders.sql:8` puts SQL together at run time.",
    ]
    assert "| Written by | `shop/orders.sql`, lines 2–5; adds rows |" in text


def test_a_partition_is_shown_as_the_sql_it_is() -> None:
    writer = TargetWriter(
        at(2),
        "INSERT_OVERWRITE",
        "dm.report",
        BindingRule.EXACT,
        "replaces the partition day = '${d|x}'",
        "N:target",
    )
    text = page(replace(SMALL, writers=(writer,)))
    assert "lines 2–5; replaces the partition `day = '${d\\|x}'` |" in text


def test_a_long_statement_is_cut_in_the_middle() -> None:
    lines = [f"row {n}" for n in range(1, 1001)]
    text = page(replace(SMALL, texts={FILE: "\r\n".join(lines)}, statements=((FILE, statement(2, 901)),)))
    shown = section(text, "Original SQL")
    assert len(shown) == 404
    assert shown[2:4] == ["  2  row 2", "  3  row 3"]
    assert shown[202] == "     … 500 lines are left out here: they stand in the frozen file …"
    assert shown[203] == "702  row 702"
    assert shown[-2] == "901  row 901"


def test_two_hundred_columns() -> None:
    fields = tuple(plain_field(f"column_{n}", n) for n in range(1, 201))
    classes = tuple(
        classed(f.field, SourceClass.S1, "SHOP", endpoints=("ods.orders.amount",)) for f in fields
    )
    text = page(replace(SMALL, fields=fields, classes=classes))
    assert text.count("\n### `column_") == 200
    assert (
        "| Visit trees | `visits.jsonl`: 200 trees; `source_classification.csv` names the tree of each field |"
        in text
    )


def test_a_bare_query_is_called_by_its_place() -> None:
    query_field = answer_field("amount", ends("ods.orders.amount"))
    top = replace(
        query_field,
        visits=(structs.replace(query_field.visits[0], node_id="N:query"), *query_field.visits[1:]),
    )
    text = page(
        replace(
            SMALL,
            target="query:shop/orders.sql#1",
            fields=(top,),
            nodes=SMALL.nodes[1:],
            edges=SMALL.edges[1:],
        )
    )
    assert text.startswith("# Result of `shop/orders.sql#1`\n")
    assert "└─ ods.orders" in text
    assert "`shop/orders.sql`, lines 2–5" in section(text, "Original SQL")


def test_the_front_page() -> None:
    bad = ("b.sql", statement(3, 5, 1, StatementStatus.UNPARSED))
    made_ = pages(replace(reviewed(Status.PENDING), statements=(*SMALL.statements, bad)).bundle())
    assert made_["business/index.md"] == (
        "# Deliverables 2026.11 – **DRAFT**\n"
        "\n"
        "| Table | Fields | S1 | S2 | S3 | S4 | Open decisions |\n"
        "|:--|--:|--:|--:|--:|--:|:--|\n"
        "| [`dm.report`](dm.report.md) | 1 | 0 | 0 | 1 | 0 | 1 pending |\n"
        "\n"
        "S1 one source system · S2 no source system · S3 not provable yet · S4 two or more source systems\n"
        "\n"
        f"Snapshot `sha256:{'a' * 64}`: 0 files, 2 statements, of which 1 not fully understood: `b.sql:3`–`5`.\n"
        f"Decision log: 1 record, head `sha256:{'0' * 64}`. Check this folder: `wherefrom verify deliverables/2026.11`.\n"
        f"Analysis `sha256:{'b' * 64}`.\n"
    )


def test_pages_are_the_same_each_time() -> None:
    assert pages(reviewed(Status.STALE).bundle()) == pages(reviewed(Status.STALE).bundle())
