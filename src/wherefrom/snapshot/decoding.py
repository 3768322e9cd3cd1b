"""Bytes to text, without ever guessing: the text encodes back to exactly the bytes, or there is none.

UTF-8, and UTF-8 or UTF-16 with a byte order mark, are read by themselves; any other encoding only
where a person configured it. What cannot be read is named (hardening 5.5, rows 13 to 19, 29).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from wherefrom.domain.errors import UsageRefusal

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BOM_OF = {name: mark for mark, name in _BOMS}
# Codecs that are no character encoding of a file: escapes, host names, what this machine happens to use.
_NOT_FOR_FILES = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7", "mbcs", "oem"}
)
_CONTROLS = bytes(sorted(set(range(0x20)) - set(b"\t\n\v\f\r\x1a\x1b"))) + b"\x7f"
_ASCII = bytes(range(0x80))
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_SURE_UTF8 = 4  # characters: text of another encoding is not UTF-8 by chance over so many


@dataclass(frozen=True, slots=True)
class Text:
    """The decoded text of a file.

    Attributes:
        value: The text without its leading byte order mark. All offsets into a file are code points
            of this value, 0-based.
        encoding: Python's name of the encoding, without the mark: ``utf-8``, ``utf-16-le``, ``gbk``.
        bom: The file begins with a byte order mark.
    """

    value: str
    encoding: str
    bom: bool

    def encode(self) -> bytes:
        """Return the bytes of the file, exactly."""
        mark = _BOM_OF[self.encoding] if self.bom else b""
        return mark + self.value.encode(self.encoding)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why bytes are no text.

    Attributes:
        code: ``ENCODING_UNKNOWN``, ``ENCODING_INVALID`` or ``BINARY_FILE``.
        message: One sentence: what stands where. Offsets are bytes of the file, 0-based.
        encoding: Encoding that was tried; ``unknown`` or ``binary`` where none was.
    """

    code: str
    message: str
    encoding: str


def encoding_name(name: str) -> str:
    """Return Python's name of a configured encoding.

    Raises:
        UsageRefusal: there is no such encoding, or files are not kept in it.
    """
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError) as error:
        raise UsageRefusal(
            f"'{name}' is no encoding that can be read; name one such as gbk, cp1252, shift_jis or utf-16-le."
        ) from error
    plain = info.name.replace("_", "-")
    try:
        "a".encode(plain)
        is_text = plain not in _NOT_FOR_FILES
    except (LookupError, UnicodeError):
        is_text = False  # a codec from bytes to bytes, such as base64
    if not is_text:
        raise UsageRefusal(
            f"'{name}' is no encoding of text files; name one such as gbk, cp1252 or utf-16-le."
        )
    return "utf-8" if plain == "utf-8-sig" else plain


def decode(data: bytes, configured: str = "") -> Text | Unreadable:
    """Return the text of a file's bytes, or why there is none.

    A byte order mark rules over the configuration: it stands in the file itself.

    Args:
        data: All bytes of the file.
        configured: Encoding a person set for it, as ``encoding_name`` returns it; empty if none.
    """
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)) and len(data) % 4 == 0:
        return Unreadable(
            "ENCODING_UNKNOWN",
            "The file begins with the byte order mark of UTF-32, which is not read.",
            "unknown",
        )
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _strict(data, name, len(mark))
    if configured:
        return _configured(data, configured)
    return _unmarked(data)


def _strict(data: bytes, encoding: str, start: int) -> Text | Unreadable:
    try:
        value = data[start:].decode(encoding)
    except UnicodeDecodeError as error:
        return _invalid(data, encoding, start + error.start)
    return Text(value, encoding, bom=start > 0)


def _invalid(data: bytes, encoding: str, offset: int) -> Unreadable:
    return Unreadable(
        "ENCODING_INVALID",
        f"The bytes from offset {offset} (0x{data[offset]:02X}) are no {encoding}.",
        encoding,
    )


def _configured(data: bytes, encoding: str) -> Text | Unreadable:
    if encoding in {"utf-16", "utf-32"}:
        return Unreadable(
            "ENCODING_INVALID",
            f"The file is configured as {encoding} and has no byte order mark at offset 0; "
            f"name {encoding}-le or {encoding}-be.",
            encoding,
        )
    wide = encoding.startswith(("utf-16", "utf-32"))
    if not wide and encoding != "utf-8":
        if _looks_binary(data, readable=False):
            return _binary(data)
        if _is_sure_utf8(data):
            offset = len(data) - len(data.lstrip(_ASCII))
            return Unreadable(
                "ENCODING_INVALID",
                f"The file is configured as {encoding}, but its bytes from offset {offset} are UTF-8.",
                encoding,
            )
    text = _strict(data, encoding, 0)
    if isinstance(text, Unreadable):
        return text
    return _round_trip(text, data)


def _round_trip(text: Text, data: bytes) -> Text | Unreadable:
    """Refuse a decoding that loses bytes: some encodings have two spellings of one character."""
    try:
        again = text.value.encode(text.encoding)
    except UnicodeEncodeError:
        again = b""
    if again == data:
        return text
    offset = next((i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), len(again))
    return _invalid(data, text.encoding, min(offset, len(data) - 1))


def _unmarked(data: bytes) -> Text | Unreadable:
    text = _strict(data, "utf-8", 0)
    readable = isinstance(text, Text)
    guess = _utf16_without_mark(data, readable=readable)
    if guess:
        return Unreadable(
            "ENCODING_UNKNOWN",
            f"The file has no byte order mark, and from offset {data.index(0)} every other byte is NUL, "
            f"as in {guess}.",
            "unknown",
        )
    if _looks_binary(data, readable=readable):
        return _binary(data)
    if isinstance(text, Text) or _is_damaged_utf8(data):
        return text
    offset = _first_invalid(data)
    return Unreadable(
        "ENCODING_UNKNOWN",
        f"The bytes from offset {offset} (0x{data[offset]:02X}) are no UTF-8, and no byte order mark "
        "and no configuration says what they are.",
        "unknown",
    )


def _first_invalid(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _binary(data: bytes) -> Unreadable:
    offset = next((i for i, byte in enumerate(data) if byte in _CONTROLS), 0)
    return Unreadable("BINARY_FILE", f"Bytes that are no text begin at offset {offset}.", "binary")


def _looks_binary(data: bytes, *, readable: bool) -> bool:
    """A few control characters are a slip in a text (diagnosed there); a share of them is no text.

    Compressed data holds about a tenth of control bytes and is never valid UTF-8 for long.
    """
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return controls * 10 > len(data) * 3 if readable else controls * 50 > len(data)


def _utf16_without_mark(data: bytes, *, readable: bool) -> str:
    """Name the UTF-16 that the NUL bytes suggest; empty if they suggest none.

    ASCII in UTF-16 is valid UTF-8 full of NULs, so a majority is asked there; bytes that are no
    UTF-8 need a tenth only (CJK text has NULs beside its blanks and line ends alone).
    """
    pairs = len(data) // 2
    if len(data) % 2 or not pairs or 0 not in data:
        return ""
    big, little = data[0::2].count(0), data[1::2].count(0)
    most, least = max(big, little), min(big, little)
    if least * 8 > most or most * (2 if readable else 10) <= pairs:
        return ""
    name = "utf-16-le" if little > big else "utf-16-be"
    try:
        return "" if _holds_controls(data.decode(name)) else name
    except UnicodeDecodeError:
        return ""


def _holds_controls(text: str) -> bool:
    return any(chr(control) in text for control in _CONTROLS)


def _is_sure_utf8(data: bytes) -> bool:
    if data.isascii() or len(_MULTIBYTE.findall(data)) < _SURE_UTF8:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether the file is UTF-8 with damage in it, rather than another encoding.

    Judged by its bytes above ASCII: more of them form UTF-8 characters than do not, or they form a
    surrogate, which only a broken UTF-8 writer leaves behind.
    """
    if _SURROGATE.search(data):
        return True
    good = sum(map(len, _MULTIBYTE.findall(data)))
    above = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    return good * 2 > above


def newline_counts(text: str) -> tuple[int, int, int]:
    """Return how many lines end at LF, CRLF and CR, in this order."""
    crlf = text.count("\r\n")
    return text.count("\n") - crlf, crlf, text.count("\r") - crlf
