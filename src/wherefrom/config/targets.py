"""Files that are their own target: by a configured path rule, or because their text says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wherefrom.config.project import both_ways
from wherefrom.snapshot import matcher_within

if TYPE_CHECKING:
    from wherefrom.config.project import Project

FIELDS = ("stem", "folder", "parent", "grandparent")
_FIELD = re.compile(r"\{([^{}]*)\}")
_JINJA_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_PROJECT_CALL = re.compile(r"\{[{%](?:(?![%}]\}).){0,2000}?(?<![\w.])(?:ref|source|config)\s*\(", re.DOTALL)
_DEFINES_OTHER = re.compile(r"\{%[-+]?\s*(?:macro|test|materialization)\s")
_SNAPSHOT = re.compile(r"\{%[-+]?\s*snapshot\s+(\w+)")


def path_target(project: Project, path: str, text: str, source: str = "") -> str:
    """Return the target that a file is by itself; empty if it is none.

    A path rule decides first; the last that fits wins. Without one, a Jinja file that calls
    ``ref``, ``source`` or ``config`` follows dbt's convention: it is the model of its own name, or the
    snapshot that it names itself.

    Args:
        project: Holds the rules.
        path: Snapshot path of the file.
        text: Its decoded text.
        source: Name of its source, where there are several.
    """
    for rule in reversed(project.path_targets):
        if matcher_within(both_ways(rule.files, project.sources), source)(path):
            return _fill(rule.target, path)
    styles = project.for_file(path, source).styles
    if "auto" not in styles and "jinja" not in styles:
        return ""
    code = _JINJA_COMMENT.sub("", text) if "{#" in text else text
    if _DEFINES_OTHER.search(code):
        return ""
    snapshots = _SNAPSHOT.findall(code)
    if snapshots:
        return snapshots[0] if len(snapshots) == 1 else ""
    return _fill("{stem}", path) if _PROJECT_CALL.search(code) else ""


def target_fault(target: str) -> str:
    """Return what is wrong with the target of a path rule; empty if nothing is."""
    unknown = [name for name in _FIELD.findall(target) if name not in FIELDS]
    if unknown or not target or "{" in _FIELD.sub("", target) or "}" in _FIELD.sub("", target):
        listed = ", ".join(f"{{{name}}}" for name in FIELDS)
        return f"'{target}' is no target of a path rule; write a name with any of {listed}"
    return ""


def _fill(target: str, path: str) -> str:
    """Return the target's name; empty where the path has no folder for one of its fields."""
    *folders, name = path.split("/")
    above = [*reversed(folders), "", "", ""]
    values = dict(zip(FIELDS, (name.split(".")[0], *above[:3]), strict=True))
    if any(not values[used] for used in _FIELD.findall(target)):
        return ""
    return _FIELD.sub(lambda match: values[match[1]], target)
