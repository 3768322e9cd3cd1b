"""A condition as evidence: its columns resolved down to the endpoints that decide (method 1.8)."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Select
from wherefrom.domain.evidence import ControlRecord, PlacedDiagnostic
from wherefrom.domain.expression import Form
from wherefrom.domain.ids import short_id
from wherefrom.domain.rules import Terminal
from wherefrom.lineage.controls import Controls, Key
from wherefrom.lineage.estate import Index
from wherefrom.lineage.steps import Doubt, Step


def placed(doubt: Doubt) -> PlacedDiagnostic:
    """Return a doubt as a diagnostic with its id."""
    found = short_id(
        "G",
        doubt.code,
        doubt.location.file,
        doubt.location.statement,
        doubt.location.span.start,
        doubt.subject,
    )
    return PlacedDiagnostic(
        found, doubt.code, doubt.subject, doubt.candidates, doubt.message, doubt.location, doubt.scope
    )


class ControlRecords:
    """Conditions as evidence. Lazy and memoised.

    Attributes:
        diagnostics: Every diagnostic met in a condition so far, by id.
    """

    def __init__(self, index: Index, controls: Controls) -> None:
        self.index = index
        self.controls = controls
        self.diagnostics: dict[str, PlacedDiagnostic] = {}
        self._records: dict[Key, ControlRecord] = {}
        self._ids: dict[Key, str] = {}

    def record(self, key: Key, *, optional: bool) -> ControlRecord:
        """Return a condition with its columns resolved down to endpoints."""
        if key not in self._records:
            self._records[key] = self._resolve(key)
        found = self._records[key]
        if found.optional == optional:
            return found
        return replace(found, optional=optional)

    def _resolve(self, key: Key) -> ControlRecord:
        gid, _ = key
        control = self.controls.control(key)
        node = self.index.nodes[gid]
        columns: set[str] = set()
        prior: set[str] = set()
        other: set[str] = set()
        doubts: dict[str, PlacedDiagnostic] = {}
        for step in self.controls.first(key):
            ends = [step] if step.to is None else self.controls.cone(step.to).ends
            for end in ends:
                self._end(end, gid, (columns, prior, other), doubts)
        self.diagnostics.update(doubts)
        return ControlRecord(
            control_id=self._id(key),
            kind=control.kind,
            join=control.join if control.kind is not ControlKind.ROW_GENERATOR else "",
            predicate=control.predicate,
            columns_here=_here(control),
            columns=tuple(sorted(columns)),
            prior=tuple(sorted(prior)),
            other=tuple(sorted(other)),
            node_id=self.index.node_id(gid),
            scope=node.scope,
            scope_name=node.name,
            location=self.index.location(gid, control.span),
            diagnostics=tuple(sorted(doubts)),
            negated=control.negated,
            input=self._input_name(gid, control),
            brings=tuple(sorted({self._id(each) for each in self.controls.followed(key)})),
        )

    def _id(self, key: Key) -> str:
        """Return a condition's id."""
        found = self._ids.get(key)
        if found is None:
            control = self.controls.control(key)
            location = self.index.location(key[0], control.span)
            found = self._ids[key] = short_id(
                "C",
                location.file,
                location.statement,
                self.index.nodes[key[0]].scope,
                control.kind.value,
                control.span.start,
                control.predicate,
                control.item,
            )
        return found

    def _input_name(self, gid: int, control: Control) -> str:
        body = self.index.nodes[gid].body
        if not isinstance(body, Select) or not 0 <= control.input < len(body.inputs):
            return ""
        given = body.inputs[control.input]
        name = self.index.table(self.index.local(gid, given.node))
        return (
            name.canonical if name is not None else self.index.nodes[self.index.local(gid, given.node)].name
        )

    def _end(
        self,
        end: Step,
        gid: int,
        into: tuple[set[str], set[str], set[str]],
        doubts: dict[str, PlacedDiagnostic],
    ) -> None:
        columns, prior, other = into
        if end.terminal in (Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE):
            columns.add(end.at)
            if end.terminal is Terminal.PRIOR_STATE and self._own(end, gid):
                prior.add(end.at)
        elif end.terminal is Terminal.CYCLE:
            if self._own(end, gid):
                columns.add(end.at)
                prior.add(end.at)
            else:
                other.add("CYCLE")
        elif end.doubt is not None:
            diagnostic = placed(end.doubt)
            doubts[diagnostic.diagnostic_id] = diagnostic
        elif end.terminal is not None and not (end.terminal is Terminal.CONSTANT and end.operand):
            other.add(f"{end.terminal.value} {end.at}".strip())

    def _own(self, end: Step, gid: int) -> bool:
        """Whether an end stands in the condition's own statement."""
        if end.node < 0:
            return False
        index = self.index
        same = index.file_of[end.node] == index.file_of[gid]
        return same and index.nodes[end.node].statement == index.nodes[gid].statement


def _here(control: Control) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            term.column.written if term.column is not None else term.text
            for term in control.terms
            if term.form in (Form.COLUMN, Form.ALIAS)
        )
    )
