"""Link a release: what is known of a file stays while nothing that decides it has changed (architecture 3.1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from wherefrom.app.units import Reading
from wherefrom.app.versions import dialect_facts_version
from wherefrom.config import Project
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.outline import Interface, Outline
from wherefrom.extract import EXTRACTOR_VERSION
from wherefrom.lineage import (
    LINKER_VERSION,
    Estate,
    EstateFile,
    Graph,
    Linkable,
    Linked,
    Neighbours,
    Rows,
    as_model,
    cut,
    interface_of,
    link,
    linkable_model,
    models,
    together,
    with_models,
)
from wherefrom.store import KeptPart, NewPart

Ask = Callable[[Iterable[str]], Mapping[str, KeptPart]]
"""Gives the parts that are kept of some keys."""

NO_ROWS = Rows((), (), (), (), ())


@dataclass(frozen=True, slots=True)
class Links:
    """A release, linked.

    Attributes:
        parts: What link says of each file, by path: those that were kept, and new ones.
        rows: The evidence of the new ones.
        linked: What all of them say together.
        graph: The whole graph without decisions; None where not all files had to be linked.
    """

    parts: Mapping[str, NewPart]
    rows: Rows
    linked: Linked
    graph: Graph | None


def link_parts(reading: Reading, project: Project, kept: Mapping[str, KeptPart], ask: Ask) -> Links:
    """Link what a change can reach.

    Args:
        reading: The files.
        project: What decides beside them.
        kept: Parts by path, of an earlier release.
        ask: Where other parts are kept.
    """
    paths = tuple(reading.keys)
    interfaces = _interfaces(reading, kept)
    named = models(interfaces.items())
    linkable = [Linkable(path, reading.keys[path], interfaces[path]) for path in paths]
    linkable = [linkable_model(each) if each.path in named else each for each in linkable]
    neighbours = Neighbours(linkable, _common(reading, project))
    keys = dict(zip(paths, neighbours.keys(), strict=True))
    parts: dict[str, NewPart] = {
        path: kept[path] for path, key in keys.items() if path in kept and kept[path].key == key
    }
    found = ask(key for path, key in keys.items() if path not in parts)
    parts |= {path: found[key] for path, key in keys.items() if path not in parts and key in found}
    missing = [at for at, path in enumerate(paths) if path not in parts]
    rows, graph = NO_ROWS, None
    if missing:
        needed = neighbours.needed(missing)
        files = reading.units.of(paths[at] for at in needed)
        estate = _estate(reading, project, (as_model(each) if each.path in named else each for each in files))
        graph = run_deep(lambda given: link(given, {}), estate)
        outlines, rows = run_deep(lambda given: cut(*given), (graph, {paths[at] for at in missing}))
        parts |= {path: NewPart(keys[path], reading.keys[path], each) for path, each in outlines.items()}
        graph = graph if len(needed) == len(paths) else None
    ordered = {path: parts[path] for path in paths}
    apart = _apart(reading, project, (each.outline for each in ordered.values()))
    linked = together({path: each.outline for path, each in ordered.items()}, apart)
    return Links(ordered, _with(rows, apart), linked, graph)


def link_all(reading: Reading, project: Project) -> Graph:
    """Link a whole release, decisions left out."""
    return run_deep(lambda given: link(given, {}), _estate(reading, project, with_models(reading.files)))


def outlined(reading: Reading, graph: Graph) -> Linked:
    """Return what a whole graph says in short."""
    outlines, _ = run_deep(lambda given: cut(*given), (graph, set(reading.keys)))
    told = {one.diagnostic_id for each in outlines.values() for one in each.diagnostics}
    return together(outlines, [each for each in graph.diagnostics if each.diagnostic_id not in told])


def _estate(reading: Reading, project: Project, files: Iterable[EstateFile]) -> Estate:
    return Estate(tuple(files), project.environments, reading.catalog, project.visits)


def _interfaces(reading: Reading, kept: Mapping[str, KeptPart]) -> dict[str, Interface]:
    known = {
        path: kept[path].outline.interface
        for path, key in reading.keys.items()
        if path in kept and kept[path].unit == key
    }
    others = reading.units.of(path for path in reading.keys if path not in known)
    return known | {file.path: interface_of(file.unit) for file in others}


def _common(reading: Reading, project: Project) -> str:
    """Return what decides link beside the files."""
    catalog = hashlib.sha256(repr(reading.catalog).encode("utf-8", "surrogatepass")).hexdigest()
    decisive = (LINKER_VERSION, EXTRACTOR_VERSION, dialect_facts_version(), project.environments, catalog)
    return json.dumps(decisive)


def _apart(reading: Reading, project: Project, outlines: Iterable[Outline]) -> tuple[PlacedDiagnostic, ...]:
    """Return the diagnostics of catalog files that no SQL file tells: where catalog files alone disagree."""
    if not reading.catalog:
        return ()
    alone = link(Estate((), project.environments, reading.catalog), {})
    declared = {each.subject for outline in outlines for each in outline.diagnostics}
    return tuple(each for each in alone.diagnostics if each.subject not in declared)


def _with(rows: Rows, apart: tuple[PlacedDiagnostic, ...]) -> Rows:
    if not apart:
        return rows
    return Rows(rows.statements, rows.nodes, rows.edges, rows.candidates, (*rows.diagnostics, *apart))
