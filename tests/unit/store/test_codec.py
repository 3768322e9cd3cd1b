"""A Unit comes back as it was, whatever is in it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from tests.unit.store.values import deep_unit, units_of_nodes, units_without_nodes

from wherefrom.domain.dataset import (
    Body,
    Call,
    Item,
    Node,
    NodeKind,
    Select,
    SetOperation,
    Star,
    Table,
    TableFunction,
    Values,
    Wrap,
)
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Coverage, Unit
from wherefrom.store import decode_unit, decode_units, encode_unit
from wherefrom.store.codec import wire_format

SPAN = Span(0, 3, 1, 1)
ONE = Expression(Form.CONSTANT, "1", SPAN)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow, HealthCheck.large_base_example],
)
@given(unit=units_of_nodes | units_without_nodes)
def test_any_unit_comes_back(unit: Unit) -> None:
    blob = encode_unit(unit)
    assert decode_unit(blob) == unit
    assert encode_unit(decode_unit(blob)) == blob


def test_every_kind_of_body_comes_back_in_its_place() -> None:
    star = Star(("t",), SPAN, ("a",), (("b", ONE),), (("c", "d"),), "x%")
    bodies: list[Body] = [
        Select((), (Item("a", ONE, SPAN), star, Item("", ONE, SPAN), Star((), SPAN))),
        Table(TableName(("s", "t"), "s.t", ("${e}",), 1), "read", prior=True),
        SetOperation("UNION ALL", (0, 1), by_name=True),
        Wrap(0),
        Values(("a",), ((ONE, ONE),), 2),
        TableFunction("UNNEST", (ONE,), known=True),
        Select((), (Star((), SPAN), Item("z", ONE, SPAN))),
        Wrap(3),
        Call(("s.p", "p"), ("${e}",)),
    ]
    assert {type(body) for body in bodies} == set(get_args(Body))
    nodes = tuple(Node(at, NodeKind.CTE, 1, "root", -1, "n", SPAN, body) for at, body in enumerate(bodies))
    unit = Unit("tsql", (), nodes, (), (), (), (), (), Coverage(9, 9), ("p",), ("${e}",))
    assert decode_unit(encode_unit(unit)) == unit


def test_equal_units_have_equal_bytes_and_different_ones_do_not() -> None:
    assert encode_unit(deep_unit(3)) == encode_unit(deep_unit(3))
    assert encode_unit(deep_unit(3)) != encode_unit(msgspec.structs.replace(deep_unit(3), dialect="spark"))


def test_deep_expressions_need_no_deep_stack_of_the_caller() -> None:
    limit = sys.getrecursionlimit()
    unit = deep_unit(2_500)
    back = decode_unit(encode_unit(unit))
    depth, body = 0, back.nodes[0].body
    assert isinstance(body, Select)
    here = body.controls[0].terms[0]
    while here.parts:
        depth, here = depth + 1, here.parts[0].value
    assert depth == 2_500
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize("blob", [b"", b"nonsense", encode_unit(deep_unit(1))[:-4]])
def test_other_bytes_are_no_unit(blob: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_unit(blob)


def test_many_at_once() -> None:
    many = [deep_unit(levels) for levels in range(5)]
    assert decode_units(map(encode_unit, many)) == many


def test_the_format_of_units_names_every_field_and_is_the_same_in_every_process() -> None:
    script = "from wherefrom.store.codec import wire_format; print(wire_format())"
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert said == {wire_format()}
    schema = repr(msgspec.inspect.type_info(Unit))
    names = {*Star.__struct_fields__, *Expression.__struct_fields__, *TableName.__struct_fields__}
    assert all(f"name='{name}'" in schema for name in names)
