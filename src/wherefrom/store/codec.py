"""A Unit as bytes and back: msgpack of the domain values themselves.

msgspec writes and reads frozen dataclasses in C, by field name, so a field that gains a default
stays readable. What it cannot read is a choice between dataclasses. There are two in a Unit: a
node's body, and an item that may be a star. Both are taken out into a list of their own kind and
put back in order, so nothing else needs a second definition.
"""

from __future__ import annotations

import dataclasses
import hashlib
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, get_args, get_type_hints

import msgspec

from wherefrom.domain.dataset import Body, Item, Node, Select, Star
from wherefrom.domain.deep import run_deep
from wherefrom.domain.rest import collector_at_rest
from wherefrom.domain.unit import Unit

_BODIES: tuple[type, ...] = get_args(Body)
_PLACE = {body: place for place, body in enumerate(_BODIES)}
_SELECT_PLACE = _PLACE[Select]


def _mirror(cls: type, **instead: Any) -> Any:
    """Return a Struct with the fields of ``cls`` in their order, some of them of another type."""
    hints = get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls)]
    fields = [(name, instead.pop(name, hints[name])) for name in names]
    return msgspec.defstruct(f"Wire{cls.__name__}", [*fields, *instead.items()], array_like=True, gc=False)


_WireSelect = _mirror(Select, items=tuple[Item | None, ...])
_WireNode = _mirror(Node, body=int)
_WireUnit = _mirror(
    Unit,
    nodes=tuple[_WireNode, ...],  # type: ignore[valid-type]
    bodies=tuple.__class_getitem__(
        tuple(tuple[_WireSelect if body is Select else body, ...] for body in _BODIES)  # type: ignore[misc]
    ),
    stars=tuple[Star, ...],
)
_SELECT, _NODE, _UNIT = (
    attrgetter(*(field.name for field in dataclasses.fields(cls))) for cls in (Select, Node, Unit)
)
_ITEMS, _BODY, _NODES = (
    next(place for place, field in enumerate(dataclasses.fields(cls)) if field.name == name)
    for cls, name in ((Select, "items"), (Node, "body"), (Unit, "nodes"))
)
_DECODER = msgspec.msgpack.Decoder(_WireUnit)

_LEVEL = 1
"""Field names repeat: the fastest level already makes blobs several times smaller."""


@cache
def wire_format() -> str:
    """Return the sha256 hex digest of everything that is written of a Unit, by name and type."""
    return hashlib.sha256(msgspec.json.encode(msgspec.json.schema(_WireUnit), order="sorted")).hexdigest()


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
    bodies: tuple[list[Any], ...] = tuple([] for _ in _BODIES)
    stars: list[Star] = []
    nodes = []
    for node in unit.nodes:
        body = node.body
        place = _PLACE[type(body)]
        bodies[place].append(_without_stars(body, stars) if isinstance(body, Select) else body)
        nodes.append(_WireNode(*_with(_NODE(node), _BODY, place)))
    wire = _WireUnit(*_with(_UNIT(unit), _NODES, nodes), bodies, stars)
    return zlib.compress(msgspec.msgpack.encode(wire), _LEVEL)


def _without_stars(select: Select, stars: list[Star]) -> Any:
    """Move the stars of a SELECT to ``stars`` and leave None in their place."""
    items: list[Item | None] = []
    for item in select.items:
        if isinstance(item, Star):
            stars.append(item)
            items.append(None)
        else:
            items.append(item)
    return _WireSelect(*_with(_SELECT(select), _ITEMS, items))


def _decode(blob: bytes) -> Unit:
    try:
        wire = _DECODER.decode(zlib.decompress(blob))
    except zlib.error as trouble:
        raise ValueError(str(trouble)) from trouble
    bodies = [iter(each) for each in wire.bodies]
    stars = iter(wire.stars)
    nodes = []
    for node in wire.nodes:
        body = next(bodies[node.body])
        if node.body == _SELECT_PLACE:
            body = _with_stars(body, stars)
        nodes.append(Node(*_with(_NODE(node), _BODY, body)))
    return Unit(*_with(_UNIT(wire), _NODES, tuple(nodes)))


def _with_stars(wire: Any, stars: Iterator[Star]) -> Select:
    items = wire.items
    if None in items:
        items = tuple([next(stars) if item is None else item for item in items])
    return Select(*_with(_SELECT(wire), _ITEMS, items))


def _with(values: tuple[Any, ...], place: int, value: object) -> list[Any]:
    changed = list(values)
    changed[place] = value
    return changed
