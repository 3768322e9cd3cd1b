"""One file's text to its Unit: mask, split, parse each statement alone, read it (architecture 3.1)."""

from __future__ import annotations

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.rest import collector_at_rest
from wherefrom.domain.unit import Coverage, Unit
from wherefrom.extract.draft import Draft, ExtractSettings
from wherefrom.extract.reader import FileReader
from wherefrom.extract.statement.declarations import read_declarations
from wherefrom.extract.statement.exits import read_exits
from wherefrom.extract.suspicion import suspected
from wherefrom.extract.template.placeholders import Masked, mask
from wherefrom.extract.text.bulkrows import find_bulk_rows
from wherefrom.extract.text.longlists import BulkRows
from wherefrom.extract.text.split import split
from wherefrom.extract.tree.lines import Lines

DEFAULTS = ExtractSettings()

EXTRACTOR_VERSION = "17"
"""Changes whenever the same text could give another Unit."""


def extract(text: str, dialect: str, settings: ExtractSettings = DEFAULTS) -> Unit:
    """Return every local fact of one file. Pure: the same arguments give the same Unit.

    Args:
        text: The decoded text without a byte order mark.
        dialect: A key of ``DIALECTS``.
        settings: What the configuration says about the file.
    """
    with collector_at_rest():  # next to nothing of what is made here is garbage before the end
        return _extracted(text, dialect, settings)


def _extracted(text: str, dialect: str, settings: ExtractSettings) -> Unit:
    masked = mask(text, dialect, settings.styles)
    draft = Draft(text, Lines(text), masked, DIALECTS[dialect], settings)
    bulk = _bulk_rows(masked, dialect) if draft.mentions("VALUES") else ()
    script = split(masked.text, dialect, bulk, settings.statement_chars)
    reader = FileReader(draft, script, dialect)
    reader.read()
    for note in [*masked.notes, *script.notes]:
        span = draft.lines.span(note.start, note.end)
        draft.diagnostics.append(Diagnostic(note.code, 0, span, note.subject, (), note.message))
    if not reader.statements and not script.unread:
        message = "The file holds no statement."
        draft.diagnostics.append(Diagnostic("EMPTY_FILE", 0, draft.lines.span(0, len(text)), "", (), message))
    suspicion = suspected(text, dialect, settings.styles, reader.statements, draft.lines.span(0, len(text)))
    if suspicion is not None:
        draft.diagnostics.append(suspicion)
    nodes = tuple(node for node in draft.nodes if node is not None)
    if len(nodes) != len(draft.nodes):
        raise AssertionError("a reserved node was never put in")
    return Unit(
        dialect=dialect,
        statements=tuple(reader.statements),
        nodes=nodes,
        writers=tuple(draft.writers),
        events=tuple(draft.events),
        ddl=tuple(draft.ddl),
        assignments=tuple(draft.assignments),
        diagnostics=tuple(
            sorted(draft.diagnostics, key=lambda each: (each.span.start, each.code, each.subject))
        ),
        coverage=Coverage(len(text), len(text) - _covered(reader.missed)),
        parameters=tuple(sorted(draft.variables)),
        placeholders=tuple(sorted({mark.text for mark in masked.marks})),
        routines=tuple(draft.routines),
        declarations=read_declarations(draft, script.pieces, reader.starts),
        exits=read_exits(draft, script.pieces, reader.starts),
    )


def _covered(slices: list[tuple[int, int]]) -> int:
    """Return how many characters lie in some of the slices, which may overlap."""
    count = done = 0
    for start, end in sorted(slices):
        count += max(0, end - max(start, done))
        done = max(done, end)
    return count


def _bulk_rows(masked: Masked, dialect: str) -> tuple[BulkRows, ...]:
    """Return the rows of the file that need no tokens; what a template repeats or chooses is read whole."""
    if masked.forks or masked.loops:
        return ()
    return find_bulk_rows(masked.text, dialect, [mark.start for mark in masked.marks])
