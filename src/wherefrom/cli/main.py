"""The entry point: the list of commands, each loaded when it is asked for, and the exit codes."""

from __future__ import annotations

import errno
import importlib
import keyword
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wherefrom import __version__
from wherefrom.cli.terminal import complain, prepare_streams
from wherefrom.domain.errors import InputRefusal, Refusal

COMMANDS = {
    "run": "Freeze, analyse and publish a draft, without any set-up.",
    "init": "Start a project: wherefrom.toml, governance files, .gitignore.",
    "freeze": "Keep the exact bytes of a release under its hash.",
    "analyze": "Extract, link and search a release into the store.",
    "search": "Show which datasets a target depends on.",
    "trace": "Follow fields to where their values come from.",
    "review": "Decide on writers, source systems and business names.",
    "publish": "Write the deliverables of a release.",
    "verify": "Recompute every hash and chain, and name what differs.",
    "explain": "Explain a diagnostic code, a terminal reason, a rule or a source class.",
    "doctor": "Check the installation, the configuration and the store.",
}
"""Every command with its one line of help, in the order they are used."""

_DISK = frozenset(
    getattr(errno, name, 0)
    for name in ("EACCES", "EDQUOT", "EFBIG", "EINTR", "EIO", "EMFILE", "ENFILE", "ENOSPC", "EPERM", "EROFS", "ESTALE")
)  # fmt: skip
"""What a disk or its rights may answer to any of the calls of a run, none of which is a fault of ours."""

_FAULT = 70
_INTERRUPTED = 130


class _Group(TyperGroup):
    """A group of commands. Listing them imports none of them.

    Attributes:
        home: Package whose modules are the commands.
        listed: Every command with its one line of help.
    """

    home = "wherefrom.cli"
    listed = COMMANDS

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is Typer's
        return list(self.listed)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # the signature is Typer's
        if cmd_name not in self.listed:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _loaded(f"{self.home}.{module_of(cmd_name)}", cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # the signature is Typer's
        with formatter.section("Commands"):
            formatter.write_dl(list(self.listed.items()))


def module_of(command: str) -> str:
    """Return the name of a command's module; Python keeps some words for itself."""
    return f"{command}_" if keyword.iskeyword(command) else command


def _loaded(home: str, name: str) -> Any:
    """Return a command, or a group where its module lists commands of its own."""
    module = importlib.import_module(home)
    example = f"\b\nExample:\n  {module.EXAMPLE}"
    if hasattr(module, "COMMANDS"):
        kind = type("_SubGroup", (_Group,), {"home": home, "listed": module.COMMANDS})
        group = typer.Typer(cls=kind, name=name, rich_markup_mode=None, add_completion=False)
        group.callback(epilog=example, context_settings=_HELP)(module.command)
        return typer.main.get_command(group)
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name=name, epilog=example, context_settings=_HELP)(module.command)
    return typer.main.get_command(one)


class _Commands(_Group):
    """The group of all commands."""

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
    except OSError as error:
        if error.errno not in _DISK:
            return _report(error)
        complain(f"wherefrom: {_refused(error)}")
        return InputRefusal.exit_code
    except Exception as error:  # the last line of defence: a fault of ours, reported
        return _report(error)
    return 0


def _refused(error: OSError) -> str:
    what = (
        os.fsdecode(error.filename)
        if isinstance(error.filename, (str, bytes))
        else "a file or an output of this run"
    )
    return (
        f"{what}: the system refuses: {error.strerror}. The run has ended there. See to the disk or the rights, "
        "then run again."
    )


def _report(error: Exception) -> int:
    from wherefrom.cli.fault import write_report

    named = next((word for word in sys.argv[1:] if word in COMMANDS), "-")
    report = write_report(error, named)
    where = f"A report without any SQL is in {report}." if report else "No report could be written."
    complain(f"wherefrom: a fault of this program ({type(error).__name__}). {where}")
    return _FAULT
