"""An environment of its own for each peer, made for the run and kept beside the other things of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "sqllineage": "sqllineage",
    "datahub": "acryl-datahub[sql-parser]",
    "openlineage": "openlineage-sql",
}
"""What to install, by the peer's name in ``peers.py``."""


def interpreter(name: str, place: Path) -> Path | None:
    """Return the interpreter of a peer's environment, made where it is not there; None if it cannot be made."""
    home = place / f"venv-{name}"
    python = home / "bin" / "python"
    if (home / "ready").exists():
        return python
    make = [sys.executable, "-m", "venv", str(home)]
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGES[name]]
    for command in (make, install):
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
    (home / "ready").touch()
    return python


def version(name: str, python: Path) -> str:
    """Return the installed version of a peer."""
    package = PACKAGES[name].partition("[")[0]
    code = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True)
    return f"{package} {done.stdout.strip()}"
