"""The page model: everything a page shows, in order, with the words filled in. Templates only lay it out."""

from __future__ import annotations

from dataclasses import dataclass

from wherefrom.publish.pages.markup import Markup


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, on one line."""

    text: Markup


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of one-line items.

    Attributes:
        items: The items; never empty.
        numbered: Whether their order is part of the meaning.
    """

    items: tuple[Markup, ...]
    numbered: bool = False


Block = Paragraph | Listing

Row = tuple[Markup, ...]
"""One table row, cell by cell. The template escapes pipes."""


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """One field under ``Fields``, and its row in ``Fields at a glance``.

    Attributes:
        heading: Its name as a code span.
        anchor: Where links to it lead, without ``#``.
        glance: Number, formed by, systems, class, standing: the cells beside the name.
        blocks: How its value is formed, then its facts; a list of facts comes last.
    """

    heading: Markup
    anchor: str
    glance: Row
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A fenced block.

    Attributes:
        fence: Longer than any run of backticks inside.
        lines: Its lines, control characters already visible.
    """

    fence: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SqlExcerpt:
    """The original text of one statement, with line numbers.

    Attributes:
        place: File and lines, as a sentence part.
        block: The numbered lines.
        file: Snapshot path.
        first, last: Lines of the statement, 1-based, both included.
    """

    place: Markup
    block: TextBlock
    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Conditions:
    """The section ``Which rows count``.

    Attributes:
        main: Conditions a row of the target depends on.
        optional: Conditions that limit what a may-match input offers.
        legend: What ``(?)`` means; empty where it does not occur.
        empty: What the section says without ``main``; empty where there are some.
    """

    main: tuple[Row, ...]
    optional: tuple[Row, ...]
    legend: Markup
    empty: Markup


@dataclass(frozen=True, slots=True)
class TargetPage:
    """One target's page.

    Attributes:
        title: Its name.
        state: DRAFT or APPROVED, in a sentence.
        head: Rows of the head table after the state: label, value.
        glossary: What people call things, or that nobody said so.
        anchors: Where the contents lead, by section.
        fields: In target order.
        rows: The drawing of how a row is formed; None where nothing is known.
        may_match: What the drawing does not show; empty where nothing is joined.
        conditions: Which rows count.
        matching: Input, rule, SQL.
        open_points: Number, field, what is open, what would prove it.
        decisions: Decision, what it is about, standing, by, note.
        boundaries: One sentence each.
        excerpts: Original SQL.
        more_statements: What is left out of ``excerpts``; empty where nothing is.
        proof: What, value.
        empty: Sentences of sections that have nothing to show, by section.
    """

    title: Markup
    state: Markup
    head: tuple[Row, ...]
    glossary: Markup
    anchors: dict[str, str]
    fields: tuple[FieldEntry, ...]
    rows: TextBlock | None
    may_match: Markup
    conditions: Conditions
    matching: tuple[Row, ...]
    open_points: tuple[Row, ...]
    decisions: tuple[Row, ...]
    boundaries: tuple[Markup, ...]
    excerpts: tuple[SqlExcerpt, ...]
    more_statements: Markup
    proof: tuple[Row, ...]
    empty: dict[str, Markup]


@dataclass(frozen=True, slots=True)
class IndexPage:
    """The front page of a release.

    Attributes:
        title: Release name.
        state: DRAFT or APPROVED.
        rows: Table, number of fields, S1 to S4, open decisions.
        waiting: Tables without a confirmed source system, the most waited-for first; empty if there are none.
        snapshot: What was frozen and how much of it could be read.
        log: The decision log.
        analysis: Id of the analysis.
        verify: Command that checks the folder.
        empty: What it says without rows.
    """

    title: Markup
    state: str
    rows: tuple[Row, ...]
    waiting: Markup
    snapshot: Markup
    log: Markup
    analysis: Markup
    verify: Markup
    empty: Markup
