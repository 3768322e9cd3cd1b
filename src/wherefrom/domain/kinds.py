"""What the kinds of nodes, edges, conditions and origins are, and how a field stands, in a reader's words (method 1.3, 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wherefrom.domain.binding import Status
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import EndpointKind, Resolution, Standing

NODE_KINDS: dict[NodeKind, str] = {
    NodeKind.PHYSICAL_TABLE: "A table that a statement of the snapshot writes.",
    NodeKind.EXTERNAL_TABLE: "A table that is read, and that no statement of the snapshot writes.",
    NodeKind.TEMP_TABLE: "A table of one session: it is visible in its own script only.",
    NodeKind.VIEW: "A view, materialized or not, that the snapshot defines.",
    NodeKind.CTE: "A query that WITH names.",
    NodeKind.DERIVED_QUERY: "A query in brackets under FROM.",
    NodeKind.QUERY_RESULT: "The rows of a statement's own query, or of a subquery in an expression.",
    NodeKind.SET_OPERATION: "UNION, EXCEPT or INTERSECT, with numbered branches.",
    NodeKind.VALUES_LIST: "Rows written out in the SQL.",
    NodeKind.TABLE_FUNCTION: "A function that gives rows.",
    NodeKind.COMMAND_TARGET: "What a command that is no query fills, or the routine that a statement calls.",
}
EDGE_KINDS: dict[EdgeKind, str] = {
    EdgeKind.READS: "A query reads a table, rows written out, or a function under FROM.",
    EdgeKind.CTE_BINDING: "A query reads another that WITH names.",
    EdgeKind.DERIVES: "A query takes rows from another in brackets.",
    EdgeKind.SET_BRANCH: "A branch gives its rows to a set operation.",
    EdgeKind.CORRELATES: "A subquery in an expression looks at the rows of the query around it.",
    EdgeKind.WRITES: "A query's rows go into a table.",
    EdgeKind.COMMAND_WRITES: "A command fills a table.",
    EdgeKind.COMMAND: "A call runs what a routine's body writes, or a call in that body. No row goes through it.",
    EdgeKind.WRITER_BINDING: "What a statement writes, another reads: proven by a script, or decided on by people.",
}
CONTROL_KINDS: dict[ControlKind, str] = {
    ControlKind.CASE_CONDITION: "A condition of CASE, IF, DECODE or NULLIF, or the column that PIVOT turns on.",
    ControlKind.AGGREGATE_FILTER: "Which rows an aggregate takes, or how it orders them.",
    ControlKind.WINDOW: "How a window, or MATCH_RECOGNIZE, divides and orders rows.",
    ControlKind.GROUP_BY: "A grouping key.",
    ControlKind.INNER_JOIN: "How rows of two inputs are matched; a row without a match is left out.",
    ControlKind.OUTER_JOIN: "How rows of two inputs are matched; a row without a match stays on the named side.",
    ControlKind.SEMI_JOIN: "A row counts where another input, or a subquery, has a match.",
    ControlKind.WHERE: "Which rows count.",
    ControlKind.HAVING: "Which groups count.",
    ControlKind.QUALIFY: "Which rows count after the windows.",
    ControlKind.SORT_LIMIT: "Rows are left out by their number (LIMIT, TOP, FETCH, a sample); the keys that sort them.",
    ControlKind.SET_OPERATION: "What EXCEPT or INTERSECT compares.",
    ControlKind.MERGE_MATCH: "How MERGE or an upsert matches its rows with the target's.",
    ControlKind.MERGE_CONDITION: "Which branch of MERGE or INSERT ALL takes a row.",
    ControlKind.ROW_GENERATOR: "What a function makes rows of: how often a row stands there.",
}
ORIGIN_KINDS: dict[str, str] = {
    EndpointKind.FIELD: "A column of a table that nothing in the snapshot writes, or of one before it was written.",
    EndpointKind.CONSTANT: "A literal of the SQL.",
    EndpointKind.GENERATED: "A value made without a column: a clock, a sequence, a number of rows.",
    EndpointKind.PARAMETER: "A value that the run gives.",
    "OPEN": "An end that proves nothing; its terminal reason says why. It is no origin.",
    "CANDIDATE": "What stayed possible at an open end. It is doubt, never an origin.",
    "NEUTRAL": "An end that leaves nothing open: a rejected writer beside a confirmed one, a table's own earlier "
    "content beside a proven end.",
}
RESOLUTIONS: dict[Resolution, str] = {
    Resolution.RESOLVED: "Every path of the field ends in a proven origin.",
    Resolution.PARTIAL: "Some paths of the field end in a proven origin, others are open.",
    Resolution.AMBIGUOUS: "No path of the field is proven, and on one of them several meanings stay possible.",
    Resolution.UNRESOLVED: "No path of the field is proven.",
}
STANDINGS: dict[Standing, str] = {
    Standing.CONFIRMED: "Every writer on the field's paths is confirmed by people, or proven by its script.",
    Standing.PROVISIONAL: "Some writer on the field's paths is not confirmed.",
    Standing.BLOCKED: "A deferred writer, or a rejected one with no other, stops a path of the field.",
}
STATUSES: dict[Status, str] = {
    Status.NOT_NEEDED: "Proven by the script itself or by the project's convention: nobody has to decide.",
    Status.PENDING: "Nobody has decided.",
    Status.CONFIRMED: "A person confirmed it, and its statement is the same since.",
    Status.REJECTED: "A person rejected it. That stays, changed statement or not, until a later record lifts it.",
    Status.DEFERRED: "A person put the decision off; paths stop there.",
    Status.STALE: "The statement changed after it was confirmed.",
    Status.CONFLICT: "Decisions that are in force contradict each other.",
}
WORDS: tuple[tuple[str, Mapping[Any, str]], ...] = (
    ("kind of origin", ORIGIN_KINDS),
    ("resolution of a field", RESOLUTIONS),
    ("standing of a field", STANDINGS),
    ("status of a decision", STATUSES),
    ("kind of node", NODE_KINDS),
    ("kind of edge", EDGE_KINDS),
    ("kind of condition", CONTROL_KINDS),
)
"""All of them, by what they are words for."""
