"""The entry point: the list of commands, each loaded when it is asked for, and the exit codes."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wherefrom import __version__
from wherefrom.cli.terminal import complain, prepare_streams
from wherefrom.domain.errors import Refusal

COMMANDS = {
    "run": "Freeze, analyse and publish a draft, without any set-up.",
    "init": "Start a project: wherefrom.toml, governance files, .gitignore.",
    "freeze": "Keep the exact bytes of a release under its hash.",
    "analyze": "Extract, link and search a release into the store.",
    "search": "Show which datasets a target depends on.",
    "trace": "Follow fields to where their values come from.",
    "publish": "Write the deliverables of a release.",
    "verify": "Recompute every hash and chain, and name what differs.",
    "explain": "Explain a diagnostic code, a terminal reason or a rule.",
    "doctor": "Check the installation, the configuration and the store.",
}
"""Every command with its one line of help, in the order they are used."""

_FAULT = 70
_INTERRUPTED = 130


class _Commands(TyperGroup):
    """The group of all commands. Listing them imports none of them."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is Typer's
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # the signature is Typer's
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            module = importlib.import_module(f"wherefrom.cli.{cmd_name}")
            one = typer.Typer(add_completion=False, rich_markup_mode=None)
            example = f"\b\nExample:\n  {module.EXAMPLE}"
            one.command(name=cmd_name, epilog=example, context_settings=_HELP)(module.command)
            self.commands[cmd_name] = typer.main.get_command(one)
        return self.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # the signature is Typer's
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has what it wanted (``| head``). Nothing more can be written, also not at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        return result


_HELP = {"help_option_names": ["-h", "--help"]}
_EXAMPLES = """\b
Example:
  wherefrom run sql --target dm.sales --dialect hive --out out
  wherefrom trace dm.sales.amount --sql sql --dialect hive --tree"""  # \b: lines that are not to be joined


def _version(asked: bool) -> None:  # a Typer callback
    if asked:
        sys.stdout.write(f"wherefrom {__version__}\n")
        raise typer.Exit


def _top(
    version: Annotated[  # handled by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Where a field comes from, and who says so: evidence-first lineage of SQL estates."""


def application() -> Any:
    """Return the command group, with no command loaded yet."""
    app = typer.Typer(cls=_Commands, rich_markup_mode=None)
    app.callback(epilog=_EXAMPLES, context_settings=_HELP)(_top)
    return typer.main.get_command(app)


def main() -> int:
    """Run the command line and return its exit code (interface, exit codes)."""
    prepare_streams()
    try:
        application().main(prog_name="wherefrom")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except Refusal as refusal:
        complain(f"wherefrom: {refusal}")
        return refusal.exit_code
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:  # the last line of defence: a fault of ours, reported
        return _report(error)
    return 0


def _report(error: Exception) -> int:
    from wherefrom.cli.fault import write_report

    named = next((word for word in sys.argv[1:] if word in COMMANDS), "-")
    report = write_report(error, named)
    where = f"A report without any SQL is in {report}." if report else "No report could be written."
    complain(f"wherefrom: a fault of this program ({type(error).__name__}). {where}")
    return _FAULT
