"""The values of the field search: fields, steps, doubts, and what a field is made of (method 1.7)."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from wherefrom.domain.binding import Status
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.expression import Expression, Transformation
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Location, Span
from wherefrom.lineage.columns import Added
from wherefrom.lineage.reach import Bound


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a trace accepts as proof.

    Attributes:
        no_premises: Only bindings that rest on no premise.
        confirmed_only: A writer that nobody confirmed stops the path.
    """

    no_premises: bool = False
    confirmed_only: bool = False

    def follows(self, bound: Bound) -> bool:
        """Whether a trace goes through a writer binding."""
        if not self.confirmed_only:
            return bound.followed
        return bound.ruling.status in (Status.CONFIRMED, Status.NOT_NEEDED)


class Vertex(Struct, frozen=True, gc=False):
    """A field of a node, as asked for.

    Attributes:
        node: Global node number.
        key: The field's key there; empty for a table function's element.
        path: Nested path below it, ``$.a``; empty if none.
        operand: An operator or function further up consumes it.
        added: For a statement's target: how the table got the column after the statement; None where it had it.
    """

    node: int
    key: str
    path: str = ""
    operand: bool = False
    added: Added | None = None


class Doubt(Struct, frozen=True, gc=False):
    """Why a step is no proof: a diagnostic in the making."""

    code: str
    location: Location
    scope: str
    subject: str
    candidates: tuple[str, ...]
    message: str


class Step(Struct, frozen=True, gc=False):
    """One way on from a field: to another field, or to an end.

    Attributes:
        to: The next field; None for an end.
        terminal: Reason of an end; None otherwise.
        edge: Edge it goes through; None for ends that are no dataset.
        ends: ``(source, destination)`` nodes of that edge.
        alias: Alias of the input.
        rule: Binding rule.
        premises: What that rests on.
        leaf: The expression the step stands for; None where there is none.
        at: Name of what an end is at.
        location: Where an end stands.
        bound: The writer binding it goes through; None otherwise.
        doubt: For an end in doubt.
        branch: ``i/n`` for set branches, empty otherwise; ``writer`` likewise.
        node: Node an end belongs to; -1 for none.
        path: Nested path of an end.
        step: What the step does to the value.
        operand: An operator consumes it.
    """

    to: Vertex | None = None
    terminal: Terminal | None = None
    edge: EdgeKind | None = None
    ends: tuple[int, int] = (-1, -1)
    alias: str = ""
    rule: Rule | None = None
    premises: tuple[Premise, ...] = ()
    leaf: Expression | None = None
    at: str = ""
    location: Location | None = None
    bound: Bound | None = None
    doubt: Doubt | None = None
    branch: str = ""
    writer: str = ""
    node: int = -1
    path: str = ""
    step: Transformation = Transformation.IDENTITY
    operand: bool = False


class Expansion(Struct, frozen=True, gc=False):
    """What a field is made of.

    Attributes:
        steps: In SQL order. A single end without a leaf makes the field itself that end.
        expression: The expression that gives it; None for tables and pass-through nodes.
        span: Where it is given.
        items: Ordinals of the items that give it: the controls of their expressions apply to it.
        doubts: Remarks on the field itself (a name that is not proven).
        governed: Scopes whose row conditions govern this field only.
    """

    steps: tuple[Step, ...]
    expression: Expression | None = None
    span: Span | None = None
    items: tuple[int, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    governed: tuple[int, ...] = ()


def below(path: str, rest: str) -> str:
    """Join two nested paths: ``$.a`` and ``$.b`` make ``$.a.b``."""
    if not path or not rest:
        return path or rest
    return path + rest.removeprefix("$")
