"""FROM: base tables, CTEs, derived tables, rows of values, laterals, and how they are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.property.sql import Column, Relation, renamed
from tests.property.sql_scopes import Scope

if TYPE_CHECKING:
    from tests.property.sql_queries import Maker

MAX_ROWS = 300
OUTER = ("LEFT JOIN", "JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT JOIN", "JOIN")


class From:
    """Draws FROM clauses for a maker of queries."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.choices = maker.choices

    def base(self) -> tuple[Scope, str]:
        """Return one base table as the only input; one that a CTE hides is not meant."""
        hidden = {each.name for each, _ in self.maker.visible}
        open_ = [each for each in self.maker.tables if each.name not in hidden]
        if not open_:
            relation = self.choices.one([each for each, _ in self.maker.visible])
        else:
            relation = self.choices.one(open_)
        return self._aliased(relation)

    def _aliased(self, relation: Relation) -> tuple[Scope, str]:
        alias = self.maker.fresh("q")
        word = self.choices.one((" AS ", " "))
        return Scope([renamed(relation, alias)]), f"{relation.name}{word}{alias}"

    def source(self, depth: int, outer: Scope | None) -> tuple[Scope, str]:
        """Return a FROM clause and what is in scope behind it.

        Args:
            depth: How many derived tables may stand inside each other in it.
            outer: The scope around it, where it may be correlated.
        """
        scope, text = self._input(depth)
        scope.outer = outer
        most = 0 if outer is not None else 2
        extra = self.choices.one((0, 0, 1, 1, 1, 2)) if most else self.choices.one((0, 0, 0, 1))
        for _ in range(extra):
            text = self._join(scope, text, depth)
        return scope, text

    def _input(self, depth: int) -> tuple[Scope, str]:
        choices, maker = self.choices, self.maker
        form = choices.pick(12)
        if form >= 10 and depth > 0:
            made = maker.query(None, depth - 1)
            listed, columns = maker.column_list(made.columns)
            alias = maker.fresh("d")
            key = "" if listed else made.key
            return Scope([Relation(alias, columns, key, made.rows)]), f"({made.text}) AS {alias}{listed}"
        if form == 9 and choices.chance(40):
            return self._values()
        if form >= 4 and maker.visible:
            return self._aliased(choices.one([each for each, _ in reversed(maker.visible)]))
        return self.base()

    def _values(self) -> tuple[Scope, str]:
        alias = self.maker.fresh("v")
        columns = (Column(self.maker.fresh("x"), "int"), Column(self.maker.fresh("y"), "text"))
        names = ", ".join(each.name for each in columns)
        scope = Scope([Relation(alias, columns, columns[0].name, 3)])
        return scope, f"(VALUES (1, 'a'), (2, 'b'), (3, 'c')) AS {alias}({names})"

    def _join(self, scope: Scope, text: str, depth: int) -> str:
        """Join one more input; return the longer FROM."""
        choices = self.choices
        if choices.chance(7) and (lateral := self._lateral(scope, text)):
            return lateral
        if choices.chance(7) and (bracket := self._bracket(scope, text)):
            return bracket
        right, added = self._input(depth)
        other = right.inputs[0]
        made = other.rows * scope.rows
        if made > MAX_ROWS * 4:
            return text
        form = choices.pick(14)
        before, scope.size = scope.rows, max(made // 2, 1)
        if form == 13 and made <= MAX_ROWS and len(scope.inputs) < 2:
            scope.size = made
            scope.inputs.append(other)
            return f"{text}{choices.one((' CROSS JOIN ', ', '))}{added}"
        if form == 12:
            scope.size = before
            word = choices.one(("SEMI JOIN", "ANTI JOIN"))
            both = Scope([*scope.inputs, other], list(scope.merged))
            return text + self.maker.only(f" {word} {added} ON {self._on(both, scope, other)}")
        if form >= 9 and (merged := self._using(scope, text, other, added)):
            return merged
        word = self._word()
        both = Scope([*scope.inputs, other], list(scope.merged), scope.outer)
        on = self._on(both, scope, other)
        scope.inputs.append(other)
        return f"{text} {word} {added} ON {on}"

    def _word(self) -> str:
        word = self.choices.one(OUTER)
        return word if self.maker.style.conditions else "FULL JOIN"

    def _bracket(self, scope: Scope, text: str) -> str:
        """Join two inputs that are joined in brackets first; empty where their names would clash."""
        inner, added = self._input(0)
        added = self._join(inner, added, 0)
        other = inner.inputs[-1]
        made = inner.rows * scope.rows
        if made > MAX_ROWS * 4 or {each.name for each in inner.merged} & set(scope.names()):
            return ""
        both = Scope([*scope.inputs, *inner.inputs], [*scope.merged, *inner.merged], scope.outer)
        on = self._on(both, scope, other)
        word = self._word()
        scope.size = max(made // 2, 1)
        scope.inputs += inner.inputs
        scope.merged += inner.merged
        return f"{text} {word} ({added}) ON {on}"

    def _on(self, both: Scope, left: Scope, other: Relation) -> str:
        """Return a join condition: mostly an equality of two columns, sometimes with more to it."""
        choices = self.choices
        kinds = [kind for kind in ("int", "text") if left.references(kind) and _has(other, kind)]
        if not kinds:
            return "1 = 1"
        kind = choices.one(kinds)
        alias, column = choices.one(left.references(kind))
        name = choices.one([each.name for each in other.columns if each.type == kind])
        written = f"{alias}.{column}" if alias else column
        if not alias and any(each.name == column for each in other.columns):
            return "1 = 1"
        word = choices.one(("=", "=", "=", "=", "<=")) if kind == "int" else "="
        text = f"{written} {word} {other.name}.{name}"
        if choices.chance(12):
            more = Scope(both.inputs, both.merged, both.outer, hidden=set(both.names()))
            text += f" AND {self.maker.terms.plain(more, 'int')} {choices.one(('>', '<>', '<'))} 1"
        return text

    def _using(self, scope: Scope, text: str, other: Relation, added: str) -> str:
        """Join by USING or NATURAL where a name is shared once; empty where none is."""
        choices = self.choices
        names = scope.names()
        kinds = {column.name: column.type for each in scope.inputs for column in each.columns}
        common = [c for c in other.columns if names.count(c.name) == 1 and kinds[c.name] == c.type]
        clash = [c for c in other.columns if c.name in names]
        if not common or scope.outer is not None:
            return ""
        word = choices.one(("LEFT JOIN", "JOIN", "RIGHT JOIN", "FULL JOIN"))
        scope.inputs.append(other)
        few = len(common) == len(clash) <= 2  # rows that agree in more columns are hardly ever there
        if few and len(scope.inputs) == 2 and choices.chance(25):
            scope.merged += [c for c in common if c not in scope.merged]
            return f"{text} NATURAL {word} {added}"
        chosen = choices.one(common)
        if chosen not in scope.merged:
            scope.merged.append(chosen)
        return f"{text} {word} {added} USING ({chosen.name})"

    def _lateral(self, scope: Scope, text: str) -> str:
        """Join a subquery that sees the inputs before it."""
        maker = self.maker
        if scope.merged or maker.inside or scope.outer is not None:
            return ""
        maker.inside += 1
        inner, source = self.base()
        inner.outer = Scope(list(scope.inputs))
        alias, column = maker.fresh("l"), Column(maker.fresh("z"), "int")
        where = maker.only(f" WHERE {maker.terms.condition(inner, 0)}")
        value = maker.terms.aggregate(Scope(inner.inputs), "int")
        maker.inside -= 1
        scope.inputs.append(Relation(alias, (column,), "", 1))
        return f"{text} CROSS JOIN LATERAL (SELECT {value} AS {column.name} FROM {source}{where}) AS {alias}"


def _has(relation: Relation, kind: str) -> bool:
    return any(each.type == kind for each in relation.columns)
