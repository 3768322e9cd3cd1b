"""Review: what people decided, and what of it stands against the evidence of today.

The program has no way to decide anything: it reads the decision log, computes what follows, and
records what a named person says, here or in a table. What people decide on are writers, and claims:
which system a table belongs to, and what a field is called (``wherefrom.review.claims``).
"""

from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.append import Appended, Entry, append, told
from wherefrom.review.branches import moved_hashes
from wherefrom.review.deciding import Deciding, Reviewed, Words, answer_entry, decision_entry, stands_already
from wherefrom.review.force import FourEyes
from wherefrom.review.form import Form, csv_bytes
from wherefrom.review.importing import Asked, Plan, changes, plan_import
from wherefrom.review.intact import machine_cells_changed
from wherefrom.review.log import as_of, read_log
from wherefrom.review.rechain import Rechained, rechain
from wherefrom.review.sheet import SheetRow, read_sheet
from wherefrom.review.standing import standing
from wherefrom.review.table import WRITERS, ReviewRow, review_rows, table_bytes, table_cells
from wherefrom.review.workbook import workbook_bytes

__all__ = [
    "WRITERS",
    "Appended",
    "Asked",
    "Deciding",
    "DecisionLog",
    "Entry",
    "Form",
    "FourEyes",
    "Plan",
    "Rechained",
    "ReviewRow",
    "Reviewed",
    "SheetRow",
    "Words",
    "answer_entry",
    "append",
    "as_of",
    "changes",
    "csv_bytes",
    "decision_entry",
    "machine_cells_changed",
    "moved_hashes",
    "plan_import",
    "read_log",
    "read_sheet",
    "rechain",
    "review_rows",
    "standing",
    "stands_already",
    "table_bytes",
    "table_cells",
    "told",
    "workbook_bytes",
]
