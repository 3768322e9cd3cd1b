"""From parsed trees back to the text: exact places from the tokens that parsing already made.

Only identifiers, literals, stars and functions carry positions in the tree. Everything else is found
from the statement's tokens: a SELECT's projections lie between the commas of its list, a condition's
AND terms between its ANDs. Offsets are half-open code points of the file's text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.span import Span
from wherefrom.extract.text.longlists import is_literal, is_values
from wherefrom.extract.tree.endings import ends_clause
from wherefrom.extract.tree.extents import KEYWORD_LITERALS, Extents, own_extent
from wherefrom.extract.tree.frames import (
    AFTER_NAME,
    BEFORE_ITEM,
    CLOSE,
    OPEN,
    Frame,
    Frames,
    Range,
)
from wherefrom.extract.tree.lines import Lines

_BEFORE_CLAUSE = {
    TokenType.ON, TokenType.WHERE, TokenType.HAVING, TokenType.QUALIFY, TokenType.WHEN, TokenType.THEN,
    TokenType.SET, TokenType.COMMA, TokenType.CONNECT_BY, TokenType.START_WITH,
}  # fmt: skip
# Members of an enumeration are slow to look up, and these are asked for at every token.
_CASE, _END, _BETWEEN, _AND = TokenType.CASE, TokenType.END, TokenType.BETWEEN, TokenType.AND
_BRANCHES = frozenset({TokenType.WHEN, TokenType.THEN, TokenType.ELSE, TokenType.END})


class Places:
    """Places of one statement's tree nodes, from its tokens."""

    def __init__(self, text: str, lines: Lines, tokens: Sequence[Token]) -> None:
        self.text = text
        self.lines = lines
        self.tokens = tokens
        self._starts = [token.start for token in tokens]
        self.whole: Range = (0, len(tokens) - 1)
        self.kinds = [token.token_type for token in tokens]
        self._frames = Frames(tokens, self.kinds)
        self._match = self._frames.match
        self._extent = Extents(tokens, self.kinds, self._starts, self._match).of

    def span(self, found: Range) -> Span:
        """Return the span of a token range."""
        return self.lines.span(self.tokens[found[0]].start, self.tokens[found[1]].end + 1)

    def slice(self, found: Range) -> str:
        """Return the text of a token range, as written."""
        return self.text[self.tokens[found[0]].start : self.tokens[found[1]].end + 1]

    def token_at(self, offset: int) -> int:
        """Return the index of the token that covers an offset."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def of(self, node: exp.Expr, within: Range | None = None) -> Range:
        """Return the smallest balanced range that holds every placed part of a node.

        A node without any placed part has the range ``within``, or the whole statement.
        """
        named = self.named(node)
        if named is not None:
            return named
        low, high = self._extent(node)
        if low < 0:
            return within or self.whole
        return self._balanced(self.token_at(low), self.token_at(high), within or self.whole)

    def named_query(self, name: exp.Expr) -> Range | None:
        """Return ``name [(columns)] [AS] (query)`` to its last bracket; None where the name has no place."""
        low = self.token_at(own_extent(name)[0])
        opening = self._opening(low + 1)
        behind = self._match[opening] + 1
        if opening == low + 1 and self.kinds[behind : behind + 1] == [TokenType.ALIAS]:
            opening = self._opening(behind)
        return (low, self._match[opening]) if opening > low and self._match[opening] > opening else None

    def with_before(self, cte: exp.Expr) -> int:
        """Return the token of the WITH that a CTE is the first of."""
        at = self.of(cte.args["alias"])[0]
        while at and (self.kinds[at - 1] is TokenType.WITH or self.kinds[at - 1] is TokenType.RECURSIVE):
            at -= 1
        return at

    def query_called(self, name: exp.Expr, *, listed: bool) -> Range | None:
        """Return ``(query) [AS] name [(columns)]`` from its first bracket; None where the name has no place."""
        at = self.token_at(own_extent(name)[0])
        closing = at - 2 if at and self.kinds[at - 1] is TokenType.ALIAS else at - 1
        if closing < 1 or self.kinds[closing] is not TokenType.R_PAREN:
            return None
        return self._match[closing], self._match[at + 1] if listed else at

    def _opening(self, start: int) -> int:
        """Return the first opening round bracket from a token on; -1 if there is none."""
        try:
            return self.kinds.index(TokenType.L_PAREN, start)
        except ValueError:
            return -1

    def reach(self, query: exp.Expr, first: int) -> int:
        """Return the last token of a query that begins with one; what its WITH holds lies before its end."""
        parts = [value for key, value in query.args.items() if key != "with_"]
        listed = (part for value in parts for part in (value if isinstance(value, list) else [value]))
        last = max(self._extent(part)[1] for part in listed if isinstance(part, exp.Expr))
        return self._balanced(first, max(self.token_at(last), first), self.whole)[1]

    def start(self, node: exp.Expr) -> int:
        """Return the offset of a node's first placed part; -1 where it has none."""
        return self._extent(node)[0]

    def named(self, node: exp.Expr) -> Range | None:
        """Return the tokens of a literal, a name or a plain column, the most frequent nodes; None for any other."""
        first = node
        if type(node) is exp.Identifier:
            low, high = own_extent(node)
            at = bisect_right(self._starts, low) - 1
            return (at, at) if low >= 0 and high <= self.tokens[at].end else None
        if type(node) is exp.Column:
            args = node.args
            node = args["this"]
            if type(node) is not exp.Identifier:
                return None
            first = args.get("catalog") or args.get("db") or args.get("table") or node
        elif type(node) is not exp.Literal:
            return None
        last, start = node._meta, first._meta  # noqa: SLF001  # the property gives every node a dictionary
        if not last or not start or "start" not in last or "start" not in start:
            return None
        at = bisect_right(self._starts, last["start"]) - 1
        return (at, at) if first is node else (bisect_right(self._starts, start["start"]) - 1, at)

    def listed(self, nodes: Sequence[exp.Expr]) -> Range | None:
        """Return what stands in the brackets of a list of values: behind VALUES, ``=``, or another such list.

        None where none of the values is placed.
        """
        placed = next((found for node in nodes if (found := self.of(node, (-1, -1)))[0] >= 0), None)
        around = self._around(placed[0]) if placed is not None else None
        while around is not None and not self._is_list(around, len(nodes)):
            around = self._around(around[0] - 1)
        return around

    def _is_list(self, inside: Range, width: int) -> bool:
        opening = inside[0] - 1
        if opening < 1:
            return False
        before = self.tokens[opening - 1]
        if before.token_type is TokenType.COMMA:
            behind = opening > 1 and self.tokens[opening - 2].token_type in CLOSE
        else:
            behind = before.token_type is TokenType.EQ or is_values(before)
        if not behind:
            return False
        return len(self.divide(inside, TokenType.COMMA)) == width

    def _around(self, index: int) -> Range | None:
        """Return what stands in the innermost brackets around a token; None if there are none."""
        low = index
        while low > self.whole[0]:
            low -= 1
            if self.tokens[low].token_type in CLOSE and self._match[low] >= 0:
                low = self._match[low]
            elif self.tokens[low].token_type in OPEN and self._match[low] > index:
                return low + 1, self._match[low] - 1
        return None

    def rows(self, rows: list[list[exp.Expr]]) -> list[Range | None]:
        """Return what stands in the brackets of every row of VALUES; a row may hold no placed part."""
        found: list[Range | None] = [None] * len(rows)
        base = next((at for at, row in enumerate(rows) if any(self.start(cell) >= 0 for cell in row)), 0)
        inside = self.listed(rows[base]) if rows else None
        if inside is not None:
            opening = inside[0] - 1
        else:
            opening = next((at + 1 for at, token in enumerate(self.tokens) if is_values(token)), -1)
        for first, step in ((base, 1), (base - 1, -1)):
            at, here = first, opening if step > 0 else self._next_row(opening, step)
            while 0 <= at < len(rows) and here >= 0:
                found[at] = (here + 1, self._match[here] - 1)
                here, at = self._next_row(here, step), at + step
        return found

    def _next_row(self, opening: int, step: int) -> int:
        """Return the opening bracket of the row after or before one; -1 if there is none."""
        comma = self._match[opening] + 1 if step > 0 else opening - 1
        if not 0 < comma < len(self.tokens) - 1 or self.tokens[comma].token_type is not TokenType.COMMA:
            return -1
        if step > 0:
            return comma + 1 if self.tokens[comma + 1].token_type in OPEN else -1
        return self._match[comma - 1] if self.tokens[comma - 1].token_type in CLOSE else -1

    def frame(self, select: exp.Expr) -> Frame | None:
        """Return the frame of a SELECT; None if nothing in it carries a place."""
        for key in ("expressions", "from_", "where", "group", "joins", "distinct"):
            value = select.args.get(key)
            for part in value if isinstance(value, list) else [value]:
                if not isinstance(part, exp.Expr):
                    continue
                for node in part.walk(prune=lambda n: isinstance(n, exp.Query)):
                    start, _ = own_extent(node)
                    if start < 0 or isinstance(node, exp.Query):
                        continue
                    around = self._frames.around(self.token_at(start))
                    if around is not None:
                        return around
        return None

    def inside(self, at: int) -> Range:
        """Return what stands in the innermost brackets around a token; the whole statement where there are none."""
        return self._around(at) or self.whole

    def window(self, named: exp.Expr) -> Range:
        """Return ``name AS ( … )`` of a WINDOW clause."""
        at = self.of(named.this)[0]
        return at, max(self._match[at + 2], at) if at + 2 <= self.whole[1] else at

    def closing(self, at: int) -> int:
        """Return the bracket that closes the one at a token; the token itself where it opens none."""
        return max(self._match[at], at) if at <= self.whole[1] else self.whole[1]

    def keyword(self, found: Range) -> Range:
        """Return the one NULL, TRUE or FALSE in a range, of which the parser keeps no place; the range where it is not one."""
        places = [at for at in range(found[0], found[1] + 1) if self.kinds[at] in KEYWORD_LITERALS]
        return (places[0], places[0]) if len(places) == 1 else found

    def is_literal(self, found: Range) -> bool:
        """Whether a range is one literal and nothing else."""
        return is_literal(self.kinds[found[0] : found[1] + 1])

    def is_call(self, found: Range) -> bool:
        """Whether a range is ``NAME ( … )`` and nothing else."""
        low, high = found
        return high > low + 1 and self._match[high] == low + 1

    def clause(self, node: exp.Expr) -> Range:
        """Return a whole condition that no frame holds: ON, WHERE and WHEN … AND of changing statements.

        From its placed parts to the words around it: a bare variable, NULL or a call may begin or end it.
        """
        low, high = self.of(node)
        while low > self.whole[0] and not self._begins_clause(low - 1):
            low = self._before(low)
        return low, self._until(high + 1)

    def assigned(self, name: exp.Expr, value: exp.Expr) -> Range:
        """Return the value of ``name = value`` in a SET list: from the sign to the next comma or clause."""
        if not any("start" in part.meta for part in name.walk()):
            return self.of(value)
        sign = self.of(name)[1] + 1
        if sign + 1 > self.whole[1] or self.tokens[sign].token_type not in (TokenType.EQ, TokenType.COLON_EQ):
            return self.of(value)
        return sign + 1, self._until(sign + 1, TokenType.COMMA)

    def _before(self, index: int) -> int:
        """Return the token before one, over whole brackets."""
        before = index - 1
        if self.tokens[before].token_type in CLOSE and self._match[before] >= 0:
            return self._match[before]
        return before

    def _begins_clause(self, index: int) -> bool:
        token = self.tokens[index]
        if token.token_type in OPEN:
            return True
        if token.token_type is TokenType.AND:
            return self.tokens[index - 1].text.upper() in ("MATCHED", "TARGET", "SOURCE")
        return token.token_type in _BEFORE_CLAUSE

    def _until(self, start: int, *stops: TokenType) -> int:
        """Return the last token before a clause begins, a bracket closes, or one of ``stops``."""
        index, cases = start, 0
        while index <= self.whole[1]:
            kind = self.tokens[index].token_type
            if kind in OPEN and self._match[index] > index:
                index = self._match[index]
            elif kind is TokenType.CASE:
                cases += 1
            elif kind is TokenType.END and cases:
                cases -= 1
            elif not cases and (kind in CLOSE or kind in stops or ends_clause(self.tokens, index)):
                break
            index += 1
        return index - 1

    def item(self, found: Range) -> Range:
        """Return a projection's range without TOP, ALL, DISTINCT ON or AS STRUCT before it."""
        low, high = found
        while low < high:
            word = self.tokens[low].text.upper()
            following = self.tokens[low + 1]
            if word == "TOP" and following.token_type in (TokenType.L_PAREN, TokenType.NUMBER):
                low = max(self._match[low + 1], low + 1) + 1
            elif word == "ON" and following.token_type is TokenType.L_PAREN:
                low = self._match[low + 1] + 1
            elif word in BEFORE_ITEM and following.token_type not in AFTER_NAME:
                low += 1
            elif word == "AS" or (word == "WITH" and following.text.upper() == "TIES"):
                low += 2
            else:
                break
        return min(low, high), high

    def strip(self, found: Range) -> Range:
        """Return a range without the brackets that enclose all of it."""
        low, high = found
        while high > low + 1 and self._match[low] == high and self.tokens[low].token_type in OPEN:
            low, high = low + 1, high - 1
        return low, high

    def back_to(self, word: str, found: Range) -> Range:
        """Return a range that begins at the last such word up to its own beginning; as it is without one."""
        for index in range(found[0], -1, -1):
            if self.tokens[index].text.upper() == word:
                return self._balanced(index, found[1], self.whole)
        return found

    def arguments(self, found: Range) -> list[Range]:
        """Return the argument ranges of a call."""
        low, high = found
        return self.divide((low + 2, high - 1), TokenType.COMMA) if high > low + 2 else []

    def divide(self, found: Range, at: TokenType) -> list[Range]:
        """Divide a range at one kind of token outside brackets and CASE; BETWEEN keeps its AND."""
        pieces: list[Range] = []
        low, index, cases, betweens = found[0], found[0], 0, 0
        while index <= found[1]:
            kind = self.tokens[index].token_type
            if kind in OPEN and index < self._match[index] <= found[1]:
                index = self._match[index]
            elif kind is _CASE:
                cases += 1
            elif kind is _END:
                cases -= 1
            elif kind is _BETWEEN and not cases:
                betweens += 1
            elif kind is _AND and betweens and not cases:
                betweens -= 1
            elif kind is at and cases <= 0:
                pieces.append((low, index - 1))
                low = index + 1
            index += 1
        pieces.append((low, found[1]))
        return [piece for piece in pieces if piece[0] <= piece[1]]

    def case_parts(self, found: Range) -> list[tuple[TokenType, Range]]:
        """Return ``(keyword, range)`` for CASE, WHEN, THEN, ELSE of the first CASE in a range."""
        index = found[0]
        while index <= found[1] and self.tokens[index].token_type is not _CASE:
            index += 1
        parts: list[tuple[TokenType, Range]] = []
        word, low, nested = TokenType.CASE, index + 1, 0
        index += 1
        while index <= found[1]:
            kind = self.tokens[index].token_type
            if kind in OPEN and self._match[index] > index:
                index = self._match[index]
            elif kind is _CASE:
                nested += 1
            elif kind is _END and nested:
                nested -= 1
            elif not nested and kind in _BRANCHES:
                if low < index:
                    parts.append((word, (low, index - 1)))
                word, low = kind, index + 1
                if kind is _END:
                    break
            index += 1
        return parts

    def _balanced(self, low: int, high: int, within: Range) -> Range:
        index = low
        while index <= high:
            other = self._match[index]
            if high < other <= within[1]:
                high = other
            elif 0 <= other < low and other >= within[0]:
                low = other
            index += 1
        return low, high
