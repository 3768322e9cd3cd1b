"""Types and nullability on a page: shown with what states them, never without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.pages.build import FILE, Estate, answer_field, at, ends
from tests.unit.pages.reading import faults

from wherefrom.domain.evidence import Stated, StatedBy
from wherefrom.publish.pages import pages

CAST = Stated(StatedBy.CAST, at(3))
DDL = Stated(StatedBy.DDL, at(1))
JOIN = Stated(StatedBy.OUTER_JOIN, at(5))


def told(**more: object) -> list[str]:
    field = replace(answer_field("amount", ends("ods.orders.amount")), **more)  # type: ignore[arg-type]
    made = pages(replace(Estate(), fields=(field,)).bundle())
    text = next(text for path, text in made.items() if path != "business/index.md")
    assert faults(text) == []
    return [line for line in text.split("\n") if "Type" in line or "NULL, by" in line]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, []),
        (
            {"type": "DECIMAL(18,2)", "type_stated": CAST},
            [f"- **Type** `DECIMAL(18,2)`, stated by a CAST (`{FILE}:3`)."],
        ),
        (
            {"type": "bigint", "nullable": False, "type_stated": DDL, "nullable_stated": DDL},
            [f"- **Type** `bigint`, is never NULL: stated by the DDL (`{FILE}:1`)."],
        ),
        (
            {"type": "bigint", "nullable": True, "type_stated": DDL, "nullable_stated": JOIN},
            [
                f"- **Type** `bigint`, stated by the DDL (`{FILE}:1`); may be NULL by an outer join (`{FILE}:5`)."
            ],
        ),
        (
            {"nullable": True, "nullable_stated": JOIN},
            [f"- Its value may be NULL, by an outer join (`{FILE}:5`)."],
        ),
        ({"type": "STRING LITERAL", "type_stated": Stated(StatedBy.LITERAL, at(2)), "nullable": False}, []),
        ({"type": "a|b`c", "type_stated": CAST}, [f"- **Type** ``a|b`c``, stated by a CAST (`{FILE}:3`)."]),
    ],
)
def test_what_is_stated_and_by_what(more: dict[str, object], said: list[str]) -> None:
    assert told(**more) == said
