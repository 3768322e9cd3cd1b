"""Names that are different and look the same: what a reader, or another disk, cannot tell apart.

Nothing is ever merged by these forms; they only say which names to look at (hardening 5.5, rows 26, 27, 46).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable

_LATIN = str.maketrans(
    "аАеЕоОрРсСуУхХкКмМтТвВнНіІјЈѕЅԁһԛԝεΕαΑοΟρΡνΝτΤυΥιΙκΚβΒμΜχΧηΗζΖ",
    "aAeEoOpPcCyYxXkKmMtTbBhHiIjJsSdhqweEaAoOpPvNtTuYiIkKbBmMxXnHzZ",
)
"""Cyrillic and Greek letters as the Latin ones they are drawn like (Unicode TR39, the common ones)."""


def groups(names: Iterable[str], form: Callable[[str], str]) -> tuple[tuple[str, ...], ...]:
    """Return the names that share a form, each group sorted, groups in order of their form."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in names:
        found[form(name)].add(name)
    return tuple(tuple(sorted(found[key])) for key in sorted(found) if len(found[key]) > 1)


def blind_to_case(name: str) -> str:
    """Return what a disk keeps that tells neither case nor Unicode normalisation apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def normalised(name: str) -> str:
    """Return a name in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", name)


def drawn(name: str) -> str:
    """Return how a name looks: wide and foreign letters as Latin ones, what cannot be seen left out."""
    seen = (each for each in unicodedata.normalize("NFKC", name) if unicodedata.category(each) not in _UNSEEN)
    return "".join(seen).translate(_LATIN).lower()


_UNSEEN = frozenset({"Cf", "Cc"})
