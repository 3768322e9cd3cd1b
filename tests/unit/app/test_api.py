"""``import wherefrom`` offers the use cases."""

from __future__ import annotations

import pytest

import wherefrom


def test_every_name_of_the_api_is_there() -> None:
    for name in wherefrom.__all__:
        assert getattr(wherefrom, name) is not None
    assert dir(wherefrom) == sorted(wherefrom.__all__)


def test_no_other_name_is() -> None:
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        wherefrom.nothing_of_ours  # noqa: B018


def test_texts_are_traced_without_anything_else() -> None:
    answer = wherefrom.trace_texts(
        {"a.sql": "CREATE TABLE d.t AS SELECT s.x AS y FROM o.s s"}, "t", "postgres"
    )
    assert [(field.field, [end.endpoint for end in field.value]) for field in answer.fields] == [
        ("y", ["o.s.x"])
    ]
