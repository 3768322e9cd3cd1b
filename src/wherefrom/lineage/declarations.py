"""Which declaration a variable's name means at a statement: the innermost block around that declares it."""

from __future__ import annotations

from collections import defaultdict

from wherefrom.domain.unit import Declaration
from wherefrom.lineage.estate import Index


class Declarations:
    """The declarations of an estate. Lazy and memoised; depends on no ruling."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._by_name: dict[int, dict[str, list[Declaration]]] = {}

    def at(self, file: int, ordinal: int, name: str) -> Declaration | None:
        """Return the declaration that a name means at a statement; None where none holds there."""
        found: Declaration | None = None
        script = ""
        for each in self._named(file, name):
            if each.statement > ordinal:
                break
            if ordinal <= each.last:
                script = script or f"{self.index.files[file].unit.statements[ordinal - 1].script}."
                if script.startswith(f"{each.script}." if each.script else ""):
                    found = each
        return found

    def declared(self, file: int, name: str) -> bool:
        """Whether a file declares a name anywhere."""
        return bool(self._named(file, name))

    def may_be(self, file: int, ordinal: int, name: str) -> bool:
        """Whether a variable's name may be one at a statement: what is only declared is so in its block alone."""
        if not self.declared(file, name) or self.at(file, ordinal, name) is not None:
            return True
        given = (each for each in self.index.files[file].unit.assignments if each.name == name)
        return any(self.at(file, each.statement, name) is None for each in given)

    def _named(self, file: int, name: str) -> list[Declaration]:
        if file not in self._by_name:
            by_name: dict[str, list[Declaration]] = defaultdict(list)
            for each in self.index.files[file].unit.declarations:
                by_name[each.name].append(each)
            self._by_name[file] = dict(by_name)
        return self._by_name[file].get(name, [])
