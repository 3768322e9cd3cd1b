"""Read a project: flags over environment over ``wherefrom.toml`` over defaults."""

from __future__ import annotations

import difflib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from wherefrom.config.complaints import Place, complaints
from wherefrom.config.models import Configuration, DialectTable
from wherefrom.config.project import CONFIG_NAME, DialectRule, FileSettings, PathTarget, Project
from wherefrom.domain.errors import InputRefusal, UsageRefusal

if TYPE_CHECKING:
    from collections.abc import Mapping

_PREFIX = "WHEREFROM_"
_LARGEST = 5 * 1024 * 1024  # bytes
_DIGITS = 19  # of a number that anybody means


@dataclass(frozen=True, slots=True)
class _Setting:
    """One thing that a flag or the environment can set: its place in the file, and its shape."""

    place: Place
    shape: str  # text, number, list (commas between), or paths (the system's path separator between)


_SETTINGS = {
    "name": _Setting(("project", "name"), "text"),
    "sources": _Setting(("project", "sources"), "paths"),
    "dialect": _Setting(("project", "dialect"), "text"),
    "encoding": _Setting(("project", "encoding"), "text"),
    "include": _Setting(("project", "include"), "list"),
    "exclude": _Setting(("project", "exclude"), "list"),
    "default_catalog": _Setting(("project", "default_catalog"), "text"),
    "default_schema": _Setting(("project", "default_schema"), "text"),
    "schema_evidence": _Setting(("project", "schema_evidence"), "paths"),
    "styles": _Setting(("placeholders", "styles"), "list"),
    "path_targets": _Setting(("writers", "path_targets"), "list"),
    "four_eyes": _Setting(("review", "four_eyes"), "text"),
    "store_url": _Setting(("store", "url"), "text"),
    "languages": _Setting(("publish", "languages"), "list"),
    "redact": _Setting(("publish", "redact"), "text"),
    "file_bytes": _Setting(("limits", "file_bytes"), "number"),
    "statement_chars": _Setting(("limits", "statement_chars"), "number"),
    "visits": _Setting(("limits", "visits"), "number"),
}
# Set for the whole run, these also rule over what a [[dialect]] entry says.
_PER_FILE = {"dialect": "name"} | {
    key: key for key in ("encoding", "default_catalog", "default_schema", "styles")
}


def find_project(start: Path) -> Path | None:
    """Return the ``wherefrom.toml`` of the nearest folder at or above ``start``; None if there is none."""
    here = start.absolute()
    for folder in (here, *here.parents):
        candidate = folder / CONFIG_NAME
        if candidate.is_file():
            return candidate
    return None


def load(
    start: Path | None, flags: Mapping[str, object], environment: Mapping[str, str] | None = None
) -> Project:
    """Return the project that rules at ``start``.

    Args:
        start: Folder to look for ``wherefrom.toml`` from, upwards, or the file itself; None to use none.
        flags: What the command line set, by the names of ``Project``; None and missing mean not set.
        environment: Variables to read ``WHEREFROM_…`` from; the process's own if None.

    Raises:
        UsageRefusal: a value or key is wrong; the text lists all of them.
        InputRefusal: the file cannot be read.
    """
    path = start if start is not None and start.is_file() else start and find_project(start)
    text = _read(path) if path is not None else ""
    raw = _parse(text, path) if path is not None else {}
    variables = os.environ if environment is None else environment
    origins: dict[Place, str] = {}
    given = _from_environment(variables, origins) | _from_flags(flags, origins)
    for key, value in given.items():
        table, name = _SETTINGS[key].place
        section = raw.setdefault(str(table), {})
        if isinstance(section, dict):
            section[name] = value
    shown = _shown(path)
    try:
        configuration = Configuration.model_validate(raw)
    except ValidationError as error:
        found = complaints(error, shown, text, origins)
        raise UsageRefusal("\n".join(found)) from error
    return _project(configuration, path, {_PER_FILE[key] for key in given if key in _PER_FILE})


def _shown(path: Path | None) -> str:
    return str(path) if path is not None else "configuration"


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError as error:
        raise InputRefusal(f"{path}: the configuration cannot be read ({error.strerror}).") from error
    if len(data) > _LARGEST:
        raise UsageRefusal(f"{path}: the file has more than {_LARGEST} bytes; it is no configuration.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageRefusal(
            f"{path}: the byte at offset {error.start} is no UTF-8; save the file as UTF-8."
        ) from error


def _parse(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageRefusal(f"{path}: the file is no TOML: {error}.") from error


def _from_flags(flags: Mapping[str, object], origins: dict[Place, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in flags.items():
        if key not in _SETTINGS:
            raise KeyError(key)  # a fault of the caller, not of the person
        if value is None or value in ((), []):
            continue
        setting = _SETTINGS[key]
        plain = [str(each) for each in value] if isinstance(value, (list, tuple)) else value
        if key == "path_targets" and isinstance(value, (list, tuple)):
            plain = list(value)
        found[key] = _absolute(plain) if setting.shape == "paths" else plain
        origins[setting.place] = f"--{key.replace('_', '-')}"
    return found


def _from_environment(variables: Mapping[str, str], origins: dict[Place, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    names = {_PREFIX + key.upper(): key for key in _SETTINGS}
    for name in sorted(variables):
        value = variables[name]
        if name in names and value:
            setting = _SETTINGS[names[name]]
            found[names[name]] = _split(value, setting.shape)
            origins[setting.place] = name
        elif name.startswith(_PREFIX) and name not in names:
            close = difflib.get_close_matches(name, names, n=1, cutoff=0.9)
            if close:
                raise UsageRefusal(
                    f"The environment variable {name} is not known; the nearest known is {close[0]}. "
                    "Correct its name or unset it."
                )
    return found


def _split(value: str, shape: str) -> object:
    if shape == "text":
        return value
    if shape == "number":
        return int(value) if value.isdecimal() and len(value) < _DIGITS else value
    if shape == "paths":
        return _absolute([each for each in value.split(os.pathsep) if each])
    return [each.strip() for each in value.split(",") if each.strip()]


def _absolute(value: object) -> object:
    """Paths that a command states are relative to where it runs, not to the project."""
    if isinstance(value, str):
        value = [value]
    return [str(Path(each).absolute()) for each in value] if isinstance(value, list) else value


def _project(configuration: Configuration, path: Path | None, overruled: set[str]) -> Project:
    project = configuration.project
    return Project(
        name=project.name,
        sources=tuple(project.sources),
        defaults=FileSettings(
            project.dialect,
            project.encoding,
            project.default_catalog,
            project.default_schema,
            tuple(configuration.placeholders.styles),
        ),
        rules=tuple(_rule(table, overruled) for table in configuration.dialect),
        include=tuple(project.include),
        exclude=tuple(project.exclude),
        environments=tuple(sorted(configuration.environments.items())),
        path_targets=tuple(
            PathTarget(tuple(each.files), each.target) for each in configuration.writers.path_targets
        ),
        four_eyes=configuration.review.four_eyes,
        store_url=configuration.store.url,
        languages=tuple(dict.fromkeys(configuration.publish.languages)),
        redact=configuration.publish.redact,
        file_bytes=configuration.limits.file_bytes,
        statement_chars=configuration.limits.statement_chars,
        visits=configuration.limits.visits,
        schema_evidence=tuple(project.schema_evidence),
        root=path.absolute().parent if path is not None else None,
    )


def _rule(table: DialectTable, overruled: set[str]) -> DialectRule:
    def said(key: str) -> Any:
        return None if key in overruled else getattr(table, key)

    styles = said("styles")
    return DialectRule(
        tuple(table.files),
        said("name"),
        said("encoding"),
        said("default_catalog"),
        said("default_schema"),
        None if styles is None else tuple(styles),
    )
