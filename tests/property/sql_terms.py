"""Expressions over what is in scope."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.property.sql import Choices, Style
from tests.property.sql_scopes import Scope, reference

Subquery = Callable[[Scope, str, str], str]
"""``(scope around it, form, type)`` to the text of a subquery in brackets; empty where none can be made."""

COMPARISONS = ("<>", ">=", "<=", "<>", "=", "<", ">")
BOUNDS = ("<= 2", ">= 1", "<> 1", "< 3", "> 1", "= 2")
"""What a number of rows, a rank or a sum is held against."""
AGGREGATES = {
    "int": (
        "SUM({0})",
        "MAX({0})",
        "COUNT(NULLIF({0}, {1}))",
        "MIN({0})",
        "COUNT(*)",
        "SUM({0})",
        "MAX({0})",
        "COUNT(DISTINCT {0})",
    ),
    "text": ("MAX({0})", "MIN({0})", "MAX({0})", "STRING_AGG({0}, '-' ORDER BY {0})"),
    "bool": ("BOOL_OR({0})", "BOOL_AND({0})"),
}
CHARACTER = "CHR(97 + CAST(ABS({0}) % 4 AS INTEGER))"
"""A number as text that joins with the text of base tables."""
CONVERSIONS = {
    "int": (("text", "(ASCII({0}) % 5)"), ("bool", "CAST({0} AS INTEGER)")),
    "text": (("int", CHARACTER), ("bool", "CAST({0} AS VARCHAR)")),
    "bool": (("int", "({0} > 1)"), ("text", "({0} >= 'b')")),
}
"""How a column of another type stands in for one that is not there."""


class Terms:
    """Draws expressions."""

    def __init__(self, choices: Choices, style: Style, subquery: Subquery) -> None:
        self.choices = choices
        self.style = style
        self.subquery = subquery

    def column(self, scope: Scope, kind: str) -> str:
        """Return a column of the type, or one converted to it; a constant where there is no column at all."""
        found = reference(self.choices, self.style, scope, kind)
        if found:
            return found
        for other, form in CONVERSIONS[kind]:
            if found := reference(self.choices, self.style, scope, other):
                return form.format(found)
        return self.constant(kind)

    def constant(self, kind: str) -> str:
        """Return a literal."""
        if kind == "int":
            return self.choices.one(("1", "0", "2", "3"))
        return self.choices.one(("'a'", "'b'", "'c'") if kind == "text" else ("TRUE", "FALSE"))

    def value(self, scope: Scope, kind: str, depth: int = 2) -> str:
        """Return an expression of a type; mostly a column."""
        if depth <= 0 or not self.choices.chance(36):
            return self.column(scope, kind)
        if self.choices.chance(15):
            return self.subquery(scope, "scalar", kind) or self.column(scope, kind)
        if self.choices.chance(45):
            return self._conditional(scope, kind, depth - 1)
        if kind == "int":
            return self._number(scope, depth - 1)
        return self._text(scope, depth - 1) if kind == "text" else self.condition(scope, depth - 1)

    def _number(self, scope: Scope, depth: int) -> str:
        value, choices = self.value, self.choices
        form = choices.pick(7)
        if form == 0:
            one, two = value(scope, "int", depth), value(scope, "int", depth)
            return f"({one} {choices.one(('+', '+', '*') if one == two else ('+', '-', '*'))} {two})"
        if form == 1:
            return f"(ASCII({value(scope, 'text', depth)}) % 5)"
        if form == 2:
            return f"CAST({self.condition(scope, depth)} AS INTEGER)"
        if form == 3:
            word = choices.one(("GREATEST", "LEAST"))
            return f"{word}({value(scope, 'int', depth)}, {value(scope, 'int', depth)})"
        if form == 4:
            return f"(3 - {value(scope, 'int', depth)})"
        if form == 5:
            return f"ABS({value(scope, 'int', depth)})"
        return f"({value(scope, 'int', depth)} % 3)"

    def _text(self, scope: Scope, depth: int) -> str:
        form = self.choices.pick(4)
        if form == 0:
            return f"({self.value(scope, 'text', depth)} || {self.value(scope, 'text', depth)})"
        if form == 1:
            return f"LOWER({self.value(scope, 'text', depth)})"
        if form == 2:
            return CHARACTER.format(self.value(scope, "int", depth))
        return f"CONCAT({self.value(scope, 'text', depth)}, {self.value(scope, 'int', depth)})"

    def _conditional(self, scope: Scope, kind: str, depth: int) -> str:
        choices = self.choices
        one, two = self.value(scope, kind, depth), self.value(scope, kind, depth)
        form = choices.pick(6)
        if form == 0:
            if one == two:
                return f"COALESCE({one}, {self.constant(kind)})"
            return f"COALESCE(NULLIF({one}, {self.constant(kind)}), {two})"
        if form == 1:
            return f"NULLIF({one}, {two if choices.chance(40) and two != one else self.constant(kind)})"
        if form == 2:
            operand, against = self.value(scope, "int", depth), self.constant("int")
            return f"CASE {operand} WHEN {against} THEN {one} ELSE {two} END"
        test = self.condition(scope, depth)
        if form == 3:
            return f"CASE WHEN {test} THEN {one} END"
        if form == 4:
            return f"IF({test}, {one}, {two})"
        return f"CASE WHEN {test} THEN {one} ELSE {two} END"

    def condition(self, scope: Scope, depth: int = 2) -> str:
        """Return a condition."""
        choices = self.choices
        form = choices.pick(11 if depth > 0 else 5)
        if form <= 1:
            kind = choices.one(("int", "int", "text"))
            operand = self.value(scope, kind, depth - 1)
            return f"{operand} {choices.one(COMPARISONS)} {self._against(scope, kind, operand)}"
        if form == 2:
            operand, word = self.value(scope, "int", depth - 1), choices.one(("NOT NULL",) * 3 + ("NULL",))
            if operand.endswith("id"):  # a key has no NULL
                operand = f"NULLIF({operand}, {self.constant('int')})"
            return f"{operand} IS {word}"
        if form == 3:
            return f"{self.column(scope, 'bool')} IS {choices.one(('NOT FALSE', 'TRUE', 'NOT TRUE'))}"
        if form == 4:
            listed = choices.one(("IN (0, 2, 3)", "NOT IN (1, 5)", "IN (1, 2, 4)"))
            return f"{self.value(scope, 'int', depth - 1)} {listed}"
        if form == 5:
            word = choices.one(("AND", "OR"))
            return f"({self.condition(scope, depth - 1)} {word} {self.condition(scope, depth - 1)})"
        if form == 6:
            return f"NOT ({self.condition(scope, depth - 1)})"
        if form == 7:
            return f"{self.value(scope, 'int', depth - 1)} BETWEEN {self.column(scope, 'int')} - 2 AND 3"
        if form == 8:
            likeness = choices.one(("LIKE '%a%'", "NOT LIKE 'a%'", "LIKE '%b'"))
            return f"{self.value(scope, 'text', depth - 1)} {likeness}"
        return self._subquery_condition(scope, depth)

    def _subquery_condition(self, scope: Scope, depth: int) -> str:
        choices = self.choices
        if choices.chance(50):
            found = self.subquery(scope, "exists", "int")
            return f"{choices.one(('', 'NOT '))}EXISTS {found}" if found else "TRUE"
        operand, found = self.value(scope, "int", depth - 1), self.subquery(scope, "in", "int")
        if not found:
            return f"{operand} > 0"
        return f"{operand} {choices.one(('IN', 'NOT IN', '= ANY', '>= ALL'))} {found}"

    def _against(self, scope: Scope, kind: str, operand: str) -> str:
        other = self.column(scope, kind) if self.choices.chance(40) else operand
        return other if other != operand else self.constant(kind)

    def aggregate(self, scope: Scope, kind: str) -> str:
        """Return an aggregate of a type."""
        choices = self.choices
        form = choices.one(AGGREGATES[kind])
        inner = self.plain(scope, kind)
        if "COUNT(" in form and re.search(r"\bid\b", inner):
            form = "SUM({0})"
        text = form.format(inner, self.constant(kind))
        if choices.chance(12):
            test = f"{self.plain(scope, 'int')} {choices.one(COMPARISONS)} {self.constant('int')}"
            return f"{text} FILTER (WHERE {test})" if self.style.conditions else text
        return text

    def plain(self, scope: Scope, kind: str) -> str:
        """Return a column or a little arithmetic, without any subquery."""
        one = self.column(scope, kind)
        if kind == "int" and self.choices.chance(30):
            two = self.column(scope, "int")
            return f"({one} + {two if two != one else self.constant(kind)})"
        if self.choices.chance(20):
            test = f"{self.column(scope, 'int')} {self.choices.one(COMPARISONS)} {self.constant('int')}"
            return f"CASE WHEN {test} THEN {one} ELSE {self.column(scope, kind)} END"
        return one

    def window(self, scope: Scope, kind: str, named: str = "") -> str:
        """Return a window function of a type; over the named window where one is given."""
        choices, key = self.choices, scope.key()
        over = f"OVER {named}" if named else f"OVER ({self.window_of(scope)})"
        form = choices.pick(4 if key else 2) if scope.references("int") else 0
        if form == 0:
            inner = choices.one(AGGREGATES[kind][:2] if kind != "int" else AGGREGATES[kind][:4])
            text = f"{inner.format(self.plain(scope, kind), self.constant(kind))} {over}"
        elif form == 1:
            if kind == "int":
                text = (
                    f"{choices.one(('RANK()', 'DENSE_RANK()'))} OVER ({self.window_of(scope, ordered=True)})"
                )
            else:
                text = f"MAX({self.plain(scope, kind)}) {over}"
        else:
            parts = f"PARTITION BY {self.plain(scope, 'int')} " if choices.chance(50) else ""
            first = f"{self.column(scope, 'int')}{choices.one(('', ' DESC'))}, " if choices.chance(60) else ""
            order = f"OVER ({parts}ORDER BY {first}{key})"
            if form == 2 and kind == "int":
                text = f"ROW_NUMBER() {order}"
            else:
                word = choices.one(("LAG({0})", "LEAD({0}, 1, {1})", "FIRST_VALUE({0})"))
                text = f"{word.format(self.plain(scope, kind), self.column(scope, kind))} {order}"
        return text

    def window_of(self, scope: Scope, *, ordered: bool = False) -> str:
        """Return the inside of an OVER whose result does not depend on how ties are ordered."""
        choices = self.choices
        parts = (
            f"PARTITION BY {self.column(scope, choices.one(('int', 'text')))}" if choices.chance(60) else ""
        )
        if scope.references("int") and (ordered or choices.chance(40)):
            parts += f" ORDER BY {self.column(scope, 'int')}{choices.one(('', ' DESC'))}"
        return parts.strip()
