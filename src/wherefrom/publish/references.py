"""Whether the files of a deliverables folder fit each other: every id that is named exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from wherefrom.domain.finding import Finding, Level

Row = Mapping[str, object]

_CELL = re.compile(r'"([^"]*(?:""[^"]*)*)"(,|\r\n)')

CSV_FILES = ("control_evidence.csv", "field_origins.csv", "source_classification.csv")

_OWN_IDS = {
    "nodes.jsonl": "node_id",
    "edges.jsonl": "edge_id",
    "controls.jsonl": "control_id",
    "diagnostics.jsonl": "diagnostic_id",
}

_NAMES = {
    "edges.jsonl": (("src", "nodes.jsonl"), ("dst", "nodes.jsonl")),
    "visits.jsonl": (
        ("node_id", "nodes.jsonl"),
        ("edge_id", "edges.jsonl"),
        ("diagnostics", "diagnostics.jsonl"),
    ),
    "controls.jsonl": (("node_id", "nodes.jsonl"), ("diagnostics", "diagnostics.jsonl")),
    "control_evidence.csv": (("control_id", "controls.jsonl"),),
}
"""By file: the column that names ids, and the file that has to hold them."""


def check_references(data: Mapping[str, bytes], state: str) -> list[Finding]:
    """Check that ids exist where they are named, and that every CSV row has the manifest's state.

    Args:
        data: Bytes by path of the files that are as recorded; what is not among them is not judged.
        state: State the manifest states.
    """
    rows: dict[str, list[Row]] = {}
    findings: list[Finding] = []
    for name in sorted({*_OWN_IDS, *_NAMES, *CSV_FILES, "visits.jsonl"} & set(data)):
        try:
            rows[name] = read_csv(data[name]) if name in CSV_FILES else read_jsonl(data[name])
        except ValueError as error:
            findings.append(Finding(Level.BROKEN, name, f"it cannot be read: {error}"))
    findings += _named(rows)
    findings += _visits(rows)
    findings += _states(rows, state)
    if not findings:
        total = sum(len(each) for each in rows.values())
        findings.append(Finding(Level.OK, "references", f"{total} rows name only what is there"))
    return findings


def read_jsonl(data: bytes) -> list[Row]:
    """Read JSONL of ours.

    Raises:
        ValueError: a line is no JSON object.
    """
    found = [msgspec.json.decode(line) for line in data.splitlines()]
    if not all(isinstance(row, dict) for row in found):
        raise ValueError("a line holds no object")
    return found


def read_csv(data: bytes) -> list[Row]:
    """Read a CSV of ours: BOM, CRLF, every cell quoted.

    Raises:
        ValueError: it is written otherwise.
    """
    text = data.decode("utf-8-sig")
    lines: list[list[str]] = [[]]
    end = 0
    for cell in _CELL.finditer(text):
        if cell.start() != end:
            break
        end = cell.end()
        lines[-1].append(cell[1].replace('""', '"'))
        if cell[2] != ",":
            lines.append([])
    if end != len(text) or lines.pop():
        raise ValueError(f"its character {end + 1} stands outside quotes")
    header = lines[0] if lines else []
    return [dict(zip(header, cells, strict=True)) for cells in lines[1:]]


def _named(rows: Mapping[str, list[Row]]) -> Iterator[Finding]:
    ids = {name: {row.get(key) for row in rows[name]} for name, key in _OWN_IDS.items() if name in rows}
    for name, columns in _NAMES.items():
        for column, holder in columns:
            if name not in rows or holder not in ids:
                continue
            for number, row in enumerate(rows[name], start=1):
                for each in _each(row.get(column)):
                    if each not in ids[holder]:
                        said = f"row {number} names {column} {each}, which {holder} does not hold"
                        yield Finding(Level.BROKEN, name, said)


def _each(value: object) -> list[object]:
    if isinstance(value, list):
        return value
    return [value] if value else []


def _visits(rows: Mapping[str, list[Row]]) -> Iterator[Finding]:
    if "visits.jsonl" not in rows:
        return
    known = {(row.get("tree_id"), str(row.get("visit_id"))) for row in rows["visits.jsonl"]}
    for number, row in enumerate(rows["visits.jsonl"], start=1):
        for column in ("parent_visit_id", "expanded_at"):
            if row.get(column) and (row.get("tree_id"), str(row[column])) not in known:
                said = f"row {number} names {column} {row[column]}, which its tree does not hold"
                yield Finding(Level.BROKEN, "visits.jsonl", said)
    for number, row in enumerate(rows.get("field_origins.csv", ()), start=1):
        if row.get("visit_id") and (row.get("tree_id"), row["visit_id"]) not in known:
            said = f"row {number} names visit {row['visit_id']} of {row.get('tree_id')}, which is not there"
            yield Finding(Level.BROKEN, "field_origins.csv", said)


def _states(rows: Mapping[str, list[Row]], state: str) -> Iterator[Finding]:
    for name in CSV_FILES:
        for number, row in enumerate(rows.get(name, ()), start=1):
            if row.get("state") != state:
                said = f"row {number} has another state than the manifest"
                yield Finding(Level.BROKEN, name, said, state, str(row.get("state")))
