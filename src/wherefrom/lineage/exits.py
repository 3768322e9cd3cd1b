"""What may have been passed by between two statements of a script (method 1.5)."""

from __future__ import annotations

from wherefrom.lineage.estate import Index

END = 1 << 62
"""Stands for the end of a script: behind every statement."""


class Exits:
    """The exits of an estate."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def since(self, file: int, ordinal: int, at: int) -> int:
        """Return from which statement on a statement is sure to run too, as seen from a later one.

        Args:
            file: The file.
            ordinal: The statement that may have been passed by.
            at: A later statement of its script, or ``END``.

        Returns:
            0 where nothing can lead past it to ``at``; otherwise the first statement behind the last exit that
            can: of what runs there, all comes with this statement.
        """
        unit = self.index.files[file].unit
        script = unit.statements[ordinal - 1].script if unit.exits else ""
        return max(
            (
                each.first
                for each in unit.exits
                if each.first <= ordinal <= each.last < at and each.script == script
            ),
            default=0,
        )
