"""The review table as a file: out for people, and in again with what they decided."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.review.decide import REVIEWER, Decided, deciding, record
from wherefrom.app.review.table import ReviewTable
from wherefrom.app.workspace import Workspace
from wherefrom.domain.decision import ActorSource
from wherefrom.domain.errors import Conflict, InputRefusal, UsageRefusal
from wherefrom.review import (
    WRITERS,
    Asked,
    Form,
    Plan,
    ReviewRow,
    csv_bytes,
    plan_import,
    read_sheet,
    table_cells,
    workbook_bytes,
)

_MOST = 50  # complaints that are printed
_MOST_BYTES = 200_000_000  # of a file that is read
_OTHER_FORMS = (".xls", ".xlsm", ".xlsb", ".ods")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or would do.

    Attributes:
        plan: What the file asks for.
        decided: What was recorded; None for a dry run.
    """

    plan: Plan
    decided: Decided | None

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The decisions, in file order."""
        return self.plan.asked


def export_table(rows: tuple[ReviewRow, ...], path: Path) -> None:
    """Write the review table.

    Raises:
        UsageRefusal: the file cannot be written, or cannot hold the table.
    """
    write_table(WRITERS, table_cells(rows), path)


def write_table(form: Form, cells: Iterable[Mapping[str, str]], path: Path) -> None:
    """Write a table that people edit: an XLSX workbook where the name ends so, else a CSV.

    An earlier file is replaced as a whole.

    Raises:
        UsageRefusal: the file cannot be written, or cannot hold the table.
    """
    suffix = path.suffix.lower()
    if suffix in _OTHER_FORMS:
        raise UsageRefusal(
            f"{path}: a table is written as .csv or .xlsx, not as {suffix}. Nothing was written."
        )
    data = workbook_bytes(form, cells) if suffix == ".xlsx" else csv_bytes(form, cells)
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(path)
    except OSError as error:
        raise UsageRefusal(
            f"{path}: cannot be written ({error.strerror}). Name a file in a folder where this user may write."
        ) from error


def plan_of(path: Path, table: ReviewTable, actor: str) -> Plan:
    """Return what an edited review table asks for.

    Args:
        path: The table, a CSV or an XLSX workbook.
        table: The review table of today.
        actor: Who decides where a row names no reviewer; empty for the environment's, or nobody.

    Raises:
        InputRefusal: the file cannot be read, or something in it has to be mended; lists what.
        Conflict: somebody decided on a row since the export; lists which.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputRefusal(f"{path}: the review table cannot be read: {error.strerror}.") from error
    if len(data) > _MOST_BYTES:
        raise InputRefusal(f"{path}: it is larger than {_MOST_BYTES:,} bytes, which no review table is.")
    rows, complaints = read_sheet(str(path), data, WRITERS)
    named = actor.strip() or os.environ.get(REVIEWER, "").strip()
    who = deciding(table.analysis, named, ActorSource.IMPORT)
    plan = plan_import(str(path), rows, table.rows, table.analysis.log, who)
    wrong = [*complaints, *plan.complaints]
    if wrong:
        listed = [str(each) for each in wrong[:_MOST]]
        more = [f"… and {len(wrong) - _MOST} more"] if len(wrong) > _MOST else []
        raise InputRefusal("\n".join(["Nothing was recorded. To be mended:", *listed, *more]))
    if plan.conflicts:
        raise Conflict(
            "\n".join(
                ["Nothing was recorded. Somebody decided since this table was exported:", *plan.conflicts,
                 "Export it again, look at both, then decide."]
            )
        )  # fmt: skip
    return plan


def import_table(workspace: Workspace, path: Path, table: ReviewTable, actor: str) -> Imported:
    """Record what an edited review table asks for: all of it, or nothing.

    Raises:
        InputRefusal: the file cannot be read, or something in it has to be mended.
        Conflict: somebody decided on a row since the export.
    """
    plan = plan_of(path, table, actor)
    entries = [each.entry for each in plan.asked]
    return Imported(plan, record(workspace, table.analysis.log, entries, ()))
