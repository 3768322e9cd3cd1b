"""Whether a table that people edit still says what the program filled in (hardening 5.4)."""

from __future__ import annotations

from wherefrom.domain.complaint import Complaint
from wherefrom.review.form import DIGEST, Form, row_digest
from wherefrom.review.sheet import read_sheet


def machine_cells_changed(shown_path: str, data: bytes, form: Form) -> tuple[int, tuple[Complaint, ...]]:
    """Check the digest of every row that has one; a row without review id is a person's own.

    Args:
        shown_path: The file, as complaints name it.
        data: Its bytes.
        form: Its columns.

    Returns:
        How many rows the program filled in, and what is not as it left it.

    Raises:
        UsageRefusal: it is a workbook, and what reads workbooks is not installed.
    """
    rows, complaints = read_sheet(shown_path, data, form)
    filled = [row for row in rows if row.cells[DIGEST] or row.cells["review_id"]]
    changed = [
        Complaint(
            shown_path,
            row.line,
            DIGEST,
            row.cells[DIGEST],
            f"the program's columns of {row.cells['review_id']} have {row_digest(form, row.cells)}: "
            "one of them was changed. Export the table again",
        )
        for row in filled
        if row_digest(form, row.cells) != row.cells[DIGEST]
    ]
    return len(filled), (*complaints, *changed)
