"""From one file's text to its Unit: the only room that knows the parser; no tree leaves it."""

from wherefrom.extract.draft import ExtractSettings
from wherefrom.extract.text.redaction import redact_between, redact_sql, redact_unread
from wherefrom.extract.unit import EXTRACTOR_VERSION, extract

__all__ = ["EXTRACTOR_VERSION", "ExtractSettings", "extract", "redact_between", "redact_sql", "redact_unread"]
