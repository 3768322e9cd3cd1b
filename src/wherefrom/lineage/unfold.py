"""A visit tree with its shared subtrees written out: counted, and asked for by number, and never made (method 1.7)."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import Visit

_Branches = tuple[tuple[int, int], ...]
"""Per child its position and how many visits stand in it, itself included."""


class Unfolded:
    """Every path of a field, though there may be more than anyone can write down.

    Attributes:
        count: Visits of the tree in which every ``expanded_at`` is replaced by the subtree it names.
    """

    def __init__(self, visits: Sequence[Visit]) -> None:
        """Count the subtrees of a field's visits, given in preorder; at least one."""
        self._visits = visits
        children: list[list[int]] = [[] for _ in visits]
        for at, visit in enumerate(visits):
            if visit.parent:
                children[visit.parent - 1].append(at)
        sizes = [0] * len(visits)
        self._branches: list[_Branches] = [()] * len(visits)
        for at in _postorder(children):
            shared = visits[at].expanded_at - 1
            # What it names was left before it was met: it is counted already.
            self._branches[at] = (
                self._branches[shared] if shared >= 0 else tuple((each, sizes[each]) for each in children[at])
            )
            sizes[at] = 1 + sum(size for _, size in self._branches[at])
        self.count = sizes[0]

    def path(self, number: int) -> tuple[Visit, ...]:
        """Return a visit with the way to it, the root first.

        Args:
            number: Its preorder rank among ``count`` visits, from 1.

        Raises:
            UsageRefusal: there is no such visit.
        """
        if not 0 < number <= self.count:
            raise UsageRefusal(f"There is no visit {number:,}: the tree has {self.count:,}.")
        branches, visits = self._branches, self._visits
        here, left = 0, number - 1
        found = [visits[0]]
        while left:
            left -= 1
            for child, size in branches[here]:
                if left < size:
                    here = child
                    break
                left -= size
            found.append(visits[here])
        return tuple(found)


def _postorder(children: Sequence[Sequence[int]]) -> list[int]:
    """Return positions so that every subtree stands before its root, and siblings in order."""
    found: list[int] = []
    waiting = [0]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += children[here]
    found.reverse()
    return found
