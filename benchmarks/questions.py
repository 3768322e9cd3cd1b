"""Statements whose columns everybody is asked for: those of a folder, each alone, or TPC-DS with its schema."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.folder import texts
from wherefrom.domain.deep import run_deep
from wherefrom.extract import extract

SDIST = "sqlglot==30.30.0"
"""The distribution that holds TPC-DS as sqlglot's own tests use it: obtained for the run, never kept here."""

Schema = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked.

    Attributes:
        name: Of the estate.
        dialect: Of every statement.
        schema: Column types by column by table; empty where nobody knows any.
        statements: One query each, or a statement that writes one.
    """

    name: str
    dialect: str
    schema: Schema
    statements: tuple[str, ...]


def of_folder(name: str, folder: Path, dialect: str) -> Questions:
    """Return the statements of a folder that write a table from a query, and its bare queries."""
    return Questions(name, dialect, {}, tuple(run_deep(_statements, (texts(folder), dialect))))


def _statements(given: tuple[list[str], str]) -> list[str]:
    found = []
    for text in given[0]:
        unit = extract(text, given[1])
        asking = {writer.statement for writer in unit.writers if writer.branches}
        found += [
            text[each.span.start : each.span.end]
            for each in unit.statements
            if each.kind in _QUERIES and (each.result >= 0 or each.ordinal in asking) and not each.script
        ]
    return found


_QUERIES = frozenset({"SELECT", "CREATE_TABLE_AS", "CREATE_VIEW", "INSERT_INTO", "INSERT_OVERWRITE"})


def tpc_ds(place: Path) -> Questions:
    """Return TPC-DS's queries with its schema; the distribution is downloaded into a folder."""
    found = list(place.glob("sqlglot-*.tar.gz"))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "sqlglot"]
        subprocess.run([*command, "--dest", str(place), SDIST], check=True)
        found = list(place.glob("sqlglot-*.tar.gz"))
    with tarfile.open(found[0]) as archive:
        pieces = _member(archive, "optimizer/tpc-ds/tpc-ds.sql").split(";")
        helpers = ast.parse(_member(archive, "tests/helpers.py"))
    queries = [re.sub(r"^(?:#|--).*$", "", each, flags=re.MULTILINE).strip() for each in pieces[0::2]]
    schema = next(
        ast.literal_eval(each.value)
        for each in helpers.body
        if isinstance(each, ast.Assign) and getattr(each.targets[0], "id", "") == "TPCDS_SCHEMA"
    )
    asked = tuple(f"CREATE TABLE answer AS\n{each}" for each in queries if each)  # some peers need a target
    return Questions("TPC-DS", "spark", schema, asked)


def _member(archive: tarfile.TarFile, ending: str) -> str:
    name = next(
        each for each in archive.getnames() if "/".join(PurePosixPath(each).parts[1:]).endswith(ending)
    )
    member = archive.extractfile(name)
    assert member is not None  # it is a file
    return member.read().decode()
