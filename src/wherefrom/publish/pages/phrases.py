"""The phrase books by language. A book that lacks a sentence of another one fails a test."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.phrases_zh import CHINESE

BOOKS: Mapping[str, Phrasebook] = {book.language: book for book in (ENGLISH, CHINESE)}
"""Every language that pages are published in."""
