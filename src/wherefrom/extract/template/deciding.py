"""Which branches of a template's conditions can be taken together: what one says may rule another out."""

from __future__ import annotations

import re
from collections.abc import Iterator

Choice = dict[str, int]
"""Per condition of a fork (``Fork.condition``) the branch that is taken; a number past the branches takes none."""

_COMPARED = re.compile(r"(?P<what>.+?)\s*(?P<sign>==|!=)\s*(?P<value>'[^']*'|\"[^\"]*\"|[\w.]+)")


def agree(choice: Choice) -> bool:
    """Whether conditions can decide so together: one thing has one value, and holds or does not."""
    values: dict[str, str] = {}
    others: dict[str, set[str]] = {}
    for what, value, holds in (fact for item in choice.items() for fact in _facts(*item)):
        if holds and (values.setdefault(what, value) != value or value in others.get(what, ())):
            return False
        if not holds:
            others.setdefault(what, set()).add(value)
            if values.get(what) == value:
                return False
    return True


def _facts(condition: str, branch: int) -> Iterator[tuple[str, str, bool]]:
    """Yield what holds where a branch is taken: its own condition, and none of those before it."""
    for at, written in enumerate(condition.split(" | ")[: branch + 1]):
        if written:  # ELSE asks nothing
            yield _fact(written, holds=at == branch)


def _fact(written: str, *, holds: bool) -> tuple[str, str, bool]:
    """Return what a condition speaks of, the value it compares it with, and whether it has that value."""
    written = written.strip("{}? ")  # SqlRender's marks
    if written.startswith("not "):
        return _fact(written.removeprefix("not ").strip(), holds=not holds)
    found = _COMPARED.fullmatch(written)
    if found is None or re.search(r"\b(?:and|or)\b", written):
        return f"{written} holds", "", holds
    return found["what"], found["value"].strip("'\""), holds is (found["sign"] == "==")
