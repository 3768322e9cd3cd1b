"""Make deliverables again from the snapshot and the decisions of then, and compare every byte."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from wherefrom.app.analyze import Analysis, open_analysis
from wherefrom.app.publish import FORMS, publish_release
from wherefrom.app.temporary import temporary_folder
from wherefrom.app.trace import answers_for
from wherefrom.app.workspace import DECISIONS, GLOSSARY, SYSTEMS, Workspace, open_release, project_workspace
from wherefrom.domain.errors import Refusal
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.domain.finding import Finding, Level
from wherefrom.domain.strict_json import read_object

_LARGEST = 256_000_000  # bytes of a manifest that is read


class _Cannot(Exception):  # noqa: N818  # it carries a finding
    """What was published cannot be made again; the finding says why."""

    def __init__(self, item: str, message: str, recorded: str = "", found: str = "") -> None:
        super().__init__(message)
        self.finding = Finding(Level.BROKEN, item, message, recorded, found)


def made_again(folder: Path) -> tuple[Finding, ...]:
    """Return how deliverables differ from those that the same inputs give now.

    The release is read again from its frozen bytes, in a store of its own, under the first records of the
    decision log, as many as there were. Nothing of the project is written.

    Args:
        folder: The deliverables, in a project or in what ``wherefrom run`` was given as ``--out``.
    """
    try:
        values = read_object((folder / "manifest.json").read_bytes(), _LARGEST)
        with temporary_folder() as place:
            _publish(folder, values, place)
            return tuple(_differences(folder, place / "out"))
    except _Cannot as cannot:
        return (cannot.finding,)
    except (OSError, ValueError) as error:
        return (Finding(Level.BROKEN, "manifest.json", f"it cannot be read: {error}"),)
    except Refusal as refusal:
        return (Finding(Level.BROKEN, "rerun", str(refusal)),)


def _publish(folder: Path, values: Mapping[str, object], place: Path) -> None:
    """Publish into ``place/out`` what a manifest says was published."""
    workspace = project_workspace(folder)
    snapshot = open_release(workspace, str(values.get("release")))
    settings = _mapping(values.get("settings"))
    forms = tuple(str(each) for each in _list(settings.get("forms")))
    if unknown := [each for each in forms if each not in FORMS]:
        raise _Cannot("manifest.json", f"this program does not know pages of the form {unknown[0]}")
    project = replace(
        workspace.project,
        languages=tuple(str(each) for each in _list(settings.get("languages"))),
        redact=str(settings.get("redact", "off")),
    )
    there = replace(
        workspace, project=project, home=place, governance=_governance_then(workspace, values, place)
    )
    analysis = open_analysis(there, snapshot)
    answers = _answers(analysis, values)
    publish_release(analysis, answers, place / "out", str(values.get("state")), forms)


def _answers(analysis: Analysis, values: Mapping[str, object]) -> tuple[TargetAnswer, ...]:
    listed = [_mapping(each) for each in _list(values.get("targets"))]
    names = tuple(str(each.get("table")) for each in listed)
    answers = answers_for(analysis.graph, names)
    for answer, target in zip(answers, listed, strict=True):
        if isinstance(had := target.get("fields"), int) and had < len(answer.fields):
            said = f"{answer.target} was published with some of its fields only; whole targets are made again"
            raise _Cannot("rerun", said, f"{had} fields", f"{len(answer.fields)} fields")
    return answers


def _governance_then(workspace: Workspace, values: Mapping[str, object], place: Path) -> Path:
    """Return a folder with what people had decided when the deliverables were published."""
    governance = place / "governance"
    governance.mkdir()
    recorded = _mapping(values.get("governance"))
    for name in (GLOSSARY, SYSTEMS):
        source = workspace.governance / name
        if source.is_file():
            shutil.copyfile(source, governance / name)
    log = workspace.governance / DECISIONS
    if log.is_file() and DECISIONS in recorded:
        count = _mapping(values.get("decisions")).get("count")
        lines = log.read_bytes().splitlines(keepends=True)
        (governance / DECISIONS).write_bytes(b"".join(lines[: count if isinstance(count, int) else 0]))
    for name in (DECISIONS, GLOSSARY, SYSTEMS):
        now = _sha256(governance / name)
        if str(recorded.get(name, "")) != now:
            said = "it is not what it was when the deliverables were published, so they cannot be made again"
            raise _Cannot(f"governance/{name}", said, str(recorded.get(name, "absent")), now or "absent")
    return governance


def _sha256(path: Path) -> str:
    return "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _differences(then: Path, now: Path) -> Iterator[Finding]:
    before, after = _files(then), _files(now)
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            yield Finding(Level.EXTRA, name, "making the deliverables again does not give it")
        elif name not in before:
            yield Finding(Level.MISSING, name, "making the deliverables again gives it, and it is not there")
        elif before[name] != after[name]:
            said = "making the deliverables again gives other bytes"
            yield Finding(Level.DIFFERS, name, said, before[name], after[name])
    if before == after:
        yield Finding(Level.OK, "rerun", f"made again, all {len(after)} files have the same bytes")


def _files(folder: Path) -> dict[str, str]:
    found = (each for each in folder.rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): _sha256(each) for each in found}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
