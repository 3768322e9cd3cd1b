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

AS_TEXT, AS_TYPED = "true,false", "false,true"
"""How a CSV's cells are taken: quoted ones as texts; or numbers, dates and booleans for what looks like one."""

_OPENING = "--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,{cells}"


def saved_as_xlsx(path: Path, folder: Path, cells: str = AS_TYPED) -> Path:
    """Open a CSV or a workbook, and save it as a workbook in a folder."""
    opening = [_OPENING.format(cells=cells)] if path.suffix == ".csv" else []
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
