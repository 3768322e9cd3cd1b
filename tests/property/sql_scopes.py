"""What is in scope where an expression stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.property.sql import Choices, Column, Relation, Style


@dataclass(slots=True)
class Scope:
    """The inputs of one FROM.

    Attributes:
        inputs: What it reads, under the alias each is read by.
        merged: Columns that USING made one; only their bare name is safe.
        outer: The scope around it, where it may be correlated.
        keyed: Whether the keys of all inputs tell its rows apart.
        hidden: Bare names that mean something else here.
        size: About how many rows the joins make; 0 where nothing is joined.
    """

    inputs: list[Relation] = field(default_factory=list)
    merged: list[Column] = field(default_factory=list)
    outer: Scope | None = None
    keyed: bool = True
    hidden: set[str] = field(default_factory=set)
    size: int = 0

    @property
    def rows(self) -> int:
        """About how many rows the inputs make together."""
        return self.size or max((each.rows for each in self.inputs), default=1)

    def key(self) -> str:
        """Return the columns that tell the rows apart, as an ORDER BY list; empty if there are none."""
        if not self.keyed or not self.inputs or not all(each.key for each in self.inputs):
            return ""
        return ", ".join(f"{each.name}.{each.key}" for each in self.inputs)

    def names(self) -> list[str]:
        """Return the names of all columns, once per input that has it."""
        joined = {each.name for each in self.merged}
        own = [c.name for each in self.inputs for c in each.columns if c.name not in joined]
        return own + sorted(joined)

    def references(self, kind: str) -> list[tuple[str, str]]:
        """Return ``(alias, column)`` of a type; the alias of a merged column is empty."""
        joined = {each.name for each in self.merged}
        found = [
            (each.name, column.name)
            for each in self.inputs
            for column in each.columns
            if column.type == kind and column.name not in joined
        ]
        return found + [("", each.name) for each in self.merged if each.type == kind]

    def knows(self, name: str) -> bool:
        """Whether a bare name is found in this scope."""
        return name in self.names()


def reference(choices: Choices, style: Style, scope: Scope, kind: str) -> str:
    """Return a column of a type as text; empty if nothing in scope has one."""
    own = scope.references(kind)
    outer = scope.outer.references(kind) if scope.outer is not None else []
    use_outer = bool(outer) and (not own or choices.chance(35))
    if not (own or outer):
        return ""
    alias, column = choices.one(outer if use_outer else own)
    home = scope.outer if use_outer and scope.outer is not None else scope
    unique = home.names().count(column) == 1 and column not in home.hidden
    seen = not use_outer or not scope.knows(column)
    if not alias or (style.bare and choices.chance(25) and unique and seen):
        return column
    return f"{alias}.{column}"
