"""Write everything a bundle gives into one folder, under one manifest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from wherefrom.domain.errors import GateClosed
from wherefrom.domain.strict_json import read_object
from wherefrom.publish.bundle import APPROVED, DRAFT, Bundle
from wherefrom.publish.closure import closure_edges, closure_nodes
from wherefrom.publish.csv_files import (
    CLASS_COLUMNS,
    CONTROL_COLUMNS,
    ORIGIN_COLUMNS,
    class_rows,
    control_evidence_rows,
    csv_lines,
    origin_rows,
)
from wherefrom.publish.folder import Put, replace_folder
from wherefrom.publish.jsonl import data_lines
from wherefrom.publish.manifest import (
    MAX_SIZE,
    NAME,
    SCHEMA,
    Manifest,
    make_manifest,
    manifest_bytes,
    open_candidates,
)
from wherefrom.publish.rows import decision_rows, diagnostic_rows, edge_rows, node_rows, statement_rows
from wherefrom.publish.spans import Spans
from wherefrom.publish.statement import NAME as STATEMENT
from wherefrom.publish.statement import statement_bytes
from wherefrom.publish.tree_rows import control_rows, visit_rows

PAPERS = frozenset({NAME, STATEMENT})
"""What the manifest does not list."""


def write_deliverables(bundle: Bundle, out: Path, pages: Mapping[str, str]) -> Manifest:
    """Write the deliverables of a bundle.

    Args:
        bundle: Evidence and decisions.
        out: The folder. Earlier deliverables in it are replaced as a whole.
        pages: Markdown by relative POSIX path.

    Raises:
        GateClosed: it is to be APPROVED, and a writer binding is open.
        UsageRefusal: the folder holds something else, or cannot be written.
        ValueError: the state is none, or a page's path leaves the folder or is taken.
    """
    _check_state(bundle)
    files = data_files(bundle)
    for path, text in pages.items():
        if path in files or path in PAPERS or not stays_inside(path):
            raise ValueError(f"a page cannot be written to '{path}'")
        files[path] = (text.encode("utf-8"),)

    def fill(put: Put) -> Manifest:
        manifest = make_manifest(bundle, [put(path, files[path]) for path in sorted(files)])
        for path, data in paper_bytes(manifest.values).items():
            put(path, (data,))
        return manifest

    return replace_folder(out, fill, holds_only_deliverables)


def paper_bytes(values: Mapping[str, object]) -> dict[str, bytes]:
    """Return the files that speak of all others: the manifest, and the statement about it."""
    manifest = manifest_bytes(values)
    return {NAME: manifest, STATEMENT: statement_bytes(values, hashlib.sha256(manifest).hexdigest())}


def data_files(bundle: Bundle) -> dict[str, Iterable[bytes]]:
    """Return the data files of a bundle by path, each in portions that are made as they are asked for."""
    spans = Spans(bundle.texts)
    nodes = closure_nodes(bundle)
    return {
        "nodes.jsonl": data_lines(node_rows(nodes, spans)),
        "edges.jsonl": data_lines(edge_rows(closure_edges(bundle), nodes, spans)),
        "statements.jsonl": data_lines(statement_rows(bundle, spans)),
        "visits.jsonl": data_lines(visit_rows(bundle, spans)),
        "controls.jsonl": data_lines(control_rows(bundle, spans)),
        "diagnostics.jsonl": data_lines(diagnostic_rows(bundle, spans)),
        "decisions.jsonl": data_lines(decision_rows(bundle)),
        "field_origins.csv": csv_lines(ORIGIN_COLUMNS, origin_rows(bundle)),
        "source_classification.csv": csv_lines(CLASS_COLUMNS, class_rows(bundle)),
        "control_evidence.csv": csv_lines(CONTROL_COLUMNS, control_evidence_rows(bundle)),
    }


def holds_only_deliverables(folder: Path) -> bool:
    """Return whether a folder holds deliverables of this program and nothing that they do not list."""
    try:
        values = read_object((folder / NAME).read_bytes(), MAX_SIZE)
    except (OSError, ValueError):
        return False
    entries = values.get("files")
    if values.get("schema") != SCHEMA or not isinstance(entries, list):
        return False
    listed = {str(entry.get("path")) for entry in entries if isinstance(entry, dict)} | PAPERS
    return set(files_under(folder)) <= listed


def files_under(folder: Path) -> tuple[str, ...]:
    """Return everything under a folder that is no plain folder, as sorted relative POSIX paths."""
    found = []
    for where, folders, names in os.walk(folder):
        here = Path(where)
        links = [name for name in folders if (here / name).is_symlink()]
        found += [(here / name).relative_to(folder).as_posix() for name in (*names, *links)]
    return tuple(sorted(found))


def stays_inside(path: str) -> bool:
    """Return whether a relative POSIX path is plain and leads nowhere else."""
    parts = PurePosixPath(path).parts
    return path == "/".join(parts) and bool(parts) and ".." not in parts and parts[0] != "/"


def _check_state(bundle: Bundle) -> None:
    if bundle.state not in (DRAFT, APPROVED):
        raise ValueError(f"'{bundle.state}' is no state of deliverables")
    still = [c for answer in bundle.answers for c in open_candidates(bundle, answer)]
    if bundle.state == APPROVED and still:
        named = ", ".join(sorted({candidate.binding_id for candidate in still}))
        raise GateClosed(
            f"Not published: decisions are open on {named}. Take them, or ask for a draft, which is "
            "stamped DRAFT everywhere."
        )
