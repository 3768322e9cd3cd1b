"""Whole queries: SELECT, set operations, CTEs, subqueries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.property.sql import TYPES, Choices, Column, Definition, Relation, Statement, Style, with_clause
from tests.property.sql_from import From
from tests.property.sql_scopes import Scope
from tests.property.sql_terms import BOUNDS, Terms

SET_WORDS = ("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "UNION ALL", "EXCEPT ALL", "INTERSECT ALL")


@dataclass(frozen=True, slots=True)
class Query:
    """A query expression.

    Attributes:
        text: It, without brackets.
        columns: What it gives.
        rows: About how many rows.
        key: The output column that tells rows apart; empty if none does.
    """

    text: str
    columns: tuple[Column, ...]
    rows: int
    key: str = ""


def statement(choices: Choices, tables: Sequence[Relation], style: Style | None = None) -> Statement:
    """Return a whole statement over base tables."""
    return Maker(choices, tuple(tables), style or Style()).statement()


class Maker:
    """Draws one statement."""

    def __init__(self, choices: Choices, tables: tuple[Relation, ...], style: Style) -> None:
        self.choices = choices
        self.tables = tables
        self.style = style
        self.terms = Terms(choices, style, self.subquery)
        self.sources = From(self)
        self.visible: list[tuple[Relation, Definition]] = []
        self.deduplicating: list[str] = []
        self.count = 0
        self.inside = 0

    def statement(self) -> Statement:
        """Return the statement."""
        self._define(self.choices.one((0, 0, 0, 0, 1, 1, 1, 2)))
        body = self.query(None, self.choices.one((1, 1, 2)))
        definitions = tuple(definition for _, definition in self.visible)
        return Statement(definitions, body.text, body.columns, tuple(self.deduplicating))

    def fresh(self, letter: str) -> str:
        """Return a name nothing else has."""
        self.count += 1
        return f"{self.style.prefix}{letter}{self.count}"

    def _define(self, count: int) -> None:
        """Add CTEs to what is visible."""
        recursive = count > 0 and self.choices.chance(12)
        taken = {each.name for each, _ in self.visible}
        for at in range(count):
            if recursive and at == 0:
                self.visible.append(self._recursion())
                continue
            made = self.query(None, 1)
            name = self.fresh("w")
            shadow = self.choices.one(self.tables).name
            if not recursive and self.choices.chance(10) and shadow not in taken:
                name = shadow
                taken.add(name)
            listed, columns = self.column_list(made.columns)
            relation = Relation(name, columns, "" if listed else made.key, made.rows)
            self.visible.append((relation, Definition(name, listed, made.text)))

    def column_list(self, columns: tuple[Column, ...]) -> tuple[str, tuple[Column, ...]]:
        """Return a list of new column names in brackets, or nothing, and the columns it leaves."""
        if not self.choices.chance(20):
            return "", columns
        named = tuple(Column(self.fresh("x"), each.type) for each in columns)
        return f"({', '.join(each.name for each in named)})", named

    def _recursion(self) -> tuple[Relation, Definition]:
        """Return a recursive CTE that counts to three."""
        choices, terms = self.choices, self.terms
        name, again = self.fresh("r"), self.fresh("q")
        level, value = Column(self.fresh("n"), "int"), Column(self.fresh("v"), "int")
        start, first = self.sources.base()
        where = self.only(f" WHERE {terms.condition(start, 0)}") if choices.chance(50) else ""
        seed = f"SELECT 1, {terms.plain(start, 'int')} FROM {first}{where}"
        step, other = self.sources.base()
        joined = step.inputs[0]
        on = choices.one([each.name for each in joined.columns if each.type == "int"])
        step.inputs.insert(0, Relation(again, (level, value)))
        body = (
            f"{seed} UNION ALL SELECT {again}.{level.name} + 1, {terms.plain(step, 'int')} "
            f"FROM {name} AS {again} JOIN {other} ON {joined.name}.{on} = {again}.{value.name} "
            f"WHERE {again}.{level.name} < 3"
        )
        listed = f"({level.name}, {value.name})"
        return Relation(name, (level, value), "", 30), Definition(name, listed, body, recursive=True)

    def query(self, types: tuple[str, ...] | None, depth: int, outer: Scope | None = None) -> Query:
        """Return a query expression.

        Args:
            types: Types it must give; None for whatever comes.
            depth: How many derived tables may stand inside each other in it.
            outer: The scope around it, where it may be correlated.
        """
        if outer is None and self.choices.chance(14):
            return self._set_operation(types, depth)
        return self._select(types, depth, outer)

    def _set_operation(self, types: tuple[str, ...] | None, depth: int) -> Query:
        words = self.choices.one((SET_WORDS[:2], SET_WORDS))
        if types is None and words is SET_WORDS:
            types = (self.choices.one(TYPES[:2]),)
        left = self._select(types, depth, None)
        kinds = tuple(each.type for each in left.columns)
        text, rows = left.text, left.rows
        for _ in range(self.choices.one((1, 1, 2))):
            right = self._select(kinds, depth, None)
            word = self.choices.one(words)
            if word == "UNION" and not self.style.deduplicates:
                word = "UNION ALL"
            if self.style.conditions or word.startswith("UNION"):
                text = f"({text}) {word} ({right.text})"
            rows += right.rows
            if word == "UNION":
                self._deduplicates(text)
        return Query(text, left.columns, rows)

    def _deduplicates(self, text: str) -> None:
        """Remember a scope that gives equal rows once; one inside a condition decides nothing by it."""
        if not self.inside:
            self.deduplicating.append(with_clause([each for _, each in self.visible]) + text)

    def _select(self, types: tuple[str, ...] | None, depth: int, outer: Scope | None) -> Query:
        choices = self.choices
        scope, source = self.sources.source(depth, outer)
        if types is None and choices.chance(10) and (starred := self._star(scope)) is not None:
            items, columns = starred
            return self._rows(scope, source, items, columns)
        kinds = types
        if kinds is None:
            kinds = tuple(choices.one(TYPES[:2] * 3 + TYPES) for _ in range(choices.one((1, 2, 2, 3, 3, 4))))
        if choices.chance(28):
            return self._grouped(scope, source, kinds)
        return self._plain(scope, source, kinds)

    def _star(self, scope: Scope) -> tuple[list[str], tuple[Column, ...]] | None:
        """Return a star, or a star with something left out or replaced, where no name comes twice."""
        choices = self.choices
        if len(scope.inputs) == 1 or not choices.chance(50):
            chosen = scope.inputs[0]
            alone = len(scope.inputs) == 1 and choices.chance(50)
            columns, star = chosen.columns, "*" if alone else f"{chosen.name}.*"
            if scope.merged:
                return None
        else:
            found = [c for each in scope.inputs for c in each.columns]
            if scope.merged or len({each.name for each in found}) < len(found):
                return None
            columns, star = tuple(found), "*"
        form = choices.pick(4)
        if form == 2 and len(columns) > 1:
            left_out = choices.one(columns)
            return [f"{star} EXCLUDE ({left_out.name})"], tuple(each for each in columns if each != left_out)
        if form == 3:
            changed = choices.one(columns)
            return [f"{star} REPLACE ({self.terms.plain(scope, changed.type)} AS {changed.name})"], columns
        return [star], columns

    def _rows(self, scope: Scope, source: str, items: list[str], columns: tuple[Column, ...]) -> Query:
        """Return a SELECT without grouping over given items."""
        where = self._where(scope)
        return Query(f"SELECT {', '.join(items)} FROM {source}{where}", columns, scope.rows)

    def _where(self, scope: Scope) -> str:
        return self.only(f" WHERE {self.terms.condition(scope)}") if self.choices.chance(30) else ""

    def only(self, condition: str) -> str:
        """Return what chooses rows, where that is written."""
        return condition if self.style.conditions else ""

    def _plain(self, scope: Scope, source: str, kinds: tuple[str, ...]) -> Query:
        choices, terms = self.choices, self.terms
        windows, named = choices.chance(18), ""
        if windows and choices.chance(25) and (inside := terms.window_of(scope)):
            named = self.fresh("h")
        texts = [
            terms.window(scope, kind, named) if windows and choices.chance(50) else terms.value(scope, kind)
            for kind in kinds
        ]
        columns = self._named(kinds, scope)
        items = [f"{text} AS {column.name}" for text, column in zip(texts, columns, strict=True)]
        where = self._where(scope)
        tail = f" WINDOW {named} AS ({inside})" if named else ""
        if windows and choices.chance(25):
            tail += self.only(f" QUALIFY {terms.window(scope, 'int')} {choices.one(BOUNDS)}")
        distinct = not windows and scope.outer is None and choices.chance(10)
        select = "SELECT DISTINCT" if distinct and self.style.deduplicates else "SELECT"
        text = f"{select} {', '.join(items)} FROM {source}{where}{tail}"
        if distinct:
            if self.style.deduplicates:
                self._deduplicates(text)
        elif choices.chance(10):
            order = scope.key() or ", ".join(str(at) for at in range(1, len(items) + 1))
            text += self.only(f" ORDER BY {order} LIMIT {1 + choices.pick(5)}")
        return Query(text, columns, scope.rows)

    def _named(self, kinds: Sequence[str], scope: Scope) -> tuple[Column, ...]:
        """Return names for items: new ones, or one of a column in scope, which is what misleads."""
        taken: set[str] = set()
        columns = []
        for kind in kinds:
            name = self.fresh("c")
            inner = [column for _, column in scope.references(kind)]
            if inner and self.choices.chance(35):
                name = self.choices.one(inner)
            if name in taken:
                name = self.fresh("c")
            taken.add(name)
            columns.append(Column(name, kind))
        return tuple(columns)

    def _grouped(self, scope: Scope, source: str, kinds: tuple[str, ...]) -> Query:
        choices, terms = self.choices, self.terms
        keys: list[tuple[str, str]] = []
        for _ in range(choices.one((1, 0, 1, 2))):
            kind = choices.one(("int", "text"))
            if found := terms.plain(scope, kind) if scope.references(kind) else "":
                keys.append((found, kind))
        where = self._where(scope)
        columns = self._named(kinds, scope)
        texts, ordinals = [], {}
        for at, kind in enumerate(kinds, start=1):
            fitting = [text for text, of in keys if of == kind]
            if fitting and choices.chance(50):
                texts.append(choices.one(fitting))
                ordinals[texts[-1]] = at
            else:
                texts.append(self._aggregated(scope, kind))
        items = [f"{text} AS {column.name}" for text, column in zip(texts, columns, strict=True)]
        group = self._group_by([text for text, _ in keys], ordinals)
        if keys and choices.chance(20):
            group += self.only(f" HAVING {terms.aggregate(scope, 'int')} {choices.one(BOUNDS)}")
        rows = max(1, scope.rows // 2) if keys else 1
        return Query(f"SELECT {', '.join(items)} FROM {source}{where}{group}", columns, rows)

    def _aggregated(self, scope: Scope, kind: str) -> str:
        text = self.terms.aggregate(scope, kind)
        if text.startswith("SUM") and self.choices.chance(60):
            text = f"({text} % 5)"
        if kind == "int" and self.choices.chance(20):
            return f"({text} + {self.terms.aggregate(scope, 'int')})"
        return text

    def _group_by(self, keys: list[str], ordinals: dict[str, int]) -> str:
        if not keys:
            return ""
        form = self.choices.pick(6)
        if form == 4:
            return f" GROUP BY ROLLUP ({', '.join(keys)})"
        if form == 5 and len(keys) > 1:
            return f" GROUP BY GROUPING SETS (({keys[0]}), ({keys[1]}))"
        if form == 3:
            keys = [str(ordinals.get(key, key)) for key in keys]
        return f" GROUP BY {', '.join(keys)}"

    def subquery(self, outer: Scope, form: str, kind: str) -> str:
        """Return a scalar, EXISTS or IN subquery in brackets; empty where it would go too deep."""
        if self.inside >= 2:
            return ""
        self.inside += 1
        scope, source = self.sources.source(0, outer)
        terms, choices = self.terms, self.choices
        where = f" WHERE {terms.condition(scope, 1)}" if form == "exists" or choices.chance(70) else ""
        where = where if form != "scalar" else self.only(where)
        if form == "exists":
            text = f"SELECT {choices.one(('1', '*'))} FROM {source}{where}"
        elif form == "in":
            text = f"SELECT {terms.plain(scope, kind)} FROM {source}{where}"
        else:
            text = f"SELECT {self._aggregated(Scope(scope.inputs, scope.merged), kind)} FROM {source}{where}"
        self.inside -= 1
        return f"({text})"
