"""What a project is, for the rest of the program: checked, merged, frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from wherefrom.domain.evidence import MAX_VISITS
from wherefrom.domain.unit import STATEMENT_CHARS
from wherefrom.snapshot import DEFAULT_INCLUDE, FreezeSettings, matcher_within

CONFIG_NAME = "wherefrom.toml"
STYLES = ("auto", "dollar_brace", "jinja", "sqlcmd", "sqlplus", "colon", "at", "percent", "sqlrender")
FOUR_EYES = ("off", "confirm", "all")
LANGUAGES = ("en", "zh")
REDACT = ("off", "literals")
FILE_BYTES = FreezeSettings().max_file_bytes
"""Largest file that is read as text, unless the project says otherwise. Unit: bytes."""


@dataclass(frozen=True, slots=True)
class FileSettings:
    """How one file is read.

    Attributes:
        dialect: A key of ``domain.dialects.DIALECTS``.
        encoding: Configured encoding; empty where UTF-8 or a byte order mark is expected.
        default_catalog: Catalog of a name that states none; empty if there is none.
        default_schema: Schema of a name that states none; empty if there is none.
        styles: Placeholder styles to look for; ``("auto",)`` for those the text shows.
    """

    dialect: str
    encoding: str = ""
    default_catalog: str = ""
    default_schema: str = ""
    styles: tuple[str, ...] = ("auto",)


@dataclass(frozen=True, slots=True)
class DialectRule:
    """One ``[[dialect]]`` entry. What it leaves open (None) an earlier entry or the project says.

    Attributes:
        files: Globs; the entry is about the files that fit them.
        dialect, encoding, default_catalog, default_schema, styles: As in ``FileSettings``.
    """

    files: tuple[str, ...]
    dialect: str | None = None
    encoding: str | None = None
    default_catalog: str | None = None
    default_schema: str | None = None
    styles: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PathTarget:
    """A rule by which a file is its own target (method 1.5, ``PROJECT_REF``).

    Attributes:
        files: Globs.
        target: Name of the target with ``{stem}``, ``{folder}``, ``{parent}``, ``{grandparent}``: the
            file's name up to its first dot, its folder, the folder above, and the one above that.
    """

    files: tuple[str, ...]
    target: str = "{stem}"


@dataclass(frozen=True, slots=True)
class Project:
    """Everything a person set, merged: flags over environment over ``wherefrom.toml`` over defaults.

    Globs may be relative to the project's folder or to a source folder; both mean the same file.

    Attributes:
        name: Shown in deliverables; empty if nobody gave one.
        sources: Folders and files of SQL, relative to ``root`` unless absolute.
        defaults: How a file is read that no rule is about.
        rules: Later ones win.
        include: Globs of file names that are SQL.
        exclude: Globs that are left out although included.
        environments: ``(written name, canonical name)`` pairs of the environment map, sorted.
        path_targets: Later ones win.
        four_eyes: ``off``, ``confirm`` or ``all``.
        languages: Of the business Markdown.
        redact: ``literals`` where what is published or printed shows no literal of the SQL; ``off``.
        schema_evidence: Catalog files with known external tables, relative to ``root``.
        file_bytes: Largest file that is read as text. Unit: bytes.
        statement_chars: Longest statement that is read. Unit: characters, without the rows of long VALUES lists.
        visits: Most visits of one field; what lies beyond ends in VISIT_LIMIT.
        store_url: URL of the evidence store where a team shares one; empty for a file of the project's own.
        root: Folder of ``wherefrom.toml``; None without one.
    """

    name: str = ""
    sources: tuple[str, ...] = (".",)
    defaults: FileSettings = field(default_factory=lambda: FileSettings("ansi"))
    rules: tuple[DialectRule, ...] = ()
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()
    environments: tuple[tuple[str, str], ...] = ()
    path_targets: tuple[PathTarget, ...] = ()
    four_eyes: str = "off"
    languages: tuple[str, ...] = ("en",)
    redact: str = "off"
    file_bytes: int = FILE_BYTES
    statement_chars: int = STATEMENT_CHARS
    visits: int = MAX_VISITS
    schema_evidence: tuple[str, ...] = ()
    store_url: str = ""
    root: Path | None = None

    def for_file(self, path: str, source: str = "") -> FileSettings:
        """Return how a file is read.

        Args:
            path: Its snapshot path.
            source: Name of its source, where there are several.
        """
        found = self.defaults
        for rule in self.rules:
            if matcher_within(both_ways(rule.files, self.sources), source)(path):
                found = FileSettings(
                    _set_or(rule.dialect, found.dialect),
                    _set_or(rule.encoding, found.encoding),
                    _set_or(rule.default_catalog, found.default_catalog),
                    _set_or(rule.default_schema, found.default_schema),
                    found.styles if rule.styles is None else rule.styles,
                )
        return found

    def source_paths(self) -> tuple[Path, ...]:
        """Return the sources as paths of this machine."""
        base = self.root if self.root is not None else Path()
        return tuple(base / source for source in self.sources)

    def freeze_settings(self) -> FreezeSettings:
        """Return what the snapshot room needs of the project."""
        encodings = [("**", self.defaults.encoding)] if self.defaults.encoding else []
        for rule in self.rules:
            if rule.encoding is not None:
                encodings += [(glob, rule.encoding) for glob in both_ways(rule.files, self.sources)]
        return FreezeSettings(
            both_ways(self.include, self.sources),
            both_ways(self.exclude, self.sources),
            tuple(encodings),
            self.file_bytes,
            catalogs=self._catalogs(),
        )

    def _catalogs(self) -> tuple[tuple[str, Path], ...]:
        """Return the catalog files with what the snapshot calls them: as written, else their name."""
        base = self.root if self.root is not None else Path()
        found = []
        for written in dict.fromkeys(self.schema_evidence):
            plain = PurePosixPath(written.replace("\\", "/"))
            outside = plain.is_absolute() or Path(written).is_absolute() or ".." in plain.parts
            place = base / written
            if self.root is not None and place.is_relative_to(self.root) and ".." not in plain.parts:
                plain, outside = PurePosixPath(place.relative_to(self.root).as_posix()), False
            found.append((plain.name if outside else plain.as_posix(), place))
        return tuple(found)


def _set_or(value: str | None, otherwise: str) -> str:
    return otherwise if value is None else value


def both_ways(globs: tuple[str, ...], sources: tuple[str, ...]) -> tuple[str, ...]:
    """Return globs that fit snapshot paths: each as written, and relative to the source it begins with.

    Snapshot paths are relative to their source folder, so ``sql/legacy/**`` beside ``sources =
    ["sql"]`` is about the snapshot's ``legacy/**``. Where there are several sources, a glob that names
    one of them stays about that one: it keeps the last parts of the source's path, by which
    ``matcher_within`` knows its files.
    """
    found: list[str] = []
    single = len(set(sources)) == 1
    for glob in globs:
        found.append(glob)
        sign, plain = ("!", glob[1:]) if glob.startswith("!") else ("", glob)
        plain = plain.removeprefix("./").lstrip("/")
        for source in sources:
            start = source.removeprefix("./").rstrip("/")
            if not start or (plain != start and not plain.startswith(f"{start}/")):
                continue
            rest = plain.removeprefix(start).lstrip("/") or "**"
            if single:
                found.append(f"{sign}/{rest}")
                continue
            parts = [each for each in start.split("/") if each not in (".", "..")]
            found += [f"{sign}/{'/'.join(parts[at:])}/{rest}" for at in range(len(parts))]
    return tuple(dict.fromkeys(found))
