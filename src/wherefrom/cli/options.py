"""Options, and values of options, that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Language(StrEnum):
    """A language that pages are published in."""

    EN = "en"
    ZH = "zh"


Languages = Annotated[
    list[Language] | None,
    typer.Option(
        help="Language of the pages; may be repeated. Else languages in wherefrom.toml, or en.",
        show_default=False,
    ),
]
Html = Annotated[bool, typer.Option("--html", help="Also write a static site that opens from the folder.")]


class Executor(StrEnum):
    """Who reads the files."""

    LOCAL = "local"
    DASK = "dask"


Executors = Annotated[
    Executor, typer.Option(help="Who reads the files: this machine, or a Dask cluster.", show_default=True)
]
Scheduler = Annotated[
    str, typer.Option(help="Address of the Dask cluster: tcp://host:8786.", show_default=False)
]


class FailOn(StrEnum):
    """From which severity on diagnostics make a command fail."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    BOUNDARY = "BOUNDARY"
    NOTE = "NOTE"
