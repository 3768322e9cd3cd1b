"""Rows of nodes, edges, statements, diagnostics and decisions: JSON values in a fixed key order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.decision_chain import record_keys
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.ids import short_id
from wherefrom.domain.span import Location
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.spans import Json, Spans


def node_rows(nodes: Sequence[GraphNode], spans: Spans) -> Iterator[Json]:
    """Yield Dataset Nodes."""
    for node in nodes:
        yield {
            "node_id": node.node_id,
            "kind": node.kind.value,
            "dataset": node.dataset or None,
            "alias": node.alias or None,
            "role": node.role,
            "dynamic": bool(node.placeholders),
            "placeholders": list(node.placeholders),
            "file": node.location.file,
            "statement": node.location.statement,
            "scope": node.scope,
            **spans.place(node.location),
            "flags": list(node.flags),
        }


def edge_rows(edges: Sequence[GraphEdge], nodes: Sequence[GraphNode], spans: Spans) -> Iterator[Json]:
    """Yield edges; ``nodes`` holds both ends of each."""
    datasets = {node.node_id: node.dataset or None for node in nodes}
    for edge in edges:
        yield {
            "edge_id": edge.edge_id,
            "kind": edge.kind.value,
            "src": edge.src,
            "dst": edge.dst,
            "src_dataset": datasets.get(edge.src),
            "dst_dataset": datasets.get(edge.dst),
            "alias": edge.alias or None,
            "branch": edge.branch or None,
            "evidence": edge.evidence,
            "file": edge.location.file,
            "statement": edge.location.statement,
            **spans.place(edge.location),
            "candidate_id": edge.binding_id or None,
            "rule": edge.rule.value if edge.rule else None,
            "writer_status": edge.status.value if edge.status else None,
        }


def statement_rows(bundle: Bundle, spans: Spans) -> Iterator[Json]:
    """Yield every statement of the snapshot, by place."""
    usual = bundle.settings.get("dialect")
    for placed in sorted(bundle.statements, key=lambda each: (each.file, each.statement.ordinal)):
        statement = placed.statement
        location = Location(placed.file, statement.ordinal, statement.span)
        yield {
            "statement_id": short_id("S", placed.file, statement.ordinal),
            "file": placed.file,
            "statement": statement.ordinal,
            "kind": statement.kind,
            **spans.place(location),
            "status": statement.status.value,
            "target": statement.targets[0] if statement.targets else None,
            "targets": list(statement.targets),
            "dialect": bundle.dialects.get(placed.file, usual),
            "script": statement.script or None,
            "conditional": statement.conditional,
            "fingerprint": statement.fingerprint or None,
            "sha256": spans.span(location)["sha256"],
        }


def diagnostic_rows(bundle: Bundle, spans: Spans) -> Iterator[Json]:
    """Yield every diagnostic: those of the snapshot and those of the traces, each once, by place."""
    found = {said.diagnostic_id: said for said in bundle.diagnostics}
    for answer in bundle.answers:
        found.update((said.diagnostic_id, said) for said in answer.diagnostics)
        for field in answer.fields:
            found.update((said.diagnostic_id, said) for said in field.diagnostics)
    for said in sorted(found.values(), key=lambda each: (each.location, each.code, each.diagnostic_id)):
        yield {
            "diagnostic_id": said.diagnostic_id,
            "code": said.code,
            "severity": DIAGNOSTICS[said.code].severity.value,
            "file": said.location.file,
            "statement": said.location.statement,
            "scope": said.scope or None,
            **spans.place(said.location),
            "subject": said.subject or None,
            "candidates": list(said.candidates),
            "message": said.message,
        }


def decision_rows(bundle: Bundle) -> Iterator[Json]:
    """Yield the whole decision log, so that its chain can be checked without the project."""
    for record in bundle.decisions:
        subject = record.get("binding_id", record.get("subject"))
        values = {**record, "binding_id": subject, "subject": subject}
        yield {key: values[key] for key in record_keys(str(record["subject_type"]))}
