"""``wherefrom run``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.options import Executor, Executors, FailOn, Html, Languages, Scheduler
from wherefrom.cli.terminal import Progress

EXAMPLE = "wherefrom run sql --target card_month_report --dialect hive --out out"


def command(
    sources: Annotated[list[Path], typer.Argument(help="Folders and files of SQL.")],
    target: Annotated[
        list[str], typer.Option(help="A table or table.field, by any unique suffix. May be repeated.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for snapshot, store and deliverables.")],
    dialect: Annotated[
        str | None,
        typer.Option(help="Dialect of every file; else that of wherefrom.toml, or ansi.", show_default=False),
    ] = None,
    release: Annotated[
        str, typer.Option(help="Name of the release; the snapshot's short id by default.", show_default=False)
    ] = "",
    lang: Languages = None,
    html: Html = False,
    jobs: Annotated[int, typer.Option(min=0, help="Worker processes; 0 for one per processor.")] = 0,
    executor: Executors = Executor.LOCAL,
    scheduler: Scheduler = "",
    fail_on: Annotated[
        FailOn | None,
        typer.Option(help="Exit with 1 if a diagnostic is at or above this level.", show_default=False),
    ] = None,
) -> None:
    """Freeze, analyse and publish a draft in one step, without any set-up.

    Everything stays under OUT: snapshots/RELEASE, .wherefrom/evidence.db and deliverables/RELEASE. A
    governance folder beside the source holds what people decided, where there is one. Other commands, such
    as review, work in OUT afterwards.
    """
    from wherefrom.app.publish import HTML, MARKDOWN
    from wherefrom.app.run import run
    from wherefrom.app.workspace import run_workspace
    from wherefrom.cli.outcome import show_outcome
    from wherefrom.cli.stages import budget, require_below

    workspace = run_workspace(sources, out, {"dialect": dialect, "languages": lang})
    forms = (MARKDOWN, HTML) if html else (MARKDOWN,)
    done = run(workspace, tuple(target), release, budget(jobs, executor, scheduler), Progress, forms)
    show_outcome(done)
    require_below(done.analysis, fail_on)
