"""The report of a fault of our own: enough to find it, and no word of anybody's SQL."""

from __future__ import annotations

import os
import platform
import tempfile
import traceback
from pathlib import Path

from wherefrom import __version__


def write_report(error: BaseException, command: str) -> Path | None:
    """Write a report of ``error`` into the working folder, or the temporary one where that is closed.

    The exception's own message is left out: it may quote SQL. File, line and function of every frame
    are kept, with paths cut at the package.

    Args:
        error: What was raised.
        command: Name of the command, without its arguments.

    Returns:
        The report, or None where neither folder can be written.
    """
    text = _report(error, command)
    for folder in (Path.cwd, tempfile.gettempdir):
        try:
            return _written(text, folder())
        except OSError:
            continue
    return None


def _written(text: str, folder: Path | str) -> Path:
    handle, name = tempfile.mkstemp(prefix="wherefrom-report-", suffix=".txt", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as report:
            report.write(text)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _report(error: BaseException, command: str) -> str:
    lines = [
        f"wherefrom {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        f"command: {command}",
    ]
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    for fault in reversed(chain):
        kind = type(fault)
        lines.append(f"{kind.__module__}.{kind.__qualname__}")
        frames = traceback.extract_tb(fault.__traceback__)
        lines.extend(f"  {_cut(frame.filename)}:{frame.lineno} in {frame.name}" for frame in frames)
    return "\n".join(lines) + "\n"


def _cut(filename: str) -> str:
    parts = Path(filename).parts
    for anchor in ("wherefrom", "site-packages"):
        if anchor in parts:
            at = len(parts) - 1 - parts[::-1].index(anchor)
            return "/".join(parts[at:])
    return parts[-1] if parts else filename
