"""The SQL files of a folder."""

from __future__ import annotations

from pathlib import Path

from wherefrom.snapshot import Text, decode


def texts(folder: Path) -> list[str]:
    """Return the text of every SQL file, by path; what cannot be decoded is left out."""
    paths = sorted(each for each in folder.rglob("*") if each.suffix.lower() in {".sql", ".hql"})
    read = [decode(each.read_bytes()) for each in paths if each.is_file()]
    return [each.value for each in read if isinstance(each, Text)]
