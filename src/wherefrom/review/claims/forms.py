"""The two tables of claims that people edit: source systems, and the glossary (interface 2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.domain.claim import Claim, system_claim, term_claim
from wherefrom.domain.decision import SubjectType
from wherefrom.review.form import DIGEST, Form

REVIEW = (
    *("review_id", "affected_fields", "competing", "state", "approval", "flags"),
    *("decided_by", "decided_at", "fingerprint", "base_decision"),
)
"""Columns of both that only the program fills, beside what a claim is about."""

_PEOPLE = ("status", "owner", "note", "reviewer", "effective_from", "effective_to", "reason", "ticket")
_SYSTEM = ("logical_table", "system")
_TERM = ("logical_table", "field", "business_name", "meaning")

SYSTEMS = Form(
    "table of source systems",
    (*_SYSTEM, *_PEOPLE, *REVIEW, DIGEST),
    ("logical_table", *REVIEW),
    (*_SYSTEM, "status"),
    _SYSTEM,
    "table and system",
    "status",
)
TERMS = Form(
    "glossary",
    (*_TERM, *_PEOPLE, *REVIEW, DIGEST),
    ("logical_table", "field", *REVIEW),
    (*_TERM, "status"),
    _TERM,
    "name and meaning",
    "status",
)
FORMS = {SubjectType.SYSTEM: SYSTEMS, SubjectType.TERM: TERMS}

PROPOSED = "PROPOSED"
"""Status of a row that decides nothing, as an empty one."""


def claim_of(kind: SubjectType, cells: Mapping[str, str]) -> Claim:
    """Return what a row claims; blanks around a cell are no part of it."""
    stated = {name: cells[name].strip() for name in FORMS[kind].key}
    if kind is SubjectType.SYSTEM:
        return system_claim(stated["logical_table"], stated["system"])
    return term_claim(stated["logical_table"], stated["field"], stated["business_name"], stated["meaning"])


def claim_cells(claim: Claim) -> dict[str, str]:
    """Return the cells that say what is claimed of what."""
    return dict(zip(FORMS[claim.kind].key, (*claim.about, *claim.says), strict=True))
