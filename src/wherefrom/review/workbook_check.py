"""Whether a file is an XLSX workbook that is safe to read: looked at before anything of it is unpacked.

A workbook is a ZIP of XML parts. What it unpacks to is bounded, no part may declare entities, and
macros, passwords and other formats are named for what they are (hardening 5.5, row 53).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from xml.parsers import expat

MAX_FILE = 20_000_000
"""Largest workbook. Unit: bytes."""

MAX_UNPACKED = 100_000_000
"""Most that its parts may unpack to. Unit: bytes."""

MAX_ELEMENTS = 1_000_000
"""Most XML elements in all parts; a row of the review table takes at most 80."""

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"

_TYPES = "[Content_Types].xml"
_XML = (".xml", ".rels")


class Unsound(ValueError):  # noqa: N818  # it is named for what it says
    """A file that is no workbook to be read.

    Attributes:
        found: What it is.
        wanted: What would be right.
    """

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__(f"{found}: {wanted}")
        self.found = found
        self.wanted = wanted


def require_sound(data: bytes) -> None:
    """Pass if a file is an XLSX workbook within bounds, without macros and entities.

    Raises:
        Unsound: it is not.
    """
    if data.startswith(OLE):
        raise Unsound("an old .xls, or locked by a password", "save it as .xlsx, without a password")
    if len(data) > MAX_FILE:
        raise Unsound(
            f"{len(data):,} bytes", f"a workbook has at most {MAX_FILE:,}: export a part of the table"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _require_workbook(archive)
            _require_plain(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Unsound("no whole workbook", "save it again as .xlsx, or export the table again") from error


def _require_workbook(archive: zipfile.ZipFile) -> None:
    names = archive.namelist()
    unpacked = sum(each.file_size for each in archive.infolist())
    if unpacked > MAX_UNPACKED:
        raise Unsound(f"{unpacked:,} bytes when unpacked", f"a workbook has at most {MAX_UNPACKED:,}")
    if _TYPES not in names or not any(name.startswith("xl/") for name in names):
        raise Unsound("no XLSX workbook", "save it as .xlsx, or as 'CSV UTF-8'")
    if any(name.endswith("vbaProject.bin") for name in names) or b"macroEnabled" in archive.read(_TYPES):
        raise Unsound("a workbook with macros", "save it as .xlsx, which holds none")


def _require_plain(archive: zipfile.ZipFile) -> None:
    """Pass if the parts hold few enough elements, and none declares a document type.

    What is no XML is a picture or the like, unless its name says XML.
    """
    elements = 0

    def start(_name: str, _attributes: object) -> None:
        nonlocal elements
        elements += 1
        if elements > MAX_ELEMENTS:
            wanted = f"a workbook has at most {MAX_ELEMENTS:,}: export a part of the table"
            raise Unsound(f"more than {MAX_ELEMENTS:,} XML elements", wanted)

    def doctype(*_: object) -> None:
        raise Unsound("XML with a document type", "no workbook declares one: save it again as .xlsx")

    for info in archive.infolist():
        before = elements
        parser = expat.ParserCreate()
        parser.StartElementHandler = start
        parser.StartDoctypeDeclHandler = doctype
        try:
            with archive.open(info) as part:
                parser.ParseFile(part)
        except expat.ExpatError as error:
            if info.filename.endswith(_XML) or elements > before:
                raise Unsound(f"broken in {info.filename}", "save it again as .xlsx") from error
