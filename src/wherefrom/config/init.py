"""Begin a project: a configuration, the governance files people edit, and nothing else."""

from __future__ import annotations

import csv
import io
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from wherefrom.config.project import CONFIG_NAME, FILE_BYTES
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import MAX_VISITS
from wherefrom.domain.unit import STATEMENT_CHARS

if TYPE_CHECKING:
    from pathlib import Path

_WRITER_REVIEW = (
    *("review_id", "logical_table", "writer_table", "writer_file", "statement", "lines"),
    *("decision", "reason", "responsible", "ticket", "effective_from", "effective_to", "note", "reviewer"),
    *("writer_kind", "rule", "readers", "affected_fields", "competing", "state", "approval", "flags"),
    *("decided_by", "decided_at", "fingerprint", "base_decision", "row_digest"),
)
_SOURCE_SYSTEMS = (
    *("logical_table", "system", "status", "owner", "note", "reviewer", "effective_from", "effective_to"),
)
_GLOSSARY = (
    *("logical_table", "field", "business_name", "meaning"),
    *("status", "owner", "note", "reviewer", "effective_from", "effective_to"),
)
# One example each; a first cell that begins with # marks a comment.
_EXAMPLES: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "writer_review.csv": (
        _WRITER_REVIEW,
        {
            "review_id": "# W0123456789",
            "logical_table": "dwd.card_txn",
            "writer_table": "dwd.card_txn",
            "writer_file": "dwd/card_txn.sql",
            "statement": "1",
            "lines": "L2-L28",
            "decision": "CONFIRMED",
            "reason": "The daily job runs this script.",
            "responsible": "Card data",
            "effective_from": "2026-10-26",
            "reviewer": "reviewer-1",
        },
    ),
    "source_systems.csv": (
        _SOURCE_SYSTEMS,
        {
            "logical_table": "# ods_cms.customer",
            "system": "CMS",
            "status": "CONFIRMED",
            "owner": "Card data",
            "note": "One row per logical table. PROPOSED counts once a person confirms it.",
            "reviewer": "reviewer-1",
            "effective_from": "2026-10-20",
        },
    ),
    "glossary.csv": (
        _GLOSSARY,
        {
            "logical_table": "# dm.card_month_report",
            "field": "txn_amt",
            "business_name": "Monthly card turnover",
            "meaning": "Sum of the posted card transactions of the month.",
            "status": "CONFIRMED",
            "owner": "Card data",
            "note": "Shown only when CONFIRMED. An empty field names the table itself.",
            "reviewer": "reviewer-1",
        },
    ),
}
_TOML = """\
config_version = 1

[project]
name = {name}
sources = [{source}]               # relative to this file
dialect = "ansi"                   # ansi, or the database's: hive, spark, postgres, tsql, oracle, …
# include = ["**/*.sql", "**/*.hql"]
exclude = []
default_catalog = ""
default_schema = ""
schema_evidence = []               # catalog files with known external tables

# [[dialect]]                      # for some of the files; later entries win
# files = "sql/legacy/**"
# name = "tsql"
# encoding = "gbk"

[placeholders]
styles = ["auto"]                  # dollar_brace jinja sqlcmd sqlplus colon at percent sqlrender

[writers]
path_targets = []                  # rules by which a file is its own target, such as "models/**"

[environments]                     # names equal after this map are candidates for review
# prd_dwd = "${{env}}_dwd"

[review]
four_eyes = "off"                  # off confirm all

[store]                            # a file under .wherefrom, unless a team shares one
# url = "postgresql+psycopg://user@host/name"

[limits]                           # what lies above them is named, and not read
file_bytes = {file_bytes}
statement_chars = {statement_chars}          # without the rows of long VALUES lists
visits = {visits}                    # of one field; what lies beyond ends in VISIT_LIMIT

[publish]
languages = ["en"]
redact = "off"                     # off literals: what is published shows no literal of the SQL
"""
_GITIGNORE = "# The evidence store: rebuilt from snapshots and governance at any time.\n/.wherefrom/\n"


def init_project(folder: Path) -> tuple[Path, ...]:
    """Write the files of a new project; what is there already stays as it is.

    Returns:
        The files that were written, in order; empty if nothing was missing.

    Raises:
        UsageRefusal: the folder cannot be written.
    """
    name = folder.absolute().name
    source = "sql" if (folder / "sql").is_dir() else "."
    contents = {
        CONFIG_NAME: _toml(name, source).encode(),
        ".gitignore": _GITIGNORE.encode(),
        "governance/decisions.jsonl": b"",
    }
    contents |= {f"governance/{file}": _csv(*example) for file, example in _EXAMPLES.items()}
    written = []
    for relative, data in sorted(contents.items()):
        path = folder / relative
        if path.is_file():
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_new(path, data)
        except OSError as error:
            raise _unwritable(path, error) from error
        written.append(path)
    return tuple(written)


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that has its name only when it is whole: an empty one would be kept by the next run."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_bytes(data)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _toml(name: str, source: str) -> str:
    return _TOML.format(
        name=_toml_text(name),
        source=_toml_text(source),
        file_bytes=FILE_BYTES,
        statement_chars=STATEMENT_CHARS,
        visits=MAX_VISITS,
    )


def _unwritable(path: Path, error: OSError) -> UsageRefusal:
    return UsageRefusal(
        f"{path}: cannot be written ({error.strerror}). Name a folder where this user may write."
    )


def _csv(columns: tuple[str, ...], example: dict[str, str]) -> bytes:
    """Return a table for people: UTF-8 with a byte order mark, CRLF, everything quoted (interface 2.3)."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerow([example.get(column, "") for column in columns])
    return out.getvalue().encode("utf-8-sig")


def _toml_text(text: str) -> str:
    """Return a TOML basic string; JSON's escapes are TOML's, outside the surrogates."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007F")
