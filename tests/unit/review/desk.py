"""A review table of six candidates, one in each state a person meets; for tests only."""

from __future__ import annotations

from tests.unit.review.records import PRINT_A, PRINT_B, log_of

from wherefrom.domain.binding import BindingRule, Candidate
from wherefrom.domain.decision import ActorSource
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.span import Location, Span
from wherefrom.review import Deciding, FourEyes, ReviewRow, review_rows, standing

NOW = "2026-11-30T00:00:00Z"
PENDING, CONFIRMED, REJECTED, STALE, DEFERRED, FORMULA = (f"W00000000{n:02}" for n in range(1, 7))
SNAPSHOT = "sha256:" + "1" * 64


def candidate(binding: str, table: str, file: str, fingerprint: str = PRINT_A) -> Candidate:
    place = Location(file, 1, Span(0, 40, 3, 12))
    read = Location("dm/report.sql", 1, Span(50, 60, 7, 7))
    return Candidate(
        binding, table, table, place, "INSERT_OVERWRITE", "N1", BindingRule.EXACT, fingerprint, (read,)
    )


CANDIDATES = (
    candidate(PENDING, "dwd.orders", "dwd/orders.sql"),
    candidate(CONFIRMED, "dwd.orders", "dwd/orders_online.sql"),
    candidate(REJECTED, "${env}_dwd.kunde", "adhoc/größe.sql"),
    candidate(STALE, "dwd.rates", "dwd/rates.sql", PRINT_B),
    candidate(DEFERRED, "dwd.score", "dwd/score, old.sql"),
    candidate(FORMULA, "=2+5", '-"minus".sql'),
)
FIELDS = {
    PENDING: ("dm.report.a", "dm.report.b"),
    CONFIRMED: ("dm.report.a", "dm.report.b"),
    STALE: ("dm.report.c",),
}

LOG = log_of(
    {
        "binding_id": CONFIRMED,
        "reason": "Daily job J-112.",
        "effective_from": "2026-02-01",
        "note": "=SUM(1;2) is no formula",
    },
    {"binding_id": REJECTED, "decision": "REJECTED", "reason": 'Repair of 2024,\n"gone".', "ticket": "0012"},
    {"binding_id": STALE, "effective_to": "2027-12-31T10:00:00Z"},
    {"binding_id": DEFERRED, "decision": "DEFERRED", "note": "-1 or +1? Asked 风险 team."},
)


def rows(log: DecisionLog = LOG, four_eyes: FourEyes = "off") -> tuple[ReviewRow, ...]:
    """Return the review table."""
    return review_rows(CANDIDATES, standing(log, CANDIDATES, NOW, four_eyes), log, FIELDS)


def who(actor: str = "bob", four_eyes: FourEyes = "off") -> Deciding:
    """Return who decides by default."""
    return Deciding(actor, ActorSource.IMPORT, SNAPSHOT, four_eyes)
