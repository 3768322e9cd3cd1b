"""Tables that people decide in, as files: out for people, and in again with what they decided."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.analyze import Analysis
from wherefrom.app.review.claims import claim_table, claims_here, named_passages
from wherefrom.app.review.decide import REVIEWER, Decided, deciding, record
from wherefrom.app.review.rows import AnyRow
from wherefrom.app.review.table import table_of
from wherefrom.app.workspace import GLOSSARY, SYSTEMS, Workspace
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import ActorSource, SubjectType
from wherefrom.domain.errors import Conflict, InputRefusal, UsageRefusal
from wherefrom.review import (
    WRITERS,
    Asked,
    Deciding,
    Form,
    Plan,
    ReviewRow,
    SheetRow,
    csv_bytes,
    plan_import,
    read_sheet,
    table_cells,
    workbook_bytes,
)
from wherefrom.review.claims import FORMS, ClaimRow, plan_claims
from wherefrom.review.claims import table_cells as claim_table_cells

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


def export_rows(
    workspace: Workspace, analysis: Analysis, kind: SubjectType, rows: Sequence[AnyRow], path: Path
) -> None:
    """Write some rows of a table, as a CSV or an XLSX workbook.

    The tables of claims are where proposals stand, so one that holds what was not imported yet is not
    written over.

    Args:
        workspace: Where the tables of claims are.
        analysis: The release that the rows are of.
        kind: What they are about.
        rows: The rows.
        path: The file; an earlier one is replaced as a whole.

    Raises:
        UsageRefusal: the file cannot be written, or holds decisions that were not imported.
    """
    writers = [row for row in rows if isinstance(row, ReviewRow)]
    claims = [row for row in rows if isinstance(row, ClaimRow)]
    if kind is SubjectType.WRITER:
        write_table(WRITERS, table_cells(writers), path)
        return
    own = workspace.governance / (SYSTEMS if kind is SubjectType.SYSTEM else GLOSSARY)
    if path.resolve() == own.resolve():
        _require_kept(analysis, kind, own, claims)
    write_table(FORMS[kind], claim_table_cells(claims), path)


def _require_kept(analysis: Analysis, kind: SubjectType, path: Path, rows: Sequence[ClaimRow]) -> None:
    """Pass if nothing that only the file says would be lost."""
    wrong = [each for each in analysis.complaints if each.path == str(path)]
    if wrong:
        raise UsageRefusal(
            f"{path}: it holds what is not in the decision log, and would be lost: {wrong[0]}. Import it first, "
            "mend it, or name another file. Nothing was written."
        )
    kept = {row.claim for row in rows}
    lost = [p for p in analysis.proposals if p.claim.kind is kind and p.claim not in kept]
    if lost:
        raise UsageRefusal(
            f"{path}: it proposes {lost[0].claim} on line {lost[0].line}, which is not among the rows asked for, and "
            "would be lost. Export without filters, or name another file. Nothing was written."
        )


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


def plan_of(path: Path, analysis: Analysis, actor: str) -> Plan:
    """Return what an edited table asks for. Its header says which of the tables it is.

    Args:
        path: The table, a CSV or an XLSX workbook.
        analysis: The release, linked under today's decisions.
        actor: Who decides where a row names no reviewer; empty for the environment's, or nobody.

    Raises:
        InputRefusal: the file cannot be read, or something in it has to be mended; lists what.
        Conflict: somebody decided on a row since the export; lists which.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputRefusal(f"{path}: the table cannot be read: {error.strerror}.") from error
    if len(data) > _MOST_BYTES:
        raise InputRefusal(f"{path}: it is larger than {_MOST_BYTES:,} bytes, which no such table is.")
    kind, rows, complaints = _read(str(path), data)
    named = actor.strip() or os.environ.get(REVIEWER, "").strip()
    who = deciding(analysis, named, ActorSource.IMPORT)
    plan = _plan(str(path), kind, rows, analysis, who)
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


def _read(shown_path: str, data: bytes) -> tuple[SubjectType, tuple[SheetRow, ...], tuple[Complaint, ...]]:
    """Read a table as what its header says it is; as the review table where it says nothing known."""
    forms = {SubjectType.WRITER: WRITERS, **FORMS}
    found = [(kind, *read_sheet(shown_path, data, form)) for kind, form in forms.items()]
    fits = (each for each in found if not any(said.cell == "header" for said in each[2]))
    return next(fits, found[0])


def _plan(
    path: str, kind: SubjectType, rows: tuple[SheetRow, ...], analysis: Analysis, who: Deciding
) -> Plan:
    if kind is SubjectType.WRITER:
        return plan_import(path, rows, table_of(analysis, {}).rows, analysis.log, who)
    table = claims_here(analysis, kind)
    if kind is SubjectType.TERM:  # fields that no claim names yet are checked too
        named = named_passages(analysis, {row.cells["logical_table"].strip() for row in rows})
        table = claim_table(analysis, kind, named)
    return plan_claims(path, rows, table, who)


def import_table(workspace: Workspace, path: Path, analysis: Analysis, actor: str) -> Imported:
    """Record what an edited table asks for: all of it, or nothing.

    Raises:
        InputRefusal: the file cannot be read, or something in it has to be mended.
        Conflict: somebody decided on a row since the export.
    """
    plan = plan_of(path, analysis, actor)
    entries = [each.entry for each in plan.asked]
    return Imported(plan, record(workspace, analysis.log, entries, ()))
