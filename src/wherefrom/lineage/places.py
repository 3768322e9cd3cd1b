"""What a column reference may mean, and what it does mean: the values of binding (method 1.6)."""

from __future__ import annotations

from msgspec import Struct

from wherefrom.domain.dataset import Input, Select
from wherefrom.domain.rules import Premise, Rule
from wherefrom.lineage.estate import Index


class Place(Struct, frozen=True, gc=False):
    """One field that a reference may mean.

    Attributes:
        scope: Node of the scope the input belongs to.
        input: Ordinal of the input there; -1 for an earlier item or a variable.
        node: Node to ask.
        key: What to ask it for.
        name: The name as asked, for display.
        item: Ordinal of the earlier item of the scope; -1 otherwise.
    """

    scope: int
    input: int
    node: int
    key: str
    name: str
    item: int = -1


class Binding(Struct, frozen=True, gc=False):
    """What a reference means.

    Attributes:
        rule: How it was found; None where it is not proven.
        places: With a rule, what it means (several only for USING in a FULL join); without one,
            everything it may mean; empty if nothing has it.
        premises: What the rule rests on.
        outer: The scope that was looked out into.
        variable: It may be the script's variable of that name.
    """

    rule: Rule | None
    places: tuple[Place, ...]
    premises: frozenset[Premise] = frozenset()
    variable: bool = False


MISSING = Binding(None, ())


def input_of(index: Index, place: Place) -> Input | None:
    """Return the input a place belongs to; None for an earlier item."""
    body = index.nodes[place.scope].body
    return body.inputs[place.input] if isinstance(body, Select) and place.input >= 0 else None
