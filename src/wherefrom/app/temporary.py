"""A folder that is there for the time of one piece of work."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wherefrom.domain.errors import InputRefusal


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a new empty folder; it is gone afterwards.

    Raises:
        InputRefusal: there is no place where one can be made.
    """
    try:
        place = tempfile.mkdtemp(prefix="wherefrom-")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise InputRefusal(
            f"{where}no temporary folder can be made ({error.strerror}). Name a folder with room in TMPDIR."
        ) from error
    try:
        yield Path(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)
