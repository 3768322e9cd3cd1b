"""Which families of SQL a peer's question belongs to, and how many columns of each are right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

FAMILIES = {
    "MERGE": re.compile(r"\bMERGE\s+INTO\b|\bMERGE\s+\w+", re.IGNORECASE),
    "UPDATE": re.compile(r"(?:\A|;)\s*UPDATE\b", re.IGNORECASE),
    "procedures": re.compile(
        r"\bCREATE\b[^;(]*\b(?:PROC(?:EDURE)?|FUNCTION)\b|\bBEGIN\b(?!\s+TRAN)", re.IGNORECASE
    ),
    "stars": re.compile(r"(?:\bSELECT|,|\.)\s*\*", re.IGNORECASE),
    "temp tables": re.compile(
        r"\bTEMP(?:ORARY)?\b|\bVOLATILE\b|(?<!\w)#\w+|\bDECLARE\s+@\w+\s+TABLE\b", re.IGNORECASE
    ),
}
"""How a family is told by the words of its SQL."""


class Tally:
    """Counts questions and columns by family."""

    def __init__(self) -> None:
        self._questions: Counter[str] = Counter()
        self._columns: Counter[str] = Counter()
        self._right: Counter[str] = Counter()

    def question(self, sql: str) -> tuple[str, ...]:
        """Count a question; return its families."""
        found = tuple(name for name, shape in FAMILIES.items() if shape.search(sql))
        self._questions.update(found)
        return found

    def column(self, families: tuple[str, ...], *, right: bool) -> None:
        """Count a compared column of a question."""
        self._columns.update(families)
        if right:
            self._right.update(families)

    def lines(self) -> Iterator[str]:
        """Yield one line per family; a family without a compared column says so."""
        for name in FAMILIES:
            columns = self._columns[name]
            share = f"{self._right[name] / columns:.2%} exact" if columns else "no column to compare"
            yield f"  {name}: {self._questions[name]} questions, {columns} columns, {share}"
