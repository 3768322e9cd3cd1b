"""File names: how a path is written in evidence, and under which name its bytes are kept.

A path on disk is bytes. In evidence it is text without control characters, so that it can stand in
every output; under ``files/`` it is a name that every common file system can hold. Both mappings
are injective: two files never share a path or a place (hardening 5.4).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

from wherefrom.domain.alike import blind_to_case, groups

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 255  # bytes: what ext4, APFS, NTFS and most others allow for one name
_KEPT = 180  # bytes of a longer name that are kept in front of its hash
_WINDOWS_CHARACTERS = frozenset('<>:"\\|?*')
_WINDOWS_DEVICES = re.compile(
    r"(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)\s*(\..*)?",
    re.IGNORECASE | re.DOTALL,
)
_ESCAPE_LIKE = re.compile(r"%(?=[0-9A-F]{2})")
# What nearly every name is, so that it is not looked at character by character.
_PLAIN = re.compile(rb"[ -\[\]-~]*")
_SAFE = re.compile(r"[\w-][\w. -]{0,100}[\w-]", re.ASCII)
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def evidence_path(raw: bytes) -> str:
    r"""Return a relative path as evidence writes it.

    Bytes that are no UTF-8, characters that cannot be seen, and backslashes become ``\xNN``, one
    for each byte. Every other path stands as it is.

    Args:
        raw: Relative path on disk, parts joined by ``/``.
    """
    if _PLAIN.fullmatch(raw):
        return raw.decode("ascii")
    return "".join(_seen(character) for character in raw.decode("utf-8", "surrogateescape"))


def _seen(character: str) -> str:
    if character != "\\" and unicodedata.category(character) not in _HIDDEN_CATEGORIES:
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def is_evidence_path(path: str) -> bool:
    """Whether a text can be an evidence path: relative, inside its folder, nothing hidden in it."""
    parts_are_names = not any(part in {"", ".", ".."} for part in path.split("/"))
    return parts_are_names and not any(unicodedata.category(c) in _HIDDEN_CATEGORIES for c in path)


def spells(path: str, raw: bytes) -> bool:
    """Whether an evidence path is spelled like the path on disk, byte for byte."""
    return path.encode() == raw


def stored_path(path: str) -> str:
    """Return the name under ``files/`` that keeps the bytes of an evidence path.

    Usually the path itself. A part that Windows or a shell tool cannot hold has ``%NN`` for each
    unsafe byte; a part longer than file systems allow is cut and ends in its hash.
    """
    return "/".join(_stored_part(part) for part in path.split("/"))


def _stored_part(part: str) -> str:
    if _SAFE.fullmatch(part) and not _WINDOWS_DEVICES.fullmatch(part):
        return part
    escaped = _ESCAPE_LIKE.sub("%25", part)
    escaped = "".join(_percent(c) if c in _WINDOWS_CHARACTERS else c for c in escaped)
    if _WINDOWS_DEVICES.fullmatch(escaped):
        escaped = _percent(escaped[0]) + escaped[1:]
    if escaped.endswith((".", " ")):
        escaped = escaped[:-1] + _percent(escaped[-1])
    if len(escaped.encode()) <= _LONGEST:
        return escaped
    kept = escaped.encode()[:_KEPT].decode("utf-8", "ignore")
    return f"{kept}%~{hashlib.sha256(part.encode()).hexdigest()}"


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def twins(paths: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of paths that differ only by case or Unicode normalisation.

    They are different files here and one file on a disk that is blind to the difference.
    """
    return groups(paths, blind_to_case)
