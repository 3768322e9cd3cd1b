"""Freeze the input: one moment of an estate, by exact bytes, and whether it still is that.

Everything later reads frozen bytes only, so every line of evidence can be looked up for ever.
The snapshot's identity is its content (method 1.2); nothing here knows any SQL.
"""

from wherefrom.snapshot.check import Difference, Finding, check, load
from wherefrom.snapshot.decoding import Text, Unreadable, decode, encoding_name
from wherefrom.snapshot.freeze import freeze, freeze_by_content
from wherefrom.snapshot.globs import DEFAULT_INCLUDE, matcher, matcher_within
from wherefrom.snapshot.manifest import is_moment
from wherefrom.snapshot.values import (
    CATALOG,
    SQL,
    FreezeSettings,
    Skipped,
    SkipReason,
    Snapshot,
    SnapshotFile,
)

__all__ = [
    "CATALOG",
    "DEFAULT_INCLUDE",
    "SQL",
    "Difference",
    "Finding",
    "FreezeSettings",
    "SkipReason",
    "Skipped",
    "Snapshot",
    "SnapshotFile",
    "Text",
    "Unreadable",
    "check",
    "decode",
    "encoding_name",
    "freeze",
    "freeze_by_content",
    "is_moment",
    "load",
    "matcher",
    "matcher_within",
]
