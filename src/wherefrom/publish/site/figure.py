"""A picture with places, words and links: what the template draws as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, shortened, visible
from wherefrom.publish.site.graph import Box, Picture
from wherefrom.publish.site.layers import Measures, lay_out

SIZES = Measures()
NAME = 32
"""Longest name in a box, in characters; of a longer one the last part, the rest is its tooltip and spoken label."""

LISTED = 12
"""Most tables that a sentence below the drawing names."""

_LETTER, _WIDE = 7.3, 13.0  # pixels of a letter and of a wide one, in the drawing's font
_MARGIN = 12


@dataclass(frozen=True, slots=True)
class Shape:
    """A box.

    Attributes:
        left, top, width, height: In pixels.
        kind: ``target``, ``written`` or ``source``.
        name: What stands in it.
        note: Second line; empty if none.
        label: What a screen reader says of it.
        title: Whole names, as the tooltip.
        href: Where it leads; empty if nowhere.
    """

    left: int
    top: int
    width: int
    height: int
    kind: str
    name: str
    note: str
    label: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow.

    Attributes:
        path: SVG path data.
        kind: ``value`` or ``control``, with ``open`` where nobody has confirmed the writer.
    """

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing.

    Attributes:
        width, height: In pixels.
        shapes: In the order of the keyboard: the target first.
        ways: Below the shapes.
        caption: What it shows.
        more: What is not drawn, or stands together; a sentence each.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    ways: tuple[Way, ...]
    caption: Markup
    more: tuple[Markup, ...]


def figure(facts: Facts, picture: Picture, pages: Mapping[str, str]) -> Figure:
    """Return the drawing of a picture.

    Args:
        facts: The target's evidence.
        picture: What is drawn.
        pages: Address of the page of each published table.
    """
    words = facts.words
    names = {box.key: _name(facts, box) for box in picture.boxes}
    notes = {box.key: _note(facts, box) for box in picture.boxes}
    widths = {key: _width(names[key], notes[key]) for key in names}
    laid = lay_out(widths, [(a.src, a.dst) for a in picture.arrows], picture.target, SIZES)
    shapes = []
    for box in picture.boxes:
        left, middle = laid.places[box.key]
        feeds = [names[arrow.dst] for arrow in picture.arrows if arrow.src == box.key]
        kind = "target" if box.key == picture.target else "written" if box.written else "source"
        shapes.append(
            Shape(
                left + _MARGIN,
                middle - SIZES.box // 2 + _MARGIN,
                widths[box.key],
                SIZES.box,
                kind,
                names[box.key],
                notes[box.key],
                _label(facts, box, kind, feeds),
                ", ".join(visible(table) for table in box.tables),
                _href(facts, box, kind, pages),
            )
        )
    ways = [
        Way(_path(laid.ways[arrow.src, arrow.dst]), _way_kind(arrow.value, arrow.open))
        for arrow in picture.arrows
        if (arrow.src, arrow.dst) in laid.ways
    ]
    return Figure(
        laid.width + 2 * _MARGIN,
        laid.height + 2 * _MARGIN,
        tuple(shapes),
        tuple(ways),
        words.say("site.graph", t=code(facts.answer.display or facts.answer.target)),
        tuple(_more(facts, picture)),
    )


def _way_kind(value: bool, opened: bool) -> str:  # noqa: FBT001  # the two ways an arrow can differ
    return ("value" if value else "control") + (" open" if opened else "")


def _name(facts: Facts, box: Box) -> str:
    if len(box.tables) > 1:
        return facts.words.tell("site.graph.group", n=len(box.tables))
    whole, last = box.key, facts.names.get(box.key, box.key)
    return visible(whole) if len(whole) <= NAME else shortened(f"…{last}", NAME)


def _note(facts: Facts, box: Box) -> str:
    words = facts.words
    said = [visible(box.system)] if box.system else []
    if not box.written and not box.system:
        said.append(words.tell("tree.no.system"))
    if box.reads_itself:
        said.append(words.tell("site.graph.self"))
    if box.hidden:
        said.append(words.tell("site.graph.hidden", n=box.hidden))
    return shortened(" · ".join(said), NAME + 4) if said else ""


def _label(facts: Facts, box: Box, kind: str, feeds: list[str]) -> str:
    """Return what is spoken: first what is seen, then what it is, at last whole names that are not seen."""
    words = facts.words
    name, note = _name(facts, box), _note(facts, box)
    seen = f"{name} {note}" if note else name
    if kind == "target":
        label = words.tell("site.graph.result", t=seen)
    else:
        said = words.tell(f"site.graph.kind.{kind}")
        label = words.tell("site.graph.feeds", t=seen, kind=said, list=words.marks.series.join(feeds))
    whole = words.marks.series.join(visible(table) for table in box.tables)
    return label if whole == name else words.tell("short.and", x=label, y=whole)


def _href(facts: Facts, box: Box, kind: str, pages: Mapping[str, str]) -> str:
    if kind != "target" and box.key in pages:
        return f"../{pages[box.key]}"
    if box.place is None:
        return ""
    file, line = box.place
    page = facts.places.pages.get(file)
    return f"{page}#L{line}" if page else ""


def _more(facts: Facts, picture: Picture) -> list[Markup]:
    words = facts.words
    grouped = [table for box in picture.boxes if len(box.tables) > 1 for table in box.tables]
    found = []
    if grouped:
        listed = words.series([code(table) for table in grouped[:LISTED]])
        if len(grouped) > LISTED:
            listed = words.say("fields.more", list=listed, n=len(grouped) - LISTED)
        found.append(words.say("site.graph.grouped", list=listed))
    if picture.left_out:
        found.append(words.count("site.graph.left", picture.left_out))
    return found


def _width(*lines: str) -> int:
    return round(max(sum(_WIDE if ord(char) > 0x2E7F else _LETTER for char in line) for line in lines)) + 26


def _path(points: tuple[tuple[int, int], ...]) -> str:
    """Return a curve through the points: level at each of them, so that it enters a box from its side."""
    (x, y), *rest = [(left + _MARGIN, top + _MARGIN) for left, top in points]
    path = [f"M{x} {y}"]
    for right, down in rest:
        half = (x + right) // 2
        path.append(f"C{half} {y} {half} {down} {right} {down}" if y != down else f"H{right}")
        x, y = right, down
    return "".join(path)
