"""The bytes of a decision log, replaced as a whole: a reader meets the old log or the new one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.errors import InputRefusal
from wherefrom.review.lock import writing


def rewrite(path: Path, change: Callable[[bytes], tuple[bytes, DecisionLog]]) -> DecisionLog:
    """Change a log under its lock, and return it as it stands afterwards.

    What is written replaces the old file as a whole, and is on the disk when this returns: a decision that was acknowledged is not lost. A run that is killed leaves the log
    as it was.

    Args:
        path: The log; created where it is not there.
        change: Gets the log's bytes as they are under the lock, and returns the new ones with what
            they were read as.

    Raises:
        Busy: another process holds the log.
        InputRefusal: it cannot be written, or the disk does not confirm what was; the text says which. Also
            whatever ``change`` raises; nothing was written then.
    """
    real = Path(os.path.realpath(path))
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        with writing(real):
            before = real.read_bytes() if real.exists() else b""
            after, log = change(before)
            if after != before:
                _replace(real, after)
    except OSError as error:
        raise InputRefusal(
            f"{path}: the decision log cannot be written: {error.strerror}. Nothing was recorded."
        ) from error
    return log


def _replace(path: Path, data: bytes) -> None:
    new = path.with_name(f".{path.name}.new")
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, mode)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    new.replace(path)
    try:
        _sync(path.parent)
    except OSError as error:
        raise InputRefusal(
            f"{path}: the new records are in the decision log, but the disk did not confirm that they are kept: "
            f"{error.strerror}. See to the disk; then wherefrom review log shows what the log holds."
        ) from error


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
