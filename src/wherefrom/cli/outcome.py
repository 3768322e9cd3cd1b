"""What a run did, as ``wherefrom run`` prints it."""

from __future__ import annotations

import re
import shlex

from wherefrom.app.gate import count_of, open_bindings
from wherefrom.app.publish import make_bundle
from wherefrom.app.run import Run
from wherefrom.cli.diagnostics import show_diagnostics
from wherefrom.cli.stages import extract_line, left_line, link_line, trace_line
from wherefrom.cli.terminal import complain, say, table
from wherefrom.cli.words import freeze_line, publish_line
from wherefrom.domain.deep import run_deep
from wherefrom.publish.pages import FOLDERS, field_entries
from wherefrom.publish.pages.model import FieldEntry
from wherefrom.publish.site import FOLDER as SITE

_HEAD = ("#", "field", "class", "formed by", "source systems", "standing")
_LINK = re.compile(r"(?<!\\)\[((?:[^\]\\]|\\.)*)\]\([^)]*\)")
_SPAN = re.compile(r"(?<!\\)(`+)( ?)(.+?)\2\1(?!`)")
_ESCAPE = re.compile(r"\\([^\w\s])")


def show_outcome(done: Run) -> None:
    """Print the stages, the fields of each target, the first diagnostics, and what to read first.

    Args:
        done: The run.
    """
    analysis = done.analysis
    say(freeze_line(analysis.snapshot))
    say(extract_line(analysis))
    say(link_line(analysis))
    say(trace_line(done.answers))
    say(publish_line(done.manifest, done.folder, analysis.log.head, done.state))
    if lost := left_line(analysis, done.answers):
        say(lost, "yellow")
    bundle = make_bundle(analysis, done.answers, done.state)
    entries = run_deep(field_entries, bundle)
    for answer in done.answers:
        say()
        say(answer.target, "bold")
        rows = [_row(entry) for entry in entries[answer.target]]
        say("\n".join(table([_HEAD, *rows])) if rows else "  No field of it is known: see the diagnostics.")
    known = [*bundle.diagnostics, *(d for answer in bundle.answers for d in answer.diagnostics)]
    known += [d for answer in bundle.answers for field in answer.fields for d in field.diagnostics]
    show_diagnostics(known, str(done.folder / "diagnostics.jsonl"))
    for complaint in analysis.complaints:
        complain(str(complaint))
    say()
    say(f"Read first   {done.folder / FOLDERS[analysis.project.languages[0]] / 'index.md'}")
    site = done.folder / SITE / "index.html"
    if site.is_file():
        say(f"Or open      {site}")
    still_open = len(open_bindings(done.answers, analysis.rulings))
    if still_open:
        say(f"Open         {count_of(still_open, 'writer decision')} open: the pages list them")
        say(f"Decide       cd {shlex.quote(str(done.folder.parents[1]))}, then wherefrom review list")
    say(f"Check        wherefrom verify {done.folder.parents[1]}")


def _row(entry: FieldEntry) -> tuple[str, ...]:
    """Return a field's row: the cells of its page's table, as plain text."""
    number, formed, systems, source_class, standing = (_plain(cell) for cell in entry.glance)
    return (number, _plain(entry.heading), source_class, formed, systems, standing)


def _plain(markdown: str) -> str:
    """Return inline Markdown of our own making as the text it shows."""
    text = _LINK.sub(r"\1", markdown)
    parts: list[str] = []
    end = 0
    for span in _SPAN.finditer(text):
        parts += (_ESCAPE.sub(r"\1", text[end : span.start()].replace("**", "")), span[3])
        end = span.end()
    parts.append(_ESCAPE.sub(r"\1", text[end:].replace("**", "")))
    return "".join(parts)
