"""Link, search, trace, classify: pure functions over Units. What the SQL proves, and what it leaves open."""

from wherefrom.lineage.classify import classify
from wherefrom.lineage.estate import CatalogFile, Estate, EstateFile
from wherefrom.lineage.graph import Graph, PlacedStatement, link
from wherefrom.lineage.graph import candidates_of as find_candidates
from wherefrom.lineage.search import paths, search
from wherefrom.lineage.targets import resolve_target
from wherefrom.lineage.trace import trace
from wherefrom.lineage.tree import TraceOptions

__all__ = [
    "CatalogFile",
    "Estate",
    "EstateFile",
    "Graph",
    "PlacedStatement",
    "TraceOptions",
    "classify",
    "find_candidates",
    "link",
    "paths",
    "resolve_target",
    "search",
    "trace",
]
