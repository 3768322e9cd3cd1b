"""What lineage answers: bindings, visits, controls, endpoints. What publish renders."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.binding import BindingRule, Status
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.expression import Expression, Transformation
from wherefrom.domain.graph import Closure
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Location

MAX_VISITS = 200_000
"""Most visits of one field's tree, unless somebody asks for others."""


class Visit(Struct, frozen=True, gc=False):
    """One visit of a visit tree (method 1.7). Exactly one of: children, ``terminal``, ``expanded_at``.

    Attributes:
        visit_id: Preorder rank in its tree, from 1.
        parent: Visit id of the parent; 0 for the root.
        depth: 0 for the root.
        node_id: Node visited; empty for a leaf that is no dataset (a constant).
        node_kind: Its kind; None with an empty ``node_id``.
        dataset: Canonical table name, CTE name or alias.
        field: Canonical field; empty for leaves that are no field.
        expression: What gives the field here; None for tables and leaves without one.
        text: The leaf's or the expression's text as written; empty for tables.
        transformation: The step from this visit to its children; None for tables that only pass.
        edge_id, edge_kind: Edge it was reached through; empty and None for the root and non-datasets.
        rule: How the parent's reference was bound; None for the root.
        premises: What that rests on, sorted; empty means nothing.
        location: The SQL that gives the field here.
        scope: Scope path.
        terminal: Reason for a leaf; None otherwise.
        expanded_at: Visit id that holds the subtree; 0 if the subtree is here.
        binding_id: Set where it was reached through a writer binding that people review.
        status: Standing of that binding; None otherwise.
        provisional: A binding on the way that nobody has confirmed yet.
        dynamic: The dataset's name holds a placeholder.
        operand: An operator or function further up consumes it.
        path: Nested or JSON path below the field; empty if none.
        diagnostics: Ids of the diagnostics that belong here.
        writer: For a writer branch, ``i/n`` among its alternatives, 1-based; empty otherwise.
        branch: For a set branch, ``i/n``; empty otherwise.
    """

    visit_id: int
    parent: int
    depth: int
    node_id: str
    node_kind: NodeKind | None
    dataset: str
    field: str
    expression: Expression | None
    text: str
    transformation: Transformation | None
    edge_id: str
    edge_kind: EdgeKind | None
    rule: Rule | None
    premises: tuple[Premise, ...]
    location: Location
    scope: str
    terminal: Terminal | None
    expanded_at: int
    binding_id: str
    status: Status | None
    provisional: bool
    dynamic: bool
    operand: bool
    path: str
    diagnostics: tuple[str, ...]
    writer: str = ""
    branch: str = ""


class EndpointKind(StrEnum):
    """What an endpoint is (interface 2.2)."""

    FIELD = "FIELD"
    CONSTANT = "CONSTANT"
    GENERATED = "GENERATED"
    PARAMETER = "PARAMETER"


class Endpoint(Struct, frozen=True, gc=False):
    """One VALUE endpoint of one field.

    Attributes:
        kind: Its kind.
        endpoint: ``table.column`` canonical, the literal or parameter as written, or the
            generating function's name.
        table: For FIELD the canonical table; empty otherwise.
        terminal: Reason.
        transformation: Strongest step on the way.
        dynamic: The table's name holds a placeholder.
        provisional: Every path to it passes a binding nobody has confirmed.
        path: Nested or JSON path; empty if none.
        expression: Text of a generated value or constant as written; empty for FIELD.
        location: SQL at the leaf's side: where it is read.
        visit_id: Its first visit in the tree.
        length: Number of steps of the shortest path.
        paths: Number of full paths, shared subtrees counted each time; capped at 1,000,000.
        bindings: Ids of bindings on the way to the first visit, root first.
        rules: Binding rules on that way, sorted. ``premises`` likewise.
        premises: What they rest on, sorted.
    """

    kind: EndpointKind
    endpoint: str
    table: str
    terminal: Terminal
    transformation: Transformation
    dynamic: bool
    provisional: bool
    path: str
    expression: str
    location: Location
    visit_id: int
    length: int
    paths: int
    bindings: tuple[str, ...]
    rules: tuple[Rule, ...]
    premises: tuple[Premise, ...]


class OpenEnd(Struct, frozen=True, gc=False):
    """A leaf that proves nothing: what stands where an endpoint is missing.

    Attributes:
        terminal: Reason.
        at: ``dataset.field``, or the text of what stopped the path.
        candidates: Everything that stayed possible; empty if nothing did.
        location: Where.
        visit_id: Its visit.
        binding_id: The binding that stopped it; empty otherwise.
    """

    terminal: Terminal
    at: str
    candidates: tuple[str, ...]
    location: Location
    visit_id: int
    binding_id: str = ""


class ControlRecord(Struct, frozen=True, gc=False):
    """A condition, resolved: one record of ``controls.jsonl``, shared by every field it speaks of.

    Attributes:
        control_id: ``C`` and ten hex digits of (file, statement, scope, kind, span, predicate).
        kind: Its kind.
        join: For joins INNER, LEFT …; empty otherwise.
        predicate: As written.
        columns_here: Columns as written in that scope, in SQL order.
        columns: Endpoint columns, sorted.
        prior: Those of ``columns`` that are the statement's own target before it ran, sorted.
        other: What is no column: ``PARAMETER ${month}``, ``GENERATED COUNT(*)``, ``CYCLE`` …, sorted.
        node_id: The scope it stands in.
        scope: Scope path.
        scope_name: CTE name, alias or table of that scope, for readers.
        location: Where it stands.
        diagnostics: Ids of diagnostics that belong to it; an ambiguous column claims nothing.
        negated: NOT EXISTS, NOT IN, ANTI.
        input: Name of the joined input; empty where it is no join.
        optional: It stands under an outer-joined input: it limits what that input offers, not which
            rows count.
        brings: Ids of the conditions inside what its columns are made of, sorted: of a CASE, of a window;
            None where an analysis of before did not keep them.
    """

    control_id: str
    kind: ControlKind
    join: str
    predicate: str
    columns_here: tuple[str, ...]
    columns: tuple[str, ...]
    prior: tuple[str, ...]
    other: tuple[str, ...]
    node_id: str
    scope: str
    scope_name: str
    location: Location
    diagnostics: tuple[str, ...]
    negated: bool = False
    input: str = ""
    optional: bool = False
    brings: tuple[str, ...] | None = None


class FieldControl(Struct, frozen=True, gc=False):
    """A control as it applies to one field."""

    control: ControlRecord
    reach: Reach


class PlacedDiagnostic(Struct, frozen=True, gc=False):
    """A diagnostic with its file and id.

    Attributes:
        diagnostic_id: ``G`` and ten hex digits of its content and place.
        code, subject, candidates, message: As in ``Diagnostic``.
        location: Where.
        scope: Scope path; empty if it has none.
    """

    diagnostic_id: str
    code: str
    subject: str
    candidates: tuple[str, ...]
    message: str
    location: Location
    scope: str = ""


class Resolution(StrEnum):
    """How far a field's leaves are proven (method 1.7)."""

    RESOLVED = "RESOLVED"
    PARTIAL = "PARTIAL"
    AMBIGUOUS = "AMBIGUOUS"
    UNRESOLVED = "UNRESOLVED"


class Standing(StrEnum):
    """What people decided about the writers on a field's paths (method 1.7)."""

    CONFIRMED = "CONFIRMED"
    PROVISIONAL = "PROVISIONAL"
    BLOCKED = "BLOCKED"


@dataclass(frozen=True, slots=True)
class Passage:
    """What the value of one field of a target passes on its way up.

    Attributes:
        field: The field.
        bindings: Ids of the writer bindings.
        tables: Tables it ends at.
    """

    field: str
    bindings: frozenset[str]
    tables: frozenset[str]


class StatedBy(StrEnum):
    """What states a type, or that a value may be NULL or may not (method 1.7)."""

    DDL = "DDL"
    CATALOG = "CATALOG"
    CAST = "CAST"
    LITERAL = "LITERAL"
    OUTER_JOIN = "OUTER_JOIN"
    NO_ELSE = "NO_ELSE"  # a CASE without ELSE
    NULLIF = "NULLIF"


class Stated(Struct, frozen=True, gc=False):
    """Evidence of a type or of nullability: what states it, and where."""

    by: StatedBy
    location: Location


@dataclass(frozen=True, slots=True)
class FieldAnswer:
    """Everything about one field of a target.

    Attributes:
        field: Canonical name, or ``#3`` for a column without a name.
        ordinal: 1-based position in the target.
        tree_id: ``T`` and ten hex digits of (target, field).
        resolution, standing: The two axes.
        value: VALUE endpoints, sorted by (kind, endpoint).
        open_ends: Leaves that prove nothing, in visit order; CYCLE is among them.
        controls: In SQL order.
        diagnostics: Those on its value paths and of its name, in visit order.
        visits: Its tree, in preorder.
        type, nullable: Carried where SQL or DDL states them; ``UNKNOWN`` and None otherwise. Of a target
            without DDL they are those of the values its writers give.
        bindings: Reviewable bindings on its value paths, rejected ones included, in visit order.
        type_stated, nullable_stated: What states them; None where nothing does.
    """

    field: str
    ordinal: int
    tree_id: str
    resolution: Resolution
    standing: Standing
    value: tuple[Endpoint, ...]
    open_ends: tuple[OpenEnd, ...]
    controls: tuple[FieldControl, ...]
    diagnostics: tuple[PlacedDiagnostic, ...]
    visits: tuple[Visit, ...]
    type: str = "UNKNOWN"
    nullable: bool | None = None
    bindings: tuple[str, ...] = ()
    type_stated: Stated | None = None
    nullable_stated: Stated | None = None

    @property
    def proven(self) -> bool:
        """RESOLVED and CONFIRMED; nothing else may be called so."""
        return self.resolution is Resolution.RESOLVED and self.standing is Standing.CONFIRMED


def is_neutral(field: FieldAnswer, end: OpenEnd) -> bool:
    """Whether an end of a field adds nothing and takes nothing away (method 1.7).

    Earlier content of a table beside a proven end, and a rejected writer beside a confirmed one, are such.
    """
    if end.terminal is Terminal.CYCLE:
        return bool(field.value)
    return end.terminal is Terminal.WRITER_REJECTED and field.standing is not Standing.BLOCKED


@dataclass(frozen=True, slots=True)
class TargetWriter:
    """A statement that writes the target itself.

    Attributes:
        location: Where.
        kind: ``INSERT_OVERWRITE`` …
        table: Canonical name it writes.
        rule: EXACT; SAME_SCRIPT where an earlier one of its script is hidden.
        manner: ``replaces the table``, ``replaces the partition …``, ``adds rows`` …
        node_id: Its target node.
    """

    location: Location
    kind: str
    table: str
    rule: BindingRule
    manner: str
    node_id: str


@dataclass(frozen=True, slots=True)
class TargetAnswer:
    """Everything about one target.

    Attributes:
        target: Canonical name.
        display: The name as the SQL spells it.
        writers: Statements that write it.
        fields: In target order.
        closure: Datasets it depends on.
        diagnostics: Those of the whole target: of its writers, its closure, and statements that
            could not be read and may write anything in it.
    """

    target: str
    display: str
    writers: tuple[TargetWriter, ...]
    fields: tuple[FieldAnswer, ...]
    closure: Closure
    diagnostics: tuple[PlacedDiagnostic, ...]
