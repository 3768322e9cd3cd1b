"""Claims about a few tables, and the SQL around them; for tests only."""

from __future__ import annotations

from collections.abc import Mapping

from tests.unit.review.records import log_of

from wherefrom.domain.binding import Ruling
from wherefrom.domain.claim import Claim, Surroundings, system_claim, term_claim
from wherefrom.domain.decision import ActorSource, SubjectType
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review import Deciding, FourEyes
from wherefrom.review.claims import ClaimTable, Proposal, claim_rows, claims_standing

NOW = "2026-11-30T00:00:00Z"
SNAPSHOT = "sha256:" + "1" * 64
CMS = system_claim("ods.card", "CMS")
ACQ = system_claim("ods.card", "ACQ")
TURNOVER = term_claim("dm.sales", "amount", "Turnover", "Posted sales.")

AROUND = Surroundings(
    {"dm.sales": ("a" * 64,)},
    frozenset({"ods.card", "ods.shop", "ods.web", "dm.sales"}),
    {"dm.sales": frozenset({"amount", "channel"})},
)


def said(claim: Claim, around: Surroundings = AROUND, **stated: object) -> dict[str, object]:
    """Return what a record on a claim states, given on the evidence around it."""
    return {
        "subject_type": claim.kind.value,
        "subject": claim.subject,
        "evidence_fingerprint": f"sha256:{around.fingerprint(claim)}",
        **stated,
    }


def stands(
    *records: dict[str, object],
    around: Surroundings = AROUND,
    as_of: str = NOW,
    four_eyes: FourEyes = "off",
) -> dict[Claim, tuple[str, ...]]:
    """Return status and flags of each claim after some records."""
    found = claims_standing(log_of(*records), around, as_of, four_eyes)
    return {claim: (ruling.status.value, *ruling.flags) for claim, ruling in found.items()}


def table(
    log: DecisionLog,
    kind: SubjectType = SubjectType.SYSTEM,
    proposals: tuple[Proposal, ...] = (),
    fields: Mapping[str, tuple[str, ...]] | None = None,
    four_eyes: FourEyes = "off",
) -> ClaimTable:
    """Return a table of claims: what fields end at ``ods.card``, ``ods.shop`` and ``ods.web``."""
    ends = fields or {
        "ods.card": ("dm.sales.amount", "dm.sales.channel"),
        "ods.shop": ("dm.sales.amount",),
        "ods.web": (),
    }
    abouts = {(name,): found for name, found in ends.items()}
    if kind is SubjectType.TERM:
        abouts = {("dm.sales", field): (f"dm.sales.{field}",) for field in ("amount", "channel")}
    rulings: Mapping[Claim, Ruling] = claims_standing(log, AROUND, NOW, four_eyes)
    return ClaimTable(kind, claim_rows(kind, abouts, rulings, proposals, log, AROUND), log, AROUND)


def who(actor: str = "bob", four_eyes: FourEyes = "off") -> Deciding:
    """Return who decides by default."""
    return Deciding(actor, ActorSource.IMPORT, SNAPSHOT, four_eyes)
