"""Decisions: what people said, one record each, as ``governance/decisions.jsonl`` keeps them (interface 2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from wherefrom.domain.binding import PROVEN_RULES, BindingRule, Candidate, Ruling, Status

RECORD_VERSION = 1

GENESIS = "0" * 64
"""Head of a log that holds nothing: 64 zeros."""

HASH_PREFIX = b"wherefrom-decision-v1\0"
"""What a record's hash begins with, so that no other document can have the same one."""


@unique
class SubjectType(StrEnum):
    """What a decision is about."""

    WRITER = "WRITER"
    SYSTEM = "SYSTEM"
    TERM = "TERM"
    LOG = "LOG"  # the log itself: two of its branches were put one after the other


@unique
class Decision(StrEnum):
    """The first axis. PENDING is nobody's decision and is never recorded."""

    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    DEFERRED = "DEFERRED"


@unique
class Approval(StrEnum):
    """The second axis: a second person, where the policy asks for one."""

    NOT_REQUIRED = "NOT_REQUIRED"
    PROPOSED = "PROPOSED"
    APPROVED = "APPROVED"
    RETURNED = "RETURNED"


@unique
class ActorSource(StrEnum):
    """How the actor's name is known."""

    LOCAL = "local"
    IMPORT = "import"
    PROXY = "proxy"
    OIDC = "oidc"


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """One line of the decision log. Texts are empty where nothing is stated.

    Attributes:
        v: Version of the record's form.
        seq: Position in the log, 1-based. The only order there is.
        prev_hash: Hash of the record before, ``sha256:…``; 64 zeros for the first.
        decision_id: ``D`` and letters or digits; unique in the log.
        subject_type: What it is about.
        subject: For WRITER the ``binding_id``, which is also its key in the file; for SYSTEM and TERM
            the whole claim (``Claim.subject``); for LOG the hash of the record that both branches followed.
        decision: What was decided.
        approval: Where it stands with a second person.
        supersedes: The decision on the same subject that it replaces, or that it approves.
        reason, ticket, responsible, note: The person's own words.
        actor: Who decided, or approved.
        actor_source: How that name is known.
        decided_at: UTC, ``2026-11-27T18:00:00Z``.
        effective_from, effective_to: Day or UTC moment, both included; empty means always.
        evidence_fingerprint: sha256 of the evidence it was given on, ``sha256:…``.
        snapshot_id: Snapshot the person looked at.
        request_id: Makes a repeated request the same one; unique where stated.
        hash: ``sha256:…`` over HASH_PREFIX and the canonical form of all the rest.
    """

    v: int
    seq: int
    prev_hash: str
    decision_id: str
    subject_type: SubjectType
    subject: str
    decision: Decision
    approval: Approval
    supersedes: str
    reason: str
    ticket: str
    responsible: str
    note: str
    actor: str
    actor_source: ActorSource
    decided_at: str
    effective_from: str
    effective_to: str
    evidence_fingerprint: str
    snapshot_id: str
    request_id: str
    hash: str


@unique
class Flag(StrEnum):
    """What a reader should know beside a status."""

    CARRIED_OVER = "CARRIED_OVER"  # rejected under another name, whose candidate is gone
    CONFLICT = "CONFLICT"  # two decisions were taken without knowing of each other
    EXPIRED = "EXPIRED"
    NO_REASON = "NO_REASON"  # a rejection was to be lifted without a reason, so it stands
    NOT_YET_EFFECTIVE = "NOT_YET_EFFECTIVE"
    ORPHANED = "ORPHANED"  # what the decision is about is not in this snapshot
    PROPOSED = "PROPOSED"  # a decision waits for a second person
    REPLACED = "REPLACED"  # another claim about the same was confirmed since, by somebody who knew of this
    RETURNED = "RETURNED"  # a second person sent it back
    STALE = "STALE"  # the evidence changed since


_OPEN = frozenset({Status.PENDING, Status.STALE, Status.DEFERRED, Status.CONFLICT})


def is_open(candidate: Candidate, ruling: Ruling | None) -> bool:
    """Return whether a writer binding keeps the gate closed (method 1.5).

    A pending NAME_ONLY candidate is a hint and closes nothing; a deferred one does, since a person
    said that it is open. A table that nobody reads needs no decision.

    Args:
        candidate: The binding.
        ruling: What review says of it; None counts as PENDING where the rule asks for review.
    """
    unsaid = Status.NOT_NEEDED if candidate.rule in PROVEN_RULES else Status.PENDING
    status = ruling.status if ruling else unsaid
    if not candidate.readers or status not in _OPEN:
        return False
    return candidate.rule is not BindingRule.NAME_ONLY or status is not Status.PENDING
