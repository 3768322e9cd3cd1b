"""What is said of a snapshot, by what it is about: so that a target finds its own without reading all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set

from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.evidence import PlacedDiagnostic

Place = tuple[str, int]
"""A file and a statement of it; statement 0 for the file as a whole."""

_UNREAD = frozenset(
    {code for code, facts in DIAGNOSTICS.items() if facts.severity is Severity.ERROR} | {"DYNAMIC_SQL"}
)
"""What says that text was not read: it may hold a writer of any target."""


class Said:
    """Diagnostics by place and by subject."""

    def __init__(self, diagnostics: Iterable[PlacedDiagnostic]) -> None:
        self._unread: list[PlacedDiagnostic] = []
        self._at: dict[Place, list[PlacedDiagnostic]] = defaultdict(list)
        self._about: dict[str, list[PlacedDiagnostic]] = defaultdict(list)
        for each in diagnostics:
            if each.code in _UNREAD:
                self._unread.append(each)
                continue
            self._at[each.location.file, each.location.statement].append(each)
            self._about[each.subject].append(each)

    def of(self, files: Set[str], statements: Set[Place], subjects: Set[str]) -> Iterator[PlacedDiagnostic]:
        """Yield what concerns a target; some of it twice, in no order.

        Args:
            files: Files it depends on: what is said of each as a whole.
            statements: Statements it depends on.
            subjects: Names it depends on.
        """
        yield from self._unread
        for place in (*((file, 0) for file in files), *statements):
            yield from self._at.get(place, ())
        for subject in subjects:
            yield from self._about.get(subject, ())
