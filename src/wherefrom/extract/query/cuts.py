"""What leaves out rows by their number: LIMIT, TOP, FETCH, OFFSET, TABLESAMPLE (method 1.8, SORT_LIMIT).

Which column sorts them is told by the keys of ORDER BY; that there is a cut at all is told here, with its text.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.extract.draft import Scope
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.tree.frames import Frame, Range
from wherefrom.extract.tree.locate import Places

_LONGEST = 8
"""Tokens between a table's name and what is sampled of it, or the first and the last word of a cut."""
_WORDS = frozenset({"LIMIT", "FETCH", "OFFSET"})
_INSIDE = frozenset({"FIRST", "NEXT", "ROW", "ROWS", "ONLY", "PERCENT", "WITH", "TIES", "OFFSET", ","})
"""Words of a cut beside its numbers."""


def read_cuts(scope: Scope, node: exp.Select, frame: Frame | None) -> None:
    """Add a condition for the rows that a SELECT leaves out by their number, and one for each sample it takes."""
    counts = _counts(node)
    if counts:
        places = scope.here.places
        found = _top(places, frame) if frame is not None else None
        _add(scope, counts, found or _behind(places, counts, frame.last if frame is not None else -1))
    for each in _samples(node):
        whole = (frame.first, frame.last) if frame is not None else scope.here.places.whole
        table = scope.here.places.of(each.parent) if isinstance(each.parent, exp.Table) else whole
        _add(scope, (), _sampled(scope.here.places, table), each)


def read_set_cut(scope: Scope, node: exp.SetOperation) -> None:
    """Add a condition for the rows that a set operation leaves out by their number."""
    counts = _counts(node)
    if counts:
        _add(scope, counts, _behind(scope.here.places, counts, -1))


def _counts(node: exp.Expr) -> list[exp.Expr]:
    """Return the numbers of a query's LIMIT, TOP, FETCH and OFFSET."""
    found: list[exp.Expr] = []
    for key in ("limit", "fetch", "offset"):
        given = node.args.get(key)
        number = given.args.get("count") or given.args.get("expression") if given is not None else None
        if isinstance(number, exp.Expr) and not isinstance(number, exp.Null) and number.name.upper() != "ALL":
            found.append(number)
    return found


def _samples(node: exp.Select) -> list[exp.Expr]:
    """Return the samples of a SELECT's own inputs."""
    source = node.args.get("from_")
    tables = [source.this] if source is not None else []
    tables += [each.this for each in node.args.get("joins") or []]
    own = node.args.get("sample")
    found = [sample for table in tables if (sample := table.args.get("sample")) is not None]
    return found if own is None else [*found, own]


def _add(
    scope: Scope, counts: Sequence[exp.Expr], found: Range | None, sample: exp.Expr | None = None
) -> None:
    places = scope.here.places
    if found is not None:
        condition(scope, ControlKind.SORT_LIMIT, counts, found)
    else:  # a reader sees that there is one, at the statement
        text = "TABLESAMPLE" if sample is not None else "LIMIT"
        condition(scope, ControlKind.SORT_LIMIT, counts, places.whole, text=text)


def _top(places: Places, frame: Frame) -> Range | None:
    """Return ``TOP (n) [PERCENT] [WITH TIES]`` behind a SELECT; None where there is none."""
    low = frame.first + 1
    while low < frame.last and places.tokens[low].text.upper() in ("ALL", "DISTINCT"):
        low += 1
    if low >= frame.last or places.tokens[low].text.upper() != "TOP":
        return None
    return low, _last_word(places, places.closing(low + 1))


def _behind(places: Places, counts: Sequence[exp.Expr], end: int) -> Range | None:
    """Return a cut from its first word to its last; None where its words are not found."""
    placed = [places.of(each, (-1, -1)) for each in counts]
    at = min((found[0] for found in placed if found[0] >= 0), default=end)
    lows = [low for low in range(at, max(at - _LONGEST, -1), -1) if places.tokens[low].text.upper() in _WORDS]
    if at < 0 or not lows:
        return None
    low = lows[0]
    while low > 1 and places.tokens[low - 1].text.upper() in ("ROW", "ROWS") and _is_offset(places, low - 3):
        low -= 3
    last = max([found[1] for found in placed if found[0] >= 0] or [end])
    return low, _last_word(places, max(last, places.closing(min(low + 1, places.whole[1]))))


def _is_offset(places: Places, at: int) -> bool:
    return at >= 0 and places.tokens[at].text.upper() == "OFFSET"


def _last_word(places: Places, at: int) -> int:
    """Return the last token of a cut from one of its numbers on."""
    while at < places.whole[1] and places.tokens[at + 1].text.upper() in _INSIDE:
        behind = places.tokens[at + 1].text.upper()
        if behind == "WITH" and places.tokens[min(at + 2, places.whole[1])].text.upper() != "TIES":
            break
        at += 2 if behind in ("OFFSET", ",") else 1
    return min(at, places.whole[1])


def _sampled(places: Places, table: Range) -> Range | None:
    """Return ``TABLESAMPLE … (n)`` in or behind a table; None where it is not found."""
    first, last = table
    for at in range(first, min(last + _LONGEST, places.whole[1])):
        if places.tokens[at].text.upper() in ("TABLESAMPLE", "SAMPLE"):
            opening = next((each for each in (at + 1, at + 2) if places.closing(each) > each), at + 1)
            percent = opening < places.whole[1] and places.tokens[opening + 1].text == "%"
            return at, opening + 1 if percent else places.closing(opening)
    return None
