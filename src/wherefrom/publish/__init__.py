"""Publish: evidence and decisions as files for programs, data owners and business readers.

Everything is rendered from one ``Bundle``, under one manifest, byte for byte the same each time.
"""

from wherefrom.publish.bundle import APPROVED, DRAFT, Bundle

__all__ = ["APPROVED", "DRAFT", "Bundle"]
