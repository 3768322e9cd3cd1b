"""Each phrase of ``phrases.md``, from a tree built by hand to the exact lines of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs
from tests.unit.pages.build import (
    Estate,
    V,
    at,
    candidate,
    column,
    constant,
    control,
    edge,
    ends,
    generated,
    leaf,
    literal,
    made,
    node,
    parameter,
    with_field,
)

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.rules import Rule, Terminal
from wherefrom.publish.pages.facts import facts_of, snapshot_of
from wherefrom.publish.pages.model import FieldEntry, Listing
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.target_page import target_page

BASE = Estate(
    nodes=(
        node("N:target", NodeKind.PHYSICAL_TABLE, "dm.report", "target"),
        node("N:query", NodeKind.QUERY_RESULT, "", "query"),
        node("N:ods.orders", NodeKind.EXTERNAL_TABLE, "ods.orders", "read", line=5, alias="o"),
    ),
    edges=(
        edge(EdgeKind.WRITES, "N:query", "N:target"),
        edge(EdgeKind.READS, "N:ods.orders", "N:query", line=5, alias="o"),
    ),
    systems={"ods.orders": "SHOP"},
)


def entry(root: V, estate: Estate = BASE, **more: object) -> FieldEntry:
    bundle = with_field(estate, root, **more).bundle()
    return target_page(facts_of(snapshot_of(bundle), bundle.answers[0], ENGLISH)).fields[0]


def lines(found: FieldEntry) -> list[str]:
    told: list[str] = []
    for block in found.blocks:
        if isinstance(block, Listing):
            told += [
                f"{i}. {item}" if block.numbered else f"- {item}" for i, item in enumerate(block.items, 1)
            ]
        else:
            told.append(block.text)
    return [line for line in told if not line.startswith(("- **Class", "- **SQL", "- **Relies"))]


def says(root: V, *expected: str, estate: Estate = BASE, **more: object) -> None:
    assert lines(entry(root, estate, **more)) == list(expected)


def short(root: V, estate: Estate = BASE, **more: object) -> str:
    return entry(root, estate, **more).glance[1]


def query(expr: object, *below: V, **more: object) -> V:
    return V(NodeKind.QUERY_RESULT, "", "f", expr, below=below, node="N:query", edge=EdgeKind.WRITES, **more)  # type: ignore[arg-type]


def test_a_column_passed_on_is_taken_unchanged() -> None:
    tree = query(column("o.amount"), ends("ods.orders.amount"))
    says(tree, "**Taken unchanged** from `ods.orders.amount`.")
    assert short(tree) == "taken unchanged"


def test_steps_that_only_pass_are_not_told() -> None:
    inner = V(NodeKind.CTE, "c", "amount", column("o.amount"), below=[ends("ods.orders.amount")], node="N:c")
    says(query(column("c.amount"), inner), "**Taken unchanged** from `ods.orders.amount`.")


def test_a_path_below_the_column_is_shown() -> None:
    says(
        query(column("o.doc"), ends("ods.orders.doc", path="$.a[0]")),
        "**Taken unchanged** from `ods.orders.doc.a[0]`.",
    )


def test_a_computed_value_names_its_origins_and_its_text() -> None:
    expr = made(Form.COMPUTED, "o.amount * o.rate", column("o.amount"), column("o.rate"))
    tree = query(expr, ends("ods.orders.amount"), ends("ods.orders.rate"))
    says(tree, "**Computed** from `ods.orders.amount` and `ods.orders.rate`: `o.amount * o.rate`")
    assert short(tree) == "computed"


def test_a_constant_operand_is_no_origin() -> None:
    expr = made(Form.COMPUTED, "o.amount * 2", column("o.amount"), constant("2"))
    with_visit = query(expr, ends("ods.orders.amount"), literal("2"))
    without_visit = query(expr, ends("ods.orders.amount"))
    for tree in (with_visit, without_visit):
        says(tree, "**Computed** from `ods.orders.amount`: `o.amount * 2`")


def test_a_function_whose_body_is_unknown_is_named() -> None:
    expr = made(Form.COMPUTED, "f_net(o.amount)", column("o.amount"), function="F_NET", opaque=True)
    says(
        query(expr, ends("ods.orders.amount")),
        "**Computed** from `ods.orders.amount`: `f_net(o.amount)`, the body of `F_NET` is not in the snapshot",
    )


GROUPED = (control(ControlKind.GROUP_BY, "o.shop_id", "ods.orders.shop_id"),)


def test_an_aggregate_names_the_rows_it_is_taken_over() -> None:
    tree = query(
        made(Form.AGGREGATE, "SUM(o.amount)", column("o.amount"), function="SUM"), ends("ods.orders.amount")
    )
    says(
        tree,
        "**Sum** of `ods.orders.amount` over the rows of `ods.orders` with the same `o.shop_id`.",
        controls=GROUPED,
    )
    says(tree, "**Sum** of `ods.orders.amount` over all rows of `ods.orders`.")
    assert short(tree) == "sum"


def test_aggregate_words() -> None:
    for function, keys, word in (
        ("MIN", (), "**Smallest** of"),
        ("MAX", (), "**Largest** of"),
        ("AVG", (), "**Average** of"),
        ("COUNT", (), "**Number of values that are not NULL** of"),
        ("COUNT", ("DISTINCT",), "**Number of different values** of"),
        ("COLLECT_LIST", (), "**List** of"),
        ("SUM", ("DISTINCT",), "**Sum** of the different values of"),
        ("STDDEV_POP", (), "**`STDDEV_POP`** over"),
    ):
        expr = made(Form.AGGREGATE, f"{function}(o.amount)", column("o.amount"), function=function, keys=keys)
        first = lines(entry(query(expr, ends("ods.orders.amount"))))[0]
        assert first.startswith(f"{word} `ods.orders.amount`"), first


def test_an_aggregate_over_an_expression_shows_it_with_its_origins() -> None:
    inner = made(Form.COMPUTED, "o.amount * o.rate", column("o.amount"), column("o.rate"))
    expr = made(Form.AGGREGATE, "SUM(o.amount * o.rate)", inner, function="SUM")
    says(
        query(expr, ends("ods.orders.amount"), ends("ods.orders.rate")),
        "**Sum** of `o.amount * o.rate` (from `ods.orders.amount` and `ods.orders.rate`) over all rows of `ods.orders`.",
    )


def test_a_filter_of_an_aggregate() -> None:
    expr = made(Form.AGGREGATE, "SUM(o.amount) FILTER (WHERE o.paid)", column("o.amount"), function="SUM")
    where = control(
        ControlKind.AGGREGATE_FILTER, "o.paid", "ods.orders.paid", reach=Reach.EXPRESSION,
        location=structs.replace(at(1), span=expr.span),
    )  # fmt: skip
    says(
        query(expr, ends("ods.orders.amount")),
        "**Sum** of `ods.orders.amount` over all rows of `ods.orders`, only rows where `o.paid`.",
        controls=[where],
    )


def test_a_window_function_names_partition_and_order() -> None:
    text = "SUM(o.amount) OVER (PARTITION BY o.shop_id ORDER BY o.day)"
    expr = made(Form.WINDOW, text, column("o.amount"), function="SUM", keys=("o.shop_id",), order=("o.day",))
    tree = query(expr, ends("ods.orders.amount"))
    says(
        tree,
        "**Sum** of `ods.orders.amount` over the rows with the same `o.shop_id`, in the order of `o.day`.",
    )
    assert short(tree) == "sum, window"


def test_a_window_is_read_from_the_text_where_only_that_says_it() -> None:
    text = "LAG(o.amount, 1) OVER (PARTITION BY o.shop_id ORDER BY o.day DESC)"
    expr = made(Form.WINDOW, text, column("o.amount"), function="LAG")
    says(
        query(expr, ends("ods.orders.amount")),
        "**`LAG`** over `ods.orders.amount` (`LAG(o.amount, 1)`), over the rows with the same `o.shop_id`, in the order of `o.day DESC`.",
    )


CASE = made(
    Form.CONDITIONAL,
    "CASE WHEN o.late > 3 THEN 'LATE' ELSE o.state END",
    ("o.late > 3", constant("'LATE'")),
    column("o.state"),
)
LATE = control(ControlKind.CASE_CONDITION, "o.late > 3", "ods.orders.late", reach=Reach.EXPRESSION)


def test_a_case_lists_its_values_with_their_conditions() -> None:
    tree = query(CASE, literal("'LATE'"), ends("ods.orders.state"))
    says(
        tree,
        "**One of 2 values**, the first whose condition holds:",
        "1. if `o.late > 3`: the constant `'LATE'`",
        "2. otherwise: `ods.orders.state`",
        "- **Chosen by** `ods.orders.late` (a condition, not a source).",
        controls=[LATE],
    )
    assert short(tree) == "one of 2 values, by condition"


def test_a_case_without_else_says_that_no_value_is_given() -> None:
    expr = made(Form.CONDITIONAL, "CASE WHEN o.a THEN o.b END", ("o.a", column("o.b")), else_missing=True)
    tree = query(expr, ends("ods.orders.b"))
    says(
        tree,
        "**One value or none**, by condition:",
        "1. if `o.a`: `ods.orders.b`",
        "2. otherwise: no value is given (NULL)",
    )
    assert short(tree) == "one value or none, by condition"


def test_a_branch_computed_in_a_cte_is_told_by_what_it_is_made_of() -> None:
    inner = V(
        NodeKind.CTE, "c", "state", made(Form.COMPUTED, "UPPER(o.state)", column("o.state")),
        below=[ends("ods.orders.state")],
    )  # fmt: skip
    says(
        query(CASE, literal("'LATE'"), inner),
        "**One of 2 values**, the first whose condition holds:",
        "1. if `o.late > 3`: the constant `'LATE'`",
        "2. otherwise: `ods.orders.state`, computed by `UPPER(o.state)`",
    )


def test_the_chosen_line_without_a_column() -> None:
    by_count = control(
        ControlKind.CASE_CONDITION, "s.cnt >= 50", reach=Reach.EXPRESSION, other=("GENERATED COUNT(*)",),
        columns_here=("s.cnt",),
    )  # fmt: skip
    tree = query(CASE, literal("'LATE'"), ends("ods.orders.state"))
    assert (
        lines(entry(tree, controls=[by_count]))[-1]
        == "- **Chosen by** the number of rows `s.cnt`; no column decides."
    )
    by_run = control(
        ControlKind.CASE_CONDITION, "${x} = 1", reach=Reach.EXPRESSION, other=("PARAMETER ${x}",)
    )
    assert lines(entry(tree, controls=[by_run]))[-1] == "- **Chosen by** `${x} = 1`; no column decides."


def test_coalesce_and_nullif() -> None:
    first = made(Form.COALESCE, "COALESCE(o.a, o.b, 'N')", column("o.a"), column("o.b"), constant("'N'"))
    tree = query(first, ends("ods.orders.a"), ends("ods.orders.b"), literal("'N'"))
    says(tree, "**The first** of `ods.orders.a`, `ods.orders.b` and the constant `'N'` that is not NULL.")
    assert short(tree) == "first that is not NULL"
    inner = structs.replace(column("o.a"), span=structs.replace(column("o.a").span, start=7, end=10))
    tree = query(made(Form.NULLIF, "NULLIF(o.a, '')", inner), ends("ods.orders.a"))
    says(tree, "`ods.orders.a`; NULL where it equals `''`.")
    assert short(tree) == "unchanged or NULL"


def test_leaves_without_a_column() -> None:
    says(leaf(Terminal.CONSTANT, "'CREDIT'"), "**Always** `'CREDIT'`.")
    says(
        leaf(Terminal.PARAMETER, "'${month}'"),
        "**Set by the run:** `'${month}'`. Its value is not part of the evidence.",
    )
    says(
        leaf(Terminal.GENERATED, "CURRENT_DATE"), "**Generated** by `CURRENT_DATE`; no column is its origin."
    )
    assert [short(leaf(t, "x")) for t in (Terminal.CONSTANT, Terminal.PARAMETER, Terminal.GENERATED)] == [
        "constant", "run parameter", "generated",
    ]  # fmt: skip


def test_a_constant_behind_an_outer_join_is_not_always_there() -> None:
    joined = replace(
        BASE,
        nodes=(*BASE.nodes, node("N:c", NodeKind.CTE, "flags", "query", line=7)),
        edges=(*BASE.edges, edge(EdgeKind.CTE_BINDING, "N:c", "N:query", line=7, alias="g")),
    )
    on = control(ControlKind.OUTER_JOIN, "o.id = g.id", "ods.orders.id", join="LEFT", input="g")
    inner = V(
        NodeKind.CTE, "flags", "flag", constant("'Y'"), terminal=Terminal.CONSTANT, text="'Y'", edge_id="E:N:c>N:query",
        node="N:c",
    )  # fmt: skip
    says(
        query(column("g.flag"), inner),
        "**Always** `'Y'` where `flags` has a match; otherwise NULL.",
        estate=joined,
        controls=[on],
    )


def test_row_counts_and_positions() -> None:
    count = query(generated("COUNT(*)"), terminal=Terminal.GENERATED)
    says(count, "**Number of rows** of `ods.orders` with the same `o.shop_id`: `COUNT(*)`.", controls=GROUPED)
    says(count, "**Number of rows** of `ods.orders`: `COUNT(*)`.")
    text = "ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.day DESC)"
    position = query(generated(text), terminal=Terminal.GENERATED)
    says(
        position,
        "**Position** of the row among those with the same `o.shop_id`, in the order of `o.day DESC`.",
    )
    assert (short(count), short(position)) == ("number of rows", "row position")


def test_a_scalar_subquery_is_looked_up() -> None:
    expr = Form.SUBQUERY
    inner = V(NodeKind.DERIVED_QUERY, "", "m", column("r.m"), below=[ends("ods.rates.m")], node="N:sub")
    where = control(ControlKind.WHERE, "r.day = o.day", "ods.rates.day", node="N:sub", reach=Reach.EXPRESSION)
    tree = query(made(expr, "(SELECT r.m FROM ods.rates r WHERE r.day = o.day)"), inner)
    told = lines(entry(tree, controls=[where]))
    assert told[0] == "**Looked up:** `ods.rates.m`, where `r.day = o.day`."
    assert told[1] == "- **Limited by** `r.day = o.day` (`shop/orders.sql:9`), decided by `ods.rates.day`."
    assert short(tree) == "looked up"


BRANCHES = replace(
    BASE,
    texts={"shop/orders.sql": "x" * 5020 + "\nUNION ALL -- both shops\n" + " " * 4000},
    nodes=(*BASE.nodes, node("N:b1", NodeKind.QUERY_RESULT, "", "query", 4), node("N:b2", NodeKind.QUERY_RESULT, "", "query", 6)),
    edges=(
        edge(EdgeKind.WRITES, "N:query", "N:target"),
        edge(EdgeKind.SET_BRANCH, "N:b1", "N:query", line=5, branch=1),
        edge(EdgeKind.SET_BRANCH, "N:b2", "N:query", line=6, branch=2),
    ),
)  # fmt: skip


def union(*below: V, name: str = "f") -> V:
    return V(NodeKind.SET_OPERATION, "", name, below=below, node="N:query", edge=EdgeKind.WRITES)


def branch(expr: object, *below: V) -> V:
    end = Terminal.CONSTANT if isinstance(expr, Expression) and expr.form is Form.CONSTANT else None
    return V(NodeKind.QUERY_RESULT, "", "f", expr, below=below, edge=EdgeKind.SET_BRANCH, terminal=end)  # type: ignore[arg-type]


def test_set_branches_that_only_pass() -> None:
    tree = union(branch(column("a.x"), ends("ods.a.x")), branch(column("b.x"), ends("ods.b.x")))
    says(
        tree,
        "**Taken unchanged**; each row comes from one of 2 branches (UNION ALL).",
        "- **Branch 1 of 2:** `ods.a.x`",
        "- **Branch 2 of 2:** `ods.b.x`",
        estate=BRANCHES,
    )
    assert short(tree, BRANCHES) == "taken unchanged, 2 branches"


def test_set_branches_of_several_kinds() -> None:
    tree = union(branch(column("a.x"), ends("ods.a.x")), branch(constant("0")))
    says(
        tree,
        "Each row comes from **one of 2 branches** (UNION ALL).",
        "- **Branch 1 of 2:** `ods.a.x`",
        "- **Branch 2 of 2:** the constant `0`",
        estate=BRANCHES,
    )
    assert short(tree, BRANCHES) == "2 branches"


def test_own_earlier_content_is_carried_over() -> None:
    old = V(NodeKind.PHYSICAL_TABLE, "dm.report", "f", terminal=Terminal.CYCLE)
    tree = union(branch(column("h.f"), old), branch(column("a.x"), ends("ods.a.x")))
    says(
        tree,
        "**Taken unchanged**; each row comes from one of 2 branches (UNION ALL).",
        "- **Branch 1 of 2:** carried over from the table's own earlier content",
        "- **Branch 2 of 2:** `ods.a.x`",
        estate=BRANCHES,
    )
    assert short(tree, BRANCHES) == "taken unchanged"


def test_an_aggregate_over_branches_explains_its_argument() -> None:
    inner = union(
        branch(made(Form.COMPUTED, "a.x * a.y", column("a.x"), column("a.y")), ends("ods.a.x"), ends("ods.a.y")),
        branch(
            made(Form.CONDITIONAL, "CASE WHEN b.r = 'R' THEN -1 * b.x ELSE b.x END",
                 ("b.r = 'R'", made(Form.COMPUTED, "-1 * b.x", constant("-1"), column("b.x"))), column("b.x")),
            ends("ods.b.x"),
        ),
        name="x",
    )  # fmt: skip
    read = V(NodeKind.PHYSICAL_TABLE, "dwd.txn", "x", below=[inner], edge=EdgeKind.READS)
    tree = query(made(Form.AGGREGATE, "SUM(t.x)", column("t.x"), function="SUM"), read)
    says(
        tree,
        "**Sum** of `t.x` over the rows of the joined inputs. `t.x` is:".replace(
            "the rows of", "all rows of"
        ),
        "- **Branch 1 of 2:** computed from `ods.a.x` and `ods.a.y`: `a.x * a.y`",
        "- **Branch 2 of 2:** one of 2 values – if `b.r = 'R'`: `ods.b.x`, computed by `-1 * b.x`; otherwise: `ods.b.x`",
        estate=BRANCHES,
    )
    assert short(tree, BRANCHES) == "sum, 2 branches"


WRITERS = replace(
    BASE,
    candidates=(
        candidate("Wa", "dwd.shop", "shop/backfill.sql", 3),
        candidate("Wb", "dwd.shop", "shop/daily.sql", 2),
        candidate("Wc", "dwd.shop", "shop/old.sql", 1),
    ),
    rulings={
        "Wb": Ruling(Status.CONFIRMED, "D0001"),
        "Wc": Ruling(Status.REJECTED, "D0002"),
    },
)


def writer(binding: str, below: Sequence[V] = (), **more: object) -> V:
    status = WRITERS.rulings.get(binding, Ruling(Status.PENDING)).status
    return V(
        NodeKind.PHYSICAL_TABLE, "dwd.shop", "name", below=below, binding=binding, status=status,
        edge=EdgeKind.WRITER_BINDING, **more,
    )  # type: ignore[arg-type]  # fmt: skip


STAR = PlacedDiagnostic(
    "G1", "AMBIGUOUS_STAR_SOURCES", "name", ("ods.old.name", "ods.old_kind.name"), "…", at(4)
)


def shop_name() -> V:
    star = V(
        NodeKind.QUERY_RESULT,
        "",
        "name",
        terminal=Terminal.AMBIGUOUS_STAR,
        text="*",
        line=4,
        diagnostics=("G1",),
    )
    first = made(Form.COALESCE, "COALESCE(k.name, 'OTHER')", column("k.name"), constant("'OTHER'"))
    return V(
        NodeKind.PHYSICAL_TABLE, "dwd.shop", "name", edge=EdgeKind.READS,
        below=[
            writer("Wa", [star]),
            writer("Wb", [V(NodeKind.QUERY_RESULT, "", "name", first, below=[ends("ods.kind.name"), literal("'OTHER'")])]),
            writer("Wc", terminal=Terminal.WRITER_REJECTED),
        ],
    )  # fmt: skip


def test_writers_stand_beside_each_other_confirmed_ones_first() -> None:
    says(
        query(column("s.name"), shop_name()),
        "`f` comes from one of 2 writers:",
        "- **Writer 1 of 2, confirmed:** the first of `ods.kind.name` and the constant `'OTHER'` that is not NULL",
        "- **Writer 2 of 2, not reviewed:** **not proven** – a column of `SELECT *` over `ods.old` and `ods.old_kind`",
        estate=replace(WRITERS, diagnostics=(STAR,)),
    )


def test_names_are_explained_once_and_by_their_innermost_name() -> None:
    region = PlacedDiagnostic(
        "G2", "AMBIGUOUS_COLUMN_SOURCES", "region", ("dwd.shop.region", "ods.region.region"), "…", at(8)
    )
    label = V(NodeKind.CTE, "c", "label", column("m.name"), below=[shop_name()])
    long = V(
        NodeKind.CTE, "c", "long_label",
        made(Form.COMPUTED, "CONCAT(m.name, ' / ', region)", column("m.name"), constant("' / '"), column("region")),
        below=[
            V(NodeKind.PHYSICAL_TABLE, "dwd.shop", "name", expanded=4),
            V(None, "", "region", terminal=Terminal.AMBIGUOUS_COLUMN, text="region", diagnostics=("G2",)),
        ],
    )  # fmt: skip
    expr = made(
        Form.CONDITIONAL,
        "CASE WHEN s.n >= 50 THEN p.label ELSE p.long_label END",
        ("s.n >= 50", column("p.label")),
        column("p.long_label"),
    )
    says(
        query(expr, label, long),
        "**One of 2 values**, the first whose condition holds:",
        "1. if `s.n >= 50`: `p.label`, which is `m.name` unchanged",
        "2. otherwise: `p.long_label`, computed by `CONCAT(m.name, ' / ', region)`",
        "`m.name` comes from one of 2 writers:",
        "- **Writer 1 of 2, confirmed:** the first of `ods.kind.name` and the constant `'OTHER'` that is not NULL",
        "- **Writer 2 of 2, not reviewed:** **not proven** – a column of `SELECT *` over `ods.old` and `ods.old_kind`",
        "`region` is **not proven**: it may be a column of `dwd.shop` or of `ods.region`.",
        estate=replace(WRITERS, diagnostics=(STAR, region)),
    )


def test_a_field_without_any_proof_says_why() -> None:
    for terminal, why in (
        (Terminal.NO_WRITER_EXPRESSION, "the writer gives it no value"),
        (Terminal.UNPARSED_WRITER, "a statement that writes `dwd.x` could not be read"),
        (Terminal.MISSING_FIELD, "`dwd.x` has no column `f` in the snapshot"),
        (Terminal.DYNAMIC_SQL, "the statement is put together at run time"),
        (Terminal.WRITER_DEFERRED, "the decision on its writer was put off"),
        (Terminal.DEPTH_LIMIT, "the search stopped at the set depth"),
    ):
        says(V(NodeKind.PHYSICAL_TABLE, "dwd.x", "f", terminal=terminal), f"**Not proven:** {why}.")


def test_both_sides_of_a_full_join() -> None:
    tree = query(
        column("id"),
        ends("ods.a.id", rule=Rule.USING_MERGE),
        ends("ods.b.id", rule=Rule.USING_MERGE),
    )
    says(tree, "**Taken unchanged** from `ods.a.id` or `ods.b.id`: the side that has the row.")


def test_values_and_table_functions() -> None:
    listed = V(NodeKind.VALUES_LIST, "v", "f", below=[literal("1"), literal("2")])
    says(
        query(column("v.f"), listed),
        "**One of the values** that the SQL lists row by row:",
        "- the constant `1`",
        "- the constant `2`",
    )
    element = V(NodeKind.TABLE_FUNCTION, "explode", "f", below=[ends("ods.orders.tags")])
    says(
        query(column("e.f"), element),
        "**Made by a table function**, called `explode` here, from `ods.orders.tags`.",
    )


def test_several_statements_and_several_ways() -> None:
    one = replace(query(column("a.x"), ends("ods.a.x"), line=4), edge=EdgeKind.WRITES)
    same = replace(query(constant("0"), literal("0"), line=6), edge=EdgeKind.WRITES)
    other = replace(same, file="shop/late.sql")
    top = V(NodeKind.PHYSICAL_TABLE, "dm.report", "f", line=2, below=[one, other])
    says(
        top,
        "The value comes from **one of 2 statements** that write the table.",
        "- **Writer 1 of 2** (`shop/orders.sql:4`): `ods.a.x`",
        "- **Writer 2 of 2** (`shop/late.sql:6`): the constant `0`",
    )
    says(
        replace(top, below=[one, same]),
        "The value is given in **one of 2 ways** by `shop/orders.sql:2`.",
        "- **Way 1 of 2** (`shop/orders.sql:4`): `ods.a.x`",
        "- **Way 2 of 2** (`shop/orders.sql:6`): the constant `0`",
    )


def test_a_run_parameter_inside_a_computation() -> None:
    expr = made(Form.COMPUTED, "o.amount * :rate", column("o.amount"), parameter(":rate"))
    says(
        query(expr, ends("ods.orders.amount"), leaf(Terminal.PARAMETER, ":rate")),
        "**Computed** from `ods.orders.amount` and the run parameter `:rate`: `o.amount * :rate`",
    )


def test_a_long_story_is_cut_and_names_its_tree() -> None:
    value = union(branch(column("a.x"), ends("ods.a.x")), branch(column("b.x"), ends("ods.b.x")))
    for depth in range(40):
        name = column(f"t{depth}.x")
        value = union(
            branch(made(Form.COMPUTED, f"g({name.text})", name), replace(value, field=f"x{depth}")),
            branch(constant("0")),
        )
    told = lines(entry(value, BRANCHES))
    assert told[-1].startswith(
        "More steps lead on from here: tree `T0000000001` in `visits.jsonl`. All origins of the field: `ods.a.x`"
    )
