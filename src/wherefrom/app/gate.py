"""The gate of publication: which writer decisions are open in the closure of the targets (method 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.decision import Flag, is_open
from wherefrom.domain.errors import GateClosed
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.domain.span import Location


@dataclass(frozen=True, slots=True)
class OpenBinding:
    """A writer decision that keeps the gate closed.

    Attributes:
        status: PENDING, STALE, DEFERRED or CONFLICT; an expired decision is PENDING, flagged.
        flags: What a reader should know beside it; sorted.
        binding_id: The candidate.
        writer: Where the writer stands.
        table: Logical table it may fill.
        fields: Target fields whose value passes through it, ``target.field``, in target order.
        decision_id: The record it rests on; empty if nobody decided.
    """

    status: Status
    flags: tuple[str, ...]
    binding_id: str
    writer: Location
    table: str
    fields: tuple[str, ...]
    decision_id: str


class Closed(GateClosed):
    """The gate is closed.

    Attributes:
        open: Every open decision, by status, table and writer.
        targets: The targets asked for.
    """

    def __init__(self, still_open: tuple[OpenBinding, ...], targets: tuple[str, ...]) -> None:
        self.open = still_open
        self.targets = targets
        named = ", ".join(f"{each.binding_id} ({each.status.value}, {each.writer})" for each in still_open)
        super().__init__(
            f"Not published: {count_of(len(still_open), 'decision')} open for {', '.join(targets)}: {named}. "
            "Decide on each with wherefrom review, or ask for a draft with --draft."
        )


_MEANINGS = {
    Status.PENDING: ("nobody has decided yet", "confirm or reject it"),
    Status.STALE: ("the statement changed after it was confirmed", "confirm it again, or reject it"),
    Status.DEFERRED: ("the decision was put off", "confirm or reject it"),
    Status.CONFLICT: ("two decisions were taken without knowing of each other", "confirm or reject it"),
}
_FLAGGED = {
    Flag.PROPOSED: ("a decision waits for a second person", "another person approves or returns it"),
    Flag.RETURNED: ("a second person sent the decision back", "confirm or reject it"),
    Flag.EXPIRED: ("the decision's effective dates are over", "confirm it again, or reject it"),
    Flag.NOT_YET_EFFECTIVE: ("the decision takes effect later", "wait, or confirm it from now on"),
}


def what_opens(each: OpenBinding) -> tuple[str, str, str]:
    """Return the state of an open decision, what that means, and what opens the gate."""
    for flag, (meaning, remedy) in _FLAGGED.items():
        if flag.value in each.flags:
            return f"{each.status.value} {flag.value}", meaning, remedy
    meaning, remedy = _MEANINGS.get(each.status, ("", "decide on it"))
    return each.status.value, meaning, remedy


def opening_command(each: OpenBinding) -> str:
    """Return the command that opens the gate for one decision."""
    verb = "approve" if Flag.PROPOSED.value in each.flags else "confirm"
    return f"wherefrom review {verb} {each.binding_id} --reviewer NAME"


def count_of(number: int, noun: str) -> str:
    """Return ``1 decision is`` or ``3 decisions are``."""
    return f"{number} {noun} is" if number == 1 else f"{number} {noun}s are"


def open_bindings(answers: Iterable[TargetAnswer], rulings: Mapping[str, Ruling]) -> tuple[OpenBinding, ...]:
    """Return every writer decision that is open in the closures of the answers, each once.

    Args:
        answers: The targets.
        rulings: What review says, by binding id; a missing one is PENDING.
    """
    asked = tuple(answers)
    candidates = {c.binding_id: c for answer in asked for c in answer.closure.candidates}
    fields: dict[str, list[str]] = {binding: [] for binding in candidates}
    for answer in asked:
        for field in answer.fields:
            for binding in field.bindings:
                fields.setdefault(binding, []).append(f"{answer.target}.{field.field}")
    found = []
    for binding, candidate in candidates.items():
        ruling = rulings.get(binding, Ruling(Status.PENDING))
        if is_open(candidate, ruling):
            passing = tuple(fields[binding])
            found.append(
                OpenBinding(
                    ruling.status, ruling.flags, binding, candidate.writer, candidate.logical_table, passing,
                    ruling.decision_id,
                )
            )  # fmt: skip
    order = list(Status)
    return tuple(sorted(found, key=lambda o: (order.index(o.status), o.table, o.writer, o.binding_id)))


def require_open_gate(answers: tuple[TargetAnswer, ...], rulings: Mapping[str, Ruling]) -> None:
    """Pass if nothing is open.

    Raises:
        Closed: something is.
    """
    still_open = open_bindings(answers, rulings)
    if still_open:
        raise Closed(still_open, tuple(answer.target for answer in answers))
