"""Link, search, trace, classify: pure functions over Units. What the SQL proves, and what it leaves open."""

from wherefrom.lineage.classify import classify
from wherefrom.lineage.edges import changed_bindings
from wherefrom.lineage.estate import CatalogFile, Estate, EstateFile
from wherefrom.lineage.graph import Graph, PlacedStatement, link
from wherefrom.lineage.graph import candidates_of as find_candidates
from wherefrom.lineage.interface import interface_of
from wherefrom.lineage.models import as_model, linkable_model, models, with_models
from wherefrom.lineage.neighbours import Linkable, Neighbours
from wherefrom.lineage.parts import LINKER_VERSION, Linked, Rows, cut, together
from wherefrom.lineage.passages import passages, passages_in
from wherefrom.lineage.reached import reached, readers_of
from wherefrom.lineage.search import paths, search
from wherefrom.lineage.surroundings import surroundings
from wherefrom.lineage.targets import resolve_target
from wherefrom.lineage.trace import trace
from wherefrom.lineage.tree import TraceOptions
from wherefrom.lineage.unfold import Unfolded

__all__ = [
    "LINKER_VERSION",
    "CatalogFile",
    "Estate",
    "EstateFile",
    "Graph",
    "Linkable",
    "Linked",
    "Neighbours",
    "PlacedStatement",
    "Rows",
    "TraceOptions",
    "Unfolded",
    "as_model",
    "changed_bindings",
    "classify",
    "cut",
    "find_candidates",
    "interface_of",
    "link",
    "linkable_model",
    "models",
    "passages",
    "passages_in",
    "paths",
    "reached",
    "readers_of",
    "resolve_target",
    "search",
    "surroundings",
    "together",
    "trace",
    "with_models",
]
