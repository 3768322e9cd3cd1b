"""What lineage answers: bindings, visits, controls, endpoints. What publish renders."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.expression import Expression, Transformation
from wherefrom.domain.span import Location


class Terminal(StrEnum):
    """The terminal reasons of method 1.7."""

    EXTERNAL_ENDPOINT = "EXTERNAL_ENDPOINT"
    CONSTANT = "CONSTANT"
    GENERATED = "GENERATED"
    PARAMETER = "PARAMETER"
    PRIOR_STATE = "PRIOR_STATE"
    CYCLE = "CYCLE"
    MISSING_FIELD = "MISSING_FIELD"
    NO_WRITER_EXPRESSION = "NO_WRITER_EXPRESSION"
    NON_ENUMERABLE_PROJECTION = "NON_ENUMERABLE_PROJECTION"
    AMBIGUOUS_COLUMN = "AMBIGUOUS_COLUMN"
    AMBIGUOUS_STAR = "AMBIGUOUS_STAR"
    OPAQUE_FUNCTION = "OPAQUE_FUNCTION"
    OPAQUE_TEMPLATE = "OPAQUE_TEMPLATE"
    DYNAMIC_SQL = "DYNAMIC_SQL"
    UNPARSED_WRITER = "UNPARSED_WRITER"
    WRITER_REJECTED = "WRITER_REJECTED"
    WRITER_DEFERRED = "WRITER_DEFERRED"
    WRITER_PENDING = "WRITER_PENDING"
    DEPTH_LIMIT = "DEPTH_LIMIT"
    VISIT_LIMIT = "VISIT_LIMIT"


CLOSED = frozenset(
    {
        Terminal.EXTERNAL_ENDPOINT,
        Terminal.CONSTANT,
        Terminal.GENERATED,
        Terminal.PARAMETER,
        Terminal.PRIOR_STATE,
    }
)
NEUTRAL = frozenset({Terminal.CYCLE})


class Rule(StrEnum):
    """The column binding rules of method 1.6, and the ways a writer gives a field."""

    QUALIFIED = "QUALIFIED"
    SINGLE_INPUT = "SINGLE_INPUT"
    STAR_EXPANSION = "STAR_EXPANSION"
    STAR_PASS = "STAR_PASS"  # noqa: S105  # a rule's name
    PSEUDO_COLUMN = "PSEUDO_COLUMN"
    DECLARED_UNIQUE = "DECLARED_UNIQUE"
    NAME_RESOLUTION = "NAME_RESOLUTION"
    ELIMINATION = "ELIMINATION"
    LATERAL_ALIAS = "LATERAL_ALIAS"
    OUTER_SCOPE = "OUTER_SCOPE"
    USING_MERGE = "USING_MERGE"
    ORDINAL = "ORDINAL"
    BY_NAME = "BY_NAME"


class Premise(StrEnum):
    """What a binding rests on beside the SQL itself (method 1.6)."""

    COLUMN_EXISTS = "COLUMN_EXISTS"  # the column exists in an input that is not enumerable
    COMPILES = "COMPILES"  # the statement compiles
    DDL_CURRENT = "DDL_CURRENT"  # the DDL of the snapshot is current
    DIALECT = "DIALECT"  # a fact of the dialect


class BindingRule(StrEnum):
    """Why a writer may feed a reader, strongest first (method 1.5)."""

    SAME_SCRIPT = "SAME_SCRIPT"
    SELF = "SELF"
    EXACT = "EXACT"
    DEFAULT_SCHEMA = "DEFAULT_SCHEMA"
    SAME_PLACEHOLDER = "SAME_PLACEHOLDER"
    PROJECT_REF = "PROJECT_REF"
    ENVIRONMENT = "ENVIRONMENT"
    NAME_ONLY = "NAME_ONLY"


PROVEN_RULES = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF, BindingRule.PROJECT_REF})
"""Bindings that need no review."""

HINT_RULES = frozenset({BindingRule.ENVIRONMENT, BindingRule.NAME_ONLY})
"""Bindings traversed only once CONFIRMED."""


class Status(StrEnum):
    """What stands for a binding, computed from the decision log (method 1.5)."""

    NOT_NEEDED = "NOT_NEEDED"  # proven by the script itself or the project's convention
    PENDING = "PENDING"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    DEFERRED = "DEFERRED"
    STALE = "STALE"
    CONFLICT = "CONFLICT"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What review says of one binding: the only thing lineage knows about people.

    Attributes:
        status: What stands now.
        decision_id: The record it rests on; empty if nobody decided.
        flags: NOT_YET_EFFECTIVE, EXPIRED, CARRIED_OVER, PROPOSED …; sorted.
    """

    status: Status
    decision_id: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A writer that may feed a logical table: one row of the review table (method 1.5).

    Attributes:
        binding_id: ``W`` and ten hex digits of (logical table, writer path, written table, writer
            kind, occurrence among like writers of one file).
        logical_table: Canonical name that is read.
        writer_table: Canonical name that is written.
        writer: Where the writer statement stands.
        writer_kind: Its kind.
        writer_node: Id of its target node.
        rule: Why it is a candidate.
        fingerprint: sha256 hex of the writer statement's tokens.
        readers: Where the logical table is read, sorted. A table that is only asked for as a
            target has no readers and needs no decision.
    """

    binding_id: str
    logical_table: str
    writer_table: str
    writer: Location
    writer_kind: str
    writer_node: str
    rule: BindingRule
    fingerprint: str
    readers: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A Dataset Node of the snapshot.

    Attributes:
        node_id: ``N`` and ten hex digits of (file, statement, scope, relation).
        kind: Final kind.
        dataset: Canonical table name, CTE name or alias; empty for a bare result.
        alias: Alias it is read under; empty if none.
        role: ``target``, ``read`` or ``query``.
        placeholders: Placeholders in its name; not empty means dynamic.
        location: Where it stands.
        scope: Scope path.
        flags: DISTINCT, ORDERED, GROUPED …; sorted.
    """

    node_id: str
    kind: NodeKind
    dataset: str
    alias: str
    role: str
    placeholders: tuple[str, ...]
    location: Location
    scope: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge with its evidence; data flows from ``src`` to ``dst``.

    Attributes:
        edge_id: ``E`` and ten hex digits of (kind, src, dst, alias, branch).
        kind: Its kind.
        src: Node id.
        dst: Node id.
        alias: Alias of the input; empty if none.
        branch: 1-based branch of a set operation; 0 if none.
        location: The SQL that makes it.
        binding_id: For WRITER_BINDING the candidate; empty where none is needed.
        rule: For WRITER_BINDING its rule; None otherwise.
        status: For WRITER_BINDING its standing; None otherwise.
        evidence: ``SQL``; later also PIPELINE, CODE, DECLARED.
    """

    edge_id: str
    kind: EdgeKind
    src: str
    dst: str
    alias: str
    branch: int
    location: Location
    binding_id: str = ""
    rule: BindingRule | None = None
    status: Status | None = None
    evidence: str = "SQL"


@dataclass(frozen=True, slots=True)
class Visit:
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


@dataclass(frozen=True, slots=True)
class Endpoint:
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


@dataclass(frozen=True, slots=True)
class OpenEnd:
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


@dataclass(frozen=True, slots=True)
class ControlRecord:
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


@dataclass(frozen=True, slots=True)
class FieldControl:
    """A control as it applies to one field."""

    control: ControlRecord
    reach: Reach


@dataclass(frozen=True, slots=True)
class PlacedDiagnostic:
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


class StatedBy(StrEnum):
    """What states a type, or that a value may be NULL or may not (method 1.7)."""

    DDL = "DDL"
    CATALOG = "CATALOG"
    CAST = "CAST"
    LITERAL = "LITERAL"
    OUTER_JOIN = "OUTER_JOIN"
    NO_ELSE = "NO_ELSE"  # a CASE without ELSE
    NULLIF = "NULLIF"


@dataclass(frozen=True, slots=True)
class Stated:
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
class Closure:
    """The datasets a target depends on: what search answers.

    Attributes:
        target: Canonical name.
        nodes: Every node upstream of the target's writers, sorted by location.
        edges: The edges among them, sorted likewise.
        tables: Logical tables in the closure, target included, sorted.
        ends: External tables, sorted.
        candidates: Writer candidates of the tables read in it, sorted by (table, writer).
    """

    target: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    tables: tuple[str, ...]
    ends: tuple[str, ...]
    candidates: tuple[Candidate, ...]


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
