"""Under which key a Unit is kept."""

from __future__ import annotations

import hashlib

import msgspec

from wherefrom.store.codec import wire_format


def unit_key(content: str, encoding: str, dialect: str, settings_digest: str, extractor: str) -> str:
    """Return the key of a Unit: sha256 hex of everything its facts depend on (architecture 3.1).

    How Units are written is part of it: one that an older program wrote differently is not found, and
    its file is extracted anew.

    Args:
        content: sha256 hex of the file's bytes.
        encoding: Encoding they are read in: the same bytes may be two texts.
        dialect: Its dialect.
        settings_digest: Digest of the settings that extraction heeds.
        extractor: The extractor's version.
    """
    made_of = msgspec.json.encode((content, encoding, dialect, settings_digest, extractor, wire_format()))
    return hashlib.sha256(made_of).hexdigest()
