"""From a snapshot to Units: which text is read how, which Units are known, and the rest through the engine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass

from wherefrom.app.catalogs import read_catalogs
from wherefrom.app.progress import Progress
from wherefrom.config import Project, path_target
from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.unit import Coverage, Unit
from wherefrom.engine import Budget, Codec, Job, extract_all
from wherefrom.extract import EXTRACTOR_VERSION, ExtractSettings, extract
from wherefrom.lineage import CatalogFile, EstateFile
from wherefrom.snapshot import SQL, Snapshot, SnapshotFile
from wherefrom.store import AnalysedFile, NewUnit, decode_unit, encode_unit, unit_key

Known = Callable[[Iterable[str]], Mapping[str, Unit]]
"""Gives the Units that are known of some keys."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Every file of a snapshot, read.

    Attributes:
        files: One per SQL file of the snapshot, in its order.
        catalog: Tables of its catalog files.
        texts: Decoded text by path, of the files that have one, catalog files included.
        dialects: Dialect by path.
        analysed: What became of each file, for the store.
        fresh: Units that were not known and may be kept.
    """

    files: tuple[EstateFile, ...]
    catalog: tuple[CatalogFile, ...]
    texts: Mapping[str, str]
    dialects: Mapping[str, str]
    analysed: tuple[AnalysedFile, ...]
    fresh: tuple[NewUnit, ...]


IN_WORKERS = Budget(jobs=2, small=0)
"""Even one file goes to a worker: the parser is native code, and only a process can be stopped."""


def nothing_known(_: Iterable[str]) -> Mapping[str, Unit]:
    """Say that no Unit is known: where there is no store."""
    return {}


def extract_settings(project: Project, path: str, text: str, source: str = "") -> ExtractSettings:
    """Return what extraction of one file heeds; ``source`` names its source where there are several."""
    file = project.for_file(path, source)
    return ExtractSettings(
        default_catalog=file.default_catalog,
        default_schema=file.default_schema,
        styles=file.styles,
        path_target=path_target(project, path, text, source),
    )


def extract_here(project: Project, path: str, text: str) -> EstateFile:
    """Extract one decoded text in this process, outside any engine."""
    return EstateFile(
        path, extract(text, project.for_file(path).dialect, extract_settings(project, path, text))
    )


def read_units(
    snapshot: Snapshot,
    project: Project,
    known: Known = nothing_known,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Reading:
    """Read every file of a snapshot into a Unit.

    Args:
        snapshot: The frozen files.
        project: How each is read.
        known: Where Units come from that need no extraction.
        budget: How extraction is spread; in timed workers by default.
        progress: Called with (files done, files in all) during extraction.

    Raises:
        InputRefusal: a frozen file is not the one that was frozen.
        UsageRefusal: a catalog file has to be mended.
    """
    catalog, catalog_texts = read_catalogs(snapshot, project)
    sql = [file for file in snapshot.files if file.kind == SQL]
    jobs: dict[str, Job] = {}
    keys: dict[str, str] = {}
    texts: dict[str, str] = {}
    unread: dict[str, Diagnostic] = {}
    for file in sql:
        text = snapshot.text(file.path)
        if isinstance(text, Diagnostic):
            unread[file.path] = text
            continue
        texts[file.path] = text.value
        job = _job(file, text.value, project)
        keys[file.path] = job.key
        jobs.setdefault(job.key, job)
    contents = {keys[file.path]: file.sha256 for file in sql if file.path in keys}
    units = dict(known(tuple(jobs)))
    missing = [job for key, job in jobs.items() if key not in units]
    fresh = []
    for result in extract_all(missing, budget or IN_WORKERS, progress, Codec(encode_unit, decode_unit)):
        units[result.key] = result.unit
        if result.whole:
            fresh.append(NewUnit(result.key, contents[result.key], result.unit, result.blob))
    dialects = {file.path: project.for_file(file.path, file.source).dialect for file in sql}
    files = []
    analysed = []
    for file in sql:
        diagnostic = unread.get(file.path)
        if diagnostic is None:
            files.append(EstateFile(file.path, units[keys[file.path]]))
            analysed.append(AnalysedFile(file.path, keys[file.path]))
        else:
            files.append(EstateFile(file.path, unread_unit(diagnostic, dialects[file.path], file.size)))
            analysed.append(AnalysedFile(file.path, "", diagnostic.code))
    return Reading(
        tuple(files), catalog, texts | dict(catalog_texts), dialects, tuple(analysed), tuple(fresh)
    )


def unread_unit(diagnostic: Diagnostic, dialect: str, size: int) -> Unit:
    """Return the Unit of a file without a text: nothing in it is understood.

    Args:
        diagnostic: Why it has none.
        dialect: The dialect it would have been read in.
        size: Its bytes, which stand in for the characters nobody could count.
    """
    return Unit(dialect, (), (), (), (), (), (), (diagnostic,), Coverage(size, 0))


def _job(file: SnapshotFile, text: str, project: Project) -> Job:
    settings = extract_settings(project, file.path, text, file.source)
    dialect = project.for_file(file.path, file.source).dialect
    said = json.dumps(asdict(settings), sort_keys=True)
    digest = hashlib.sha256(said.encode()).hexdigest()
    key = unit_key(file.sha256, dialect, digest, EXTRACTOR_VERSION)
    return Job(key, file.path, text, dialect, settings)
