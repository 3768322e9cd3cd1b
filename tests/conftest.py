"""What holds for all tests: those that a machine was prepared for may not be skipped there."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

REQUIRED = tuple(filter(None, os.environ.get("WHEREFROM_REQUIRE", "").lower().split(",")))
"""Words of skip reasons that count as failures: WHEREFROM_REQUIRE=postgresql,chromium."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,  # noqa: ARG001  # the signature is pytest's
    call: pytest.CallInfo[None],  # noqa: ARG001
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if any(word in reason.lower() for word in REQUIRED):
            report.outcome = "failed"
            report.longrepr = f"required here by WHEREFROM_REQUIRE, and skipped: {reason}"
    return report
