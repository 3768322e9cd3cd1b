"""Rows of visits and controls: the trees and the conditions, as JSON values in a fixed key order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wherefrom.domain.control import Reach
from wherefrom.domain.dataset import NodeKind
from wherefrom.domain.evidence import ControlRecord, FieldAnswer, Visit
from wherefrom.domain.expression import Form, leaves
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.closure import all_fields
from wherefrom.publish.spans import Json, Spans


def visit_rows(bundle: Bundle, spans: Spans) -> Iterator[Json]:
    """Yield the visits of every tree, in target, field and preorder."""
    for _, field in all_fields(bundle):
        yield from _tree(field, spans)


def _tree(field: FieldAnswer, spans: Spans) -> Iterator[Json]:
    children = Counter(visit.parent for visit in field.visits)
    for visit in field.visits:
        yield {
            "tree_id": field.tree_id,
            "visit_id": visit.visit_id,
            "parent_visit_id": visit.parent or None,
            "depth": visit.depth,
            "node_id": visit.node_id or None,
            "node_kind": visit.node_kind.value if visit.node_kind else None,
            "dataset": visit.dataset or None,
            "field": visit.field or None,
            "expression": visit.text or None,
            "transformation": visit.transformation.value if visit.transformation else None,
            "inputs": _inputs(visit, children[visit.visit_id]),
            "edge_id": visit.edge_id or None,
            "edge_kind": visit.edge_kind.value if visit.edge_kind else None,
            "rule": visit.rule.value if visit.rule else None,
            "premises": [premise.value for premise in visit.premises],
            "file": visit.location.file,
            "statement": visit.location.statement,
            "scope": visit.scope,
            **spans.place(visit.location),
            "terminal": visit.terminal.value if visit.terminal else None,
            "diagnostics": list(visit.diagnostics),
            "expanded_at": visit.expanded_at or None,
            "binding_id": visit.binding_id or None,
            "writer_status": visit.status.value if visit.status else None,
            "provisional": visit.provisional,
            "dynamic": visit.dynamic,
            "operand": visit.operand,
            "path": visit.path or None,
            "writer": visit.writer or None,
            "branch": visit.branch or None,
        }


def _inputs(visit: Visit, children: int) -> list[str]:
    """Return what the value is made of here, as written: columns, or the field itself where it passes."""
    if visit.terminal is not None or visit.expanded_at:
        return []
    if visit.expression is not None:
        plain = (Form.CONSTANT, Form.GENERATED)
        return [leaf.value.text for leaf in leaves(visit.expression) if leaf.value.form not in plain]
    passes = children if visit.node_kind is NodeKind.SET_OPERATION else min(children, 1)
    return [visit.field] * passes


def control_rows(bundle: Bundle, spans: Spans) -> Iterator[Json]:
    """Yield every control record of the targets once, by place."""
    found: dict[str, ControlRecord] = {}
    own: dict[str, set[str | None]] = {}
    for _, field in all_fields(bundle):
        for entry in field.controls:
            record = entry.control
            found[record.control_id] = record
            only = field.field if entry.reach is Reach.EXPRESSION else None
            own.setdefault(record.control_id, set()).add(only)
    for record in sorted(found.values(), key=lambda each: (each.location, each.kind, each.control_id)):
        fields = own[record.control_id]
        yield {
            "control_id": record.control_id,
            "kind": record.kind.value,
            "join_type": record.join or None,
            "node_id": record.node_id or None,
            "predicate": record.predicate,
            "columns_here": list(record.columns_here),
            "brings": list(record.brings or ()),
            "columns": list(record.columns),
            "prior": list(record.prior),
            "other": list(record.other),
            "only_field": next(iter(fields)) if len(fields) == 1 else None,
            "negated": record.negated,
            "input": record.input or None,
            "optional": record.optional,
            "file": record.location.file,
            "statement": record.location.statement,
            "scope": record.scope,
            **spans.place(record.location),
            "diagnostics": list(record.diagnostics),
        }
