"""LibreOffice without a window, as a person's spreadsheet: opens a table and saves it in another form."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SOFFICE = shutil.which("soffice")

needs_libreoffice = pytest.mark.skipif(not SOFFICE, reason="no LibreOffice: soffice is not installed")

CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,{sheet}"
"""Comma, double quotes, UTF-8, values as they are shown; one sheet by its number."""

OPENING = "--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,{detect}"
"""How a CSV is opened: comma, double quotes, UTF-8; with numbers and dates told apart from texts, or not."""


def saved_as_xlsx(path: Path, folder: Path, *, detect: bool = False) -> Path:
    """Open a CSV or a workbook, and save it as a workbook in a folder."""
    opening = [OPENING.format(detect=str(detect).lower())] if path.suffix == ".csv" else []
    return _saved(path, folder, "xlsx", opening)


def saved_as_csv(path: Path, folder: Path) -> Path:
    """Open a workbook, and save its first sheet as a CSV in a folder."""
    return _saved(path, folder, CSV_FILTER.format(sheet=1), [])


def _saved(path: Path, folder: Path, form: str, opening: list[str]) -> Path:
    assert SOFFICE is not None
    profile = f"-env:UserInstallation={(folder / 'profile').resolve().as_uri()}"
    before = set(folder.glob("*.*"))
    subprocess.run(
        [SOFFICE, profile, "--headless", *opening, "--convert-to", form, "--outdir", str(folder), str(path)],
        check=True,
        capture_output=True,
        timeout=240,
    )
    (made,) = set(folder.glob("*.*")) - before
    return made
