"""What became of a statement that was read."""

from __future__ import annotations

from dataclasses import dataclass

from wherefrom.domain.unit import StatementStatus


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a statement.

    Attributes:
        kind: ``INSERT_INTO``, ``SELECT`` …
        status: PARSED, NO_DATA or OPAQUE.
        result: Node of a bare query; -1 otherwise.
        why: For OPAQUE, what was not understood.
    """

    kind: str
    status: StatementStatus
    result: int = -1
    why: str = ""


PARSED, NO_DATA, OPAQUE = StatementStatus.PARSED, StatementStatus.NO_DATA, StatementStatus.OPAQUE
