"""One step of the field search: what a field of a node is made of, there and then (method 1.6, 1.7)."""

from __future__ import annotations

from wherefrom.domain.dataset import EdgeKind, Select, SetOperation, Table, TableFunction, Values, Wrap
from wherefrom.lineage.estate import Index
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.leaves import Leaves
from wherefrom.lineage.queries import Queries
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.reads import Reads
from wherefrom.lineage.schema import Schema
from wherefrom.lineage.steps import Accepted, Expansion, Vertex
from wherefrom.lineage.written import Written


class Fields:
    """Expands fields. Lazy and memoised.

    Attributes:
        ground: Layouts, bindings and writers it stands on.
        leaves: Steps of the leaves of expressions.
        reads: Columns of tables that are read.
        written: Columns of statements' targets.
    """

    def __init__(self, index: Index, schema: Schema, reach: Reach, accepted: Accepted) -> None:
        self.index = index
        self.ground = Ground(index, schema, reach, accepted, self.expand)
        self.leaves = Leaves(self.ground)
        self.reads = Reads(self.ground)
        self.written = Written(self.ground, self.leaves)
        self._queries = Queries(self.ground, self.leaves)
        self._memo: dict[Vertex, Expansion] = {}
        self._unnamed: dict[Vertex, Expansion] = {}

    def expand(self, vertex: Vertex) -> Expansion:
        """Return what a field is made of; without the names of its candidates while others are being named."""
        found = self._memo.get(vertex)
        if found is None:
            memo = self._unnamed if self.ground.naming else self._memo
            found = memo.get(vertex)
            if found is None:
                found = memo[vertex] = self._find(vertex)
        return found

    def _find(self, vertex: Vertex) -> Expansion:
        body = self.index.nodes[vertex.node].body
        if isinstance(body, Table):
            return self.written.target(vertex) if body.role == "target" else self.reads.read(vertex, body)
        if isinstance(body, Select):
            computed = self.written.computed_after(vertex, body)
            return Expansion(computed) if computed else self._queries.select(vertex, body)
        if isinstance(body, Wrap):
            to = self.index.local(vertex.node, body.node)
            key = self._queries.inner_key(vertex, to)
            return Expansion((self._queries.pass_on(vertex, to, key, EdgeKind.DERIVES),))
        if isinstance(body, SetOperation):
            return self._queries.set_operation(vertex, body)
        if isinstance(body, Values):
            return self._queries.values(vertex, body)
        assert isinstance(body, TableFunction)  # a call gives no fields
        return self._queries.function(vertex, body)
