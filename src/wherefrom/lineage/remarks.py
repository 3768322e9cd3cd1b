"""What only shows over all files of a snapshot: names and files that look the same."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.alike import blind_to_case, drawn, groups, normalised
from wherefrom.domain.dataset import Table
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.ids import short_id
from wherefrom.domain.span import Location, Span
from wherefrom.lineage.estate import Index


def remarks(index: Index) -> Iterator[PlacedDiagnostic]:
    """Yield the remarks on a snapshot as a whole: names first, then files."""
    yield from _names(index)
    yield from _files(index)


def _names(index: Index) -> Iterator[PlacedDiagnostic]:
    """Names of tables that are different and drawn alike. They stay different tables."""
    first = _first_seen(index)
    if all(name.isascii() for name in first):
        return
    for group in groups(first, drawn):
        if all(name.isascii() for name in group):
            continue
        same = len({normalised(name) for name in group}) == 1
        code = "NORMALISATION_TWIN" if same else "CONFUSABLE_NAMES"
        shown = ", ".join(f"{name} ({_points(name)})" for name in group)
        message = (
            f"Tables with different names that look the same: {shown}. Each is kept as a table of its own."
        )
        for name in group:
            yield _remark(code, first[name], name, group, message)


def _first_seen(index: Index) -> dict[str, Location]:
    found: dict[str, Location] = {}
    for gid, node in enumerate(index.nodes):
        if isinstance(node.body, Table):
            name = node.body.name.canonical
            if name not in found:
                found[name] = Location(index.files[index.file_of[gid]].path, node.statement, node.span)
    return found


def _points(name: str) -> str:
    """Return what is not plain in a name, as code points."""
    return " ".join(f"U+{ord(each):04X}" for each in name if not each.isascii()) or "plain letters"


def _files(index: Index) -> Iterator[PlacedDiagnostic]:
    for group in groups((file.path for file in index.files), blind_to_case):
        message = f"{', '.join(group)}: these files are one file on a disk that tells neither case nor Unicode form apart."
        for path in group:
            yield _remark("CASE_COLLISION", Location(path, 0, Span(0, 0, 1, 1)), path, group, message)


def _remark(
    code: str, where: Location, subject: str, candidates: tuple[str, ...], message: str
) -> PlacedDiagnostic:
    identity = short_id("G", code, where.file, where.statement, where.span.start, subject)
    return PlacedDiagnostic(identity, code, subject, candidates, message, where)
