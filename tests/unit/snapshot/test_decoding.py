"""Bytes to text: read, or named; never mojibake."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.domain.errors import UsageRefusal
from wherefrom.snapshot import Text, Unreadable, decode, encoding_name
from wherefrom.snapshot.decoding import newline_counts

CHINESE = "SELECT 1 -- 订单金额按月汇总，含退款\n"


def reason(data: bytes, configured: str = "") -> tuple[str, str]:
    found = decode(data, configured)
    assert isinstance(found, Unreadable)
    return found.code, found.message


@pytest.mark.parametrize(
    ("data", "configured", "text"),
    [
        (b"", "", Text("", "utf-8", bom=False)),
        (b"SELECT 1", "", Text("SELECT 1", "utf-8", bom=False)),
        (CHINESE.encode(), "", Text(CHINESE, "utf-8", bom=False)),
        (codecs.BOM_UTF8 + b"SELECT 1", "", Text("SELECT 1", "utf-8", bom=True)),
        (codecs.BOM_UTF8, "", Text("", "utf-8", bom=True)),
        (codecs.BOM_UTF16_LE + "é\r\n".encode("utf-16-le"), "", Text("é\r\n", "utf-16-le", bom=True)),
        (codecs.BOM_UTF16_BE + "é\r\n".encode("utf-16-be"), "", Text("é\r\n", "utf-16-be", bom=True)),
        (CHINESE.encode("gbk"), "gbk", Text(CHINESE, "gbk", bom=False)),
        ("naïve £".encode("cp1252"), "cp1252", Text("naïve £", "cp1252", bom=False)),
        (CHINESE.encode("utf-16-le"), "utf-16-le", Text(CHINESE, "utf-16-le", bom=False)),
        # A mark in the file rules over the configuration.
        (codecs.BOM_UTF8 + CHINESE.encode(), "gbk", Text(CHINESE, "utf-8", bom=True)),
        # Marks in the middle, NUL in a text: kept, for the reader of the text to name.
        ("a\ufeffb".encode(), "", Text("a\ufeffb", "utf-8", bom=False)),
        (b"SELECT a\0 FROM t", "", Text("SELECT a\0 FROM t", "utf-8", bom=False)),
        (b"SELECT 1\n\0", "", Text("SELECT 1\n\0", "utf-8", bom=False)),
    ],
)
def test_read(data: bytes, configured: str, text: Text) -> None:
    assert decode(data, configured) == text
    assert text.encode() == data


def test_gbk_without_configuration_is_not_read() -> None:
    code, message = reason(CHINESE.encode("gbk"))
    assert code == "ENCODING_UNKNOWN"
    assert "offset 12 (0xB6)" in message


def test_latin_1_without_configuration_is_not_read() -> None:
    assert reason("SELECT 'café'".encode("latin-1"))[0] == "ENCODING_UNKNOWN"


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["SELECT a FROM t\n", CHINESE * 3, "a"])
def test_utf16_without_mark_is_named(name: str, text: str) -> None:
    code, message = reason(text.encode(name))
    assert code == "ENCODING_UNKNOWN"
    assert name in message


def test_utf32_is_not_taken_for_utf16() -> None:
    assert reason(codecs.BOM_UTF32_LE + "SELECT".encode("utf-32-le"))[0] == "ENCODING_UNKNOWN"


@pytest.mark.parametrize(
    ("data", "configured", "offset"),
    [
        (CHINESE.encode() + b"\xd6\xd0", "", len(CHINESE.encode())),  # two encodings in one file
        (b"a \xed\xa0\x80 b", "", 2),  # a lone surrogate
        (codecs.BOM_UTF8 + b"ab\xff", "", 5),
        (codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"\x00\xd8", "", 6),
        (codecs.BOM_UTF16_LE + b"a\0b", "", 4),  # half a character
        (b"ab\x81", "cp1252", 2),
        (b"SELECT \xff\xff", "gbk", 7),
        (b"ab", "utf-16", 0),  # configured by a mark it does not have
        (CHINESE.encode(), "gbk", 12),  # saved as UTF-8 since it was configured
        (b"a\xfa\x54", "cp932", 1),  # decodes, and would encode to other bytes
    ],
)
def test_damage_is_named_by_its_offset(data: bytes, configured: str, offset: int) -> None:
    code, message = reason(data, configured)
    assert code == "ENCODING_INVALID"
    assert f"offset {offset}" in message


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\x06\0\0\0",
        b"PK\3\4\x14\0\0\0\x08\0\xb7\xac",
        b"\0" * 100,
        bytes(range(256)) * 4,
    ],
)
@pytest.mark.parametrize("configured", ["", "latin-1"])
def test_binary_is_no_text(data: bytes, configured: str) -> None:
    assert reason(data, encoding_name(configured) if configured else "")[0] == "BINARY_FILE"


@given(st.text(), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]), st.booleans())
def test_what_is_read_encodes_back_to_the_bytes(value: str, encoding: str, marked: bool) -> None:
    mark = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    data = (mark[encoding] if marked else b"") + value.encode(encoding)
    found = decode(data, "" if marked else encoding)
    if isinstance(found, Text):
        assert found.encode() == data


@given(
    st.binary(), st.sampled_from(["", "utf-8", "gbk", "cp932", "cp1252", "big5", "utf-16-le", "iso2022_jp"])
)
def test_any_bytes_are_read_exactly_or_named(data: bytes, configured: str) -> None:
    found = decode(data, configured)
    if isinstance(found, Text):
        assert found.encode() == data
        assert not any("\ud800" <= character <= "\udfff" for character in found.value)
    else:
        assert found.code in {"ENCODING_UNKNOWN", "ENCODING_INVALID", "BINARY_FILE"}


@given(st.text(alphabet="ab\r\n\u2028\x85\f", max_size=30))
def test_only_lf_crlf_and_cr_end_lines(text: str) -> None:
    lf, crlf, cr = newline_counts(text)
    assert text.replace("\r\n", "L").replace("\n", "L").replace("\r", "L").count("L") == lf + crlf + cr


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("GBK", "gbk"),
        ("UTF8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("latin1", "iso8859-1"),
        ("UTF-16LE", "utf-16-le"),
    ],
)
def test_names_of_encodings(written: str, name: str) -> None:
    assert encoding_name(written) == name


@pytest.mark.parametrize(
    "written", ["klingon", "base64", "idna", "unicode_escape", "utf-7", "", "a\0b", "rot13"]
)
def test_what_is_no_encoding_of_files(written: str) -> None:
    with pytest.raises(UsageRefusal, match="encoding"):
        encoding_name(written)
