"""From a snapshot to Units: which text is read how, which Units are known, and the rest through the engine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from wherefrom.app.catalogs import read_catalogs
from wherefrom.app.progress import Progress
from wherefrom.config import Project, path_target
from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.unit import Coverage, Unit
from wherefrom.engine import Budget, Codec, Job, extract_all
from wherefrom.extract import EXTRACTOR_VERSION, ExtractSettings, extract
from wherefrom.lineage import CatalogFile, EstateFile
from wherefrom.snapshot import SQL, Snapshot, SnapshotFile
from wherefrom.store import AnalysedFile, NewUnit, decode_unit, encode_unit, unit_key

Known = Callable[[Iterable[str]], Mapping[str, Unit]]
"""Gives the Units that are known of some keys."""

Keep = Callable[[Sequence[NewUnit]], None]
"""Takes Units that may be kept."""


class Units:
    """The Units of a release by path: those at hand, and the others from where they are kept, when asked for."""

    def __init__(self, keys: Mapping[str, str], at_hand: Mapping[str, Unit], known: Known) -> None:
        """Take the key of every file's Unit, the Units at hand by key, and where the others come from."""
        self._keys = keys
        self._units = dict(at_hand)
        self._known = known

    def after(self, known: Known) -> Units:
        """Return the same Units, the others from another place: where the first one is closed."""
        return Units(self._keys, self._units, known)

    def of(self, paths: Iterable[str]) -> tuple[EstateFile, ...]:
        """Return some files with their Units, in the order of the paths.

        Raises:
            InputRefusal: a Unit is not where it was kept.
        """
        wanted = tuple(paths)
        missing = {self._keys[path] for path in wanted} - self._units.keys()
        if missing:
            self._units |= self._known(tuple(missing))
        gone = [path for path in wanted if self._keys[path] not in self._units]
        if gone:
            raise InputRefusal(f"The store lost what was read of {gone[0]}. Analyse the release again.")
        return tuple(EstateFile(path, self._units[self._keys[path]]) for path in wanted)


class Texts(Mapping[str, str]):
    """The decoded texts of a snapshot by path, each read when it is first asked for."""

    def __init__(self, snapshot: Snapshot, paths: Iterable[str], at_hand: Mapping[str, str]) -> None:
        """Take the paths that have a text, and the texts at hand."""
        self._snapshot = snapshot
        self._paths = dict.fromkeys(paths)
        self._texts = dict(at_hand)

    def at_hand(self) -> Texts:
        """Return the same texts, all of them read: where the snapshot is about to go."""
        return Texts(self._snapshot, self._paths, dict(self))

    def __getitem__(self, path: str) -> str:
        if path not in self._texts:
            if path not in self._paths:
                raise KeyError(path)
            text = self._snapshot.text(path)
            assert not isinstance(text, Diagnostic)  # what has none is not among the paths
            self._texts[path] = text.value
        return self._texts[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@dataclass(frozen=True, slots=True)
class Reading:
    """Every file of a snapshot, read.

    Attributes:
        keys: What tells a file's Unit from every other, by path: one per SQL file, in the snapshot's order.
        units: Their Units.
        catalog: Tables of its catalog files.
        texts: Decoded text by path, of the files that have one, catalog files included.
        dialects: Dialect by path.
        analysed: What became of each file, for the store.
        fresh: Keys of the Units that were not known before.
    """

    keys: Mapping[str, str]
    units: Units
    catalog: tuple[CatalogFile, ...]
    texts: Texts
    dialects: Mapping[str, str]
    analysed: tuple[AnalysedFile, ...]
    fresh: frozenset[str]

    @property
    def files(self) -> tuple[EstateFile, ...]:
        """One per SQL file of the snapshot, in its order."""
        return self.units.of(self.keys)


IN_WORKERS = Budget(jobs=2, small=0)
"""Even one file goes to a worker: the parser is native code, and only a process can be stopped."""


def _nothing_known(_: Iterable[str]) -> Mapping[str, Unit]:
    """Say that no Unit is known: where there is no store."""
    return {}


def _kept_nowhere(_: Sequence[NewUnit]) -> None:
    """Keep no Units."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where Units are kept.

    Attributes:
        known: Where Units come from that need no extraction.
        keep: Takes Units that were not known and may be kept, as they come.
        unchanged: Keys by path of files whose Units ``known`` has: they are not looked at, and their Units
            not fetched before somebody asks for them.
    """

    known: Known = _nothing_known
    keep: Keep = _kept_nowhere
    unchanged: Mapping[str, str] = field(default_factory=dict)


NO_SHELF = Shelf()


def extract_settings(project: Project, path: str, text: str, source: str = "") -> ExtractSettings:
    """Return what extraction of one file heeds; ``source`` names its source where there are several."""
    file = project.for_file(path, source)
    return ExtractSettings(
        default_catalog=file.default_catalog,
        default_schema=file.default_schema,
        styles=file.styles,
        path_target=path_target(project, path, text, source),
        statement_chars=project.statement_chars,
    )


def extract_here(project: Project, path: str, text: str) -> EstateFile:
    """Extract one decoded text in this process, outside any engine."""
    return EstateFile(
        path, extract(text, project.for_file(path).dialect, extract_settings(project, path, text))
    )


def read_units(
    snapshot: Snapshot,
    project: Project,
    shelf: Shelf = NO_SHELF,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Reading:
    """Read every file of a snapshot into a Unit.

    Args:
        snapshot: The frozen files.
        project: How each is read.
        shelf: Where Units are kept; nowhere by default.
        budget: How extraction is spread; in timed workers by default.
        progress: Called with (files done, files in all) during extraction.

    Raises:
        InputRefusal: a frozen file is not the one that was frozen.
        UsageRefusal: a catalog file has to be mended.
    """
    catalog, catalog_texts = read_catalogs(snapshot, project)
    sql = [file for file in snapshot.files if file.kind == SQL]
    dialects = {file.path: project.for_file(file.path, file.source).dialect for file in sql}
    keys: dict[str, str] = {}
    units: dict[str, Unit] = {}
    codes: dict[str, str] = {}
    fresh: set[str] = set()
    done = 0
    for some in _portions(sql):
        jobs: dict[str, Job] = {}
        contents: dict[str, str] = {}
        for file in some:
            if file.path in shelf.unchanged:
                keys[file.path] = shelf.unchanged[file.path]
                continue
            text = snapshot.text(file.path)
            if isinstance(text, Diagnostic):
                unit = unread_unit(text, dialects[file.path], file.size)
                keys[file.path] = hashlib.sha256(repr(unit).encode()).hexdigest()
                units[keys[file.path]] = unit
                codes[file.path] = text.code
                continue
            job = _job(file, text.value, project)
            keys[file.path] = job.key
            contents[job.key] = file.sha256
            if job.key not in units:
                jobs.setdefault(job.key, job)
        units |= shelf.known(tuple(jobs))
        missing = [job for key, job in jobs.items() if key not in units]
        told = _further(progress, done, len(sql))
        new = []
        for result in extract_all(missing, budget or IN_WORKERS, told, Codec(encode_unit, decode_unit)):
            units[result.key] = result.unit
            if result.whole:
                new.append(NewUnit(result.key, contents[result.key], result.unit, result.blob))
        shelf.keep(new)
        fresh.update(each.key for each in new)
        done += len(some)
    analysed = (
        AnalysedFile(path, "", codes[path]) if path in codes else AnalysedFile(path, key)
        for path, key in keys.items()
    )
    with_text = (*(path for path in keys if path not in codes), *catalog_texts)
    return Reading(
        keys,
        Units(keys, units, shelf.known),
        catalog,
        Texts(snapshot, with_text, catalog_texts),
        dialects,
        tuple(analysed),
        frozenset(fresh),
    )


_AT_ONCE = 2_000
"""Files whose texts are at hand at once: memory does not grow with the texts of an estate."""


def _portions(files: Sequence[SnapshotFile]) -> Iterator[Sequence[SnapshotFile]]:
    """Yield the files in portions of about one size: none is so small that it is read in another way."""
    count = -(-len(files) // _AT_ONCE)
    for at in range(count):
        yield files[len(files) * at // count : len(files) * (at + 1) // count]


def _further(progress: Progress | None, before: int, count: int) -> Progress | None:
    """Return what tells the progress of a portion as that of the whole."""
    return None if progress is None else lambda done, _: progress(before + done, count)


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
    key = unit_key(file.sha256, file.encoding, dialect, _digest(settings), EXTRACTOR_VERSION)
    return Job(key, file.path, text, dialect, settings)


@lru_cache(maxsize=1024)
def _digest(settings: ExtractSettings) -> str:
    return hashlib.sha256(json.dumps(asdict(settings), sort_keys=True).encode()).hexdigest()
