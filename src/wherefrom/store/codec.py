"""A Unit as bytes and back: msgpack of the domain values themselves.

msgspec writes and reads Structs in C, their fields by place and not by name; what may be of several
kinds (a node's body, an item that may be a star) bears a tag.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from functools import cache

import msgspec

from wherefrom.domain.deep import run_deep
from wherefrom.domain.rest import collector_at_rest
from wherefrom.domain.unit import Unit

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Unit)

_LEVEL = 1
"""Names and places repeat: the fastest level already makes blobs several times smaller."""


@cache
def wire_format() -> str:
    """Return the sha256 hex digest of what is written of a Unit: its fields by name and type, in their order."""
    return hashlib.sha256(repr(msgspec.inspect.type_info(Unit)).encode()).hexdigest()


def encode_unit(unit: Unit) -> bytes:
    """Return the bytes of a Unit; equal Units give equal bytes."""
    try:
        return _encode(unit)
    except RecursionError:
        return run_deep(_encode, unit)


def decode_unit(blob: bytes) -> Unit:
    """Return the Unit that ``encode_unit`` was given.

    Raises:
        ValueError: the bytes are not those of a Unit.
    """
    try:
        return _decode(blob)
    except RecursionError:
        return run_deep(_decode, blob)


def decode_units(blobs: Iterable[bytes]) -> list[Unit]:
    """Decode many Units.

    Raises:
        ValueError: some bytes are not those of a Unit.
    """
    with collector_at_rest():
        return [decode_unit(blob) for blob in blobs]


def _encode(unit: Unit) -> bytes:
    return zlib.compress(_ENCODER.encode(unit), _LEVEL)


def _decode(blob: bytes) -> Unit:
    try:
        return _DECODER.decode(zlib.decompress(blob))
    except zlib.error as trouble:
        raise ValueError(str(trouble)) from trouble
