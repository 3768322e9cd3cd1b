"""What people decide on, as commands name it."""

from __future__ import annotations

from enum import StrEnum, unique

from wherefrom.domain.decision import SubjectType


@unique
class About(StrEnum):
    """The tables that people decide in."""

    WRITERS = "writers"
    SYSTEMS = "systems"
    GLOSSARY = "glossary"

    @property
    def kind(self) -> SubjectType:
        """What a record of its is about."""
        return _KINDS[self]


_KINDS = {
    About.WRITERS: SubjectType.WRITER,
    About.SYSTEMS: SubjectType.SYSTEM,
    About.GLOSSARY: SubjectType.TERM,
}
