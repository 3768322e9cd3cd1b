"""The moment of a freeze."""

from __future__ import annotations

import pytest

from wherefrom.app.moment import freeze_moment
from wherefrom.domain.errors import UsageRefusal


@pytest.mark.parametrize(
    ("stated", "moment"),
    [
        ("0", "1970-01-01T00:00:00Z"),
        ("1795000000", "2026-11-18T11:06:40Z"),
        ("253402300799", "9999-12-31T23:59:59Z"),
    ],
)
def test_it_is_what_the_environment_states(monkeypatch: pytest.MonkeyPatch, stated: str, moment: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    assert freeze_moment() == moment


@pytest.mark.parametrize("stated", ["-5", "1.5", "now", "253402300800", "²", " 5"])
def test_anything_else_is_refused(monkeypatch: pytest.MonkeyPatch, stated: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    with pytest.raises(UsageRefusal, match="SOURCE_DATE_EPOCH"):
        freeze_moment()
