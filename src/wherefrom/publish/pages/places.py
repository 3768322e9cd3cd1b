"""How a place in the SQL, or a decision, is shown: as code on a Markdown page, as a link where the SQL is published beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wherefrom.domain.span import Location
from wherefrom.publish.pages.markup import Markup, code


@dataclass(frozen=True, slots=True)
class Places:
    """Shows places.

    Attributes:
        pages: Address of the page that shows a file, by snapshot path; its lines are ``#L1``, ``#L2``.
            Empty where no such pages are published; a file without one is shown as code.
        decisions: Address of the record of a decision, by its id; likewise.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)

    def at(self, location: Location) -> Markup:
        """Return ``file:line`` of where something begins."""
        return self._linked(location.file, code(str(location)), f"#L{location.span.line}")

    def span(self, file: str, first: int, last: int) -> Markup:
        """Return ``file:first``–``last``, or ``file:line`` where that is all."""
        shown = code(f"{file}:{first}")
        if first != last:
            shown = Markup(f"{shown}–{code(str(last))}")
        return self._linked(file, shown, f"#L{first}")

    def file(self, file: str, first: int = 1) -> Markup:
        """Return a file, beginning at a line."""
        return self._linked(file, code(file), f"#L{first}")

    def lines(self, file: str, first: int, last: int) -> Markup:
        """Return a line number or a range of them as plain text: ``12`` or ``12–20``."""
        text = str(first) if first == last else f"{first}–{last}"
        return self._linked(file, Markup(text), f"#L{first}")

    def decision(self, decision_id: str, shown: Markup) -> Markup:
        """Return what is shown of a decision, leading to its record where that is published."""
        address = self.decisions.get(decision_id)
        return Markup(f"[{shown}]({address})") if address else shown

    def _linked(self, file: str, shown: Markup, anchor: str) -> Markup:
        page = self.pages.get(file)
        return Markup(f"[{shown}]({page}{anchor})") if page else shown


PLAIN = Places()
"""Places as code: what Markdown pages show."""
