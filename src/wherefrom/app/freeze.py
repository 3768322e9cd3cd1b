"""Freeze a release: of a project, or of sources without any set-up."""

from __future__ import annotations

from wherefrom.app.catalogs import check_catalogs
from wherefrom.app.moment import freeze_moment
from wherefrom.app.progress import Progress
from wherefrom.app.workspace import SNAPSHOTS, Workspace
from wherefrom.snapshot import Snapshot, freeze_by_content
from wherefrom.snapshot import freeze as freeze_sources


def freeze(workspace: Workspace, release: str, progress: Progress | None = None) -> Snapshot:
    """Freeze the sources of a workspace.

    Args:
        workspace: Sources, settings and the place of snapshots.
        release: Name of the release; empty for one that its own content names.
        progress: Called with (files done, files in all) after each file.

    Raises:
        InputRefusal: a source cannot be read, holds no SQL, or changes meanwhile.
        UsageRefusal: a catalog file has to be mended, the release exists with other content, or it cannot
            be written.
    """
    project = workspace.project
    check_catalogs(project)
    sources, settings, moment = project.source_paths(), project.freeze_settings(), freeze_moment()
    if not release:
        return freeze_by_content(sources, workspace.home / SNAPSHOTS, settings, moment, progress)
    return freeze_sources(sources, workspace.release_dir(release), settings, moment, progress)
