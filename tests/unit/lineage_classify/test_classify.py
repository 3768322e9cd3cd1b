"""Source classes: from confirmed endpoints and reviewed systems, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from tests.unit.publish_data.estate import (
    BINDING,
    CANDIDATE,
    CURRENCY,
    NOTE,
    ORDERS_SQL,
    SALES_SQL,
    SYSTEMS,
    answer,
    at,
    edges,
    from_raw,
    visit,
)

from wherefrom.domain.binding import BindingRule, Status
from wherefrom.domain.classification import FieldClass, SourceClass, SystemRuling
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import FieldAnswer, OpenEnd, Resolution, Standing
from wherefrom.domain.expression import Transformation
from wherefrom.domain.rules import Terminal
from wherefrom.lineage.classify import classify


def of(
    field: FieldAnswer, systems: dict[str, SystemRuling] = SYSTEMS, status: Status = Status.CONFIRMED
) -> FieldClass:
    return classify(replace(answer(status), fields=(field,)), systems)[0]


def from_two(other_table: str) -> FieldAnswer:
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)
    first = field.value[0]
    other = structs.replace(first, endpoint=f"{other_table}.id", table=other_table, visit_id=7)
    return replace(field, value=(other, first))


def test_one_system_is_s1() -> None:
    assert of(from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)) == FieldClass(
        field="id",
        source_class=SourceClass.S1,
        reason="every column origin belongs to SHOP",
        systems=("SHOP",),
        endpoints=("ods.raw.id",),
        other_values=(),
        missing=(),
        decisions=("D2",),
    )


def test_no_column_is_s2() -> None:
    assert of(CURRENCY) == FieldClass(
        field="currency",
        source_class=SourceClass.S2,
        reason="no column origin: only constants, parameters, generated values",
        systems=(),
        endpoints=(),
        other_values=("CONSTANT 'EUR'",),
        missing=(),
    )


def test_two_systems_are_s4_and_a_constant_changes_nothing() -> None:
    systems = SYSTEMS | {"ods.web": SystemRuling("WEB", Status.CONFIRMED, "D0001")}
    field = from_two("ods.web")
    found = of(replace(field, value=(*CURRENCY.value, *field.value)), systems)
    assert (found.source_class, found.reason) == (SourceClass.S4, "column origins belong to SHOP and WEB")
    assert (found.systems, found.other_values) == (("SHOP", "WEB"), ("CONSTANT 'EUR'",))


def test_two_tables_of_one_system_are_s1() -> None:
    systems = SYSTEMS | {"ods.web": SystemRuling("SHOP", Status.CONFIRMED, "D0001")}
    assert of(from_two("ods.web"), systems).source_class is SourceClass.S1


@pytest.mark.parametrize(
    ("ruling", "missing"),
    [
        (None, "name and confirm a source system for ods.web"),
        (SystemRuling("WEB", Status.PENDING), "confirm a source system for ods.web (WEB is proposed)"),
        (
            SystemRuling("WEB", Status.PENDING, "D7", ("PROPOSED",)),
            "approve D7: WEB as the source system of ods.web",
        ),
        (
            SystemRuling("WEB", Status.PENDING, "D7", ("EXPIRED",)),
            "confirm again WEB as the source system of ods.web: D7 has expired",
        ),
        (
            SystemRuling("WEB", Status.PENDING, "D7", ("NOT_YET_EFFECTIVE",)),
            "wait for D7: WEB as the source system of ods.web is not in effect yet",
        ),
        (
            SystemRuling("WEB", Status.STALE, "D7"),
            "confirm again WEB as the source system of ods.web: its evidence changed since D7",
        ),
        (
            SystemRuling("WEB", Status.DEFERRED, "D7"),
            "settle D7 (DEFERRED): WEB as the source system of ods.web",
        ),
        (
            SystemRuling("APP / WEB", Status.CONFLICT, "D7"),
            "settle the source system of ods.web (CONFLICT: APP / WEB)",
        ),
        (
            SystemRuling("WEB", Status.REJECTED, "D7"),
            "name another source system for ods.web (WEB was rejected by D7)",
        ),
    ],
)
def test_a_table_without_a_confirmed_system_is_s3(ruling: SystemRuling | None, missing: str) -> None:
    systems = SYSTEMS | ({"ods.web": ruling} if ruling else {})
    found = of(from_two("ods.web"), systems)
    assert (found.source_class, found.reason) == (SourceClass.S3, "1 point is open")
    assert found.missing == (missing,)
    assert (found.systems, found.decisions) == (("SHOP",), ("D2",))


def test_an_ambiguity_is_s3_and_control_is_no_evidence() -> None:
    found = of(NOTE)
    assert (found.source_class, found.endpoints) == (SourceClass.S3, ())
    assert found.missing == ("name the input of note at dm/sales.sql:6 (G0000000001)",)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status.PENDING, f"decide on {BINDING}"),
        (Status.STALE, f"confirm again {BINDING}"),
        (Status.CONFLICT, f"settle {BINDING} (CONFLICT)"),
    ],
)
def test_an_open_writer_is_s3(status: Status, said: str) -> None:
    found = of(from_raw("id", 1, "id", Transformation.IDENTITY, status), status=status)
    assert (found.source_class, found.missing) == (SourceClass.S3, (said,))
    assert found.endpoints == ("ods.raw.id",)
    assert found.systems == ("SHOP",)


def stopped(terminal: Terminal, status: Status, *, beside: bool = False) -> FieldAnswer:
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)
    stop = visit(
        4, 3, "N5", "id", edge_kind=EdgeKind.WRITER_BINDING, binding_id="W0000000009", status=status,
        transformation=None, terminal=terminal, edge_id="E4",
    )  # fmt: skip
    end = OpenEnd(terminal, "dwd.orders.id", (), at(ORDERS_SQL, "dwd.orders"), 4, "W0000000009")
    kept = tuple(structs.replace(v, visit_id=v.visit_id + 1) for v in field.visits[3:]) if beside else ()
    return replace(
        field,
        value=field.value if beside else (),
        resolution=Resolution.RESOLVED if beside else Resolution.UNRESOLVED,
        standing=Standing.BLOCKED,
        open_ends=(end,),
        visits=(*field.visits[:3], stop, *kept),
        bindings=("W0000000009",),
    )


def test_a_deferred_writer_is_s3() -> None:
    found = of(stopped(Terminal.WRITER_DEFERRED, Status.DEFERRED, beside=True))
    assert found.missing == ("settle W0000000009 (DEFERRED)",)


def test_a_deferred_hint_that_no_visit_walks_is_s3() -> None:
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)
    hint = replace(edges(Status.DEFERRED)[3], binding_id="W0000000009", edge_id="E9")
    plain = answer()
    closure = replace(plain.closure, edges=(*plain.closure.edges, hint))
    asked = replace(field, standing=Standing.BLOCKED, bindings=(BINDING, "W0000000009"))
    found = classify(replace(plain, fields=(asked,), closure=closure), SYSTEMS)[0]
    assert found.missing == ("settle W0000000009 (DEFERRED)",)


def test_a_rejected_writer_alone_is_s3() -> None:
    found = of(stopped(Terminal.WRITER_REJECTED, Status.REJECTED))
    assert found.missing == ("add the script that fills dwd.orders (W0000000009 is REJECTED)",)


def test_a_rejected_writer_beside_a_confirmed_one_is_no_gap() -> None:
    field = replace(
        stopped(Terminal.WRITER_REJECTED, Status.REJECTED, beside=True), standing=Standing.CONFIRMED
    )
    assert of(field).source_class is SourceClass.S1


def test_a_rejected_writer_beside_a_pending_one_is_a_gap() -> None:
    field = stopped(Terminal.WRITER_REJECTED, Status.REJECTED, beside=True)
    pending = tuple(
        structs.replace(v, status=Status.PENDING) if v.binding_id == BINDING else v for v in field.visits
    )
    assert of(replace(field, visits=pending)).missing == (
        "add the script that fills dwd.orders (W0000000009 is REJECTED)",
        f"decide on {BINDING}",
    )


def test_every_read_that_a_rejection_stops_needs_a_writer_that_holds() -> None:
    field = stopped(Terminal.WRITER_REJECTED, Status.REJECTED, beside=True)
    assert not any("REJECTED" in said for said in of(field).missing)
    again = structs.replace(field.visits[3], visit_id=20, parent=19)
    assert of(replace(field, visits=(*field.visits, again))).missing == (
        "add the script that fills dwd.orders (W0000000009 is REJECTED)",
    )


def test_its_own_earlier_content_does_not_stand_in_for_a_rejected_writer() -> None:
    field = stopped(Terminal.WRITER_REJECTED, Status.REJECTED)
    own = visit(5, 3, "N5", "id", edge_kind=EdgeKind.WRITER_BINDING, terminal=Terminal.CYCLE, edge_id="E4")
    assert of(replace(field, visits=(*field.visits, own))).missing == (
        "add the script that fills dwd.orders (W0000000009 is REJECTED)",
    )


def test_an_undecided_hint_changes_nothing() -> None:
    plain = answer(Status.PENDING)
    hint = replace(CANDIDATE, binding_id="W0000000009", rule=BindingRule.NAME_ONLY)
    edge = replace(edges(Status.PENDING)[3], binding_id="W0000000009", edge_id="E9")
    closure = replace(plain.closure, edges=(*plain.closure.edges, edge), candidates=(CANDIDATE, hint))
    asked = replace(plain.fields[0], bindings=(BINDING, "W0000000009"))
    found = classify(replace(plain, fields=(asked,), closure=closure), SYSTEMS)[0]
    assert found.missing == (f"decide on {BINDING}",)


def test_a_cycle_is_a_gap_only_alone() -> None:
    end = OpenEnd(Terminal.CYCLE, "dwd.orders.id", (), at(ORDERS_SQL, "dwd.orders"), 9)
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)
    assert of(replace(field, open_ends=(end,))).source_class is SourceClass.S1
    alone = replace(field, value=(), open_ends=(end,), resolution=Resolution.UNRESOLVED)
    assert of(alone).missing == ("add the script that first fills dwd.orders",)


@pytest.mark.parametrize(
    ("terminal", "said"),
    [
        (Terminal.AMBIGUOUS_STAR, "list the columns of the * at dm/sales.sql:7"),
        (Terminal.NON_ENUMERABLE_PROJECTION, "list the columns of the * at dm/sales.sql:7"),
        (Terminal.MISSING_FIELD, "correct x.y at dm/sales.sql:7, or bring its DDL up to date"),
        (
            Terminal.NO_WRITER_EXPRESSION,
            "state the default of x.y in DDL: no value is given at dm/sales.sql:7",
        ),
        (Terminal.OPAQUE_FUNCTION, "add the body of x.y, used at dm/sales.sql:7, or look at it"),
        (Terminal.OPAQUE_TEMPLATE, "freeze the rendered SQL of the template at dm/sales.sql:7"),
        (Terminal.DYNAMIC_SQL, "add the SQL that is put together at dm/sales.sql:7 as text"),
        (Terminal.UNPARSED_WRITER, "repair the statement at dm/sales.sql:7, or set its dialect"),
        (Terminal.DEPTH_LIMIT, "raise the depth limit reached at dm/sales.sql:7"),
        (Terminal.VISIT_LIMIT, "raise the visit limit reached at dm/sales.sql:7"),
    ],
)
def test_every_open_end_says_what_would_settle_it(terminal: Terminal, said: str) -> None:
    end = OpenEnd(terminal, "x.y", (), at(SALES_SQL, "dwd.orders"), 9)
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.CONFIRMED)
    found = of(replace(field, open_ends=(end,), resolution=Resolution.PARTIAL))
    assert (found.source_class, found.missing) == (SourceClass.S3, (said,))


def test_points_stand_in_the_order_of_the_visits() -> None:
    field = from_raw("id", 1, "id", Transformation.IDENTITY, Status.PENDING)
    end = OpenEnd(Terminal.DYNAMIC_SQL, "x.y", (), at(SALES_SQL, "dwd.orders"), 5)
    found = of(replace(field, open_ends=(end,), resolution=Resolution.PARTIAL), {}, Status.PENDING)
    assert found.reason == "3 points are open"
    assert found.missing == (
        f"decide on {BINDING}",
        "add the SQL that is put together at dm/sales.sql:7 as text",
        "name and confirm a source system for ods.raw",
    )


def test_a_field_that_is_not_proven_is_never_better_than_s3() -> None:
    field = replace(CURRENCY, value=(), visits=(), resolution=Resolution.UNRESOLVED)
    assert of(field).missing == ("see T0000000003: UNRESOLVED, CONFIRMED",)
