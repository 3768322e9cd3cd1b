"""Short texts that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherefrom.publish import Manifest
    from wherefrom.snapshot import Snapshot


def freeze_line(snapshot: Snapshot) -> str:
    """Return what was frozen."""
    size = sum(file.size for file in snapshot.files)
    text = f"{counted(len(snapshot.files), 'file')}, {size:,} bytes"
    if snapshot.skipped:
        text += f", {len(snapshot.skipped)} skipped"
    return f"freeze    {text:<48}  snapshot {short(snapshot.snapshot_id)}"


def publish_line(manifest: Manifest, folder: object, head: str, state: str) -> str:
    """Return what was published."""
    text = f"{counted(len(manifest.files) + 2, 'file')} in {folder}"
    return f"publish   {text:<48}  decisions {short(head)}  {state}"


def counted(number: int, noun: str) -> str:
    """Return ``1 file`` or ``2,000 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def short(digest: str) -> str:
    """Return the first twelve hex digits of a digest."""
    return digest.removeprefix("sha256:")[:12]
