"""The evidence store: Units by content, and every analysis with its rows, none of which ever changes.

Everything in it can be rebuilt from snapshots and governance files. The codec is loaded at once, the
database behind it when a store is first opened: worker processes need only the codec.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from wherefrom.store.codec import decode_unit, decode_units, encode_unit
from wherefrom.store.keys import unit_key
from wherefrom.store.revision import HEAD
from wherefrom.store.rows import (
    AnalysedFile,
    AnalysisRecord,
    KeptPart,
    NewPart,
    NewUnit,
    PlacedStatement,
    RuledRows,
    StoredParts,
)

if TYPE_CHECKING:
    from wherefrom.store.migrate import migrations_folder
    from wherefrom.store.opening import at_rest, open_store, read_store
    from wherefrom.store.reading import Reader, StoredAnalysis
    from wherefrom.store.writing import Store

_WITH_DATABASE = {
    "Reader": "reading",
    "Store": "writing",
    "StoredAnalysis": "reading",
    "at_rest": "opening",
    "migrations_folder": "migrate",
    "open_store": "opening",
    "read_store": "opening",
}

__all__ = [
    "HEAD",
    "AnalysedFile",
    "AnalysisRecord",
    "KeptPart",
    "NewPart",
    "NewUnit",
    "PlacedStatement",
    "Reader",
    "RuledRows",
    "Store",
    "StoredAnalysis",
    "StoredParts",
    "at_rest",
    "decode_unit",
    "decode_units",
    "encode_unit",
    "migrations_folder",
    "open_store",
    "read_store",
    "unit_key",
]


def __getattr__(name: str) -> object:
    if name not in _WITH_DATABASE:
        raise AttributeError(f"module 'wherefrom.store' has no attribute '{name}'")
    return getattr(import_module(f"wherefrom.store.{_WITH_DATABASE[name]}"), name)
