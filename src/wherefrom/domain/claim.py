"""Claims: what people say of a table or a field that no SQL shows (method 1.9, interface 2.3).

A decision is about one claim: this table belongs to that system, this field is called so and means
that. The whole claim is the subject of its record, so that the log alone says what was decided, and
that what was rejected stays rejected while another claim about the same table is free to be made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from wherefrom.domain.decision import SubjectType
from wherefrom.domain.ids import short_id

CLAIMS = (SubjectType.SYSTEM, SubjectType.TERM)
"""Subject types whose records are about claims."""

LETTERS = {SubjectType.SYSTEM: "Y", SubjectType.TERM: "B"}
"""What the id of a claim begins with; that of a writer binding begins with W."""

_ABOUT = {SubjectType.SYSTEM: 1, SubjectType.TERM: 2}
_SAYS = {SubjectType.SYSTEM: 1, SubjectType.TERM: 2}


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """One thing that is said of a table or a field.

    Attributes:
        kind: SYSTEM or TERM.
        about: SYSTEM: the canonical table. TERM: the canonical table and the field; an empty field
            means the table itself.
        says: SYSTEM: the system. TERM: the business name and the meaning, which may be empty. All
            empty where nobody has said anything yet.
    """

    kind: SubjectType
    about: tuple[str, ...]
    says: tuple[str, ...]

    @property
    def table(self) -> str:
        """The table it is about."""
        return self.about[0]

    @property
    def name(self) -> str:
        """What it is about: ``table`` or ``table.field``."""
        return ".".join(part for part in self.about if part)

    @property
    def is_made(self) -> bool:
        """Whether anything is said."""
        return bool(self.says[0])

    @property
    def subject(self) -> str:
        """What a record holds as its subject: a JSON array of the parts of ``about``, then of ``says``."""
        return json.dumps([*self.about, *self.says], ensure_ascii=False, separators=(",", ":"))

    @property
    def claim_id(self) -> str:
        """``Y`` or ``B`` and ten hex digits: what a person types."""
        return short_id(LETTERS[self.kind], *self.about, *self.says)

    def __str__(self) -> str:
        return f"{self.name} = {self.says[0]}" if self.is_made else self.name


def system_claim(table: str, system: str) -> Claim:
    """Return the claim that a table belongs to a system; an empty one says nothing yet."""
    return Claim(SubjectType.SYSTEM, (table,), (system,))


def term_claim(table: str, field: str, business_name: str, meaning: str) -> Claim:
    """Return the claim that a field, or a table where the field is empty, is called so and means that."""
    return Claim(SubjectType.TERM, (table, field), (business_name, meaning))


def read_claim(kind: SubjectType, subject: str) -> Claim:
    """Return the claim that a record's subject holds.

    Raises:
        ValueError: it holds none, or one that is written another way than ``Claim.subject`` does.
    """
    many = _ABOUT[kind]
    try:
        parts = json.loads(subject)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or len(parts) != many + _SAYS[kind]:
        raise ValueError(f"it has to be a JSON array of {many + _SAYS[kind]} texts")
    texts = tuple(str(part) for part in parts)
    claim = Claim(kind, texts[:many], texts[many:])
    if not claim.table or not claim.is_made or claim.subject != subject:
        raise ValueError("it has to name a table and what is said of it, as compact JSON")
    return claim


def told_subject(kind: SubjectType, subject: str) -> str:
    """Return a record's subject as a reader is told it: a claim in words, anything else as it is."""
    return str(read_claim(kind, subject)) if kind in CLAIMS else subject


def names_of(kind: SubjectType, subject: str) -> tuple[str, ...]:
    """Return everything a person may call a record's subject by: its id, and what a claim is about."""
    if kind not in CLAIMS:
        return (subject,)
    claim = read_claim(kind, subject)
    return (claim.claim_id, claim.table, claim.name)


def thing_of(kind: SubjectType, subject: str) -> tuple[str, ...]:
    """Return what a record is about: all claims about one table, or one field, are about the same thing."""
    return read_claim(kind, subject).about if kind in CLAIMS else (subject,)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the frozen SQL shows of the things that claims are about.

    Attributes:
        written: Fingerprints of the statements that write a table, sorted, by canonical table.
        read: Canonical tables that a statement reads.
        fields: Fields by target, of the targets that were traced; a target that was not is missing.
    """

    written: Mapping[str, tuple[str, ...]]
    read: frozenset[str]
    fields: Mapping[str, frozenset[str]]

    @property
    def sources(self) -> frozenset[str]:
        """Tables that are read and that nothing here writes."""
        return self.read - self.written.keys()

    def knows(self, claim: Claim) -> bool:
        """Return whether what a claim is about is there."""
        table = claim.table
        if table not in self.written and table not in self.read:
            return False
        field = claim.about[1] if claim.kind is SubjectType.TERM else ""
        return not field or table not in self.fields or field in self.fields[table]

    def fingerprint(self, claim: Claim) -> str:
        """Return sha256 hex of the evidence beside a claim: it is STALE once that changes.

        A system rests on whether a statement of the snapshot writes the table: a source that is
        filled here is no longer the source it was taken for. A term rests on the statements that
        write its table: what they say decides what a field means.
        """
        beside = self.written.get(claim.table, ())
        if claim.kind is SubjectType.SYSTEM:
            beside = ("written" if claim.table in self.written else "read",)
        said = json.dumps([claim.kind.value, *claim.about, *beside], ensure_ascii=True)
        return sha256(b"wherefrom-claim-evidence-v1\0" + said.encode()).hexdigest()
