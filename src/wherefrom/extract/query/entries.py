"""Places of the entries of bracketed lists: the parser keeps none of NULL, TRUE, or a clock without brackets."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.extract.draft import Here
from wherefrom.extract.query import functions
from wherefrom.extract.tree.frames import Range


def placed(here: Here, node: exp.Expr, within: Range) -> Range:
    """Return the tokens of an entry of a list; those of ``within`` where nothing tells its place."""
    if here.places.start(node) >= 0:
        return here.places.of(node, within)
    unit = node
    while isinstance(unit.parent, (exp.PropertyEQ, exp.JSONKeyValue, exp.Alias, exp.Kwarg)):
        unit = unit.parent
    beside = _beside(unit)
    at = next((at for at, each in enumerate(beside) if each is unit), -1)
    pieces = _pieces(here, beside, within)
    if at < 0 or not pieces:
        return within
    found = pieces[at] if len(pieces) == len(beside) else pieces[2 * at + 1]  # behind its key
    kinds = here.places.kinds
    named = found[1] - found[0] > 1 and kinds[found[1] - 1] is TokenType.ALIAS
    return (found[0], found[1] - 2) if named else found


def _beside(unit: exp.Expr) -> Sequence[exp.Expr]:
    """Return all entries of the list that a node stands in."""
    around = unit.parent
    if around is None:
        return ()
    lists = (value for value in around.args.values() if isinstance(value, list))
    return next(
        (each for each in lists if any(one is unit for one in each)), list(functions.arguments(around))
    )


def _pieces(here: Here, beside: Sequence[exp.Expr], within: Range) -> list[Range]:
    """Return what stands between the commas around a list's entries; none where they are not as many, or two for each."""
    places = here.places
    start = next((found for each in beside if (found := places.start(each)) >= 0), -1)
    at = places.token_at(start) if start >= 0 else -1
    while at > 0:
        inside = places.inside(at)
        pieces = places.divide(inside, TokenType.COMMA)
        if len(pieces) in (len(beside), 2 * len(beside)):
            return pieces
        if inside == places.whole or inside[0] - 1 < within[0]:
            break
        at = inside[0] - 1
    return []
