"""Where a run and a project keep their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherefrom.app.workspace import project_workspace, releases, run_workspace
from wherefrom.domain.errors import InputRefusal, UsageRefusal


def test_a_run_keeps_everything_under_its_out_folder(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    workspace = run_workspace((tmp_path / "sql",), tmp_path / "out", {"dialect": "hive"})
    assert workspace.store == tmp_path / "out" / ".wherefrom" / "evidence.db"
    assert workspace.release_dir("r") == tmp_path / "out" / "snapshots" / "r"
    assert workspace.deliverables_dir("r") == tmp_path / "out" / "deliverables" / "r"
    assert workspace.project.defaults.dialect == "hive"


def test_a_run_uses_the_governance_folder_beside_its_source(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    (tmp_path / "governance").mkdir()
    workspace = run_workspace((tmp_path / "sql",), tmp_path / "out", {})
    assert workspace.governance == tmp_path / "governance"


def test_a_run_heeds_the_configuration_above_its_source(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    (tmp_path / "wherefrom.toml").write_text(
        'config_version = 1\n[project]\ndialect = "spark"\n[[dialect]]\nfiles = "sql/old/**"\nname = "tsql"\n'
    )
    project = run_workspace((tmp_path / "sql",), tmp_path / "out", {}).project
    assert project.for_file("new/a.sql").dialect == "spark"
    assert project.for_file("old/a.sql").dialect == "tsql"
    flagged = run_workspace((tmp_path / "sql",), tmp_path / "out", {"dialect": "hive"}).project
    assert flagged.for_file("old/a.sql").dialect == "hive"


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputRefusal, match="none"):
        run_workspace((tmp_path / "none",), tmp_path / "out", {})


def test_a_folder_without_configuration_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(UsageRefusal, match="wherefrom init"):
        project_workspace(tmp_path)


def test_the_latest_freeze_comes_last(tmp_path: Path) -> None:
    workspace = run_workspace((tmp_path,), tmp_path / "out", {})
    for name, moment in (
        ("b", "2026-01-01T00:00:00Z"),
        ("a", "2026-02-01T00:00:00Z"),
        (".c", "2026-03-01T00:00:00Z"),
    ):
        workspace.release_dir(name).mkdir(parents=True)
        (workspace.release_dir(name) / "release.json").write_text(f'{{"frozen_at":"{moment}"}}')
    assert releases(workspace) == ("b", "a")
