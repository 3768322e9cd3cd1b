"""Claims: what people say of tables and fields that no SQL shows, decided on as writers are."""

from wherefrom.review.claims.forms import FORMS, PROPOSED, SYSTEMS, TERMS, claim_cells
from wherefrom.review.claims.importing import plan_claims
from wherefrom.review.claims.proposals import Proposal, by_about, is_pattern, read_proposals, spread
from wherefrom.review.claims.rulings import systems_by_table, terms_by_name
from wherefrom.review.claims.standing import claims_standing
from wherefrom.review.claims.table import PATTERN, ClaimRow, ClaimTable, claim_rows, table_cells

__all__ = [
    "FORMS",
    "PATTERN",
    "PROPOSED",
    "SYSTEMS",
    "TERMS",
    "ClaimRow",
    "ClaimTable",
    "Proposal",
    "by_about",
    "claim_cells",
    "claim_rows",
    "claims_standing",
    "is_pattern",
    "plan_claims",
    "read_proposals",
    "spread",
    "systems_by_table",
    "table_cells",
    "terms_by_name",
]
