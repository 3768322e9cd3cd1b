"""From which offset to which the text of a tree node reaches.

Only identifiers, literals, stars and functions carry positions in the tree, a function that of its name. What
stands around the placed parts of other nodes, CASE … END, CAST( … AS t), NOT, IS NULL, is found in the tokens.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.tree.frames import CLOSE, OPEN

_LEAVES = frozenset({exp.Identifier, exp.Literal, exp.Null, exp.Boolean})
"""Nodes without placed parts of their own."""

_CASE, _END = TokenType.CASE, TokenType.END
_SIGNS: dict[type[exp.Expr], str] = {exp.Not: "NOT", exp.Neg: "-", exp.BitwiseNot: "~"}
KEYWORD_LITERALS = frozenset({TokenType.NULL, TokenType.TRUE, TokenType.FALSE})
_QUERIES = frozenset({TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN, TokenType.VALUES})
"""What a query in brackets begins with."""
_FARTHEST = 4
"""Tokens from an operand to the NULL it is compared with: ``IS DISTINCT FROM NULL``."""
_DATED = frozenset({"DATE", "TIME", "TIMESTAMP", "DATETIME", "TIMESTAMPTZ", "JSON", "NUMERIC", "BIGNUMERIC"})
"""Words before a literal of their type."""
_CALLED: dict[type[exp.Expr], tuple[str, ...]] = {
    exp.If: ("IFF",),
    exp.Cast: ("CONVERT", "PARSE", "SAFE_CAST"),
    exp.TryCast: ("CAST", "SAFE_CAST", "CONVERT", "TRY_CONVERT", "PARSE", "TRY_PARSE"),
    exp.Trim: ("LTRIM", "RTRIM", "BTRIM"),
    exp.Substring: ("MID",),
    exp.StrPosition: ("POSITION", "INSTR", "STRPOS", "LOCATE", "CHARINDEX"),
    exp.GroupConcat: ("STRING_AGG", "LISTAGG"),
    exp.DecodeCase: ("DECODE",),
}  # fmt: skip
"""How a function may be written beside the names that the parser has for it."""

_ANGLES = {TokenType.LT: 1, TokenType.GT: -1}

Within = tuple[int, int]
"""First and last token of a piece, both included."""


def own_extent(node: exp.Expr) -> tuple[int, int]:
    """Return the first and last offset of what the parser placed of a node itself; -1 where it did not."""
    meta = node._meta  # noqa: SLF001  # asking for the property gives every node a dictionary
    if not meta or "start" not in meta:
        return -1, -1
    start, end = meta["start"], meta["end"]
    return start, start if end is None else end  # None: joined by the parser from several tokens


class Extents:
    """The extents of one statement's nodes."""

    def __init__(
        self, tokens: Sequence[Token], kinds: Sequence[TokenType], starts: Sequence[int], match: Sequence[int]
    ) -> None:
        self.tokens = tokens
        self.kinds = kinds
        self._starts = starts
        self._match = match
        self._known: dict[int, tuple[exp.Expr, int, int]] = {}
        self._around: list[int] | None = None
        self._cases: list[int] | None = None

    def of(self, node: exp.Expr) -> tuple[int, int]:
        """Return the first and last offset of a node; -1 where none of its parts has a place.

        Every node is met once by each of the readers around it, so what was found is kept.
        """
        kind = type(node)
        if kind in _LEAVES:
            return own_extent(node)
        known = self._known.get(id(node))
        if known is not None and known[0] is node:
            return known[1], known[2]
        low, high = self._placed(node)
        whole = _WHOLE[kind]
        if whole is not None and low >= 0:
            low, high = self._reaching(whole, node, low, high)
        self._known[id(node)] = (node, low, high)
        return low, high

    def _placed(self, node: exp.Expr) -> tuple[int, int]:  # the hottest of all loops
        """Return the first and last offset of a node's placed parts."""
        low, high = own_extent(node)
        for key, value in node.args.items():
            if key == "hint":  # the parser reads it as a text of its own
                continue
            if isinstance(value, exp.Expr):
                parts: Sequence[object] = (value,)
            elif isinstance(value, list) and type(node) is not exp.Column:
                parts = value
            else:
                continue
            for part in parts:
                if isinstance(part, exp.Expr):
                    first, last = own_extent(part) if type(part) in _LEAVES else self.of(part)
                    if first >= 0:
                        low = first if low < 0 or first < low else low
                        high = last if last > high else high  # max() is slower, and this is met everywhere
        return low, high

    def _reaching(self, whole: Whole, node: exp.Expr, low: int, high: int) -> tuple[int, int]:
        """Return the offsets of all that a node is written with."""
        first, last = bisect_right(self._starts, low) - 1, bisect_right(self._starts, high) - 1
        if first < 0:
            return low, high
        begin, end = whole(self, node, (first, last))
        if begin < first:
            low = self.tokens[begin].start
        if end > last:
            high = self.tokens[end].end
        return low, high

    def case(self, node: exp.Expr, within: Within) -> Within:  # noqa: ARG002  # one signature for all
        """CASE … END: the innermost that holds all of its placed parts."""
        at = self._case_around()[within[0]]
        while at >= 0 and self._case_end(at) < within[1]:
            at = self._case_around()[at]
        return (at, self._case_end(at)) if at >= 0 else within

    def call(self, node: exp.Expr, within: Within) -> Within:
        """``NAME ( … )``: the brackets behind a placed name, or those around what stands in them."""
        first, last = within
        if own_extent(node)[0] >= 0:
            behind = first + 1
            opens = behind < len(self.kinds) and self.kinds[behind] is TokenType.L_PAREN
            return first, max(last, self._match[behind]) if opens else last
        names = {*type(node).sql_names(), *_CALLED.get(type(node), ())}  # type: ignore[attr-defined]  # functions have names
        opening = self._bracket_around(within)
        while opening > 0 and self.tokens[opening - 1].text.upper() not in names:
            if self.kinds[opening] is not TokenType.L_PAREN or self._is_word(opening - 1):
                return within
            opening = self._brackets_around()[opening]
        return (opening - 1, self._match[opening]) if opening > 0 else within

    def cast(self, node: exp.Expr, within: Within) -> Within:
        """``CAST(x AS t)``, ``x::t`` and ``DATE 'x'``."""
        called = self.call(node, within)
        if called != within:
            return called
        first, last = within
        behind = last + 1
        if behind + 1 < len(self.kinds) and self.kinds[behind] is TokenType.DCOLON:
            end = behind + 1
            while self._opens(end + 1) or (
                end + 2 < len(self.kinds) and self.kinds[end + 1] is TokenType.DOT
            ):
                end = self._match[end + 1] if self._opens(end + 1) else end + 2
            return first, end
        if isinstance(node.this, (exp.Struct, exp.Array)):
            return self.typed(within)
        dated = (
            isinstance(node.this, exp.Literal) and first > 0 and self.tokens[first - 1].text.upper() in _DATED
        )
        return (first - 1, last) if dated else within

    def typed(self, within: Within) -> Within:
        """``STRUCT<a INT64>(1)`` and ``ARRAY<INT64>[1]``: the word nearest before whose brackets reach to the end."""
        for at in range(within[0], -1, -1):
            if self.tokens[at].text.upper() in ("STRUCT", "ARRAY"):
                end = self._typed_end(at)
                if end >= within[1]:
                    return at, end
        return within

    def _typed_end(self, word: int) -> int:
        """Return the bracket that closes the values behind a type's angle brackets; -1 where there are none."""
        at, depth = word + 1, 0
        while at < len(self.kinds):
            depth += _ANGLES.get(self.kinds[at], 0)
            if depth <= 0:
                break
            at += 1
        return self._match[at + 1] if at > word + 1 and self._opens(at + 1) else -1

    def interval(self, node: exp.Expr, within: Within) -> Within:
        """``INTERVAL '1' DAY``."""
        first, last = within
        if first < 1 or self.tokens[first - 1].text.upper() != "INTERVAL":
            return within
        unit, behind = node.args.get("unit"), last + 1
        if not isinstance(unit, exp.Var) or behind >= len(self.tokens):
            return first - 1, last
        if self.tokens[behind].text.upper().rstrip("S") == unit.name.upper().rstrip("S"):
            return first - 1, behind
        return first - 1, last

    def bracketed(self, node: exp.Expr, within: Within) -> Within:  # noqa: ARG002
        """``( … )``."""
        opening = self._bracket_around(within)
        return (opening, self._match[opening]) if opening >= 0 and opening == within[0] - 1 else within

    def array(self, node: exp.Expr, within: Within) -> Within:
        """``[ … ]``, ``ARRAY[ … ]`` and ``ARRAY( … )``."""
        opening = self._bracket_around(within)
        if opening < 0 or opening != within[0] - 1 or self.kinds[opening] is not TokenType.L_BRACKET:
            return self.call(node, within)
        named = opening > 0 and self.tokens[opening - 1].text.upper() == "ARRAY"
        return opening - named, self._match[opening]

    def query(self, node: exp.Expr, within: Within) -> Within:  # noqa: ARG002
        """``(SELECT … )``: nothing of a SELECT is placed before its first column."""
        opening = self._bracket_around(within)
        begins = opening >= 0 and self.kinds[opening + 1] in _QUERIES
        return (opening, max(self._match[opening], within[1])) if begins else within

    def signed(self, node: exp.Expr, within: Within) -> Within:
        """``NOT x``, ``-x``."""
        before = within[0] - 1
        sign = before >= 0 and self.tokens[before].text.upper() == _SIGNS[type(node)]
        return (before, within[1]) if sign else within

    def compared(self, node: exp.Expr, within: Within) -> Within:
        """``x IS NULL``, ``x = TRUE``: the parser keeps no place of a NULL, TRUE or FALSE."""
        first, last = within
        if isinstance(node.args.get("expression"), (exp.Null, exp.Boolean)):
            end = self._keyword(range(last + 1, min(last + 1 + _FARTHEST, len(self.kinds))))
            last = end if end >= 0 else last
        if isinstance(node.this, (exp.Null, exp.Boolean)):
            begin = self._keyword(range(first - 1, max(first - 1 - _FARTHEST, -1), -1))
            first = begin if begin >= 0 else first
        return first, last

    def over(self, node: exp.Expr, within: Within) -> Within:  # noqa: ARG002
        """``f(x) OVER w`` and ``f(x) OVER ()``."""
        for at in range(within[1] + 1, min(within[1] + 1 + _FARTHEST, len(self.tokens) - 1)):
            if self.tokens[at].text.upper() == "OVER":
                return within[0], self._match[at + 1] if self._opens(at + 1) else at + 1
            if self.kinds[at] in OPEN or self.kinds[at] in CLOSE:
                break
        return within

    def _keyword(self, places: Sequence[int]) -> int:
        """Return the first NULL, TRUE or FALSE; -1 where a bracket or a comma comes first."""
        for at in places:
            kind = self.kinds[at]
            if kind in KEYWORD_LITERALS:
                return at
            if kind in OPEN or kind in CLOSE or kind is TokenType.COMMA:
                break
        return -1

    def _opens(self, at: int) -> bool:
        return at < len(self.kinds) and self.kinds[at] in OPEN and self._match[at] > at

    def _is_word(self, at: int) -> bool:
        """Whether a bracket behind a token may be a call's."""
        return self.tokens[at].text[-1:].isalnum()

    def _bracket_around(self, within: Within) -> int:
        """Return the opening bracket that a piece stands in; -1 for none."""
        return self._brackets_around()[within[0]]

    def _brackets_around(self) -> list[int]:
        """Return for every token the innermost opening bracket around it; -1 for none."""
        if self._around is None:
            self._around = []
            opened: list[int] = []
            for at, other in enumerate(self._match):
                if 0 <= other < at and opened and opened[-1] == other:
                    opened.pop()
                self._around.append(opened[-1] if opened else -1)
                if other > at:
                    opened.append(at)
        return self._around

    def _case_around(self) -> list[int]:
        """Return for every token the innermost CASE around it that an END closes; -1 for none."""
        if self._cases is None:
            self._cases = []
            self._ends: dict[int, int] = {}
            opened: list[int] = []
            for at, kind in enumerate(self.kinds):
                closed = opened.pop() if kind is _END and opened else -1
                if closed >= 0:
                    self._ends[closed] = at
                self._cases.append(opened[-1] if opened else -1)
                if kind is _CASE:
                    opened.append(at)
        return self._cases

    def _case_end(self, at: int) -> int:
        return self._ends.get(at, -1)


Whole = Callable[[Extents, exp.Expr, Within], Within]

_WRITTEN: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Whole], ...] = (
    (exp.Case, Extents.case),
    (exp.Cast, Extents.cast),
    (exp.Interval, Extents.interval),
    ((exp.Paren, exp.Tuple), Extents.bracketed),
    (exp.Array, Extents.array),
    (exp.Subquery, Extents.query),
    (tuple(_SIGNS), Extents.signed),
    (exp.Window, Extents.over),
    (exp.Binary, Extents.compared),
    (exp.Func, Extents.call),
)


class _Wholes(dict[type, Whole | None]):
    """By class, how to find what a node is written with beyond its placed parts; None where that is nothing."""

    def __missing__(self, kind: type) -> Whole | None:
        found = next((whole for kinds, whole in _WRITTEN if issubclass(kind, kinds)), None)
        self[kind] = None if issubclass(kind, exp.Dot) else found
        return self[kind]


_WHOLE = _Wholes()
