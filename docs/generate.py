"""Write the parts of docs/ that repeat the program: ``python -m docs.generate [--check]``.

- ``reference/diagnostics.md``, ``rules.md``, ``dialects.md`` from ``wherefrom.domain``;
- ``reference/commands.md`` from the commands' own help;
- ``trace.svg``, the picture of the README, from what ``PICTURED`` prints;
- the answer below every ``$ wherefrom …`` line of a ``console`` block, run on the example estate. A block may
  end an answer early with a line ``[…]``.

With ``--check`` nothing is written; the exit code is 1 if a page is not current, and its name is printed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from docs.picture import terminal

from wherefrom.domain.codes import CLASSES, DIAGNOSTICS, REASONS, RULES
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.kinds import (
    CONTROL_KINDS,
    EDGE_KINDS,
    NODE_KINDS,
    ORIGIN_KINDS,
    RESOLUTIONS,
    STANDINGS,
    STATUSES,
)
from wherefrom.domain.rules import CLOSED, NEUTRAL, Terminal

DOCS = Path(__file__).parent
ROOT = DOCS.parent
ESTATE = ("examples", "governance", "snapshots", "wherefrom.toml")
CUT = "[…]"
PICTURED = "wherefrom trace branch_scorecard.net_inflow_eur --tree"
SURROUNDINGS = {
    "SOURCE_DATE_EPOCH": "1796020200",  # 2026-11-30 06:30 UTC, after the newest decision of the example
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "TERMINAL_WIDTH": "100",
}
"""Environment of every command shown."""

_BLOCK = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_MADE = "<!-- Made by python -m docs.generate. -->"


def _table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heading, tuple("---" for _ in heading), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)


def diagnostics() -> str:
    """Return the page of diagnostic codes."""
    rows = (
        (f"`{code}`", f.severity.value, f.meaning, f.next_step) for code, f in sorted(DIAGNOSTICS.items())
    )
    return f"""{_MADE}
# Diagnostics

What the program says where something is not proven or could not be read. `wherefrom explain CODE` prints one of these rows. Codes are never reused.

Severities: ERROR, this input was not analysed; WARNING, a claim is missing or open; BOUNDARY, what SQL cannot show; NOTE.

{_table(("code", "severity", "meaning", "next step"), rows)}
"""


def rules() -> str:
    """Return the page of binding rules, terminal reasons, source classes and kinds."""

    def outcome(reason: str) -> str:
        terminal = Terminal(reason)
        return "closed" if terminal in CLOSED else "neutral" if terminal in NEUTRAL else "open"

    def kinds(meanings: Mapping[str, str]) -> str:
        return _table(("kind", "meaning"), ((f"`{kind}`", text) for kind, text in meanings.items()))

    classes = ((f"`{name}`", each.meaning, each.next_step) for name, each in sorted(CLASSES.items()))
    reasons = ((f"`{reason}`", outcome(reason), text) for reason, text in REASONS.items())
    return f"""{_MADE}
# Rules and reasons

## Rules

Why a column belongs to an input, or a writer to a reader. Every step of a visit tree names exactly one.

{_table(("rule", "meaning"), ((f"`{rule}`", text) for rule, text in RULES.items()))}

## Terminal reasons

Why a path ends. Closed ends are proven; open ends say what is not; a neutral end adds nothing and takes nothing away.

{_table(("reason", "outcome", "meaning"), reasons)}

## Source classes

Where the columns of a value come from. A field is S3 wherever anything is unproven, otherwise S4, S1 or S2.

{_table(("class", "meaning", "what is missing for a better one"), classes)}

## Kinds of nodes

What a dataset node is. One use of a name is one node.

{kinds(NODE_KINDS)}

## Kinds of edges

How one node comes to another. Calls and [why they are edges of their own](../decisions/0012-calls-are-command-edges.md).

{kinds(EDGE_KINDS)}

## Kinds of conditions

Under which condition a row or a value counts. A condition is never an origin.

{kinds(CONTROL_KINDS)}

## Kinds of origins

What a row of `field_origins.csv` is.

{kinds(ORIGIN_KINDS)}

## How a field stands

How far its paths are proven, and what people decided about the writers on them.

{_table(("word", "meaning"), ((f"`{word}`", text) for word, text in (RESOLUTIONS | STANDINGS).items()))}

## How a decision stands

{_table(("word", "meaning"), ((f"`{word}`", text) for word, text in STATUSES.items()))}
"""


def dialects() -> str:
    """Return the page of dialect fact sheets."""
    rows = (
        (
            f"`{sheet.name}`",
            sheet.columns.value.lower(),
            sheet.tables.value.lower(),
            sheet.lateral_alias.value.lower().replace("_", " "),
            ", ".join(f"`{name}`" for name, _ in sheet.pseudo_columns) or "none",
            sheet.source,
        )
        for sheet in sorted(DIALECTS.values(), key=lambda s: s.name)
    )
    heading = ("dialect", "case of columns", "case of tables", "earlier aliases", "pseudo-columns", "source")
    return f"""{_MADE}
# Dialects

Everything that differs between dialects and changes an answer, with the place it is documented. *Lower* and *upper* say to which case a name without quotes is folded; *insensitive* that case never matters, *sensitive* that it always does. *Earlier aliases* says whether a projection may use the alias of one before it, and what wins where an input has a column of that name.

{_table(heading, rows)}
"""


def commands() -> str:
    """Return the page of commands: every command's help as the terminal prints it."""
    listed = _wherefrom("wherefrom --help", ROOT)
    names = re.findall(r"^  ([a-z]+) ", listed[listed.index("Commands:") :], re.MULTILINE)
    pages = (_help(name, ROOT) for name in names)
    return f"""{_MADE}
# Commands

```text
{listed}```

{chr(10).join(pages)}"""


def _help(name: str, folder: Path, level: str = "##") -> str:
    """Return the section of a command, and of the commands below it."""
    text = _wherefrom(f"wherefrom {name} --help", folder)
    section = f"{level} {name}\n\n```text\n{text}```\n"
    _, found, listed = text.partition("Commands:\n")
    names = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) if found else []
    return "\n".join([section, *(_help(f"{name} {below}", folder, f"{level}#") for below in names)])


def refreshed(text: str, run: Callable[[str], str]) -> str:
    """Return a page with the answers in its console blocks made anew.

    Args:
        text: The page.
        run: Runs one command line and returns what it prints.
    """

    def block(found: re.Match[str]) -> str:
        parts = re.split(r"^(?=\$ )", found["body"], flags=re.MULTILINE)
        return "```console\n" + "".join(_answer(part, run) for part in parts if part) + "```"

    return _BLOCK.sub(block, text)


def _answer(part: str, run: Callable[[str], str]) -> str:
    command, _, old = part.partition("\n")
    new = run(command.removeprefix("$ "))
    if old.rstrip().endswith(CUT):
        kept = old.rstrip().count("\n")
        new = "".join(line + "\n" for line in [*new.splitlines()[:kept], CUT])
    return f"{command}\n{new}"


def _wherefrom(line: str, folder: Path) -> str:
    """Run a command line and return what it prints, both streams, without blanks at line ends."""
    return "".join(each.rstrip() + "\n" for each in printed(line, folder).splitlines())


def printed(line: str, folder: Path) -> str:
    """Run a command line in a folder and return what it prints, first standard output."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), **SURROUNDINGS}
    program, *arguments = shlex.split(line)
    command = (
        [sys.executable, "-m", "wherefrom", *arguments] if program == "wherefrom" else ["sh", "-c", line]
    )
    done = subprocess.run(  # noqa: S603  # the lines are those of our own pages
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def pages() -> dict[Path, str]:
    """Return every made page with its text, console blocks run in order in one copy of the estate."""
    made = {
        DOCS / "reference/diagnostics.md": diagnostics(),
        DOCS / "reference/rules.md": rules(),
        DOCS / "reference/dialects.md": dialects(),
        DOCS / "reference/commands.md": commands(),
    }
    for path in (ROOT / "README.md", DOCS / "tutorial.md", *sorted((DOCS / "guides").glob("*.md"))):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for name in ESTATE:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
                copy(ROOT / name, folder / name)
            made[path] = refreshed(path.read_text("utf-8"), lambda line, at=folder: _wherefrom(line, at))
            if path.name == "README.md":
                made[DOCS / "trace.svg"] = terminal(PICTURED, _wherefrom(PICTURED, folder).splitlines())
    return made


def main(arguments: list[str]) -> int:
    """Write or check the pages. Returns the exit code."""
    made = pages()
    stale = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        sys.stdout.write("".join(f"{path.relative_to(ROOT)} is not current\n" for path in stale))
        return 1 if stale else 0
    for path in stale:
        path.write_text(made[path], "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
