"""The revision of the store's schema that this program writes; known without a database."""

from __future__ import annotations

HEAD = "0007"
"""The newest revision under ``migrations/``."""
