"""Columns that an input is known to have because they are named with its alias (rule NAME_RESOLUTION, method 1.6)."""

from __future__ import annotations

from functools import cached_property

from wherefrom.domain.dataset import Item, Select, Star
from wherefrom.domain.expression import Expression, Form, leaves
from wherefrom.lineage.estate import Index


class Mentions:
    """Columns named with an alias, by scope. Lazy and memoised."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._memo: dict[int, dict[str, set[str]]] = {}

    def of(self, gid: int, select: Select) -> dict[str, set[str]]:
        """Return, per alias, the columns named with it anywhere in a scope, or assigned to it."""
        if gid not in self._memo:
            found: dict[str, set[str]] = {}
            for expression in _expressions(select):
                for leaf in leaves(expression):
                    ref = leaf.value.column
                    if leaf.value.form is Form.COLUMN and ref is not None and len(ref.qualifier) == 1:
                        found.setdefault(ref.qualifier[0], set()).add(ref.name)
            target, columns = self._assigned.get(gid, ("", ()))
            for each in select.inputs:
                name = self.index.table(self.index.local(gid, each.node))
                if name is not None and name.canonical == target:
                    found.setdefault(each.alias, set()).update(columns)
            self._memo[gid] = found
        return self._memo[gid]

    @cached_property
    def _assigned(self) -> dict[int, tuple[str, tuple[str, ...]]]:
        """Return the scopes of UPDATEs with their target and the columns they assign: the target has them."""
        return {
            self.index.base[placed.file] + branch.node: (placed.name.canonical, branch.columns)
            for placed in self.index.writers
            for branch in placed.writer.branches
            if branch.columns and not branch.brings_rows
        }


def _expressions(select: Select) -> list[Expression]:
    found: list[Expression] = []
    for item in select.items:
        if isinstance(item, Item):
            found.append(item.value)
        elif isinstance(item, Star):
            found.extend(value for _, value in item.replace)
    for control in select.controls:
        found.extend(control.terms)
    return found
