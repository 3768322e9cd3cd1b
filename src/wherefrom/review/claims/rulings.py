"""From claims to tables and fields: what counts for each, and what is said where nothing does yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.claim import Claim
from wherefrom.domain.classification import SystemRuling, Term
from wherefrom.domain.decision import Flag, SubjectType
from wherefrom.review.claims.proposals import Proposal

_FIRST = (Status.CONFIRMED, Status.CONFLICT, Status.STALE, Status.DEFERRED, Status.PENDING, Status.REJECTED)


def systems_by_table(
    rulings: Mapping[Claim, Ruling], proposals: Iterable[Proposal]
) -> dict[str, SystemRuling]:
    """Return what stands for each table's source system.

    Of several claims the one that counts is told, else the one that is nearest to it: in conflict,
    stale, deferred, proposed, rejected. Where several are proposed alike, all of them are named.

    Args:
        rulings: What stands for the claims that were decided on.
        proposals: What is proposed of single tables.
    """
    found: dict[str, list[tuple[Claim, Ruling]]] = {}
    for claim, ruling in rulings.items():
        if claim.kind is SubjectType.SYSTEM:
            found.setdefault(claim.table, []).append((claim, ruling))
    for each in proposals:
        if each.claim not in rulings:
            found.setdefault(each.claim.table, []).append((each.claim, Ruling(Status.PENDING)))
    return {table: _nearest(found[table]) for table in sorted(found)}


def _nearest(claims: list[tuple[Claim, Ruling]]) -> SystemRuling:
    best = min(_distance(ruling) for _, ruling in claims)
    alike = [(claim, ruling) for claim, ruling in claims if _distance(ruling) == best]
    first = alike[-1][1]
    systems = dict.fromkeys(claim.says[0] for claim, _ in alike)
    return SystemRuling(" / ".join(systems), first.status, first.decision_id, first.flags)


def _distance(ruling: Ruling) -> tuple[int, bool]:
    return _FIRST.index(ruling.status), Flag.REPLACED.value in ruling.flags


def terms_by_name(rulings: Mapping[Claim, Ruling]) -> dict[str, Term]:
    """Return the business names that count, by canonical name of the table or field."""
    return {
        claim.name: Term(claim.says[0], claim.says[1], ruling.decision_id)
        for claim, ruling in rulings.items()
        if claim.kind is SubjectType.TERM and ruling.status is Status.CONFIRMED
    }
