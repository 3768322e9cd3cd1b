"""Catalog files of a snapshot: known tables as schema evidence, from the frozen bytes."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.config import FileSettings, Project, read_catalog
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.errors import UsageRefusal
from wherefrom.lineage import CatalogFile
from wherefrom.snapshot import CATALOG, Snapshot, Unreadable, decode

ENDINGS = (".yml", ".yaml")


def is_catalog(path: str) -> bool:
    """Whether a file that is given as schema evidence is a catalog file and no DDL, by its name."""
    return path.lower().endswith(ENDINGS)


def check_catalogs(project: Project) -> None:
    """Refuse catalog files that have to be mended, before anything is frozen.

    Raises:
        UsageRefusal: a person has to mend one of them; the text lists everything.
    """
    found: dict[str, tuple[str, FileSettings]] = {}
    complaints: list[Complaint] = []
    settings = project.freeze_settings()
    for path, place in settings.catalogs:
        try:
            data = place.read_bytes()
        except OSError:
            continue  # freezing says so
        text = decode(data, project.for_file(path).encoding)
        if isinstance(text, Unreadable):
            complaints.append(Complaint(path, 1, "file", text.code, text.message))
        else:
            found[path] = (text.value, project.for_file(path))
    parse_catalogs(found, complaints)


def read_catalogs(snapshot: Snapshot, project: Project) -> tuple[tuple[CatalogFile, ...], Mapping[str, str]]:
    """Read the catalog files of a snapshot.

    Returns:
        The tables of each, and its decoded text by path.

    Raises:
        InputRefusal: a frozen file is not the one that was frozen.
        UsageRefusal: a person has to mend one of them; the text lists everything.
    """
    texts: dict[str, str] = {}
    complaints: list[Complaint] = []
    for file in snapshot.files:
        if file.kind != CATALOG:
            continue
        text = snapshot.text(file.path)
        if isinstance(text, Diagnostic):
            complaints.append(Complaint(file.path, 1, "file", text.code, text.message))
        else:
            texts[file.path] = text.value
    return parse_catalogs(
        {path: (text, project.for_file(path)) for path, text in texts.items()}, complaints
    ), texts


def parse_catalogs(
    given: Mapping[str, tuple[str, FileSettings]], complaints: list[Complaint] | None = None
) -> tuple[CatalogFile, ...]:
    """Read decoded catalog texts, by path, each with the settings its names are read by.

    Args:
        given: The texts.
        complaints: What is wrong already.

    Raises:
        UsageRefusal: a person has to mend one of them; the text lists everything.
    """
    found = []
    wrong = list(complaints or ())
    for path, (text, settings) in sorted(given.items()):
        tables, said = read_catalog(path, text, settings)
        wrong.extend(said)
        found.append(CatalogFile(path, tables))
    if wrong:
        raise UsageRefusal("\n".join(str(each) for each in sorted(wrong)))
    return tuple(found)
